/* validate.h: the folds of a validation. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_VALIDATE_H
#define PL_VALIDATE_H

#include "base/memory.h"
#include "pleach_lab.h"

struct pleach_validation {
    pl_arena *arena;
    pleach_validation_figures figures;
    pleach_validation_row *rows;
};

#endif
