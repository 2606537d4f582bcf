/* reporting.h: renders figures in every format; whatever they are, it must be
 * possible. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_REPORTING_H
#define FUZZ_REPORTING_H

#include <stdio.h>

#include "report/report.h"

static inline void report_all(const report_format *formats, const void *figures)
{
    for (size_t k = 0; formats[k].name != NULL; k++) {
        char *text = NULL;
        size_t length = 0;
        FILE *to = open_memstream(&text, &length);
        MUST(to != NULL);
        formats[k].write(figures, to, k % 2 == 0);
        MUST(fclose(to) == 0);
        free(text);
    }
}

#endif
