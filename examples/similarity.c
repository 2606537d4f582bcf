/* similarity.c: nodes compared by a function of one's own.
 *
 *     cc similarity.c $(pkg-config --cflags --libs pleach) &&
 *         ./a.out saplings.jsonl
 *
 * Two nodes are as similar as their names have letters in common at the
 * beginning. Nodes of one name are compared anyway; those of two names where
 * this program asks for it. */
/* SPDX-License-Identifier: MIT */
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct names {
    const char **of; /* by node */
    uint32_t count;
    pleach_pair *pairs;
    size_t pair_count;
} names;

static bool alike(char a, char b)
{
    return (a | 32) == (b | 32);
}

/* A share of the longer name. Asked from several threads: it only reads. */
static double compare(void *context, uint32_t a, uint32_t b)
{
    const names *all = context;
    const char *left = all->of[a], *right = all->of[b];
    size_t same = 0, longer = strlen(left);
    while (left[same] != '\0' && alike(left[same], right[same]))
        same++;
    if (strlen(right) > longer)
        longer = strlen(right);
    return longer == 0 ? 0 : (double)same / (double)longer;
}

/* Names that begin with the same four letters are worth a look. */
static bool list_pairs(names *all)
{
    for (uint32_t a = 0; a < all->count; a++)
        for (uint32_t b = a + 1; b < all->count; b++) {
            size_t k = 0;
            while (k < 4 && all->of[a][k] != '\0' &&
                   alike(all->of[a][k], all->of[b][k]))
                k++;
            if (k < 4)
                continue;
            if ((all->pair_count & (all->pair_count - 1)) == 0) {
                size_t room = all->pair_count == 0 ? 1 : 2 * all->pair_count;
                pleach_pair *more = realloc(all->pairs, room * sizeof *more);
                if (more == NULL)
                    return false;
                all->pairs = more;
            }
            all->pairs[all->pair_count++] = (pleach_pair){.a = a, .b = b};
        }
    return true;
}

static bool read_names(names *all, const pleach_corpus *corpus)
{
    pleach_node node;
    all->count = (uint32_t)pleach_corpus_get_facts(corpus)->nodes;
    all->of = calloc(all->count, sizeof *all->of);
    if (all->of == NULL)
        return false;
    for (uint32_t n = 0; n < all->count; n++) {
        if (pleach_corpus_node(&node, corpus, n, NULL) != PLEACH_OK)
            return false;
        all->of[n] = node.name; /* the corpus's, as long as it is there */
    }
    return list_pairs(all);
}

static pleach_status grow(const pleach_corpus *corpus, names *all,
                          pleach_error *error)
{
    pleach_own_similarity own = {.compare = compare,
                                 .context = all,
                                 .pairs = all->pairs,
                                 .pair_count = all->pair_count};
    /* Half of it is one's own, the other half what the corpus says. */
    pleach_affinity_options options = {.similarity = "0.5*own + 0.5*context:2",
                                       .own = &own};
    pleach_sink to = {.stream = stdout};
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    pleach_status status =
        pleach_affinity_compare(&affinity, corpus, &options, error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&clusters, affinity, NULL, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&taxonomy, clusters, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_write(taxonomy, &to, NULL, error);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    return status;
}

int main(int count, char **arguments)
{
    pleach_input input = {.name = count > 1 ? arguments[1] : "-"};
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    names all = {0};
    pleach_status status = pleach_corpus_read(&corpus, &input, 1, NULL, &error);
    if (status == PLEACH_OK)
        status = read_names(&all, corpus) ? grow(corpus, &all, &error)
                                          : PLEACH_NO_MEMORY;
    free(all.of);
    free(all.pairs);
    pleach_corpus_free(corpus);
    if (status != PLEACH_OK)
        fprintf(stderr, "%s\n", error.sentence);
    return status == PLEACH_OK ? 0 : 1;
}
