/* write_newick.c: trees in Newick's notation, one per line. */
/* SPDX-License-Identifier: MIT */
#include "write/outline.h"
#include "write/plain_texts.h"

static void put_newick_name(pl_outline *outline, FILE *to, uint32_t k)
{
    putc('\'', to);
    pl_put_escaped(to, outline->nodes.items[k].name, "'", '\'',
                   &outline->changed);
    putc('\'', to);
}

/* A node stands behind what is below it. */
static void put_newick_ends(pl_outline *outline, FILE *to, uint32_t k)
{
    uint32_t last = k, ends = pl_outline_ending(outline, k);
    put_newick_name(outline, to, k);
    for (; ends > 1; ends--) {
        last = outline->nodes.items[last].parent;
        putc(')', to);
        put_newick_name(outline, to, last);
    }
    if (outline->nodes.items[last].parent == PL_NONE)
        fputs(";\n", to);
    else
        putc(',', to);
}

pleach_status pl_write_newick(pl_outline *outline, FILE *to,
                              const pleach_write_options *options,
                              pleach_error *error)
{
    (void)options;
    (void)error;
    for (uint32_t k = 0; k < outline->count; k++)
        if (pl_outline_has_children(outline, k))
            putc('(', to);
        else
            put_newick_ends(outline, to, k);
    return PLEACH_OK;
}
