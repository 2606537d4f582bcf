/* reader.h: one input on its way into the builder, in whatever format. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_READER_H
#define PL_READER_H

#include "base/strings.h"
#include "corpus/builder.h"
#include "read/source.h"

typedef struct pl_reader {
    pl_source *source;
    pl_builder *builder;
    pl_read_progress *progress;
    const char *file;           /* what messages call the input */
    const char *owner;          /* of hierarchies that name none */
    const char *columns;        /* as in pleach_read_options ... */
    const char *label_language; /* ... and this */
    struct pl_joined *joined;   /* where tables of several inputs meet */
    pl_arena *arena; /* of all that is kept while reading one input */
    uint32_t input;
    bool several; /* inputs are read */
    /* Whether tables have had the columns that the caller names, and not. */
    bool columns_found, columns_missing;
    bool skip_bad;
    /* A list of what many people made: hierarchies that name no owner are each
     * somebody's. Else all that the input has is one maker's. */
    bool is_list;
} pl_reader;

/* pl_strings_add, whose failure the arena remembers. */
uint32_t pl_reader_note(pl_reader *reader, pl_strings *table, const char *bytes,
                        size_t length);

/* After each line or row: `failure` becomes the caller's error, unless it is
 * bad data that are to be skipped; then it is counted and told. */
PLEACH_CHECKED pleach_status pl_reader_settle(pl_reader *reader,
                                              pleach_status status,
                                              const pleach_error *failure,
                                              pleach_error *error);

/* Refuses NUL bytes and invalid UTF-8. */
PLEACH_CHECKED pleach_status pl_reader_check(const pl_reader *reader,
                                             const pl_piece *piece,
                                             pleach_error *error);

/* All that is unread of the input, checked so. */
PLEACH_CHECKED pleach_status pl_reader_rest(pl_reader *reader, pl_piece *text,
                                            pleach_error *error);

/* Calls for each line of the input that is not blank; whatever is wrong with
 * one is settled. */
typedef pleach_status pl_take_line(void *context, const pl_piece *line,
                                   pleach_error *error);
PLEACH_CHECKED pleach_status pl_reader_lines(pl_reader *reader,
                                             pl_take_line *take, void *context,
                                             pleach_error *error);

/* The next line of a piece, with its line feed; false at the end. *at begins
 * with 0. */
bool pl_piece_next(const pl_piece *text, size_t *at, pl_piece *line);

/* PLEACH_BAD_DATA at byte `offset` of a piece, which may span lines. */
pleach_status pl_reader_fail(const pl_reader *reader, const pl_piece *piece,
                             size_t offset, pleach_error *error,
                             const char *sentence, ...) PL_FORMAT(5, 6);

/* The same at a line, 0 for none, of the whole input; and what is told of it:
 * oddities with a line, or how it was understood. */
#define pl_reader_refuse(reader, line, error, ...)                             \
    pl_fail_at((error), PLEACH_BAD_DATA, (reader)->file, (line), 0, __VA_ARGS__)
#define pl_reader_warn(reader, kind, line, ...)                                \
    pl_read_progress_warn((reader)->progress, (kind), (reader)->file, (line),  \
                          __VA_ARGS__)
#define pl_reader_tell(reader, ...)                                            \
    pl_read_progress_note((reader)->progress, (reader)->file, __VA_ARGS__)

/* PLEACH_BAD_DATA: an XML document would grow without end. */
pleach_status pl_reader_fail_entities(const pl_reader *reader, uint64_t line,
                                      pleach_error *error);
/* PLEACH_BAD_USAGE: this format was left out when pleach was built. */
pleach_status pl_reader_fail_unbuilt(const pl_reader *reader,
                                     const char *format, pleach_error *error);

/* Gives the draft the input's owner when it has none, and adds it. */
PLEACH_CHECKED pleach_status pl_reader_add(pl_reader *reader, pl_draft *draft,
                                           uint64_t line, pleach_error *error);

/* Finds the format by its name, else the input's ending, else a look at its
 * text. What is not recognised is bad data. */
typedef pleach_status (*pl_format)(pl_reader *reader, pleach_error *error);
PLEACH_CHECKED pleach_status pl_format_find(pl_format *format, const char *name,
                                            pl_reader *reader,
                                            pleach_error *error);

/* The reader of an input that is no text but a place ("dir:", "sqlite:"); NULL:
 * it is text. */
pl_format pl_format_of_place(const pleach_input *input);

/* Whether plain bytes of that name are JSON in the form that pleach itself
 * uses, in lines or as a document. */
bool pl_format_is_own_json(const char *name, const char *bytes, size_t size);

#endif
