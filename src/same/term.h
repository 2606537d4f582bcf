/* term.h: what every term of a similarity has, and all terms there are. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TERM_H
#define PL_TERM_H

#include "base/exchange.h"
#include "base/read_progress.h"
#include "base/status.h"
#include "corpus/select.h"
#include "same/links.h"

typedef struct pl_term pl_term;

/* What terms may look at while they prepare themselves. */
typedef struct pl_scope {
    const pleach_corpus *corpus;
    const pl_selection *selection;
    pl_arena *arena; /* lives until all pairs are compared */
    const pleach_listener *listener;
    const pleach_exchange *exchange; /* NULL: this process does all by itself */
    uint32_t threads;
    const struct pl_piece_weights *weights; /* NULL: the usual ones */
    const pleach_own_similarity *own;       /* the caller's, or NULL */
    const struct pl_known_files *known;     /* NULL: none */
    const struct pleach_answers *answers;   /* NULL: nobody was asked */
    const struct pl_answered *answered;     /* the same, as evidence */
    struct pl_file_mark *mark; /* of the file that is read, or NULL */
    const uint32_t *earlier;   /* per node: its concept in the result before, or
                                  PL_NONE; NULL: there is no result before */
    const struct pl_watch *watch; /* of units (concepts.h), or NULL */
    uint64_t looked_at; /* pairs, on the search for those to compare */
} pl_scope;

static inline bool pl_in_scope(const pl_scope *scope, uint32_t node)
{
    return scope->selection->discard[node] == PL_KEPT;
}

/* How files that terms name are read: under the corpus's limit, and the
 * listener may end it. Without a scope, as usual. */
pl_read_progress pl_scope_reading(const pl_scope *scope);

/* The scope to read one of its known files in, whose mark begins anew. */
pl_scope pl_scope_of_file(const pl_scope *scope, uint32_t file);

/* Tells the listener, if there is one, what was accepted though odd. */
void pl_scope_warn(const pl_scope *scope, const char *file, uint64_t line,
                   const char *sentence, ...) PL_FORMAT(4, 5);

typedef enum pl_argument {
    PL_ARGUMENT_NONE,
    PL_ARGUMENT_MAY,   /* a number, or none for the usual one */
    PL_ARGUMENT_MUST,  /* a number */
    PL_ARGUMENT_SHARE, /* a number up to 1, or none */
    PL_ARGUMENT_FILE,
} pl_argument;

/* One kind of term is one file with one formula; values lie in [0, 1] and
 * are the same both ways. A kind compares names or nodes, not both: names are
 * compared once for all their nodes, and equal names are worth 1. */
typedef struct pl_term_kind {
    const char *name;
    pl_argument argument;
    double usual; /* the number when none is given */
    /* Gathers what the comparison needs; may be NULL. */
    pleach_status (*prepare)(pl_term *term, pl_scope *scope,
                             pleach_error *error);
    /* Releases what is not in the scope's arena; may be NULL. */
    void (*release)(pl_term *term);
    /* Says which unlike names or nodes are to be compared; NULL: none. */
    pleach_status (*link)(const pl_term *term, pl_scope *scope, pl_links *links,
                          pleach_error *error);
    double (*compare_names)(const pl_term *term, uint32_t a, uint32_t b);
    double (*compare_nodes)(const pl_term *term, uint32_t a, uint32_t b);
} pl_term_kind;

struct pl_term {
    const pl_term_kind *kind;
    double weight;
    double number;
    const char *path;
    void *state;
};

extern const pl_term_kind pl_term_tags, pl_term_name, pl_term_context,
    pl_term_structure, pl_term_concept, pl_term_vector, pl_term_file,
    pl_term_own, pl_term_known;

#endif
