/* state_file.c: sections under checksums, and a rename at the end. */
/* SPDX-License-Identifier: MIT */
#include "checkpoint/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/status.h"

static const char MAGIC[8] = {'p', 'l', 'e', 'a', 'c', 'h', '\n', '\0'};
enum { VERSION = 1, BYTE_ORDER_MARK = 0x01020304, PIECE = 1 << 16 };

typedef struct file_header {
    char magic[8];
    uint32_t version;
    uint32_t byte_order;
    uint64_t checksum; /* of what is before it */
} file_header;

/* One with an empty name is the end mark, and counts the sections. */
typedef struct section_header {
    char name[PL_STATE_NAME];
    uint64_t size, count;
} section_header;

static file_header make_header(void)
{
    file_header header = {.version = VERSION, .byte_order = BYTE_ORDER_MARK};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    header.checksum = XXH3_64bits(&header, offsetof(file_header, checksum));
    return header;
}

static char *join_state_path(const char *a, const char *b)
{
    size_t room = strlen(a) + strlen(b) + 1;
    char *joined = pl_allocate(room, 1);
    if (joined != NULL)
        snprintf(joined, room, "%s%s", a, b);
    return joined;
}

/* ------------------------------------------------------------- writing -- */

struct pl_state_writer {
    FILE *to;
    char *path, *temporary;
    XXH3_state_t *hash; /* of the section at hand */
    uint64_t sections;
};

static void writer_free(pl_state_writer *w)
{
    XXH3_freeState(w->hash);
    pl_release(w->path);
    pl_release(w->temporary);
    pl_release(w);
}

static pleach_status fail_write(const pl_state_writer *w, pleach_error *error)
{
    return pl_fail_at(error, PLEACH_IO, w->path, 0, 0,
                      "The file could not be written: %s.", strerror(errno));
}

/* A file of its own, not one that somebody's link leads to. */
static FILE *open_anew(const char *path)
{
    unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *to = file < 0 ? NULL : fdopen(file, "wb");
    if (file >= 0 && to == NULL)
        close(file);
    return to;
}

static pleach_status writer_open(pl_state_writer *w, pleach_error *error)
{
    file_header header = make_header();
    w->to = open_anew(w->temporary);
    if (w->to == NULL || fwrite(&header, sizeof header, 1, w->to) != 1)
        return fail_write(w, error);
    return PLEACH_OK;
}

/* Written under another name and renamed when whole: whenever this is killed,
 * there is a state that can be read. */
pleach_status pl_state_create(pl_state_writer **writer, const char *path,
                              pleach_error *error)
{
    pl_state_writer *w = pl_allocate(1, sizeof *w);
    if (w == NULL)
        return pl_fail_memory(error);
    w->path = join_state_path(path, "");
    w->temporary = join_state_path(path, ".tmp");
    w->hash = XXH3_createState();
    pleach_status status = w->path && w->temporary && w->hash
                               ? writer_open(w, error)
                               : pl_fail_memory(error);
    if (status == PLEACH_OK)
        *writer = w;
    else
        pl_state_abandon(w);
    return status;
}

/* The checksum of the section that has just ended. */
static pleach_status end_section(pl_state_writer *w, pleach_error *error)
{
    if (w->sections == 0)
        return PLEACH_OK;
    uint64_t checksum = XXH3_64bits_digest(w->hash);
    if (fwrite(&checksum, sizeof checksum, 1, w->to) != 1)
        return fail_write(w, error);
    return PLEACH_OK;
}

/* Limits are checked when writing too, so that what was written can always be
 * read. */
pleach_status pl_state_begin(pl_state_writer *w, const char *name,
                             uint64_t size, uint64_t count, pleach_error *error)
{
    section_header header = {.size = size, .count = count};
    bool end = name[0] == '\0';
    if (strlen(name) >= sizeof header.name ||
        (!end && w->sections == PL_STATE_MOST))
        return pl_fail_at(error, PLEACH_IO, w->path, 0, 0,
                          "The state has more parts, or longer names, than a "
                          "checkpoint can have.");
    snprintf(header.name, sizeof header.name, "%s", name);
    PL_TRY(end_section(w, error));
    w->sections++;
    XXH3_64bits_reset(w->hash);
    return pl_state_put(w, &header, sizeof header, error);
}

pleach_status pl_state_put(pl_state_writer *w, const void *bytes, size_t length,
                           pleach_error *error)
{
    if (length == 0)
        return PLEACH_OK;
    XXH3_64bits_update(w->hash, bytes, length);
    if (fwrite(bytes, 1, length, w->to) != length)
        return fail_write(w, error);
    return PLEACH_OK;
}

/* A rename lasts once its folder is on the disk. Not all systems can tell. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = join_state_path(slash == NULL ? "." : path, "");
    if (folder == NULL)
        return;
    if (slash != NULL)
        folder[slash == path ? 1 : slash - path] = '\0';
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
    pl_release(folder);
}

/* On the disk before it is renamed: after a power cut the new name must not
 * stand for an empty file. */
pleach_status pl_state_commit(pl_state_writer *w, pleach_error *error)
{
    uint64_t sections = w->sections;
    pleach_status status = pl_state_begin(w, "", 0, sections, error);
    if (status == PLEACH_OK)
        status = end_section(w, error);
    if (status == PLEACH_OK &&
        (fflush(w->to) != 0 || fsync(fileno(w->to)) != 0))
        status = fail_write(w, error);
    FILE *to = w->to;
    w->to = NULL;
    if (fclose(to) != 0 && status == PLEACH_OK)
        status = fail_write(w, error);
    if (status == PLEACH_OK && rename(w->temporary, w->path) != 0)
        status = fail_write(w, error);
    if (status == PLEACH_OK) {
        sync_folder(w->path);
        writer_free(w);
    } else {
        pl_state_abandon(w);
    }
    return status;
}

void pl_state_abandon(pl_state_writer *w)
{
    if (w == NULL)
        return;
    if (w->to != NULL)
        (void)fclose(w->to);
    if (w->temporary != NULL)
        unlink(w->temporary);
    writer_free(w);
}

pleach_status pl_state_remove(const char *path, pleach_error *error)
{
    char *temporary = join_state_path(path, ".tmp");
    if (temporary == NULL)
        return pl_fail_memory(error);
    unlink(temporary);
    pl_release(temporary);
    if (unlink(path) == 0 || errno == ENOENT)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_IO, path, 0, 0,
                      "The file could not be removed: %s.", strerror(errno));
}

/* ------------------------------------------------------------- reading -- */

struct pl_state_reader {
    FILE *from;
    char *name;
    uint64_t at, end; /* how far it has been scanned, where it ends */
    XXH3_state_t *hash;
    uint32_t count;
    pl_state_section sections[PL_STATE_MOST];
};

static pleach_status refuse_state(const pl_state_reader *r, const char *reason,
                                  pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, r->name, 0, 0,
                      "The checkpoint is damaged: %s. Remove the file to "
                      "start anew.",
                      reason);
}

static pleach_status take_bytes(pl_state_reader *r, void *bytes, size_t length,
                                pleach_error *error)
{
    if (length > r->end - r->at)
        return refuse_state(r, "it ends too early", error);
    if (fread(bytes, 1, length, r->from) != length)
        return pl_fail_at(error, PLEACH_IO, r->name, 0, 0,
                          "The file could not be read: %s.",
                          ferror(r->from) ? strerror(errno) : "it ends");
    r->at += length;
    return PLEACH_OK;
}

/* Four ways in which it may be the wrong file, told apart because different
 * things help: another file, a cut one, another machine, another version. */
static pleach_status scan_header(pl_state_reader *r, pleach_error *error)
{
    file_header found = {0}, wanted = make_header();
    bool whole = r->end >= sizeof found;
    PL_TRY(take_bytes(r, &found, whole ? sizeof found : (size_t)r->end, error));
    if (memcmp(found.magic, MAGIC,
               r->end < sizeof MAGIC ? (size_t)r->end : sizeof MAGIC) != 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, r->name, 0, 0,
                          "This is not a checkpoint of pleach. Remove the "
                          "file to start anew.");
    if (!whole)
        return refuse_state(r, "it ends too early", error);
    if (memcmp(&found, &wanted, sizeof found) == 0)
        return PLEACH_OK;
    uint64_t checksum = XXH3_64bits(&found, offsetof(file_header, checksum));
    if (found.byte_order != BYTE_ORDER_MARK || found.checksum != checksum)
        return refuse_state(r,
                            "its first bytes are not as they were written, or "
                            "were written on another kind of machine",
                            error);
    return pl_fail_at(error, PLEACH_BAD_DATA, r->name, 0, 0,
                      "The checkpoint has format %u, and this pleach reads "
                      "format %u. Go on with the pleach that wrote it, or "
                      "remove the file to start anew.",
                      (unsigned)found.version, (unsigned)VERSION);
}

static pleach_status hash_bytes(pl_state_reader *r, uint64_t length,
                                pleach_error *error)
{
    unsigned char piece[PIECE];
    while (length > 0) {
        size_t some = length < sizeof piece ? (size_t)length : sizeof piece;
        PL_TRY(take_bytes(r, piece, some, error));
        XXH3_64bits_update(r->hash, piece, some);
        length -= some;
    }
    return PLEACH_OK;
}

static bool fits(const pl_state_reader *r, const section_header *header)
{
    return header->size == 0 ||
           header->count <= (r->end - r->at) / header->size;
}

/* Scans a section, or the end mark. */
static pleach_status scan_section(pl_state_reader *r, bool *end,
                                  pleach_error *error)
{
    section_header header;
    uint64_t checksum;
    PL_TRY(take_bytes(r, &header, sizeof header, error));
    if (!fits(r, &header))
        return refuse_state(r, "it ends too early", error);
    pl_state_section found = {
        .size = header.size, .count = header.count, .at = r->at};
    memcpy(found.name, header.name, sizeof found.name);
    XXH3_64bits_reset(r->hash);
    XXH3_64bits_update(r->hash, &header, sizeof header);
    PL_TRY(hash_bytes(r, header.size * header.count, error));
    PL_TRY(take_bytes(r, &checksum, sizeof checksum, error));
    if (checksum != XXH3_64bits_digest(r->hash) ||
        memchr(found.name, '\0', sizeof found.name) == NULL)
        return refuse_state(r, "a checksum does not match", error);
    *end = found.name[0] == '\0';
    if (*end && (found.size != 0 || found.count != r->count))
        return refuse_state(r, "parts of it are missing", error);
    if (*end)
        return PLEACH_OK;
    if (r->count == PL_STATE_MOST || pl_state_find(r, found.name) != NULL)
        return refuse_state(r, "it has parts that do not belong there", error);
    r->sections[r->count++] = found;
    return PLEACH_OK;
}

static pleach_status scan_all(pl_state_reader *r, pleach_error *error)
{
    bool end = false;
    off_t size = fseeko(r->from, 0, SEEK_END) == 0 ? ftello(r->from) : -1;
    if (size < 0 || fseeko(r->from, 0, SEEK_SET) != 0)
        return pl_fail_at(error, PLEACH_IO, r->name, 0, 0,
                          "The file could not be read: %s.", strerror(errno));
    r->end = (uint64_t)size;
    PL_TRY(scan_header(r, error));
    while (!end)
        PL_TRY(scan_section(r, &end, error));
    if (r->at != r->end)
        return refuse_state(r, "there is something after its end", error);
    return PLEACH_OK;
}

/* All checksums are looked at when it is opened, so that nothing is restored
 * from a file that breaks off later. */
pleach_status pl_state_scan(pl_state_reader **reader, FILE *from,
                            const char *name, pleach_error *error)
{
    pl_state_reader *r = pl_allocate(1, sizeof *r);
    if (r == NULL) {
        (void)fclose(from);
        return pl_fail_memory(error);
    }
    r->from = from;
    r->name = join_state_path(name, "");
    r->hash = XXH3_createState();
    pleach_status status = r->name != NULL && r->hash != NULL
                               ? scan_all(r, error)
                               : pl_fail_memory(error);
    if (status == PLEACH_OK)
        *reader = r;
    else
        pl_state_close(r);
    return status;
}

pleach_status pl_state_open(pl_state_reader **reader, const char *path,
                            pleach_error *error)
{
    FILE *from = fopen(path, "rb");
    if (from == NULL)
        return pl_fail_at(error, PLEACH_IO, path, 0, 0,
                          "The file could not be opened: %s.", strerror(errno));
    return pl_state_scan(reader, from, path, error);
}

void pl_state_close(pl_state_reader *r)
{
    if (r == NULL)
        return;
    (void)fclose(r->from);
    XXH3_freeState(r->hash);
    pl_release(r->name);
    pl_release(r);
}

const pl_state_section *pl_state_find(const pl_state_reader *r,
                                      const char *name)
{
    for (uint32_t k = 0; k < r->count; k++)
        if (strcmp(r->sections[k].name, name) == 0)
            return &r->sections[k];
    return NULL;
}

pleach_status pl_state_get(pl_state_reader *r, const pl_state_section *section,
                           uint64_t first, void *bytes, size_t length,
                           pleach_error *error)
{
    if (length == 0)
        return PLEACH_OK;
    if (fseeko(r->from, (off_t)(section->at + first), SEEK_SET) != 0 ||
        fread(bytes, 1, length, r->from) != length)
        return pl_fail_at(error, PLEACH_IO, r->name, 0, 0,
                          "The file could not be read: %s.",
                          ferror(r->from) ? strerror(errno) : "it ends");
    return PLEACH_OK;
}

const char *pl_state_name(const pl_state_reader *r)
{
    return r->name;
}
