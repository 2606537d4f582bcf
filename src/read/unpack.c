/* unpack.c: four libraries behind one step; each verifies sums and lengths. */
/* SPDX-License-Identifier: MIT */
#include "read/unpack.h"

#include <bzlib.h>
#include <limits.h>
#include <lzma.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/memory.h"

/* No honest file wants a larger dictionary. */
#define XZ_BYTES ((uint64_t)1 << 30)

typedef struct packing {
    const char *mark;
    size_t length;
    bool (*begin)(pl_unpacker *self);
    pl_unpacked (*step)(pl_unpacker *self, pl_unpack_bytes *bytes,
                        const char **why);
    void (*end)(pl_unpacker *self);
} packing;

struct pl_unpacker {
    const packing *packing;
    bool begun; /* a member is under way */
    union {
        z_stream gzip;
        bz_stream bzip2;
        lzma_stream xz;
        ZSTD_DStream *zstd;
    } with;
};

static unsigned limit(size_t bytes)
{
    return bytes < UINT_MAX ? (unsigned)bytes : UINT_MAX;
}

/* Moves on by what a step used up and made. */
static void move_on(pl_unpack_bytes *bytes, size_t used, size_t made)
{
    bytes->in += used;
    bytes->in_left -= used;
    bytes->out += made;
    bytes->out_left -= made;
}

/* ------------------------------------------------------------------ gzip -- */

static bool begin_gzip(pl_unpacker *self)
{
    enum { GZIP_ONLY = 16 };
    memset(&self->with.gzip, 0, sizeof self->with.gzip);
    return inflateInit2(&self->with.gzip, GZIP_ONLY + MAX_WBITS) == Z_OK;
}

static void end_gzip(pl_unpacker *self)
{
    inflateEnd(&self->with.gzip);
}

/* zlib counts in 32 bits, so large blocks go in pieces. */
static pl_unpacked step_gzip(pl_unpacker *self, pl_unpack_bytes *bytes,
                             const char **why)
{
    z_stream *stream = &self->with.gzip;
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
    return got == Z_STREAM_END                 ? PL_UNPACK_END
           : got == Z_MEM_ERROR                ? PL_UNPACK_NO_MEMORY
           : got == Z_OK || got == Z_BUF_ERROR ? PL_UNPACK_MORE
                                               : PL_UNPACK_DAMAGED;
}

/* ----------------------------------------------------------------- bzip2 -- */

static bool begin_bzip2(pl_unpacker *self)
{
    memset(&self->with.bzip2, 0, sizeof self->with.bzip2);
    return BZ2_bzDecompressInit(&self->with.bzip2, 0, 0) == BZ_OK;
}

static void end_bzip2(pl_unpacker *self)
{
    BZ2_bzDecompressEnd(&self->with.bzip2);
}

/* bzip2 has no words for what is wrong, so they are given here. */
static pl_unpacked step_bzip2(pl_unpacker *self, pl_unpack_bytes *bytes,
                              const char **why)
{
    bz_stream *stream = &self->with.bzip2;
    unsigned in = limit(bytes->in_left), out = limit(bytes->out_left);
    stream->next_in = (char *)bytes->in;
    stream->avail_in = in;
    stream->next_out = bytes->out;
    stream->avail_out = out;
    int got = BZ2_bzDecompress(stream);
    move_on(bytes, in - stream->avail_in, out - stream->avail_out);
    *why = got == BZ_DATA_ERROR_MAGIC ? "incorrect header" : "incorrect data";
    return got == BZ_STREAM_END         ? PL_UNPACK_END
           : got == BZ_MEM_ERROR        ? PL_UNPACK_NO_MEMORY
           : got == BZ_OK               ? PL_UNPACK_MORE
           : got == BZ_DATA_ERROR_MAGIC ? PL_UNPACK_FOREIGN
                                        : PL_UNPACK_DAMAGED;
}

/* -------------------------------------------------------------------- xz -- */

static bool begin_xz(pl_unpacker *self)
{
    self->with.xz = (lzma_stream)LZMA_STREAM_INIT;
    return lzma_stream_decoder(&self->with.xz, XZ_BYTES, LZMA_CONCATENATED) ==
           LZMA_OK;
}

static void end_xz(pl_unpacker *self)
{
    lzma_end(&self->with.xz);
}

static const char *name_xz_fault(lzma_ret got)
{
    return got == LZMA_FORMAT_ERROR     ? "incorrect header"
           : got == LZMA_MEMLIMIT_ERROR ? "its dictionary is above 1 GiB"
           : got == LZMA_OPTIONS_ERROR  ? "unknown options"
           : got == LZMA_BUF_ERROR      ? "it ends too soon"
                                        : "incorrect data";
}

/* The library takes up further members, and padding between them, itself. */
static pl_unpacked step_xz(pl_unpacker *self, pl_unpack_bytes *bytes,
                           const char **why)
{
    lzma_stream *stream = &self->with.xz;
    stream->next_in = (const uint8_t *)bytes->in;
    stream->avail_in = bytes->in_left;
    stream->next_out = (uint8_t *)bytes->out;
    stream->avail_out = bytes->out_left;
    lzma_ret got = lzma_code(stream, bytes->last ? LZMA_FINISH : LZMA_RUN);
    move_on(bytes, bytes->in_left - stream->avail_in,
            bytes->out_left - stream->avail_out);
    *why = name_xz_fault(got);
    return got == LZMA_STREAM_END     ? PL_UNPACK_END
           : got == LZMA_MEM_ERROR    ? PL_UNPACK_NO_MEMORY
           : got == LZMA_FORMAT_ERROR ? PL_UNPACK_FOREIGN
           : got == LZMA_OK || (got == LZMA_BUF_ERROR && !bytes->last)
               ? PL_UNPACK_MORE
               : PL_UNPACK_DAMAGED;
}

/* ------------------------------------------------------------------ zstd -- */

static bool begin_zstd(pl_unpacker *self)
{
    self->with.zstd = ZSTD_createDStream();
    return self->with.zstd != NULL;
}

static void end_zstd(pl_unpacker *self)
{
    ZSTD_freeDStream(self->with.zstd);
}

static pl_unpacked step_zstd(pl_unpacker *self, pl_unpack_bytes *bytes,
                             const char **why)
{
    ZSTD_inBuffer in = {bytes->in, bytes->in_left, 0};
    ZSTD_outBuffer out = {bytes->out, bytes->out_left, 0};
    size_t got = ZSTD_decompressStream(self->with.zstd, &out, &in);
    move_on(bytes, in.pos, out.pos);
    if (!ZSTD_isError(got))
        return got == 0 ? PL_UNPACK_END : PL_UNPACK_MORE;
    *why = ZSTD_getErrorName(got);
    ZSTD_ErrorCode code = ZSTD_getErrorCode(got);
    return code == ZSTD_error_memory_allocation ? PL_UNPACK_NO_MEMORY
           : code == ZSTD_error_prefix_unknown  ? PL_UNPACK_FOREIGN
                                                : PL_UNPACK_DAMAGED;
}

/* -------------------------------------------------------------- together -- */

static const packing packings[] = {
    {"\x1F\x8B\x08", 3, begin_gzip, step_gzip, end_gzip},
    {"\x28\xB5\x2F\xFD", 4, begin_zstd, step_zstd, end_zstd},
    {"\xFD"
     "7zXZ\0",
     6, begin_xz, step_xz, end_xz},
    /* A text, too, may begin with BZh; the size and a mark come after it. */
    {"BZh?1AY&SY", 10, begin_bzip2, step_bzip2, end_bzip2},
    {"BZh?\x17\x72\x45\x38\x50\x90", 10, begin_bzip2, step_bzip2, end_bzip2},
};

static const packing *find_packing(const char *bytes, size_t length)
{
    for (size_t k = 0; k < sizeof packings / sizeof *packings; k++) {
        const packing *at = &packings[k];
        size_t same = 0;
        while (same < at->length && same < length &&
               (bytes[same] == at->mark[same] || at->mark[same] == '?'))
            same++;
        if (same == at->length)
            return at;
    }
    return NULL;
}

bool pl_unpack_knows(const char *bytes, size_t length)
{
    return find_packing(bytes, length) != NULL;
}

pl_unpacker *pl_unpacker_new(const char *bytes, size_t length)
{
    pl_unpacker *made = pl_allocate(1, sizeof *made);
    if (made != NULL)
        made->packing = find_packing(bytes, length);
    return made;
}

static void end_member(pl_unpacker *unpacker)
{
    if (unpacker->begun)
        unpacker->packing->end(unpacker);
    unpacker->begun = false;
}

void pl_unpacker_free(pl_unpacker *unpacker)
{
    if (unpacker != NULL)
        end_member(unpacker);
    pl_release(unpacker);
}

pl_unpacked pl_unpacker_step(pl_unpacker *unpacker, pl_unpack_bytes *bytes,
                             const char **why)
{
    if (!unpacker->begun && !unpacker->packing->begin(unpacker))
        return PL_UNPACK_NO_MEMORY;
    unpacker->begun = true;
    pl_unpacked got = unpacker->packing->step(unpacker, bytes, why);
    if (got == PL_UNPACK_END)
        end_member(unpacker);
    return got;
}
