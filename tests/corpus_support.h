/* corpus_support.h: reads small texts and shows the corpus as text. */
/* SPDX-License-Identifier: MIT */
#ifndef CORPUS_SUPPORT_H
#define CORPUS_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus.h"
#include "testing.h"

static inline pleach_status read_bytes(pleach_corpus **corpus, const char *name,
                                       const void *bytes, size_t size,
                                       const pleach_read_options *options,
                                       pleach_error *error)
{
    pleach_input input = {name, bytes, size};
    *corpus = NULL;
    return pleach_corpus_read(corpus, &input, 1, options, error);
}

/* The same through another process' hands: packed, and unpacked again. */
static inline pleach_status
read_packed(pleach_corpus **corpus, const pleach_input *inputs, size_t count,
            const pleach_read_options *options, pleach_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    pleach_sink sink = {.stream = to};
    *corpus = NULL;
    pleach_status status =
        pleach_corpus_pack(&sink, inputs, count, options, error);
    fclose(to);
    pleach_input packed = {"packed", text, size};
    if (status == PLEACH_OK)
        status = pleach_corpus_unpack(corpus, &packed, inputs, count, options,
                                      error);
    free(text);
    return status;
}

/* Reads a text that must be right. */
static inline pleach_corpus *read_text_with(const char *name, const char *text,
                                            const pleach_read_options *options)
{
    pleach_corpus *corpus;
    pleach_error error = {0};
    pleach_status status =
        read_bytes(&corpus, name, text, strlen(text), options, &error);
    if (status != PLEACH_OK)
        fail_msg("%s:%d:%d: %s", error.file, (int)error.line, (int)error.column,
                 error.sentence);
    return corpus;
}

static inline pleach_corpus *read_text(const char *name, const char *text)
{
    return read_text_with(name, text, NULL);
}

/* Reads a text that must be refused, at a place, with a word in the
 * sentence. */
static inline void refuse_bytes(const char *name, const void *bytes,
                                size_t size, pleach_status expected,
                                uint64_t line, uint64_t column,
                                const char *word)
{
    pleach_corpus *corpus;
    pleach_error error = {0};
    pleach_status status = read_bytes(&corpus, name, bytes, size, NULL, &error);
    if (status != expected || error.status != expected || error.line != line ||
        error.column != column || strcmp(error.file, name) != 0 ||
        strstr(error.sentence, word) == NULL)
        fail_msg("%.*s\ngave status %d at %s:%d:%d: %s", (int)size,
                 (const char *)bytes, status, error.file, (int)error.line,
                 (int)error.column, error.sentence);
    assert_null(corpus);
}

static inline void refuse(const char *name, const char *text, uint64_t line,
                          uint64_t column, const char *word)
{
    refuse_bytes(name, text, strlen(text), PLEACH_BAD_DATA, line, column, word);
}

/* A text that grows; ours to free. */
typedef struct shown {
    char *text;
    size_t length;
} shown;

static inline void show_text(shown *to, const char *text)
{
    size_t more = strlen(text);
    to->text = realloc(to->text, to->length + more + 1);
    assert_non_null(to->text);
    memcpy(to->text + to->length, text, more + 1);
    to->length += more;
}

/* name~ has a twin; [tag:count tag:count] follow where there are tags. */
static inline void show_node(shown *to, const pleach_corpus *corpus,
                             uint32_t node)
{
    show_text(to,
              pl_strings_at(corpus->spellings, corpus->node_spelling[node]));
    if (corpus->node_twin[node] != PL_NONE)
        show_text(to, "~");
    uint64_t first = corpus->tag_first[node];
    uint64_t end = corpus->tag_first[node + 1];
    for (uint64_t k = first; k < end; k++) {
        char count[32];
        snprintf(count, sizeof count, ":%g", (double)corpus->tag_count[k]);
        show_text(to, k == first ? "[" : " ");
        show_text(to, pl_strings_at(corpus->tags, corpus->tag_id[k]));
        show_text(to, count);
    }
    if (end > first)
        show_text(to, "]");
}

/* "owner|id|path|Root>leaf,leaf" and a line feed. */
static inline char *show_sapling(const pleach_corpus *corpus, uint32_t s)
{
    shown to = {NULL, 0};
    uint32_t h = corpus->sapling_hierarchy[s];
    uint32_t root = corpus->sapling_first[s];
    show_text(&to, pl_strings_at(corpus->owners, corpus->hierarchy_owner[h]));
    show_text(&to, "|");
    show_text(&to, corpus->hierarchy_id[h]);
    show_text(&to, "|");
    show_text(&to, pl_strings_at(corpus->paths, corpus->sapling_path[s]));
    show_text(&to, "|");
    show_node(&to, corpus, root);
    for (uint32_t n = root + 1; n < corpus->sapling_first[s + 1]; n++) {
        show_text(&to, n == root + 1 ? ">" : ",");
        show_node(&to, corpus, n);
    }
    show_text(&to, "\n");
    return to.text;
}

static inline int compare_shown(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* One line per sapling, in byte order: the corpus orders by hashes. */
static inline char *show_corpus(const pleach_corpus *corpus)
{
    shown to = {NULL, 0};
    char **lines = calloc(corpus->sapling_count, sizeof *lines);
    assert_non_null(lines);
    for (uint32_t s = 0; s < corpus->sapling_count; s++)
        lines[s] = show_sapling(corpus, s);
    qsort(lines, corpus->sapling_count, sizeof *lines, compare_shown);
    for (uint32_t s = 0; s < corpus->sapling_count; s++) {
        show_text(&to, lines[s]);
        free(lines[s]);
    }
    free(lines);
    return to.text;
}

/* Counts warnings and keeps the last. */
typedef struct heard {
    int warnings;
    pleach_error last;
} heard;

static inline void hear(void *context, const pleach_error *warning)
{
    heard *to = context;
    to->warnings++;
    to->last = *warning;
}

static inline void same_strings(const pl_strings *a, const pl_strings *b)
{
    assert_int_equal(pl_strings_count(a), pl_strings_count(b));
    for (uint32_t k = 0; k < pl_strings_count(a); k++)
        assert_string_equal(pl_strings_at(a, k), pl_strings_at(b, k));
}

#define SAME(a, b, field, count)                                               \
    assert_memory_equal((a)->field, (b)->field,                                \
                        (size_t)(count) * sizeof *(a)->field)

/* Everything is the same but ids, which may show a file and line. */
static inline void same_but_ids(const pleach_corpus *a, const pleach_corpus *b)
{
    assert_int_equal(a->hierarchy_count, b->hierarchy_count);
    assert_int_equal(a->sapling_count, b->sapling_count);
    assert_int_equal(a->node_count, b->node_count);
    same_strings(a->owners, b->owners);
    same_strings(a->spellings, b->spellings);
    same_strings(a->keys, b->keys);
    same_strings(a->tags, b->tags);
    same_strings(a->paths, b->paths);
    SAME(a, b, hierarchy_owner, a->hierarchy_count);
    SAME(a, b, sapling_first, a->sapling_count + 1u);
    SAME(a, b, sapling_hierarchy, a->sapling_count);
    SAME(a, b, sapling_path, a->sapling_count);
    SAME(a, b, node_sapling, a->node_count);
    SAME(a, b, node_spelling, a->node_count);
    SAME(a, b, node_key, a->node_count);
    SAME(a, b, node_twin, a->node_count);
    SAME(a, b, node_identity, a->node_count);
    SAME(a, b, tag_first, a->node_count + 1u);
    SAME(a, b, tag_id, a->tag_first[a->node_count]);
    SAME(a, b, tag_count, a->tag_first[a->node_count]);
    same_strings(a->alt_labels, b->alt_labels);
    assert_int_equal(a->alt_first == NULL, b->alt_first == NULL);
    if (a->alt_first != NULL) {
        same_strings(a->alt_keys, b->alt_keys);
        SAME(a, b, alt_first, a->node_count + 1u);
        SAME(a, b, alt_label, a->alt_first[a->node_count]);
        SAME(a, b, alt_label_key, pl_strings_count(a->alt_labels));
    }
    assert_string_equal(a->language, b->language);
    assert_int_equal(a->facts.names, b->facts.names);
    assert_int_equal(a->facts.owners, b->facts.owners);
}

/* What the text reads as, in the form above, whichever way it goes. */
static inline void reads_as(const char *name, const char *text,
                            const char *expected)
{
    pleach_input input = {name, text, strlen(text)};
    pleach_corpus *corpus = read_text(name, text), *other;
    assert_int_equal(read_packed(&other, &input, 1, NULL, NULL), PLEACH_OK);
    char *seen = show_corpus(corpus);
    assert_string_equal(seen, expected);
    same_but_ids(corpus, other);
    same_strings(corpus->ids, other->ids);
    same_strings(corpus->source_ids, other->source_ids);
    assert_memory_equal(&corpus->facts, &other->facts, sizeof corpus->facts);
    assert_int_equal(corpus->each_is_somebody, other->each_is_somebody);
    free(seen);
    pleach_corpus_free(corpus);
    pleach_corpus_free(other);
}

#endif
