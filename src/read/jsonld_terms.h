/* jsonld_terms.h: what the words of a JSON-LD document mean, by its contexts.
 */
/* SPDX-License-Identifier: MIT */
#ifndef PL_JSONLD_TERMS_H
#define PL_JSONLD_TERMS_H

#include "base/strings.h"
#include "read/values.h"

/* Texts are numbers in `texts`, PL_NONE for none. */
typedef struct pl_ld_term {
    uint32_t word;
    uint32_t before;   /* 1 + the term of this word that it hides; 0: none */
    uint32_t means;    /* as written: "skos:prefLabel"; PL_NONE: nothing */
    uint32_t language; /* of its texts; PL_NONE: the document's */
    bool address;      /* its texts are addresses */
    bool typed;        /* its texts have a type, and no language ... */
    pl_span datatype;  /* ... this one, as written; empty: none */
    bool mapped;       /* by languages or by other keys */
    bool reverse;      /* from the object to the subject */
} pl_ld_term;

/* What holds here: the terms from one number up to another, and three words
 * for all. */
typedef struct pl_ld_scope {
    uint32_t first, end;
    uint32_t vocabulary, base, language;
} pl_ld_scope;

typedef struct pl_ld_terms {
    const pl_values *values;
    pl_strings *texts;
    PL_LIST(pl_ld_term) terms;
    PL_LIST(uint32_t) latest; /* per text: 1 + its last term; 0: none */
    PL_LIST(char) room;       /* scratch */
    pl_ld_scope scope;
    pl_reader *reader;
    uint32_t elsewhere; /* a context that is not in the document */
} pl_ld_terms;

/* Start from all zeros. All of it is in the reader's arena, which remembers
 * failure. */
void pl_ld_open(pl_ld_terms *terms, const pl_values *values, pl_reader *reader);

/* Adds a context to the scope: a map, an address (which is not fetched), or a
 * list of them. */
PLEACH_CHECKED pleach_status pl_ld_take_context(pl_ld_terms *terms,
                                                uint32_t context,
                                                pleach_error *error);

/* What a key or a type means: a keyword ("@id") or an address. *term is set
 * if a context says more about it. PL_NONE: nothing, or no memory. */
uint32_t pl_ld_meaning(pl_ld_terms *terms, pl_span word,
                       const pl_ld_term **term);
/* The address that a text stands for; PL_NONE: of a node without one. */
uint32_t pl_ld_address(pl_ld_terms *terms, pl_span text);

uint32_t pl_ld_text(pl_ld_terms *terms, const char *text, size_t length);

static inline const char *pl_ld_at(const pl_ld_terms *terms, uint32_t text)
{
    return text == PL_NONE ? "" : pl_strings_at(terms->texts, text);
}

#endif
