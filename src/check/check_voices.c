/* check_voices.c: counts anew who put which cluster where.
 *
 * Where people may be overruled, the file says of each cluster how many were
 * for its place, left levels out, were against it, or have it on top. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "check/check.h"

typedef struct voices {
    uint32_t for_it, skip, against, top, also;
} voices;

typedef struct recount {
    const pl_taxonomy_file *filed;
    uint32_t *home;     /* per node of filed->nodes: its cluster */
    pl_strings *people; /* owners, or hierarchies where nobody is named */
    pl_strings *said;   /* (cluster, parent, person); PL_NONE: on top */
    pl_strings *spoke;  /* (cluster, person) who gave it any parent */
    bool by_hierarchy;  /* nobody is named, and each hierarchy is somebody's */
    voices *counted;    /* per cluster */
    uint32_t *counted_more; /* per further parent */
} recount;

/* Each node in one cluster; where two hierarchies share owner and id a name
 * stands for several nodes, and who said what cannot be told. */
static bool find_homes(recount *r)
{
    const pl_taxonomy_file *filed = r->filed;
    memset(r->home, 0xff, pl_strings_count(filed->nodes) * sizeof *r->home);
    for (uint32_t k = 0; k < filed->member_count; k++) {
        uint32_t *home = &r->home[filed->member[k].key];
        if (*home != PL_NONE)
            return false;
        *home = filed->member[k].cluster;
    }
    return true;
}

static uint32_t person_of(recount *r, uint32_t key)
{
    const char *owner = pl_strings_at(r->filed->nodes, key);
    const char *id = owner + strlen(owner) + 1;
    size_t length =
        r->by_hierarchy ? (size_t)(id - owner) + strlen(id) : strlen(owner);
    return pl_strings_add(r->people, owner, length);
}

/* Notes something once; *fresh: it had not been noted. False: no memory. */
static bool note_once(pl_strings *table, const uint32_t *words, size_t count,
                      bool *fresh)
{
    uint32_t before = pl_strings_count(table);
    uint32_t id =
        pl_strings_add(table, (const char *)words, count * sizeof *words);
    *fresh = pl_strings_count(table) > before;
    return id != PL_NONE;
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

/* A person has one voice per cluster and parent however many leaves say so,
 * hence the tables of what was noted already. */
static bool count_leaf(recount *r, const pl_taxonomy_file_member *leaf)
{
    uint32_t c = leaf->cluster, up = r->home[leaf->parent_key];
    uint32_t person = person_of(r, leaf->key);
    bool fresh;
    if (up == PL_NONE || up == c)
        return true;
    if (person == PL_NONE ||
        !note_once(r->spoke, (uint32_t[]){c, person}, 2, &fresh) ||
        !note_once(r->said, (uint32_t[]){c, up, person}, 3, &fresh))
        return false;
    voices *v = &r->counted[c];
    uint32_t more = find_more_parent(r->filed, c, up);
    if (fresh && more != PL_NONE)
        r->counted_more[more]++;
    if (fresh)
        ++*(up == r->filed->parent[c]         ? &v->for_it
            : more != PL_NONE                 ? &v->also
            : is_filed_above(r->filed, up, c) ? &v->skip
                                              : &v->against);
    return true;
}

/* The root of a whole hierarchy, of somebody who has it nowhere else. */
static bool count_top(recount *r, const pl_taxonomy_file_member *root)
{
    const char *owner = pl_strings_at(r->filed->nodes, root->key);
    const char *id = owner + strlen(owner) + 1, *path = id + strlen(id) + 1;
    uint32_t c = root->cluster, person = person_of(r, root->key);
    uint32_t spoken[2] = {c, person};
    bool fresh;
    if (strcmp(path, ".") != 0 || r->filed->parent[c] == PL_NONE ||
        pl_taxonomy_file_is_rooted(r->filed, c))
        return true;
    if (person == PL_NONE)
        return false;
    if (pl_strings_find(r->spoke, (const char *)spoken, sizeof spoken) !=
        PL_NONE)
        return true;
    if (!note_once(r->said, (uint32_t[]){c, PL_NONE, person}, 3, &fresh))
        return false;
    r->counted[c].top += fresh;
    return true;
}

static bool count_all(recount *r)
{
    const pl_taxonomy_file *filed = r->filed;
    bool enough = true;
    for (uint32_t k = 0; k < filed->member_count && enough; k++)
        if (filed->member[k].parent_key != PL_NONE)
            enough = count_leaf(r, &filed->member[k]);
    for (uint32_t k = 0; k < filed->member_count && enough; k++)
        if (filed->member[k].parent_key == PL_NONE)
            enough = count_top(r, &filed->member[k]);
    return enough;
}

/* The first wrong number is named, with what it should be, as somebody may have
 * edited the file by hand. */
static pleach_status check_cluster_voices(const recount *r, uint32_t c,
                                          pleach_error *error)
{
    const pl_parsed *cluster =
        pl_parsed_at(pl_parsed_get(r->filed->root, "clusters"), c);
    const pl_parsed *stated = pl_parsed_get(cluster, "voices");
    const struct {
        const char *field;
        uint32_t truth;
    } counts[] = {{"for", r->counted[c].for_it},
                  {"skip", r->counted[c].skip},
                  {"against", r->counted[c].against},
                  {"top", r->counted[c].top},
                  {"also", r->counted[c].also}};
    enum { TOP = 3 };
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        const pl_parsed *number = pl_parsed_get(stated, counts[k].field);
        int64_t count = pl_parsed_integer(number);
        int64_t truth = counts[k].truth;
        /* A table of edges gives a hierarchy for each parent, and does not say
         * which of them go on where another ends. To one owner's hierarchies,
         * each of which counts as somebody's, the roots of those are no tops.
         */
        int64_t least = k == TOP && r->by_hierarchy ? 0 : truth;
        if (number == NULL && truth == 0)
            continue;
        if (!pl_parsed_is(number, PL_PARSED_INTEGER) || count < least ||
            count > truth)
            return pl_taxonomy_file_broken(
                r->filed, error,
                "Of cluster %lld the voices \"%s\" should be %u.",
                (long long)r->filed->id[c], counts[k].field, counts[k].truth);
    }
    return PLEACH_OK;
}

/* Whether people did put a cluster below its further parents, and there are no
 * more of these than the report allows. */
static pleach_status check_more_parents(const recount *r, uint32_t c,
                                        pleach_error *error)
{
    const pl_taxonomy_file *filed = r->filed;
    const pl_parsed *most =
        pl_parsed_get(pl_parsed_get(filed->root, "report"), "parents");
    if (filed->more_first == NULL)
        return PLEACH_OK;
    uint32_t count = filed->more_first[c + 1] - filed->more_first[c];
    if (count > 0 && (!pl_parsed_is(most, PL_PARSED_INTEGER) ||
                      pl_parsed_integer(most) < (int64_t)count + 1))
        return pl_taxonomy_file_broken(
            filed, error, "Cluster %lld has more parents than the report says.",
            (long long)filed->id[c]);
    for (uint32_t k = filed->more_first[c]; k < filed->more_first[c + 1]; k++)
        if (r->counted_more[k] != filed->more_people[k])
            return pl_taxonomy_file_broken(
                filed, error,
                "Below cluster %lld, %u people put cluster %lld, and not %u.",
                (long long)filed->id[filed->more_parent[k]], r->counted_more[k],
                (long long)filed->id[c], filed->more_people[k]);
    return PLEACH_OK;
}

/* Counted from the members alone, without the statements that the forest was
 * placed by. */
pleach_status pl_check_voices(const pl_taxonomy_file *filed,
                              pleach_error *error)
{
    recount r = {
        .filed = filed,
        .home = pl_allocate(pl_strings_count(filed->nodes), sizeof *r.home),
        .people = pl_strings_new(),
        .said = pl_strings_new(),
        .spoke = pl_strings_new(),
        .by_hierarchy = pl_taxonomy_file_by_hierarchy(filed),
        .counted = pl_allocate(filed->cluster_count, sizeof *r.counted),
        .counted_more = pl_allocate(
            filed->more_first == NULL ? 1
                                      : filed->more_first[filed->cluster_count],
            sizeof *r.counted_more)};
    pleach_status status =
        r.home && r.people && r.said && r.spoke && r.counted && r.counted_more
            ? PLEACH_OK
            : pl_fail_memory(error);
    if (status == PLEACH_OK && find_homes(&r)) {
        status = count_all(&r) ? PLEACH_OK : pl_fail_memory(error);
        for (uint32_t c = 0; status == PLEACH_OK && c < filed->cluster_count;
             c++) {
            status = check_cluster_voices(&r, c, error);
            if (status == PLEACH_OK)
                status = check_more_parents(&r, c, error);
        }
    }
    pl_release(r.home);
    pl_release(r.counted);
    pl_release(r.counted_more);
    pl_strings_free(r.people);
    pl_strings_free(r.said);
    pl_strings_free(r.spoke);
    return status;
}
