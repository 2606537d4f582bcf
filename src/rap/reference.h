/* reference.h: all messages as docs/method.md writes them, to be read first.
 *
 * Plain tables in double precision, sums and maxima written out: cubic time
 * and more, for a few dozen nodes. The tests hold the fast messages against
 * these. Equation numbers are those of docs/method.md. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_REFERENCE_H
#define PL_REFERENCE_H

#include "same/affinity.h"

typedef struct pl_reference {
    const pleach_affinity *affinity;
    uint32_t count; /* of nodes */
    double damping;
    double limit; /* stands for infinity */

    /* [i][j] */
    double **s; /* ties broken; S(i,i) is the preference; -INFINITY: no pair */
    double **alpha, **eta, **tau;
    uint32_t *group; /* per leaf, g(i): what its parent believes in */

    /* [i][j][m]: i chooses j while its parent chooses m. A root has no parent,
     * and its j is the m of its leaves: its entries are those with j = m. */
    double ***joint_alpha, ***joint_rho;
    double **up;     /* [leaf][m] */
    double **belief; /* [root][m] */
} pl_reference;

/* Takes everything from `arena`; all messages are zero. */
PLEACH_CHECKED pleach_status pl_reference_start(pl_reference *reference,
                                                pl_arena *arena,
                                                const pleach_affinity *affinity,
                                                double damping, double limit,
                                                pleach_error *error);

/* One iteration of all nodes: section 3, section 4, section 7. */
void pl_reference_plain(pl_reference *reference);
void pl_reference_relational(pl_reference *reference);
void pl_reference_joint(pl_reference *reference);

#endif
