/* stages.c: the whole way through the library, with a clock at each door. */
/* SPDX-License-Identifier: MIT */
#include "stages.h"

#include <stdio.h>

#include <pleach.h>

#include "measure.h"

enum { READ, COMPARE, CLUSTER, GROW, WRITE, STAGES };

typedef struct way {
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    pleach_clusters *clusters;
    pleach_taxonomy *taxonomy;
    moment took[STAGES];
    double read_peak; /* bytes after reading */
} way;

static double file_bytes(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseeko(file, 0, SEEK_END) != 0)
        measure_give_up("The corpus cannot be read.");
    double bytes = (double)ftello(file);
    fclose(file);
    return bytes;
}

static pleach_status save(const pleach_taxonomy *taxonomy, const char *path,
                          pleach_error *error)
{
    pleach_write_options options = {.format = "json"};
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return PLEACH_IO;
    pleach_status status = pleach_taxonomy_write(
        taxonomy, &(pleach_sink){.stream = file}, &options, error);
    return fclose(file) == 0 ? status : PLEACH_IO;
}

static pleach_status go(way *w, const char *corpus, const char *output,
                        uint32_t threads, pleach_error *error)
{
    pleach_input input = {.name = corpus};
    pleach_affinity_options compare = {.threads = threads};
    pleach_clusters_options cluster = {.threads = threads};
    pleach_status status = PLEACH_OK;
    int end = output == NULL ? READ + 1 : STAGES;
    for (int stage = READ; stage < end && status == PLEACH_OK; stage++) {
        moment start = measure_now();
        if (stage == READ)
            status = pleach_corpus_read(&w->corpus, &input, 1, NULL, error);
        else if (stage == COMPARE)
            status = pleach_affinity_compare(&w->affinity, w->corpus, &compare,
                                             error);
        else if (stage == CLUSTER)
            status = pleach_clusters_find(&w->clusters, w->affinity, &cluster,
                                          error);
        else if (stage == GROW)
            status = pleach_taxonomy_grow(&w->taxonomy, w->clusters, error);
        else
            status = save(w->taxonomy, output, error);
        w->took[stage] = measure_since(start);
        if (stage == READ)
            w->read_peak = measure_peak_bytes();
    }
    return status;
}

static void tell(const way *w, const char *corpus, const char *output,
                 uint32_t threads)
{
    static const char *const names[] = {"read", "compare", "cluster", "grow",
                                        "write"};
    const pleach_corpus_facts *facts = pleach_corpus_get_facts(w->corpus);
    printf("{\"what\": \"stages\", \"threads\": %u, \"bytes\": %.0f, "
           "\"saplings\": %llu, \"nodes\": %llu",
           threads, file_bytes(corpus), (unsigned long long)facts->saplings,
           (unsigned long long)facts->nodes);
    if (output != NULL)
        printf(", \"pairs\": %llu, \"written\": %.0f",
               (unsigned long long)pleach_affinity_pairs(w->affinity),
               file_bytes(output));
    for (int k = 0; k < (output == NULL ? READ + 1 : STAGES); k++)
        printf(", \"%s\": {\"wall\": %.6f, \"cpu\": %.6f, \"user\": %.6f}",
               names[k], w->took[k].wall, w->took[k].cpu, w->took[k].user);
    printf(", \"read_peak_bytes\": %.0f, \"peak_bytes\": %.0f}\n", w->read_peak,
           measure_peak_bytes());
}

void stages_measure(const char *corpus, const char *output, uint32_t threads)
{
    way w = {0};
    pleach_error error = {0};
    if (go(&w, corpus, output, threads, &error) != PLEACH_OK)
        measure_give_up(error.sentence);
    tell(&w, corpus, output, threads);
    pleach_taxonomy_free(w.taxonomy);
    pleach_clusters_free(w.clusters);
    pleach_affinity_free(w.affinity);
    pleach_corpus_free(w.corpus);
}
