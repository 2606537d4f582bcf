/* solver.h: solves a state of a project again, with its corpus kept read. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SOLVER_H
#define SERVE_SOLVER_H

#include "serve/project.h"

/* How a project is read and solved. Texts are borrowed. */
typedef struct solver_options {
    pleach_read_options read;
    pleach_affinity_options compare;
    pleach_clusters_options cluster;
    bool (*goes_on)(void); /* false ends what is under way */
} solver_options;

/* For one thread at a time. */
typedef struct solver solver;

/* NULL: there is no memory. Borrows the options. */
solver *solver_new(const solver_options *options);
void solver_free(solver *freed);

/* Reads one input alone, to see whether it can be. */
PLEACH_CHECKED pleach_status solver_prove_input(uint64_t *hierarchies,
                                                const solver *by,
                                                const char *name,
                                                const bytes *content,
                                                pleach_error *error);

/* Whether these inputs, a list of {"id", "name"}, are the ones that are read.
 */
bool solver_has(const solver *by, const json_t *inputs);
/* Reads others: contents are wanted while reading only. */
PLEACH_CHECKED pleach_status solver_read(solver *by, json_t *inputs,
                                         bytes *const *contents,
                                         pleach_error *error);

/* How many names they have; 0: nothing is read. */
uint64_t solver_names(const solver *by);

/* Forgets what is read, as its ids may come to mean something else. */
void solver_forget(solver *by);

/* A grown taxonomy and all that it borrows. */
typedef struct grown {
    pleach_decisions *decisions;
    pleach_affinity *affinity;
    pleach_clusters *clusters;
    pleach_taxonomy *taxonomy;
    json_t *warnings; /* sentences */
} grown;

/* Grows what is read, obeying `lines`, from `previous` (may be NULL), which is
 * borrowed as long as what was grown; new clusters get ids from `next_id` on.
 * To be released also after a failure. */
PLEACH_CHECKED pleach_status solver_grow(grown *to, solver *by,
                                         const bytes *lines,
                                         const pleach_taxonomy *previous,
                                         uint64_t next_id, pleach_error *error);
void grown_release(grown *released);

#endif
