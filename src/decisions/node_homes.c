/* node_homes.c: recognises hierarchies first, then the nodes in them. */
/* SPDX-License-Identifier: MIT */
#include "decisions/node_homes.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"

/* ---------------------------------------------------------------- rolls -- */

/* The hierarchy's number, added when new; PL_NONE: there is no memory. */
static uint32_t find_hierarchy(pl_node_roll *roll, const pleach_node *node)
{
    uint64_t owner = pl_hash_bytes(node->owner, strlen(node->owner), 0);
    uint64_t id = pl_hash_bytes(node->id, strlen(node->id), owner);
    uint32_t at = pl_strings_add(roll->ids, (const char *)&id, sizeof id);
    if (at == roll->hierarchy.count)
        pl_list_add(&roll->hierarchy,
                    ((pl_roll_hierarchy){.owner = owner, .id = id}));
    return at < roll->hierarchy.count ? at : PL_NONE;
}

/* The content of a hierarchy is a sum of hashes: the order of nodes does not
 * matter. */
static void add_node(pl_node_roll *roll, const pleach_node *node,
                     uint32_t cluster, uint32_t number)
{
    size_t length = strlen(node->path);
    uint64_t where =
        pl_hash_bytes(node->path, length, (unsigned char)node->role[0]);
    pl_roll_node made = {
        .place = pl_hash_bytes(node->name, strlen(node->name), where),
        .hierarchy = find_hierarchy(roll, node),
        .path_length = strcmp(node->path, ".") == 0 ? 0 : (uint32_t)length,
        .cluster = cluster,
        .number = number};
    if (made.hierarchy == PL_NONE)
        return;
    pl_roll_hierarchy *of = &roll->hierarchy.items[made.hierarchy];
    of->content += pl_hash_pair(made.place, 1);
    if (made.path_length == 0)
        of->top = made.place;
    pl_list_add(&roll->node, made);
}

static void start_roll(pl_node_roll *roll, pl_arena *arena)
{
    *roll = (pl_node_roll){.ids = pl_strings_in(arena),
                           .hierarchy = {.arena = arena},
                           .node = {.arena = arena}};
}

/* Asks a result for its nodes through the public interface: grown ones and
 * loaded ones are alike there. */
pleach_status pl_roll_of_taxonomy(pl_node_roll *roll, pl_arena *arena,
                                  const pleach_taxonomy *from,
                                  pleach_error *error)
{
    start_roll(roll, arena);
    roll->taxonomy = from;
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(from); c++) {
        pleach_cluster cluster;
        pleach_member member;
        PL_TRY(pleach_taxonomy_cluster(&cluster, from, c, error));
        for (uint32_t k = 0; k < cluster.size; k++) {
            PL_TRY(pleach_taxonomy_member(&member, from, c, k, error));
            add_node(roll, &member.node, c, k);
        }
    }
    return pl_check_memory(arena, error);
}

/* What is discarded is in no result, so it is not in the roll either. */
static pleach_status roll_of_corpus(pl_node_roll *roll, pl_arena *arena,
                                    const pl_selection *selection,
                                    const pleach_corpus *from,
                                    pleach_error *error)
{
    start_roll(roll, arena);
    roll->corpus = from;
    PL_TRY(pl_check_memory(arena, error));
    for (uint32_t n = 0; n < from->node_count; n++) {
        pleach_node node;
        if (selection->discard[n] != PL_KEPT)
            continue;
        pl_describe_node(&node, from, n);
        add_node(roll, &node, PL_NONE, n);
    }
    return pl_check_memory(arena, error);
}

/* Fills in one of its nodes again. */
static pleach_status describe(pleach_node *node, const pl_node_roll *roll,
                              const pl_roll_node *of, pleach_error *error)
{
    pleach_member member;
    if (roll->corpus != NULL) {
        pl_describe_node(node, roll->corpus, of->number);
        return PLEACH_OK;
    }
    PL_TRY(pleach_taxonomy_member(&member, roll->taxonomy, of->cluster,
                                  of->number, error));
    *node = member.node;
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- signs -- */

/* What something is known by, as a hash. */
typedef struct sign {
    uint64_t hash;
    uint32_t item;
} sign;

/* Those of the rolls of now and before, to be held against each other. */
typedef PL_LIST(sign) sign_list;
typedef struct signs {
    sign_list now, before;
} signs;

static int compare_signs(const void *left, const void *right)
{
    const sign *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

static void sort_signs(sign_list *list)
{
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, compare_signs);
}

/* The next run of one hash that both have, behind the runs at `now` and
 * `before`, which are counted; false: there is none. */
static bool next_run(const signs *s, size_t *now, size_t *before,
                     size_t *now_count, size_t *before_count)
{
    const sign_list *a = &s->now, *b = &s->before;
    *now += *now_count;
    *before += *before_count;
    while (*now < a->count && *before < b->count &&
           a->items[*now].hash != b->items[*before].hash)
        if (a->items[*now].hash < b->items[*before].hash)
            ++*now;
        else
            ++*before;
    if (*now >= a->count || *before >= b->count)
        return false;
    uint64_t hash = a->items[*now].hash;
    *now_count = *before_count = 0;
    while (*now + *now_count < a->count &&
           a->items[*now + *now_count].hash == hash)
        ++*now_count;
    while (*before + *before_count < b->count &&
           b->items[*before + *before_count].hash == hash)
        ++*before_count;
    return true;
}

/* ---------------------------------------------------------- hierarchies -- */

typedef struct matching {
    const pl_node_roll *now, *before;
    pl_arena *arena;
    uint32_t *partner; /* per hierarchy of `now`: in `before`, or PL_NONE */
    uint32_t *taken;   /* per hierarchy of `before`: in `now`, or PL_NONE */
    uint32_t *home;    /* per node of `now` */
    uint8_t *found;    /* per node of `before`: one of now is it */
} matching;

/* The surest signs first. */
typedef enum likeness {
    ID_AND_CONTENT,
    CONTENT,
    ID_AND_TOP,
    TOP,
    ID,
    LIKENESSES
} likeness;

/* What hierarchies that are one have in common. */
static uint64_t sign_of(const pl_roll_hierarchy *is, likeness by)
{
    uint64_t who = by == CONTENT || by == TOP ? is->owner : is->id;
    return by == ID ? who
                    : pl_hash_pair(who, by <= CONTENT ? is->content : is->top);
}

/* Hierarchies of a roll that have no partner yet. Those whose tops take no part
 * are not alike in them. */
static void list_hierarchies(sign_list *to, const pl_node_roll *roll,
                             const uint32_t *partner, likeness by)
{
    for (uint32_t h = 0; h < roll->hierarchy.count; h++) {
        const pl_roll_hierarchy *is = &roll->hierarchy.items[h];
        bool known = (by != ID_AND_TOP && by != TOP) || is->top != 0;
        if (partner[h] == PL_NONE && known)
            pl_list_add(to, ((sign){sign_of(is, by), h}));
    }
    sort_signs(to);
}

/* Of several that are alike the first goes with the first. */
static void pair_hierarchies(matching *m, likeness by)
{
    PL_SCRATCH(scratch);
    signs s = {{.arena = scratch}, {.arena = scratch}};
    size_t now = 0, before = 0, many = 0, more = 0;
    list_hierarchies(&s.now, m->now, m->partner, by);
    list_hierarchies(&s.before, m->before, m->taken, by);
    if (pl_arena_failed(scratch)) {
        pl_arena_fail(m->arena);
        return;
    }
    while (next_run(&s, &now, &before, &many, &more))
        for (size_t k = 0; k < many && k < more; k++) {
            uint32_t one = s.now.items[now + k].item;
            uint32_t other = s.before.items[before + k].item;
            m->partner[one] = other;
            m->taken[other] = one;
        }
}

/* ---------------------------------------------------------------- nodes -- */

/* Each node of `before` is found once: who has a third bird where there were
 * two has a new one. Nodes that cannot be told apart and lie in several
 * clusters have no home. */
static void find_nodes(matching *m, signs *s)
{
    size_t now = 0, before = 0, many = 0, more = 0;
    sort_signs(&s->now);
    sort_signs(&s->before);
    while (next_run(s, &now, &before, &many, &more)) {
        const pl_roll_node *nodes = m->before->node.items;
        uint32_t home = nodes[s->before.items[before].item].cluster;
        for (size_t k = 1; k < more; k++)
            if (nodes[s->before.items[before + k].item].cluster != home)
                home = PL_NONE;
        for (size_t k = 0; k < many && k < more; k++) {
            m->home[s->now.items[now + k].item] = home;
            m->found[s->before.items[before + k].item] = 1;
        }
    }
}

/* A node that did not move is found by its path and name. */
static void find_by_place(matching *m, signs *s)
{
    for (uint32_t k = 0; k < m->now->node.count; k++) {
        const pl_roll_node *is = &m->now->node.items[k];
        uint32_t partner = m->partner[is->hierarchy];
        if (partner != PL_NONE)
            pl_list_add(&s->now, ((sign){pl_hash_pair(is->place, partner), k}));
    }
    for (uint32_t k = 0; k < m->before->node.count; k++) {
        const pl_roll_node *is = &m->before->node.items[k];
        if (m->taken[is->hierarchy] != PL_NONE)
            pl_list_add(&s->before,
                        ((sign){pl_hash_pair(is->place, is->hierarchy), k}));
    }
    if (!pl_arena_failed(s->now.arena))
        find_nodes(m, s);
}

/* ---------------------------------------------------------------- names -- */

/* The names from the top to a node, as one hash for each path. */
typedef struct path_names {
    pl_strings *paths; /* of a hierarchy, as a hash; the top's is empty */
    PL_LIST(uint64_t) names;
} path_names;

/* What stands above has been added. Parents that are not there have no name. */
static uint64_t add_path(path_names *n, uint32_t hierarchy,
                         const pleach_node *node)
{
    const char *path = strcmp(node->path, ".") == 0 ? "" : node->path;
    const char *cut = strrchr(path, '/');
    size_t above = cut == NULL ? 0 : (size_t)(cut - path);
    uint64_t own = pl_hash_bytes(path, strlen(path), hierarchy);
    uint64_t up = pl_hash_bytes(path, above, hierarchy);
    uint32_t at = *path == '\0'
                      ? PL_NONE
                      : pl_strings_find(n->paths, (const char *)&up, sizeof up);
    uint64_t names =
        pl_hash_bytes(node->name, strlen(node->name),
                      at < n->names.count ? n->names.items[at] + 1 : 1);
    if (pl_strings_add(n->paths, (const char *)&own, sizeof own) ==
        n->names.count)
        pl_list_add(&n->names, names);
    return names;
}

/* The nodes of hierarchies that changed, parents before their children. */
static void list_changed(sign_list *to, const pl_node_roll *roll,
                         const uint32_t *partner, const pl_node_roll *other)
{
    for (uint32_t k = 0; k < roll->node.count; k++) {
        const pl_roll_node *is = &roll->node.items[k];
        uint32_t with = partner[is->hierarchy];
        if (with != PL_NONE && other->hierarchy.items[with].content !=
                                   roll->hierarchy.items[is->hierarchy].content)
            pl_list_add(to, ((sign){is->path_length, k}));
    }
    sort_signs(to);
}

/* Signs of the nodes of changed hierarchies that no place has found: the names
 * above them and their own. */
static pleach_status list_names(sign_list *to, const matching *m, bool now,
                                pleach_error *error)
{
    const pl_node_roll *roll = now ? m->now : m->before;
    PL_SCRATCH(scratch);
    path_names n = {pl_strings_in(scratch), {.arena = scratch}};
    sign_list changed = {.arena = scratch};
    list_changed(&changed, roll, now ? m->partner : m->taken,
                 now ? m->before : m->now);
    PL_TRY(pl_check_memory(scratch, error));
    for (size_t at = 0; at < changed.count; at++) {
        uint32_t k = changed.items[at].item;
        const pl_roll_node *is = &roll->node.items[k];
        uint32_t tree = now ? m->partner[is->hierarchy] : is->hierarchy;
        pleach_node node;
        PL_TRY(describe(&node, roll, is, error));
        uint64_t names = add_path(&n, is->hierarchy, &node);
        names = pl_hash_pair(names, node.role[0] == 'r');
        if (now ? m->home[k] == PL_NONE : !m->found[k])
            pl_list_add(to, ((sign){pl_hash_pair(names, tree), k}));
    }
    return pl_check_memory(scratch, error);
}

/* Who moved within a changed hierarchy is found by names, after those who did
 * not. */
static pleach_status find_by_names(matching *m, signs *s, pleach_error *error)
{
    PL_TRY(list_names(&s->now, m, true, error));
    if (s->now.count > 0)
        PL_TRY(list_names(&s->before, m, false, error));
    PL_TRY(pl_check_memory(s->now.arena, error));
    find_nodes(m, s);
    return PLEACH_OK;
}

pleach_status pl_find_homes(uint32_t *home, const pl_node_roll *now,
                            const pl_node_roll *before, pleach_error *error)
{
    PL_SCRATCH(scratch);
    signs places = {{.arena = scratch}, {.arena = scratch}}, names = places;
    size_t many = now->hierarchy.count, more = before->hierarchy.count;
    matching m = {.now = now,
                  .before = before,
                  .arena = scratch,
                  .partner = PL_ARENA_ARRAY(scratch, uint32_t, many),
                  .taken = PL_ARENA_ARRAY(scratch, uint32_t, more),
                  .home = home,
                  .found =
                      PL_ARENA_ARRAY(scratch, uint8_t, before->node.count)};
    PL_TRY(pl_check_memory(scratch, error));
    memset(m.partner, 0xff, many * sizeof *m.partner);
    memset(m.taken, 0xff, more * sizeof *m.taken);
    memset(home, 0xff, now->node.count * sizeof *home);
    for (likeness by = 0; by < LIKENESSES; by++)
        pair_hierarchies(&m, by);
    find_by_place(&m, &places);
    PL_TRY(pl_check_memory(scratch, error));
    return find_by_names(&m, &names, error);
}

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
    PL_TRY(roll_of_corpus(&now, scratch, selection, corpus, error));
    uint32_t *home = PL_ARENA_ARRAY(scratch, uint32_t, now.node.count);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_find_homes(home, &now, &before, error));
    for (size_t k = 0; k < now.node.count; k++)
        of_node[now.node.items[k].number] = home[k];
    return PLEACH_OK;
}
