/* reports.h: what the command would print of figures. */
/* SPDX-License-Identifier: MIT */
#ifndef REPORTS_H
#define REPORTS_H

#include "report/report.h"

/* Ours to free. */
static inline char *report_as(const report_format *formats, const void *figures,
                              const char *name, bool color)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    report_writer *write = report_find(formats, name);
    assert_non_null(to);
    assert_non_null(write);
    write(figures, to, color);
    fclose(to);
    return text;
}

#endif
