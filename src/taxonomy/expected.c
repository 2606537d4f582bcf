/* expected.c: how many corrections a result will need.
 *
 * Three rates, fitted on sets with a truth (docs/experiments/expected.md), tell
 * what a person has to do until the tree is right. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/expected.h"

/* What one person alone has is, about as often as not, what another calls by
 * another name. */
static const double MERGES_PER_LONE = 0.47;
/* The fewer concepts people share, the more often a join is wrong, and the more
 * often a place is: so these two are multiplied by the share of concepts that
 * one person alone has. First, for each concept that several people share. */
static const double SPLITS_PER_SHARED = 0.33;
/* For each concept all of whose people disagree about its place. The places of
 * what one person has count here, too: they are as often wrong. */
static const double MOVES_PER_DISSENT = 3.52;

/* From what people have alone, share, and disagree about. */
void pl_expect_corrections(pleach_taxonomy *forest)
{
    pleach_report *report = &forest->report;
    double lone = 0, shared = 0, dissent = 0;
    for (uint32_t c = 0; c < forest->cluster_count; c++) {
        const pl_voices *v = &forest->voices[c];
        if (forest->people[c] == 0)
            continue;
        double said = v->in_favour + v->also + v->skipping + v->against;
        *(forest->people[c] == 1 ? &lone : &shared) += 1;
        if (forest->parent[c] != PL_NONE && !forest->rooted[c] && said > 0)
            dissent += 1 - v->in_favour / said;
    }
    double unshared = lone > 0 ? lone / (lone + shared) : 0;
    report->expected_merges = MERGES_PER_LONE * lone;
    report->expected_splits = SPLITS_PER_SHARED * shared * unshared;
    report->expected_moves = MOVES_PER_DISSENT * dissent * unshared;
}
