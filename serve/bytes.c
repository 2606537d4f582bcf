/* bytes.c: texts that several answers share, and that grow while written. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fopencookie */
#include "serve/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zstd.h>

pleach_status serve_fail(pleach_error *error, pleach_status status,
                         const char *sentence)
{
    *error = (pleach_error){.status = status};
    snprintf(error->sentence, sizeof error->sentence, "%s", sentence);
    return status;
}

pleach_status serve_fail_memory(pleach_error *error)
{
    return serve_fail(error, PLEACH_NO_MEMORY,
                      "There is not enough memory for this.");
}

double serve_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* -------------------------------------------------------------- holding -- */

/* What everybody gets where there is not even memory for a head. It has failed
 * already, so that nobody writes to it, and is never let go. */
static char nothing[] = "";
static bytes lost = {
    .holders = SIZE_MAX / 2, .room = 1, .text = nothing, .failed = true};

bytes *bytes_new(void)
{
    bytes *made = calloc(1, sizeof *made);
    char *text = calloc(1, 1);
    if (made == NULL || text == NULL) {
        free(made);
        free(text);
        return bytes_hold(&lost);
    }
    made->text = text;
    made->room = 1;
    atomic_init(&made->holders, 1);
    return made;
}

bytes *bytes_hold(bytes *held)
{
    atomic_fetch_add(&held->holders, 1);
    return held;
}

void bytes_release(bytes *held)
{
    if (held == NULL || atomic_fetch_sub(&held->holders, 1) > 1)
        return;
    free(held->text);
    free(held);
}

/* --------------------------------------------------------------- adding -- */

/* Room doubles, so that many small pieces cost no more than their bytes. */
static bool make_room(bytes *in, size_t size)
{
    if (in->failed || size > SIZE_MAX / 4 - in->size)
        in->failed = true;
    size_t needed = in->size + size + 1;
    if (in->failed || needed <= in->room)
        return !in->failed;
    size_t room = needed < 2 * in->room ? 2 * in->room : needed;
    char *larger = realloc(in->text, room);
    if (larger == NULL) {
        in->failed = true;
        return false;
    }
    in->text = larger;
    in->room = room;
    return true;
}

bool bytes_add(bytes *to, const void *text, size_t size)
{
    if (text == NULL)
        to->failed = true;
    if (!make_room(to, size))
        return false;
    memcpy(to->text + to->size, text, size);
    to->size += size;
    to->text[to->size] = '\0';
    return true;
}

bool bytes_add_text(bytes *to, const char *text)
{
    return bytes_add(to, text, text == NULL ? 0 : strlen(text));
}

bool bytes_add_script(bytes *to, const char *text, size_t size)
{
    while (size > 0 && !to->failed) {
        const char *less = memchr(text, '<', size);
        size_t length = less == NULL ? size : (size_t)(less - text);
        bytes_add(to, text, length);
        if (less != NULL)
            bytes_add_text(to, "\\u003c");
        length += less != NULL;
        text += length;
        size -= length;
    }
    return !to->failed;
}

bytes *bytes_json(json_t *value)
{
    bytes *made = bytes_new();
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    bytes_add_text(made, text);
    free(text);
    json_decref(value);
    return made;
}

/* -------------------------------------------------------------- writers -- */

static bool take_written(void *context, const void *text, size_t size)
{
    return bytes_add(context, text, size);
}

pleach_sink bytes_sink(bytes *to)
{
    return (pleach_sink){.write = take_written, .context = to};
}

static ssize_t take_printed(void *to, const char *text, size_t size)
{
    return bytes_add(to, text, size) ? (ssize_t)size : 0;
}

/* Through a stream, since reports know nothing else. */
pleach_status bytes_add_report(bytes *to, report_writer *write,
                               const void *figures, pleach_error *error)
{
    FILE *stream =
        fopencookie(to, "w", (cookie_io_functions_t){.write = take_printed});
    if (stream == NULL)
        return serve_fail_memory(error);
    write(figures, stream);
    (void)fclose(stream);
    return to->failed ? serve_fail_memory(error) : PLEACH_OK;
}

pleach_status bytes_read_report(json_t **value, report_writer *write,
                                const void *figures, pleach_error *error)
{
    bytes *text = bytes_new();
    pleach_status status = bytes_add_report(text, write, figures, error);
    if (status == PLEACH_OK)
        *value = json_loadb(text->text, text->size, 0, NULL);
    bytes_release(text);
    return status;
}

/* -------------------------------------------------------------- packing -- */

/* So many bytes were written behind what there was, which was nothing. */
static bool take_packed(bytes *to, size_t written)
{
    if (ZSTD_isError(written))
        return false;
    to->size = written;
    to->text[written] = '\0';
    return true;
}

/* The sum is in the frame, and is looked at when it is unpacked. */
bytes *bytes_pack(const bytes *content)
{
    bytes *made = bytes_new();
    size_t most = ZSTD_compressBound(content->size);
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    if (packer == NULL || content->failed || !make_room(made, most)) {
        made->failed = true;
    } else {
        ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
        made->failed =
            !take_packed(made, ZSTD_compress2(packer, made->text, most,
                                              content->text, content->size));
    }
    ZSTD_freeCCtx(packer);
    return made;
}

/* What is written down beside it may be damaged as well. */
bytes *bytes_unpack(const void *packed, size_t packed_size, size_t size)
{
    if (ZSTD_getFrameContentSize(packed, packed_size) != size)
        return NULL;
    bytes *made = bytes_new();
    if (make_room(made, size) &&
        take_packed(made,
                    ZSTD_decompress(made->text, size, packed, packed_size)) &&
        made->size == size)
        return made;
    bytes_release(made);
    return NULL;
}
