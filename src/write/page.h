/* page.h: the web page that shows taxonomies, around its data. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PAGE_H
#define PL_PAGE_H

#include "pleach.h"

/* The built page (viewer/dist/page.html), put here by the build. */
extern const unsigned char pl_page_template[];
extern const size_t pl_page_template_size;

/* What stands before and after the data. In between go objects
 * {"label": ..., "taxonomy": ...}, separated by commas. */
PLEACH_CHECKED pleach_status pl_page_open(FILE *to, pleach_error *error);
PLEACH_CHECKED pleach_status pl_page_close(FILE *to, pleach_error *error);

/* Opens one such object: up to where the taxonomy's JSON goes. The caller
 * closes it with a brace. */
void pl_page_label(FILE *to, const char *label);

#endif
