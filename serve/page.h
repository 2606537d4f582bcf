/* page.h: the workbench page, with a result in it. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_H
#define SERVE_PAGE_H

#include "serve/bytes.h"

/* The built page, put here by the build. */
extern const unsigned char serve_page_template[];
extern const size_t serve_page_template_size;

/* NULL: there is no memory, or the page was built wrongly. `live` is JSON. */
bytes *page_make(const char *label, const bytes *taxonomy, const char *live);

#endif
