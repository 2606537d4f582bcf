/* values_unread.c: counts them by their keys, the first few by name. */
/* SPDX-License-Identifier: MIT */
#include "read/values_unread.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static uint64_t count_values(const pl_values *values, uint32_t field)
{
    uint64_t count = 0;
    for (uint32_t v = field + 1; v < pl_values_at(values, field)->end;
         v = pl_values_at(values, v)->end)
        count++;
    return pl_values_holds_more(values, field) ? count : 1;
}

void pl_unread_add(pl_unread *unread, const pl_values *values, uint32_t field)
{
    pl_span key = pl_values_at(values, field)->key;
    const char *text = pl_values_text(values, key);
    uint64_t count = count_values(values, field);
    size_t k = 0;
    if (count == 0 || key.length == 0)
        return;
    while (k < unread->count &&
           (unread->fields[k].key.length != key.length ||
            memcmp(pl_values_text(values, unread->fields[k].key), text,
                   key.length) != 0))
        k++;
    if (k == PL_UNREAD_FIELDS) {
        unread->more = true;
        return;
    }
    if (k == unread->count) {
        unread->fields[k].key = key;
        unread->count++;
    }
    unread->fields[k].count += count;
}

void pl_unread_say(const pl_unread *unread, const pl_values *values,
                   char to[PL_UNREAD_ROOM])
{
    enum { LONGEST_KEY = 24 };
    size_t used = 0;
    to[0] = '\0';
    for (size_t k = 0; k < unread->count && used < PL_UNREAD_ROOM; k++) {
        pl_span key = unread->fields[k].key;
        const char *text = pl_values_text(values, key);
        used +=
            (size_t)snprintf(to + used, PL_UNREAD_ROOM - used,
                             "%s\"%.*s\" (%llu)", k == 0 ? " Not read: " : ", ",
                             pl_text_cut(text, key.length, LONGEST_KEY), text,
                             (unsigned long long)unread->fields[k].count);
    }
    if (unread->texts > 0 && used < PL_UNREAD_ROOM)
        used += (size_t)snprintf(to + used, PL_UNREAD_ROOM - used,
                                 "%stexts of keys (%llu)",
                                 used == 0 ? " Not read: " : ", ",
                                 (unsigned long long)unread->texts);
    if (used > 0 && used < PL_UNREAD_ROOM)
        snprintf(to + used, PL_UNREAD_ROOM - used, "%s.",
                 unread->more ? " and others" : "");
}
