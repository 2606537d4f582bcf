/* source.c: bytes through libarchive's filters into one sliding buffer. */
/* SPDX-License-Identifier: MIT */
#include "read/source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { READ_BYTES = 256 * 1024, PEEK_BYTES = 64 * 1024 };

struct pl_source {
    const pleach_input *input;
    pl_read_progress *progress;
    struct archive *archive; /* NULL: a part is read as it is */
    uint64_t at, to;         /* of a part: the next byte, and where it ends */
    int file;                /* -1: none to close */
    PL_LIST(char) text;      /* text.items[start .. text.count) is unread */
    size_t start;
    uint64_t line; /* of the next unread byte */
    bool ended;    /* the archive has no more */
};

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

/* libarchive's word for a failure, told apart into bad data and bad luck. */
static pleach_status fail_archive(const pl_source *source, pleach_error *error)
{
    const char *why = archive_error_string(source->archive);
    int number = archive_errno(source->archive);
    if (number == ENOMEM)
        return pl_fail_memory(error);
    bool damaged =
        archive_filter_code(source->archive, 0) != ARCHIVE_FILTER_NONE;
    return pl_fail_at(error, damaged ? PLEACH_BAD_DATA : PLEACH_IO,
                      source->input->name, source->line, 0,
                      damaged ? "The compressed data are damaged or cut short "
                                "(%s). Fetch or compress the file again."
                              : "The file could not be read: %s.",
                      why == NULL ? "no reason is known" : why);
}

static pleach_status open_file(pl_source *source, pleach_error *error)
{
    struct stat facts;
    if (is_stdin(source->input))
        return PLEACH_OK;
    source->file = open(source->input->name, O_RDONLY | O_CLOEXEC);
    if (source->file < 0)
        return fail_system(source, "opened", errno, error);
    if (fstat(source->file, &facts) != 0)
        return fail_system(source, "read", errno, error);
    if (S_ISDIR(facts.st_mode))
        return pl_fail_at(error, PLEACH_BAD_DATA, source->input->name, 0, 0,
                          "This is a directory. Name the files in it.");
    return PLEACH_OK;
}

static pleach_status open_archive(pl_source *source, pleach_error *error)
{
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    const pleach_input *input = source->input;
    source->archive = archive;
    if (archive == NULL)
        return pl_fail_memory(error);
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_format_raw(archive);
    archive_read_support_format_empty(archive);
    int opened =
        input->bytes != NULL
            ? archive_read_open_memory(archive, input->bytes, input->size)
            : archive_read_open_fd(
                  archive, is_stdin(input) ? STDIN_FILENO : source->file,
                  READ_BYTES);
    if (opened != ARCHIVE_OK)
        return fail_archive(source, error);
    int header = archive_read_next_header(archive, &entry);
    source->ended = header == ARCHIVE_EOF;
    return header < ARCHIVE_WARN ? fail_archive(source, error) : PLEACH_OK;
}

/* ----------------------------------------------------------------- parts -- */

/* Bytes of a plain input from `at` on; fewer at its end. -1: errno says why. */
static ssize_t read_bytes(const pl_source *source, uint64_t at, char *to,
                          size_t most)
{
    const pleach_input *input = source->input;
    if (input->bytes == NULL) {
        ssize_t got;
        do
            got = pread(source->file, to, most, (off_t)at);
        while (got < 0 && errno == EINTR);
        return got;
    }
    size_t left = at < input->size ? input->size - (size_t)at : 0;
    size_t count = left < most ? left : most;
    if (count > 0)
        memcpy(to, (const char *)input->bytes + at, count);
    return (ssize_t)count;
}

/* Appends one block of a part. It goes on behind its end, to the end of the
 * line that begins in it. */
static pleach_status read_part(pl_source *source, pleach_error *error)
{
    if (!pl_list_room(&source->text, READ_BYTES + 1))
        return pl_fail_memory(error);
    char *block = source->text.items + source->text.count;
    uint64_t left = source->at < source->to ? source->to - source->at : 0;
    ssize_t got =
        read_bytes(source, source->at, block,
                   left > 0 && left < READ_BYTES ? (size_t)left : READ_BYTES);
    if (got < 0)
        return fail_system(source, "read", errno, error);
    const char *feed = NULL;
    if (left == 0 && got > 0)
        feed = memchr(block, '\n', (size_t)got);
    if (feed != NULL)
        got = feed - block + 1;
    source->text.count += (size_t)got;
    source->at += (uint64_t)got;
    source->ended = got == 0 || feed != NULL ||
                    (source->at == source->to && block[got - 1] == '\n');
    return pl_read_progress_report(source->progress, source->at, error);
}

/* Where the first line after byte `from` begins; `to` if none does before. */
static pleach_status find_line(pl_source *source, uint64_t from, uint64_t to,
                               pleach_error *error)
{
    source->at = from;
    if (from == 0)
        return PLEACH_OK;
    if (!pl_list_room(&source->text, READ_BYTES))
        return pl_fail_memory(error);
    char *block = source->text.items;
    const char *feed = NULL;
    for (source->at--; source->at < to && feed == NULL;) {
        ssize_t got = read_bytes(source, source->at, block, READ_BYTES);
        if (got < 0)
            return fail_system(source, "read", errno, error);
        feed = memchr(block, '\n', (size_t)got);
        source->at +=
            feed == NULL ? (uint64_t)got : (uint64_t)(feed - block) + 1;
        if (got == 0)
            source->at = to;
    }
    return PLEACH_OK;
}

static pleach_status open_part(pl_source *source, const pl_part *part,
                               pleach_error *error)
{
    if (pl_source_size(source->input) != part->size)
        return pl_fail_at(error, PLEACH_IO, source->input->name, 0, 0,
                          "The file is not as large here as for the first "
                          "process. All must read the same inputs.");
    PL_TRY(find_line(source, part->from, part->to, error));
    source->to = part->to;
    source->line = part->line;
    source->ended = source->at >= part->to;
    return PLEACH_OK;
}

uint64_t pl_source_count_lines(const pleach_input *input, const pl_part *part)
{
    pl_source source = {.input = input, .file = -1};
    char block[64 * 1024];
    uint64_t lines = part->from == 0;
    /* The byte before a line is a line feed. */
    uint64_t at = part->from == 0 ? 0 : part->from - 1, end = part->to - 1;
    bool opened = input->bytes != NULL || open_file(&source, NULL) == PLEACH_OK;
    while (opened && at < end) {
        ssize_t got = read_bytes(&source, at, block,
                                 end - at < sizeof block ? (size_t)(end - at)
                                                         : sizeof block);
        if (got <= 0)
            break;
        for (ssize_t k = 0; k < got; k++)
            lines += block[k] == '\n';
        at += (uint64_t)got;
    }
    if (source.file >= 0)
        close(source.file);
    return lines;
}

bool pl_source_has_parts(const pl_source *source)
{
    return archive_filter_code(source->archive, 0) == ARCHIVE_FILTER_NONE &&
           pl_source_size(source->input) > 0;
}

/* --------------------------------------------------------------- reading -- */

/* Appends one block to the text. */
static pleach_status read_block(pl_source *source, pleach_error *error)
{
    const void *block;
    size_t size;
    la_int64_t offset;
    if (source->ended)
        return PLEACH_OK;
    if (source->archive == NULL)
        return read_part(source, error);
    int got = archive_read_data_block(source->archive, &block, &size, &offset);
    if (got == ARCHIVE_EOF) {
        source->ended = true;
        return PLEACH_OK;
    }
    if (got < ARCHIVE_WARN)
        return fail_archive(source, error);
    if (!pl_list_room(&source->text, size + 1))
        return pl_fail_memory(error);
    if (size > 0)
        memcpy(source->text.items + source->text.count, block, size);
    source->text.count += size;
    la_int64_t done = archive_filter_bytes(source->archive, -1);
    return pl_read_progress_report(source->progress,
                                   done < 0 ? 0 : (uint64_t)done, error);
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

static size_t unread(const pl_source *source)
{
    return source->text.count - source->start;
}

static const char *unread_text(const pl_source *source)
{
    return source->text.items == NULL ? "" : source->text.items + source->start;
}

static pleach_status skip_mark(pl_source *source, pleach_error *error)
{
    while (unread(source) < 3 && !source->ended)
        PL_TRY(read_more(source, error));
    if (unread(source) >= 3 &&
        memcmp(unread_text(source), "\xEF\xBB\xBF", 3) == 0)
        source->start += 3;
    return PLEACH_OK;
}

static pleach_status open_all(pl_source *source, const pl_part *part,
                              pleach_error *error)
{
    if (source->input->bytes == NULL)
        PL_TRY(open_file(source, error));
    if (part == NULL)
        PL_TRY(open_archive(source, error));
    else
        PL_TRY(open_part(source, part, error));
    return part == NULL || part->from == 0 ? skip_mark(source, error)
                                           : PLEACH_OK;
}

pleach_status pl_source_open(pl_source **source, const pleach_input *input,
                             pl_read_progress *progress, pleach_error *error)
{
    return pl_source_open_part(source, input, NULL, progress, error);
}

pleach_status pl_source_open_part(pl_source **source, const pleach_input *input,
                                  const pl_part *part,
                                  pl_read_progress *progress,
                                  pleach_error *error)
{
    pl_source *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->input = input;
    made->progress = progress;
    made->file = -1;
    made->line = 1;
    pleach_status status = open_all(made, part, error);
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
    if (source->archive != NULL)
        archive_read_free(source->archive);
    if (source->file >= 0)
        close(source->file);
    pl_list_free(&source->text);
    pl_release(source);
}

/* The unread text ends without a line feed: gives it one. read_block leaves
 * room for it. */
static pleach_status end_line(pl_source *source, pleach_error *error)
{
    if (unread(source) == 0 ||
        source->text.items[source->text.count - 1] == '\n')
        return PLEACH_OK;
    return pl_list_push(&source->text, '\n') ? PLEACH_OK
                                             : pl_fail_memory(error);
}

static void take(pl_source *source, pl_piece *piece, size_t length)
{
    *piece = (pl_piece){unread_text(source), length, source->line};
    source->start += length;
}

static pleach_status pass_over_line(pl_source *source, pleach_error *error)
{
    uint64_t line = source->line;
    for (;;) {
        const char *text = unread_text(source);
        const char *feed = memchr(text, '\n', unread(source));
        if (feed != NULL) {
            source->start += (size_t)(feed - text) + 1;
            break;
        }
        source->start = source->text.count;
        if (source->ended)
            break;
        PL_TRY(read_more(source, error));
    }
    source->line++;
    return pl_fail_at(error, PLEACH_BAD_DATA, source->input->name, line,
                      PL_LINE_BYTES + 1,
                      "The line is longer than 64 MiB. Write one hierarchy "
                      "per line, or cut this one into several.");
}

pleach_status pl_source_line(pl_source *source, pl_piece *line,
                             pleach_error *error)
{
    size_t seen = 0; /* bytes already known to hold no line feed */
    for (;;) {
        const char *text = unread_text(source);
        const char *feed = memchr(text + seen, '\n', unread(source) - seen);
        if (feed != NULL && (size_t)(feed - text) <= PL_LINE_BYTES) {
            take(source, line, (size_t)(feed - text) + 1);
            source->line++;
            return PLEACH_OK;
        }
        seen = unread(source);
        if (feed != NULL || seen > PL_LINE_BYTES)
            return pass_over_line(source, error);
        if (source->ended) {
            PL_TRY(end_line(source, error));
            take(source, line, unread(source));
            return PLEACH_OK;
        }
        PL_TRY(read_more(source, error));
    }
}

pleach_status pl_source_rest(pl_source *source, pl_piece *rest,
                             pleach_error *error)
{
    while (!source->ended)
        PL_TRY(read_more(source, error));
    PL_TRY(end_line(source, error));
    take(source, rest, unread(source));
    return PLEACH_OK;
}

pleach_status pl_source_peek(pl_source *source, pl_piece *start,
                             pleach_error *error)
{
    while (unread(source) < PEEK_BYTES && !source->ended)
        PL_TRY(read_more(source, error));
    *start = (pl_piece){unread_text(source), unread(source), source->line};
    return PLEACH_OK;
}
