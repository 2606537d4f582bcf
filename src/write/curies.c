/* curies.c: parts addresses into namespaces and names. */
/* SPDX-License-Identifier: MIT */
#include "write/curies.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "write/addresses.h"
#include "write/plain_texts.h"

static const char OBO[] = "http://purl.obolibrary.org/obo/";

/* The letters of an id of OBO, which stand before its underscore; 0: it is none
 * of these. */
static size_t obo_prefix(const char *address)
{
    size_t start = sizeof OBO - 1, length;
    if (strncmp(address, OBO, start) != 0)
        return 0;
    length = strspn(address + start, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "abcdefghijklmnopqrstuvwxyz");
    return address[start + length] == '_' && address[start + length + 1] != '\0'
               ? length
               : 0;
}

/* Up to the last sign that parts names in addresses and has a name behind it.
 */
static size_t namespace_length(const char *address)
{
    size_t length = strlen(address), letters = obo_prefix(address);
    if (letters > 0)
        return sizeof OBO - 1 + letters + 1;
    for (size_t k = length > 1 ? length - 1 : 0; k > 0; k--)
        if (strchr("#/:", address[k - 1]) != NULL)
            return k;
    return length;
}

static int compare_spaces(const void *left, const void *right)
{
    const pl_namespace *a = left, *b = right;
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->start, b->start, shorter);
    return order != 0 ? order
                      : (a->length > b->length) - (a->length < b->length);
}

static bool has_address(const pl_placed_node *node)
{
    return node->source_id != NULL &&
           pl_text_is_address(node->source_id, strlen(node->source_id));
}

/* In order, so that prefixes do not depend on who comes first. */
void pl_curies_find(pl_curies *curies, const pl_placed_nodes *nodes)
{
    pl_namespace *list;
    curies->spaces.arena = nodes->arena;
    size_t kept = 0;
    for (size_t k = 0; k < nodes->list.count; k++) {
        const pl_placed_node *node = &nodes->list.items[k];
        if (!has_address(node))
            continue;
        pl_namespace space = {node->source_id,
                              namespace_length(node->source_id)};
        pl_list_add(&curies->spaces, space);
    }
    list = curies->spaces.items;
    if (curies->spaces.count > 0)
        qsort(list, curies->spaces.count, sizeof *list, compare_spaces);
    for (size_t k = 0; k < curies->spaces.count; k++)
        if (kept == 0 || compare_spaces(&list[kept - 1], &list[k]) != 0)
            list[kept++] = list[k];
    curies->spaces.count = kept;
}

/* Letters that the file uses for something else, or that YAML takes for a truth
 * value. */
static bool is_reserved_prefix(const char *letters, size_t length)
{
    static const char *const reserved[] = {
        "node", "skos", "source", "semapv", "true", "false", "yes",
        "no",   "on",   "off",    "y",      "n",    "null"};
    for (size_t k = 0; k < sizeof reserved / sizeof *reserved; k++)
        if (pl_text_is_word(letters, length, reserved[k]))
            return true;
    return false;
}

static void put_prefix(FILE *to, const pl_curies *curies, size_t k)
{
    const char *start = curies->spaces.items[k].start;
    const char *prefix = start + sizeof OBO - 1;
    size_t letters = obo_prefix(start);
    if (letters > 0 && !is_reserved_prefix(prefix, letters))
        fprintf(to, "%.*s", (int)letters, prefix);
    else
        fprintf(to, "ns%zu", k + 1);
}

/* A colon at the end would be that of a map to YAML, unless it is quoted; no
 * address has a quote in it. */
void pl_put_curie_map(FILE *to, const pl_curies *curies, const char *before)
{
    for (size_t k = 0; k < curies->spaces.count; k++) {
        const pl_namespace *space = &curies->spaces.items[k];
        const char *quote = space->start[space->length - 1] == ':' ? "\"" : "";
        fputs(before, to);
        put_prefix(to, curies, k);
        fprintf(to, ": %s%.*s%s\n", quote, (int)space->length, space->start,
                quote);
    }
}

/* What a node without an address is called by. */
static void put_place(FILE *to, const pl_placed_node *node)
{
    if (node->source_id != NULL && *node->source_id != '\0') {
        pl_put_in_curie(to, node->source);
        putc('/', to);
        pl_put_in_curie(to, node->source_id);
        return;
    }
    pl_put_in_curie(to, node->owner);
    putc('/', to);
    pl_put_in_curie(to, node->id);
    fprintf(to, "/%s", strcmp(node->path, ".") == 0 ? "top" : node->path);
}

void pl_put_node_address(FILE *to, const char *base, const pl_placed_node *node)
{
    uint64_t changed = 0;
    if (has_address(node)) {
        pl_put_xml(to, node->source_id, &changed);
        return;
    }
    pl_put_xml(to, base, &changed);
    fputs("node/", to);
    put_place(to, node);
}

/* The bytes behind the namespace stay as they are: with a byte changed it would
 * be another address. */
void pl_put_node_curie(FILE *to, const pl_curies *curies,
                       const pl_placed_node *node)
{
    if (!has_address(node)) {
        fputs("node:", to);
        put_place(to, node);
        return;
    }
    pl_namespace wanted = {node->source_id, namespace_length(node->source_id)};
    const pl_namespace *found =
        bsearch(&wanted, curies->spaces.items, curies->spaces.count,
                sizeof wanted, compare_spaces);
    put_prefix(to, curies, (size_t)(found - curies->spaces.items));
    fprintf(to, ":%s", node->source_id + wanted.length);
}
