/* read_corpus.c: all inputs into one corpus. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/exchange.h"
#include "base/hash.h"
#include "read/read.h"
#include "read/read_corpus.h"
#include "read/read_joined.h"
#include "read/reader.h"

/* ---------------------------------------------------------------- owners -- */

/* What somebody is called who is known by a file only. */
typedef struct input_owners {
    pl_arena *arena;
    pl_strings *names;
    uint32_t *of; /* each input's, in names */
} input_owners;

typedef struct path_end {
    const char *text;
    size_t length;
    bool whole; /* there is no more before it */
} path_end;

/* The last parts of a name, so many. */
static path_end cut_end(const char *name, size_t parts)
{
    size_t length = strlen(name), start;
    if (strncmp(name, "dir:", 4) == 0 && length > 4) {
        name += 4;
        length -= 4;
        while (length > 1 && name[length - 1] == '/')
            length--;
    }
    for (start = length; start > 0; start--)
        if (name[start - 1] == '/' && start < length && --parts == 0)
            break;
    if (start == length)
        start = 0;
    return (path_end){name + start, length - start, start == 0};
}

/* Names those whose ends of so many parts are their own, or cannot grow; how
 * many others there are. An input that is given twice is no other. */
static size_t name_some(input_owners *owners, const pleach_input *inputs,
                        size_t count, size_t parts)
{
    PL_SCRATCH(scratch);
    pl_strings *ends = pl_strings_in(scratch);
    uint32_t *first = PL_ARENA_ARRAY(scratch, uint32_t, count);
    bool *shared = PL_ARENA_ARRAY(scratch, bool, count);
    size_t left = 0;
    for (uint32_t k = 0; !pl_arena_failed(scratch) && k < count; k++) {
        path_end end = cut_end(inputs[k].name, parts);
        uint32_t number = pl_strings_add(ends, end.text, end.length);
        if (number == PL_NONE)
            break;
        if (first[number] == 0)
            first[number] = k + 1;
        shared[number] |=
            strcmp(inputs[first[number] - 1].name, inputs[k].name) != 0;
    }
    for (size_t k = 0; !pl_arena_failed(scratch) && k < count; k++) {
        path_end end = cut_end(inputs[k].name, parts);
        if (owners->of[k] != PL_NONE)
            continue;
        if (end.whole || !shared[pl_strings_find(ends, end.text, end.length)])
            owners->of[k] = pl_strings_add(owners->names, end.text, end.length);
        else
            left++;
    }
    if (pl_arena_failed(scratch))
        pl_arena_fail(owners->arena);
    return left;
}

/* The base name of each input, or as many folders before it as tell it from
 * inputs of the same base name. A folder is called the same from wherever it
 * is looked at. False: no memory. */
static bool find_owners(input_owners *owners, const pleach_input *inputs,
                        size_t count)
{
    owners->arena = pl_arena_new();
    owners->names = pl_strings_in(owners->arena);
    owners->of = PL_ARENA_ARRAY(owners->arena, uint32_t, count);
    for (size_t k = 0; !pl_arena_failed(owners->arena) && k < count; k++)
        owners->of[k] = PL_NONE;
    for (size_t left = count, parts = 1;
         left > 0 && !pl_arena_failed(owners->arena); parts++)
        left = name_some(owners, inputs, count, parts);
    return !pl_arena_failed(owners->arena);
}

/* --------------------------------------------------------------- reading -- */

static uint64_t total_size(const pleach_input *inputs, size_t count)
{
    uint64_t total = 0;
    for (size_t k = 0; k < count; k++) {
        uint64_t size = pl_source_size(&inputs[k]);
        if (size == 0 && inputs[k].bytes == NULL)
            return 0;
        total += size;
    }
    return total;
}

/* What was read must hold a hierarchy, or have been skipped. A reader of lines
 * or rows has settled what is wrong with one: what is told here is wrong with
 * all that is left. */
static pleach_status read_some(pl_reader *reader, pl_format read,
                               pleach_error *error)
{
    pleach_error failure;
    size_t before = reader->builder->hierarchies.count;
    size_t joined = reader->joined->rows;
    uint64_t skipped = reader->builder->facts.skipped;
    pleach_status status = read(reader, &failure);
    PL_TRY(pl_reader_settle(reader, status, &failure, error));
    if (reader->builder->hierarchies.count > before ||
        reader->joined->rows > joined)
        return PLEACH_OK;
    if (reader->builder->facts.skipped > skipped)
        return PLEACH_OK; /* told line by line; the end tells if all are */
    status = pl_fail_at(&failure, PLEACH_BAD_DATA, reader->file, 1, 1,
                        "The input is empty, or has no hierarchy in it.");
    return pl_reader_settle(reader, status, &failure, error);
}

static pleach_status read_text_input(pl_reader *reader,
                                     const pleach_input *input,
                                     const char *format, pleach_error *error)
{
    pl_format read;
    pleach_error failure;
    PL_TRY(pl_source_open(&reader->source, input, reader->progress, error));
    pleach_status status = pl_format_find(&read, format, reader, &failure);
    if (status == PLEACH_OK)
        status = read_some(reader, read, error);
    else /* all of it is malformed */
        status = pl_reader_settle(reader, status, &failure, error);
    if (status == PLEACH_BAD_DATA)
        (void)pl_source_find_damage(reader->source, error);
    pl_source_close(reader->source);
    reader->source = NULL;
    return status;
}

static pleach_status read_input(pl_reader *reader, const pleach_input *input,
                                const char *format, pleach_error *error)
{
    pl_format place = pl_format_of_place(input);
    reader->file = input->name;
    reader->arena = pl_arena_new();
    pleach_status status = place == NULL
                               ? read_text_input(reader, input, format, error)
                               : read_some(reader, place, error);
    if (status == PLEACH_OK)
        status = pl_check_memory(reader->arena, error);
    pl_arena_free(reader->arena);
    reader->progress->bytes_before += pl_source_size(input);
    return status;
}

static pleach_status read_inputs(pl_builder *builder,
                                 const pleach_input *inputs, size_t count,
                                 const pleach_read_options *options,
                                 pleach_error *error)
{
    pl_joined joined = {.rows = 0};
    pl_reader reader = {.builder = builder,
                        .progress = builder->progress,
                        .columns = options->columns,
                        .label_language = options->label_language,
                        .joined = &joined,
                        .several = count > 1,
                        .skip_bad = options->skip_bad};
    input_owners owners;
    pleach_status status =
        find_owners(&owners, inputs, count) ? PLEACH_OK : pl_fail_memory(error);
    for (size_t k = 0; k < count && status == PLEACH_OK; k++) {
        reader.input = (uint32_t)k;
        reader.owner = pl_strings_at(owners.names, owners.of[k]);
        status = read_input(&reader, &inputs[k], options->format, error);
    }
    if (status == PLEACH_OK && reader.columns_missing && !reader.columns_found)
        status = pl_fail(error, PLEACH_BAD_USAGE,
                         "No table has the columns that --columns names.");
    if (status == PLEACH_OK)
        status = pl_joined_finish(&joined, error);
    pl_joined_close(&joined);
    pl_arena_free(owners.arena);
    return status;
}

/* What was read, in one number: processes that share the work have to have
 * read the same. */
static uint64_t digest_of(const pl_builder *builder)
{
    uint64_t digest = builder->hierarchies.count;
    for (size_t k = 0; k < builder->hierarchies.count; k++) {
        const pl_staged_hierarchy *h = &builder->hierarchies.items[k];
        digest = pl_hash_pair(digest, h->content);
        digest =
            pl_hash_pair(digest, pl_strings_hash(builder->owners, h->owner));
        if (h->id_given)
            digest = pl_hash_pair(digest, pl_strings_hash(builder->ids, h->id));
    }
    return digest;
}

static pleach_status check_left(const pl_builder *builder,
                                const pleach_input *inputs, pleach_error *error)
{
    if (builder->hierarchies.count > 0)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, inputs[0].name, 0, 0,
                      "Nothing is left: all input was malformed and skipped. "
                      "Read without skipping to see why.");
}

/* --------------------------------------------------------------- public -- */

/* What was said about the inputs, so that they can be read again alike. */
static bool record_reading(pleach_corpus *corpus,
                           const pleach_read_options *options)
{
    const struct {
        const char **to, *from;
    } texts[] = {{&corpus->format, options->format},
                 {&corpus->columns, options->columns},
                 {&corpus->label_language, options->label_language}};
    bool enough = true;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (texts[k].from != NULL)
            enough &=
                (*texts[k].to = pl_arena_text(corpus->arena, texts[k].from,
                                              strlen(texts[k].from))) != NULL;
    corpus->max_input = options->max_input;
    return enough;
}

/* Names are checked first, since every message after this one uses them. */
pleach_status pl_read_corpus(pleach_corpus **corpus, const pleach_input *inputs,
                             size_t count, const pleach_read_options *options,
                             const pl_draft_keeper *keeper,
                             const pleach_input *packed, pleach_error *error)
{
    static const pleach_read_options defaults;
    if (options == NULL)
        options = &defaults;
    if (count == 0 || count >= PL_NONE)
        return pl_fail(
            error, PLEACH_BAD_USAGE,
            "There is no input. Name a file, or - for standard input.");
    for (size_t k = 0; k < count; k++)
        if (inputs[k].name == NULL)
            return pl_fail(error, PLEACH_BAD_USAGE,
                           "Input number %zu has no name.", k + 1);
    pl_read_progress progress = {.listener = options->listener,
                                 .max_bytes = options->max_input,
                                 .bytes_total = total_size(inputs, count)};
    const char *language =
        options->language == NULL ? "english" : options->language;
    pl_builder *builder;
    pleach_corpus *made = NULL;
    PL_TRY(pl_builder_new(&builder, language, &progress, error));
    builder->keeper = keeper;
    pleach_error failure = {0};
    pleach_status status =
        packed != NULL ? pl_unpack(builder, packed, inputs, count, &failure)
                       : read_inputs(builder, inputs, count, options, &failure);
    if (status == PLEACH_OK)
        status = check_left(builder, inputs, &failure);
    status = pl_exchange_agree(options->exchange, status, &failure,
                               digest_of(builder), error);
    if (status == PLEACH_OK)
        status = pl_builder_finish(builder, &made, inputs, count, error);
    if (status == PLEACH_OK && !record_reading(made, options))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        *corpus = made;
    else
        pleach_corpus_free(made);
    pl_builder_free(builder);
    return status;
}

pleach_status pleach_corpus_read(pleach_corpus **corpus,
                                 const pleach_input *inputs, size_t count,
                                 const pleach_read_options *options,
                                 pleach_error *error)
{
    return pl_read_corpus(corpus, inputs, count, options, NULL, NULL, error);
}
