/* score_crumbs_write.c: prints how right the paths are, and what is wrong. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "score/score_crumbs.h"
#include "write/terminal_text.h"
#include "write/write.h"

/* A cluster below one whose concept does not belong above its own. */
typedef struct hanging {
    uint32_t cluster;
    uint32_t under; /* the nearest cluster above of a concept in gold */
    uint32_t nodes; /* rows of the truth at and below it */
} hanging;

typedef struct hangings {
    uint32_t *nodes; /* per cluster */
    PL_LIST(hanging) list;
} hangings;

static int compare_hangings(const void *left, const void *right)
{
    const hanging *a = left, *b = right;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes ? -1 : 1;
    return (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

static bool count_nodes(hangings *all, const pl_crumbs *crumbs)
{
    const pl_crumb_forest *given = &crumbs->given;
    all->nodes = pl_allocate(given->groups, sizeof *all->nodes);
    if (all->nodes == NULL)
        return false;
    for (size_t k = 0; k < crumbs->truth->rows.count; k++)
        for (uint32_t at = given->label[k]; at != PL_NONE;
             at = given->parent[at])
            all->nodes[at]++;
    return true;
}

static bool belongs(const pl_crumbs *crumbs, uint32_t upper, uint32_t lower)
{
    uint32_t at = lower;
    while (at != PL_NONE && at != upper)
        at = pl_crumbs_above(crumbs, at);
    return at == upper;
}

/* Concepts that gold lacks are passed over, here as in the figures. */
static bool list_hangings(hangings *all, const pl_crumbs *crumbs)
{
    const pl_crumb_forest *given = &crumbs->given;
    for (uint32_t c = 0; c < given->groups; c++) {
        uint32_t under = given->parent[c];
        while (under != PL_NONE &&
               !pl_crumbs_known(crumbs, given->means[under]))
            under = given->parent[under];
        if (under == PL_NONE || !pl_crumbs_known(crumbs, given->means[c]) ||
            belongs(crumbs, given->means[under], given->means[c]))
            continue;
        hanging found = {c, under, all->nodes[c]};
        if (!pl_list_push(&all->list, found))
            return false;
    }
    if (all->list.count > 1)
        qsort(all->list.items, all->list.count, sizeof *all->list.items,
              compare_hangings);
    return true;
}

/* What a cluster's concept should be under; NULL: nothing. */
static const char *right_parent(const pl_crumbs *crumbs, uint32_t cluster)
{
    uint32_t above = pl_crumbs_above(crumbs, crumbs->given.means[cluster]);
    return above == PL_NONE ? NULL : crumbs->gold->name[crumbs->gold_of[above]];
}

/* --------------------------------------------------------------- text -- */

static void put_crumb_text(FILE *to, const char *text)
{
    pl_put_terminal_text(to, text, strlen(text));
}

static void put_crumb_cluster(FILE *to, const pl_taxonomy_file *filed,
                              uint32_t c)
{
    put_crumb_text(to, filed->name[c]);
    fprintf(to, " (#%lld)", (long long)filed->id[c]);
}

static void put_hangings(const pl_scoring *scoring, const pl_crumbs *crumbs,
                         const hangings *all)
{
    FILE *to = scoring->to;
    const pl_taxonomy_file *filed = &scoring->result->filed;
    fprintf(to, "\nWrong hangings, by nodes at and below: %zu\n",
            all->list.count);
    for (size_t k = 0; k < all->list.count && k < scoring->options->show_errors;
         k++) {
        const hanging *of = &all->list.items[k];
        const char *above = right_parent(crumbs, of->cluster);
        fprintf(to, "%9" PRIu32 "  ", of->nodes);
        put_crumb_cluster(to, filed, of->cluster);
        fputs(" is under ", to);
        put_crumb_cluster(to, filed, of->under);
        fputs(above == NULL ? ", should be at the top" : ", should be under ",
              to);
        put_crumb_text(to, above == NULL ? "" : above);
        putc('\n', to);
    }
}

static void put_crumb_row(FILE *to, const char *title, int decimals,
                          double given, double by_key, double by_truth)
{
    fprintf(to, "%-16s %9.*f %13.*f %15.*f\n", title, decimals, given, decimals,
            by_key, decimals, by_truth);
}

static void put_rows(FILE *to, const pleach_score_figures *figures)
{
    const pleach_crumb_score *a = &figures->tree, *b = &figures->key_votes,
                             *c = &figures->truth_votes;
#define ROW(title, decimals, field)                                            \
    put_crumb_row(to, title, decimals, (double)a->field, (double)b->field,     \
                  (double)c->field)
    ROW("crumb precision", 4, crumbs.precision);
    ROW("crumb recall", 4, crumbs.recall);
    ROW("crumb F1", 4, crumbs.f1);
    ROW("clean", 4, clean);
    ROW("edge precision", 4, edges.precision);
    ROW("edge recall", 4, edges.recall);
    ROW("edge F1", 4, edges.f1);
    ROW("pairs F1", 4, pairs_f1);
    ROW("places", 2, places);
    ROW("twins", 4, twins);
    ROW("groups", 0, groups);
    ROW("trees", 0, trees);
    ROW("depth", 0, depth);
#undef ROW
}

static void put_crumb_table(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to,
            "%" PRIu64 " nodes of %" PRIu64 " concepts, %" PRIu64
            " of them in the gold taxonomy",
            figures->nodes, figures->concepts, figures->gold_concepts);
    if (figures->missing > 0)
        fprintf(to, "; %" PRIu64 " nodes are not in the result",
                figures->missing);
    if (figures->torn > 0)
        fprintf(to, "; %" PRIu64 " inner nodes have their leaf elsewhere",
                figures->torn);
    if (figures->extra_parents > 0)
        fprintf(to,
                "; %" PRIu64 " further parents of gold concepts do not count",
                figures->extra_parents);
    fprintf(to, "\n\n%-16s %9s %13s %15s\n", "", "given", "key + votes",
            "truth + votes");
    put_rows(to, figures);
}

/* --------------------------------------------------------------- JSON -- */

static void put_crumb_score(pl_json *json, const char *key,
                            const pleach_crumb_score *score)
{
    pl_json_line(json);
    pl_json_key(json, key);
    pl_json_open(json, '{');
    pl_put_agreement(json, "crumbs", &score->crumbs);
    pl_put_real(json, "clean", score->clean);
    pl_put_agreement(json, "edges", &score->edges);
    pl_put_real(json, "pairs_f1", score->pairs_f1);
    pl_put_real(json, "places", score->places);
    pl_put_real(json, "twins", score->twins);
    pl_put_count(json, "groups", score->groups);
    pl_put_count(json, "trees", score->trees);
    pl_put_count(json, "depth", score->depth);
    pl_json_close(json, '}');
}

static void put_crumb_figures(pl_json *json,
                              const pleach_score_figures *figures)
{
    pl_json_line(json);
    pl_put_count(json, "nodes", figures->nodes);
    pl_put_count(json, "concepts", figures->concepts);
    pl_put_count(json, "gold_concepts", figures->gold_concepts);
    pl_put_count(json, "missing", figures->missing);
    pl_put_count(json, "torn", figures->torn);
    pl_put_count(json, "repeated", figures->repeated);
    pl_put_count(json, "extra_parents", figures->extra_parents);
    put_crumb_score(json, "given", &figures->tree);
    put_crumb_score(json, "key_votes", &figures->key_votes);
    put_crumb_score(json, "truth_votes", &figures->truth_votes);
}

static void put_json_cluster(pl_json *json, const char *key,
                             const pl_taxonomy_file *filed, uint32_t c)
{
    pl_json_key(json, key);
    pl_json_open(json, '{');
    pl_put_count(json, "id", (uint64_t)filed->id[c]);
    pl_json_key(json, "name");
    pl_json_text(json, filed->name[c]);
    pl_json_close(json, '}');
}

static void put_json_hangings(pl_json *json, const pl_scoring *scoring,
                              const pl_crumbs *crumbs, const hangings *all)
{
    const pl_taxonomy_file *filed = &scoring->result->filed;
    pl_json_line(json);
    pl_json_key(json, "wrong_hangings");
    pl_json_open(json, '[');
    for (size_t k = 0; k < all->list.count && k < scoring->options->show_errors;
         k++) {
        const hanging *of = &all->list.items[k];
        pl_json_line(json);
        pl_json_open(json, '{');
        pl_put_count(json, "nodes", of->nodes);
        put_json_cluster(json, "child", filed, of->cluster);
        put_json_cluster(json, "under", filed, of->under);
        pl_json_key(json, "gold_parent");
        pl_json_text(json, right_parent(crumbs, of->cluster));
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* --------------------------------------------------------------- both -- */

static pleach_status put_wrong_hangings(const pl_scoring *scoring,
                                        const pl_crumbs *crumbs, pl_json *json,
                                        pleach_error *error)
{
    hangings all = {0};
    bool enough = count_nodes(&all, crumbs) && list_hangings(&all, crumbs);
    if (enough && json != NULL)
        put_json_hangings(json, scoring, crumbs, &all);
    else if (enough)
        put_hangings(scoring, crumbs, &all);
    pl_release(all.nodes);
    pl_list_free(&all.list);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

pleach_status pl_crumbs_write(const pl_scoring *scoring,
                              const pl_crumbs *crumbs, pleach_error *error)
{
    pl_json json;
    bool with_errors = scoring->options->show_errors > 0;
    if (!scoring->options->json) {
        put_crumb_table(scoring->to, scoring->figures);
        return with_errors ? put_wrong_hangings(scoring, crumbs, NULL, error)
                           : PLEACH_OK;
    }
    pl_json_start(&json, scoring->to);
    pl_json_open(&json, '{');
    put_crumb_figures(&json, scoring->figures);
    if (with_errors)
        PL_TRY(put_wrong_hangings(scoring, crumbs, &json, error));
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', scoring->to);
    return PLEACH_OK;
}
