/* sweep_range.c: which values a sweep takes. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/text.h"
#include "lab/sweep.h"
#include "same/preference.h"

enum {
    USUAL_STEPS = 10,
    MOST_STEPS = 1000,
    LEAST_DIGITS = 3,
    MOST_DIGITS = 17,
    NUMBER_ROOM = 40
};

static bool fits_damping(double number)
{
    return number >= 0.5 && number < 1;
}

typedef struct swept {
    const char *what;
    bool (*fits)(double number);
    bool by_factors; /* what matters is how many times larger */
    const char *words;
} swept;

static const swept known[] = {
    {"preference", pl_preference_fits, true, "above 0 and up to 1000000"},
    {"damping", fits_damping, false, "of at least 0.5 and below 1"},
};

static const swept *find_swept(const char *text, size_t length)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strlen(known[k].what) == length &&
            strncmp(known[k].what, text, length) == 0)
            return &known[k];
    return NULL;
}

/* A plain decimal number that fills `length` bytes. */
static bool read_range_number(const char *text, size_t length, double *number)
{
    return pl_text_number(text, length, number) && isfinite(*number);
}

static bool read_steps(const char *text, uint32_t *steps)
{
    size_t length = strlen(text);
    if (length == 0 || length > 4 || text[strspn(text, "0123456789")] != '\0')
        return false;
    *steps = (uint32_t)strtoul(text, NULL, 10);
    return *steps >= 2 && *steps <= MOST_STEPS;
}

/* ".." is looked for first: a number may end or begin with a point. */
static bool read_range(pl_sweep_range *range, const char *text)
{
    const char *dots = strstr(text, "..");
    if (dots == NULL)
        return false;
    const char *second = dots + 2;
    size_t length = strcspn(second, ":");
    range->steps = USUAL_STEPS;
    return read_range_number(text, (size_t)(dots - text), &range->from) &&
           read_range_number(second, length, &range->to) &&
           (second[length] == '\0' ||
            read_steps(second + length + 1, &range->steps));
}

/* printf writes the locale's decimal point, which may be several bytes. */
static void print_plainly(char *to, size_t room, int digits, double value)
{
    char number[NUMBER_ROOM];
    size_t used = 0;
    bool pointed = false;
    snprintf(number, sizeof number, "%.*g", digits, value);
    for (const char *at = number; *at != '\0' && used + 1 < room; at++) {
        bool plain = strchr("0123456789e+-", *at) != NULL;
        if (plain || !pointed)
            to[used++] = plain ? *at : '.';
        pointed = pointed || !plain;
    }
    to[used] = '\0';
}

static double round_to(int digits, double value)
{
    char rounded[NUMBER_ROOM];
    double number = value;
    print_plainly(rounded, sizeof rounded, digits, value);
    (void)pl_text_number(rounded, strlen(rounded), &number);
    return number;
}

double pl_sweep_value(const pl_sweep_range *range, uint32_t step)
{
    assert(range->steps > 1 && step < range->steps);
    double share = (double)step / (range->steps - 1);
    double value = range->by_factors
                       ? range->from * pow(range->to / range->from, share)
                       : range->from + (range->to - range->from) * share;
    if (step == 0 || step == range->steps - 1)
        return step == 0 ? range->from : range->to;
    return round_to(range->digits, value);
}

static bool are_apart(const pl_sweep_range *range)
{
    for (uint32_t k = 1; k < range->steps; k++)
        if (pl_sweep_value(range, k) <= pl_sweep_value(range, k - 1))
            return false;
    return true;
}

/* As many digits as tell all values apart, and no more: what a table shows can
 * be given again, and gives the same. */
pleach_status pl_sweep_parse(pl_sweep_range *range, const char *text,
                             pleach_error *error)
{
    text = text == NULL ? "preference=0.0001..1" : text;
    size_t length = strcspn(text, "=");
    const swept *over = find_swept(text, length);
    pl_sweep_range made = {.digits = LEAST_DIGITS};
    if (text[length] == '=' && over == NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A sweep goes over the preference or the damping, as "
                       "in preference=0.001..0.5, not over '%.*s'.",
                       length > 40 ? 40 : (int)length, text);
    if (over == NULL || text[length] != '=' ||
        !read_range(&made, text + length + 1))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The sweep '%.80s' is not understood. It is A..B, or "
                       "A..B:N for N values from 2 to 1000, as in "
                       "preference=0.001..0.5:12.",
                       text);
    if (!over->fits(made.from) || !over->fits(made.to))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The sweep '%.80s' leaves what a %s can be: a number "
                       "%s.",
                       text, over->what, over->words);
    made.what = over->what;
    made.by_factors = over->by_factors;
    while (made.digits < MOST_DIGITS && !are_apart(&made))
        made.digits++;
    if (!are_apart(&made))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The sweep '%.80s' must begin below where it ends.",
                       text);
    *range = made;
    return PLEACH_OK;
}

void pl_sweep_label(char *to, size_t room, const pl_sweep_range *range,
                    double value)
{
    enum { EXACTLY = 10 };
    double rounded = round_to(range->digits, value);
    /* An end may have been given more exactly. */
    bool same = rounded >= value && rounded <= value;
    print_plainly(to, room, same ? range->digits : EXACTLY, value);
}
