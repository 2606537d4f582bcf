/* path_steps.h: how the names of a path are parted, in lists and in tables. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PATH_STEPS_H
#define PL_PATH_STEPS_H

#include <stdbool.h>
#include <stddef.h>

/* What all paths of an input have; start from all zeros. */
typedef struct pl_path_signs {
    size_t pointed, barred, slashed, parted; /* paths with > | / : */
    size_t spaced; /* with a ">", "->" or "=>" that has blanks around it */
    char separator;
    bool blanks; /* a ">" without blanks around it is part of a name */
} pl_path_signs;

void pl_path_look(pl_path_signs *signs, const char *path, size_t length);

/* Chooses the separator when all paths were looked at: one sign in a name does
 * not make it that of all. A colon may be one only if `colons`. */
void pl_path_judge(pl_path_signs *signs, bool colons);

/* The bytes of the next step with its separator, and those of its name. */
size_t pl_path_step(const pl_path_signs *signs, const char *path, size_t length,
                    size_t *name);

#endif
