/* lanes.h: vectors of PL_LANE_BYTES, in what gcc and clang have in common.
 *
 * For the sweeps only, which are compiled once per width: PL_LANE_BYTES and
 * PL_LANE_TARGET, the attribute that allows it, are set before. Everything
 * works lane by lane, and a maximum does not mind the order, so results are
 * the same for any width, bit by bit. PL_LANE_AVX2 chooses instructions that
 * compilers do not find by themselves. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LANES_H
#define PL_LANES_H

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "rap/messages.h"

/* To count what runs, each function is there once, not once per call with the
 * conditions that are constants there. */
#ifdef PL_COUNT_COVERAGE
#define LANED static inline PL_LANE_TARGET
#else
#define LANED static inline __attribute__((always_inline)) PL_LANE_TARGET
#endif
enum { LANES = PL_LANE_BYTES / sizeof(pl_real) };

typedef pl_real lanes __attribute__((vector_size(PL_LANE_BYTES)));
/* Whole numbers as wide as a lane. */
typedef pl_real_bits lane_bits __attribute__((vector_size(PL_LANE_BYTES)));
/* The same anywhere in memory. */
typedef pl_real loose_lanes
    __attribute__((vector_size(PL_LANE_BYTES), aligned(sizeof(pl_real))));
/* Some of the lanes: all bits of each. */
typedef lane_bits mask;

/* What is odd in a row's eta. */
typedef pl_real quad
    __attribute__((vector_size(PL_ODD * sizeof(pl_real)), aligned(4)));
typedef uint32_t quad_places
    __attribute__((vector_size(PL_ODD * sizeof(uint32_t)), aligned(4)));

LANED lanes load(const pl_real *from)
{
    return *(const loose_lanes *)from;
}

LANED void store(pl_real *to, lanes x)
{
    *(loose_lanes *)to = x;
}

LANED lanes all(pl_real x)
{
    return (lanes){0} + x;
}

LANED lane_bits all_bits(uint32_t x)
{
    return (lane_bits){0} + (pl_real_bits)x;
}

#ifdef PL_LANE_AVX2
LANED lanes pick(mask which, lanes a, lanes b)
{
    return (lanes)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)which);
}

LANED lanes greater(lanes a, lanes b)
{
    return (lanes)_mm256_max_ps((__m256)a, (__m256)b);
}

LANED lanes lesser(lanes a, lanes b)
{
    return (lanes)_mm256_min_ps((__m256)a, (__m256)b);
}

LANED pl_real greatest(lanes a)
{
    __m128 b = _mm_max_ps(_mm256_castps256_ps128((__m256)a),
                          _mm256_extractf128_ps((__m256)a, 1));
    b = _mm_max_ps(b, _mm_movehl_ps(b, b));
    b = _mm_max_ss(b, _mm_movehdup_ps(b));
    return _mm_cvtss_f32(b);
}

LANED uint32_t bits_of(mask which)
{
    return (uint32_t)_mm256_movemask_ps((__m256)which);
}

/* The lanes that are live: columns[ids - base], the others 0. */
LANED lanes gather(const pl_real *columns, const uint32_t *ids, uint32_t base,
                   mask live)
{
    __m256i at = _mm256_maskload_epi32((const int *)ids, (__m256i)live);
    at = _mm256_sub_epi32(at, _mm256_set1_epi32((int)base));
    return (lanes)_mm256_mask_i32gather_ps(_mm256_setzero_ps(), columns, at,
                                           (__m256)live, sizeof(pl_real));
}

LANED lanes gather_whole(const pl_real *columns, const uint32_t *ids,
                         uint32_t base)
{
    __m256i at = _mm256_loadu_si256((const __m256i *)(const void *)ids);
    at = _mm256_sub_epi32(at, _mm256_set1_epi32((int)base));
    return (lanes)_mm256_i32gather_ps(columns, at, sizeof(pl_real));
}
#else
LANED lanes pick(mask which, lanes a, lanes b)
{
    return (lanes)((which & (mask)a) | (~which & (mask)b));
}

/* a > b ? a : b and a < b ? a : b in each lane. */
LANED lanes greater(lanes a, lanes b)
{
#if defined(__SSE2__) && !defined(PL_DOUBLE)
    return (lanes)_mm_max_ps((__m128)a, (__m128)b);
#else
    return pick((mask)(a > b), a, b);
#endif
}

LANED lanes lesser(lanes a, lanes b)
{
#if defined(__SSE2__) && !defined(PL_DOUBLE)
    return (lanes)_mm_min_ps((__m128)a, (__m128)b);
#else
    return pick((mask)(a < b), a, b);
#endif
}

LANED pl_real greatest(lanes a)
{
    pl_real most = a[0];
    for (int k = 1; k < LANES; k++)
        most = a[k] > most ? a[k] : most;
    return most;
}

LANED uint32_t bits_of(mask which)
{
#if defined(__SSE2__) && !defined(PL_DOUBLE)
    return (uint32_t)_mm_movemask_ps((__m128)which);
#else
    uint32_t bits = 0;
    for (int k = 0; k < LANES; k++)
        bits |= (uint32_t)(which[k] != 0) << k;
    return bits;
#endif
}

LANED lanes gather(const pl_real *columns, const uint32_t *ids, uint32_t base,
                   mask live)
{
    lanes found = {0};
    for (int k = 0; k < LANES; k++)
        if (live[k])
            found[k] = columns[ids[k] - base];
    return found;
}

LANED lanes gather_whole(const pl_real *columns, const uint32_t *ids,
                         uint32_t base)
{
    lanes found = {0};
    for (int k = 0; k < LANES; k++)
        found[k] = columns[ids[k] - base];
    return found;
}
#endif

LANED mask above(lanes a, lanes b)
{
    return (mask)(a > b);
}

LANED mask same(lanes a, lanes b)
{
    return (mask)(a == b);
}

LANED mask same_bits(lane_bits a, lane_bits b)
{
    return (mask)(a == b);
}

LANED void scatter(pl_real *columns, const uint32_t *ids, uint32_t base,
                   lanes x, mask live)
{
    for (uint32_t left = bits_of(live); left != 0; left &= left - 1) {
        int k = __builtin_ctz(left);
        columns[ids[k] - base] = x[k];
    }
}

LANED lanes positive(lanes a)
{
    return greater(a, all(0));
}

LANED lanes size_of(lanes a)
{
    return greater(a, -a);
}

/* The highest but one, where `second` holds what lost against `first` in each
 * lane. It may be as high as the highest. */
LANED pl_real runner_up(lanes first, lanes second, pl_real highest)
{
    mask equal = same(first, all(highest));
    uint32_t which = bits_of(equal);
    return (which & (which - 1)) != 0 ? highest
                                      : greatest(pick(equal, second, first));
}

/* The number of each lane. */
LANED lane_bits numbers(void)
{
    static const pl_real_bits order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    lane_bits found;
    __builtin_memcpy(&found, order, sizeof found);
    return found;
}

/* x with another value in one lane. */
LANED lanes replace(lanes x, uint32_t lane, pl_real value)
{
    return pick(same_bits(numbers(), all_bits(lane)), all(value), x);
}

/* The first `left` lanes, at most all. */
LANED mask live_lanes(uint32_t left)
{
    static const pl_real_bits steps[16] = {
        -1, -1, -1, -1, -1, -1, -1, -1,
    };
    mask live;
    __builtin_memcpy(&live, steps + 8 - left, sizeof live);
    return live;
}

#endif
