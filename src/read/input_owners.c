/* input_owners.c: ends of paths that grow until each is one input's. */
/* SPDX-License-Identifier: MIT */
#include "read/input_owners.h"

#include <string.h>

#include "base/memory.h"

typedef struct path_end {
    const char *text;
    size_t length;
    bool whole; /* there is no more before it */
} path_end;

/* The last parts of a name, so many. */
static path_end cut_end(const char *name, size_t parts)
{
    size_t length = strlen(name), start;
    if (strncmp(name, "dir:", 4) == 0 && length > 4) {
        name += 4;
        length -= 4;
        while (length > 1 && name[length - 1] == '/')
            length--;
    }
    for (start = length; start > 0; start--)
        if (name[start - 1] == '/' && start < length && --parts == 0)
            break;
    if (start == length)
        start = 0;
    return (path_end){name + start, length - start, start == 0};
}

/* Names those whose ends of so many parts are their own, or cannot grow.
 * `first` is the first input of each name: one that is given twice is no
 * other. */
static bool name_some(pl_input_owners *owners, const pleach_input *inputs,
                      const uint32_t *first, size_t count, size_t parts,
                      uint32_t *uses, size_t *left)
{
    pl_strings *ends = pl_strings_new();
    bool enough = ends != NULL;
    memset(uses, 0, count * sizeof *uses);
    for (size_t k = 0; enough && k < count; k++) {
        path_end end = cut_end(inputs[k].name, parts);
        uint32_t number = PL_NONE;
        if (owners->of[k] != PL_NONE || first[k] != k)
            continue;
        number = pl_strings_add(ends, end.text, end.length);
        enough = number != PL_NONE;
        if (enough)
            uses[number]++;
    }
    for (size_t k = 0; enough && k < count; k++) {
        path_end end = cut_end(inputs[k].name, parts);
        if (owners->of[k] != PL_NONE || first[k] != k ||
            (!end.whole &&
             uses[pl_strings_find(ends, end.text, end.length)] > 1))
            continue;
        owners->of[k] = pl_strings_add(owners->names, end.text, end.length);
        enough = owners->of[k] != PL_NONE;
        --*left;
    }
    pl_strings_free(ends);
    return enough;
}

static bool name_all(pl_input_owners *owners, const pleach_input *inputs,
                     uint32_t *first, uint32_t *scratch, size_t count)
{
    pl_strings *names = pl_strings_new();
    size_t left = 0;
    bool enough = names != NULL;
    for (size_t k = 0; enough && k < count; k++) {
        uint32_t number =
            pl_strings_add(names, inputs[k].name, strlen(inputs[k].name));
        enough = number != PL_NONE;
        owners->of[k] = PL_NONE;
        if (enough && number == left)
            scratch[left++] = (uint32_t)k;
        if (enough)
            first[k] = scratch[number];
    }
    pl_strings_free(names);
    for (size_t parts = 1; enough && left > 0; parts++)
        enough = name_some(owners, inputs, first, count, parts, scratch, &left);
    for (size_t k = 0; enough && k < count; k++)
        owners->of[k] = owners->of[first[k]];
    return enough;
}

bool pl_input_owners_find(pl_input_owners *owners, const pleach_input *inputs,
                          size_t count)
{
    uint32_t *first = pl_allocate(count, sizeof *first);
    uint32_t *scratch = pl_allocate(count, sizeof *scratch);
    owners->names = pl_strings_new();
    owners->of = pl_allocate(count, sizeof *owners->of);
    bool enough = first != NULL && scratch != NULL && owners->names != NULL &&
                  owners->of != NULL &&
                  name_all(owners, inputs, first, scratch, count);
    pl_release(first);
    pl_release(scratch);
    return enough;
}

void pl_input_owners_free(pl_input_owners *owners)
{
    if (owners->names != NULL)
        pl_strings_free(owners->names);
    pl_release(owners->of);
}
