/* outline_taxonomy.c: a taxonomy as trees of names. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "taxonomy/taxonomy.h"
#include "write/outline_payload.h"
#include "write/source_concepts.h"

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

/* What a member's owner called it besides its name. */
static void add_alt_labels(pl_outline *outline, const pleach_taxonomy *forest,
                           uint32_t c, uint32_t k)
{
    const uint32_t *labels = NULL;
    size_t count = pl_member_alts(forest, c, k, &labels);
    for (size_t a = 0; a < count; a++)
        pl_list_add(&outline->alts,
                    pl_strings_at(forest->corpus->alt_labels, labels[a]));
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
static pleach_status outline_clusters(pl_outline *outline,
                                      const pleach_taxonomy *taxonomy,
                                      pl_namer *namer, pleach_error *error)
{
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
                                .concept_first = outline->concepts.count,
                                .fact_first = outline->facts.count};
        pl_list_add(&outline->nodes, node);
        PL_TRY(outline_members(outline, taxonomy, c, &cluster, error));
        PL_TRY(outline_tags(outline, taxonomy, c, error));
        PL_TRY(pl_outline_add_concepts(outline, taxonomy, c, namer, error));
    }
    PL_TRY(pl_outline_add_payloads(outline, taxonomy, error));
    PL_TRY(pl_outline_part_concepts(outline, error));
    return pl_outline_finish(outline, error);
}

/* Names are compared in the language of the result. */
pleach_status pl_outline_of(pl_outline *outline,
                            const pleach_taxonomy *taxonomy,
                            pleach_error *error)
{
    const char *language = pleach_taxonomy_report(taxonomy)->language;
    pl_namer *namer;
    outline->grown = true;
    PL_TRY(
        pl_namer_new(&namer, language == NULL ? "english" : language, error));
    pleach_status status = outline_clusters(outline, taxonomy, namer, error);
    pl_namer_free(namer);
    return status;
}
