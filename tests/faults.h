/* faults.h: lets every allocation of an attempt fail, one after another. */
/* SPDX-License-Identifier: MIT */
#ifndef FAULTS_H
#define FAULTS_H

#include "testing.h"

#include <string.h>

#include "base/memory.h"
#include "pleach.h"

typedef pleach_status attempt(pleach_error *error);

/* Allows 0, 1, 2, ... allocations until the attempt succeeds, which takes more
 * than `at_least`; the rest fail, or only the next one. */
static inline void fail_each_allocation(attempt *try_it, int64_t at_least)
{
    for (int once = 0; once < 2; once++) {
        pleach_status status = PLEACH_NO_MEMORY;
        int64_t allowed = 0;
        for (; status != PLEACH_OK && allowed < 100000; allowed++) {
            pleach_error error = {0};
            pl_memory_fail_after(allowed, once != 0);
            status = try_it(&error);
            pl_memory_fail_after(-1, false);
            if (status != PLEACH_OK) {
                assert_int_equal(status, PLEACH_NO_MEMORY);
                assert_int_equal(error.status, PLEACH_NO_MEMORY);
                assert_non_null(strstr(error.sentence, "memory"));
            }
        }
        assert_int_equal(status, PLEACH_OK);
        assert_true(allowed > at_least);
    }
}

#endif
