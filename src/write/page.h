/* page.h: the built page (viewer/dist/page.html), put here by the build. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PAGE_H
#define PL_PAGE_H

#include <stddef.h>

extern const unsigned char pl_page_template[];
extern const size_t pl_page_template_size;

#endif
