/* read_progress.c: limits how often the caller's listener is called. */
#include "base/read_progress.h"

#include <stdarg.h>
#include <stdio.h>

enum { TOLD_AT_MOST = 5, PROGRESS_BYTES = 1 << 20 };

/* A warning that there is no memory for is not told. */
static void keep(pl_listening *listening, pl_oddity kind,
                 const pleach_error *failure)
{
    pl_skip skip = {listening->hierarchies, *failure};
    if (kind == PL_ODD_SKIPPED && pl_list_push(&listening->skips, skip))
        listening->told[kind]++;
}

void pl_listening_pass(pl_listening *listening, pl_oddity kind,
                       const pleach_error *failure)
{
    const pleach_listener *listener = listening->listener;
    if (listening->told[kind] >= TOLD_AT_MOST)
        return;
    if (listening->silent) {
        keep(listening, kind, failure);
        return;
    }
    if (listener == NULL || listener->warn == NULL)
        return;
    listening->told[kind]++;
    listener->warn(listener->context, failure);
}

void pl_listening_warn(pl_listening *listening, pl_oddity kind,
                       const char *file, uint64_t line, const char *sentence,
                       ...)
{
    pleach_error warning = {.status = PLEACH_OK, .line = line};
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(warning.sentence, sizeof warning.sentence, sentence, arguments);
    va_end(arguments);
    snprintf(warning.file, sizeof warning.file, "%s", file);
    pl_listening_pass(listening, kind, &warning);
}

pleach_status pl_listening_progress(pl_listening *listening, uint64_t bytes,
                                    pleach_error *error)
{
    const pleach_listener *listener = listening->listener;
    uint64_t done = listening->bytes_before + bytes;
    if (listener == NULL || listener->progress == NULL ||
        done < listening->bytes_told + PROGRESS_BYTES)
        return PLEACH_OK;
    listening->bytes_told = done;
    pleach_progress progress = {
        .stage = "read", .done = done, .total = listening->bytes_total};
    if (listener->progress(listener->context, &progress))
        return PLEACH_OK;
    return pl_fail(error, PLEACH_CANCELLED, "Reading was cancelled.");
}
