/* draft.c: growing arrays that are used again for each hierarchy. */
/* SPDX-License-Identifier: MIT */
#include "corpus/draft.h"

#include <string.h>

void pl_draft_in_arena(pl_draft *draft, pl_arena *arena)
{
    draft->text.arena = draft->nodes.arena = draft->tags.arena = arena;
    draft->alts.arena = draft->facts.arena = arena;
}

void pl_draft_clear(pl_draft *draft)
{
    draft->text.count = 0;
    draft->nodes.count = 0;
    draft->tags.count = 0;
    draft->alts.count = 0;
    draft->facts.count = 0;
    draft->owner = draft->id = (pl_span){0, 0};
}

void pl_draft_borrow(pl_draft *draft, const char *text, size_t length)
{
    draft->borrowed = text;
    draft->borrowed_length = length;
}

bool pl_draft_keep(pl_draft *draft, pl_span *span, const char *bytes,
                   size_t length)
{
    /* One byte too many, so that the text is never NULL. */
    if (draft->text.room - draft->text.count <= length &&
        !pl_list_room(&draft->text, length + 1))
        return false;
    if (length > 0)
        memcpy(draft->text.items + draft->text.count, bytes, length);
    *span = (pl_span){draft->borrowed_length + draft->text.count, length};
    draft->text.count += length;
    return true;
}
