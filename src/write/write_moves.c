/* write_moves.c: where each file goes, as a table and as a script.
 *
 * Items that are no links are files of folders (dir:PATH). The folders they go
 * to are those of the result, below where the plan is carried out. */
/* SPDX-License-Identifier: MIT */
#include "write/outline.h"

/* In single quotes for a shell, where nothing else has a meaning; tables have
 * no place for tabs and line ends. */
static void put_plan_text(FILE *to, const char *text, bool name, bool script)
{
    for (; *text != '\0'; text++) {
        if (script && *text == '\'')
            fputs("'\\''", to);
        else if ((name && *text == '/') ||
                 (!script && (unsigned char)*text < ' '))
            putc('_', to);
        else
            putc(*text, to);
    }
}

/* The folder that a node becomes. A name that is no folder's gets a mark. */
static void put_plan_folder(const pl_writing *w, const pl_outline_node *node,
                            bool script)
{
    for (uint32_t depth = 0; depth <= node->depth; depth++) {
        const char *name = w->above[depth]->name;
        if (depth > 0)
            putc('/', w->to);
        if (*name == '.' || (depth == 0 && *name == '-'))
            putc('_', w->to);
        put_plan_text(w->to, name, true, script);
    }
}

static void put_move(const pl_writing *w, const pl_outline_node *node,
                     size_t first, size_t end, bool script)
{
    const char *path = pl_outline_field(w->outline, first, end, "address");
    if (path == NULL || strstr(path, "://") != NULL)
        return;
    fputs(script ? "move '" : "", w->to);
    put_plan_text(w->to, path, false, script);
    fputs(script ? "' '" : "\t", w->to);
    put_plan_folder(w, node, script);
    fputs(script ? "'\n" : "\n", w->to);
}

static void put_move_row(pl_writing *w, const pl_outline_node *node,
                         size_t first, size_t end)
{
    put_move(w, node, first, end, false);
}

static void put_move_call(pl_writing *w, const pl_outline_node *node,
                          size_t first, size_t end)
{
    put_move(w, node, first, end, true);
}

static pleach_status begin_moves(pl_writing *w, pleach_error *error)
{
    (void)error;
    fputs("file\tfolder\n", w->to);
    return PLEACH_OK;
}

/* Whoever runs the script sees what it would do, until told to do it; nothing
 * is ever overwritten. */
static pleach_status begin_move_script(pl_writing *w, pleach_error *error)
{
    (void)error;
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
          w->to);
    return PLEACH_OK;
}

const pl_tree_format pl_moves_format = {.begin = begin_moves,
                                        .item = put_move_row};
const pl_tree_format pl_move_script_format = {.begin = begin_move_script,
                                              .item = put_move_call};
