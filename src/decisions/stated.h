/* stated.h: what sources state to be the same, to be obeyed like decisions.
 *
 * skos:exactMatch, owl:sameAs and owl:equivalentClass between concepts of the
 * corpus, whoever says so. What leads to others is left alone here. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STATED_H
#define PL_STATED_H

#include "corpus/matches.h"
#include "corpus/select.h"

/* Two nodes that are to be one. */
typedef struct pl_stated {
    uint32_t a, b;
    bool places; /* both are of one concept, which nobody need state */
} pl_stated;

typedef PL_LIST(pl_stated) pl_stated_list;

/* Lists the statements that can be obeyed, by node, and tells the listener of
 * those that cannot, and where two concepts of one source become one. The
 * list is the arena's. Near-linear in nodes and statements. */
PLEACH_CHECKED pleach_status pl_stated_find(pl_stated_list *stated,
                                            pl_arena *arena,
                                            const pl_selection *selection,
                                            const pleach_corpus *corpus,
                                            const pleach_listener *listener,
                                            pleach_error *error);

/* Tells that a statement is not obeyed, since decisions want otherwise;
 * `number` counts them, and the last call tells of those that were too many. */
void pl_stated_tell_more(uint64_t number, const pleach_listener *listener);
void pl_stated_tell_overruled(const pl_stated *stated,
                              const pleach_corpus *corpus, uint64_t number,
                              const pleach_listener *listener);

#endif
