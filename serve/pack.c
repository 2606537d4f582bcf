/* pack.c: bytes packed for a project file, with a sum that shows damage. */
/* SPDX-License-Identifier: MIT */
#include "serve/pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <zstd.h>

/* As many bytes as are going to be written by somebody else. */
static bytes *make_packed_room(size_t size)
{
    bytes *made = bytes_new();
    char *text = size < SIZE_MAX ? malloc(size + 1) : NULL;
    if (made == NULL || text == NULL) {
        bytes_release(made);
        free(text);
        return NULL;
    }
    free(made->text);
    made->text = text;
    made->room = size + 1;
    return made;
}

static bytes *fill_packed(bytes *made, size_t written)
{
    if (ZSTD_isError(written)) {
        bytes_release(made);
        return NULL;
    }
    made->size = written;
    made->text[written] = '\0';
    return made;
}

/* The sum is in the frame, and is looked at when it is unpacked. */
bytes *pack_bytes(const void *content, size_t size)
{
    size_t most = ZSTD_compressBound(size);
    bytes *made = make_packed_room(most);
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    if (made != NULL && packer != NULL) {
        ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
        made = fill_packed(
            made, ZSTD_compress2(packer, made->text, most, content, size));
    } else {
        bytes_release(made);
        made = NULL;
    }
    ZSTD_freeCCtx(packer);
    return made;
}

/* NULL: it is damaged, or there is no memory. */
bytes *unpack_bytes(const void *packed, size_t packed_size, size_t size)
{
    /* What is written down beside it may be damaged as well. */
    if (ZSTD_getFrameContentSize(packed, packed_size) != size)
        return NULL;
    bytes *made = make_packed_room(size);
    if (made == NULL)
        return NULL;
    made = fill_packed(made,
                       ZSTD_decompress(made->text, size, packed, packed_size));
    if (made != NULL && made->size != size) {
        bytes_release(made);
        return NULL;
    }
    return made;
}
