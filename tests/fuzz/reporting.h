/* reporting.h: renders figures as text and JSON; whatever they are, it must be
 * possible. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_REPORTING_H
#define FUZZ_REPORTING_H

#include <stdio.h>

#include "report/report.h"

static inline void report_both(report_writer *text_of, report_writer *json_of,
                               const void *figures)
{
    for (int k = 0; k < 2; k++) {
        char *text = NULL;
        size_t length = 0;
        FILE *to = open_memstream(&text, &length);
        MUST(to != NULL);
        (k == 0 ? text_of : json_of)(figures, to);
        MUST(fclose(to) == 0);
        free(text);
    }
}

#endif
