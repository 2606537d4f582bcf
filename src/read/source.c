/* source.c: bytes, unpacked on the way, into one sliding buffer, whose text is
 * handed out by lines or whole. */
/* SPDX-License-Identifier: MIT */
#include "read/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash_stream.h"
#include "base/text.h"
#include "read/unpack.h"

/* Fuzz targets read in small blocks: they meet more ends of blocks that way,
 * and their small inputs cost no large allocations. */
#ifndef PL_READ_BYTES
#define PL_READ_BYTES (256 * 1024)
#endif
enum { READ_BYTES = PL_READ_BYTES };

/* A sliding buffer. */
struct pl_source {
    const pleach_input *input;
    pl_read_progress *progress;
    pl_unpacker *unpacker; /* NULL: the input is as it is */
    bool inner;            /* bytes of another source's text */
    int file;              /* -1: none to close */

    const char *raw; /* raw[raw_start .. raw_count) is not unpacked yet */
    size_t raw_start, raw_count;
    PL_LIST(char) block; /* what `raw` points to, unless it is the caller's */
    uint64_t raw_read;   /* bytes so far */
    bool raw_ended;
    uint64_t made; /* bytes of text so far */

    PL_LIST(char) text; /* text.items[start .. text.count) is unread */
    size_t start;
    uint64_t line; /* of the next unread byte */
    bool ended;    /* there is no more */
    bool passing;  /* what is left of this line is not wanted */
    bool damaged;  /* `damage` is to be told behind the last whole line */
    bool told;     /* ... and was, just now */
    pleach_error damage;
};

static size_t count_unread(const pl_source *source)
{
    return source->text.count - source->start;
}

static const char *unread_text(const pl_source *source)
{
    return source->text.items == NULL ? "" : source->text.items + source->start;
}

/* Texts shrink to a tenth or a fiftieth. What shrinks to less than this, and
 * is large besides, was made to fill the memory or the time of its reader. */
enum { MOST_EXPANSION = 250, EXPANSION_FREE = 64 << 20 };

static bool is_stdin(const pleach_input *input)
{
    return input->bytes == NULL && strcmp(input->name, "-") == 0;
}

uint64_t pl_source_size(const pleach_input *input)
{
    struct stat facts;
    if (input->bytes != NULL)
        return input->size;
    if (is_stdin(input) || stat(input->name, &facts) != 0 ||
        !S_ISREG(facts.st_mode))
        return 0;
    return (uint64_t)facts.st_size;
}

static pleach_status fail_system(const pl_source *source, const char *what,
                                 int number, pleach_error *error)
{
    char why[128];
    if (strerror_r(number, why, sizeof why) != 0)
        why[0] = '\0';
    return pl_fail_at(error, PLEACH_IO, source->input->name, 0, 0,
                      "The file could not be %s: %s.", what, why);
}

const char *pl_source_sheet(const char *name)
{
    static const char ending[] = ".xlsx";
    enum { LENGTH = sizeof ending - 1 };
    const char *mark = strrchr(name, '#');
    return mark != NULL && mark >= name + LENGTH &&
                   pl_text_is_word(mark - LENGTH, LENGTH, ending)
               ? mark + 1
               : NULL;
}

/* The name of a sheet is not part of the file's. */
static int open_file(const char *name)
{
    char path[PATH_MAX];
    const char *sheet = pl_source_sheet(name);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file >= 0 || errno != ENOENT || sheet == NULL)
        return file;
    snprintf(path, sizeof path, "%.*s", (int)(sheet - 1 - name), name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static pleach_status open_input(pl_source *source, pleach_error *error)
{
    struct stat facts;
    if (is_stdin(source->input))
        return PLEACH_OK;
    source->file = open_file(source->input->name);
    if (source->file < 0)
        return fail_system(source, "opened", errno, error);
    if (fstat(source->file, &facts) != 0)
        return fail_system(source, "read", errno, error);
    if (S_ISDIR(facts.st_mode))
        return pl_fail_at(error, PLEACH_BAD_DATA, source->input->name, 0, 0,
                          "This is a directory. Name the files in it.");
    return PLEACH_OK;
}

/* --------------------------------------------------------------- damage -- */

/* Ends the text here. What was read so far is still handed out. */
static pleach_status end_early(pl_source *source, const char *sentence,
                               const char *why)
{
    (void)pl_fail_at(&source->damage, PLEACH_BAD_DATA, source->input->name, 0,
                     0, sentence, why);
    source->damaged = source->ended = true;
    return PLEACH_OK;
}

/* The damage, at the line that it made unreadable. It is told once. */
static pleach_status tell_damage(pl_source *source, pleach_error *error)
{
    source->damaged = false;
    source->told = true;
    source->start = source->text.count;
    source->damage.line = source->line;
    if (error != NULL)
        *error = source->damage;
    return PLEACH_BAD_DATA;
}

/* So many bytes of text more: tells the listener, and minds the limits. */
static pleach_status count_text(pl_source *source, size_t made, uint64_t done,
                                pleach_error *error)
{
    pl_read_progress *progress = source->progress;
    uint64_t most =
        progress->max_bytes == 0 ? PL_MOST_INPUT : progress->max_bytes;
    char limit[64];
    source->made += made;
    PL_TRY(pl_read_progress_report(progress, made, done, error));
    if (progress->bytes_made > most) {
        snprintf(limit, sizeof limit, "%llu", (unsigned long long)most);
        return end_early(
            source,
            "The input is larger than the %s bytes that may be read. Name a "
            "file that ends, or raise the limit (--max-input).",
            limit);
    }
    if (source->unpacker != NULL && source->made > EXPANSION_FREE &&
        source->made / MOST_EXPANSION > done)
        return end_early(
            source,
            "Unpacked, this is more than %s times as large, which no honest "
            "text is. If it is all the same, unpack it first.",
            "250");
    return PLEACH_OK;
}

/* --------------------------------------------------------------- reading -- */

/* A signal may want the work to end; nobody else can ask while it waits. */
static ssize_t read_interruptibly(pl_source *source, char *to, size_t most,
                                  pleach_status *status, pleach_error *error)
{
    int file = is_stdin(source->input) ? STDIN_FILENO : source->file;
    for (;;) {
        ssize_t got = read(file, to, most);
        *status = PLEACH_OK;
        if (got < 0 && errno == EINTR)
            *status =
                pl_read_progress_ask(source->progress, source->raw_read, error);
        else if (got < 0)
            *status = fail_system(source, "read", errno, error);
        if (got >= 0 || *status != PLEACH_OK)
            return got;
    }
}

/* Appends to the raw bytes, which wait in a block of our own. */
static pleach_status read_raw(pl_source *source, pleach_error *error)
{
    pleach_status status;
    if (source->raw_start == source->raw_count)
        source->raw_start = source->raw_count = 0;
    if (!pl_list_room(&source->block, READ_BYTES))
        return pl_fail_memory(error);
    ssize_t got =
        read_interruptibly(source, source->block.items + source->raw_count,
                           READ_BYTES - source->raw_count, &status, error);
    PL_TRY(status);
    source->raw = source->block.items;
    source->raw_count += (size_t)got;
    source->raw_read += (uint64_t)got;
    source->raw_ended = got == 0;
    return PLEACH_OK;
}

/* Reads so much that one can tell how the input is packed. */
static pleach_status open_raw(pl_source *source, pleach_error *error)
{
    const pleach_input *input = source->input;
    if (input->bytes != NULL) {
        source->raw = input->bytes;
        source->raw_count = input->size;
        source->raw_read = input->size;
        source->raw_ended = true;
    }
    while (source->raw_count < PL_UNPACK_MARK && !source->raw_ended)
        PL_TRY(read_raw(source, error));
    if (source->inner || !pl_unpack_knows(source->raw, source->raw_count))
        return PLEACH_OK;
    source->unpacker = pl_unpacker_new(source->raw, source->raw_count);
    return source->unpacker == NULL ? pl_fail_memory(error) : PLEACH_OK;
}

static size_t raw_left(const pl_source *source)
{
    return source->raw_count - source->raw_start;
}

static pleach_status end_damaged(pl_source *source, const char *why,
                                 bool foreign)
{
    return end_early(
        source,
        foreign
            ? "Behind the end of the compressed data something else follows "
              "(%s). Fetch or compress the file again."
            : "The compressed data are damaged or cut short (%s); lines before "
              "this one may be wrong, too. Fetch or compress the file again.",
        why == NULL ? "no reason is known" : why);
}

/* Goes on after a step, or ends. `starved`: nothing went in or came out. */
static pleach_status settle_step(pl_source *source, pl_unpacked got,
                                 bool starved, const char *why,
                                 pleach_error *error)
{
    if (got == PL_UNPACK_NO_MEMORY)
        return pl_fail_memory(error);
    if (got == PL_UNPACK_DAMAGED || got == PL_UNPACK_FOREIGN)
        return end_damaged(source, why, got == PL_UNPACK_FOREIGN);
    if (got == PL_UNPACK_MORE && starved)
        return end_damaged(source, "they end too soon", false);
    if (got != PL_UNPACK_END)
        return PLEACH_OK;
    if (raw_left(source) == 0 && !source->raw_ended)
        PL_TRY(read_raw(source, error));
    source->ended = raw_left(source) == 0;
    return PLEACH_OK;
}

/* One step at a time, so that a small file that unpacks to terabytes is stopped
 * by its limit and not by the memory. */
static pleach_status unpack_block(pl_source *source, pleach_error *error)
{
    const char *why = NULL;
    if (raw_left(source) == 0 && !source->raw_ended)
        PL_TRY(read_raw(source, error));
    pl_unpack_bytes bytes = {.in = source->raw + source->raw_start,
                             .in_left = raw_left(source),
                             .out = source->text.items + source->text.count,
                             .out_left = READ_BYTES};
    pl_unpacked got = pl_unpacker_step(source->unpacker, &bytes, &why);
    size_t made = READ_BYTES - bytes.out_left;
    bool starved = source->raw_ended && bytes.in_left == 0 && made == 0;
    source->raw_start = source->raw_count - bytes.in_left;
    source->text.count += made;
    PL_TRY(settle_step(source, got, starved, why, error));
    return source->ended
               ? PLEACH_OK
               : count_text(source, made, source->raw_read - raw_left(source),
                            error);
}

/* What was read to tell the packing, then what follows, as it is. */
static pleach_status copy_block(pl_source *source, pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    char *to = source->text.items + source->text.count;
    size_t waiting = raw_left(source);
    ssize_t got = (ssize_t)(waiting < READ_BYTES ? waiting : READ_BYTES);
    if (got > 0) {
        memcpy(to, source->raw + source->raw_start, (size_t)got);
        source->raw_start += (size_t)got;
    } else if (!source->raw_ended) {
        got = read_interruptibly(source, to, READ_BYTES, &status, error);
        PL_TRY(status);
        source->raw_read += (uint64_t)got;
    }
    source->ended = got == 0;
    source->text.count += (size_t)got;
    return count_text(source, (size_t)got, source->raw_read - raw_left(source),
                      error);
}

/* Appends one block to the text. */
static pleach_status read_block(pl_source *source, pleach_error *error)
{
    if (source->ended)
        return PLEACH_OK;
    /* One more for a line feed at the end. */
    if (!pl_list_room(&source->text, READ_BYTES + 1))
        return pl_fail_memory(error);
    size_t before = source->text.count;
    PL_TRY(source->unpacker != NULL ? unpack_block(source, error)
                                    : copy_block(source, error));
    if (source->progress->hash != NULL && !source->inner)
        pl_hash_add(source->progress->hash, source->text.items + before,
                    source->text.count - before);
    return PLEACH_OK;
}

/* Moves the unread text to the front, then reads on. */
static pleach_status read_more(pl_source *source, pleach_error *error)
{
    if (source->start > 0) {
        source->text.count -= source->start;
        memmove(source->text.items, source->text.items + source->start,
                source->text.count);
        source->start = 0;
    }
    return read_block(source, error);
}

static pleach_status skip_mark(pl_source *source, pleach_error *error)
{
    while (count_unread(source) < 3 && !source->ended)
        PL_TRY(read_more(source, error));
    if (count_unread(source) >= 3 &&
        memcmp(unread_text(source), "\xEF\xBB\xBF", 3) == 0)
        source->start += 3;
    return PLEACH_OK;
}

static pleach_status open_all(pl_source *source, pleach_error *error)
{
    if (source->input->bytes == NULL)
        PL_TRY(open_input(source, error));
    PL_TRY(open_raw(source, error));
    return skip_mark(source, error);
}

pleach_status pl_source_open(pl_source **source, const pleach_input *input,
                             pl_read_progress *progress, pleach_error *error)
{
    return pl_source_open_inner(source, input, 0, progress, error);
}

/* Closing knows what has been opened, so failures need no list of their own. */
pleach_status pl_source_open_inner(pl_source **source,
                                   const pleach_input *input, uint64_t line,
                                   pl_read_progress *progress,
                                   pleach_error *error)
{
    pl_source *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->input = input;
    made->progress = progress;
    made->file = -1;
    made->inner = line > 0;
    made->line = line > 0 ? line : 1;
    pleach_status status = open_all(made, error);
    if (status != PLEACH_OK)
        pl_source_close(made);
    else
        *source = made;
    return status;
}

void pl_source_close(pl_source *source)
{
    if (source == NULL)
        return;
    pl_unpacker_free(source->unpacker);
    if (source->file >= 0)
        close(source->file);
    pl_list_free(&source->block);
    pl_list_free(&source->text);
    pl_release(source);
}

bool pl_source_told_damage(const pl_source *source)
{
    return source->told;
}

bool pl_source_find_damage(pl_source *source, pleach_error *error)
{
    while (source->unpacker != NULL && !source->ended) {
        source->start = source->text.count;
        if (read_more(source, NULL) != PLEACH_OK)
            return false;
    }
    return source->damaged && tell_damage(source, error) != PLEACH_OK;
}

/* --------------------------------------------------------------- lines -- */

/* The unread text ends without a line feed: gives it one. read_block leaves
 * room for it. */
static pleach_status end_line(pl_source *source, pleach_error *error)
{
    if (count_unread(source) == 0 ||
        source->text.items[source->text.count - 1] == '\n')
        return PLEACH_OK;
    return pl_list_push(&source->text, '\n') ? PLEACH_OK
                                             : pl_fail_memory(error);
}

static void take_piece(pl_source *source, pl_piece *piece, size_t length)
{
    *piece = (pl_piece){unread_text(source), length, source->line};
    source->start += length;
}

/* Goes on behind the line that was refused. */
static pleach_status pass_over_line(pl_source *source, pleach_error *error)
{
    while (source->passing) {
        const char *text = unread_text(source);
        const char *feed = memchr(text, '\n', count_unread(source));
        source->start = feed == NULL
                            ? source->text.count
                            : source->start + (size_t)(feed - text) + 1;
        source->passing = feed == NULL && !source->ended;
        if (source->passing)
            PL_TRY(read_more(source, error));
    }
    return PLEACH_OK;
}

/* A line that is not even read to its end. */
static pleach_status refuse_line(pl_source *source, size_t column,
                                 const char *sentence, pleach_error *error)
{
    source->passing = true;
    return pl_fail_at(error, PLEACH_BAD_DATA, source->input->name,
                      source->line++, column, "%s", sentence);
}

static const char too_long[] =
    "The line is longer than 64 MiB. Write one hierarchy per line, or cut this "
    "one into several.";
static const char has_nul[] =
    "There is a NUL byte. The input must be text in UTF-8.";

/* A line may be longer than what has been read; what was searched is not
 * searched again. A NUL ends it at once, since a binary file may have no line
 * feed for gigabytes. */
pleach_status pl_source_line(pl_source *source, pl_piece *line,
                             pleach_error *error)
{
    size_t seen = 0; /* bytes already known to hold no line feed */
    source->told = false;
    PL_TRY(pass_over_line(source, error));
    for (;;) {
        const char *text = unread_text(source);
        const char *feed =
            memchr(text + seen, '\n', count_unread(source) - seen);
        if (feed != NULL && (size_t)(feed - text) <= PL_LINE_BYTES) {
            take_piece(source, line, (size_t)(feed - text) + 1);
            source->line++;
            return PLEACH_OK;
        }
        const char *nul =
            memchr(text + seen, '\0', count_unread(source) - seen);
        if (nul != NULL)
            return refuse_line(source, (size_t)(nul - text) + 1, has_nul,
                               error);
        seen = count_unread(source);
        if (feed != NULL || seen > PL_LINE_BYTES)
            return refuse_line(source, PL_LINE_BYTES + 1, too_long, error);
        if (source->damaged)
            return tell_damage(source, error);
        if (source->ended) {
            PL_TRY(end_line(source, error));
            take_piece(source, line, count_unread(source));
            return PLEACH_OK;
        }
        PL_TRY(read_more(source, error));
    }
}

/* Where a NUL byte stands in the unread text. */
static pleach_status fail_nul(const pl_source *source, const char *nul,
                              pleach_error *error)
{
    const char *start = unread_text(source), *feed;
    uint64_t line = source->line;
    for (; (feed = memchr(start, '\n', (size_t)(nul - start))) != NULL; line++)
        start = feed + 1;
    return pl_fail_at(error, PLEACH_BAD_DATA, source->input->name, line,
                      (uint64_t)(nul - start) + 1, has_nul);
}

/* NULs are looked for while reading, so that a binary file is refused after its
 * first block. */
pleach_status pl_source_rest(pl_source *source, pl_piece *rest,
                             pleach_error *error)
{
    size_t seen = 0; /* bytes already known to hold no NUL */
    for (;;) {
        const char *text = unread_text(source);
        const char *nul =
            memchr(text + seen, '\0', count_unread(source) - seen);
        if (nul != NULL)
            return fail_nul(source, nul, error);
        if (source->ended)
            break;
        seen = count_unread(source);
        PL_TRY(read_more(source, error));
    }
    if (source->damaged)
        return tell_damage(source, error);
    PL_TRY(end_line(source, error));
    take_piece(source, rest, count_unread(source));
    return PLEACH_OK;
}

bool pl_source_is_workbook(const pl_piece *start)
{
    return start->length > 4 &&
           (memcmp(start->bytes, "PK\x03\x04", 4) == 0 ||
            memcmp(start->bytes, "\xD0\xCF\x11\xE0", 4) == 0);
}

pleach_status pl_source_bytes(pl_source *source, pl_piece *rest,
                              pleach_error *error)
{
    while (!source->ended)
        PL_TRY(read_more(source, error));
    if (source->damaged)
        return tell_damage(source, error);
    take_piece(source, rest, count_unread(source));
    return PLEACH_OK;
}

pleach_status pl_source_peek(pl_source *source, pl_piece *start,
                             pleach_error *error)
{
    while (count_unread(source) < PL_SEEN_BYTES && !source->ended)
        PL_TRY(read_more(source, error));
    if (count_unread(source) == 0 && source->damaged)
        return tell_damage(source, error);
    *start =
        (pl_piece){unread_text(source), count_unread(source), source->line};
    return PLEACH_OK;
}
