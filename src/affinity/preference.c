/* preference.c: a number, or a quantile of the stored similarities. */
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

static pleach_status set_quantile(pleach_affinity *affinity, double quantile,
                                  pleach_error *error)
{
    uint64_t count = pl_pair_count(affinity);
    if (count == 0) {
        affinity->preference = USUAL_PREFERENCE;
        return PLEACH_OK;
    }
    uint64_t *histogram = pl_allocate(1 << 16, sizeof *histogram);
    if (histogram == NULL)
        return pl_fail_memory(error);
    uint64_t rank = (uint64_t)floor(quantile * (double)(count - 1) + 0.5);
    affinity->preference =
        select_rank(affinity->pair_similarity, count, rank, histogram);
    pl_release(histogram);
    return PLEACH_OK;
}

pleach_status pl_preference_set(pleach_affinity *affinity, const char *spec,
                                pleach_error *error)
{
    if (spec == NULL || strcmp(spec, "auto") == 0) {
        affinity->preference = USUAL_PREFERENCE;
        return PLEACH_OK;
    }
    if (strcmp(spec, "median") == 0)
        return set_quantile(affinity, 0.5, error);
    bool percentile = spec[0] == 'q';
    char *end;
    double number = strtod(spec + percentile, &end);
    bool valid = end != spec + percentile && *end == '\0' && isfinite(number);
    if (valid && percentile && number >= 0 && number <= 100)
        return set_quantile(affinity, number / 100, error);
    /* Pairs of similarity 0 are not stored, and that is exact only when a
     * node gains something by standing alone. */
    if (valid && !percentile && number > 0 && number <= MOST_PREFERENCE) {
        affinity->preference = number;
        return PLEACH_OK;
    }
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "The preference '%.40s' is not understood. It is a number "
                   "above 0 and up to 1000000, 'auto', 'median', or a "
                   "percentile such as q25.",
                   spec);
}
