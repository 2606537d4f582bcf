/* bytes.h: texts that several answers share, and that grow while written. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_BYTES_H
#define SERVE_BYTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "pleach.h"
#include "report/report.h"

/* The text ends with a NUL that does not count. It is not changed any more
 * once several hold it. */
typedef struct bytes {
    atomic_size_t holders;
    size_t size, room;
    char *text;
} bytes;

/* Empty, with one holder; NULL: there is no memory. */
bytes *bytes_new(void);
bytes *bytes_hold(bytes *held);
void bytes_release(bytes *held);

/* False: there is no memory, and nothing was added. `to` may be NULL, which is
 * no memory either. */
bool bytes_add(bytes *to, const void *text, size_t size);
bool bytes_add_text(bytes *to, const char *text);
/* The same for JSON inside of a script: every '<' as an escape. */
bool bytes_add_script(bytes *to, const char *text, size_t size);

/* For writers of the library. */
pleach_sink bytes_sink(bytes *to);
/* What the command prints of these figures. */
pleach_status bytes_add_report(bytes *to, report_writer *write,
                               const void *figures, pleach_error *error);

#endif
