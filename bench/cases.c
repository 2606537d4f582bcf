/* cases.c: draws or reads an input, and writes what is made of it. */
/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "measure.h"
#include "rap/decode.h"
#include "taxonomy/clusters.h"

/* ------------------------------------------------------------- inputs -- */

pleach_affinity *cases_blocks(uint32_t nodes, double roots)
{
    blocks_plan plan = {nodes, 30, 1.6, roots, 1};
    pleach_affinity *a = blocks_make(&plan);
    if (a == NULL)
        measure_give_up("There is not enough memory for the affinity.");
    return a;
}

pleach_affinity *cases_dense(const char *path)
{
    FILE *from = fopen(path, "rb");
    if (from == NULL || fseeko(from, 0, SEEK_END) != 0)
        measure_give_up("The given similarities cannot be read.");
    uint64_t count = (uint64_t)ftello(from) / sizeof(float);
    uint32_t nodes = (uint32_t)(sqrt((double)count) + 0.5);
    float *s = malloc(count * sizeof *s + 1);
    rewind(from);
    if (nodes < 2 || (uint64_t)nodes * nodes != count || s == NULL ||
        fread(s, sizeof *s, count, from) != count)
        measure_give_up("The given similarities are not those of all pairs.");
    fclose(from);
    pleach_affinity *a = blocks_dense(s, nodes, (double)s[count - 1]);
    if (a == NULL)
        measure_give_up("There is not enough memory for the affinity.");
    free(s);
    return a;
}

void cases_write_edges(const pleach_affinity *a, const char *path)
{
    FILE *to = fopen(path, "w");
    if (to == NULL)
        measure_give_up("The edges cannot be written.");
    for (uint32_t i = 0; i < a->slot_count; i++) {
        fprintf(to, "%u %u %.9g\n", i, i, a->preference);
        for (uint64_t p = a->pair_first[i]; p < a->pair_first[i + 1]; p++)
            fprintf(to, "%u %u %.9g\n", i, a->pair_slot[p],
                    (double)a->pair_similarity[p]);
    }
    if (fclose(to) != 0)
        measure_give_up("The edges cannot be written.");
}

/* ------------------------------------------------------------ answers -- */

/* Makes the messages' similarities what is left of s after rho's share. */
static void fade_in(pl_messages *m, const pl_real *s, const pl_real *self,
                    double share)
{
    for (uint64_t cell = 0; cell < m->cells; cell++)
        if (s[cell] > -PL_FAR)
            m->s[cell] = (pl_real)(s[cell] * (1 - share));
    for (uint32_t i = 0; i < m->affinity->slot_count; i++) {
        m->self_s[i] = (pl_real)(self[i] * (1 - share));
        m->highest[i] = PL_FAR;
    }
}

/* AP as others start it, with rho = 0 where pleach has eta = 0: to compare
 * answers, both have to come from the same beginning. Damping is linear: from
 * rho = 0, rho is s + eta less a share of s that shrinks by the damping with
 * each iteration. So s lacks that share while there is one, and alpha, which
 * shrinks by itself, has it, for beta does not lack it. */
static uint32_t *label_classically(const pleach_affinity *a, pl_arena *arena)
{
    enum { ITERATIONS = 1000 };
    const double damping = 0.9;
    pl_messages m;
    pl_messages_plan plan = {.damping = damping, .threads = 1};
    uint32_t *label = PL_ARENA_ARRAY(arena, uint32_t, a->slot_count);
    uint32_t *marks = PL_ARENA_ARRAY(arena, uint32_t, a->slot_count);
    float *sure = PL_ARENA_ARRAY(arena, float, a->slot_count);
    if (!label || !marks || !sure ||
        pl_messages_start(&m, arena, a, &plan, NULL) != PLEACH_OK)
        measure_give_up("There is not enough memory for the messages.");
    pl_real *s = PL_ARENA_ARRAY(arena, pl_real, m.cells);
    pl_real *self = PL_ARENA_ARRAY(arena, pl_real, a->slot_count);
    if (s == NULL || self == NULL)
        measure_give_up("There is not enough memory for the messages.");
    memcpy(s, m.s, m.cells * sizeof *s);
    memcpy(self, m.self_s, a->slot_count * sizeof *self);
    for (uint64_t cell = 0; cell < m.cells; cell++)
        m.alpha[cell] = s[cell] > -PL_FAR ? (pl_real)(damping * s[cell]) : 0;
    for (uint32_t i = 0; i < a->slot_count; i++)
        m.self_alpha[i] = (pl_real)(damping * self[i]);
    double share = 1;
    for (uint32_t k = 0; k < ITERATIONS; k++) {
        share = share * damping > 1e-9 ? share * damping : 0;
        fade_in(&m, s, self, share);
        for (uint32_t b = 0; b < a->block_count; b++)
            pl_messages_iterate(&m, b, 0, 1, false);
    }
    for (uint32_t b = 0; b < a->block_count; b++)
        pl_decode(&m, b, label, sure, marks);
    return label;
}

static void write_labels(const uint32_t *label, uint32_t count,
                         const char *path)
{
    FILE *to = fopen(path, "w");
    if (to == NULL)
        measure_give_up("The labels cannot be written.");
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, "%u\n", label[i]);
    if (fclose(to) != 0)
        measure_give_up("The labels cannot be written.");
}

void cases_write_labels(const pleach_affinity *a, pleach_solver solver,
                        bool classically, const char *path)
{
    pl_arena *arena = pl_arena_new();
    pleach_clusters_options options = {.solver = solver,
                                       .bound = PLEACH_BOUND_NONE};
    pleach_clusters *found = NULL;
    if (arena == NULL)
        measure_give_up("There is no memory.");
    if (!classically &&
        pleach_clusters_find(&found, a, &options, NULL) != PLEACH_OK)
        measure_give_up("The solver found nothing.");
    write_labels(classically ? label_classically(a, arena) : found->exemplar,
                 a->slot_count, path);
    pleach_clusters_free(found);
    pl_arena_free(arena);
}
