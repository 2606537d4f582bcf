/* page.h: the workbench page, with a result in it. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_H
#define SERVE_PAGE_H

#include "serve/bytes.h"

/* The built page, put here by the build. */
extern const unsigned char serve_page_template[];
extern const size_t serve_page_template_size;

/* `live` is JSON. Failed: there is no memory, or the page was built wrongly. */
bytes *page_make(const char *label, const bytes *taxonomy, const bytes *live);

/* Adds a taxonomy's JSON without what its clusters say of members, tags,
 * spellings and rivals, which is nearly all of it. A field that comes first
 * stays. False: there is no memory. */
bool bytes_add_slim(bytes *to, const bytes *taxonomy);

#endif
