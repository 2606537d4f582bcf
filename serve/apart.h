/* apart.h: reads what strangers sent in a process of its own, so that no
 * library that reads files can end the server. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_APART_H
#define SERVE_APART_H

#include "serve/bytes.h"

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

/* What it sends back, if it lives to do so, is what was read
 * (pleach_corpus_pack) and a pleach_error, whose status may be PLEACH_OK. */

/* Seconds of the processor's time that reading so many bytes may take. */
static inline uint64_t apart_seconds(uint64_t content)
{
    return 10 + 10 * (content >> 20);
}

/* Bytes of memory that it may take for that. What is packed becomes a lot more.
 */
static inline uint64_t apart_memory(uint64_t content)
{
    return ((uint64_t)1 << 30) + 500 * content;
}

/* Reads inputs there; their content must be in memory. `packed` becomes what
 * they say, and is the caller's to release. Ends early, with PLEACH_CANCELLED,
 * when `goes_on` is false. */
PLEACH_CHECKED pleach_status apart_read(bytes **packed,
                                        const pleach_input *inputs,
                                        size_t count,
                                        const pleach_read_options *options,
                                        bool (*goes_on)(void),
                                        pleach_error *error);

#endif
