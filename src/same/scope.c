/* scope.c: how known files are read, and what the listener is told. */
/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include "same/known_files.h"
#include "same/scope.h"

pl_read_progress pl_scope_reading(const pl_scope *scope)
{
    pl_read_progress reading = {0};
    if (scope != NULL) {
        reading.listener = scope->listener;
        reading.max_bytes = scope->corpus->max_input;
        reading.hash = scope->mark == NULL ? NULL : &scope->mark->text;
    }
    return reading;
}

pl_scope pl_scope_of_file(const pl_scope *scope, uint32_t file)
{
    pl_scope reading = *scope;
    reading.mark = scope->known->files[file].mark;
    if (reading.mark != NULL) {
        pl_hash_start(&reading.mark->text);
        reading.mark->version[0] = '\0';
    }
    return reading;
}

void pl_scope_warn(const pl_scope *scope, const char *file, uint64_t line,
                   const char *sentence, ...)
{
    const pleach_listener *listener = scope->listener;
    pleach_error warning = {.status = PLEACH_OK, .line = line};
    va_list arguments;
    if (listener == NULL || listener->warn == NULL)
        return;
    va_start(arguments, sentence);
    vsnprintf(warning.sentence, sizeof warning.sentence, sentence, arguments);
    va_end(arguments);
    snprintf(warning.file, sizeof warning.file, "%s", file == NULL ? "" : file);
    listener->warn(listener->context, &warning);
}
