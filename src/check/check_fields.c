/* check_fields.c: proves names, concepts and words of the report, which no
 * other proof looks at. */
/* SPDX-License-Identifier: MIT */
#include <libstemmer.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "check/check.h"
#include "taxonomy/result_fields.h"

/* Files that do not tell the names of members are silent: "". People may have
 * decided what a cluster is called. */
static pleach_status check_name(const pl_taxonomy_file *filed, uint32_t c,
                                bool decided, pleach_error *error)
{
    const char *name = filed->name[c];
    const char *root = pl_taxonomy_file_root(filed);
    bool known =
        *name != '\0' && (decided || (filed->parent[c] == PL_NONE &&
                                      root != NULL && strcmp(name, root) == 0));
    for (uint32_t k = filed->first[c]; k < filed->first[c + 1] && !known; k++)
        known = *name != '\0' && (*filed->member[k].name == '\0' ||
                                  strcmp(filed->member[k].name, name) == 0);
    return known
               ? PLEACH_OK
               : pl_taxonomy_file_broken(
                     filed, error,
                     "Cluster %lld is called \"%.*s\", as no member of it is.",
                     (long long)filed->id[c],
                     pl_text_cut(name, strlen(name), 60), name);
}

/* The cluster that stands for a concept; PL_NONE: there is none. */
static uint32_t find_chief(const pl_taxonomy_file *filed,
                           const pl_parsed *clusters, uint32_t c)
{
    const pl_parsed *concept =
        pl_parsed_get(pl_parsed_at(clusters, c), "concept");
    if (concept == NULL)
        return c;
    return pl_parsed_is(concept, PL_PARSED_INTEGER)
               ? pl_taxonomy_file_find(filed, pl_parsed_integer(concept))
               : PL_NONE;
}

/* The largest cluster of a concept stands for it, for itself as well. */
static pleach_status check_concept(const pl_taxonomy_file *filed,
                                   const pl_parsed *clusters, uint32_t c,
                                   pleach_error *error)
{
    const uint32_t *first = filed->first;
    uint32_t chief = find_chief(filed, clusters, c);
    if (chief != PL_NONE && find_chief(filed, clusters, chief) == chief &&
        first[chief + 1] - first[chief] >= first[c + 1] - first[c])
        return PLEACH_OK;
    return pl_taxonomy_file_broken(filed, error,
                                   "The \"concept\" of cluster %lld is not the "
                                   "largest cluster of one.",
                                   (long long)filed->id[c]);
}

static bool is_language(const pl_parsed *word)
{
    const char *language = pl_parsed_text(word);
    if (language == NULL || strcmp(language, "none") == 0)
        return language != NULL;
    struct sb_stemmer *stemmer = sb_stemmer_new(language, NULL);
    sb_stemmer_delete(stemmer);
    return stemmer != NULL;
}

/* All that is there is of the kind that its description says; older files may
 * lack some. `of` is what messages call the object, for a cluster with its
 * id. */
static pleach_status check_kinds(const pl_taxonomy_file *filed,
                                 const pl_field_list *fields,
                                 const pl_parsed *object, const char *of,
                                 pleach_error *error)
{
    for (size_t k = 0; k < fields->count; k++) {
        const pl_field *field = &fields->items[k];
        const pl_parsed *value = pl_parsed_get(object, field->name);
        if (value != NULL && !pl_field_fits(field, value))
            return pl_taxonomy_file_broken(
                filed, error, "The \"%s\" of %s should be %s.", field->name, of,
                pl_field_kind_words(field->kind));
    }
    return PLEACH_OK;
}

static pleach_status check_all_kinds(const pl_taxonomy_file *filed,
                                     const pl_parsed *report,
                                     const pl_parsed *clusters,
                                     pleach_error *error)
{
    PL_TRY(check_kinds(filed, &pl_report_fields, report, "the report", error));
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *cluster = pl_parsed_at(clusters, c);
        char of[48];
        snprintf(of, sizeof of, "cluster %lld", (long long)filed->id[c]);
        PL_TRY(check_kinds(filed, &pl_cluster_fields, cluster, of, error));
        PL_TRY(check_kinds(filed, &pl_voices_fields,
                           pl_parsed_get(cluster, "voices"), of, error));
    }
    return PLEACH_OK;
}

pleach_status pl_check_fields(const pl_taxonomy_file *filed,
                              pleach_error *error)
{
    const pl_parsed *report = pl_parsed_get(filed->root, "report");
    const pl_parsed *clusters = pl_parsed_get(filed->root, "clusters");
    const pl_parsed *parents = pl_parsed_get(report, "parents");
    const pl_parsed *language = pl_parsed_get(report, "language");
    /* Kept from a result in which anything may have been decided. */
    bool kept = pl_parsed_get(report, "next_id") != NULL;
    PL_TRY(check_all_kinds(filed, report, clusters, error));
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        const pl_parsed *cluster = pl_parsed_at(clusters, c);
        bool decided = pl_parsed_size(pl_parsed_get(cluster, "decided")) > 0;
        PL_TRY(check_name(filed, c, kept || decided, error));
        PL_TRY(check_concept(filed, clusters, c, error));
    }
    if (parents != NULL && (!pl_parsed_is(parents, PL_PARSED_INTEGER) ||
                            pl_parsed_integer(parents) < 1))
        return pl_taxonomy_file_broken(
            filed, error, "The report's \"parents\" should be 1 or more.");
    if (language != NULL && !is_language(language))
        return pl_taxonomy_file_broken(
            filed, error, "The report's \"language\" is none that is known.");
    return PLEACH_OK;
}
