/* apart.h: reads what strangers sent in a process of its own, so that no
 * library that reads files can end the server. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_APART_H
#define SERVE_APART_H

#include "pleach.h"

/* What the command is called with to be that process (cli/apart.c). */
#define APART_COMMAND "read-apart"

/* What it is sent: this, then texts, each as its size (APART_NONE: NULL) and
 * its bytes: the four of pleach_read_options, then name and content of each
 * input. */
typedef struct apart_request {
    uint64_t bytes; /* of all texts, with their sizes */
    uint64_t inputs;
    uint64_t content; /* bytes of the inputs alone */
    uint64_t max_input;
    uint64_t skip_bad;
} apart_request;
#define APART_NONE UINT64_MAX

/* What it sends back, if it lives to do so. */
typedef struct apart_reply {
    uint64_t hierarchies;
    pleach_error error; /* PLEACH_OK: there is none */
} apart_reply;

/* Seconds of the processor's time that reading so many bytes may take. */
static inline uint64_t apart_seconds(uint64_t content)
{
    return 10 + 10 * (content >> 20);
}

/* Reads inputs there, to see whether they can be: their content must be in
 * memory. Ends early, with PLEACH_CANCELLED, when `goes_on` is false. */
PLEACH_CHECKED pleach_status apart_read(uint64_t *hierarchies,
                                        const pleach_input *inputs,
                                        size_t count,
                                        const pleach_read_options *options,
                                        bool (*goes_on)(void),
                                        pleach_error *error);

#endif
