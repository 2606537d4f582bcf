/* expression.c: a hand-written scanner for sums of weighted terms. */
/* SPDX-License-Identifier: MIT */
#include "same/expression.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"

/* More than this says nothing that the cap at 1 does not. */
static const double MOST_WEIGHT = 1e6;

typedef struct scanner {
    const char *text, *at;
    pleach_error *error;
} scanner;

pleach_status pl_expression_fail(const char *text, size_t column,
                                 pleach_error *error, const char *why)
{
    return pl_fail_at(error, PLEACH_BAD_USAGE, NULL, 0, column,
                      "The similarity '%.*s' is not understood at column "
                      "%zu: %s",
                      pl_text_cut(text, strlen(text), 120), text, column, why);
}

static pleach_status fail_expression(const scanner *s, const char *at,
                                     const char *why)
{
    return pl_expression_fail(s->text, (size_t)(at - s->text) + 1, s->error,
                              why);
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

/* A number in front of a star. */
static pleach_status scan_weight(scanner *s, pl_written_term *term)
{
    const char *start = s->at;
    term->weight = 1;
    if (is_term_letter(*start))
        return PLEACH_OK;
    while (*s->at != '\0' && *s->at != '*' && !is_space(*s->at))
        s->at++;
    if (!pl_text_number(start, (size_t)(s->at - start), &term->weight))
        return fail_expression(s, start,
                               "a term such as tags:4 or 0.4*name belongs "
                               "here.");
    if (!(term->weight > 0 && term->weight <= MOST_WEIGHT))
        return fail_expression(s, start,
                               "a weight is a number above 0 and at most "
                               "1000000.");
    skip_space(s);
    if (*s->at != '*')
        return fail_expression(s, s->at,
                               "a weight is followed by * and a term, as in "
                               "0.4*name.");
    s->at++;
    skip_space(s);
    return PLEACH_OK;
}

static pleach_status scan_quoted(scanner *s, pl_written_term *term)
{
    const char *start = s->at++;
    term->argument = s->at;
    while (*s->at != '\0' && *s->at != '"')
        s->at++;
    if (*s->at == '\0')
        return fail_expression(s, start, "this quote is not closed.");
    term->argument_length = (size_t)(s->at++ - term->argument);
    return PLEACH_OK;
}

static pleach_status scan_argument(scanner *s, pl_written_term *term)
{
    if (*s->at != ':')
        return PLEACH_OK;
    s->at++;
    skip_space(s);
    if (*s->at == '"')
        return scan_quoted(s, term);
    term->argument = s->at;
    while (*s->at != '\0' && *s->at != '+' && !is_space(*s->at))
        s->at++;
    term->argument_length = (size_t)(s->at - term->argument);
    return PLEACH_OK;
}

/* Columns are noted for each term, so that whoever finds fault with one later
 * can still point at it. */
static pleach_status scan_term(scanner *s, pl_written_term *term)
{
    *term = (pl_written_term){.weight = 1};
    PL_TRY(scan_weight(s, term));
    term->name = s->at;
    term->column = (size_t)(s->at - s->text) + 1;
    while (is_term_letter(*s->at))
        s->at++;
    term->name_length = (size_t)(s->at - term->name);
    if (term->name_length == 0)
        return fail_expression(s, s->at,
                               "a term such as tags:4 or 0.4*name belongs "
                               "here.");
    skip_space(s);
    PL_TRY(scan_argument(s, term));
    skip_space(s);
    return PLEACH_OK;
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

/* A source is a term without a weight: how much it is worth is learnt. */
static pleach_status scan_sources(scanner *s, pl_expression *expression)
{
    do {
        const char *start = s->at;
        if (expression->source_count == PL_MOST_SOURCES)
            return fail_expression(s, start, "there are more than 8 sources.");
        pl_written_term *source =
            &expression->sources[expression->source_count++];
        PL_TRY(scan_term(s, source));
        if (source->weight != 1 || source->argument_length == 0)
            return fail_expression(
                s, start,
                "a source such as synonyms:FILE or vectors:FILE "
                "belongs here.");
    } while (scan_term_word(s, "and"));
    return *s->at == '\0'
               ? PLEACH_OK
               : fail_expression(s, s->at,
                                 "\"and\" belongs between two sources.");
}

/* A fixed number of terms needs no memory, and nobody has had sixteen reasons
 * yet. */
pleach_status pl_expression_parse(pl_expression *expression, const char *text,
                                  pleach_error *error)
{
    scanner s = {text, text, error};
    expression->count = expression->source_count = 0;
    skip_space(&s);
    for (;;) {
        if (expression->count == PL_MOST_TERMS)
            return fail_expression(&s, s.at, "there are more than 16 terms.");
        PL_TRY(scan_term(&s, &expression->terms[expression->count++]));
        if (*s.at == '\0')
            return PLEACH_OK;
        if (scan_term_word(&s, "with"))
            return scan_sources(&s, expression);
        if (*s.at != '+')
            return fail_expression(&s, s.at, "a + belongs between two terms.");
        s.at++;
        skip_space(&s);
    }
}
