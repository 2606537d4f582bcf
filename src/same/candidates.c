/* candidates.c: each node of a crowd chooses, and choices hold both ways. */
/* SPDX-License-Identifier: MIT */
#include "same/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/threads.h"
#include "same/hubs.h"

/* Of a node's items only so many help to find candidates, and of each item
 * only this many holders for each candidate wanted. */
enum { MOST_ITEMS = 512, HOLDERS_PER_CANDIDATE = 4 };

/* One candidate in so many is a hub of the own group whatever else they have
 * in common, and one in so many comes from elsewhere. By measurement. */
enum { HUBS_SHARE = 4, OTHERS_SHARE = 8 };

/* The group of all roots; a leaf's group is its parent's name. */
static const uint32_t ROOTS = UINT32_MAX;

/* A crowd: nodes[first .. last), ascending. */
typedef struct crowd_range {
    uint64_t first, last;
} crowd_range;

/* One thread's workshop, for one crowd at a time. Members are numbered from 0
 * within it. */
typedef struct workspace {
    pl_hubs hubs;
    pl_member_items has;
    const uint32_t *node;       /* member -> node */
    PL_LIST(uint32_t) sapling;  /* the same, side by side */
    uint32_t keep;              /* no more than there are members */
    PL_LIST(uint64_t) by_group; /* group << 32 | member, sorted */
    PL_LIST(uint32_t) some;     /* members that are indexed at the moment */
    PL_LIST(uint32_t) pick;     /* keep per member */
    PL_LIST(uint32_t) picked;   /* how many, per member */
    PL_LIST(uint64_t) row_first;
    uint64_t *keys; /* keep */
    pl_arena *arena;
    bool failed;
} workspace;

typedef struct crowd_job {
    const pl_candidates_question *question;
    const pleach_corpus *corpus;
    pl_candidates *candidates;
    uint32_t *node; /* crowd by crowd */
    crowd_range *crowds;
    workspace *workspaces;
    pl_arena *scratch;
} crowd_job;

/* What one member's question runs in. */
typedef struct asking {
    const crowd_job *job;
    const workspace *workspace;
} asking;

/* ----------------------------------------------------------- the crowds -- */

/* Names that share a block are together. */
static bool is_here(const pleach_affinity *affinity, uint32_t node)
{
    return affinity->block_shares.first == NULL ||
           pl_block_is_here(affinity,
                            affinity->slot_block[affinity->node_slot[node]]);
}

static uint32_t crowd_of(const crowd_job *job, uint32_t node)
{
    const pl_candidates_question *q = job->question;
    uint32_t name = job->question->affinity->node_name[node];
    bool in = q->affinity->selection.discard[node] == PL_KEPT &&
              q->crowds->crowded[name] && is_here(q->affinity, node);
    return in ? name : PL_NONE;
}

static int compare_crowds(const void *left, const void *right)
{
    const crowd_range *a = left, *b = right;
    uint64_t size_a = a->last - a->first, size_b = b->last - b->first;
    if (size_a != size_b)
        return size_a > size_b ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/* Sorts the nodes by crowd; the largest crowd comes first, so that no thread
 * begins it last. */
static void gather_crowds(crowd_job *job, uint64_t *start)
{
    const pleach_corpus *corpus = job->corpus;
    uint32_t names = job->question->affinity->name_count, crowds = 0;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (crowd_of(job, n) != PL_NONE)
            start[crowd_of(job, n) + 1]++;
    for (uint32_t name = 0; name < names; name++) {
        crowds += start[name + 1] > 0;
        start[name + 1] += start[name];
    }
    job->node = PL_ARENA_ARRAY(job->scratch, uint32_t, start[names]);
    job->crowds = PL_ARENA_ARRAY(job->scratch, crowd_range, crowds);
    if (pl_arena_failed(job->scratch))
        return;
    crowds = 0;
    for (uint32_t name = 0; name < names; name++)
        if (start[name + 1] > start[name])
            job->crowds[crowds++] = (crowd_range){start[name], start[name + 1]};
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (crowd_of(job, n) != PL_NONE)
            job->node[start[crowd_of(job, n)]++] = n;
    qsort(job->crowds, crowds, sizeof *job->crowds, compare_crowds);
    job->candidates->crowd_count = crowds;
}

/* ------------------------------------------------------------- choosing -- */

/* A node with very many tags says little by each, and would meet everybody: the
 * first ones have to do. */
static bool add_belongings(workspace *b, const crowd_job *job, uint32_t node)
{
    const pleach_corpus *c = job->corpus;
    const uint32_t *name = job->question->affinity->node_name;
    uint32_t used = 0, tags = pl_strings_count(c->tags);
    uint32_t s = c->node_sapling[node];
    if (!pl_list_room(&b->has.item, MOST_ITEMS))
        return false;
    uint32_t *to = b->has.item.items + b->has.item.count;
    if (job->question->by_tags)
        for (uint64_t k = c->tag_first[node];
             k < c->tag_first[node + 1] && used < MOST_ITEMS; k++)
            to[used++] = c->tag_id[k];
    if (job->question->by_names)
        for (uint32_t n = c->sapling_first[s];
             n < c->sapling_first[s + 1] && used < MOST_ITEMS; n++)
            if (n != node)
                to[used++] = tags + name[n];
    b->has.item.count += used;
    return true;
}

static uint32_t crowd_group_of(const crowd_job *job, uint32_t node)
{
    uint32_t root = pl_root_of(job->corpus, node);
    return root == node ? ROOTS : job->question->affinity->node_name[root];
}

/* Lists what the members have, and the members by group. */
static bool meet_evidence(workspace *b, const crowd_job *job, uint32_t size)
{
    b->has.first.count = b->has.item.count = 0;
    b->by_group.count = b->some.count = 0;
    b->sapling.count = 0;
    if (!pl_list_room(&b->sapling, size) ||
        !pl_list_room(&b->has.first, (size_t)size + 1) ||
        !pl_list_room(&b->by_group, size) || !pl_list_room(&b->some, size))
        return false;
    for (uint32_t m = 0; m < size; m++) {
        b->sapling.items[m] = job->corpus->node_sapling[b->node[m]];
        b->has.first.items[m] = b->has.item.count;
        b->by_group.items[m] =
            (uint64_t)crowd_group_of(job, b->node[m]) << 32 | m;
        if (!add_belongings(b, job, b->node[m]))
            return false;
    }
    b->has.first.items[size] = b->has.item.count;
    pl_sort_uint64(b->by_group.items, size);
    return true;
}

/* Whether two members are compared at all, and not chosen yet. */
static bool may_choose(void *context, uint32_t member, uint32_t other)
{
    const asking *in = context;
    const workspace *b = in->workspace;
    uint32_t keep = b->keep;
    if (b->sapling.items[member] == b->sapling.items[other])
        return false;
    const uint32_t *pick = b->pick.items + (size_t)member * keep;
    for (uint32_t k = 0; k < b->picked.items[member]; k++)
        if (pick[k] == other)
            return false;
    return true;
}

/* Lets a member choose from the index until it has `up_to` candidates: the
 * hubs as they come, or those with most in common. */
static void choose_candidates(workspace *b, const crowd_job *job,
                              uint32_t member, uint32_t up_to, bool hubs)
{
    const pl_candidates_question *q = job->question;
    asking in = {job, b};
    pl_hubs_question question = {
        &b->has,    member,     hubs ? !q->anybody : q->enough,
        q->anybody, may_choose, &in};
    uint32_t *have = &b->picked.items[member];
    if (up_to > b->keep)
        up_to = b->keep;
    if (*have < up_to)
        *have += pl_hubs_ask(&b->hubs, &question, b->keys,
                             b->pick.items + (size_t)member * b->keep + *have,
                             up_to - *have);
}

static bool index_some(workspace *b)
{
    return pl_hubs_index(&b->hubs, &b->has, b->some.items,
                         (uint32_t)b->some.count,
                         (uint64_t)b->keep * HOLDERS_PER_CANDIDATE);
}

/* The members of a group, from `from` on; returns where the next begins. */
static uint32_t list_group(workspace *b, uint32_t from, uint32_t size)
{
    const uint64_t *all = b->by_group.items;
    uint32_t to = from;
    b->some.count = 0;
    for (; to < size && all[to] >> 32 == all[from] >> 32; to++)
        b->some.items[b->some.count++] = (uint32_t)all[to];
    return to;
}

/* First from the own group. Leaves also choose from the roots, which may join
 * them below any parent; they are the last group. */
static bool choose_in_groups(workspace *b, const crowd_job *job, uint32_t size)
{
    uint32_t keep = b->keep;
    uint32_t others = (keep + OTHERS_SHARE - 1) / OTHERS_SHARE;
    uint32_t hubs = (keep + HUBS_SHARE - 1) / HUBS_SHARE;
    for (uint32_t from = 0, to; from < size; from = to) {
        uint32_t group = (uint32_t)(b->by_group.items[from] >> 32);
        to = list_group(b, from, size);
        if (!index_some(b))
            return false;
        for (size_t k = 0; k < b->some.count; k++) {
            choose_candidates(b, job, b->some.items[k], hubs, true);
            choose_candidates(b, job, b->some.items[k], keep - others, false);
        }
        for (uint32_t k = 0; group == ROOTS && k < from; k++) {
            uint32_t leaf = (uint32_t)b->by_group.items[k];
            choose_candidates(b, job, leaf, b->picked.items[leaf] + others,
                              false);
        }
    }
    return true;
}

/* Then, as far as there is room, from all. */
static bool choose_from_all(workspace *b, const crowd_job *job, uint32_t size)
{
    b->some.count = 0;
    for (uint32_t m = 0; m < size; m++)
        b->some.items[b->some.count++] = m;
    if (!index_some(b))
        return false;
    for (uint32_t m = 0; m < size; m++)
        choose_candidates(b, job, m, b->keep, false);
    return true;
}

/* ------------------------------------------------------------ both ways -- */

/* Members of a row become nodes, each once. Members ascend like nodes. */
static uint32_t settle_choices(const workspace *b, uint32_t *row,
                               uint64_t count)
{
    uint32_t kept = 0;
    pl_sort_uint32(row, count);
    for (uint64_t k = 0; k < count; k++)
        if (kept == 0 || b->node[row[k]] != row[kept - 1])
            row[kept++] = b->node[row[k]];
    return kept;
}

/* Calls for each chosen pair of members, twins included, both ways: counts
 * them per row, or with rows puts them there. */
static void put_pairs(workspace *b, const crowd_job *job, uint32_t size,
                      uint32_t *rows)
{
    const uint32_t *twin = job->corpus->node_twin;
    uint64_t *first = b->row_first.items;
    for (uint32_t m = 0; m < size; m++)
        for (uint32_t k = 0; k <= b->picked.items[m]; k++) {
            uint32_t other;
            if (k < b->picked.items[m]) {
                other = b->pick.items[(size_t)m * b->keep + k];
            } else {
                uint32_t node = twin[b->node[m]];
                const uint32_t *at =
                    node == PL_NONE || node > b->node[m]
                        ? NULL
                        : bsearch(&node, b->node, size, sizeof node,
                                  pl_compare_uint32);
                if (at == NULL)
                    continue;
                other = (uint32_t)(at - b->node);
            }
            if (rows != NULL) {
                rows[first[m + 1]] = other;
                rows[first[other + 1]] = m;
            }
            first[m + 1 + (rows == NULL)]++;
            first[other + 1 + (rows == NULL)]++;
        }
}

/* A choice counts both ways, so a row may be longer than what its own node
 * chose: rows are counted first, then filled, then freed of repetitions. */
static bool lay_out_rows(workspace *b, const crowd_job *job, uint32_t crowd,
                         uint32_t size)
{
    pl_candidates *to = job->candidates;
    if (!pl_list_room(&b->row_first, (size_t)size + 2))
        return false;
    uint64_t *first = b->row_first.items;
    memset(first, 0, ((size_t)size + 2) * sizeof *first);
    put_pairs(b, job, size, NULL);
    for (uint32_t m = 0; m < size; m++)
        first[m + 2] += first[m + 1];
    uint32_t *rows = pl_allocate(first[size + 1], sizeof *rows);
    if (rows == NULL)
        return false;
    to->crowd_rows[crowd] = rows;
    put_pairs(b, job, size, rows);
    for (uint32_t m = 0; m < size; m++) {
        uint32_t node = b->node[m];
        to->row[node] = rows + first[m];
        to->degree[node] =
            settle_choices(b, rows + first[m], first[m + 1] - first[m]);
    }
    return true;
}

/* First who shares evidence, then anybody, until each has chosen enough: a node
 * without evidence must still find somebody, or it could join no cluster. */
static bool serve_crowd(workspace *b, const crowd_job *job, uint32_t crowd)
{
    uint32_t size =
        (uint32_t)(job->crowds[crowd].last - job->crowds[crowd].first);
    uint32_t keep = job->question->crowds->keep;
    b->keep = keep < size ? keep : size;
    b->node = job->node + job->crowds[crowd].first;
    b->pick.count = b->picked.count = b->row_first.count = 0;
    if (!pl_list_room(&b->pick, (size_t)size * b->keep) ||
        !pl_list_room(&b->picked, size) || !meet_evidence(b, job, size))
        return false;
    memset(b->picked.items, 0, size * sizeof *b->picked.items);
    if (!choose_in_groups(b, job, size) || !choose_from_all(b, job, size))
        return false;
    return lay_out_rows(b, job, crowd, size);
}

/* --------------------------------------------------------------- public -- */

static void choose_in_crowd(void *context, uint32_t crowd, uint32_t thread)
{
    const crowd_job *job = context;
    workspace *b = &job->workspaces[thread];
    if (!b->failed)
        b->failed = !serve_crowd(b, job, crowd);
}

static void chooser_open(workspace *b, const crowd_job *job)
{
    pl_arena *arena = pl_arena_new();
    *b = (workspace){
        .arena = arena,
        .has = {.first = {.arena = arena}, .item = {.arena = arena}},
        .sapling = {.arena = arena},
        .by_group = {.arena = arena},
        .some = {.arena = arena},
        .pick = {.arena = arena},
        .picked = {.arena = arena},
        .row_first = {.arena = arena},
        .keys = PL_ARENA_ARRAY(arena, uint64_t, job->question->crowds->keep)};
    pl_hubs_open(&b->hubs, arena,
                 pl_strings_count(job->corpus->tags) +
                     job->question->affinity->name_count);
    b->failed = pl_arena_failed(arena);
}

/* Runs all crowds; false: no memory. */
static bool serve_all(crowd_job *job, uint32_t threads)
{
    pl_candidates *to = job->candidates;
    bool served = true;
    to->crowd_rows = PL_ARENA_ARRAY(to->arena, uint32_t *, to->crowd_count);
    job->workspaces = PL_ARENA_ARRAY(job->scratch, workspace, threads);
    if (pl_arena_failed(to->arena) || pl_arena_failed(job->scratch))
        return false;
    for (uint32_t t = 0; t < threads; t++)
        chooser_open(&job->workspaces[t], job);
    pl_parallel_long(to->crowd_count, threads, choose_in_crowd, job);
    for (uint32_t t = 0; t < threads; t++) {
        served &= !job->workspaces[t].failed;
        pl_arena_free(job->workspaces[t].arena);
    }
    return served;
}

/* One piece of work per crowd, each with rows of its own, so that threads need
 * not wait for each other. */
pleach_status pl_candidates_find(pl_candidates *candidates,
                                 const pl_candidates_question *question,
                                 pleach_error *error)
{
    const pleach_corpus *corpus = question->affinity->corpus;
    uint32_t names = question->affinity->name_count;
    PL_SCRATCH(scratch);
    pl_arena *arena = pl_arena_new();
    pl_candidates made = {
        .arena = arena,
        .row = PL_ARENA_ARRAY(arena, uint32_t *, corpus->node_count),
        .degree = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count)};
    crowd_job all = {.question = question,
                     .corpus = corpus,
                     .candidates = &made,
                     .scratch = scratch};
    uint64_t *start = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)names + 1);
    if (start != NULL)
        gather_crowds(&all, start);
    if (pl_arena_failed(scratch) ||
        !serve_all(&all, pl_thread_count(question->threads))) {
        pl_candidates_free(&made);
        return pl_fail_memory(error);
    }
    *candidates = made;
    return PLEACH_OK;
}

void pl_candidates_free(pl_candidates *candidates)
{
    if (candidates->crowd_rows != NULL)
        for (uint32_t k = 0; k < candidates->crowd_count; k++)
            pl_release(candidates->crowd_rows[k]);
    pl_arena_free(candidates->arena);
    *candidates = (pl_candidates){.arena = NULL};
}
