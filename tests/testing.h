/* testing.h: cmocka with the headers it wants before it. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Whether everything is many times slower: fewer random cases will do. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* How many random cases to try: PLEACH_TIMES (from `make properties`) times as
 * many as usual, the usual ones first. */
static inline uint32_t random_cases(uint32_t usual)
{
    const char *times = getenv("PLEACH_TIMES");
    int asked = times == NULL ? 1 : atoi(times);
    return asked > 1 ? usual * (uint32_t)asked : usual;
}

#endif
