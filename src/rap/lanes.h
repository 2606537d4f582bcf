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
/* Some of the lanes: a bit for each, or all bits of each. */
#ifdef PL_LANE_AVX512
typedef __mmask16 mask;
#else
typedef lane_bits mask;
#endif

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

#if defined(PL_LANE_AVX512)
LANED lanes pick(mask which, lanes a, lanes b)
{
    return (lanes)_mm512_mask_mov_ps((__m512)b, which, (__m512)a);
}

LANED mask above(lanes a, lanes b)
{
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_GT_OQ);
}

LANED mask same(lanes a, lanes b)
{
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_EQ_OQ);
}

LANED mask same_bits(lane_bits a, lane_bits b)
{
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
}

LANED uint32_t bits_of(mask which)
{
    return which;
}

/* What is not live is not touched, nor read. */
LANED lanes load_live(const pl_real *from, mask live)
{
    return (lanes)_mm512_maskz_loadu_ps(live, from);
}

LANED void store_live(pl_real *to, lanes fresh, lanes old, mask live)
{
    (void)old;
    _mm512_mask_storeu_ps(to, live, (__m512)fresh);
}

LANED lanes greater(lanes a, lanes b)
{
    return (lanes)_mm512_max_ps((__m512)a, (__m512)b);
}

LANED lanes lesser(lanes a, lanes b)
{
    return (lanes)_mm512_min_ps((__m512)a, (__m512)b);
}

LANED pl_real greatest(lanes a)
{
    __m256 half =
        _mm256_max_ps(_mm512_castps512_ps256((__m512)a),
                      _mm256_castpd_ps(_mm512_extractf64x4_pd((__m512d)a, 1)));
    __m128 b = _mm_max_ps(_mm256_castps256_ps128(half),
                          _mm256_extractf128_ps(half, 1));
    b = _mm_max_ps(b, _mm_movehl_ps(b, b));
    b = _mm_max_ss(b, _mm_movehdup_ps(b));
    return _mm_cvtss_f32(b);
}

/* The columns of the lanes `live`. */
LANED __m512i columns_at(const uint32_t *ids, uint32_t base, mask live)
{
    __m512i at = _mm512_maskz_loadu_epi32(live, ids);
    return _mm512_sub_epi32(at, _mm512_set1_epi32((int)base));
}

LANED lanes gather(const pl_real *columns, const uint32_t *ids, uint32_t base,
                   mask live)
{
    return (lanes)_mm512_mask_i32gather_ps(_mm512_setzero_ps(), live,
                                           columns_at(ids, base, live), columns,
                                           sizeof(pl_real));
}

LANED lanes gather_whole(const pl_real *columns, const uint32_t *ids,
                         uint32_t base)
{
    return (lanes)_mm512_i32gather_ps(columns_at(ids, base, 0xffff), columns,
                                      sizeof(pl_real));
}

/* No two lanes have the same column. */
LANED void scatter(pl_real *columns, const uint32_t *ids, uint32_t base,
                   lanes x, mask live)
{
    _mm512_mask_i32scatter_ps(columns, live, columns_at(ids, base, live),
                              (__m512)x, sizeof(pl_real));
}
#elif defined(PL_LANE_AVX2)
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

#ifndef PL_LANE_AVX512
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

/* What is not live is left as it was. */
LANED lanes load_live(const pl_real *from, mask live)
{
    (void)live;
    return load(from);
}

LANED void store_live(pl_real *to, lanes fresh, lanes old, mask live)
{
    store(to, pick(live, fresh, old));
}

LANED void scatter(pl_real *columns, const uint32_t *ids, uint32_t base,
                   lanes x, mask live)
{
    for (uint32_t left = bits_of(live); left != 0; left &= left - 1) {
        int k = __builtin_ctz(left);
        columns[ids[k] - base] = x[k];
    }
}
#endif

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
    static const pl_real_bits order[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                           8, 9, 10, 11, 12, 13, 14, 15};
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
#ifdef PL_LANE_AVX512
    return (mask)((1u << left) - 1);
#else
    static const pl_real_bits steps[16] = {
        -1, -1, -1, -1, -1, -1, -1, -1,
    };
    mask live;
    __builtin_memcpy(&live, steps + 8 - left, sizeof live);
    return live;
#endif
}

#endif
