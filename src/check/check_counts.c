/* check_counts.c: counts anew what a taxonomy file says in numbers: the people
 * of each cluster, who put it where, and all that the report adds up. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "check/check.h"
#include "check/measure_file.h"

/* Somebody says that a cluster is below another; PL_NONE: on top. */
typedef struct saying {
    uint32_t cluster, parent, person;
} saying;

/* So many people say so. */
typedef struct statement {
    uint32_t parent, people;
} statement;

enum { MOST_RIVALS = 5 };

typedef struct recount {
    pl_proof *proof;
    const pl_taxonomy_file *filed;
    uint32_t *home;   /* per node of filed->nodes: its cluster */
    uint32_t *person; /* per member */
    uint32_t *sorted; /* room for as many */
    uint64_t people, entries;
    PL_LIST(saying) said;
    PL_LIST(statement) against; /* of the cluster at hand, most people first */
    bool clear; /* each node has one home, so that it is known who said what */
    /* Of all clusters. */
    uint64_t held, implied, overruled, tops;
} recount;

/* ------------------------------------------------------------- expecting -- */

/* What a file does not state is not wrong; what it states is, up to rounding.
 */
static pleach_status expect(const recount *r, const pl_parsed *object,
                            uint32_t c, const char *name, double truth,
                            pleach_error *error)
{
    const pl_parsed *stated = pl_parsed_get(object, name);
    if (stated == NULL)
        return PLEACH_OK;
    if (pl_parsed_is_number(stated) &&
        fabs(pl_parsed_number(stated) - truth) <= 1e-6 * (1 + fabs(truth)))
        return PLEACH_OK;
    if (c == PL_NONE)
        return pl_broken(r->filed, error,
                         "The report's \"%s\" should be %.10g.", name, truth);
    return pl_broken(r->filed, error, "Of cluster %lld \"%s\" should be %.10g.",
                     (long long)r->filed->id[c], name, truth);
}

/* ---------------------------------------------------------------- people -- */

/* Each node in one cluster; where two hierarchies share owner and id a name
 * stands for several nodes, and who said what cannot be told. */
static void find_homes(recount *r)
{
    const pl_taxonomy_file *filed = r->filed;
    r->clear = true;
    memset(r->home, 0xff, pl_strings_count(filed->nodes) * sizeof *r->home);
    for (uint32_t k = 0; k < filed->member_count; k++) {
        uint32_t *home = &r->home[filed->member[k].key];
        r->clear &= *home == PL_NONE;
        *home = filed->member[k].cluster;
    }
}

/* Whether a node is the top of its hierarchy, which each has once, discarded or
 * not, also where several have one owner and id. */
static bool is_hierarchy_top(const pl_taxonomy_file *filed,
                             const pl_filed_node *node)
{
    return node->parent_key == PL_NONE &&
           strcmp(pl_filed_place_of(filed, node->key).path, ".") == 0;
}

/* A person is an owner, or a hierarchy where nobody is named. */
static pleach_status name_people(recount *r, pleach_error *error)
{
    const pl_taxonomy_file *filed = r->filed;
    PL_SCRATCH(scratch);
    pl_strings *people = pl_strings_in(scratch);
    PL_TRY(pl_check_memory(scratch, error));
    uint64_t hierarchies = 0;
    for (uint32_t k = 0; k < filed->member_count + filed->discarded_count;
         k++) {
        bool member = k < filed->member_count;
        const pl_filed_node *node =
            member ? &filed->member[k]
                   : &filed->discarded[k - filed->member_count];
        const char *owner = pl_strings_at(filed->nodes, node->key);
        const char *id = owner + strlen(owner) + 1;
        size_t length = r->proof->by_hierarchy
                            ? (size_t)(id - owner) + strlen(id)
                            : strlen(owner);
        uint32_t person = pl_strings_add(people, owner, length);
        if (member)
            r->person[k] = person;
        hierarchies += is_hierarchy_top(filed, node);
    }
    r->people = r->proof->by_hierarchy ? hierarchies : pl_strings_count(people);
    return pl_check_memory(scratch, error);
}

/* Where two hierarchies of one id are two people, members do not tell which of
 * them they are from. */
static pleach_status check_people(recount *r, uint32_t c, pleach_error *error)
{
    const uint32_t *first = r->filed->first;
    uint32_t count = first[c + 1] - first[c];
    memcpy(r->sorted, r->person + first[c], count * sizeof *r->sorted);
    count = (uint32_t)pl_sort_distinct_uint32(r->sorted, count);
    if (r->proof->by_hierarchy && !r->clear)
        return PLEACH_OK;
    return expect(r, pl_filed_cluster(r->filed, c), c, "people", count, error);
}

/* The cluster that the leaf of an inner node is in; PL_NONE: none is, or the
 * member is no inner node's root. Keys end with the role, and its NUL. */
static uint32_t home_of_leaf(const recount *r, const pl_filed_node *member)
{
    static const char leaf[] = "leaf";
    pl_taxonomy_file *filed = r->proof->filed;
    size_t length = pl_strings_length(filed->nodes, member->key);
    if (member->parent_key != PL_NONE || is_hierarchy_top(filed, member))
        return PL_NONE;
    filed->scratch.count = 0;
    pl_list_add_all(&filed->scratch, pl_strings_at(filed->nodes, member->key),
                    length - sizeof leaf);
    pl_list_add_all(&filed->scratch, leaf, sizeof leaf);
    uint32_t key = pl_strings_find(filed->nodes, filed->scratch.items,
                                   filed->scratch.count);
    return key == PL_NONE ? PL_NONE : r->home[key];
}

/* A person's top and leaf of one name. A table of edges gives a hierarchy for
 * each parent, and the file does not say which of them go on where another
 * ends. */
static uint32_t count_split_entries(const recount *r, uint32_t c,
                                    pl_arena *scratch)
{
    const pl_taxonomy_file *filed = r->filed;
    pl_strings *leaves = pl_strings_in(scratch);
    PL_LIST(char) key = {.arena = scratch};
    uint32_t count = 0;
    for (uint32_t pass = 0; leaves != NULL && pass < 2; pass++)
        for (uint32_t k = filed->first[c]; k < filed->first[c + 1]; k++) {
            const pl_filed_node *is = &filed->member[k];
            const char *owner = pl_strings_at(filed->nodes, is->key);
            key.count = 0;
            pl_list_add_all(&key, owner, strlen(owner) + 1);
            pl_list_add_all(&key, is->name, strlen(is->name));
            if (pass == 0 && is->parent_key != PL_NONE)
                pl_strings_add(leaves, key.items, key.count);
            else if (pass == 1 && is_hierarchy_top(filed, is))
                count +=
                    pl_strings_find(leaves, key.items, key.count) != PL_NONE;
        }
    return count;
}

/* An inner node, which is two members, is one entry. */
static pleach_status check_entries(recount *r, uint32_t c, pleach_error *error)
{
    const pl_taxonomy_file *filed = r->filed;
    const pl_parsed *cluster = pl_filed_cluster(r->filed, c);
    const pl_parsed *stated = pl_parsed_get(cluster, "entries");
    uint32_t count = 0;
    for (uint32_t k = filed->first[c]; k < filed->first[c + 1]; k++)
        count += home_of_leaf(r, &filed->member[k]) != c;
    PL_TRY(pl_check_memory(filed->arena, error));
    if (pl_parsed_is(stated, PL_PARSED_INTEGER) &&
        pl_parsed_integer(stated) < count) {
        PL_SCRATCH(scratch);
        int64_t split = count_split_entries(r, c, scratch);
        PL_TRY(pl_check_memory(scratch, error));
        if (pl_parsed_integer(stated) >= count - split) {
            pl_doubt_field(r->proof, "clusters", "entries");
            pl_doubt_field(r->proof, "report", "entries");
            count = (uint32_t)pl_parsed_integer(stated);
        }
    }
    r->entries += count;
    return expect(r, cluster, c, "entries", count, error);
}

/* --------------------------------------------------------------- sayings -- */

static int order_by_person(const void *left, const void *right)
{
    const saying *a = left, *b = right;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    if (a->person != b->person)
        return a->person < b->person ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

static int order_by_parent(const void *left, const void *right)
{
    const saying *a = left, *b = right;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

static void list_sayings(recount *r)
{
    const pl_taxonomy_file *filed = r->filed;
    for (uint32_t k = 0; k < filed->member_count; k++) {
        const pl_filed_node *member = &filed->member[k];
        bool leaf = member->parent_key != PL_NONE;
        uint32_t up = leaf ? r->home[member->parent_key] : PL_NONE;
        bool says = leaf ? up != PL_NONE && up != member->cluster
                         : is_hierarchy_top(filed, member);
        saying s = {member->cluster, up, r->person[k]};
        if (says)
            pl_list_add(&r->said, s);
    }
}

/* One person has one voice per cluster and parent, and it on top only where
 * they put it below nothing; "on top" sorts last. */
static void keep_voices(recount *r)
{
    saying *said = r->said.items;
    size_t kept = 0;
    if (r->said.count == 0)
        return;
    qsort(said, r->said.count, sizeof *said, order_by_person);
    for (size_t k = 0; k < r->said.count; k++) {
        bool spoke = kept > 0 && said[kept - 1].cluster == said[k].cluster &&
                     said[kept - 1].person == said[k].person;
        if (!spoke || (said[k].parent != PL_NONE &&
                       said[kept - 1].parent != said[k].parent))
            said[kept++] = said[k];
    }
    r->said.count = kept;
    qsort(said, kept, sizeof *said, order_by_parent);
}

static bool is_filed_above(const pl_taxonomy_file *filed, uint32_t upper,
                           uint32_t lower)
{
    uint32_t depth = filed->depth[upper];
    while (lower != PL_NONE && filed->depth[lower] > depth)
        lower = filed->parent[lower];
    return lower == upper;
}

/* Which further parent of c `up` is; PL_NONE: it is none. */
static uint32_t find_more_parent(const pl_taxonomy_file *filed, uint32_t c,
                                 uint32_t up)
{
    const uint32_t *first = filed->more_first;
    for (uint32_t k = first == NULL ? 0 : first[c];
         first != NULL && k < first[c + 1]; k++)
        if (filed->more_parent[k] == up)
            return k;
    return PL_NONE;
}

static int order_statements(const void *left, const void *right)
{
    const statement *a = left, *b = right;
    if (a->people != b->people)
        return a->people > b->people ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

/* ---------------------------------------------------------------- voices -- */

typedef struct voices {
    uint32_t for_it, skip, against, top, also;
    uint32_t more_heard; /* further parents that somebody named */
} voices;

/* Whether people did put a cluster below its further parents, and there are no
 * more of these than the report allows. */
static pleach_status check_more_parents(const recount *r, uint32_t c,
                                        const voices *v, pleach_error *error)
{
    const pl_taxonomy_file *filed = r->filed;
    const pl_parsed *most = pl_parsed_get(r->filed->report, "parents");
    if (filed->more_first == NULL)
        return PLEACH_OK;
    uint32_t count = filed->more_first[c + 1] - filed->more_first[c];
    if (count > 0 && (!pl_parsed_is(most, PL_PARSED_INTEGER) ||
                      pl_parsed_integer(most) < (int64_t)count + 1))
        return pl_broken(filed, error,
                         "Cluster %lld has more parents than the report says.",
                         (long long)filed->id[c]);
    if (v->more_heard < count)
        return pl_broken(
            filed, error,
            "Cluster %lld has a further parent that nobody gave it.",
            (long long)filed->id[c]);
    return PLEACH_OK;
}

/* Takes what so many people say about c into account. */
static pleach_status count_statement(recount *r, uint32_t c, statement s,
                                     voices *v, pleach_error *error)
{
    const pl_taxonomy_file *filed = r->filed;
    uint32_t more = find_more_parent(filed, c, s.parent);
    if (s.parent == PL_NONE) {
        v->top += filed->parent[c] == PL_NONE || pl_filed_is_rooted(filed, c)
                      ? 0
                      : s.people;
    } else if (s.parent == filed->parent[c]) {
        v->for_it += s.people;
    } else if (more != PL_NONE) {
        v->also += s.people;
        v->more_heard++;
        if (filed->more_people[more] != s.people)
            return pl_broken(
                filed, error,
                "Below cluster %lld, %u people put cluster %lld, and not %u.",
                (long long)filed->id[s.parent], s.people,
                (long long)filed->id[c], filed->more_people[more]);
    } else if (is_filed_above(filed, s.parent, c)) {
        v->skip += s.people;
    } else {
        v->against += s.people;
        pl_list_add(&r->against, s);
    }
    return PLEACH_OK;
}

/* Of parents that equally many want any may be listed. */
static pleach_status check_rivals(const recount *r, uint32_t c,
                                  pleach_error *error)
{
    const pl_parsed *rivals = pl_filed_of(r->filed, c, "rivals");
    size_t count =
        r->against.count < MOST_RIVALS ? r->against.count : (size_t)MOST_RIVALS;
    bool right = rivals == NULL || pl_parsed_size(rivals) == count;
    for (size_t k = 0; rivals != NULL && right && k < count; k++) {
        const pl_parsed *rival = pl_parsed_at(rivals, k);
        const pl_parsed *parent = pl_parsed_get(rival, "parent");
        uint32_t up = pl_parsed_is(parent, PL_PARSED_INTEGER)
                          ? pl_filed_find(r->filed, pl_parsed_integer(parent))
                          : PL_NONE;
        right = false;
        for (size_t l = 0; l < r->against.count && !right; l++)
            right = r->against.items[l].parent == up &&
                    r->against.items[l].people == r->against.items[k].people;
        for (size_t l = 0; l < k; l++)
            right &= pl_parsed_integer(
                         pl_parsed_get(pl_parsed_at(rivals, l), "parent")) !=
                     pl_parsed_integer(parent);
        right &= pl_parsed_integer(pl_parsed_get(rival, "people")) ==
                 r->against.items[k].people;
    }
    return right
               ? PLEACH_OK
               : pl_broken(r->filed, error,
                           "The \"rivals\" of cluster %lld are not the parents "
                           "that most of those against its place want.",
                           (long long)r->filed->id[c]);
}

/* A table of edges gives a hierarchy for each parent, and does not say which of
 * them go on where another ends. To one owner's hierarchies, each of which
 * counts as somebody's, the roots of those are no tops. */
static pleach_status check_tops(recount *r, uint32_t c, voices *v,
                                pleach_error *error)
{
    const pl_parsed *stated =
        pl_parsed_get(pl_filed_of(r->filed, c, "voices"), "top");
    int64_t tops = pl_parsed_integer(stated);
    if (!r->proof->by_hierarchy || tops < 0 || tops > v->top)
        return expect(r, pl_filed_of(r->filed, c, "voices"), c, "top", v->top,
                      error);
    if (tops != v->top) {
        pl_doubt_field(r->proof, "clusters.voices", "top");
        pl_doubt_field(r->proof, "report", "tops_overruled");
    }
    v->top = (uint32_t)tops;
    return PLEACH_OK;
}

/* A count of 0 may be left out where it is about further parents. */
static pleach_status check_cluster_voices(recount *r, uint32_t c, voices *v,
                                          pleach_error *error)
{
    const pl_parsed *cluster = pl_filed_cluster(r->filed, c);
    const pl_parsed *stated = pl_parsed_get(cluster, "voices");
    const struct {
        const char *name;
        uint32_t truth;
    } counts[] = {{"for", v->for_it},
                  {"skip", v->skip},
                  {"against", v->against},
                  {"also", v->also}};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        PL_TRY(expect(r, stated, c, counts[k].name, counts[k].truth, error));
    if (stated != NULL && v->also > 0 && pl_parsed_get(stated, "also") == NULL)
        return pl_broken(r->filed, error,
                         "Of cluster %lld \"also\" should be %u.",
                         (long long)r->filed->id[c], v->also);
    PL_TRY(check_tops(r, c, v, error));
    PL_TRY(expect(r, cluster, c, "edge_people", v->for_it, error));
    PL_TRY(check_more_parents(r, c, v, error));
    return check_rivals(r, c, error);
}

/* What people said is sorted by cluster and parent. */
static pleach_status check_sayings(recount *r, pleach_error *error)
{
    size_t at = 0;
    for (uint32_t c = 0; c < r->filed->cluster_count; c++) {
        voices v = {0};
        r->against.count = 0;
        while (at < r->said.count && r->said.items[at].cluster == c) {
            statement s = {r->said.items[at].parent, 0};
            for (; at < r->said.count && r->said.items[at].cluster == c &&
                   r->said.items[at].parent == s.parent;
                 at++)
                s.people++;
            PL_TRY(count_statement(r, c, s, &v, error));
        }
        PL_TRY(pl_check_memory(r->filed->arena, error));
        if (r->against.count > 1)
            qsort(r->against.items, r->against.count, sizeof *r->against.items,
                  order_statements);
        PL_TRY(check_cluster_voices(r, c, &v, error));
        r->held += v.for_it + v.also;
        r->implied += v.skip;
        r->overruled += v.against;
        r->tops += v.top;
    }
    return PLEACH_OK;
}

static void doubt_sayings(recount *r)
{
    static const char *const fields[][2] = {
        {"clusters", "entries"},          {"report", "entries"},
        {"clusters", "edge_people"},      {"clusters", "rivals"},
        {"clusters", "also_under"},       {"clusters.voices", "for"},
        {"clusters.voices", "skip"},      {"clusters.voices", "against"},
        {"clusters.voices", "top"},       {"clusters.voices", "also"},
        {"report", "statements"},         {"report", "statements_held"},
        {"report", "statements_implied"}, {"report", "statements_overruled"},
        {"report", "tops_overruled"}};
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        pl_doubt_field(r->proof, fields[k][0], fields[k][1]);
    if (r->proof->by_hierarchy)
        pl_doubt_field(r->proof, "clusters", "people");
}

/* ---------------------------------------------------------------- report -- */

/* As many levels as there are, and each with its count. */
static pleach_status expect_levels(const recount *r, const char *name,
                                   const uint64_t *truth, size_t count,
                                   pleach_error *error)
{
    const pl_parsed *list =
        pl_parsed_get(pl_parsed_get(r->filed->report, "levels"), name);
    bool right = pl_parsed_size(list) == count;
    for (size_t k = 0; k < count && right; k++)
        right = pl_parsed_is(pl_parsed_at(list, k), PL_PARSED_INTEGER) &&
                pl_parsed_integer(pl_parsed_at(list, k)) == (int64_t)truth[k];
    return right ? PLEACH_OK
                 : pl_broken(r->filed, error,
                             "The report's \"levels.%s\" are not those of the "
                             "clusters.",
                             name);
}

static uint64_t count_roots(const pl_taxonomy_file *filed)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < filed->member_count; k++)
        count += filed->member[k].parent_key == PL_NONE;
    return count;
}

/* Ids that were given once are never given again. */
static pleach_status check_next_id(const recount *r, pleach_error *error)
{
    const pl_parsed *next = pl_parsed_get(r->filed->report, "next_id");
    bool right = next == NULL || pl_parsed_is(next, PL_PARSED_INTEGER);
    for (uint32_t c = 0; c < r->filed->cluster_count && next != NULL; c++)
        right &= pl_parsed_integer(next) > r->filed->id[c];
    return right ? PLEACH_OK
                 : pl_broken(r->filed, error,
                             "The report's \"next_id\" is not above all ids.");
}

/* Those that every taxonomy has must be there. */
static pleach_status check_report(const recount *r, const pl_file_measures *is,
                                  pleach_error *error)
{
    const pl_taxonomy_file *filed = r->filed;
    const struct {
        const char *name;
        bool needed, sure;
        double truth;
    } figures[] = {
        {"clusters", true, true, filed->cluster_count},
        {"trees", true, true, is->trees},
        {"nodes", true, true, filed->member_count},
        {"discarded", true, true, filed->discarded_count},
        {"depth", true, true, is->levels == 0 ? 0 : is->levels - 1},
        {"net_similarity", true, true, is->net_similarity},
        {"aut", false, true, is->aut},
        {"saplings", false, true, (double)count_roots(filed)},
        {"people", false, true, (double)r->people},
        {"entries", false, r->clear, (double)r->entries},
        {"statements", false, r->clear,
         (double)(r->held + r->implied + r->overruled)},
        {"statements_held", false, r->clear, (double)r->held},
        {"statements_implied", false, r->clear, (double)r->implied},
        {"statements_overruled", false, r->clear, (double)r->overruled},
        {"tops_overruled", false, r->clear, (double)r->tops},
    };
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
        if (figures[k].needed &&
            pl_parsed_get(r->filed->report, figures[k].name) == NULL)
            return pl_broken(filed, error,
                             "The file has no report with \"%s\".",
                             figures[k].name);
        if (figures[k].sure)
            PL_TRY(expect(r, r->filed->report, PL_NONE, figures[k].name,
                          figures[k].truth, error));
    }
    PL_TRY(expect_levels(r, "clusters", is->level_clusters, is->levels, error));
    PL_TRY(
        expect_levels(r, "instances", is->level_instances, is->levels, error));
    return check_next_id(r, error);
}

/* ----------------------------------------------------------------- whole -- */

/* Who said what is gathered once, and all counts are held against it. */
static pleach_status check_all_counts(recount *r, const pl_file_measures *is,
                                      pleach_error *error)
{
    const pl_taxonomy_file *filed = r->filed;
    pl_arena *arena = filed->arena;
    r->home = PL_ARENA_ARRAY(arena, uint32_t, pl_strings_count(filed->nodes));
    r->person = PL_ARENA_ARRAY(arena, uint32_t, filed->member_count);
    r->sorted = PL_ARENA_ARRAY(arena, uint32_t, filed->member_count);
    r->said.arena = r->against.arena = arena;
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(name_people(r, error));
    find_homes(r);
    if (r->clear)
        list_sayings(r);
    PL_TRY(pl_check_memory(arena, error));
    keep_voices(r);
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        PL_TRY(check_people(r, c, error));
    for (uint32_t c = 0; r->clear && c < filed->cluster_count; c++)
        PL_TRY(check_entries(r, c, error));
    if (r->clear)
        PL_TRY(check_sayings(r, error));
    else
        doubt_sayings(r);
    return check_report(r, is, error);
}

/* Counted from the members alone, without the statements that the forest was
 * placed by. Of one owner alone the file does not say whether this is somebody,
 * or a file that names nobody; the inputs do. */
pleach_status pl_check_counts(pl_proof *proof, pleach_error *error)
{
    recount r = {.proof = proof, .filed = proof->filed};
    pl_file_measures is = {0};
    if (!proof->result.inputs_compared)
        proof->by_hierarchy = pl_taxonomy_file_by_hierarchy(proof->filed);
    proof->by_hierarchy &= pl_filed_has_one_owner(proof->filed);
    PL_TRY(pl_measure_file(&is, proof->filed, error));
    return check_all_counts(&r, &is, error);
}
