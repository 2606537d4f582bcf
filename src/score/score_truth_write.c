/* score_truth_write.c: prints a score against a truth, and the mistakes. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "base/status.h"
#include "score/score_truth.h"

enum { PARTS_SHOWN = 5 };

/* A row of the truth, to be sorted by cluster or by concept. */
typedef struct entry {
    uint32_t major, minor, name;
} entry;

/* A cluster that holds several concepts, or a concept in several clusters. */
typedef struct mistake {
    uint64_t pairs;
    uint32_t what;
    size_t first, end; /* entries */
} mistake;

typedef struct part {
    uint32_t what, count, name;
} part;

typedef PL_LIST(mistake) mistake_list;
typedef PL_LIST(part) part_list;

/* The mistakes of one kind, worst first. */
typedef struct listing {
    const pl_truth *truth;
    const pl_result *result;
    bool wrong; /* wrong merges; else missed ones */
    entry *entries;
    mistake_list mistakes;
    part_list parts; /* of the mistake looked at */
} listing;

static int compare_entries(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->major != b->major)
        return a->major < b->major ? -1 : 1;
    if (a->minor != b->minor)
        return a->minor < b->minor ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

static int compare_mistakes(const void *left, const void *right)
{
    const mistake *a = left, *b = right;
    if (a->pairs != b->pairs)
        return a->pairs > b->pairs ? -1 : 1;
    return (a->what > b->what) - (a->what < b->what);
}

static int compare_parts(const void *left, const void *right)
{
    const part *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return (a->what > b->what) - (a->what < b->what);
}

static uint64_t pairs_of(uint64_t count)
{
    return count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count;
}

/* Where the run of equal minor numbers that begins at `at` ends. */
static size_t run_end(const entry *entries, size_t at, size_t end)
{
    size_t stop = at + 1;
    while (stop < end && entries[stop].minor == entries[at].minor)
        stop++;
    return stop;
}

static bool add_mistake(listing *all, size_t first, size_t end)
{
    mistake found = {pairs_of(end - first), all->entries[first].major, first,
                     end};
    for (size_t at = first, stop; at < end; at = stop) {
        stop = run_end(all->entries, at, end);
        found.pairs -= pairs_of(stop - at);
    }
    return found.pairs == 0 || pl_list_push(&all->mistakes, found);
}

/* Ordered by how many pairs are wrong, as one bad cluster matters more than
 * many nodes alone. */
static bool list_mistakes(listing *all)
{
    size_t count = all->truth->rows.count;
    all->entries = pl_allocate(count, sizeof *all->entries);
    if (all->entries == NULL)
        return false;
    for (size_t k = 0; k < count; k++) {
        const pl_truth_row *row = &all->truth->rows.items[k];
        all->entries[k] = all->wrong
                              ? (entry){row->cluster, row->gold, row->name}
                              : (entry){row->gold, row->cluster, row->name};
    }
    qsort(all->entries, count, sizeof *all->entries, compare_entries);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && all->entries[end].major ==
                                                 all->entries[first].major;)
            end++;
        if (!add_mistake(all, first, end))
            return false;
    }
    if (all->mistakes.count > 1)
        qsort(all->mistakes.items, all->mistakes.count,
              sizeof *all->mistakes.items, compare_mistakes);
    return true;
}

/* The most frequent name of a run; its entries are sorted by name. */
static uint32_t usual_name(const entry *entries, size_t first, size_t end)
{
    size_t best = 0;
    uint32_t name = entries[first].name;
    for (size_t at = first, stop; at < end; at = stop) {
        for (stop = at + 1;
             stop < end && entries[stop].name == entries[at].name;)
            stop++;
        if (stop - at > best) {
            best = stop - at;
            name = entries[at].name;
        }
    }
    return name;
}

static bool list_parts(listing *all, const mistake *of)
{
    all->parts.count = 0;
    for (size_t at = of->first, stop; at < of->end; at = stop) {
        stop = run_end(all->entries, at, of->end);
        part found = {all->entries[at].minor, (uint32_t)(stop - at),
                      usual_name(all->entries, at, stop)};
        if (!pl_list_push(&all->parts, found))
            return false;
    }
    qsort(all->parts.items, all->parts.count, sizeof *all->parts.items,
          compare_parts);
    return true;
}

static void free_listing(listing *all)
{
    pl_release(all->entries);
    pl_list_free(&all->mistakes);
    pl_list_free(&all->parts);
}

static size_t shown_of(const listing *all, const pl_scoring *scoring)
{
    size_t most = scoring->options->show_errors;
    return all->mistakes.count < most ? all->mistakes.count : most;
}

/* --------------------------------------------------------------- text -- */

static void put_cluster(FILE *to, const listing *all, uint32_t label)
{
    if (label >= all->truth->clusters) {
        fputs("alone", to);
        return;
    }
    putc('#', to);
    pl_put_string(to, all->result->clusters, label);
}

static void put_part(FILE *to, const listing *all, const part *of)
{
    fprintf(to, "%" PRIu32 " \"", of->count);
    pl_put_string(to, all->truth->names, of->name);
    if (all->wrong) {
        fputs("\" of ", to);
        pl_put_string(to, all->truth->golds, of->what);
        return;
    }
    fputs(of->what < all->truth->clusters ? "\" in " : "\" ", to);
    put_cluster(to, all, of->what);
}

static void put_mistake(FILE *to, const listing *all, const mistake *of)
{
    size_t parts = all->parts.count;
    fprintf(to, "%9" PRIu64 "  ", of->pairs);
    if (all->wrong)
        put_cluster(to, all, of->what);
    else
        pl_put_string(to, all->truth->golds, of->what);
    for (size_t k = 0; k < parts && k < PARTS_SHOWN; k++) {
        fputs(k == 0 ? ": " : ", ", to);
        put_part(to, all, &all->parts.items[k]);
    }
    if (parts > PARTS_SHOWN)
        fprintf(to, ", ... %zu more", parts - PARTS_SHOWN);
    putc('\n', to);
}

static bool put_mistakes(const pl_scoring *scoring, listing *all)
{
    FILE *to = scoring->to;
    size_t shown = shown_of(all, scoring);
    fprintf(to, "\n%s: %zu\n",
            all->wrong ? "Wrong merges, by wrong pairs"
                       : "Missed merges, by missed pairs",
            all->mistakes.count);
    for (size_t k = 0; k < shown; k++) {
        if (!list_parts(all, &all->mistakes.items[k]))
            return false;
        put_mistake(to, all, &all->mistakes.items[k]);
    }
    return true;
}

static void put_partition_line(FILE *to, const char *title,
                               const pleach_partition_score *score)
{
    fprintf(to,
            "%-10s %8" PRIu64 "  %9.4f %7.4f %7.4f  %9.4f %7.4f %7.4f"
            "  %8.4f\n",
            title, score->clusters, score->pairs.precision, score->pairs.recall,
            score->pairs.f1, score->bcubed.precision, score->bcubed.recall,
            score->bcubed.f1, score->adjusted_rand);
}

static void put_table(FILE *to, const pleach_score_figures *figures)
{
    fprintf(to, "%" PRIu64 " nodes of %" PRIu64 " concepts", figures->nodes,
            figures->concepts);
    if (figures->missing > 0)
        fprintf(to, "; %" PRIu64 " not in the result stand alone",
                figures->missing);
    if (figures->torn > 0)
        fprintf(to, "; %" PRIu64 " inner nodes have their leaf elsewhere",
                figures->torn);
    if (figures->repeated > 0)
        fprintf(to, "; %" PRIu64 " rows repeat an id and path",
                figures->repeated);
    fputs("\n\n                             pairs                    B-cubed"
          "            adjusted\n"
          "           clusters  precision  recall      F1  precision  recall"
          "      F1      Rand\n",
          to);
    put_partition_line(to, "given", &figures->given);
    put_partition_line(to, "same name", &figures->same_name);
    put_partition_line(to, "same key", &figures->same_key);
}

/* --------------------------------------------------------------- JSON -- */

static void put_json_score(pl_json *json, const char *key,
                           const pleach_partition_score *score)
{
    pl_json_line(json);
    pl_json_key(json, key);
    pl_json_open(json, '{');
    pl_put_count(json, "clusters", score->clusters);
    pl_put_agreement(json, "pairs", &score->pairs);
    pl_put_agreement(json, "bcubed", &score->bcubed);
    pl_put_real(json, "adjusted_rand", score->adjusted_rand);
    pl_json_close(json, '}');
}

static void put_json_string(pl_json *json, const char *key,
                            const pl_strings *table, uint32_t id)
{
    pl_json_key(json, key);
    pl_json_bytes(json, pl_strings_at(table, id), pl_strings_length(table, id));
}

static void put_json_what(pl_json *json, const listing *all, bool is_cluster,
                          uint32_t what)
{
    if (!is_cluster) {
        put_json_string(json, "gold", all->truth->golds, what);
    } else if (what < all->truth->clusters) {
        put_json_string(json, "cluster", all->result->clusters, what);
    } else {
        pl_json_key(json, "cluster");
        pl_json_null(json);
    }
}

static bool put_json_mistakes(pl_json *json, const pl_scoring *scoring,
                              listing *all)
{
    pl_json_line(json);
    pl_json_key(json, all->wrong ? "wrong_merges" : "missed_merges");
    pl_json_open(json, '[');
    for (size_t k = 0; k < shown_of(all, scoring); k++) {
        const mistake *of = &all->mistakes.items[k];
        if (!list_parts(all, of))
            return false;
        pl_json_line(json);
        pl_json_open(json, '{');
        pl_put_count(json, "pairs", of->pairs);
        put_json_what(json, all, all->wrong, of->what);
        pl_json_key(json, "parts");
        pl_json_open(json, '[');
        for (size_t p = 0; p < all->parts.count; p++) {
            pl_json_open(json, '{');
            pl_put_count(json, "nodes", all->parts.items[p].count);
            put_json_string(json, "name", all->truth->names,
                            all->parts.items[p].name);
            put_json_what(json, all, !all->wrong, all->parts.items[p].what);
            pl_json_close(json, '}');
        }
        pl_json_close(json, ']');
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
    return true;
}

static void put_json_figures(pl_json *json, const pleach_score_figures *figures)
{
    pl_json_line(json);
    pl_put_count(json, "nodes", figures->nodes);
    pl_put_count(json, "concepts", figures->concepts);
    pl_put_count(json, "missing", figures->missing);
    pl_put_count(json, "torn", figures->torn);
    pl_put_count(json, "repeated", figures->repeated);
    put_json_score(json, "given", &figures->given);
    put_json_score(json, "same_name", &figures->same_name);
    put_json_score(json, "same_key", &figures->same_key);
}

/* --------------------------------------------------------------- both -- */

/* Wrong and missed merges, each listed, printed and let go. */
static pleach_status put_both(const pl_scoring *scoring, const pl_truth *truth,
                              pl_json *json, pleach_error *error)
{
    bool enough = true;
    for (int wrong = 1; enough && wrong >= 0; wrong--) {
        listing all = {
            .truth = truth, .result = scoring->result, .wrong = wrong != 0};
        enough = list_mistakes(&all) &&
                 (json != NULL ? put_json_mistakes(json, scoring, &all)
                               : put_mistakes(scoring, &all));
        free_listing(&all);
    }
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

pleach_status pl_truth_write(const pl_scoring *scoring, const pl_truth *truth,
                             pleach_error *error)
{
    pl_json json;
    bool with_errors = scoring->options->show_errors > 0;
    if (!scoring->options->json) {
        put_table(scoring->to, scoring->figures);
        return with_errors ? put_both(scoring, truth, NULL, error) : PLEACH_OK;
    }
    pl_json_start(&json, scoring->to);
    pl_json_open(&json, '{');
    put_json_figures(&json, scoring->figures);
    if (with_errors)
        PL_TRY(put_both(scoring, truth, &json, error));
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', scoring->to);
    return PLEACH_OK;
}
