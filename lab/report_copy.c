/* report_copy.c: copies of what a report points to. */
/* SPDX-License-Identifier: MIT */
#include "lab/report_copy.h"

#include <string.h>

const char *pl_text_copy(pl_arena *arena, const char *text)
{
    return pl_arena_text(arena, text, strlen(text));
}

static const uint64_t *keep_counts(pl_arena *arena, const uint64_t *counts,
                                   uint32_t levels)
{
    uint64_t *copy = PL_ARENA_ARRAY(arena, uint64_t, levels);
    if (copy != NULL && levels > 0)
        memcpy(copy, counts, levels * sizeof *copy);
    return copy;
}

/* The solver's name is a constant and needs no copy; the other texts die with
 * the affinity. */
bool pl_report_copy(pleach_report *report, pl_arena *arena)
{
    report->known = NULL;
    report->known_count = 0;
    report->similarity = pl_text_copy(arena, report->similarity);
    report->language = pl_text_copy(arena, report->language);
    report->level_clusters =
        keep_counts(arena, report->level_clusters, report->levels);
    report->level_instances =
        keep_counts(arena, report->level_instances, report->levels);
    if (report->seed != NULL &&
        (report->seed = pl_text_copy(arena, report->seed)) == NULL)
        return false;
    return report->similarity != NULL && report->language != NULL &&
           report->level_clusters != NULL && report->level_instances != NULL;
}
