/* pack.h: bytes packed for a project file, with a sum that shows damage. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_PACK_H
#define SERVE_PACK_H

#include "serve/bytes.h"

/* NULL: there is no memory. */
bytes *pack_bytes(const void *content, size_t size);
/* `size` is what the content had; NULL: it is damaged, or there is no memory.
 */
bytes *unpack_bytes(const void *packed, size_t packed_size, size_t size);

#endif
