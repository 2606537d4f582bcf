/* write_moves.c: where each file goes, as a table and as a script.
 *
 * Items that are no links are files of folders (dir:PATH). The folders they go
 * to are those of the result, below where the plan is carried out. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "write/outline.h"

typedef struct moves {
    const pl_outline *outline;
    FILE *to;
    uint32_t *above; /* nodes from a top down to the present one */
    bool script;
} moves;

/* In single quotes for a shell, where nothing else has a meaning; tables have
 * no place for tabs and line ends. */
static void put_text(const moves *self, const char *text, bool name)
{
    for (; *text != '\0'; text++) {
        if (self->script && *text == '\'')
            fputs("'\\''", self->to);
        else if ((name && *text == '/') ||
                 (!self->script && (unsigned char)*text < ' '))
            putc('_', self->to);
        else
            putc(*text, self->to);
    }
}

/* The folder that a node becomes. A name that is no folder's gets a mark. */
static void put_folder(const moves *self, uint32_t k)
{
    const pl_outline_node *nodes = self->outline->nodes.items;
    for (uint32_t depth = 0; depth <= nodes[k].depth; depth++) {
        const char *name = nodes[self->above[depth]].name;
        if (depth > 0)
            putc('/', self->to);
        if (*name == '.' || (depth == 0 && *name == '-'))
            putc('_', self->to);
        put_text(self, name, true);
    }
}

static void put_move(const moves *self, uint32_t k, const char *path)
{
    if (!self->script) {
        put_text(self, path, false);
        putc('\t', self->to);
        put_folder(self, k);
        putc('\n', self->to);
        return;
    }
    fputs("move '", self->to);
    put_text(self, path, false);
    fputs("' '", self->to);
    put_folder(self, k);
    fputs("'\n", self->to);
}

static pleach_status write_plan(pl_outline *outline, FILE *to, bool script,
                                pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    uint32_t *above =
        arena == NULL ? NULL
                      : PL_ARENA_ARRAY(arena, uint32_t, outline->count + 1u);
    moves self = {outline, to, above, script};
    for (uint32_t k = 0; above != NULL && k < outline->count; k++) {
        size_t first, end = outline->nodes.items[k].fact_first;
        above[outline->nodes.items[k].depth] = k;
        while (pl_outline_next_item(outline, k, &first, &end)) {
            const char *path = pl_outline_field(outline, first, end, "address");
            if (path != NULL && strstr(path, "://") == NULL)
                put_move(&self, k, path);
        }
    }
    pl_arena_free(arena);
    return above == NULL ? pl_fail_memory(error) : PLEACH_OK;
}

pleach_status pl_write_moves(pl_outline *outline, FILE *to,
                             const pleach_write_options *options,
                             pleach_error *error)
{
    (void)options;
    fputs("file\tfolder\n", to);
    return write_plan(outline, to, false, error);
}

/* Whoever runs the script sees what it would do, until told to do it; nothing
 * is ever overwritten. */
pleach_status pl_write_move_script(pl_outline *outline, FILE *to,
                                   const pleach_write_options *options,
                                   pleach_error *error)
{
    (void)options;
    fputs("#!/bin/sh\n"
          "# Moves files into the folders of a taxonomy, below where it is run."
          "\n# Shows what it would do; \"sh FILE --do\" does it. Nothing is "
          "overwritten.\n"
          "set -eu\n"
          "if [ \"${1-}\" = --do ]; then run=; else run=echo; fi\n"
          "move() {\n"
          "    if [ -e \"$2/${1##*/}\" ]; then echo \"stays: $1\"; return; fi\n"
          "    $run mkdir -p -- \"$2\"\n"
          "    $run mv -n -- \"$1\" \"$2/\"\n"
          "}\n",
          to);
    return write_plan(outline, to, true, error);
}
