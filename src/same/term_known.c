/* term_known.c: what is known of two names from elsewhere:
 *     s = 1 if somebody says that they mean the same, else the greater of the
 *         share of meanings that a thesaurus gives them in common and of how
 *         alike their vectors are above chance; 0 for equal names
 * It links the names that it knows something of. Sums without concepts get it
 * when there are files of synonyms or vectors. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "same/read_knowledge.h"

typedef struct known_labels {
    pl_labels labels;
    pl_label_words words;
    pl_label_knowledge known;
} known_labels;

static pleach_status prepare_known(pl_term *term, pl_scope *scope,
                                   pleach_error *error)
{
    known_labels *k = PL_ARENA_ARRAY(scope->arena, known_labels, 1);
    if (k == NULL)
        return pl_fail_memory(error);
    term->state = k;
    PL_TRY(pl_labels_make(&k->labels, scope->arena, scope->corpus, error));
    PL_TRY(pl_label_words_make(&k->words, scope->arena, &k->labels, error));
    return pl_read_knowledge(&k->known, scope->arena, &k->labels, &k->words,
                             scope, error);
}

static void release_known(pl_term *term)
{
    known_labels *k = term->state;
    if (k == NULL)
        return;
    pl_label_words_free(&k->words);
    pl_label_knowledge_free(&k->known);
}

/* Links the names of all nodes of two labels. */
static void link_labels(const known_labels *k, pl_scope *scope, uint64_t pair,
                        pl_pair_list *names)
{
    const uint64_t *first = k->labels.first;
    const uint32_t *node = k->labels.node, *key = scope->corpus->node_key;
    uint32_t a = (uint32_t)(pair >> 32), b = (uint32_t)pair;
    for (uint64_t i = first[a]; i < first[a + 1]; i++) {
        if (i > first[a] && key[node[i]] == key[node[i - 1]])
            continue;
        for (uint64_t j = first[b]; j < first[b + 1]; j++)
            if ((j == first[b] || key[node[j]] != key[node[j - 1]]) &&
                key[node[i]] != key[node[j]])
                pl_list_add(names, pl_pair_pack(key[node[i]], key[node[j]]));
    }
}

static pleach_status add_known_links(const pl_term *term, pl_scope *scope,
                                     pl_links *links, pleach_error *error)
{
    const known_labels *k = term->state;
    pl_pair_list found = {0};
    pleach_status status = pl_label_knowledge_pairs(
        &found, &k->known, k->labels.count, scope, error);
    for (size_t at = 0; status == PLEACH_OK && at < found.count; at++)
        link_labels(k, scope, found.items[at], &links->names);
    pl_list_free(&found);
    return status;
}

static double compare_known(const pl_term *term, uint32_t a, uint32_t b)
{
    const known_labels *k = term->state;
    uint32_t x = k->labels.of_node[a], y = k->labels.of_node[b];
    if (x == y ||
        k->labels.corpus->node_key[a] == k->labels.corpus->node_key[b])
        return 0;
    double said = pl_label_said(&k->known, x, y);
    double share = pl_pair_values_find(&k->known.thesaurus, x, y);
    double near = pl_label_vectors_alike(&k->known, x, y);
    double most = share > near ? share : near;
    return said > 0 ? 1 : said < 0 || most < 0 ? 0 : most < 1 ? most : 1;
}

const pl_term_kind pl_term_known = {.name = "known",
                                    .argument = PL_ARGUMENT_NONE,
                                    .prepare = prepare_known,
                                    .release = release_known,
                                    .link = add_known_links,
                                    .compare_nodes = compare_known};
