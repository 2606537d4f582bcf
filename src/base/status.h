/* status.h: the one way to fail. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STATUS_H
#define PL_STATUS_H

#include "base/memory.h"
#include "pleach.h"

#if defined(__GNUC__)
#define PL_FORMAT(at, from) __attribute__((format(printf, at, from)))
#else
#define PL_FORMAT(at, from)
#endif

/* Leaves the calling function with the status of a failed call. */
#define PL_TRY(call)                                                           \
    do {                                                                       \
        pleach_status try_status_ = (call);                                    \
        if (try_status_ != PLEACH_OK)                                          \
            return try_status_;                                                \
    } while (0)

/* Fills *error, when there is one, and returns `status`. */
pleach_status pl_fail(pleach_error *error, pleach_status status,
                      const char *sentence, ...) PL_FORMAT(3, 4);

/* The same with a place; line and column count from 1, and 0 means none. */
pleach_status pl_fail_at(pleach_error *error, pleach_status status,
                         const char *file, uint64_t line, uint64_t column,
                         const char *sentence, ...) PL_FORMAT(6, 7);

/* The sentence for an allocation that failed, the same everywhere. */
pleach_status pl_fail_memory(pleach_error *error);

/* The same if an arena has failed; otherwise PLEACH_OK. */
pleach_status pl_check_memory(const pl_arena *arena, pleach_error *error);

/* `why` is what a library that is loaded when needed says (scripts/lazy.cmake):
 * NULL is PLEACH_OK. */
pleach_status pl_check_library(const char *why, pleach_error *error);

/* Analyzers (scripts/static) see one file at a time. They are told here that
 * these return the status they are given, or they would follow failures as
 * successes. */
#if defined(__clang_analyzer__) || defined(PLEACH_ANALYZER)
static inline pleach_status pl_failed_(pleach_status made, pleach_status status)
{
    (void)made;
    return status;
}
#define pl_fail(error, status, ...)                                            \
    pl_failed_((pl_fail)((error), (status), __VA_ARGS__), (status))
#define pl_fail_at(error, status, ...)                                         \
    pl_failed_((pl_fail_at)((error), (status), __VA_ARGS__), (status))
#define pl_fail_memory(error)                                                  \
    pl_failed_((pl_fail_memory)(error), PLEACH_NO_MEMORY)
#endif

#endif
