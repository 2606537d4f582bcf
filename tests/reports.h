/* reports.h: what the command would print of figures. */
/* SPDX-License-Identifier: MIT */
#ifndef REPORTS_H
#define REPORTS_H

#include "report/report.h"

/* Ours to free. */
static inline char *report_as(report_writer *write, const void *figures)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    assert_non_null(to);
    write(figures, to);
    fclose(to);
    return text;
}

#endif
