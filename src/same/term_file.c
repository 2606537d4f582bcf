/* term_file.c: pairs of nodes with a similarity that a file gives:
 *     s = what the file says; 0 for a pair that is not in it
 * Tab-separated: id, path, id, path, similarity. An inner node, whose path
 * names a leaf and a root, is meant in both roles. Of several lines for one
 * pair the highest counts. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "same/cell_lines.h"
#include "same/pair_values.h"
#include "same/term.h"

/* Room for a path: 64 indexes of up to ten digits. */
enum { CELLS = 5, PATH_BYTES = 1024 };

typedef PL_LIST(char) text_list;

typedef struct given {
    pl_pair_values pairs;
    /* Nodes by "id TAB path": head[place], then next[node]. */
    pl_strings *places;
    uint32_t *head, *next;
    text_list place; /* scratch */
} given;

/* ------------------------------------------------------- finding nodes -- */

static bool write_place(text_list *to, pl_word id, pl_word path)
{
    to->count = 0;
    if (!pl_list_room(to, id.length + path.length + 1))
        return false;
    memcpy(to->items, id.bytes, id.length);
    to->items[id.length] = '\t';
    memcpy(to->items + id.length + 1, path.bytes, path.length);
    to->count = id.length + path.length + 1;
    return true;
}

/* An inner node has two nodes with one id and path, and a pair in the file
 * means both: hence lists, and from the end, so that they ascend. */
static bool index_nodes(given *g, const pleach_corpus *corpus)
{
    g->places = pl_strings_new();
    g->head = PL_ARENA_ARRAY(g->pairs.arena, uint32_t, corpus->node_count);
    g->next = PL_ARENA_ARRAY(g->pairs.arena, uint32_t, corpus->node_count);
    if (g->places == NULL || pl_arena_failed(g->pairs.arena))
        return false;
    for (uint32_t n = corpus->node_count; n-- > 0;) {
        char path[PATH_BYTES];
        const char *id =
            corpus->hierarchy_id
                [corpus->sapling_hierarchy[corpus->node_sapling[n]]];
        size_t length = pl_node_path(corpus, n, path, sizeof path);
        uint32_t before = pl_strings_count(g->places);
        if (!write_place(&g->place, (pl_word){id, strlen(id)},
                         (pl_word){path, length}))
            return false;
        uint32_t place =
            pl_strings_add(g->places, g->place.items, g->place.count);
        if (place == PL_NONE)
            return false;
        g->next[n] = place == before ? PL_NONE : g->head[place];
        g->head[place] = n;
    }
    return true;
}

/* A pair that names nobody is a mistake in the file, and is refused where it
 * stands: passed over, it would be missed by nobody. */
static pleach_status find_listed_place(given *g, const pl_cell_lines *lines,
                                       size_t cell, uint32_t *place,
                                       pleach_error *error)
{
    pl_word id = lines->cells[cell], path = lines->cells[cell + 1];
    if (!write_place(&g->place, id, path))
        return pl_fail_memory(error);
    *place = pl_strings_find(g->places, g->place.items, g->place.count);
    if (*place != PL_NONE)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line, 0,
                      "There is no node '%.*s' in a hierarchy '%.*s'. A path "
                      "is . for the top, else child numbers from 0, such as "
                      "0/2.",
                      pl_text_cut(path.bytes, path.length, 60), path.bytes,
                      pl_text_cut(id.bytes, id.length, 120), id.bytes);
}

/* ------------------------------------------------------ reading pairs -- */

static pleach_status read_value(const pl_cell_lines *lines, double *value,
                                pleach_error *error)
{
    pl_word cell = lines->cells[CELLS - 1];
    if (pl_text_number(cell.bytes, cell.length, value) && *value >= 0 &&
        *value <= 1)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line, 0,
                      "The similarity '%.*s' is not a number from 0 to 1.",
                      pl_text_cut(cell.bytes, cell.length, 40), cell.bytes);
}

/* All nodes of one place with all of another. */
static void take_listed_pair(given *g, uint32_t a, uint32_t b, double value)
{
    for (uint32_t i = g->head[a]; i != PL_NONE; i = g->next[i])
        for (uint32_t j = g->head[b]; j != PL_NONE; j = g->next[j]) {
            pl_pair_value one = {pl_pair_pack(i, j), (float)value};
            if (i != j)
                pl_list_add(&g->pairs, one);
        }
}

static bool is_pair_header(const pl_cell_lines *lines)
{
    return pl_text_is_word(lines->cells[0].bytes, lines->cells[0].length, "id");
}

/* A place may stand for two nodes, so a pair of one place with itself can still
 * say something. */
static pleach_status read_pairs(given *g, pl_cell_lines *lines,
                                const pl_scope *scope, pleach_error *error)
{
    for (bool first = true;; first = false) {
        uint32_t a, b;
        double value;
        PL_TRY(pl_cell_lines_next(lines, false, error));
        if (lines->count == 0)
            return first ? pl_fail_at(error, PLEACH_BAD_DATA, lines->file, 1, 0,
                                      "There are no pairs in this file.")
                         : PLEACH_OK;
        if (first && is_pair_header(lines))
            continue;
        if (lines->count < CELLS)
            return pl_fail_at(error, PLEACH_BAD_DATA, lines->file, lines->line,
                              0,
                              "A pair has five cells, parted by tabs: id, "
                              "path, id, path and similarity.");
        PL_TRY(find_listed_place(g, lines, 0, &a, error));
        PL_TRY(find_listed_place(g, lines, 2, &b, error));
        PL_TRY(read_value(lines, &value, error));
        if (a == b && g->next[g->head[a]] == PL_NONE)
            pl_scope_warn(scope, lines->file, lines->line,
                          "A node is paired with itself here, which says "
                          "nothing.");
        else if (value > 0)
            take_listed_pair(g, a, b, value);
    }
}

/* Repeated pairs are odd and harmless. They are counted and told once, and not
 * per line. */
static pleach_status prepare_listed(pl_term *term, pl_scope *scope,
                                    pleach_error *error)
{
    given *g = PL_ARENA_ARRAY(scope->arena, given, 1);
    pl_cell_lines *lines = PL_ARENA_ARRAY(scope->arena, pl_cell_lines, 1);
    PL_TRY(pl_check_memory(scope->arena, error));
    g->place.arena = g->pairs.arena = scope->arena;
    term->state = g;
    if (!index_nodes(g, scope->corpus))
        return pl_fail_memory(error);
    pleach_status status = pl_cell_lines_open(lines, term->path, scope, error);
    if (status == PLEACH_OK)
        status = read_pairs(g, lines, scope, error);
    pl_cell_lines_close(lines);
    PL_TRY(status);
    PL_TRY(pl_check_memory(scope->arena, error));
    size_t repeated = pl_pair_values_settle(&g->pairs);
    if (repeated > 0)
        pl_scope_warn(scope, term->path, 0,
                      "Pairs stand here more than once; of each the highest "
                      "similarity counts. Values left out: %zu.",
                      repeated);
    return PLEACH_OK;
}

static void release_listed(pl_term *term)
{
    given *g = term->state;
    if (g != NULL)
        pl_strings_free(g->places);
}

static pleach_status add_listed_links(const pl_term *term, pl_scope *scope,
                                      pl_links *links, pleach_error *error)
{
    const given *g = term->state;
    (void)error;
    pl_pair_values_link(&g->pairs, scope, links);
    return PLEACH_OK;
}

static double compare_listed_pairs(const pl_term *term, uint32_t a, uint32_t b)
{
    const given *g = term->state;
    return pl_pair_values_find(&g->pairs, a, b);
}

const pl_term_kind pl_term_file = {.name = "file",
                                   .argument = PL_ARGUMENT_FILE,
                                   .prepare = prepare_listed,
                                   .release = release_listed,
                                   .link = add_listed_links,
                                   .compare_nodes = compare_listed_pairs};
