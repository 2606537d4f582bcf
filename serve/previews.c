/* previews.c: results that were tried and are not kept yet. */
/* SPDX-License-Identifier: MIT */
#include "serve/previews.h"

#include <string.h>

#include "serve/guard.h"

/* An id of another run must not fit, as a page may outlive the server. */
static bool draw_id(char id[PREVIEW_ID + 1])
{
    guard drawn;
    if (!guard_draw_token(&drawn))
        return false;
    memcpy(id, drawn.token, PREVIEW_ID);
    id[PREVIEW_ID] = '\0';
    return true;
}

bool previews_add(previews *in, preview *added)
{
    preview *place = &in->items[0];
    if (!draw_id(added->id))
        return false;
    for (size_t k = 1; k < PREVIEWS; k++)
        if (in->items[k].age < place->age)
            place = &in->items[k];
    preview_release(place);
    added->age = ++in->made;
    *place = *added;
    return true;
}

bool previews_take(preview *taken, previews *in, const char *id)
{
    for (size_t k = 0; k < PREVIEWS; k++) {
        preview *at = &in->items[k];
        if (at->id[0] == '\0' || strcmp(at->id, id) != 0)
            continue;
        *taken = *at;
        *at = (preview){0};
        return true;
    }
    return false;
}

void preview_release(preview *released)
{
    json_decref(released->asked);
    bytes_release(released->result.taxonomy);
    *released = (preview){0};
}

void previews_release(previews *released)
{
    for (size_t k = 0; k < PREVIEWS; k++)
        preview_release(&released->items[k]);
}
