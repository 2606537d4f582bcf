/* read_progress.c: limits how often the caller's listener is called. */
/* SPDX-License-Identifier: MIT */
#include "base/read_progress.h"

#include <stdarg.h>
#include <stdio.h>

enum { TOLD_AT_MOST = 5, PROGRESS_BYTES = 1 << 20 };

void pl_read_progress_pass(pl_read_progress *progress, pl_oddity kind,
                           const pleach_error *failure)
{
    const pleach_listener *listener = progress->listener;
    if (progress->told[kind] >= TOLD_AT_MOST)
        return;
    if (listener == NULL || listener->warn == NULL)
        return;
    progress->told[kind]++;
    listener->warn(listener->context, failure);
}

void pl_read_progress_warn(pl_read_progress *progress, pl_oddity kind,
                           const char *file, uint64_t line,
                           const char *sentence, ...)
{
    pleach_error warning = {.status = PLEACH_OK, .line = line};
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(warning.sentence, sizeof warning.sentence, sentence, arguments);
    va_end(arguments);
    snprintf(warning.file, sizeof warning.file, "%s", file);
    pl_read_progress_pass(progress, kind, &warning);
}

void pl_read_progress_note(pl_read_progress *progress, const char *file,
                           const char *sentence, ...)
{
    const pleach_listener *listener = progress->listener;
    pleach_error note = {.status = PLEACH_OK};
    if (listener == NULL || listener->note == NULL)
        return;
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(note.sentence, sizeof note.sentence, sentence, arguments);
    va_end(arguments);
    snprintf(note.file, sizeof note.file, "%s", file);
    listener->note(listener->context, &note);
}

pleach_status pl_read_progress_ask(pl_read_progress *progress, uint64_t bytes,
                                   pleach_error *error)
{
    const pleach_listener *listener = progress->listener;
    pleach_progress now = {.stage = "read",
                           .done = progress->bytes_before + bytes,
                           .total = progress->bytes_total};
    if (listener == NULL || listener->progress == NULL ||
        listener->progress(listener->context, &now))
        return PLEACH_OK;
    return pl_fail(error, PLEACH_CANCELLED, "Reading was cancelled.");
}

pleach_status pl_read_progress_report(pl_read_progress *progress, uint64_t made,
                                      uint64_t bytes, pleach_error *error)
{
    progress->bytes_made += made;
    if (progress->bytes_made < progress->bytes_told + PROGRESS_BYTES)
        return PLEACH_OK;
    progress->bytes_told = progress->bytes_made;
    return pl_read_progress_ask(progress, bytes, error);
}
