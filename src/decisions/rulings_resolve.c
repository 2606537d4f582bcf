/* rulings_resolve.c: which nodes of a corpus the words of a decision name. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/text.h"
#include "corpus/names.h"
#include "decisions/node_homes.h"
#include "decisions/rulings.h"

/* Where to look nodes up. */
typedef struct register_of_nodes {
    const pleach_corpus *corpus;
    pl_namer *namer;
    uint32_t *key_first; /* keys + 1: nodes of a key, in key_node */
    uint32_t *key_node;
    uint32_t *by_id;         /* hierarchies in the order of their ids */
    uint32_t *first_sapling; /* hierarchies + 1 */
} register_of_nodes;

/* qsort has no context, so an id comes with its hierarchy. */
typedef struct known_id {
    const char *id;
    uint32_t hierarchy;
} known_id;

static int compare_ids(const void *left, const void *right)
{
    const known_id *a = left, *b = right;
    int order = strcmp(a->id, b->id);
    return order != 0
               ? order
               : (a->hierarchy > b->hierarchy) - (a->hierarchy < b->hierarchy);
}

static void order_ids(register_of_nodes *r, known_id *ids)
{
    uint32_t count = r->corpus->hierarchy_count;
    for (uint32_t h = 0; h < count; h++)
        ids[h] = (known_id){r->corpus->hierarchy_id[h], h};
    qsort(ids, count, sizeof *ids, compare_ids);
    for (uint32_t h = 0; h < count; h++)
        r->by_id[h] = ids[h].hierarchy;
}

/* Counting sorts by name and by hierarchy, so that each operand costs what it
 * names and not the corpus. */
static bool register_open(register_of_nodes *r, pl_arena *scratch)
{
    const pleach_corpus *c = r->corpus;
    size_t keys = pl_strings_count(c->keys), trees = c->hierarchy_count;
    r->key_first = PL_ARENA_ARRAY(scratch, uint32_t, keys + 2);
    r->key_node = PL_ARENA_ARRAY(scratch, uint32_t, c->node_count);
    r->by_id = PL_ARENA_ARRAY(scratch, uint32_t, trees);
    r->first_sapling = PL_ARENA_ARRAY(scratch, uint32_t, trees + 2);
    known_id *ids = PL_ARENA_ARRAY(scratch, known_id, trees);
    if (pl_arena_failed(scratch))
        return false;
    for (uint32_t n = 0; n < c->node_count; n++)
        r->key_first[c->node_key[n] + 2]++;
    for (size_t k = 0; k < keys; k++)
        r->key_first[k + 2] += r->key_first[k + 1];
    for (uint32_t n = 0; n < c->node_count; n++)
        r->key_node[r->key_first[c->node_key[n] + 1]++] = n;
    for (uint32_t s = 0; s < c->sapling_count; s++)
        r->first_sapling[c->sapling_hierarchy[s] + 1]++;
    for (size_t h = 0; h < trees; h++)
        r->first_sapling[h + 1] += r->first_sapling[h];
    order_ids(r, ids);
    return true;
}

/* --------------------------------------------------------- one operand -- */

typedef PL_LIST(uint32_t) node_list;

/* Both copies of an inner node are one thing. */
static void push_with_twin(node_list *to, const pleach_corpus *corpus,
                           uint32_t node)
{
    uint32_t twin = corpus->node_twin[node];
    pl_list_add(to, node);
    if (twin != PL_NONE)
        pl_list_add(to, twin);
}

/* The first hierarchy of this id in by_id; its number if there is none. */
static uint32_t find_id(const register_of_nodes *r, const char *id)
{
    uint32_t low = 0, high = r->corpus->hierarchy_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(r->corpus->hierarchy_id[r->by_id[middle]], id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void list_tree_node(node_list *to, const register_of_nodes *r,
                           uint32_t hierarchy, const char *path)
{
    const pleach_corpus *c = r->corpus;
    uint32_t first = c->sapling_first[r->first_sapling[hierarchy]];
    uint32_t end = c->sapling_first[r->first_sapling[hierarchy + 1]];
    char own[PLEACH_PATH_BYTES];
    for (uint32_t n = first; n < end; n++) {
        pl_node_path(c, n, own, sizeof own);
        if (strcmp(own, path) == 0)
            push_with_twin(to, c, n);
    }
}

/* *known: there is a hierarchy of this id, so no name is meant. */
static void list_by_id(node_list *to, const register_of_nodes *r,
                       const pl_operand *operand, bool *known)
{
    const pleach_corpus *c = r->corpus;
    uint32_t at =
        operand->id == NULL ? c->hierarchy_count : find_id(r, operand->id);
    *known = false;
    for (; at < c->hierarchy_count; at++) {
        if (strcmp(c->hierarchy_id[r->by_id[at]], operand->id) != 0)
            break;
        *known = true;
        list_tree_node(to, r, r->by_id[at], operand->path);
    }
}

/* The number of a name's key; PL_NONE: no node bears it. */
static bool find_key(uint32_t *found, const register_of_nodes *r,
                     const char *name)
{
    pl_key key;
    if (!pl_namer_key(r->namer, name, strlen(name), &key))
        return false;
    *found = pl_strings_find(r->corpus->keys, key.bytes, key.length);
    return true;
}

/* Whether the names from the top down to a node are these, " > " between. */
static bool is_called_from_top(const pleach_corpus *c, uint32_t node,
                               const char *names)
{
    size_t left = strlen(names);
    for (;; node = pl_root_of(c, node), left -= 3) {
        node = pl_entry_of(c, node);
        const char *name = pl_strings_at(c->spellings, c->node_spelling[node]);
        size_t length = strlen(name);
        if (length > left || memcmp(names + left - length, name, length) != 0)
            return false;
        left -= length;
        if (pl_is_root(c, node))
            return left == 0;
        if (left < 3 || memcmp(names + left - 3, " > ", 3) != 0)
            return false;
    }
}

/* The nodes of a source that stand where the names say. False: no memory. */
static bool list_by_address(node_list *to, const register_of_nodes *r,
                            const pl_operand *operand)
{
    const pleach_corpus *c = r->corpus;
    uint32_t key = PL_NONE;
    if (operand->source != NULL && !find_key(&key, r, operand->last))
        return false;
    for (uint32_t k = key == PL_NONE ? 0 : r->key_first[key];
         key != PL_NONE && k < r->key_first[key + 1]; k++) {
        uint32_t n = r->key_node[k];
        uint32_t hierarchy = c->sapling_hierarchy[c->node_sapling[n]];
        const char *owner =
            pl_strings_at(c->owners, c->hierarchy_owner[hierarchy]);
        if (strcmp(owner, operand->source) == 0 &&
            is_called_from_top(c, n, operand->names))
            push_with_twin(to, c, n);
    }
    return true;
}

/* A name that nobody has names nothing, which is no failure: whether that is
 * worth a warning is said elsewhere. */
static bool list_by_name(node_list *to, const register_of_nodes *r,
                         const pl_operand *operand)
{
    const pleach_corpus *c = r->corpus;
    uint32_t key, above = PL_NONE;
    if (!find_key(&key, r, operand->name) ||
        (operand->parent != NULL && !find_key(&above, r, operand->parent)))
        return false;
    if (key == PL_NONE || (operand->parent != NULL && above == PL_NONE))
        return true;
    for (uint32_t k = r->key_first[key]; k < r->key_first[key + 1]; k++) {
        uint32_t n = r->key_node[k];
        if (above != PL_NONE &&
            (pl_is_root(c, n) || c->node_key[pl_root_of(c, n)] != above))
            continue;
        push_with_twin(to, c, n);
    }
    return true;
}

/* The nodes of an operand, ascending and each once. */
static bool list_named_nodes(node_list *to, const register_of_nodes *r,
                             const pl_operand *operand)
{
    bool by_id;
    to->count = 0;
    list_by_id(to, r, operand, &by_id);
    if (!by_id && !list_by_address(to, r, operand))
        return false;
    if (!by_id && to->count == 0 && !list_by_name(to, r, operand))
        return false;
    to->count = pl_sort_distinct_uint32(to->items, to->count);
    return !pl_arena_failed(to->arena);
}

/* ------------------------------------------------------- all decisions -- */

static void warn_unmatched(const pl_rulings *rulings, uint32_t k, uint32_t side,
                           const pleach_listener *listener)
{
    const pleach_decision *d = &rulings->decisions->items[k];
    const char *what = side == 0 ? d->a : d->b;
    pleach_error warning = {0};
    char text[200];
    if (listener == NULL || listener->warn == NULL)
        return;
    pl_decision_text(d, text, sizeof text);
    pl_fail_at(&warning, PLEACH_OK, rulings->decisions->file, d->line, 0,
               "The decision %s does nothing: no node is \"%.*s\" any more.",
               text, pl_text_cut(what, strlen(what), 60), what);
    listener->warn(listener->context, &warning);
}

static uint32_t sides_of(pleach_decision_kind kind)
{
    return pl_decision_takes_two(kind) && kind != PLEACH_NAME ? 2 : 1;
}

/* Lists grow while the sides are resolved. What is said again names what it
 * named before; drops are by themselves, as what they name is taken out of all
 * other sides. */
typedef struct listing {
    pl_rulings *rulings;
    const pl_selection *selection;
    const pleach_listener *listener;
    register_of_nodes nodes;
    node_list all, one;
    pl_strings *said[2]; /* by drops: what was said so far, ... */
    node_list by[2];     /* ... and the first side that said it */
} listing;

static const char *text_of_side(const listing *l, uint32_t side)
{
    const pleach_decision *d = &l->rulings->decisions->items[side / 2];
    return side % 2 == 0 ? d->a : d->b;
}

static bool drops(const listing *l, uint32_t side)
{
    return l->rulings->decisions->items[side / 2].kind == PLEACH_DROP;
}

/* Lists who takes part of those that a side names. What names nobody is not
 * remembered, since each line that says it is warned of. */
static bool list_new_side(listing *l, uint32_t side)
{
    const pl_operand *operands = l->rulings->decisions->operand[side / 2];
    const char *text = text_of_side(l, side);
    if (!list_named_nodes(&l->one, &l->nodes, &operands[side % 2]))
        return false;
    if (l->one.count == 0)
        warn_unmatched(l->rulings, side / 2, side % 2, l->listener);
    for (size_t at = 0; at < l->one.count; at++)
        if (l->selection->discard[l->one.items[at]] == PL_KEPT)
            pl_list_add(&l->all, l->one.items[at]);
    return l->one.count == 0 || (pl_strings_add(l->said[drops(l, side)], text,
                                                strlen(text)) != PL_NONE &&
                                 pl_list_push(&l->by[drops(l, side)], side));
}

/* Both sides of a `same` lie beside each other: who asks about it looks there.
 */
static void list_known_side(listing *l, uint32_t side, uint32_t known)
{
    pl_rulings *r = l->rulings;
    uint32_t like = r->like[side] = l->by[drops(l, side)].items[known];
    if (r->decisions->items[side / 2].kind != PLEACH_SAME)
        return;
    for (uint32_t at = r->first[like]; at < r->first[like + 1]; at++)
        pl_list_add(&l->all, l->all.items[at]);
}

static bool list_side(listing *l, uint32_t side)
{
    pl_rulings *r = l->rulings;
    const char *text = text_of_side(l, side);
    uint32_t known =
        pl_strings_find(l->said[drops(l, side)], text, strlen(text));
    if (known != PL_NONE)
        list_known_side(l, side, known);
    else if (!list_new_side(l, side))
        return false;
    uint32_t like = r->like[side];
    uint32_t end = like < side ? r->first[like + 1] : (uint32_t)l->all.count;
    r->applies[side / 2] &= end > r->first[like];
    return true;
}

static bool list_sides(listing *l)
{
    pl_rulings *r = l->rulings;
    bool enough = true;
    memset(r->applies, 1, r->count);
    for (uint32_t side = 0; enough && side < 2 * r->count; side++) {
        r->like[side] = side;
        r->first[side] = (uint32_t)l->all.count;
        if (side % 2 < sides_of(r->decisions->items[side / 2].kind))
            enough = list_side(l, side);
    }
    r->first[2 * r->count] = (uint32_t)l->all.count;
    return enough;
}

static bool open_listing(listing *l, pl_arena *scratch)
{
    l->said[0] = pl_strings_new();
    l->said[1] = pl_strings_new();
    return l->said[0] != NULL && l->said[1] != NULL &&
           register_open(&l->nodes, scratch);
}

static void close_listing(listing *l)
{
    pl_namer_free(l->nodes.namer);
    pl_strings_free(l->said[0]);
    pl_strings_free(l->said[1]);
}

/* Once all are known, the lists move to the arena in one piece. */
static pleach_status
resolve_sides(pl_rulings *rulings, pl_arena *arena, pl_arena *scratch,
              const pl_selection *selection, const pleach_corpus *corpus,
              const pleach_listener *listener, pleach_error *error)
{
    listing l = {.rulings = rulings,
                 .selection = selection,
                 .listener = listener,
                 .nodes = {.corpus = corpus},
                 .all = {.arena = scratch},
                 .one = {.arena = scratch},
                 .by = {{.arena = scratch}, {.arena = scratch}}};
    PL_TRY(pl_namer_new(&l.nodes.namer, corpus->language, error));
    bool listed = open_listing(&l, scratch) && list_sides(&l) &&
                  !pl_arena_failed(scratch);
    rulings->node = PL_ARENA_ARRAY(arena, uint32_t, l.all.count);
    listed = listed && rulings->node != NULL;
    if (listed && l.all.count > 0)
        memcpy(rulings->node, l.all.items, l.all.count * sizeof *l.all.items);
    close_listing(&l);
    return listed ? PLEACH_OK : pl_fail_memory(error);
}

/* ------------------------------------------------------------- dropping -- */

/* What is dropped is nothing that others could decide about: a decision all
 * of whose nodes on a side are, contradicts the drop. */
static pleach_status check_dropped(const pl_rulings *rulings, uint32_t k,
                                   const uint32_t *dropper, pleach_error *error)
{
    const pleach_decision *items = rulings->decisions->items;
    for (uint32_t side = 0; side < sides_of(items[k].kind); side++) {
        uint32_t count, at = 0;
        const uint32_t *node = pl_rulings_side(rulings, 2 * k + side, &count);
        while (at < count && dropper[node[at]] != PL_NONE)
            at++;
        if (at < count || count == 0)
            continue;
        const pleach_decision *drop = &items[dropper[node[0]]];
        const char *about = side == 0 ? items[k].a : items[k].b;
        return pl_fail_at(
            error, PLEACH_BAD_DATA, rulings->decisions->file, items[k].line, 0,
            "Lines %llu and %llu contradict each other: what "
            "this one is about, \"%.*s\", is dropped (%s "
            "\"%.*s\"). Take one of them out.",
            (unsigned long long)drop->line, (unsigned long long)items[k].line,
            pl_text_cut(about, strlen(about), 80), about, drop->word,
            pl_text_cut(drop->a, strlen(drop->a), 80), drop->a);
    }
    return PLEACH_OK;
}

static void discard_dropped(pl_selection *selection,
                            const pleach_corpus *corpus, uint32_t node)
{
    selection->discard[node] = PL_DISCARD_DROPPED;
    selection->kept_nodes--;
    selection->kept_saplings -= pl_is_root(corpus, node);
}

/* Takes dropped nodes out of all other decisions. */
static void forget_dropped(pl_rulings *rulings, const uint32_t *dropper)
{
    uint32_t to = 0, from = 0;
    for (uint32_t side = 0; side < 2 * rulings->count; side++) {
        uint32_t end = rulings->first[side + 1];
        bool drops = rulings->decisions->items[side / 2].kind == PLEACH_DROP;
        rulings->first[side] = to;
        for (; from < end; from++)
            if (drops || dropper[rulings->node[from]] == PL_NONE)
                rulings->node[to++] = rulings->node[from];
    }
    rulings->first[2 * rulings->count] = to;
}

/* dropper[node] is the decision that drops it. */
static pleach_status drop_nodes(pl_rulings *rulings, uint32_t *dropper,
                                pl_selection *selection,
                                const pleach_corpus *corpus,
                                pleach_error *error)
{
    const pleach_decision *items = rulings->decisions->items;
    memset(dropper, 0xff, corpus->node_count * sizeof *dropper);
    for (uint32_t k = 0; k < rulings->count; k++) {
        if (items[k].kind != PLEACH_DROP)
            continue;
        for (uint32_t at = rulings->first[2 * k];
             at < rulings->first[2 * k + 1]; at++) {
            uint32_t node = rulings->node[at];
            if (dropper[node] == PL_NONE)
                discard_dropped(selection, corpus, node);
            dropper[node] = dropper[node] == PL_NONE ? k : dropper[node];
        }
    }
    for (uint32_t k = 0; k < rulings->count; k++)
        if (items[k].kind != PLEACH_DROP && rulings->applies[k])
            PL_TRY(check_dropped(rulings, k, dropper, error));
    forget_dropped(rulings, dropper);
    return PLEACH_OK;
}

/* ------------------------------------------------------------ branches -- */

static pleach_status fail_without_previous(const pl_rulings *rulings,
                                           uint32_t k, pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, rulings->decisions->file,
                      rulings->decisions->items[k].line, 0,
                      "keep-branch needs the result whose branch is to be "
                      "kept: give it by --previous.");
}

/* One new node to so many old ones makes a cluster another. */
enum { GROWTH = 4 };

/* What is known of a previous cluster. */
typedef struct earlier_cluster {
    uint32_t size;  /* members that are still there */
    uint32_t fresh; /* new nodes that have a name of it, the most common one */
    bool is_decided;
} earlier_cluster;

/* A cluster has changed if nodes of it are gone, or if new nodes have a name
 * of it. */
static void note_changes(earlier_cluster *earlier, const pl_rulings *rulings,
                         const pl_selection *selection,
                         const pleach_corpus *corpus, uint32_t *fresh)
{
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        bool kept = selection->discard[n] == PL_KEPT;
        if (kept && rulings->node_previous[n] == PL_NONE)
            fresh[corpus->node_key[n]]++;
        if (kept && rulings->node_previous[n] != PL_NONE)
            earlier[rulings->node_previous[n]].size++;
    }
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint32_t c = rulings->node_previous[n], key = corpus->node_key[n];
        if (c != PL_NONE && fresh[key] > earlier[c].fresh)
            earlier[c].fresh = fresh[key];
    }
    for (uint32_t k = 0; k < rulings->first[2 * rulings->count]; k++) {
        uint32_t c = rulings->node_previous[rulings->node[k]];
        if (c != PL_NONE)
            earlier[c].is_decided = true;
    }
    for (size_t k = 0; k < rulings->stated.count; k++) {
        uint32_t a = rulings->node_previous[rulings->stated.items[k].a];
        uint32_t b = rulings->node_previous[rulings->stated.items[k].b];
        if (a != PL_NONE && b != PL_NONE && a != b)
            earlier[a].is_decided = earlier[b].is_decided = true;
    }
}

/* Whether so many of its names are new that what it was says little of what it
 * is: it is found anew, with all that speaks for it now. */
static bool is_overgrown(const earlier_cluster *cluster)
{
    return cluster->fresh > 1 &&
           (uint64_t)GROWTH * cluster->fresh >= cluster->size;
}

/* Keeps the clusters of the previous result that nothing has changed about;
 * the nodes of others stay together, unless it is or was decided otherwise. */
static pleach_status keep_unchanged(pl_rulings *rulings,
                                    const pl_selection *selection,
                                    const pleach_corpus *corpus,
                                    pleach_error *error)
{
    uint32_t count = pleach_taxonomy_clusters(rulings->previous);
    PL_SCRATCH(scratch);
    earlier_cluster *earlier = PL_ARENA_ARRAY(scratch, earlier_cluster, count);
    uint32_t *fresh =
        PL_ARENA_ARRAY(scratch, uint32_t, pl_strings_count(corpus->keys));
    PL_TRY(pl_check_memory(scratch, error));
    note_changes(earlier, rulings, selection, corpus, fresh);
    for (uint32_t c = 0; c < count; c++) {
        pleach_cluster was;
        PL_TRY(pleach_taxonomy_cluster(&was, rulings->previous, c, error));
        if (earlier[c].is_decided || was.decided > 0 ||
            is_overgrown(&earlier[c]))
            continue;
        rulings->branch[c] = rulings->count + (earlier[c].size < was.size ? 2
                                               : earlier[c].fresh > 0     ? 1
                                                                          : 0);
    }
    return PLEACH_OK;
}

/* Marks the clusters that a decision keeps: those with nodes of A, and all
 * below them. */
static pleach_status mark_branch(pl_rulings *rulings, uint32_t k,
                                 pleach_error *error)
{
    uint32_t count;
    const uint32_t *node = pl_rulings_side(rulings, 2 * k, &count);
    for (uint32_t at = 0; at < count; at++) {
        uint32_t c = rulings->node_previous[node[at]];
        pleach_cluster cluster;
        if (c == PL_NONE || rulings->branch[c] < rulings->count)
            continue;
        PL_TRY(pleach_taxonomy_cluster(&cluster, rulings->previous, c, error));
        for (uint32_t below = c; below < cluster.end; below++)
            rulings->branch[below] = k;
    }
    return PLEACH_OK;
}

/* To keep a branch as it was takes a result that says how it was: without one
 * the first such decision is to blame. */
static pleach_status find_branches(pl_rulings *rulings, pl_arena *arena,
                                   const pl_selection *selection,
                                   const pleach_corpus *corpus,
                                   pleach_error *error)
{
    const pleach_decision *items = rulings->decisions->items;
    uint32_t k = 0;
    while (k < rulings->count &&
           (items[k].kind != PLEACH_KEEP_BRANCH || !rulings->applies[k]))
        k++;
    if (rulings->previous == NULL)
        return k == rulings->count ? PLEACH_OK
                                   : fail_without_previous(rulings, k, error);
    uint32_t clusters = pleach_taxonomy_clusters(rulings->previous);
    rulings->node_previous =
        PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    rulings->branch = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    if (rulings->node_previous == NULL || rulings->branch == NULL)
        return pl_fail_memory(error);
    PL_TRY(pl_match_previous(rulings->node_previous, selection, corpus,
                             rulings->previous, error));
    memset(rulings->branch, 0xff, clusters * sizeof *rulings->branch);
    PL_TRY(keep_unchanged(rulings, selection, corpus, error));
    for (; k < rulings->count; k++)
        if (items[k].kind == PLEACH_KEEP_BRANCH)
            PL_TRY(mark_branch(rulings, k, error));
    return PLEACH_OK;
}

/* Nodes are dropped before branches are kept, as what is dropped is in no
 * branch any more. */
pleach_status pl_rulings_resolve(pl_rulings *rulings, pl_arena *arena,
                                 pl_selection *selection,
                                 const pleach_corpus *corpus,
                                 const pleach_listener *listener,
                                 pleach_error *error)
{
    pl_arena *scratch = pl_arena_new();
    uint32_t *dropper =
        scratch == NULL ? NULL
                        : PL_ARENA_ARRAY(scratch, uint32_t, corpus->node_count);
    rulings->count = (uint32_t)rulings->decisions->count;
    rulings->applies = PL_ARENA_ARRAY(arena, uint8_t, rulings->count);
    rulings->like = PL_ARENA_ARRAY(arena, uint32_t, 2 * (size_t)rulings->count);
    rulings->first =
        PL_ARENA_ARRAY(arena, uint32_t, 2 * (size_t)rulings->count + 1);
    pleach_status status =
        !dropper || !rulings->applies || !rulings->like || !rulings->first
            ? pl_fail_memory(error)
            : resolve_sides(rulings, arena, scratch, selection, corpus,
                            listener, error);
    if (status == PLEACH_OK)
        status = drop_nodes(rulings, dropper, selection, corpus, error);
    pl_arena_free(scratch);
    PL_TRY(status);
    PL_TRY(pl_stated_find(&rulings->stated, arena, selection, corpus, listener,
                          error));
    return find_branches(rulings, arena, selection, corpus, error);
}
