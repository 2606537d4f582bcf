/* random_corpus.h: small corpora by chance, as JSON Lines.
 *
 * Few names, so that the same ones meet again as roots and leaves, under
 * different parents, below and above each other, and below themselves. */
/* SPDX-License-Identifier: MIT */
#ifndef RANDOM_CORPUS_H
#define RANDOM_CORPUS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "testing.h"

enum { RANDOM_CORPUS_LINES = 64 };

typedef struct random_corpus {
    char *line[RANDOM_CORPUS_LINES];
    uint32_t count;
} random_corpus;

typedef struct random_corpus_shape {
    uint32_t lines;
    uint32_t names;       /* distinct ones, up to 12 */
    uint32_t most_leaves; /* of one node */
    uint32_t depth;       /* levels below a root; 1: saplings */
    uint32_t tags;        /* distinct ones; 0: no tags */
} random_corpus_shape;

static inline const char *random_corpus_name(pl_random *random, uint32_t names)
{
    static const char *const spelled[12][3] = {
        {"bird", "Birds", "BIRD"},
        {"pet", "Pets", "pet "},
        {"animal", "Animals", "animal"},
        {"dog", "Dogs", "DOG"},
        {"wild life", "WildLife", "wild_life"},
        {"cat", "Cats", "cat"},
        {"trip", "Trips", "trip"},
        {"fish", "Fish", "fish"},
        {"horse", "Horses", "horse"},
        {"tree", "Trees", "tree"},
        {"zoo", "Zoo", "Zoos"},
        {"caf\xC3\xA9", "Caf\xC3\xA9s", "CAF\xC3\x89"}};
    return spelled[pl_random_below(random, names)][pl_random_below(random, 3)];
}

static inline void random_corpus_tags(pl_random *random, FILE *to,
                                      uint32_t tags)
{
    uint32_t count = tags == 0 ? 0 : pl_random_below(random, 4);
    if (count == 0)
        return;
    fputs(",\"tags\":{", to);
    for (uint32_t k = 0; k < count; k++)
        fprintf(to, "%s\"t%u\":%u", k == 0 ? "" : ",",
                (unsigned)(k * tags + pl_random_below(random, tags)),
                (unsigned)(1 + pl_random_below(random, 5)));
    fputc('}', to);
}

/* A node and what is below it; most leaves are leaves, a few go deeper. */
static inline void random_corpus_node(pl_random *random, FILE *to,
                                      const random_corpus_shape *shape,
                                      uint32_t depth)
{
    fprintf(to, "\"name\":\"%s\"", random_corpus_name(random, shape->names));
    random_corpus_tags(random, to, shape->tags);
    uint32_t leaves = pl_random_below(random, shape->most_leaves + 1);
    if (depth == 0 || (depth < shape->depth && pl_random_chance(random, 0.6)))
        leaves = 0;
    if (leaves == 0)
        return;
    fputs(",\"children\":[", to);
    for (uint32_t k = 0; k < leaves; k++) {
        fputs(k == 0 ? "{" : ",{", to);
        random_corpus_node(random, to, shape, depth - 1);
        fputc('}', to);
    }
    fputc(']', to);
}

static inline char *random_corpus_line(pl_random *random, uint32_t number,
                                       const random_corpus_shape *shape)
{
    char *line = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&line, &size);
    assert_non_null(to);
    fprintf(to, "{\"owner\":\"o%u\",\"id\":\"h%u\",",
            (unsigned)pl_random_below(random, 5), (unsigned)number);
    random_corpus_node(random, to, shape, shape->depth);
    fputc('}', to);
    fclose(to);
    return line;
}

/* Now and then a line comes twice, word for word. */
static inline random_corpus random_corpus_new(pl_random *random,
                                              const random_corpus_shape *shape)
{
    random_corpus corpus = {.count = shape->lines};
    assert_true(shape->lines <= RANDOM_CORPUS_LINES);
    for (uint32_t k = 0; k < shape->lines; k++)
        corpus.line[k] = k > 0 && pl_random_chance(random, 0.05)
                             ? strdup(corpus.line[pl_random_below(random, k)])
                             : random_corpus_line(random, k, shape);
    return corpus;
}

static inline void random_corpus_free(random_corpus *corpus)
{
    for (uint32_t k = 0; k < corpus->count; k++)
        free(corpus->line[k]);
}

static inline void random_corpus_shuffle(pl_random *random,
                                         random_corpus *corpus)
{
    for (uint32_t k = corpus->count; k > 1; k--) {
        uint32_t at = pl_random_below(random, k);
        char *line = corpus->line[k - 1];
        corpus->line[k - 1] = corpus->line[at];
        corpus->line[at] = line;
    }
}

/* All lines as one text, ours to free. */
static inline char *random_corpus_text(const random_corpus *corpus)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    for (uint32_t k = 0; k < corpus->count; k++)
        fprintf(to, "%s\n", corpus->line[k]);
    fclose(to);
    return text;
}

#endif
