/* node_homes.c: recognises hierarchies first, then the nodes in them. */
/* SPDX-License-Identifier: MIT */
#include "decisions/node_homes.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"

typedef struct matching {
    const pl_node_roll *now, *before;
    pl_arena *arena;
    uint32_t *partner; /* per hierarchy of `now`: in `before`, or PL_NONE */
    uint8_t *taken;    /* per hierarchy of `before`: it has a partner */
    uint8_t *now_differs, *before_differs; /* per hierarchy: it changed */
    uint32_t *home;                        /* per node of `now` */
} matching;

/* ---------------------------------------------------------- hierarchies -- */

static uint32_t find_same_id(const matching *m, uint32_t h)
{
    return pl_strings_find(m->before->ids, pl_strings_at(m->now->ids, h),
                           pl_strings_length(m->now->ids, h));
}

/* What hierarchies that are one have in common, besides the owner. */
typedef enum likeness { CONTENT, TOP, NOTHING } likeness;

static uint64_t likeness_of(const pl_roll_hierarchy *of, likeness by)
{
    return by == CONTENT ? of->content : by == TOP ? of->top : 0;
}

/* Hierarchies whose tops take no part are not alike in them. */
static bool has_likeness(const pl_roll_hierarchy *of, likeness by)
{
    return by != TOP || of->top != 0;
}

static void pair(matching *m, uint32_t now, uint32_t before, likeness by)
{
    m->partner[now] = before;
    m->taken[before] = 1;
    m->now_differs[now] = m->before_differs[before] = by != CONTENT;
}

static void pair_by_id(matching *m, likeness by)
{
    for (uint32_t h = 0; h < m->now->hierarchy.count; h++) {
        uint32_t at = m->partner[h] == PL_NONE ? find_same_id(m, h) : PL_NONE;
        const pl_roll_hierarchy *is = &m->now->hierarchy.items[h];
        if (at != PL_NONE && !m->taken[at] && has_likeness(is, by) &&
            likeness_of(is, by) ==
                likeness_of(&m->before->hierarchy.items[at], by))
            pair(m, h, at, by);
    }
}

/* A hierarchy that has no partner yet. */
typedef struct leftover {
    uint64_t what; /* hash of owner and likeness */
    uint32_t hierarchy;
} leftover;

static int compare_leftovers(const void *left, const void *right)
{
    const leftover *a = left, *b = right;
    if (a->what != b->what)
        return a->what < b->what ? -1 : 1;
    return (a->hierarchy > b->hierarchy) - (a->hierarchy < b->hierarchy);
}

/* Hierarchies that have no partner yet, sorted so that those of one owner which
 * are alike meet. */
static leftover *list_leftovers(uint32_t *count, const matching *m,
                                const pl_node_roll *roll, likeness by)
{
    leftover *list = PL_ARENA_ARRAY(m->arena, leftover, roll->hierarchy.count);
    *count = 0;
    for (uint32_t h = 0; list != NULL && h < roll->hierarchy.count; h++) {
        const pl_roll_hierarchy *is = &roll->hierarchy.items[h];
        bool free = roll == m->now ? m->partner[h] == PL_NONE : !m->taken[h];
        if (free && has_likeness(is, by))
            list[(*count)++] =
                (leftover){pl_hash_pair(is->owner, likeness_of(is, by)), h};
    }
    if (list != NULL)
        qsort(list, *count, sizeof *list, compare_leftovers);
    return list;
}

/* Of several that are alike the first goes with the first. */
static void pair_alike(matching *m, likeness by)
{
    uint32_t now_count, before_count, n = 0, b = 0;
    leftover *now = list_leftovers(&now_count, m, m->now, by);
    leftover *before = list_leftovers(&before_count, m, m->before, by);
    if (pl_arena_failed(m->arena))
        return;
    while (n < now_count && b < before_count) {
        if (now[n].what == before[b].what)
            pair(m, now[n++].hierarchy, before[b++].hierarchy, by);
        else if (now[n].what < before[b].what)
            n++;
        else
            b++;
    }
}

/* The surest signs first: the same content, then the same top; the id decides
 * among equals, and alone at last. */
static void pair_hierarchies(matching *m)
{
    size_t now = m->now->hierarchy.count, before = m->before->hierarchy.count;
    m->partner = PL_ARENA_ARRAY(m->arena, uint32_t, now);
    m->now_differs = PL_ARENA_ARRAY(m->arena, uint8_t, now);
    m->taken = PL_ARENA_ARRAY(m->arena, uint8_t, before);
    m->before_differs = PL_ARENA_ARRAY(m->arena, uint8_t, before);
    if (pl_arena_failed(m->arena))
        return;
    memset(m->partner, 0xff, now * sizeof *m->partner);
    for (likeness by = CONTENT; by <= TOP; by++) {
        pair_by_id(m, by);
        pair_alike(m, by);
    }
    pair_by_id(m, NOTHING);
}

/* ---------------------------------------------------------------- nodes -- */

/* What nodes of `before` are known by, and how many of those that are known by
 * the same are still to be found. */
typedef struct signs {
    pl_strings *known; /* a mark and a hierarchy of `before` */
    PL_LIST(uint32_t) home;
    PL_LIST(uint32_t) left;
} signs;

static void write_sign(uint64_t sign[2], uint64_t mark, uint32_t hierarchy)
{
    sign[0] = mark;
    sign[1] = hierarchy;
}

/* Nodes that cannot be told apart and lie in several clusters have no home. */
static void add_sign(signs *s, uint64_t mark, const pl_roll_node *node)
{
    uint64_t sign[2];
    write_sign(sign, mark, node->hierarchy);
    uint32_t at = pl_strings_add(s->known, (const char *)sign, sizeof sign);
    if (at == s->home.count) {
        pl_list_add(&s->home, node->cluster);
        pl_list_add(&s->left, 0);
    }
    if (pl_arena_failed(s->home.arena))
        return;
    if (s->home.items[at] != node->cluster)
        s->home.items[at] = PL_NONE;
    s->left.items[at]++;
}

/* Each node of `before` is found once: who has a third bird where there were
 * two has a new one. */
static uint32_t take_sign(signs *s, uint64_t mark, uint32_t hierarchy)
{
    uint64_t sign[2];
    write_sign(sign, mark, hierarchy);
    uint32_t at = pl_strings_find(s->known, (const char *)sign, sizeof sign);
    if (at == PL_NONE || s->left.items[at] == 0)
        return PL_NONE;
    s->left.items[at]--;
    return s->home.items[at];
}

static bool is_left(const signs *s, const pl_roll_node *node)
{
    uint64_t sign[2];
    write_sign(sign, node->place, node->hierarchy);
    uint32_t at = pl_strings_find(s->known, (const char *)sign, sizeof sign);
    return at != PL_NONE && s->left.items[at] > 0;
}

/* A node that did not move is found by its path and name. */
static pleach_status find_by_place(matching *m, signs *places,
                                   pleach_error *error)
{
    for (size_t k = 0; k < m->before->node.count; k++) {
        const pl_roll_node *node = &m->before->node.items[k];
        if (m->taken[node->hierarchy])
            add_sign(places, node->place, node);
    }
    PL_TRY(pl_check_memory(m->arena, error));
    for (size_t k = 0; k < m->now->node.count; k++) {
        const pl_roll_node *node = &m->now->node.items[k];
        uint32_t partner = m->partner[node->hierarchy];
        m->home[k] = partner == PL_NONE
                         ? PL_NONE
                         : take_sign(places, node->place, partner);
    }
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- names -- */

/* The names from the top to a node, as one hash for each path. */
typedef struct name_paths {
    pl_strings *paths; /* a hierarchy and a path in it; the top's is empty */
    PL_LIST(uint64_t) names;
    char key[sizeof(uint32_t) + PLEACH_PATH_BYTES]; /* scratch */
} name_paths;

static size_t write_path(name_paths *n, uint32_t hierarchy, const char *path,
                         size_t length)
{
    memcpy(n->key, &hierarchy, sizeof hierarchy);
    memcpy(n->key + sizeof hierarchy, path, length);
    return sizeof hierarchy + length;
}

/* What stands above has been added. Parents that are not there have no name. */
static void add_path(uint64_t *names, name_paths *n, uint32_t hierarchy,
                     const pleach_node *node)
{
    const char *path = strcmp(node->path, ".") == 0 ? "" : node->path;
    const char *cut = strrchr(path, '/');
    uint64_t above = 0;
    if (*path != '\0') {
        size_t length = write_path(n, hierarchy, path,
                                   cut == NULL ? 0 : (size_t)(cut - path));
        uint32_t at = pl_strings_find(n->paths, n->key, length);
        above = at < n->names.count ? n->names.items[at] : 0;
    }
    *names = pl_hash_bytes(node->name, strlen(node->name), above + 1);
    size_t length = write_path(n, hierarchy, path, strlen(path));
    uint32_t at = pl_strings_add(n->paths, n->key, length);
    if (at == n->names.count)
        pl_list_add(&n->names, *names);
}

/* The nodes of changed hierarchies, those with short paths first, so that
 * parents come before their children. */
static uint64_t *list_changed(size_t *count, pl_arena *arena,
                              const pl_node_roll *roll, const uint8_t *differs)
{
    uint64_t *words = PL_ARENA_ARRAY(arena, uint64_t, roll->node.count);
    *count = 0;
    for (size_t k = 0; words != NULL && k < roll->node.count; k++) {
        const pl_roll_node *node = &roll->node.items[k];
        if (differs[node->hierarchy])
            words[(*count)++] = (uint64_t)node->path_length << 32 | k;
    }
    if (words != NULL)
        pl_sort_uint64(words, *count);
    return words;
}

/* names[k]: of node k of the roll, with its role, where its hierarchy changed;
 * elsewhere 0. */
static pleach_status find_names(uint64_t *names, const uint64_t *words,
                                size_t count, const pl_node_roll *roll,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    name_paths n = {.paths = pl_strings_in(scratch),
                    .names = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    for (size_t at = 0; at < count; at++) {
        uint32_t k = (uint32_t)words[at];
        const pl_roll_node *of = &roll->node.items[k];
        pleach_node node;
        PL_TRY(pl_roll_describe(&node, roll, of, error));
        add_path(&names[k], &n, of->hierarchy, &node);
        names[k] = pl_hash_pair(names[k], node.role[0] == 'r');
    }
    return pl_check_memory(scratch, error);
}

/* A side of changed hierarchies: which nodes are in them, and their names. */
typedef struct changed_side {
    uint64_t *words, *names;
    size_t count;
} changed_side;

static pleach_status list_side(changed_side *side, const matching *m,
                               const pl_node_roll *roll, pleach_error *error)
{
    const uint8_t *differs =
        roll == m->now ? m->now_differs : m->before_differs;
    side->words = list_changed(&side->count, m->arena, roll, differs);
    side->names = PL_ARENA_ARRAY(m->arena, uint64_t, roll->node.count);
    PL_TRY(pl_check_memory(m->arena, error));
    return find_names(side->names, side->words, side->count, roll, error);
}

/* Who moved within a changed hierarchy: nodes of both sides that no place has
 * found, by the names above them and their own. */
static pleach_status find_by_names(matching *m, const signs *places,
                                   signs *names, pleach_error *error)
{
    changed_side now, before;
    PL_TRY(list_side(&now, m, m->now, error));
    if (now.count == 0)
        return PLEACH_OK;
    PL_TRY(list_side(&before, m, m->before, error));
    for (size_t at = 0; at < before.count; at++) {
        uint32_t k = (uint32_t)before.words[at];
        const pl_roll_node *node = &m->before->node.items[k];
        if (is_left(places, node))
            add_sign(names, before.names[k], node);
    }
    PL_TRY(pl_check_memory(m->arena, error));
    for (size_t at = 0; at < now.count; at++) {
        uint32_t k = (uint32_t)now.words[at];
        uint32_t partner = m->partner[m->now->node.items[k].hierarchy];
        if (m->home[k] == PL_NONE)
            m->home[k] = take_sign(names, now.names[k], partner);
    }
    return PLEACH_OK;
}

static pleach_status find_nodes(matching *m, pleach_error *error)
{
    signs places = {.known = pl_strings_in(m->arena),
                    .home = {.arena = m->arena},
                    .left = {.arena = m->arena}};
    signs names = places;
    names.known = pl_strings_in(m->arena);
    PL_TRY(pl_check_memory(m->arena, error));
    PL_TRY(find_by_place(m, &places, error));
    return find_by_names(m, &places, &names, error);
}

pleach_status pl_find_homes(uint32_t *home, const pl_node_roll *now,
                            const pl_node_roll *before, pleach_error *error)
{
    PL_SCRATCH(scratch);
    matching m = {.now = now, .before = before, .arena = scratch, .home = home};
    pair_hierarchies(&m);
    PL_TRY(pl_check_memory(scratch, error));
    return find_nodes(&m, error);
}

/* The homes of a roll go to the nodes of the corpus that are in it. */
static pleach_status find_kept_homes(uint32_t *of_node, const pl_node_roll *now,
                                     const pl_node_roll *before,
                                     pleach_error *error)
{
    PL_SCRATCH(scratch);
    uint32_t *home = PL_ARENA_ARRAY(scratch, uint32_t, now->node.count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_find_homes(home, now, before, error));
    for (size_t k = 0; k < now->node.count; k++)
        of_node[now->node.items[k].number] = home[k];
    return PLEACH_OK;
}

/* Nodes are matched through their hierarchies, as ids may have changed hands.
 */
pleach_status pl_match_previous(uint32_t *of_node,
                                const pl_selection *selection,
                                const pleach_corpus *corpus,
                                const pleach_taxonomy *previous,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_node_roll now, before;
    memset(of_node, 0xff, corpus->node_count * sizeof *of_node);
    PL_TRY(pl_roll_of_taxonomy(&before, scratch, previous, error));
    PL_TRY(pl_roll_of_corpus(&now, scratch, selection, corpus, error));
    return find_kept_homes(of_node, &now, &before, error);
}
