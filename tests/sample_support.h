/* sample_support.h: for the tests of pleach_sample: taxonomies made to
 * measure, and what was sampled from them, in memory. */
/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_SUPPORT_H
#define SAMPLE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pleach_lab.h"
#include "sinks.h"

/* A temporary file with this content; its name is in a static buffer. */
static inline const char *file_with(const char *bytes, size_t size)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/pleach-sample-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), (ssize_t)size);
    close(file);
    return path;
}

typedef struct sampled {
    pleach_status status;
    pleach_error error;
    pleach_sample_facts facts;
    char *saplings, *truth, *gold;
    size_t saplings_size, truth_size, gold_size;
} sampled;

static inline sampled sample_file(const char *path,
                                  const pleach_sample_options *options)
{
    sampled made = {.status = PLEACH_OK};
    FILE *saplings = open_memstream(&made.saplings, &made.saplings_size);
    FILE *truth = open_memstream(&made.truth, &made.truth_size);
    FILE *gold = open_memstream(&made.gold, &made.gold_size);
    assert_true(saplings && truth && gold);
    made.status = pleach_sample(FILE_AT(path), TO(saplings), TO(truth),
                                TO(gold), options, &made.facts, &made.error);
    fclose(saplings);
    fclose(truth);
    fclose(gold);
    return made;
}

static inline sampled sample_text(const char *taxonomy,
                                  const pleach_sample_options *options)
{
    const char *path = file_with(taxonomy, strlen(taxonomy));
    sampled made = sample_file(path, options);
    unlink(path);
    return made;
}

static inline void sampled_free(sampled *made)
{
    free(made->saplings);
    free(made->truth);
    free(made->gold);
}

/* Nothing but the taxonomy itself: no noise, no variants, no tags. */
static inline pleach_sample_options plain_options(uint64_t saplings)
{
    return (pleach_sample_options){.random_seed = 5,
                                   .saplings = saplings,
                                   .shortcut = PLEACH_NONE,
                                   .noise = PLEACH_NONE,
                                   .variation = PLEACH_NONE,
                                   .synonym = PLEACH_NONE,
                                   .typo = PLEACH_NONE,
                                   .decor = PLEACH_NONE,
                                   .tags_per_node = PLEACH_NONE};
}

/* A regular tree as a TSV: `width` kids each, `depth` levels of them. An id
 * says where a concept stands ("r.3.0"), its name is a word of its own that
 * ends in "o". */
static inline char *regular_tree(unsigned width, unsigned depth)
{
    char *text = NULL;
    size_t size = 0, count = 1, first = 0, all = 1;
    FILE *to = open_memstream(&text, &size);
    char(*ids)[64] = calloc(200000, sizeof *ids);
    assert_true(to && ids);
    strcpy(ids[0], "r");
    fputs("id\tname\tparent\nr\ttopo\t\n", to);
    for (unsigned level = 0; level < depth; level++) {
        size_t next = all;
        for (size_t k = first; k < first + count; k++)
            for (unsigned kid = 0; kid < width; kid++, all++) {
                assert_true(all < 200000);
                char id[sizeof *ids];
                snprintf(id, sizeof id, "%.40s.%u", ids[k], kid);
                memcpy(ids[all], id, sizeof id);
                fprintf(to, "%s\tk", ids[all]);
                for (size_t n = all; n > 0; n /= 20)
                    fputc("bcdfghjklmnpqrtvwzae"[n % 20], to);
                fprintf(to, "o\t%s\n", ids[k]);
            }
        first = next;
        count = all - next;
    }
    fclose(to);
    free(ids);
    return text;
}

/* The depth that such an id stands for. */
static inline unsigned id_depth(const char *id)
{
    unsigned depth = 0;
    for (; *id != '\0'; id++)
        depth += *id == '.';
    return depth;
}

/* A taxonomy with two kinds of bird, a synonym, tags and quotes. */
static const char toy[] =
    "{\"name\": \"animal\", \"tags\": [\"fauna\"], \"children\": ["
    "{\"name\": \"pet\", \"children\": [{\"name\": \"bird\", \"syn\": "
    "[\"tame bird\"], \"children\": [{\"name\": \"parrot\"}, "
    "{\"name\": \"canary\"}]}, {\"name\": \"dog\"}, {\"name\": \"cat\"}]},"
    "{\"name\": \"wildlife\", \"children\": [{\"name\": \"bird\", "
    "\"children\": [{\"name\": \"sea eagle\"}, {\"name\": \"heron\"}, "
    "{\"name\": \"caf\\u00e9 \\\"owl\\\"\"}]}, {\"name\": \"wolf\"}]}]}";

static inline sampled sample_fine(const char *taxonomy,
                                  const pleach_sample_options *options)
{
    sampled made = sample_text(taxonomy, options);
    if (made.status != PLEACH_OK)
        fail_msg("%s", made.error.sentence);
    return made;
}

static inline double share(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole;
}

#define assert_near(value, wanted, tolerance)                                  \
    do {                                                                       \
        double value_ = (value), wanted_ = (wanted);                           \
        if (!(fabs(value_ - wanted_) <= (tolerance)))                          \
            fail_msg("%s is %g, not %g", #value, value_, wanted_);             \
    } while (0)

/* One row of a truth file, cut at its tabs in place. */
typedef struct truth_row {
    char *id, *path, *name, *gold, *kind;
} truth_row;

/* Takes the next row off *text; false at the end. */
static inline bool next_row(char **text, truth_row *row)
{
    if (**text == '\0')
        return false;
    char **cells[] = {&row->id, &row->path, &row->name, &row->gold, &row->kind};
    for (size_t k = 0; k < 5; k++) {
        char *end = strpbrk(*text, "\t\n");
        assert_non_null(end);
        assert_int_equal(*end, k < 4 ? '\t' : '\n');
        *cells[k] = *text;
        *end = '\0';
        *text = end + 1;
    }
    return true;
}

static inline char *skip_line(char *text)
{
    char *end = strchr(text, '\n');
    assert_non_null(end);
    return end + 1;
}

#endif
