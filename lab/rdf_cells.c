/* rdf_cells.c: reads the cells of an alignment in RDF, one after the other. */
/* SPDX-License-Identifier: MIT */
#include "lab/rdf_cells.h"

#include <string.h>

/* An opening tag: its name without a prefix, its attributes, what follows. */
typedef struct tag {
    const char *name, *name_end, *end;
} tag;

static const char *find_byte(const char *at, const char *end, char byte)
{
    const char *found = at < end ? memchr(at, byte, (size_t)(end - at)) : NULL;
    return found == NULL ? end : found;
}

/* The next opening tag; false: there is none. Comments and declarations have
 * names that nobody asks for. */
static bool next_tag(pl_rdf_cells *r, tag *is)
{
    for (;;) {
        r->at = find_byte(r->at, r->end, '<');
        if (r->at == r->end)
            return false;
        const char *name = ++r->at;
        is->end = find_byte(name, r->end, '>');
        for (is->name = is->name_end = name;
             is->name_end < is->end &&
             strchr(" \t\r\n/", *is->name_end) == NULL;
             is->name_end++)
            if (*is->name_end == ':')
                is->name = is->name_end + 1;
        r->at = is->end;
        if (name < r->end && *name != '/')
            return true;
    }
}

static bool is_called(const tag *is, const char *name)
{
    size_t length = (size_t)(is->name_end - is->name);
    return strlen(name) == length && memcmp(is->name, name, length) == 0;
}

/* Adds a text as it is meant: "&lt;" is a sign. */
static void add_meant(pl_rdf_text *to, const char *at, const char *end)
{
    static const struct {
        const char *written;
        char meant;
    } known[] = {{"&lt;", '<'},
                 {"&gt;", '>'},
                 {"&amp;", '&'},
                 {"&quot;", '"'},
                 {"&apos;", '\''}};
    to->count = 0;
    while (at < end) {
        size_t length = 1;
        char byte = *at;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            size_t size = strlen(known[k].written);
            if ((size_t)(end - at) >= size &&
                memcmp(at, known[k].written, size) == 0) {
                length = size;
                byte = known[k].meant;
            }
        }
        pl_list_add(to, byte);
        at += length;
    }
}

/* What the first attribute in quotes says: an entity has no other. */
static void read_address(pl_rdf_text *to, const tag *is)
{
    const char *from = is->name_end;
    while (from < is->end && *from != '"' && *from != '\'')
        from++;
    if (from < is->end)
        add_meant(to, from + 1, find_byte(from + 1, is->end, *from));
}

/* Whether a cell has ended with two entities; it says "=" unless it says
 * otherwise. */
static bool take_cell(pl_rdf_cells *r, pl_rdf_cell *cell)
{
    bool whole = r->entity[0].count > 0 && r->entity[1].count > 0;
    for (int k = 0; k < 2; k++)
        cell->entity[k] = (pl_tsv_cell){r->entity[k].items, r->entity[k].count};
    cell->relation = r->relation.count == 0   ? '='
                     : r->relation.count == 1 ? *r->relation.items
                                              : '?';
    r->entity[0].count = r->entity[1].count = r->relation.count = 0;
    return whole;
}

bool pl_rdf_cells_next(pl_rdf_cells *r, pl_rdf_cell *cell)
{
    tag is;
    while (next_tag(r, &is)) {
        if (is_called(&is, "Cell")) {
            if (take_cell(r, cell))
                return true;
        } else if (is_called(&is, "entity1") || is_called(&is, "entity2")) {
            read_address(&r->entity[is.name_end[-1] - '1'], &is);
        } else if (is_called(&is, "relation")) {
            add_meant(&r->relation, is.end + (is.end < r->end),
                      find_byte(is.end, r->end, '<'));
        }
    }
    return take_cell(r, cell);
}
