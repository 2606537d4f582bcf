/* unpack.c: two libraries behind one step; each verifies sums and lengths. */
/* SPDX-License-Identifier: MIT */
#include "read/unpack.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/memory.h"

struct pl_unpacker {
    ZSTD_DStream *zstd; /* NULL: it is gzip */
    z_stream gzip;
};

static const char gzip_mark[] = "\x1F\x8B\x08",
                  zstd_mark[] = "\x28\xB5\x2F\xFD";

static bool begins(const char *bytes, size_t length, const char *mark)
{
    return length >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0;
}

bool pl_unpack_knows(const char *bytes, size_t length)
{
    return begins(bytes, length, gzip_mark) || begins(bytes, length, zstd_mark);
}

pl_unpacker *pl_unpacker_new(const char *bytes, size_t length)
{
    enum { GZIP_ONLY = 16 };
    pl_unpacker *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return NULL;
    bool zstd = begins(bytes, length, zstd_mark);
    if (zstd)
        made->zstd = ZSTD_createDStream();
    if (zstd ? made->zstd != NULL
             : inflateInit2(&made->gzip, GZIP_ONLY + MAX_WBITS) == Z_OK)
        return made;
    pl_release(made);
    return NULL;
}

void pl_unpacker_free(pl_unpacker *unpacker)
{
    if (unpacker != NULL && unpacker->zstd != NULL)
        ZSTD_freeDStream(unpacker->zstd);
    else if (unpacker != NULL)
        inflateEnd(&unpacker->gzip);
    pl_release(unpacker);
}

/* Moves on by what a step used up and made. */
static void move_on(pl_unpack_bytes *bytes, size_t used, size_t made)
{
    bytes->in += used;
    bytes->in_left -= used;
    bytes->out += made;
    bytes->out_left -= made;
}

static unsigned limit(size_t bytes)
{
    return bytes < UINT_MAX ? (unsigned)bytes : UINT_MAX;
}

/* zlib counts in 32 bits, so large blocks go in pieces. */
static pl_unpacked step_gzip(z_stream *stream, pl_unpack_bytes *bytes,
                             const char **why)
{
    unsigned in = limit(bytes->in_left), out = limit(bytes->out_left);
    stream->next_in = (z_const Bytef *)bytes->in;
    stream->avail_in = in;
    stream->next_out = (Bytef *)bytes->out;
    stream->avail_out = out;
    int got = inflate(stream, Z_NO_FLUSH);
    move_on(bytes, in - stream->avail_in, out - stream->avail_out);
    *why = stream->msg;
    if (got == Z_DATA_ERROR && stream->msg != NULL &&
        strcmp(stream->msg, "incorrect header check") == 0)
        return PL_UNPACK_FOREIGN;
    if (got == Z_STREAM_END)
        inflateReset(stream); /* what follows is a member of its own */
    return got == Z_STREAM_END                 ? PL_UNPACK_END
           : got == Z_MEM_ERROR                ? PL_UNPACK_NO_MEMORY
           : got == Z_OK || got == Z_BUF_ERROR ? PL_UNPACK_MORE
                                               : PL_UNPACK_DAMAGED;
}

static pl_unpacked step_zstd(ZSTD_DStream *stream, pl_unpack_bytes *bytes,
                             const char **why)
{
    ZSTD_inBuffer in = {bytes->in, bytes->in_left, 0};
    ZSTD_outBuffer out = {bytes->out, bytes->out_left, 0};
    size_t got = ZSTD_decompressStream(stream, &out, &in);
    move_on(bytes, in.pos, out.pos);
    if (!ZSTD_isError(got))
        return got == 0 ? PL_UNPACK_END : PL_UNPACK_MORE;
    *why = ZSTD_getErrorName(got);
    ZSTD_ErrorCode code = ZSTD_getErrorCode(got);
    return code == ZSTD_error_memory_allocation ? PL_UNPACK_NO_MEMORY
           : code == ZSTD_error_prefix_unknown  ? PL_UNPACK_FOREIGN
                                                : PL_UNPACK_DAMAGED;
}

pl_unpacked pl_unpacker_step(pl_unpacker *unpacker, pl_unpack_bytes *bytes,
                             const char **why)
{
    return unpacker->zstd != NULL ? step_zstd(unpacker->zstd, bytes, why)
                                  : step_gzip(&unpacker->gzip, bytes, why);
}
