/* matches.h: what sources state about concepts being the same, or nearly. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_MATCHES_H
#define PL_MATCHES_H

#include "corpus/corpus.h"
#include "corpus/payload.h"

#define PL_OWL_SAME "http://www.w3.org/2002/07/owl#sameAs"
#define PL_OWL_EQUIVALENT "http://www.w3.org/2002/07/owl#equivalentClass"

/* How two addresses are matched. */
typedef enum pl_match_kind {
    PL_MATCH_NONE,  /* the value is no match */
    PL_MATCH_SAME,  /* skos:exactMatch, owl:sameAs, owl:equivalentClass */
    PL_MATCH_CLOSE, /* skos:closeMatch */
    PL_MATCH_OTHER, /* broader, narrower, related */
} pl_match_kind;

pl_match_kind pl_match_kind_of(const pl_carried *value);

/* Node `node` carries that it, or `subject`, is `kind` to `address`. */
typedef struct pl_match {
    uint32_t node;
    const char *subject; /* NULL: the node */
    pl_match_kind kind;
    const char *property, *address;
} pl_match;

typedef PL_LIST(pl_match) pl_match_list;

/* Whether it may be worth reading what a node carries for matches; NULL: no. */
bool pl_mentions_match(const char *payload);

/* Lists all matches of the same and of close ones, by node. Most corpora have
 * none, which costs one look at each payload. Texts are the arena's. */
PLEACH_CHECKED pleach_status pl_list_matches(pl_match_list *matches,
                                             pl_arena *arena,
                                             const pleach_corpus *corpus,
                                             pleach_error *error);

#endif
