/* warnings.c: one line of counts, then the first place of each kind. */
/* SPDX-License-Identifier: MIT */
#include "warnings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "errors.h"

/* Warnings of one kind open with the same words, up to what they quote; what
 * was left out as malformed is one kind, whatever was wrong with it. */
static bool same_kind(const pleach_error *a, const pleach_error *b)
{
    size_t opening = strcspn(a->sentence, "\"");
    if (a->status != b->status)
        return false;
    return a->status != PLEACH_OK ||
           (opening == strcspn(b->sentence, "\"") &&
            strncmp(a->sentence, b->sentence, opening) == 0);
}

void warnings_add(void *context, const pleach_error *warning)
{
    cli_warnings *warnings = context;
    for (size_t k = 0; k < warnings->count; k++)
        if (same_kind(&warnings->first[k], warning))
            return;
    if (warnings->count < WARNING_KINDS)
        warnings->first[warnings->count++] = *warning;
}

static void append_count(char *to, size_t room, uint64_t count, const char *one,
                         const char *many)
{
    size_t used = strlen(to);
    if (count > 0)
        snprintf(to + used, room - used, "%s%" PRIu64 " %s",
                 used > 0 ? "; " : "", count, count == 1 ? one : many);
}

void warnings_print_new(cli_warnings *warnings)
{
    for (; warnings->told < warnings->count; warnings->told++)
        warning_print(&warnings->first[warnings->told]);
}

void warnings_print(cli_warnings *warnings, const pleach_corpus_facts *facts)
{
    char counts[400] = "";
    append_count(counts, sizeof counts, facts->skipped,
                 "malformed line was left out",
                 "malformed lines were left out");
    append_count(counts, sizeof counts, facts->duplicate_ids,
                 "hierarchy shares its id with another one",
                 "hierarchies share an id with another one");
    append_count(counts, sizeof counts, facts->leafless,
                 "hierarchy is a single node", "hierarchies are single nodes");
    append_count(counts, sizeof counts, facts->nameless,
                 "name has no letter or digit",
                 "names have no letter or digit");
    if (counts[0] != '\0')
        warning_say("%s. The first of each kind:", counts);
    warnings_print_new(warnings);
}
