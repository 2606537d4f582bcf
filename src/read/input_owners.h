/* input_owners.h: what somebody is called who is known by a file only. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_INPUT_OWNERS_H
#define PL_INPUT_OWNERS_H

#include "base/status.h"
#include "base/strings.h"

/* Start from all zeros; free it in either case. */
typedef struct pl_input_owners {
    pl_strings *names;
    uint32_t *of; /* each input's, in names */
} pl_input_owners;

/* The base name of each input, or as many folders before it as tell it from
 * inputs of the same base name. A folder is called the same from wherever it
 * is looked at. False: no memory. */
PLEACH_CHECKED bool pl_input_owners_find(pl_input_owners *owners,
                                         const pleach_input *inputs,
                                         size_t count);
void pl_input_owners_free(pl_input_owners *owners);

static inline const char *pl_input_owner(const pl_input_owners *owners,
                                         size_t input)
{
    return pl_strings_at(owners->names, owners->of[input]);
}

#endif
