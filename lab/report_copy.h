/* report_copy.h: a report that outlives the forest it tells about. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_REPORT_COPY_H
#define PL_REPORT_COPY_H

#include "base/memory.h"
#include "pleach.h"

/* A copy in the arena, or NULL. */
const char *pl_text_copy(pl_arena *arena, const char *text);

/* Has the report point to copies in the arena; false: no memory. */
PLEACH_CHECKED bool pl_report_copy(pleach_report *report, pl_arena *arena);

#endif
