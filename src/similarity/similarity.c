/* similarity.c: understands what people write after --similarity. */
/* SPDX-License-Identifier: MIT */
#include "similarity/similarity.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "similarity/concept_worth.h"
#include "similarity/context_worth.h"

static const pl_term_kind *const kinds[] = {
    &pl_term_tags,      &pl_term_name,    &pl_term_context, &pl_term_jaccard,
    &pl_term_cosine,    &pl_term_profile, &pl_term_fuzzy,   &pl_term_synonyms,
    &pl_term_structure, &pl_term_concept, &pl_term_vector,  &pl_term_file,
    &pl_term_own,
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* With more, one tag in common would round to nothing in common. */
static const double MOST_NUMBER = 1e6;

static const char *const WHAT_IS_KNOWN =
    "known are tags, tags:J, name, context:J, jaccard, cosine, profile, "
    "fuzzy, synonyms:FILE, structure, concept, vector and file:PAIRS, and sums "
    "of them such as 0.4*name + 0.6*tags:4.";

static const pl_term_kind *find_kind(const pl_written_term *written)
{
    for (size_t k = 0; k < KINDS; k++)
        if (strlen(kinds[k]->name) == written->name_length &&
            memcmp(kinds[k]->name, written->name, written->name_length) == 0)
            return kinds[k];
    return NULL;
}

/* What is wrong with a term's argument; NULL: nothing. */
static const char *take_number(pl_term *term, const pl_written_term *written)
{
    pl_argument wants = term->kind->argument;
    term->number = term->kind->usual;
    if (written->argument == NULL)
        return wants == PL_ARGUMENT_MUST
                   ? "this term needs a number, as in context:4."
                   : NULL;
    if (wants == PL_ARGUMENT_NONE)
        return "this term takes no argument.";
    bool share = wants == PL_ARGUMENT_SHARE;
    if (!pl_text_number(written->argument, written->argument_length,
                        &term->number) ||
        !(term->number > 0 && term->number <= (share ? 1 : MOST_NUMBER)))
        return share ? "what follows the colon is a number above 0 and at "
                       "most 1."
                     : "what follows the colon is a number above 0 and at "
                       "most 1000000, as in tags:2.";
    return NULL;
}

static const char *copy_text(pl_arena *arena, const char *text, size_t length)
{
    char *copy = pl_arena_take(arena, length + 1, 1);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return copy;
}

static pleach_status take_term(pl_term *term, pl_arena *arena,
                               const pl_written_term *written, const char *spec,
                               pleach_error *error)
{
    *term = (pl_term){.kind = find_kind(written), .weight = written->weight};
    if (term->kind == NULL)
        return pl_expression_fail(spec, written->column, error, WHAT_IS_KNOWN);
    if (term->kind->argument != PL_ARGUMENT_FILE) {
        const char *wrong = take_number(term, written);
        return wrong == NULL
                   ? PLEACH_OK
                   : pl_expression_fail(spec, written->column, error, wrong);
    }
    if (written->argument_length == 0)
        return pl_expression_fail(spec, written->column, error,
                                  "this term needs a file after a colon.");
    term->path = copy_text(arena, written->argument, written->argument_length);
    return term->path == NULL ? pl_fail_memory(error) : PLEACH_OK;
}

pleach_status pl_similarity_parse(pl_similarity *similarity, pl_arena *arena,
                                  const char *spec, pleach_error *error)
{
    pl_expression expression;
    PL_TRY(pl_expression_parse(&expression, spec, error));
    similarity->count = expression.count;
    for (uint32_t k = 0; k < expression.count; k++)
        PL_TRY(take_term(&similarity->terms[k], arena, &expression.terms[k],
                         spec, error));
    similarity->name = copy_text(arena, spec, strlen(spec));
    return similarity->name == NULL ? pl_fail_memory(error) : PLEACH_OK;
}

static pl_plain plain_concept(const pl_term *term, const pleach_corpus *corpus)
{
    if (term->number == PL_CONCEPT_ALONE)
        return (pl_plain){PL_EVIDENCE_NONE, 1, 1, true};
    return (pl_plain){pl_mostly_tagged(corpus) ? PL_EVIDENCE_TAGS
                                               : PL_EVIDENCE_CONTEXT,
                      PL_CONCEPT_FLOOR, term->number, true};
}

bool pl_similarity_is_plain(const pl_similarity *similarity,
                            const pleach_corpus *corpus, pl_plain *plain)
{
    const pl_term *term = &similarity->terms[0];
    if (similarity->count != 1 || term->weight != 1)
        return false;
    if (term->kind == &pl_term_tags)
        *plain = (pl_plain){PL_EVIDENCE_TAGS, 0, term->number, false};
    else if (term->kind == &pl_term_name)
        *plain = (pl_plain){PL_EVIDENCE_NONE, 1, 1, false};
    else if (term->kind == &pl_term_concept)
        *plain = plain_concept(term, corpus);
    else if (term->kind == &pl_term_context)
        *plain = (pl_plain){PL_EVIDENCE_CONTEXT, PL_CONTEXT_FLOOR, term->number,
                            false};
    else
        return false;
    return true;
}
