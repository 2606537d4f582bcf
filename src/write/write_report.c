/* write_report.c: the measures and settings of a run as one JSON object. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "write/write.h"

static void put_report_integer(pl_json *json, const char *key, uint64_t value)
{
    pl_json_line(json);
    pl_json_put_integer(json, key, value);
}

static void put_report_double(pl_json *json, const char *key, double value)
{
    pl_json_line(json);
    pl_json_put_double(json, key, value);
}

static void put_report_text(pl_json *json, const char *key, const char *value)
{
    pl_json_line(json);
    pl_json_put_text(json, key, value);
}

static void put_report_levels(pl_json *json, const pleach_report *report)
{
    pl_json_line(json);
    pl_json_key(json, "levels");
    pl_json_open(json, '{');
    pl_json_put_integers(json, "clusters", report->level_clusters,
                         report->levels);
    pl_json_put_integers(json, "instances", report->level_instances,
                         report->levels);
    pl_json_close(json, '}');
}

/* Without a seed it is null and not missing: programs then need not ask twice.
 */
static void put_seed(pl_json *json, const pleach_report *report)
{
    const pleach_tree_measures *best = &report->seed_best;
    pl_json_line(json);
    pl_json_key(json, "seed");
    if (report->seed == NULL) {
        pl_json_null(json);
        return;
    }
    pl_json_open(json, '{');
    pl_json_key(json, "term");
    pl_json_text(json, report->seed);
    pl_json_key(json, "trees");
    pl_json_integer(json, report->seed_trees);
    pl_json_key(json, "best");
    if (report->seed_trees == 0) {
        pl_json_null(json);
    } else {
        pl_json_open(json, '{');
        pl_json_key(json, "net_similarity");
        pl_json_double(json, best->net_similarity);
        pl_json_key(json, "aut");
        pl_json_double(json, best->aut);
        pl_json_key(json, "clusters");
        pl_json_integer(json, best->clusters);
        pl_json_key(json, "depth");
        pl_json_integer(json, best->depth);
        pl_json_close(json, '}');
    }
    pl_json_close(json, '}');
}

/* Last, and only in the report: times differ from run to run, and nothing else
 * does. */
static void put_times(pl_json *json, const pleach_stage_times *times)
{
    const struct {
        const char *stage;
        double seconds;
    } stages[] = {{"read", times->read},
                  {"compare", times->compare},
                  {"cluster", times->cluster},
                  {"grow", times->grow},
                  {"write", times->write}};
    pl_json_line(json);
    pl_json_key(json, "seconds");
    pl_json_open(json, '{');
    for (size_t k = 0; k < sizeof stages / sizeof *stages; k++) {
        pl_json_key(json, stages[k].stage);
        pl_json_double(json, stages[k].seconds);
    }
    pl_json_close(json, '}');
    put_report_integer(json, "peak_bytes", times->peak_bytes);
}

/* "synonyms" or "vectors": what was read, so that one can tell whether it is
 * still the same. */
static void put_known(pl_json *json, const pleach_report *report, bool vectors)
{
    size_t count = 0;
    for (size_t k = 0; k < report->known_count; k++) {
        const pleach_known_file *file = &report->known[k];
        char hash[20];
        if (file->vectors != vectors)
            continue;
        if (count++ == 0) {
            pl_json_line(json);
            pl_json_key(json, vectors ? "vectors" : "synonyms");
            pl_json_open(json, '[');
        }
        snprintf(hash, sizeof hash, "%016" PRIx64, file->hash);
        pl_json_open(json, '{');
        pl_json_put_text(json, "file", file->path);
        if (file->version != NULL)
            pl_json_put_text(json, "version", file->version);
        pl_json_put_text(json, "hash", hash);
        pl_json_close(json, '}');
    }
    if (count > 0)
        pl_json_close(json, ']');
}

/* Enough to run the same again. */
static void put_solving(pl_json *json, const pleach_report *report)
{
    put_report_text(json, "solver", report->solver);
    put_report_text(json, "similarity", report->similarity);
    put_known(json, report, false);
    put_known(json, report, true);
    put_report_text(json, "language", report->language);
    put_report_integer(json, "candidates", report->candidates);
    put_report_integer(json, "crowd", report->crowd);
    put_report_integer(json, "capped_blocks", report->capped_blocks);
    put_report_double(json, "preference", report->preference);
    if (report->preference_rule != NULL)
        put_report_text(json, "preference_rule", report->preference_rule);
    put_report_double(json, "damping", report->damping);
    put_report_integer(json, "iterations", report->iterations);
    pl_json_line(json);
    pl_json_key(json, "converged");
    pl_json_bool(json, report->converged);
    put_report_double(json, "net_similarity", report->net_similarity);
    put_report_double(json, "upper_bound", report->upper_bound);
    put_report_integer(json, "conflicts", report->conflicts);
    put_report_integer(json, "cycles_broken", report->cycles_broken);
    if (report->root != NULL)
        put_report_text(json, "root", report->root);
    if (report->parents > 1)
        put_report_integer(json, "parents", report->parents);
}

/* What people said about where things belong, and what became of it. */
static void put_statements(pl_json *json, const pleach_report *report)
{
    put_report_integer(json, "statements", report->statements);
    put_report_integer(json, "statements_held", report->statements_held);
    put_report_integer(json, "statements_implied", report->statements_implied);
    put_report_integer(json, "statements_overruled",
                       report->statements_overruled);
    put_report_integer(json, "tops_overruled", report->tops_overruled);
    put_report_double(json, "expected_merges", report->expected_merges);
    put_report_double(json, "expected_splits", report->expected_splits);
    put_report_double(json, "expected_moves", report->expected_moves);
}

/* What was said about how to read the inputs. */
static void put_reading(pl_json *json, const pleach_corpus *corpus)
{
    put_report_integer(json, "skipped", corpus->facts.skipped);
    if (corpus->format != NULL)
        put_report_text(json, "input_format", corpus->format);
    if (corpus->columns != NULL)
        put_report_text(json, "columns", corpus->columns);
    if (corpus->label_language != NULL)
        put_report_text(json, "label_language", corpus->label_language);
}

/* One field per line, so that two reports can be laid side by side. */
void pl_put_report(pl_json *json, const pleach_taxonomy *forest,
                   const pleach_stage_times *times)
{
    const pleach_report *report = &forest->report;
    pl_json_open(json, '{');
    put_report_integer(json, "saplings", report->saplings);
    put_report_integer(json, "nodes", report->nodes);
    put_report_integer(json, "names", report->names);
    put_report_integer(json, "pairs", report->pairs);
    put_report_integer(json, "discarded", report->discarded);
    if (forest->corpus != NULL) {
        put_report_integer(json, "people", pl_person_count(forest->corpus));
        put_reading(json, forest->corpus);
    }
    put_solving(json, report);
    put_statements(json, report);
    put_report_integer(json, "clusters", report->clusters);
    put_report_integer(json, "trees", report->trees);
    put_report_integer(json, "depth", report->depth);
    put_report_levels(json, report);
    if (forest->id != NULL)
        put_report_integer(json, "next_id", report->next_id);
    put_report_double(json, "aut", report->aut);
    if (forest->resamples > 0)
        put_report_integer(json, "resamples", forest->resamples);
    put_seed(json, report);
    if (times != NULL)
        put_times(json, times);
    pl_json_line(json);
    pl_json_close(json, '}');
}

pleach_status pl_write_report(const pleach_taxonomy *forest, FILE *to,
                              const pleach_write_options *options,
                              pleach_error *error)
{
    pl_json json;
    (void)error;
    pl_json_start(&json, to);
    pl_put_report(&json, forest, options->times);
    putc('\n', to);
    return PLEACH_OK;
}
