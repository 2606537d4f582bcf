/* lanes.h: vectors of PL_LANE_BYTES, in what gcc and clang have in common.
 *
 * For the sweeps only, which are compiled once per width: PL_LANE_BYTES and
 * PL_LANE_TARGET, the attribute that allows it, are set before. Everything
 * works lane by lane, and a maximum does not mind the order, so results are
 * the same for any width, bit by bit. */
#ifndef PL_LANES_H
#define PL_LANES_H

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "clusters/messages.h"

#define LANED static inline __attribute__((always_inline)) PL_LANE_TARGET
enum { LANES = PL_LANE_BYTES / sizeof(pl_real) };

typedef pl_real lanes __attribute__((vector_size(PL_LANE_BYTES)));
/* All bits of a lane, or none. */
typedef pl_real_bits mask __attribute__((vector_size(PL_LANE_BYTES)));
/* The same anywhere in memory. */
typedef pl_real loose_lanes
    __attribute__((vector_size(PL_LANE_BYTES), aligned(sizeof(pl_real))));

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

LANED lanes pick(mask which, lanes a, lanes b)
{
    return (lanes)((which & (mask)a) | (~which & (mask)b));
}

/* a > b ? a : b and a < b ? a : b in each lane. Compilers do not find the
 * instruction for it, where there is one. */
#if defined(__SSE2__) && !defined(PL_DOUBLE) && PL_LANE_BYTES == 32
#define GREATER(a, b) ((lanes)_mm256_max_ps((__m256)(a), (__m256)(b)))
#define LESSER(a, b) ((lanes)_mm256_min_ps((__m256)(a), (__m256)(b)))
#elif defined(__SSE2__) && !defined(PL_DOUBLE)
#define GREATER(a, b) ((lanes)_mm_max_ps((__m128)(a), (__m128)(b)))
#define LESSER(a, b) ((lanes)_mm_min_ps((__m128)(a), (__m128)(b)))
#else
#define GREATER(a, b) pick((mask)((a) > (b)), a, b)
#define LESSER(a, b) pick((mask)((a) < (b)), a, b)
#endif

LANED lanes greater(lanes a, lanes b)
{
    return GREATER(a, b);
}

LANED lanes lesser(lanes a, lanes b)
{
    return LESSER(a, b);
}

LANED lanes positive(lanes a)
{
    return greater(a, all(0));
}

LANED pl_real greatest(lanes a)
{
    pl_real most = a[0];
    for (int k = 1; k < LANES; k++)
        most = a[k] > most ? a[k] : most;
    return most;
}

LANED lanes size_of(lanes a)
{
    return greater(a, -a);
}

/* Whether any lane of x, none of which is negative, is above zero. */
LANED bool any_positive(lanes x)
{
    uint64_t words[PL_LANE_BYTES / 8], bits = 0;
    __builtin_memcpy(words, &x, sizeof words);
    for (int k = 0; k < PL_LANE_BYTES / 8; k++)
        bits |= words[k];
    return bits << 1 != 0; /* an only -0 in the last lane is nothing */
}

/* The first `left` lanes. */
LANED mask live_lanes(uint32_t left)
{
    mask live;
    for (int k = 0; k < LANES; k++)
        live[k] = (uint32_t)k < left ? -1 : 0;
    return live;
}

#endif
