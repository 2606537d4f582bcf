/* score_gold_write.c: prints a score against a gold taxonomy. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "score/score_gold.h"
#include "write/terminal_text.h"
#include "write/write.h"

/* A node whose parent the other forest does not give it. */
typedef struct mistake {
    uint32_t node;
    uint32_t weight; /* nodes at and below it: what the mistake moves */
} mistake;

typedef PL_LIST(mistake) mistake_list;

static int compare_edge_weights(const void *left, const void *right)
{
    const mistake *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

/* One kind of mistake: edges of `in`, and where `other` has the node. */
typedef struct listing {
    const pl_named_forest *in, *other;
    mistake_list mistakes;
    uint32_t *namesake; /* per key: the first node of `other`, or PL_NONE */
    bool wrong;
} listing;

static bool find_namesakes(listing *all, uint32_t keys)
{
    all->namesake = pl_allocate(keys, sizeof *all->namesake);
    if (all->namesake == NULL)
        return false;
    for (uint32_t k = 0; k < keys; k++)
        all->namesake[k] = PL_NONE;
    for (uint32_t k = all->other->count; k-- > 0;)
        all->namesake[all->other->key[k]] = k;
    return true;
}

/* The name above the namesake; NULL: it is at the top. */
static const char *other_parent(const listing *all, uint32_t node)
{
    uint32_t same = all->namesake[all->in->key[node]];
    uint32_t up = same == PL_NONE ? PL_NONE : all->other->parent[same];
    return up == PL_NONE ? NULL : all->other->name[up];
}

/* Edges of one forest between names that both have, which the other lacks. */
static bool list_edge_mistakes(listing *all, const pl_gold_score *score)
{
    const pl_named_forest *in = all->in, *other = all->other;
    mistake_list *list = &all->mistakes;
    for (uint32_t k = 0; k < in->count; k++) {
        uint32_t up = in->parent[k];
        if (up == PL_NONE || in->key[up] == in->key[k] ||
            score->in[in->key[k]] != PL_IN_BOTH ||
            score->in[in->key[up]] != PL_IN_BOTH)
            continue;
        uint64_t pair = (uint64_t)in->key[up] << 32 | in->key[k];
        if (pl_words_find(other->edges.items, other->edges.count, pair) !=
            SIZE_MAX)
            continue;
        mistake found = {k, in->weight[k]};
        if (!pl_list_push(list, found))
            return false;
    }
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items,
              compare_edge_weights);
    return true;
}

static void put_gold_text(FILE *to, const char *text)
{
    pl_put_terminal_text(to, text, strlen(text));
}

static void put_edge_mistakes(const pl_scoring *scoring, const listing *all)
{
    FILE *to = scoring->to;
    const pl_named_forest *in = all->in;
    const mistake_list *list = &all->mistakes;
    bool wrong = all->wrong;
    fprintf(to, "\n%s, by nodes at and below: %zu\n",
            wrong ? "Wrong edges" : "Missed edges", list->count);
    for (size_t k = 0; k < list->count && k < scoring->options->show_errors;
         k++) {
        uint32_t node = list->items[k].node;
        const char *above = other_parent(all, node);
        fprintf(to, "%9" PRIu32 "  ", list->items[k].weight);
        put_gold_text(to, in->name[node]);
        fputs(wrong ? " is under " : " should be under ", to);
        put_gold_text(to, in->name[in->parent[node]]);
        fputs(wrong ? ", should be " : ", is ", to);
        fputs(above == NULL ? "at the top" : "under ", to);
        put_gold_text(to, above == NULL ? "" : above);
        putc('\n', to);
    }
}

static void put_gold_row(FILE *to, const char *title,
                         const pleach_agreement *agreement)
{
    fprintf(to, "%-28s %9.4f %7.4f %7.4f\n", title, agreement->precision,
            agreement->recall, agreement->f1);
}

static void put_gold_table(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to,
            "%" PRIu64 " names, %" PRIu64 " in the gold taxonomy, %" PRIu64
            " in both",
            figures->names, figures->gold_names, figures->common_names);
    if (figures->extra_parents > 0)
        fprintf(to,
                "; %" PRIu64 " further parents of gold concepts do not "
                "count",
                figures->extra_parents);
    fputs("\n\n                             precision  recall      F1\n", to);
    put_gold_row(to, "names", &figures->lexical);
    put_gold_row(to, "edges", &figures->edges);
    put_gold_row(to, "ancestors", &figures->ancestors);
    put_gold_row(to, "taxonomic, on common names", &figures->taxonomic);
    fprintf(to, "%-28s %9s %7s %7.4f\n", "taxonomic with name recall", "", "",
            figures->taxonomic_f1_lexical);
}

/* --------------------------------------------------------------- JSON -- */

static void put_gold_figures(pl_json *json, const pleach_score_figures *figures)
{
    pl_json_line(json);
    pl_put_count(json, "names", figures->names);
    pl_put_count(json, "gold_names", figures->gold_names);
    pl_put_count(json, "common_names", figures->common_names);
    pl_put_count(json, "extra_parents", figures->extra_parents);
    pl_json_line(json);
    pl_put_agreement(json, "lexical", &figures->lexical);
    pl_json_line(json);
    pl_put_agreement(json, "edges", &figures->edges);
    pl_json_line(json);
    pl_put_agreement(json, "ancestors", &figures->ancestors);
    pl_json_line(json);
    pl_put_agreement(json, "taxonomic", &figures->taxonomic);
    pl_json_line(json);
    pl_put_real(json, "taxonomic_f1_lexical", figures->taxonomic_f1_lexical);
}

static void put_edge_mistakes_json(pl_json *json, const pl_scoring *scoring,
                                   const listing *all)
{
    const pl_named_forest *in = all->in;
    const mistake_list *list = &all->mistakes;
    bool wrong = all->wrong;
    pl_json_line(json);
    pl_json_key(json, wrong ? "wrong_edges" : "missed_edges");
    pl_json_open(json, '[');
    for (size_t k = 0; k < list->count && k < scoring->options->show_errors;
         k++) {
        uint32_t node = list->items[k].node;
        pl_json_line(json);
        pl_json_open(json, '{');
        pl_put_count(json, "nodes", list->items[k].weight);
        pl_json_key(json, "child");
        pl_json_text(json, in->name[node]);
        pl_json_key(json, "parent");
        pl_json_text(json, in->name[in->parent[node]]);
        pl_json_key(json, wrong ? "gold_parent" : "given_parent");
        pl_json_text(json, other_parent(all, node));
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* --------------------------------------------------------------- both -- */

static pleach_status put_both_edges(const pl_scoring *scoring,
                                    const pl_gold_score *score, pl_json *json,
                                    pleach_error *error)
{
    bool enough = true;
    for (int wrong = 1; enough && wrong >= 0; wrong--) {
        listing all = {.in = wrong ? &score->result : &score->gold,
                       .other = wrong ? &score->gold : &score->result,
                       .wrong = wrong != 0};
        enough = find_namesakes(&all, pl_strings_count(score->keys)) &&
                 list_edge_mistakes(&all, score);
        if (enough && json != NULL)
            put_edge_mistakes_json(json, scoring, &all);
        else if (enough)
            put_edge_mistakes(scoring, &all);
        pl_list_free(&all.mistakes);
        pl_release(all.namesake);
    }
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

pleach_status pl_gold_score_write(const pl_scoring *scoring,
                                  const pl_gold_score *score,
                                  pleach_error *error)
{
    pl_json json;
    bool with_errors = scoring->options->show_errors > 0;
    if (!scoring->options->json) {
        put_gold_table(scoring->to, scoring->figures);
        return with_errors ? put_both_edges(scoring, score, NULL, error)
                           : PLEACH_OK;
    }
    pl_json_start(&json, scoring->to);
    pl_json_open(&json, '{');
    put_gold_figures(&json, scoring->figures);
    if (with_errors)
        PL_TRY(put_both_edges(scoring, score, &json, error));
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', scoring->to);
    return PLEACH_OK;
}
