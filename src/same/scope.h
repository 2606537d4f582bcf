/* scope.h: what is looked at while nodes are compared, and for whom. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SCOPE_H
#define PL_SCOPE_H

#include "base/exchange.h"
#include "base/read_progress.h"
#include "base/status.h"
#include "corpus/select.h"
#include "same/links.h"

typedef struct pl_scope {
    const pleach_corpus *corpus;
    const pl_selection *selection;
    pl_arena *arena; /* lives until all pairs are compared */
    const pleach_listener *listener;
    const pleach_exchange *exchange; /* NULL: this process does all by itself */
    uint32_t threads;
    const struct pl_feature_weights *weights; /* NULL: the usual ones */
    const struct pl_known_files *known;       /* NULL: none */
    const struct pleach_answers *answers;     /* NULL: nobody was asked */
    const struct pl_answered *answered;       /* the same, as evidence */
    struct pl_file_mark *mark; /* of the file that is read, or NULL */
    const uint32_t *earlier;   /* per node: its concept in the result before, or
                                  PL_NONE; NULL: there is no result before */
    const struct pl_watch *watch; /* of units (concepts.h), or NULL */
} pl_scope;

/* How files are read that tell what is known: under the corpus's limit, and the
 * listener may end it. Without a scope, as usual. */
pl_read_progress pl_scope_reading(const pl_scope *scope);

/* The scope to read one of its known files in, whose mark begins anew. */
pl_scope pl_scope_of_file(const pl_scope *scope, uint32_t file);

/* Tells the listener, if there is one, what was accepted though odd. */
void pl_scope_warn(const pl_scope *scope, const char *file, uint64_t line,
                   const char *sentence, ...) PL_FORMAT(4, 5);

#endif
