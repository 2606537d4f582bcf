/* similarity.c: understands what people write after --similarity. */
/* SPDX-License-Identifier: MIT */
#include "same/similarity.h"

#include <string.h>

#include "base/text.h"
#include "same/spelling.h"

/* A term's name, and whether a number may or must follow it. */
static const struct {
    const char *name;
    pl_term_kind kind;
    enum { NO_NUMBER, NUMBER_OR_USUAL, NUMBER } wants;
    double usual;
} kinds[] = {
    {"name", PL_TERM_NAME, NO_NUMBER, 0},
    {"tags", PL_TERM_TAGS, NUMBER_OR_USUAL, 1},
    {"context", PL_TERM_CONTEXT, NUMBER, 0},
    {"concept", PL_TERM_CONCEPT, NUMBER_OR_USUAL, 0},
    {"own", PL_TERM_OWN, NO_NUMBER, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* More than this says nothing that the cap at 1 does not, and one tag in common
 * would round to nothing in common. */
static const double MOST_NUMBER = 1e6;

static const char *const WHAT_IS_KNOWN =
    "known are name, tags, tags:J, context:J, concept and concept:J, and "
    "sums of them such as 0.4*name + 0.6*tags:4.";

/* ------------------------------------------------------------- scanning -- */

typedef struct scanner {
    const char *text, *at;
    pleach_error *error;
} scanner;

static pleach_status fail_similarity(const scanner *s, const char *at,
                                     const char *why)
{
    size_t column = (size_t)(at - s->text) + 1;
    return pl_fail_at(s->error, PLEACH_BAD_USAGE, NULL, 0, column,
                      "The similarity '%.*s' is not understood at column "
                      "%zu: %s",
                      pl_text_cut(s->text, strlen(s->text), 120), s->text,
                      column, why);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_term_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_space(scanner *s)
{
    while (is_space(*s->at))
        s->at++;
}

static bool is_this(pl_word word, const char *text)
{
    return pl_word_equal(word, (pl_word){text, strlen(text)});
}

static pl_word scan_letters(scanner *s)
{
    const char *start = s->at;
    while (is_term_letter(*s->at))
        s->at++;
    return (pl_word){start, (size_t)(s->at - start)};
}

/* A number in front of a star. */
static pleach_status scan_weight(scanner *s, double *weight)
{
    const char *start = s->at;
    *weight = 1;
    if (is_term_letter(*start))
        return PLEACH_OK;
    while (*s->at != '\0' && *s->at != '*' && !is_space(*s->at))
        s->at++;
    if (!pl_text_number(start, (size_t)(s->at - start), weight))
        return fail_similarity(s, start,
                               "a term such as tags:4 or 0.4*name belongs "
                               "here.");
    if (!(*weight > 0 && *weight <= MOST_NUMBER))
        return fail_similarity(s, start,
                               "a weight is a number above 0 and at most "
                               "1000000.");
    skip_space(s);
    if (*s->at != '*')
        return fail_similarity(s, s->at,
                               "a weight is followed by * and a term, as in "
                               "0.4*name.");
    s->at++;
    skip_space(s);
    return PLEACH_OK;
}

/* What follows a colon, without quotes; without bytes: there is none. */
static pleach_status scan_argument(scanner *s, pl_word *argument)
{
    skip_space(s);
    *argument = (pl_word){NULL, 0};
    if (*s->at != ':')
        return PLEACH_OK;
    s->at++;
    skip_space(s);
    const char *start = s->at;
    bool quoted = *start == '"';
    s->at += quoted;
    while (*s->at != '\0' &&
           (quoted ? *s->at != '"' : *s->at != '+' && !is_space(*s->at)))
        s->at++;
    if (quoted && *s->at == '\0')
        return fail_similarity(s, start, "this quote is not closed.");
    *argument = (pl_word){start + quoted, (size_t)(s->at - start) - quoted};
    s->at += quoted;
    skip_space(s);
    return PLEACH_OK;
}

/* What is wrong with a term's number; NULL: nothing. */
static const char *take_number(pl_term *term, size_t kind, pl_word argument)
{
    term->number = kinds[kind].usual;
    if (argument.bytes == NULL)
        return kinds[kind].wants == NUMBER
                   ? "this term needs a number, as in context:4."
                   : NULL;
    if (kinds[kind].wants == NO_NUMBER)
        return "this term takes no argument.";
    if (!pl_text_number(argument.bytes, argument.length, &term->number) ||
        !(term->number > 0 && term->number <= MOST_NUMBER))
        return "what follows the colon is a number above 0 and at most "
               "1000000, as in tags:2.";
    return NULL;
}

static pleach_status scan_term(scanner *s, pl_term *term)
{
    pl_word argument;
    size_t kind = 0;
    PL_TRY(scan_weight(s, &term->weight));
    pl_word name = scan_letters(s);
    if (name.length == 0)
        return fail_similarity(s, s->at,
                               "a term such as tags:4 or 0.4*name belongs "
                               "here.");
    while (kind < KINDS && !is_this(name, kinds[kind].name))
        kind++;
    if (kind == KINDS)
        return fail_similarity(s, name.bytes, WHAT_IS_KNOWN);
    term->kind = kinds[kind].kind;
    PL_TRY(scan_argument(s, &argument));
    const char *wrong = take_number(term, kind, argument);
    return wrong == NULL ? PLEACH_OK : fail_similarity(s, name.bytes, wrong);
}

/* Passes over a word, if it stands here by itself. */
static bool scan_term_word(scanner *s, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(s->at, word, length) != 0 || is_term_letter(s->at[length]))
        return false;
    s->at += length;
    skip_space(s);
    return true;
}

/* Vectors of two files have different axes, so there is one file of them; lists
 * of synonyms add up. */
static pleach_status scan_source(scanner *s, pl_known_files *known,
                                 pl_arena *arena)
{
    const char *start = s->at;
    pl_word path, name = scan_letters(s);
    bool vectors = is_this(name, "vectors");
    PL_TRY(scan_argument(s, &path));
    if (known->count == PL_MOST_SOURCES)
        return fail_similarity(s, start, "there are more than 8 sources.");
    if (path.length == 0 || (!vectors && !is_this(name, "synonyms")))
        return fail_similarity(s, start,
                               "a source such as synonyms:FILE or "
                               "vectors:FILE belongs here.");
    for (uint32_t k = 0; vectors && k < known->count; k++)
        if (known->files[k].vectors)
            return fail_similarity(s, start,
                                   "there can be only one file of vectors.");
    known->files[known->count++] =
        (pl_known_file){.vectors = vectors,
                        .path = pl_arena_text(arena, path.bytes, path.length),
                        .mark = PL_ARENA_ARRAY(arena, pl_file_mark, 1)};
    return PLEACH_OK;
}

/* What files know of names is evidence for concepts, and nothing else asks. */
static pleach_status scan_sources(scanner *s, pl_similarity *similarity,
                                  pl_arena *arena)
{
    if (pl_similarity_find(similarity, PL_TERM_CONCEPT) == NULL)
        return fail_similarity(s, s->at,
                               "synonyms and vectors of names say which nodes "
                               "are one concept, so one of the terms must be "
                               "concept.");
    do {
        PL_TRY(scan_source(s, &similarity->known, arena));
    } while (scan_term_word(s, "and"));
    return *s->at == '\0'
               ? PLEACH_OK
               : fail_similarity(s, s->at,
                                 "\"and\" belongs between two sources.");
}

static pleach_status scan_sum(scanner *s, pl_similarity *similarity,
                              pl_arena *arena)
{
    skip_space(s);
    for (;;) {
        if (similarity->count == PL_MOST_TERMS)
            return fail_similarity(s, s->at, "there are more than 16 terms.");
        PL_TRY(scan_term(s, &similarity->terms[similarity->count]));
        similarity->count++;
        if (*s->at == '\0')
            return PLEACH_OK;
        if (scan_term_word(s, "with"))
            return scan_sources(s, similarity, arena);
        if (*s->at != '+')
            return fail_similarity(s, s->at, "a + belongs between two terms.");
        s->at++;
        skip_space(s);
    }
}

pleach_status pl_similarity_parse(pl_similarity *similarity, pl_arena *arena,
                                  const char *spec, pleach_error *error)
{
    scanner s = {spec, spec, error};
    similarity->count = similarity->known.count = 0;
    PL_TRY(scan_sum(&s, similarity, arena));
    similarity->name = pl_arena_text(arena, spec, strlen(spec));
    return pl_check_memory(arena, error);
}

const pl_term *pl_similarity_find(const pl_similarity *similarity,
                                  pl_term_kind kind)
{
    for (uint32_t k = 0; k < similarity->count; k++)
        if (similarity->terms[k].kind == kind)
            return &similarity->terms[k];
    return NULL;
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
    if (status == PLEACH_OK && own == NULL &&
        pl_similarity_find(&similarity, PL_TERM_OWN) != NULL)
        return pl_fail(
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

/* Concepts come first everywhere; inside one, tags in common tell who belongs
 * together, or else names around. */
static const char *choose_similarity(const pleach_corpus *corpus)
{
    return pl_mostly_tagged(corpus) ? "concept:2" : "concept:4";
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
        *spec = choose_similarity(corpus);
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

bool pl_mostly_tagged(const pleach_corpus *corpus)
{
    uint64_t tagged = 0;
    for (uint32_t node = 0; node < corpus->node_count; node++)
        tagged += corpus->tag_first[node + 1] > corpus->tag_first[node];
    return tagged * 2 >= corpus->node_count;
}

/* ------------------------------------------------------- terms that count --
 */

/* What an equal name is worth to the context, and what being one concept is
 * worth where a number follows the term. */
static const double CONTEXT_FLOOR = 0.1, CONCEPT_FLOOR = 0.8;

bool pl_term_is_plain(const pl_term *term, const pleach_corpus *corpus,
                      pl_plain *plain)
{
    bool alone = term->kind == PL_TERM_NAME ||
                 (term->kind == PL_TERM_CONCEPT && !(term->number > 0));
    if (alone)
        *plain = (pl_plain){PL_EVIDENCE_NONE, 1, 1};
    else if (term->kind == PL_TERM_TAGS)
        *plain = (pl_plain){PL_EVIDENCE_TAGS, 0, term->number};
    else if (term->kind == PL_TERM_CONTEXT)
        *plain = (pl_plain){PL_EVIDENCE_CONTEXT, CONTEXT_FLOOR, term->number};
    else if (term->kind == PL_TERM_CONCEPT)
        *plain = (pl_plain){pl_mostly_tagged(corpus) ? PL_EVIDENCE_TAGS
                                                     : PL_EVIDENCE_CONTEXT,
                            CONCEPT_FLOOR, term->number};
    else
        return false;
    return true;
}
