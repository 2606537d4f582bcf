/* write_report.c: the measures and settings of a run as one JSON object. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "taxonomy/result_fields.h"
#include "write/write.h"

typedef struct json_report {
    pl_json *json;
    const pl_told_report *told;
} json_report;

static void put_plain_fields(pl_json *json, const pl_field_list *fields,
                             const void *of)
{
    static const bool holds[PL_WHENS] = {[PL_WHEN_ALWAYS] = true};
    pl_json_open(json, '{');
    pl_put_fields(&(pl_field_writer){.json = json, .holds = holds}, fields, of,
                  0);
    pl_json_close(json, '}');
}

static void put_report_levels(pl_json *json, const pleach_report *report)
{
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
    if (report->seed == NULL) {
        pl_json_null(json);
        return;
    }
    pl_json_open(json, '{');
    pl_json_put_text(json, "term", report->seed);
    pl_json_put_integer(json, "trees", report->seed_trees);
    pl_json_key(json, "best");
    if (report->seed_trees == 0)
        pl_json_null(json);
    else
        put_plain_fields(json, &pl_best_fields, &report->best);
    pl_json_close(json, '}');
}

/* What was read of synonyms or vectors, so that one can tell whether it is
 * still the same. */
static void put_known(pl_json *json, const char *name,
                      const pleach_report *report, bool vectors)
{
    size_t count = 0;
    for (size_t k = 0; k < report->known_count; k++) {
        const pleach_known_file *file = &report->known[k];
        char hash[20];
        if (file->vectors != vectors)
            continue;
        if (count++ == 0) {
            pl_json_open_in(json, name, '[');
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

/* Fields that are lists or objects. */
static void put_made(void *context, pl_field_maker maker, const char *name)
{
    json_report *out = context;
    const pleach_report *report = &out->told->is;
    if (maker == PL_MADE_SYNONYMS || maker == PL_MADE_VECTORS) {
        put_known(out->json, name, report, maker == PL_MADE_VECTORS);
        return;
    }
    pl_json_key(out->json, name);
    if (maker == PL_MADE_LEVELS)
        put_report_levels(out->json, report);
    else if (maker == PL_MADE_SEED)
        put_seed(out->json, report);
    else
        put_plain_fields(out->json, &pl_seconds_fields, &out->told->times);
}

/* One parent is the rule, and not mentioned. */
static pl_told_report tell_report(const pleach_taxonomy *forest,
                                  const pleach_stage_times *times)
{
    const pleach_corpus *corpus = forest->corpus;
    pl_told_report told = {.is = forest->report};
    if (told.is.parents == 1)
        told.is.parents = 0;
    if (times != NULL)
        told.times = *times;
    if (corpus == NULL)
        return told;
    told.skipped = corpus->facts.skipped;
    told.input_format = corpus->format;
    told.columns = corpus->columns;
    told.label_language = corpus->label_language;
    return told;
}

/* One field per line, so that two reports can be laid side by side. Times come
 * last, and only in the report of a run: they differ from run to run. */
void pl_put_report(pl_json *json, const pleach_taxonomy *forest,
                   const pleach_stage_times *times)
{
    pl_told_report told = tell_report(forest, times);
    const bool holds[PL_WHENS] = {
        [PL_WHEN_ALWAYS] = true,
        [PL_WHEN_SET] = true,
        [PL_WHEN_GROWN] = forest->corpus != NULL,
        [PL_WHEN_KEPT] = forest->id != NULL,
        [PL_WHEN_TIMED] = times != NULL,
        [PL_WHEN_MADE] = true,
    };
    json_report out = {json, &told};
    pl_json_open(json, '{');
    pl_put_fields(&(pl_field_writer){.json = json,
                                     .lines = true,
                                     .holds = holds,
                                     .put = put_made,
                                     .context = &out},
                  &pl_report_fields, &told, 0);
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
