/* write_text.c: the forest as a tree for people and terminals. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "taxonomy/voices.h"
#include "write/terminal_text.h"
#include "write/visible_part.h"
#include "write/write.h"

enum { SINGLES_NAMED = 12 };

typedef struct text_out {
    FILE *to;
    const pleach_taxonomy *forest;
    pl_view view;
    bool color;
    uint8_t *open; /* per depth: more siblings follow below this line */
} text_out;

static void put_cluster_name(text_out *out, uint32_t c)
{
    const char *name = pl_cluster_name(out->forest, c);
    pl_put_terminal_text(out->to, name, strlen(name));
}

static void put_style(text_out *out, const char *style)
{
    if (out->color)
        fprintf(out->to, "\033[%sm", style);
}

/* The branches left of a line at `depth`; `last` has none below it. Of a chain
 * of thousands only the nearest are drawn: all of them would take gigabytes. */
static void put_branches(text_out *out, uint32_t depth, bool last)
{
    enum { MOST_BRANCHES = 100 };
    bool deep = depth > MOST_BRANCHES;
    if (depth == 0)
        return;
    put_style(out, "2");
    if (deep)
        fprintf(out->to, "%" PRIu32 ": ", depth);
    for (uint32_t k = deep ? depth - MOST_BRANCHES : 1; k < depth; k++)
        fputs(out->open[k] ? "│   " : "    ", out->to);
    fputs(last ? "└── " : "├── ", out->to);
    put_style(out, "0");
}

static bool is_last_line(const text_out *out, uint32_t c)
{
    const pleach_taxonomy *forest = out->forest;
    uint32_t up = forest->parent[c], next = forest->subtree_end[c];
    if (up == PL_NONE || out->view.hidden[up] > 0)
        return false;
    return next == forest->subtree_end[up];
}

static void put_also_under(text_out *out, uint32_t c)
{
    const pl_more_parents *more = out->forest->more;
    for (uint32_t k = more == NULL ? 0 : more->first[c];
         more != NULL && k < more->first[c + 1]; k++) {
        fputs(k == more->first[c] ? ", also under " : ", ", out->to);
        put_cluster_name(out, more->parent[k]);
    }
}

/* How many entries, of how many people where these are fewer, how sure, and
 * where else. The numbers are dim, since names are what is read. */
static void put_cluster_facts(text_out *out, uint32_t c)
{
    put_style(out, "2");
    pl_put_entries(out->forest, out->to, c);
    fputs(pl_hangs_by_one_voice(out->forest, c) ? " ?" : "", out->to);
    put_also_under(out, c);
    put_style(out, "0");
}

/* A colour per level helps the eye along long lists. */
static void put_text_cluster(text_out *out, uint32_t c)
{
    static const char *const styles[] = {"1;32", "36", "33", "35", "34", "32"};
    const size_t style_count = sizeof styles / sizeof *styles;
    uint32_t depth = out->forest->depth[c];
    bool last = is_last_line(out, c);
    put_branches(out, depth, last);
    out->open[depth] = !last;
    put_style(out, styles[depth % style_count]);
    put_cluster_name(out, c);
    put_style(out, "0");
    if (pl_cluster_size(out->forest, c) > 0)
        put_cluster_facts(out, c);
    putc('\n', out->to);
}

/* After c, each subtree that ends there says what it leaves out. */
static void put_omissions(text_out *out, uint32_t c)
{
    const pleach_taxonomy *forest = out->forest;
    for (uint32_t up = c; up != PL_NONE && forest->subtree_end[up] == c + 1;
         up = forest->parent[up]) {
        if (!out->view.shown[up] || out->view.hidden[up] == 0)
            continue;
        put_branches(out, forest->depth[up] + 1, true);
        fprintf(out->to, "... %" PRIu32 " more\n", out->view.hidden[up]);
    }
}

/* Trees of a single concept are one line together, as they would push the
 * forest off the screen. */
static void put_singles(text_out *out)
{
    const pleach_taxonomy *forest = out->forest;
    uint32_t named = 0;
    if (out->view.folded == 0)
        return;
    fprintf(out->to, "and %" PRIu32 " single concept%s:", out->view.folded,
            out->view.folded == 1 ? "" : "s");
    for (uint32_t c = 0; c < forest->cluster_count && named < SINGLES_NAMED;
         c = forest->subtree_end[c]) {
        if (!pl_is_single(forest, c))
            continue;
        fputs(named++ == 0 ? " " : ", ", out->to);
        put_cluster_name(out, c);
    }
    fputs(named < out->view.folded ? ", ...\n" : "\n", out->to);
}

static void put_text_forest(text_out *out)
{
    for (uint32_t c = 0; c < out->forest->cluster_count; c++) {
        if (out->view.shown[c])
            put_text_cluster(out, c);
        put_omissions(out, c);
    }
    if (out->view.hidden_trees > 0)
        fprintf(out->to, "... %" PRIu32 " more tree%s\n",
                out->view.hidden_trees, out->view.hidden_trees == 1 ? "" : "s");
    put_singles(out);
}

/* Which branches are still open is kept per level, so that no line looks ahead.
 */
pleach_status pl_write_text(const pleach_taxonomy *forest, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    text_out out = {.to = to, .forest = forest, .color = options->color};
    pl_view_limits limits = {.max_depth = options->max_depth,
                             .max_breadth = options->max_breadth,
                             .fold_singles = true};
    if (!pl_view_make(&out.view, forest, &limits))
        return pl_fail_memory(error);
    out.open = pl_allocate((size_t)forest->report.levels + 1, 1);
    if (out.open != NULL)
        put_text_forest(&out);
    pl_view_free(&out.view);
    if (out.open == NULL)
        return pl_fail_memory(error);
    pl_release(out.open);
    return PLEACH_OK;
}
