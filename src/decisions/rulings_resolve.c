/* rulings_resolve.c: which nodes of a corpus the words of a decision name. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/text.h"
#include "corpus/names.h"
#include "decisions/node_homes.h"
#include "decisions/rulings.h"

typedef PL_LIST(uint32_t) node_list;

/* Where to look nodes up, and what was found so far. */
typedef struct resolving {
    pl_rulings *rulings;
    pl_selection *selection;
    const pleach_corpus *corpus;
    const pleach_listener *listener;
    pl_arena *scratch;
    pl_namer *namer;
    /* Per key its first node, and per node the next one of its key; PL_NONE. */
    uint32_t *key_first, *key_next;
    pl_strings *ids; /* of hierarchies; the same way */
    uint32_t *id_first, *id_next;
    uint32_t *first_sapling; /* hierarchies + 1 */
    uint32_t *dropper;       /* per node: what drops it, or PL_NONE */
    node_list all;           /* of the sides so far, ... */
    node_list one;           /* ... and of the one at hand */
    pl_strings *said;  /* what names nodes it named before: its words, ... */
    node_list said_by; /* ... and the first side that said them */
} resolving;

/* So that each operand costs what it names and not the corpus. */
static void index_nodes(resolving *r)
{
    const pleach_corpus *c = r->corpus;
    size_t keys = pl_strings_count(c->keys), trees = c->hierarchy_count;
    r->key_first = PL_ARENA_ARRAY(r->scratch, uint32_t, keys);
    r->key_next = PL_ARENA_ARRAY(r->scratch, uint32_t, c->node_count);
    r->ids = pl_strings_in(r->scratch);
    r->id_first = PL_ARENA_ARRAY(r->scratch, uint32_t, trees);
    r->id_next = PL_ARENA_ARRAY(r->scratch, uint32_t, trees);
    r->first_sapling = PL_ARENA_ARRAY(r->scratch, uint32_t, trees + 1);
    r->dropper = PL_ARENA_ARRAY(r->scratch, uint32_t, c->node_count);
    if (pl_arena_failed(r->scratch))
        return;
    memset(r->dropper, 0xff, c->node_count * sizeof *r->dropper);
    memset(r->key_first, 0xff, keys * sizeof *r->key_first);
    memset(r->id_first, 0xff, trees * sizeof *r->id_first);
    for (uint32_t n = c->node_count; n-- > 0;) {
        r->key_next[n] = r->key_first[c->node_key[n]];
        r->key_first[c->node_key[n]] = n;
    }
    for (uint32_t s = 0; s < c->sapling_count; s++)
        r->first_sapling[c->sapling_hierarchy[s] + 1]++;
    for (size_t h = 0; h < trees; h++)
        r->first_sapling[h + 1] += r->first_sapling[h];
    for (uint32_t h = c->hierarchy_count; h-- > 0;) {
        const char *id = c->hierarchy_id[h];
        uint32_t at = pl_strings_add(r->ids, id, strlen(id));
        if (at == PL_NONE)
            return;
        r->id_next[h] = r->id_first[at];
        r->id_first[at] = h;
    }
}

/* --------------------------------------------------------- one operand -- */

/* Both copies of an inner node are one thing. */
static void add_with_twin(resolving *r, uint32_t node)
{
    uint32_t twin = r->corpus->node_twin[node];
    pl_list_add(&r->one, node);
    if (twin != PL_NONE)
        pl_list_add(&r->one, twin);
}

/* False: there is no hierarchy of this id, so a name is meant. */
static bool list_by_id(resolving *r, const pl_operand *operand)
{
    const pleach_corpus *c = r->corpus;
    uint32_t at = operand->id == NULL ? PL_NONE
                                      : pl_strings_find(r->ids, operand->id,
                                                        strlen(operand->id));
    uint32_t hierarchy = at == PL_NONE ? PL_NONE : r->id_first[at];
    for (; hierarchy != PL_NONE; hierarchy = r->id_next[hierarchy]) {
        uint32_t first = c->sapling_first[r->first_sapling[hierarchy]];
        uint32_t end = c->sapling_first[r->first_sapling[hierarchy + 1]];
        for (uint32_t n = first; n < end; n++) {
            char path[PLEACH_PATH_BYTES];
            pl_node_path(c, n, path, sizeof path);
            if (strcmp(path, operand->path) == 0)
                add_with_twin(r, n);
        }
    }
    return at != PL_NONE;
}

/* The number of a name's key; PL_NONE: no node bears it. */
static uint32_t find_key(resolving *r, const char *name)
{
    pl_key key;
    if (pl_namer_key(r->namer, name, strlen(name), &key))
        return pl_strings_find(r->corpus->keys, key.bytes, key.length);
    pl_arena_fail(r->scratch);
    return PL_NONE;
}

static uint32_t first_of_key(const resolving *r, uint32_t key)
{
    return key == PL_NONE ? PL_NONE : r->key_first[key];
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

/* The nodes of a source that stand where the names say. */
static void list_by_address(resolving *r, const pl_operand *operand)
{
    const pleach_corpus *c = r->corpus;
    if (operand->source == NULL)
        return;
    for (uint32_t n = first_of_key(r, find_key(r, operand->last)); n != PL_NONE;
         n = r->key_next[n]) {
        uint32_t hierarchy = c->sapling_hierarchy[c->node_sapling[n]];
        const char *owner =
            pl_strings_at(c->owners, c->hierarchy_owner[hierarchy]);
        if (strcmp(owner, operand->source) == 0 &&
            is_called_from_top(c, n, operand->names))
            add_with_twin(r, n);
    }
}

/* A name that nobody has names nothing, which is no failure: whether that is
 * worth a warning is said elsewhere. */
static void list_by_name(resolving *r, const pl_operand *operand)
{
    const pleach_corpus *c = r->corpus;
    uint32_t above =
        operand->parent == NULL ? PL_NONE : find_key(r, operand->parent);
    if (operand->parent != NULL && above == PL_NONE)
        return;
    for (uint32_t n = first_of_key(r, find_key(r, operand->name)); n != PL_NONE;
         n = r->key_next[n])
        if (above == PL_NONE ||
            (!pl_is_root(c, n) && c->node_key[pl_root_of(c, n)] == above))
            add_with_twin(r, n);
}

/* The nodes of an operand, ascending and each once. */
static void list_named_nodes(resolving *r, const pl_operand *operand)
{
    r->one.count = 0;
    if (!list_by_id(r, operand)) {
        list_by_address(r, operand);
        if (r->one.count == 0)
            list_by_name(r, operand);
    }
    r->one.count = pl_sort_distinct_uint32(r->one.items, r->one.count);
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
               "The decision %s does nothing: no input has \"%.*s\".", text,
               pl_text_cut(what, strlen(what), 60), what);
    listener->warn(listener->context, &warning);
}

/* What is dropped takes no part, also in what other decisions name. */
static void drop_nodes(resolving *r, uint32_t k)
{
    list_named_nodes(r, &r->rulings->decisions->operand[k][0]);
    r->rulings->applies[k] = 0;
    if (r->one.count == 0)
        warn_unmatched(r->rulings, k, 0, r->listener);
    for (size_t at = 0; at < r->one.count; at++) {
        uint32_t n = r->one.items[at];
        r->rulings->applies[k] |=
            r->selection->discard[n] == PL_KEPT || r->dropper[n] != PL_NONE;
        if (r->selection->discard[n] != PL_KEPT)
            continue;
        r->selection->discard[n] = PL_DISCARD_DROPPED;
        r->selection->kept_nodes--;
        r->selection->kept_saplings -= pl_is_root(r->corpus, n);
        r->dropper[n] = k;
    }
}

/* What is dropped is nothing that others could decide about: a decision all
 * of whose nodes on a side are, contradicts the drop. */
static pleach_status fail_dropped(const resolving *r, uint32_t side,
                                  uint32_t node, pleach_error *error)
{
    const pleach_decisions *decisions = r->rulings->decisions;
    const pleach_decision *is = &decisions->items[side / 2];
    const pleach_decision *drop = &decisions->items[r->dropper[node]];
    const char *about = side % 2 == 0 ? is->a : is->b;
    return pl_fail_at(error, PLEACH_BAD_DATA, decisions->file, is->line, 0,
                      "Lines %llu and %llu contradict each other: what "
                      "this one is about, \"%.*s\", is dropped (%s "
                      "\"%.*s\"). Take one of them out.",
                      (unsigned long long)drop->line,
                      (unsigned long long)is->line,
                      pl_text_cut(about, strlen(about), 80), about, drop->word,
                      pl_text_cut(drop->a, strlen(drop->a), 80), drop->a);
}

/* Lists who takes part of those that a side names. What names nobody is not
 * remembered, since each line that says it is warned of. */
static pleach_status list_side(resolving *r, uint32_t side, const char *words,
                               pleach_error *error)
{
    pl_rulings *made = r->rulings;
    size_t length = strlen(words), before = r->all.count;
    uint32_t known = pl_strings_find(r->said, words, length), dropped = PL_NONE;
    if (known < r->said_by.count) {
        made->like[side] = r->said_by.items[known];
        return PLEACH_OK;
    }
    list_named_nodes(r, &made->decisions->operand[side / 2][side % 2]);
    for (size_t at = 0; at < r->one.count; at++) {
        uint32_t n = r->one.items[at];
        if (r->selection->discard[n] == PL_KEPT)
            pl_list_add(&r->all, n);
        else if (r->dropper[n] != PL_NONE)
            dropped = n;
    }
    if (r->one.count == 0)
        warn_unmatched(made, side / 2, side % 2, r->listener);
    if (r->all.count == before) {
        made->applies[side / 2] = 0;
        return dropped == PL_NONE ? PLEACH_OK
                                  : fail_dropped(r, side, dropped, error);
    }
    pl_strings_add(r->said, words, length);
    pl_list_add(&r->said_by, side);
    return PLEACH_OK;
}

static pleach_status list_sides(resolving *r, pleach_error *error)
{
    pl_rulings *made = r->rulings;
    for (uint32_t side = 0; side < 2 * made->count; side++) {
        const pleach_decision *is = &made->decisions->items[side / 2];
        bool two = pl_decision_takes_two(is->kind) && is->kind != PLEACH_NAME;
        made->like[side] = side;
        made->first[side] = (uint32_t)r->all.count;
        if (is->kind != PLEACH_DROP && (side % 2 == 0 || two))
            PL_TRY(list_side(r, side, side % 2 == 0 ? is->a : is->b, error));
    }
    made->first[2 * made->count] = (uint32_t)r->all.count;
    return PLEACH_OK;
}

/* Drops come first, wherever they stand in the file. */
static pleach_status resolve_all(resolving *r, pl_arena *arena,
                                 pleach_error *error)
{
    pl_rulings *made = r->rulings;
    index_nodes(r);
    PL_TRY(pl_check_memory(r->scratch, error));
    for (uint32_t k = 0; k < made->count; k++) {
        made->applies[k] = 1;
        if (made->decisions->items[k].kind == PLEACH_DROP)
            drop_nodes(r, k);
    }
    PL_TRY(list_sides(r, error));
    made->node = PL_ARENA_ARRAY(arena, uint32_t, r->all.count);
    PL_TRY(pl_check_memory(r->scratch, error));
    PL_TRY(pl_check_memory(arena, error));
    if (r->all.count > 0)
        memcpy(made->node, r->all.items, r->all.count * sizeof *r->all.items);
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
    PL_SCRATCH(scratch);
    resolving r = {.rulings = rulings,
                   .selection = selection,
                   .corpus = corpus,
                   .listener = listener,
                   .scratch = scratch,
                   .all = {.arena = scratch},
                   .one = {.arena = scratch},
                   .said = pl_strings_in(scratch),
                   .said_by = {.arena = scratch}};
    size_t sides = 2 * rulings->decisions->count;
    rulings->count = (uint32_t)rulings->decisions->count;
    rulings->applies = PL_ARENA_ARRAY(arena, uint8_t, rulings->count);
    rulings->like = PL_ARENA_ARRAY(arena, uint32_t, sides);
    rulings->first = PL_ARENA_ARRAY(arena, uint32_t, sides + 1);
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_namer_new(&r.namer, scratch, corpus->language, error));
    PL_TRY(resolve_all(&r, arena, error));
    PL_TRY(pl_stated_find(&rulings->stated, arena, selection, corpus, listener,
                          error));
    return find_branches(rulings, arena, selection, corpus, error);
}
