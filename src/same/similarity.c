/* similarity.c: understands what people write after --similarity. */
/* SPDX-License-Identifier: MIT */
#include "same/similarity.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "same/concept_worth.h"
#include "same/context_worth.h"

static const pl_term_kind *const kinds[] = {
    &pl_term_tags,      &pl_term_name,    &pl_term_context,
    &pl_term_structure, &pl_term_concept, &pl_term_vector,
    &pl_term_file,      &pl_term_own,     &pl_term_known,
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What is known of two names is worth this much in a sum without concepts. */
#define PL_KNOWN_WEIGHT 0.5

/* With more, one tag in common would round to nothing in common. */
static const double MOST_NUMBER = 1e6;

static const char *const WHAT_IS_KNOWN =
    "known are tags, tags:J, name, context:J, structure, concept, vector and "
    "file:PAIRS, and sums of them such as 0.4*name + 0.6*tags:4.";

static const pl_term_kind *find_term_kind(const pl_written_term *written)
{
    for (size_t k = 0; k < KINDS; k++)
        if (strlen(kinds[k]->name) == written->name_length &&
            memcmp(kinds[k]->name, written->name, written->name_length) == 0)
            return kinds[k];
    return NULL;
}

/* What is wrong with a term's argument; NULL: nothing. */
static const char *take_argument(pl_term *term, const pl_written_term *written)
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

/* A path may hold anything, also what looks like a number, so terms that want a
 * file are told apart first. */
static pleach_status take_term(pl_term *term, pl_arena *arena,
                               const pl_written_term *written, const char *spec,
                               pleach_error *error)
{
    *term =
        (pl_term){.kind = find_term_kind(written), .weight = written->weight};
    if (term->kind == NULL)
        return pl_expression_fail(spec, written->column, error, WHAT_IS_KNOWN);
    if (term->kind->argument != PL_ARGUMENT_FILE) {
        const char *wrong = take_argument(term, written);
        return wrong == NULL
                   ? PLEACH_OK
                   : pl_expression_fail(spec, written->column, error, wrong);
    }
    if (written->argument_length == 0)
        return pl_expression_fail(spec, written->column, error,
                                  "this term needs a file after a colon.");
    term->path =
        pl_arena_text(arena, written->argument, written->argument_length);
    return PLEACH_OK;
}

/* Vectors of two files have different axes, so there is one file of them; lists
 * of synonyms add up. */
static pleach_status take_source(pl_known_files *known, pl_arena *arena,
                                 const pl_written_term *written,
                                 const char *spec, pleach_error *error)
{
    pl_known_file *file = &known->files[known->count++];
    file->vectors =
        pl_text_is_word(written->name, written->name_length, "vectors");
    for (uint32_t k = 0; file->vectors && k + 1 < known->count; k++)
        if (known->files[k].vectors)
            return pl_expression_fail(spec, written->column, error,
                                      "there can be only one file of vectors.");
    if (!file->vectors &&
        !pl_text_is_word(written->name, written->name_length, "synonyms"))
        return pl_expression_fail(spec, written->column, error,
                                  "what follows \"with\" is synonyms:FILE or "
                                  "vectors:FILE.");
    file->path =
        pl_arena_text(arena, written->argument, written->argument_length);
    file->mark = PL_ARENA_ARRAY(arena, pl_file_mark, 1);
    return PLEACH_OK;
}

/* Concepts weigh what is known by themselves; other sums have it as a term. */
static void add_known_term(pl_similarity *similarity)
{
    for (uint32_t k = 0; k < similarity->count; k++)
        if (similarity->terms[k].kind == &pl_term_concept ||
            similarity->terms[k].kind == &pl_term_known)
            return;
    similarity->terms[similarity->count++] =
        (pl_term){.kind = &pl_term_known, .weight = PL_KNOWN_WEIGHT};
}

/* The expression is checked whole before any term is prepared, so that a
 * mistake at its end costs nothing. */
pleach_status pl_similarity_parse(pl_similarity *similarity, pl_arena *arena,
                                  const char *spec, pleach_error *error)
{
    pl_expression expression;
    PL_TRY(pl_expression_parse(&expression, spec, error));
    similarity->count = expression.count;
    for (uint32_t k = 0; k < expression.count; k++)
        PL_TRY(take_term(&similarity->terms[k], arena, &expression.terms[k],
                         spec, error));
    similarity->known.count = 0;
    for (uint32_t k = 0; k < expression.source_count; k++)
        PL_TRY(take_source(&similarity->known, arena, &expression.sources[k],
                           spec, error));
    if (expression.source_count > 0)
        add_known_term(similarity);
    similarity->name = pl_arena_text(arena, spec, strlen(spec));
    return pl_check_memory(arena, error);
}

/* ---------------------------------------------------------- from options -- */

/* What "auto" will mean is not known yet, and always right. */
pleach_status pl_similarity_check(const pleach_affinity_options *options,
                                  pleach_error *error)
{
    const pleach_own_similarity *own = options->own;
    const char *spec = options->similarity;
    pl_similarity similarity = {0};
    PL_SCRATCH(arena);
    pleach_status status = pl_check_memory(arena, error);
    if (status == PLEACH_OK && spec != NULL && strcmp(spec, "auto") != 0)
        status = pl_similarity_parse(&similarity, arena, spec, error);
    for (uint32_t k = 0; status == PLEACH_OK && k < similarity.count; k++)
        if (similarity.terms[k].kind == &pl_term_own && own == NULL)
            status = pl_fail(
                error, PLEACH_BAD_USAGE,
                "The similarity \"own\" is one that a program brings with it "
                "(pleach_own_similarity); there is none here.");
    if (status == PLEACH_OK && own != NULL && own->pairs == NULL &&
        own->pair_count > 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The similarity \"own\" has %zu pairs by its "
                       "pair_count, but its pairs are NULL.",
                       own->pair_count);
    return status;
}

typedef PL_LIST(char) spec_text;

static void add_spec(spec_text *spec, const char *text)
{
    size_t length = strlen(text);
    if (!pl_list_room(spec, length + 1))
        return;
    memcpy(spec->items + spec->count, text, length + 1);
    spec->count += length;
}

/* The path goes into the expression between quotes, and the expression into the
 * result: so one of its own could not be read back. */
static pleach_status add_source(spec_text *spec, const char *kind,
                                const char *path, uint32_t *sources,
                                pleach_error *error)
{
    if (path == NULL)
        return PLEACH_OK;
    if (strchr(path, '"') != NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A file of %s with a double quote in its name cannot "
                       "be used; rename it.",
                       kind);
    add_spec(spec, (*sources)++ == 0 ? " with " : " and ");
    add_spec(spec, kind);
    add_spec(spec, ":\"");
    add_spec(spec, path);
    add_spec(spec, "\"");
    return PLEACH_OK;
}

/* Options become a part of the expression, which the report then shows and
 * `explain` can use again. */
pleach_status pl_similarity_ask(const char **spec, pl_arena *arena,
                                const pleach_corpus *corpus,
                                const pleach_affinity_options *options,
                                pleach_error *error)
{
    spec_text made = {.arena = arena};
    uint32_t sources = 0;
    *spec = options->similarity;
    if (*spec == NULL && options->own != NULL)
        *spec = "own";
    if (*spec == NULL || strcmp(*spec, "auto") == 0)
        *spec = pl_similarity_choose(corpus);
    if (options->synonym_count == 0 && options->vectors == NULL)
        return PLEACH_OK;
    add_spec(&made, *spec);
    for (size_t k = 0; k < options->synonym_count; k++)
        if (options->synonyms[k] != NULL &&
            strcmp(options->synonyms[k], "none") != 0)
            PL_TRY(add_source(&made, "synonyms", options->synonyms[k], &sources,
                              error));
    PL_TRY(add_source(&made, "vectors", options->vectors, &sources, error));
    if (sources > 0)
        *spec = made.items;
    return pl_check_memory(arena, error);
}

static pl_plain plain_concept(const pl_term *term, const pleach_corpus *corpus)
{
    if (term->number == PL_CONCEPT_ALONE)
        return (pl_plain){PL_EVIDENCE_NONE, 1, 1, true};
    return (pl_plain){pl_mostly_tagged(corpus) ? PL_EVIDENCE_TAGS
                                               : PL_EVIDENCE_CONTEXT,
                      PL_CONCEPT_FLOOR, term->number, true};
}

/* These four need no term to be asked, pair by pair: an inverted index gives
 * the same numbers. */
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
