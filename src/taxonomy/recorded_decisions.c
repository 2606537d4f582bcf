/* recorded_decisions.c: writes recorded decisions as the lines they were. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/recorded_decisions.h"

#include <string.h>

#include "base/status.h"

/* Files of more lines have not been read by anybody. */
enum { MOST_LINES = 10000000 };

typedef struct recorded {
    PL_LIST(char) text;
    int64_t line; /* where the text is */
} recorded;

static void add_recorded_text(recorded *r, const char *text)
{
    size_t length = text == NULL ? 0 : strlen(text);
    if (length == 0 || !pl_list_room(&r->text, length))
        return;
    memcpy(r->text.items + r->text.count, text, length);
    r->text.count += length;
}

/* One decision on the line where it was. */
static pleach_status add_decision(recorded *r, const pl_parsed *decision,
                                  const char *path, pleach_error *error)
{
    static const char *const cells[] = {"decision", "a", "b", "who", "when"};
    int64_t line = pl_parsed_integer(pl_parsed_get(decision, "line"));
    if (line < r->line || line > MOST_LINES)
        return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                          "The recorded decisions are damaged: their lines do "
                          "not ascend.");
    for (; r->line < line; r->line++)
        add_recorded_text(r, "\n");
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
        add_recorded_text(r, k > 0 ? "\t" : "");
        add_recorded_text(r, pl_parsed_text(pl_parsed_get(decision, cells[k])));
    }
    return pl_check_memory(r->text.arena, error);
}

/* Written out as the file that they came from and read like one: so there is
 * one judge of what a decision is. */
pleach_status pl_recorded_decisions(pleach_decisions **decisions,
                                    const pl_parsed *root, const char *path,
                                    pleach_error *error)
{
    const pl_parsed *object = pl_parsed_get(root, "decisions");
    const pl_parsed *lines = pl_parsed_get(object, "lines"), *each;
    const char *file = pl_parsed_text(pl_parsed_get(object, "file"));
    PL_SCRATCH(scratch);
    recorded r = {.line = 1, .text = {.arena = scratch}};
    *decisions = NULL;
    for (size_t k = 0; (each = pl_parsed_at(lines, k)) != NULL; k++)
        PL_TRY(add_decision(&r, each, path, error));
    if (r.text.count == 0)
        return PLEACH_OK;
    return pleach_decisions_read(
        decisions,
        &(pleach_input){.name = file == NULL ? path : file,
                        .bytes = r.text.items,
                        .size = r.text.count},
        error);
}
