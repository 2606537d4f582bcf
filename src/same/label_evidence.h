/* label_evidence.h: what speaks for and against two names being one. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LABEL_EVIDENCE_H
#define PL_LABEL_EVIDENCE_H

#include "same/constants.h"
#include "same/label_knowledge.h"
#include "same/label_sets.h"
#include "same/units.h"

/* What speaks for and against two units meaning the same (constants.h). */
typedef enum pl_feature {
#define PL_FEATURE_ID(id, name, weight, says) PL_FEATURE_##id,
    PL_FEATURE_TABLE(PL_FEATURE_ID)
#undef PL_FEATURE_ID
        PL_FEATURES
} pl_feature;

/* Log-odds: above 0 a feature speaks for it. */
typedef struct pl_feature_weights {
    double of[PL_FEATURES];
} pl_feature_weights;

extern const pl_feature_weights pl_usual_weights;
extern const char *const pl_feature_name[PL_FEATURES];
/* What it says where it is there, as part of a sentence. */
extern const char *const pl_feature_says[PL_FEATURES];

/* Two labels that may mean the same. */
typedef struct pl_label_pair {
    uint32_t a, b; /* a < b */
    double odds;   /* log-odds by all but what stands around */
    double most;   /* of the collections that may hold both */
    double lonely; /* what of that only vectors say, and nothing else */
} pl_label_pair;

typedef PL_LIST(pl_label_pair) pl_label_pairs;

typedef struct pl_label_view {
    const pl_labels *labels;
    const pl_units *units;
    const pl_label_words *words;
    const pl_label_sets *sets;
    const pl_label_knowledge *known;
    const pl_feature_weights *weights;
    const pl_pair_list *answered; /* labels that an answer joins; NULL: none */
} pl_label_view;

/* Whether an answer joins two labels. */
static inline bool pl_labels_answered(const pl_label_view *view, uint32_t a,
                                      uint32_t b)
{
    return view->answered != NULL &&
           pl_pairs_find(view->answered, a, b) < view->answered->count;
}

/* Of the collections that hold the rarer one, the share that may hold both
 * without telling them apart. */
double pl_labels_most_together(const pl_label_view *view, uint32_t a,
                               uint32_t b);

/* Whether both have numbers, and not the same ones: 2007 and 2008. */
bool pl_labels_number_apart(const pl_label_view *view, uint32_t a, uint32_t b);

/* Measures what names and tags say. */
void pl_label_pair_measure(const pl_label_view *view, uint32_t a, uint32_t b,
                           double feature[PL_FEATURES]);

#endif
