/* labels.c: folds spellings into labels and sorts the nodes by them. */
/* SPDX-License-Identifier: MIT */
#include "same/labels.h"

#include <string.h>

#include "base/status.h"
#include "corpus/names.h"

/* The spaces of a key carry no meaning: "work animal", "workanimal". */
static size_t squash(const pl_key *key, char *to)
{
    size_t length = 0;
    for (size_t k = 0; k < key->length; k++)
        if (key->bytes[k] != ' ' || key->nameless)
            to[length++] = key->bytes[k];
    return length;
}

static size_t longest_key(const pl_key *key, char **room, size_t have)
{
    if (key->length < have)
        return have;
    char *more = pl_resize(*room, 2 * key->length + 64, 1);
    if (more == NULL)
        return 0;
    *room = more;
    return 2 * key->length + 64;
}

/* Per spelling, the text that it shares with others. */
static pleach_status fold_spellings(pl_strings *texts, uint32_t *of_spelling,
                                    const pleach_corpus *corpus,
                                    pleach_error *error)
{
    pl_namer *namer;
    PL_SCRATCH(scratch);
    PL_TRY(pl_namer_new(&namer, scratch, "none", error));
    char *text = NULL;
    size_t room = 0;
    bool enough = true;
    for (uint32_t x = 0; enough && x < pl_strings_count(corpus->spellings);
         x++) {
        pl_key key;
        enough = pl_namer_key(namer, pl_strings_at(corpus->spellings, x),
                              pl_strings_length(corpus->spellings, x), &key) &&
                 (room = longest_key(&key, &text, room)) > 0;
        if (enough)
            of_spelling[x] = pl_strings_add(texts, text, squash(&key, text));
        enough = enough && of_spelling[x] != PL_NONE;
    }
    pl_release(text);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* -------------------------------------------------------------- labels -- */

typedef PL_LIST(char) label_text;

static uint32_t count_key_words(const pl_strings *keys, uint32_t key)
{
    uint32_t words = 1;
    for (const char *at = pl_strings_at(keys, key);
         (at = strchr(at, ' ')) != NULL; at++)
        words++;
    return words;
}

/* "work animal" tells more than "workanimal". */
static void choose_spellings(pl_labels *labels)
{
    const pleach_corpus *corpus = labels->corpus;
    memset(labels->spelling, 0xFF, labels->count * sizeof *labels->spelling);
    uint32_t words = 0; /* of the chosen one; looked up once it is needed */
    for (uint32_t x = 0; x < labels->count; x++)
        for (uint64_t k = labels->first[x]; k < labels->first[x + 1]; k++) {
            uint32_t node = labels->node[k];
            uint32_t rival = corpus->node_spelling[node];
            uint32_t *chosen = &labels->spelling[x];
            if (*chosen == rival)
                continue;
            uint32_t other =
                count_key_words(corpus->keys, corpus->node_key[node]);
            if (*chosen == PL_NONE || other > words ||
                (other == words && rival < *chosen)) {
                *chosen = rival;
                words = other;
            }
        }
}

static void sort_label_nodes(pl_labels *labels)
{
    uint32_t nodes = labels->corpus->node_count;
    uint64_t *first = labels->first; /* has room for one more */
    for (uint32_t node = 0; node < nodes; node++)
        first[labels->of_node[node] + 2]++;
    for (uint32_t x = 0; x < labels->count; x++)
        first[x + 2] += first[x + 1];
    for (uint32_t node = 0; node < nodes; node++)
        labels->node[first[labels->of_node[node] + 1]++] = node;
}

/* ------------------------------------------------------------ languages -- */

/* Sets *known to a language, or to MIXED where it was another one. */
enum { MIXED = PL_NONE - 1 };

static void note_language(uint32_t *known, uint32_t language)
{
    if (language != PL_NONE && *known != language)
        *known = *known == PL_NONE ? language : MIXED;
}

/* The text of a node's label: a text that is of several languages is told
 * apart by them. */
static uint32_t add_spoken(pl_strings *texts, const pl_strings *shared,
                           uint32_t text, const char *language,
                           label_text *room)
{
    size_t length = pl_strings_length(shared, text);
    size_t more = language == NULL ? 0 : strlen(language) + 1;
    room->count = 0;
    if (!pl_list_room(room, length + more + 1))
        return PL_NONE;
    memcpy(room->items, pl_strings_at(shared, text), length);
    if (more > 0) {
        room->items[length] = '@'; /* which no name's text has */
        memcpy(room->items + length + 1, language, more - 1);
    }
    return pl_strings_add(texts, room->items, length + more);
}

/* of_node[n] becomes the number of its label's text, where languages are known.
 */
static bool label_nodes(pl_strings *texts, pl_labels *labels,
                        const pl_strings *shared, const uint32_t *of_spelling)
{
    const pleach_corpus *corpus = labels->corpus;
    const pl_spoken *spoken = &labels->spoken;
    uint32_t count = pl_strings_count(shared);
    uint32_t *known = pl_allocate(count, sizeof *known);
    label_text room = {0};
    bool enough = known != NULL;
    if (enough)
        memset(known, 0xff, count * sizeof *known);
    for (uint32_t n = 0; enough && n < corpus->node_count; n++)
        note_language(&known[of_spelling[corpus->node_spelling[n]]],
                      spoken->of_node[n]);
    for (uint32_t n = 0; enough && n < corpus->node_count; n++) {
        uint32_t text = of_spelling[corpus->node_spelling[n]];
        uint32_t own = spoken->of_node[n];
        const char *language = known[text] == MIXED && own != PL_NONE
                                   ? spoken->languages.items[own]
                                   : NULL;
        labels->of_node[n] = add_spoken(texts, shared, text, language, &room);
        enough = labels->of_node[n] != PL_NONE;
    }
    pl_list_free(&room);
    pl_release(known);
    return enough;
}

static void find_languages(pl_labels *labels)
{
    memset(labels->language, 0xff, labels->count * sizeof *labels->language);
    for (uint32_t n = 0;
         labels->spoken.of_node && n < labels->corpus->node_count; n++)
        note_language(&labels->language[labels->of_node[n]],
                      labels->spoken.of_node[n]);
}

/* ------------------------------------------------------------- the whole -- */

/* Labels are numbered in the order of their bytes, so that nothing after this
 * depends on which spelling came first. */
static bool number_labels(pl_labels *labels, pl_arena *arena, pl_strings *texts)
{
    uint32_t nodes = labels->corpus->node_count;
    labels->count = pl_strings_count(texts);
    labels->spelling = PL_ARENA_ARRAY(arena, uint32_t, labels->count);
    labels->language = PL_ARENA_ARRAY(arena, uint32_t, labels->count);
    labels->first = PL_ARENA_ARRAY(arena, uint64_t, labels->count + 2u);
    labels->node = PL_ARENA_ARRAY(arena, uint32_t, nodes);
    uint32_t *sorted = pl_allocate(labels->count, sizeof *sorted);
    bool enough = sorted != NULL && !pl_arena_failed(arena) &&
                  pl_strings_sort(texts, sorted);
    for (uint32_t n = 0; enough && n < nodes; n++)
        labels->of_node[n] = sorted[labels->of_node[n]];
    pl_release(sorted);
    return enough;
}

/* Tables of spellings are only needed to get from nodes to labels. */
pleach_status pl_labels_make(pl_labels *labels, pl_arena *arena,
                             const pleach_corpus *corpus, pleach_error *error)
{
    pl_strings *shared = pl_strings_new(), *texts = pl_strings_new();
    uint32_t *of_spelling =
        pl_allocate(pl_strings_count(corpus->spellings), sizeof *of_spelling);
    *labels = (pl_labels){.corpus = corpus};
    labels->of_node = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    pleach_status status =
        !shared || !texts || !of_spelling || !labels->of_node
            ? pl_fail_memory(error)
            : fold_spellings(shared, of_spelling, corpus, error);
    if (status == PLEACH_OK)
        status = pl_spoken_find(&labels->spoken, arena, corpus, error);
    bool spoken = labels->spoken.languages.count > 0;
    for (uint32_t n = 0; status == PLEACH_OK && n < corpus->node_count; n++)
        labels->of_node[n] = of_spelling[corpus->node_spelling[n]];
    if (status == PLEACH_OK &&
        ((spoken && !label_nodes(texts, labels, shared, of_spelling)) ||
         !number_labels(labels, arena, spoken ? texts : shared)))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK) {
        find_languages(labels);
        sort_label_nodes(labels);
        choose_spellings(labels);
    }
    pl_release(of_spelling);
    pl_strings_free(shared);
    pl_strings_free(texts);
    return status;
}
