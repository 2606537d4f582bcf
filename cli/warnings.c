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

/* Files may have notes of their own: these leave half of the room to what is
 * odd. */
static void add_kind(cli_warnings *warnings, const pleach_error *warning,
                     bool note)
{
    size_t notes = 0;
    for (size_t k = 0; k < warnings->count; k++) {
        if (same_kind(&warnings->first[k], warning))
            return;
        notes += warnings->is_note[k];
    }
    if (warnings->count == WARNING_KINDS ||
        (note && notes == WARNING_KINDS / 2))
        return;
    warnings->is_note[warnings->count] = note;
    warnings->first[warnings->count++] = *warning;
}

void warnings_add(void *context, const pleach_error *warning)
{
    add_kind(context, warning, false);
}

void notes_add(void *context, const pleach_error *note)
{
    add_kind(context, note, true);
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
        (warnings->is_note[warnings->told] ? note_print : warning_print)(
            &warnings->first[warnings->told]);
}

/* Counts of all kinds in one line, then one example of each. */
void warnings_print(cli_warnings *warnings, const pleach_corpus_facts *facts)
{
    const struct {
        uint64_t count;
        const char *one, *many;
    } kinds[] = {
        {facts->skipped, "malformed line was left out",
         "malformed lines were left out"},
        {facts->duplicate_ids, "hierarchy shares its id with another one",
         "hierarchies share an id with another one"},
        {facts->leafless, "hierarchy is a single node",
         "hierarchies are single nodes"},
        {facts->nameless, "name has no letter or digit",
         "names have no letter or digit"},
        {facts->circles, "node was its own ancestor",
         "nodes were their own ancestors"},
        {facts->extra_parents, "further parent has its child as a leaf",
         "further parents have their child as a leaf"},
        {facts->odd_labels, "node has no name, or two in one language",
         "nodes have no name, or two in one language"},
        {facts->missing_parents, "parent is missing", "parents are missing"},
        {facts->passed_lines, "line was passed over", "lines were passed over"},
    };
    char counts[600] = "";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        append_count(counts, sizeof counts, kinds[k].count, kinds[k].one,
                     kinds[k].many);
    if (counts[0] != '\0')
        warning_say("%s. The first of each kind:", counts);
    warnings_print_new(warnings);
}
