/* pleach_lab.h: the laboratory, in a library of its own (libpleach_lab).
 *
 * How right is a result? With a truth at hand it can be scored; without one,
 * hide some people and ask whether the rest foresee what they said:
 *
 *     pleach_validate(&validation, corpus, NULL, &error);
 *     pleach_validation_get_figures(validation)->grown_mean.agree; */
/* SPDX-License-Identifier: MIT */
#ifndef PLEACH_LAB_H
#define PLEACH_LAB_H

#include "pleach.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* -------------------------------------------------------------- matrices -- */

/* Plain affinity propagation of points whose similarities are a full matrix, as
 * other programs know it: no names, no trees. The matrix is borrowed, not
 * copied, and need not be symmetric. */
typedef struct pleach_matrix {
    const void *similarity; /* row by row; its diagonal is not read */
    const double *preference;
    uint32_t count; /* of points */
    bool single;    /* floats instead of doubles */
} pleach_matrix;

typedef struct pleach_matrix_options {
    double damping; /* 0.5 up to 1; 0: begins at 0.5, more where it swings */
    uint32_t max_iterations, window;
    uint32_t threads; /* 0: as many as there are processors */
    const pleach_listener *listener;
} pleach_matrix_options;

typedef struct pleach_matrix_answer {
    uint32_t iterations;
    bool converged;
} pleach_matrix_answer;

/* Fills is_exemplar[count] with 0 and 1. */
PLEACH_CHECKED pleach_status pleach_matrix_propagate(
    uint8_t *is_exemplar, pleach_matrix_answer *answer,
    const pleach_matrix *matrix, const pleach_matrix_options *options,
    pleach_error *error);

/* --------------------------------------------------------------- score -- */

typedef enum pleach_reference {
    PLEACH_TRUTH = 0, /* TSV: id, path, name, gold; one row per node */
    PLEACH_ALIGNMENT, /* TSV: ontologyA, nameA, ontologyB, nameB */
} pleach_reference;

typedef struct pleach_score_options {
    pleach_reference against;
    const pleach_input *gold; /* PLEACH_TRUTH: a taxonomy of the truth's
                                 concepts, to tell what is left to correct and
                                 to score the paths above the nodes; NULL: just
                                 who is together */
    bool by_cluster;          /* a concept in two places counts as two */
} pleach_score_options;

typedef struct pleach_agreement {
    double precision, recall, f1;
} pleach_agreement;

typedef struct pleach_partition_score {
    uint64_t clusters;
    pleach_agreement pairs;
} pleach_partition_score;

/* How right a forest is for somebody who looks up a node and reads the path
 * above it. */
typedef struct pleach_crumb_score {
    pleach_agreement crumbs; /* the concepts above a node, a mean over nodes */
    double clean;            /* nodes with nothing wrong above them */
    pleach_agreement edges;  /* pairs of parent and child concept */
} pleach_crumb_score;

/* What a person has still to do until a forest is right. */
typedef struct pleach_mends {
    uint64_t splits;  /* of groups that hold several concepts */
    uint64_t merges;  /* of groups that hold one and the same concept */
    uint64_t moves;   /* of concepts that are below the wrong one */
    double saved;     /* share of the work that no tool leaves: 1 is all of it,
                         and below 0 there is more to do than without */
    double stray;     /* nodes in a group of which most mean another concept */
    double precision; /* pairs of nodes in one group: those of one concept */
    uint64_t groups, trees;
} pleach_mends;

/* Names of two sources that mean the same. */
typedef struct pleach_correspondences {
    const char *a, *b; /* the sources; NULL: all together */
    uint64_t wanted, claimed, right;
    pleach_agreement found;
} pleach_correspondences;

/* What was measured; fields of other kinds of reference are 0. */
typedef struct pleach_score_figures {
    /* PLEACH_TRUTH */
    uint64_t nodes, concepts;
    uint64_t missing; /* nodes of the truth that the result does not have */
    uint64_t torn;    /* inner nodes whose leaf is in another cluster */
    pleach_partition_score given;
    pleach_partition_score same_name, same_key; /* what is easily had */
    /* PLEACH_TRUTH with a gold taxonomy */
    uint64_t gold_concepts;  /* of the nodes' concepts, those it has */
    uint64_t extra_parents;  /* in gold, beyond a concept's first */
    pleach_crumb_score tree; /* the result */
    pleach_crumb_score key_votes, truth_votes; /* nodes of one key, or of one
                                                  concept, where most people
                                                  put them */
    /* PLEACH_ALIGNMENT */
    const pleach_correspondences *pairs; /* of sources */
    size_t pair_count;
    pleach_correspondences all;
    pleach_agreement mean; /* over the pairs of sources */
    uint64_t unsure;       /* of another relation than =; count neither way */
    pleach_correspondences related; /* all, with their relations */
    /* PLEACH_TRUTH with a gold taxonomy: what the result leaves to do, and what
     * is left where every node stands alone, below what its maker put it. */
    pleach_mends mends, no_tool_mends;
    pleach_mends key_votes_mends, truth_votes_mends;
} pleach_score_figures;

/* Scores a result against what is right (docs/score.md): a taxonomy as
 * JSON, or, against an alignment, a crosswalk as CSV. `options`
 * may be NULL. Time is near linear in the files' sizes. */
PLEACH_CHECKED pleach_status pleach_score(pleach_score_figures **figures,
                                          const pleach_input *result,
                                          const pleach_input *reference,
                                          const pleach_score_options *options,
                                          pleach_error *error);
void pleach_score_free(pleach_score_figures *figures);

/* ------------------------------------------------------------ validate -- */

typedef struct pleach_validation pleach_validation;

typedef struct pleach_validation_options {
    double hide;    /* the share of people hidden at a time, in (0, 1); 0: a
                       fifth */
    uint32_t folds; /* how many times, each time others; 0: 5 */
    /* How each forest is grown. Not looked at: seed, listeners and
     * exchange. */
    pleach_affinity_options affinity;
    pleach_clusters_options clusters;
    const pleach_listener *listener; /* its stage is "validate", in folds */
} pleach_validation_options;

/* How a forest stands to statements, each a parent and a child by name: shares
 * of all of them. */
typedef struct pleach_foresight {
    double agree;      /* the parent is above the child ... */
    double direct;     /* ... and right above it */
    double contradict; /* the child is above the parent */
    double chance;     /* what would agree if the parents were shuffled, in the
                          mean over all ways to do so */
    double gain;       /* agree - contradict - chance */
} pleach_foresight;

/* What came of hiding some of the people. */
typedef struct pleach_validation_row {
    uint64_t hidden;        /* people */
    uint64_t said;          /* statements of theirs */
    uint64_t statements;    /* of these, with both names known to the others */
    pleach_foresight grown; /* NANs where there are no statements */
    pleach_foresight votes; /* the same of merging by key, with the parent that
                               most people gave */
} pleach_validation_row;

typedef struct pleach_validation_figures {
    const char *solver, *similarity;
    double hide;
    uint64_t people;
    size_t folds;
    const pleach_validation_row *rows;
    /* Over the folds; the spread is the standard deviation. */
    pleach_foresight grown_mean, grown_spread, votes_mean, votes_spread;
} pleach_validation_figures;

/* Tells how right a forest is where nobody knows what is right: hides some of
 * the people, grows from the others, and asks whether the forest agrees with
 * what the hidden ones said (docs/validate.md). Each name counts where most of
 * its nodes are. Costs a forest per fold. PLEACH_BAD_DATA where all is said
 * by one person, or where hidden people share no names with the others.
 * Borrows the corpus only while it works. */
PLEACH_CHECKED pleach_status
pleach_validate(pleach_validation **validation, const pleach_corpus *corpus,
                const pleach_validation_options *options, pleach_error *error);
const pleach_validation_figures *
pleach_validation_get_figures(const pleach_validation *validation);
void pleach_validation_free(pleach_validation *validation);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
