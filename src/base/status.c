/* status.c: fills the error struct that callers own. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pleach_status fail_with_sentence(pleach_error *error,
                                        pleach_status status, const char *file,
                                        uint64_t line, uint64_t column,
                                        const char *sentence, va_list arguments)
{
    if (error == NULL)
        return status;
    error->status = status;
    error->line = line;
    error->column = column;
    snprintf(error->file, sizeof error->file, "%s", file == NULL ? "" : file);
    vsnprintf(error->sentence, sizeof error->sentence, sentence, arguments);
    return status;
}

pleach_status(pl_fail)(pleach_error *error, pleach_status status,
                       const char *sentence, ...)
{
    va_list arguments;
    va_start(arguments, sentence);
    fail_with_sentence(error, status, NULL, 0, 0, sentence, arguments);
    va_end(arguments);
    return status;
}

pleach_status(pl_fail_at)(pleach_error *error, pleach_status status,
                          const char *file, uint64_t line, uint64_t column,
                          const char *sentence, ...)
{
    va_list arguments;
    va_start(arguments, sentence);
    fail_with_sentence(error, status, file, line, column, sentence, arguments);
    va_end(arguments);
    return status;
}

pleach_status(pl_fail_memory)(pleach_error *error)
{
    return pl_fail(error, PLEACH_NO_MEMORY,
                   "There is not enough memory for this input. Free some, or "
                   "take a part of the input.");
}

pleach_status pl_check_memory(const pl_arena *arena, pleach_error *error)
{
    return pl_arena_failed(arena) ? pl_fail_memory(error) : PLEACH_OK;
}

pleach_status pl_check_library(const char *why, pleach_error *error)
{
    if (why == NULL)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_IO,
                   "A library that this format needs could not be loaded: %s",
                   why);
}
