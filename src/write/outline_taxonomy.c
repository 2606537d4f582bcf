/* outline_taxonomy.c: a taxonomy as trees of names. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "taxonomy/taxonomy.h"
#include "write/outline_payload.h"

enum { TAGS_KEPT = 10 }; /* as many as files have */

static int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Leaves each text from `first` on once, and `but` not at all. */
static void sort_texts(pl_texts *list, size_t first, const char *but)
{
    size_t kept = first;
    if (list->count > first)
        qsort(list->items + first, list->count - first, sizeof *list->items,
              order_texts);
    for (size_t k = first; k < list->count; k++)
        if ((but == NULL || strcmp(list->items[k], but) != 0) &&
            (kept == first ||
             strcmp(list->items[k], list->items[kept - 1]) != 0))
            list->items[kept++] = list->items[k];
    list->count = kept;
}

/* What a member's owner called it besides its name, where that is known. */
static void add_alt_labels(pl_outline *outline, const pleach_taxonomy *forest,
                           uint32_t c, uint32_t k)
{
    const pleach_corpus *corpus = forest->corpus;
    if (corpus == NULL || corpus->alt_first == NULL)
        return;
    uint32_t slot = forest->member[forest->member_first[c] + k];
    uint32_t node = forest->affinity->slot_node[slot];
    for (uint64_t a = corpus->alt_first[node]; a < corpus->alt_first[node + 1];
         a++)
        pl_list_add(&outline->alts,
                    pl_strings_at(corpus->alt_labels, corpus->alt_label[a]));
}

/* Names are sorted and freed of repetitions once they are all there; the
 * cluster's own name is none of its others. */
static pleach_status outline_members(pl_outline *outline,
                                     const pleach_taxonomy *taxonomy,
                                     uint32_t c, const pleach_cluster *cluster,
                                     pleach_error *error)
{
    size_t first = outline->alts.count, source = outline->sources.count;
    for (uint32_t k = 0; k < cluster->size; k++) {
        pleach_member member;
        PL_TRY(pleach_taxonomy_member(&member, taxonomy, c, k, error));
        pl_list_add(&outline->sources, member.node.owner);
        if (member.shaped != NULL && strcmp(member.shaped, "entry") == 0)
            continue;
        pl_list_add(&outline->alts, member.node.name);
        add_alt_labels(outline, taxonomy, c, k);
    }
    sort_texts(&outline->alts, first, cluster->name);
    sort_texts(&outline->sources, source, NULL);
    return PLEACH_OK;
}

static pleach_status outline_tags(pl_outline *outline,
                                  const pleach_taxonomy *taxonomy, uint32_t c,
                                  pleach_error *error)
{
    pleach_tag tags[TAGS_KEPT];
    size_t count = TAGS_KEPT;
    PL_TRY(pleach_taxonomy_tags(tags, &count, taxonomy, c, error));
    pl_list_add_all(&outline->tags, tags, count);
    return PLEACH_OK;
}

/* Through the public interface, so that files read back are converted like
 * forests just grown. */
pleach_status pl_outline_of(pl_outline *outline,
                            const pleach_taxonomy *taxonomy,
                            pleach_error *error)
{
    outline->taxonomy = taxonomy;
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++) {
        pleach_cluster cluster;
        PL_TRY(pleach_taxonomy_cluster(&cluster, taxonomy, c, error));
        pl_outline_node node = {.name = cluster.name,
                                .parent = cluster.parent,
                                .size = cluster.size,
                                .entries = cluster.entries,
                                .people = cluster.people,
                                .edge_people = cluster.edge_people,
                                .also_under = cluster.also_under,
                                .also_count = cluster.also_count,
                                .alt_first = outline->alts.count,
                                .tag_first = outline->tags.count,
                                .source_first = outline->sources.count,
                                .fact_first = outline->facts.count};
        pl_list_add(&outline->nodes, node);
        PL_TRY(outline_members(outline, taxonomy, c, &cluster, error));
        PL_TRY(outline_tags(outline, taxonomy, c, error));
    }
    PL_TRY(pl_outline_add_payloads(outline, taxonomy, error));
    return pl_outline_finish(outline, error);
}
