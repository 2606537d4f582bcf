/* write_lost.c: tells what a format had no place for. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "write/write.h"

/* What of these trees the format has no place for. True: a single thing. */
static bool list_lost(char *list, size_t room, const pl_outline *outline,
                      unsigned holds)
{
    size_t owners = 0, ids = 0, parents = 0, all = 0;
    for (uint32_t k = 0; k < outline->count; k++) {
        owners += outline->nodes.items[k].owner != NULL;
        ids += outline->nodes.items[k].id != NULL;
        parents += outline->nodes.items[k].also_count;
    }
    const struct {
        unsigned part;
        size_t count;
        const char *what, *one;
    } parts[] = {
        {PL_HOLDS_TAGS, outline->tags.count, "tags", NULL},
        {PL_HOLDS_COUNTS, outline->tags.count, "counts of tags", NULL},
        {PL_HOLDS_ALTS, outline->alts.count, "further names", NULL},
        {PL_HOLDS_OWNERS, owners, "owners", NULL},
        {PL_HOLDS_IDS, ids, "ids", NULL},
        {PL_HOLDS_PARENTS, parents, "further parents", NULL},
        {PL_HOLDS_FACTS, outline->other_labels, "labels in other languages",
         "label in another language"},
        {PL_HOLDS_FACTS, outline->notes, "notes or links", "note or link"},
        {PL_HOLDS_ITEMS, outline->items, "items", "item"},
        {0, holds & PL_HOLDS_ITEMS ? outline->other_titles : 0,
         "further titles of items", "further title of an item"},
        {PL_HOLDS_UNADDRESSED, outline->unaddressed, "items without an address",
         "item without an address"},
        {PL_HOLDS_COLUMNS, outline->unplaced, "values of columns or keys",
         "value of a column or key"}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        size_t used = strlen(list);
        char number[24] = "";
        bool single = parts[k].one != NULL && parts[k].count == 1;
        if (parts[k].one != NULL)
            snprintf(number, sizeof number, "%zu ", parts[k].count);
        bool said =
            parts[k].part == PL_HOLDS_COUNTS && !(holds & PL_HOLDS_TAGS);
        if (parts[k].count == 0 || (holds & parts[k].part) || said)
            continue;
        snprintf(list + used, room - used, "%s%s%s", used == 0 ? "" : ", ",
                 number, single ? parts[k].one : parts[k].what);
        all += single ? 1 : 2;
    }
    return all == 1;
}

void pl_tell_note(const pleach_write_options *options, const pleach_error *note)
{
    const pleach_listener *listener = options->listener;
    if (listener != NULL && listener->note != NULL)
        listener->note(listener->context, note);
}

/* Once for each file and not for each text: whoever converts wants to know what
 * to look after, not a list. */
void pl_tell_lost(const pl_output_format *format, const pl_outline *outline,
                  bool everything, const pleach_write_options *options)
{
    char lost[200] = "";
    const char *name = format->facts.name;
    pleach_error notes[3] = {{0}};
    bool one = list_lost(lost, sizeof lost, outline,
                         format->holds | (everything ? 0 : PL_HOLDS_ALL));
    if (lost[0] != '\0')
        pl_fail(&notes[0], PLEACH_OK,
                "The format %s has no place for %s: %s left out.", name, lost,
                one ? "it is" : "they are");
    if (outline->circular > 0)
        pl_fail(&notes[1], PLEACH_OK,
                "The format %s leaves out %zu %s in a circle.", name,
                outline->circular,
                outline->circular == 1 ? "parent that leads"
                                       : "parents that lead");
    if (everything && outline->changed > 0)
        pl_fail(&notes[2], PLEACH_OK,
                "The format %s cannot hold all characters, so %" PRIu64
                " %s changed.",
                name, outline->changed,
                outline->changed == 1 ? "text was" : "texts were");
    for (size_t k = 0; k < 3; k++)
        if (notes[k].sentence[0] != '\0')
            pl_tell_note(options, &notes[k]);
}
