/* stated.c: from matches that nodes carry to pairs of nodes. */
/* SPDX-License-Identifier: MIT */
#include "decisions/stated.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "base/union_find.h"

/* More sentences of one kind than anybody reads. */
enum { MOST_TOLD = 5, MOST_LEVELS = 64 };

typedef struct stating {
    const pleach_corpus *corpus;
    const pl_selection *selection;
    const pleach_listener *listener;
    uint32_t *first; /* per source id: its first node that takes part ... */
    uint32_t *next;  /* ... and per node the next one of its id; PL_NONE */
    uint32_t *group; /* per source id: what is stated to be the same ... */
    uint32_t *own;   /* ... and that by one source about its own */
    uint8_t *named;  /* per source id: by a statement that is obeyed */
    uint64_t itself, below, merged; /* odd ones, of each kind */
} stating;

/* ---------------------------------------------------------------- telling --
 */

static int shown(const char *text)
{
    return pl_text_cut(text, strlen(text), 100);
}

/* The first few of a kind are told one by one, and the rest in their number. */
static void tell(const pleach_listener *listener, uint64_t number,
                 const pleach_error *what)
{
    if (listener != NULL && listener->warn != NULL && number <= MOST_TOLD)
        listener->warn(listener->context, what);
}

static void tell_rest(const pleach_listener *listener, uint64_t number,
                      const char *kind)
{
    pleach_error what = {0};
    if (number <= MOST_TOLD || listener == NULL || listener->warn == NULL)
        return;
    pl_fail(&what, PLEACH_OK, "%" PRIu64 " more matches %s.",
            number - MOST_TOLD, kind);
    listener->warn(listener->context, &what);
}

void pl_stated_tell_more(uint64_t number, const pleach_listener *listener)
{
    tell_rest(listener, number, "are parted by decisions");
}

void pl_stated_tell_overruled(const pl_stated *stated,
                              const pleach_corpus *corpus, uint64_t number,
                              const pleach_listener *listener)
{
    const char *a = pl_source_id_of(corpus, stated->a);
    const char *b = pl_source_id_of(corpus, stated->b);
    pleach_error what = {0};
    pl_fail(&what, PLEACH_OK,
            "A source states that <%.*s> and <%.*s> are the same, but "
            "decisions, or what is kept of the result before, part them: they "
            "stay two.",
            shown(a), a, shown(b), b);
    tell(listener, number, &what);
}

static void tell_itself(stating *s, const pl_match *match)
{
    pleach_error what = {0};
    pl_fail(&what, PLEACH_OK,
            "<%.*s> is stated to be the same as itself, which says nothing.",
            shown(match->address), match->address);
    tell(s->listener, ++s->itself, &what);
}

static void tell_below(stating *s, const char *a, const char *b)
{
    pleach_error what = {0};
    pl_fail(&what, PLEACH_OK,
            "<%.*s> and <%.*s> are stated to be the same, but one stands "
            "below the other in its own source: they stay two.",
            shown(a), a, shown(b), b);
    tell(s->listener, ++s->below, &what);
}

/* ---------------------------------------------------------------- listing --
 */

static uint32_t id_of(const stating *s, uint32_t node)
{
    return s->corpus->node_source_id[node];
}

/* Whether an address is called so above a node, in its own hierarchy. */
static bool stands_below(const stating *s, uint32_t node, uint32_t id)
{
    const pleach_corpus *corpus = s->corpus;
    for (int k = 0; k < MOST_LEVELS && node != PL_NONE; k++) {
        uint32_t above = pl_root_of(corpus, node);
        if (above != node && id_of(s, above) == id)
            return true;
        node = corpus->node_twin[above];
    }
    return false;
}

static void index_ids(stating *s)
{
    uint32_t ids = pl_strings_count(s->corpus->source_ids);
    for (uint32_t id = 0; id < ids; id++) {
        s->first[id] = PL_NONE;
        s->group[id] = s->own[id] = id;
    }
    for (uint32_t n = s->corpus->node_count; n-- > 0;) {
        uint32_t id = id_of(s, n);
        if (id == PL_NONE || s->selection->discard[n] != PL_KEPT)
            continue;
        s->next[n] = s->first[id];
        s->first[id] = n;
    }
}

static void unite_ids(uint32_t *group, uint32_t a, uint32_t b)
{
    a = pl_union_find(group, a);
    b = pl_union_find(group, b);
    group[a < b ? b : a] = a < b ? a : b;
}

/* A statement between two that take part, unless it contradicts itself. */
static void take_match(stating *s, pl_stated_list *stated,
                       const pl_match *match)
{
    const pleach_corpus *corpus = s->corpus;
    uint32_t a = match->subject == NULL
                     ? id_of(s, match->node)
                     : pl_strings_find(corpus->source_ids, match->subject,
                                       strlen(match->subject));
    uint32_t b = pl_strings_find(corpus->source_ids, match->address,
                                 strlen(match->address));
    if (match->kind != PL_MATCH_SAME || a == PL_NONE || b == PL_NONE ||
        s->first[a] == PL_NONE || s->first[b] == PL_NONE)
        return;
    pl_stated made = {s->first[a], s->first[b], false};
    if (a == b) {
        tell_itself(s, match);
    } else if (stands_below(s, match->subject ? made.a : match->node, b) ||
               stands_below(s, s->first[b], a)) {
        tell_below(s, pl_strings_at(corpus->source_ids, a), match->address);
    } else {
        bool within =
            pl_person_of(corpus, made.a) == pl_person_of(corpus, made.b);
        s->named[a] = s->named[b] = 1;
        unite_ids(s->group, a, b);
        if (within)
            unite_ids(s->own, a, b);
        pl_list_add(stated, made);
    }
}

/* A concept that stands in several places is one in all of them. */
static void list_places(const stating *s, pl_stated_list *stated)
{
    uint32_t ids = pl_strings_count(s->corpus->source_ids);
    for (uint32_t id = 0; id < ids; id++) {
        if (!s->named[id])
            continue;
        for (uint32_t n = s->next[s->first[id]]; n != PL_NONE; n = s->next[n])
            pl_list_add(stated, ((pl_stated){s->first[id], n, true}));
    }
}

/* ----------------------------------------------------- two of one source -- */

/* A concept of a source in a group. */
typedef struct claimed {
    uint32_t group, person, own, id;
} claimed;

static int compare_claimed(const void *left, const void *right)
{
    const claimed *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->person != b->person)
        return a->person < b->person ? -1 : 1;
    if (a->own != b->own)
        return a->own < b->own ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* What others match to one thing becomes one, though its source has two. */
static void tell_merged(stating *s, const claimed *one, const claimed *other,
                        size_t count)
{
    const pl_strings *ids = s->corpus->source_ids;
    const char *a = pl_strings_at(ids, one->id);
    const char *b = pl_strings_at(ids, other->id);
    const char *owner = pl_strings_at(s->corpus->owners, one->person);
    pleach_error what = {0};
    pl_fail(
        &what, PLEACH_OK,
        "Matches make one of %zu concepts that \"%.*s\" tells apart, such as "
        "<%.*s> and <%.*s>. If they are not one, take a match out, or "
        "decide that they are different.",
        count, shown(owner), owner, shown(a), a, shown(b), b);
    tell(s->listener, ++s->merged, &what);
}

/* A person who keeps two concepts apart did not mean that others' statements
 * join them; sorted, such two are neighbours. */
static void find_merged(stating *s, pl_arena *scratch)
{
    uint32_t ids = pl_strings_count(s->corpus->source_ids);
    PL_LIST(claimed) list = {.arena = scratch};
    for (uint32_t id = 0; id < ids; id++)
        if (s->named[id])
            pl_list_add(&list, ((claimed){pl_union_find(s->group, id),
                                          pl_person_of(s->corpus, s->first[id]),
                                          pl_union_find(s->own, id), id}));
    if (list.count > 1)
        qsort(list.items, list.count, sizeof *list.items, compare_claimed);
    for (size_t k = 0, end; k < list.count; k = end) {
        const claimed *at = &list.items[k];
        for (end = k + 1; end < list.count &&
                          list.items[end].group == at->group &&
                          list.items[end].person == at->person;)
            end++;
        const claimed *last = &list.items[end - 1];
        if (!s->corpus->each_is_somebody && last->own != at->own)
            tell_merged(s, at, last, end - k);
    }
}

/* Only where sources name their concepts by addresses, and some say which of
 * others' are the same. */
pleach_status pl_stated_find(pl_stated_list *stated, pl_arena *arena,
                             const pl_selection *selection,
                             const pleach_corpus *corpus,
                             const pleach_listener *listener,
                             pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_match_list matches = {.arena = scratch};
    PL_TRY(pl_list_matches(&matches, scratch, corpus, error));
    if (matches.count == 0 || corpus->node_source_id == NULL)
        return PLEACH_OK;
    uint32_t ids = pl_strings_count(corpus->source_ids);
    stating s = {.corpus = corpus,
                 .selection = selection,
                 .listener = listener,
                 .first = PL_ARENA_ARRAY(scratch, uint32_t, ids),
                 .next = PL_ARENA_ARRAY(scratch, uint32_t, corpus->node_count),
                 .group = PL_ARENA_ARRAY(scratch, uint32_t, ids),
                 .own = PL_ARENA_ARRAY(scratch, uint32_t, ids),
                 .named = PL_ARENA_ARRAY(scratch, uint8_t, ids)};
    PL_TRY(pl_check_memory(scratch, error));
    index_ids(&s);
    stated->arena = arena;
    for (size_t k = 0; k < matches.count; k++)
        take_match(&s, stated, &matches.items[k]);
    list_places(&s, stated);
    find_merged(&s, scratch);
    tell_rest(listener, s.itself, "lead to themselves");
    tell_rest(listener, s.below, "contradict their own hierarchy");
    tell_rest(listener, s.merged, "make one of what a source tells apart");
    PL_TRY(pl_check_memory(scratch, error));
    return pl_check_memory(arena, error);
}
