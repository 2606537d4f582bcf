/* bytes.h: texts that several answers share, and that grow while written. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_BYTES_H
#define SERVE_BYTES_H

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "pleach.h"
#include "report/report.h"

/* The text ends with a NUL that does not count. It is not changed any more
 * once several hold it. Who fills it need not look whether there was memory:
 * `failed` remembers, and nothing is added from then on. */
typedef struct bytes {
    atomic_size_t holders;
    size_t size, room;
    char *text;
    bool failed;
} bytes;

/* Empty, with one holder; never NULL. */
bytes *bytes_new(void);
bytes *bytes_hold(bytes *held);
void bytes_release(bytes *held);

/* False: there is no memory, and nothing was added. NULL is none either. */
bool bytes_add(bytes *to, const void *text, size_t size);
bool bytes_add_text(bytes *to, const char *text);
/* The same for JSON inside of a script: every '<' as an escape. */
bool bytes_add_script(bytes *to, const char *text, size_t size);

/* A value as text; takes it over. */
bytes *bytes_json(json_t *value);

/* For writers of the library. */
pleach_sink bytes_sink(bytes *to);
/* What the command prints of these figures; the second reads it again. */
pleach_status bytes_add_report(bytes *to, report_writer *write,
                               const void *figures, pleach_error *error);
pleach_status bytes_read_report(json_t **value, report_writer *write,
                                const void *figures, pleach_error *error);

/* Packed for a project file, with a sum that shows damage. */
bytes *bytes_pack(const bytes *content);
/* `size` is what the content had; NULL: it is damaged, or there is no memory.
 */
bytes *bytes_unpack(const void *packed, size_t packed_size, size_t size);

/* Fills in an error about no file and returns its status. */
pleach_status serve_fail(pleach_error *error, pleach_status status,
                         const char *sentence);
pleach_status serve_fail_memory(pleach_error *error);

/* Hands a failure on, where nothing has to be released. */
#define SERVE_TRY(call)                                                        \
    do {                                                                       \
        pleach_status serve_tried = (call);                                    \
        if (serve_tried != PLEACH_OK)                                          \
            return serve_tried;                                                \
    } while (0)

/* Of a clock that never goes back. */
double serve_seconds(void);

#endif
