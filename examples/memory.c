/* memory.c: saplings from memory, watched while they grow, and read.
 *
 *     cc memory.c $(pkg-config --cflags --libs pleach) && ./a.out
 *
 * Prints the forest as an outline, with who said what. "./a.out stop" cancels
 * the work at the first word of progress. */
/* SPDX-License-Identifier: MIT */
#include <pleach.h>
#include <stdio.h>
#include <string.h>

/* What a program may have in its own tables, as it would write it: a line for
 * each hierarchy, with whose it is. */
static const char hierarchies[] =
    "{\"owner\": \"ada\", \"name\": \"Animals\", \"children\": [\"Birds\"]}\n"
    "{\"owner\": \"ben\", \"name\": \"animal\", \"children\": [\"bird\"]}\n"
    "{\"owner\": \"cleo\", \"name\": \"Birds\", \"children\": [\"Heron\"]}\n"
    "{\"owner\": \"dan\", \"name\": \"birds\", \"children\": [\"Herons\"]}\n"
    "{\"owner\": \"ada\", \"name\": \"Animals\", \"children\": [\"Dogs\"]}\n"
    "{\"owner\": \"eve\", \"name\": \"animals\", \"children\": [\"dog\"]}\n";

typedef struct watch {
    bool stop;
    unsigned long heard;
} watch;

/* Called now and then; false cancels. */
static bool hear(void *context, const pleach_progress *progress)
{
    watch *all = context;
    all->heard += progress->stage != NULL;
    return !all->stop;
}

/* Clusters are numbered depth first, so counting walks the forest. */
static pleach_status print(const pleach_taxonomy *taxonomy, pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    for (uint32_t c = 0;
         status == PLEACH_OK && c < pleach_taxonomy_clusters(taxonomy); c++) {
        pleach_cluster cluster;
        pleach_member member;
        status = pleach_taxonomy_cluster(&cluster, taxonomy, c, error);
        if (status == PLEACH_OK)
            printf("%*s%s:", 4 * (int)cluster.depth, "", cluster.name);
        for (uint32_t k = 0; status == PLEACH_OK && k < cluster.size; k++) {
            status = pleach_taxonomy_member(&member, taxonomy, c, k, error);
            if (status == PLEACH_OK)
                printf(" %s's %s", member.node.owner, member.node.name);
        }
        putchar('\n');
    }
    return status;
}

static pleach_status grow(const pleach_corpus *corpus, watch *all,
                          pleach_error *error)
{
    pleach_listener listener = {.progress = hear, .context = all};
    pleach_affinity_options compare = {.listener = &listener};
    pleach_clusters_options find = {.listener = &listener};
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    pleach_status status =
        pleach_affinity_compare(&affinity, corpus, &compare, error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&clusters, affinity, &find, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&taxonomy, clusters, error);
    if (status == PLEACH_OK)
        status = print(taxonomy, error);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    return status;
}

int main(int count, char **arguments)
{
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    pleach_input input = {"rows.jsonl", hierarchies, sizeof hierarchies - 1};
    watch all = {.stop = count > 1 && strcmp(arguments[1], "stop") == 0};
    pleach_status status = pleach_corpus_read(&corpus, &input, 1, NULL, &error);
    if (status == PLEACH_OK)
        status = grow(corpus, &all, &error);
    pleach_corpus_free(corpus);
    if (status == PLEACH_CANCELLED)
        puts("Stopped.");
    else if (status != PLEACH_OK)
        fprintf(stderr, "%s\n", error.sentence);
    else
        printf("Heard of progress: %s.\n", all.heard > 0 ? "yes" : "no");
    return status == PLEACH_OK || status == PLEACH_CANCELLED ? 0 : 1;
}
