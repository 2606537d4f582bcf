/* preference.c: a number, a quantile of the similarities, or by popularity. */
#include "affinity/preference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

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
    uint64_t *histogram = pl_allocate(1 << 16, sizeof *histogram);
    if (histogram == NULL)
        return pl_fail_memory(error);
    uint64_t rank = (uint64_t)floor(quantile * (double)(count - 1) + 0.5);
    *found = select_rank(affinity->pair_similarity, count, rank, histogram);
    pl_release(histogram);
    return PLEACH_OK;
}

/* ------------------------------------------------------------- popular -- */

/* Who a slot is from. Where all are of one owner, as in a file that names
 * none, each hierarchy counts as somebody's. */
static uint32_t person_of(const pleach_affinity *affinity, uint32_t slot)
{
    const pleach_corpus *corpus = affinity->corpus;
    uint32_t sapling = corpus->node_sapling[affinity->slot_node[slot]];
    uint32_t hierarchy = corpus->sapling_hierarchy[sapling];
    return pl_strings_count(corpus->owners) > 1
               ? corpus->hierarchy_owner[hierarchy]
               : hierarchy;
}

/* Writes each slot's share of people who use its name. Slots of one name are
 * neighbours, so one note per person of the last name seen is enough. */
static void find_shares(const pleach_affinity *affinity, uint32_t *last_name,
                        double *share)
{
    const uint32_t *key = affinity->corpus->node_key;
    uint32_t slots = affinity->slot_count, everyone = 0;
    for (uint32_t first = 0, end; first < slots; first = end) {
        uint32_t name = key[affinity->slot_node[first]], users = 0;
        for (end = first;
             end < slots && key[affinity->slot_node[end]] == name; end++) {
            uint32_t *last = &last_name[person_of(affinity, end)];
            everyone += *last == 0;
            users += *last != name + 1;
            *last = name + 1;
        }
        for (uint32_t slot = first; slot < end; slot++)
            share[slot] = users;
    }
    for (uint32_t slot = 0; slot < slots; slot++)
        share[slot] /= everyone;
}

static pleach_status set_popular(pleach_affinity *affinity, double weight,
                                 const char *spec, pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    double median, least = USUAL_PREFERENCE;
    PL_TRY(find_quantile(&median, affinity, 0.5, error));
    char *rule = pl_arena_take(affinity->arena, strlen(spec) + 1, 1);
    double *own =
        PL_ARENA_ARRAY(affinity->arena, double, affinity->slot_count);
    /* No fewer hierarchies than owners. */
    uint32_t *last_name =
        pl_allocate(corpus->hierarchy_count, sizeof *last_name);
    bool enough = rule != NULL && own != NULL && last_name != NULL;
    if (enough) {
        find_shares(affinity, last_name, own);
        for (uint32_t slot = 0; slot < affinity->slot_count; slot++)
            own[slot] = least + fmin(1, weight * own[slot]) *
                                    fmax(0, median - least);
        affinity->preference = least;
        affinity->preference_rule = strcpy(rule, spec);
        affinity->slot_preference = own;
    }
    pl_release(last_name);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* --------------------------------------------------------------- rules -- */

/* A plain decimal number and nothing after it: none of strtod's words,
 * hexadecimals and leading spaces. */
static bool read_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return text[0] != '\0' && text[strspn(text, "0123456789.eE+-")] == '\0' &&
           *end == '\0' && isfinite(*number);
}

static pleach_status fail_rule(const char *spec, pleach_error *error)
{
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "The preference '%.40s' is not understood. It is a number "
                   "above 0 and up to 1000000, 'auto', 'median', a "
                   "percentile such as q25, or popular:W with a W above 0 "
                   "and up to 1000000.",
                   spec);
}

bool pl_preference_fits(double number)
{
    return number > 0 && number <= MOST_PREFERENCE;
}

pleach_status pl_preference_set(pleach_affinity *affinity, const char *spec,
                                pleach_error *error)
{
    static const char popular[] = "popular:";
    double number;
    if (spec == NULL || strcmp(spec, "auto") == 0)
        affinity->preference = USUAL_PREFERENCE;
    else if (strcmp(spec, "median") == 0)
        return find_quantile(&affinity->preference, affinity, 0.5, error);
    else if (strncmp(spec, popular, strlen(popular)) == 0)
        return read_number(spec + strlen(popular), &number) &&
                       pl_preference_fits(number)
                   ? set_popular(affinity, number, spec, error)
                   : fail_rule(spec, error);
    else if (spec[0] == 'q')
        return read_number(spec + 1, &number) && number >= 0 && number <= 100
                   ? find_quantile(&affinity->preference, affinity,
                                   number / 100, error)
                   : fail_rule(spec, error);
    /* Pairs of similarity 0 are not stored, and that is exact only when a
     * node gains something by standing alone. */
    else if (read_number(spec, &number) && pl_preference_fits(number))
        affinity->preference = number;
    else
        return fail_rule(spec, error);
    return PLEACH_OK;
}
