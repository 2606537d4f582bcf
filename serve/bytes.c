/* bytes.c: texts that several answers share, and that grow while written. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fopencookie */
#include "serve/bytes.h"

#include <stdlib.h>
#include <string.h>

bytes *bytes_new(void)
{
    bytes *made = calloc(1, sizeof *made);
    char *text = calloc(1, 1);
    if (made == NULL || text == NULL) {
        free(made);
        free(text);
        return NULL;
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

/* Room doubles, so that many small pieces cost no more than their bytes. */
bool bytes_add(bytes *to, const void *text, size_t size)
{
    if (to == NULL || size > SIZE_MAX / 4 - to->size)
        return false;
    size_t needed = to->size + size + 1;
    if (needed > to->room) {
        size_t room = needed < 2 * to->room ? 2 * to->room : needed;
        char *larger = realloc(to->text, room);
        if (larger == NULL)
            return false;
        to->text = larger;
        to->room = room;
    }
    if (size > 0)
        memcpy(to->text + to->size, text, size);
    to->size += size;
    to->text[to->size] = '\0';
    return true;
}

bool bytes_add_text(bytes *to, const char *text)
{
    return text != NULL && bytes_add(to, text, strlen(text));
}

bool bytes_add_script(bytes *to, const char *text, size_t size)
{
    bool enough = true;
    while (size > 0 && enough) {
        const char *less = memchr(text, '<', size);
        size_t length = less == NULL ? size : (size_t)(less - text);
        enough = bytes_add(to, text, length) &&
                 (less == NULL || bytes_add_text(to, "\\u003c"));
        length += less != NULL;
        text += length;
        size -= length;
    }
    return enough;
}

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
    if (stream != NULL)
        write(figures, stream);
    bool enough = stream != NULL && ferror(stream) == 0;
    if (stream != NULL)
        enough = fclose(stream) == 0 && enough;
    if (enough)
        return PLEACH_OK;
    *error = (pleach_error){.status = PLEACH_NO_MEMORY,
                            .sentence = "There is not enough memory for "
                                        "this text."};
    return PLEACH_NO_MEMORY;
}
