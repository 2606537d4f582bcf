/* preference.c: a number, a quantile of the similarities, or by popularity. */
/* SPDX-License-Identifier: MIT */
#include "same/preference.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/order.h"
#include "base/status.h"
#include "base/text.h"

static const double USUAL_PREFERENCE = 0.0001;
/* Beyond this, single precision would no longer see similarities at all. */
static const double MOST_PREFERENCE = 1000000;

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The value of the given rank. Positive floats order like their bits, so two
 * histograms of 16 bits each find it without sorting or copying. */
static float select_rank(const float *values, uint64_t count, uint64_t rank,
                         uint64_t *histogram)
{
    enum { BUCKETS = 1 << 16 };
    uint32_t high = 0, low = 0;
    memset(histogram, 0, BUCKETS * sizeof *histogram);
    for (uint64_t k = 0; k < count; k++)
        histogram[float_bits(values[k]) >> 16]++;
    for (; rank >= histogram[high]; high++)
        rank -= histogram[high];
    memset(histogram, 0, BUCKETS * sizeof *histogram);
    for (uint64_t k = 0; k < count; k++)
        if (float_bits(values[k]) >> 16 == high)
            histogram[float_bits(values[k]) & 0xFFFF]++;
    for (; rank >= histogram[low]; low++)
        rank -= histogram[low];
    uint32_t bits = high << 16 | low;
    float found;
    memcpy(&found, &bits, sizeof found);
    return found;
}

/* The value at `quantile` of the stored similarities, ordered; without any,
 * the usual preference. */
static pleach_status find_quantile(double *found,
                                   const pleach_affinity *affinity,
                                   double quantile, pleach_error *error)
{
    uint64_t count = pl_pair_count(affinity);
    *found = USUAL_PREFERENCE;
    if (count == 0)
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    uint64_t *histogram = PL_ARENA_ARRAY(scratch, uint64_t, 1 << 16);
    PL_TRY(pl_check_memory(scratch, error));
    uint64_t rank = (uint64_t)floor(quantile * (double)(count - 1) + 0.5);
    *found = select_rank(affinity->pair_similarity, count, rank, histogram);
    return PLEACH_OK;
}

/* ------------------------------------------------------------- popular -- */

/* Writes each slot's share of people who use its name. */
static pleach_status find_shares(const pleach_affinity *affinity, double *share,
                                 pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    uint32_t names = pl_strings_count(corpus->keys);
    uint32_t people = pl_person_count(corpus);
    PL_SCRATCH(scratch);
    uint32_t *users = PL_ARENA_ARRAY(scratch, uint32_t, names);
    uint8_t *there = PL_ARENA_ARRAY(scratch, uint8_t, people);
    uint64_t *uses = PL_ARENA_ARRAY(scratch, uint64_t, affinity->slot_count);
    uint32_t everyone = 0;
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        uint32_t node = affinity->slot_node[slot];
        uint32_t person = pl_person_of(corpus, node);
        everyone += !there[person];
        there[person] = 1;
        uses[slot] = (uint64_t)corpus->node_key[node] << 32 | person;
    }
    if (affinity->slot_count > 1)
        qsort(uses, affinity->slot_count, sizeof *uses, pl_compare_uint64);
    for (uint32_t k = 0; k < affinity->slot_count; k++)
        users[uses[k] >> 32] += k == 0 || uses[k] != uses[k - 1];
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        share[slot] =
            (double)users[corpus->node_key[affinity->slot_node[slot]]] /
            everyone;
    return PLEACH_OK;
}

/* Names that many people use get up to the median similarity, others the usual
 * preference: a popular concept should be found even where its nodes have
 * little in common. */
static pleach_status set_popular(pleach_affinity *affinity, double weight,
                                 const char *spec, pleach_error *error)
{
    double median, least = USUAL_PREFERENCE;
    PL_TRY(find_quantile(&median, affinity, 0.5, error));
    const char *rule = pl_arena_text(affinity->arena, spec, strlen(spec));
    double *own = PL_ARENA_ARRAY(affinity->arena, double, affinity->slot_count);
    PL_TRY(pl_check_memory(affinity->arena, error));
    PL_TRY(find_shares(affinity, own, error));
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
        own[slot] =
            least + fmin(1, weight * own[slot]) * fmax(0, median - least);
    assert(least > 0);
    affinity->preference = least;
    affinity->preference_rule = rule;
    affinity->slot_preference = own;
    return PLEACH_OK;
}

/* --------------------------------------------------------- one for each -- */

/* The least of them stands for all where a single number is asked for. */
pleach_status pl_preference_set_each(pleach_affinity *affinity,
                                     const double *by_node, pleach_error *error)
{
    uint32_t slots = affinity->slot_count;
    double *own = PL_ARENA_ARRAY(affinity->arena, double, slots);
    if (own == NULL)
        return pl_fail_memory(error);
    double least = slots > 0 ? INFINITY : USUAL_PREFERENCE;
    for (uint32_t slot = 0; slot < slots; slot++) {
        uint32_t node = affinity->slot_node[slot];
        if (!pl_preference_fits(by_node[node]))
            return pl_fail(error, PLEACH_BAD_USAGE,
                           "The preference of node %" PRIu32 " is %g; it must "
                           "be above 0 and up to 1000000.",
                           node, by_node[node]);
        own[slot] = by_node[node];
        least = fmin(least, own[slot]);
    }
    affinity->preference = least;
    affinity->preference_rule = "own";
    affinity->slot_preference = own;
    return PLEACH_OK;
}

/* --------------------------------------------------------------- rules -- */

bool pl_preference_fits(double number)
{
    return number > 0 && number <= MOST_PREFERENCE;
}

typedef enum rule { WRONG, NUMBER, PERCENTILE, POPULAR } rule;

/* Numbers are above 0, since pairs of similarity 0 are not stored, and that is
 * exact only when a node gains something by standing alone. */
static rule read_rule(double *number, const pleach_affinity_options *options)
{
    static const char popular[] = "popular:";
    const char *text = options->preference_rule;
    *number = options->preference == 0 ? USUAL_PREFERENCE : options->preference;
    if (text == NULL)
        return pl_preference_fits(*number) ? NUMBER : WRONG;
    if (strcmp(text, "median") == 0)
        text = "q50";
    if (text[0] == 'q' && pl_text_number(text + 1, strlen(text + 1), number) &&
        *number >= 0 && *number <= 100)
        return PERCENTILE;
    if (strncmp(text, popular, strlen(popular)) == 0 &&
        pl_text_number(text + strlen(popular), strlen(text) - strlen(popular),
                       number) &&
        pl_preference_fits(*number))
        return POPULAR;
    return WRONG;
}

/* A wrong word is refused with all rules there are, as people mistype more
 * often than they invent. */
pleach_status pl_preference_check(const pleach_affinity_options *options,
                                  pleach_error *error)
{
    double number;
    char written[40];
    if (read_rule(&number, options) != WRONG)
        return PLEACH_OK;
    snprintf(written, sizeof written, "%.10g", options->preference);
    return pl_fail(
        error, PLEACH_BAD_USAGE,
        "The preference '%.40s' is not understood. It is a number above 0 and "
        "up to 1000000, 'auto', 'median', a percentile such as q25, or "
        "popular:W with a W above 0 and up to 1000000.",
        options->preference_rule == NULL ? written : options->preference_rule);
}

pleach_status pl_preference_set(pleach_affinity *affinity,
                                const pleach_affinity_options *options,
                                pleach_error *error)
{
    double number;
    rule by = read_rule(&number, options);
    if (by == PERCENTILE)
        return find_quantile(&affinity->preference, affinity, number / 100,
                             error);
    if (by == POPULAR)
        return set_popular(affinity, number, options->preference_rule, error);
    affinity->preference = number;
    return PLEACH_OK;
}
