/* grow.c: the shortest useful program with libpleach.
 *
 *     cc grow.c $(pkg-config --cflags --libs pleach) && ./a.out saplings.jsonl
 */
/* SPDX-License-Identifier: MIT */
#include <pleach.h>
#include <stdio.h>

static int fail(const pleach_error *error)
{
    fprintf(stderr, "%s:%llu: %s\n", error->file,
            (unsigned long long)error->line, error->sentence);
    return 1;
}

int main(int count, char **arguments)
{
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    pleach_error error = {0};
    pleach_input input = {.name = count > 1 ? arguments[1] : "-"};
    pleach_sink to = {.stream = stdout};

    /* Each noun is made from the one before; zeros are the defaults. */
    bool fine =
        pleach_corpus_read(&corpus, &input, 1, NULL, &error) == PLEACH_OK &&
        pleach_affinity_compare(&affinity, corpus, NULL, &error) == PLEACH_OK &&
        pleach_clusters_find(&clusters, affinity, NULL, &error) == PLEACH_OK &&
        pleach_taxonomy_grow(&taxonomy, clusters, &error) == PLEACH_OK &&
        pleach_taxonomy_write(taxonomy, &to, NULL, &error) == PLEACH_OK;

    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return fine ? 0 : fail(&error);
}
