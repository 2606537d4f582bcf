/* check_decisions.c: proves that a taxonomy file obeys decisions.
 *
 * Which nodes a decision names is found in the file alone: by the names of its
 * members and of what is above them there. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "base/text.h"
#include "check/check.h"
#include "corpus/names.h"
#include "taxonomy/recorded_decisions.h"

typedef struct obedience {
    pl_taxonomy_file *filed;
    const pleach_decisions *decisions;
    pl_namer *namer;
    pl_strings *names;  /* normalised */
    uint32_t *key_name; /* per node of filed->nodes: its name in `names` */
    uint32_t *above;    /* the same: the name of what it is below */
    uint32_t *up;       /* ... and what that is itself, or PL_NONE */
    const char **text;  /* per node: its name as it is written */
    uint32_t key_count;
    pl_strings *ids;
    uint32_t *key_id;   /* per node: its hierarchy's id in `ids` */
    PL_LIST(char) copy; /* of an owner and an id */
    /* (name, member) and (id of a hierarchy, member), ascending. */
    uint64_t *by_name, *by_id;
    /* For one decision, per cluster: whether it has a node of A, of B; and
     * which have. */
    uint8_t *has[2];
    uint32_t *marked[2], marked_count[2];
    uint32_t named[2]; /* members that A and B name */
    uint32_t home[2];  /* the cluster of one of them */
} obedience;

/* ---------------------------------------------------------------- names -- */

static bool name_key(const obedience *o, const char *text, uint32_t *name)
{
    pl_key key;
    if (!pl_namer_key(o->namer, text, strlen(text), &key))
        return false;
    *name = pl_strings_add(o->names, key.bytes, key.length);
    return *name != PL_NONE;
}

/* Members and discarded nodes alike: a decision may name either. */
static bool note_names(obedience *o, const pl_filed_node *nodes, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        o->text[nodes[k].key] = nodes[k].name;
        if (*nodes[k].name != '\0' &&
            !name_key(o, nodes[k].name, &o->key_name[nodes[k].key]))
            return false;
    }
    return true;
}

/* The name of what a node is below; the top of a hierarchy is below nothing.
 * Nodes that are looked up here without being there are new, and nameless. */
static bool find_checked_above(obedience *o, uint32_t key)
{
    pl_filed_place place = pl_filed_place_of(o->filed, key);
    const char *owner = place.owner, *id = place.id, *path = place.path;
    const char *cut = strrchr(path, '/');
    char up[PLEACH_PATH_BYTES] = ".";
    o->key_id[key] = pl_strings_add(o->ids, id, strlen(id));
    o->above[key] = o->up[key] = PL_NONE;
    if (o->key_id[key] == PL_NONE)
        return false;
    if (strcmp(path, ".") == 0 ||
        (cut != NULL && (size_t)(cut - path) >= sizeof up))
        return true;
    if (cut != NULL)
        snprintf(up, sizeof up, "%.*s", (int)(cut - path), path);
    o->copy.count = 0;
    pl_list_add_all(&o->copy, owner, strlen(owner) + strlen(id) + 2);
    if (o->copy.count == 0)
        return false;
    const char *copies = o->copy.items;
    uint32_t parent =
        pl_filed_key(o->filed, copies, copies + strlen(copies) + 1, up, "root");
    if (parent < o->key_count) {
        o->above[key] = o->key_name[parent];
        o->up[key] = parent;
    }
    return parent != PL_NONE;
}

static void sort_members(const obedience *o)
{
    const pl_taxonomy_file *filed = o->filed;
    for (uint32_t k = 0; k < filed->member_count; k++) {
        uint32_t key = filed->member[k].key;
        o->by_name[k] = (uint64_t)o->key_name[key] << 32 | k;
        o->by_id[k] = (uint64_t)o->key_id[key] << 32 | k;
    }
    pl_sort_uint64(o->by_name, filed->member_count);
    pl_sort_uint64(o->by_id, filed->member_count);
}

/* Whoever asks the arena next knows whether all of it is there. */
static void make_check_room(obedience *o, pl_arena *arena)
{
    uint32_t clusters = o->filed->cluster_count;
    uint32_t members = o->filed->member_count;
    size_t keys = o->key_count = pl_strings_count(o->filed->nodes);
    o->names = pl_strings_in(arena);
    o->ids = pl_strings_in(arena);
    o->copy.arena = arena;
    o->key_name = PL_ARENA_ARRAY(arena, uint32_t, keys);
    o->above = PL_ARENA_ARRAY(arena, uint32_t, keys);
    o->up = PL_ARENA_ARRAY(arena, uint32_t, keys);
    o->text = PL_ARENA_ARRAY(arena, const char *, keys);
    o->key_id = PL_ARENA_ARRAY(arena, uint32_t, keys);
    o->by_name = PL_ARENA_ARRAY(arena, uint64_t, members);
    o->by_id = PL_ARENA_ARRAY(arena, uint64_t, members);
    for (int side = 0; side < 2; side++) {
        o->has[side] = PL_ARENA_ARRAY(arena, uint8_t, clusters);
        o->marked[side] = PL_ARENA_ARRAY(arena, uint32_t, clusters);
    }
}

/* Names first, then what is above each node, as operands may ask for both;
 * sorted last, when all keys are known. */
static bool find_all_names(obedience *o)
{
    const pl_taxonomy_file *filed = o->filed;
    uint32_t keys = o->key_count;
    memset(o->key_name, 0xff, keys * sizeof *o->key_name);
    bool enough = note_names(o, filed->member, filed->member_count) &&
                  note_names(o, filed->discarded, filed->discarded_count);
    for (uint32_t key = 0; enough && key < keys; key++)
        enough = find_checked_above(o, key);
    if (enough && filed->member_count > 0)
        sort_members(o);
    return enough;
}

/* ----------------------------------------------------- who is meant -- */

/* An operand as numbers of this file. */
typedef struct meaning {
    uint32_t name, parent, id;  /* PL_NONE: any; or there is no such */
    const char *path;           /* not NULL: a node is meant */
    const char *source, *names; /* not NULL: one of it that stands so */
    bool nobody;
} meaning;

/* What could be an id is one where there is such a hierarchy, and a name
 * otherwise, as for those who obey. */
static bool find_meaning(meaning *m, const obedience *o,
                         const pl_operand *operand, bool by_address)
{
    uint32_t known = pl_strings_count(o->names);
    *m = (meaning){.name = PL_NONE, .parent = PL_NONE, .id = PL_NONE};
    if (operand->id != NULL)
        m->id = pl_strings_find(o->ids, operand->id, strlen(operand->id));
    if (m->id != PL_NONE) {
        m->path = operand->path;
        return true;
    }
    if (by_address) {
        m->source = operand->source;
        m->names = operand->names;
        return name_key(o, operand->last, &m->name);
    }
    if (!name_key(o, operand->name, &m->name) ||
        (operand->parent != NULL && !name_key(o, operand->parent, &m->parent)))
        return false;
    m->nobody =
        m->name >= known || (m->parent != PL_NONE && m->parent >= known);
    return true;
}

/* Whether the names from the top down to a node are these, " > " between. */
static bool has_checked_names(const obedience *o, uint32_t key,
                              const char *names)
{
    for (size_t left = strlen(names);; left -= 3, key = o->up[key]) {
        const char *name = o->text[key] == NULL ? "" : o->text[key];
        size_t length = strlen(name);
        if (length > left || memcmp(names + left - length, name, length) != 0)
            return false;
        left -= length;
        if (strcmp(pl_filed_place_of(o->filed, key).path, ".") == 0)
            return left == 0;
        if (o->up[key] == PL_NONE || left < 3 ||
            memcmp(names + left - 3, " > ", 3) != 0)
            return false;
    }
}

static bool is_meant(const obedience *o, const meaning *m, uint32_t key)
{
    if (m->source != NULL)
        return strcmp(pl_filed_place_of(o->filed, key).owner, m->source) == 0 &&
               has_checked_names(o, key, m->names);
    if (m->path != NULL)
        return o->key_id[key] == m->id &&
               strcmp(pl_filed_place_of(o->filed, key).path, m->path) == 0;
    return !m->nobody && o->key_name[key] == m->name &&
           (m->parent == PL_NONE || o->above[key] == m->parent);
}

static void clear_marks(obedience *o, uint32_t side)
{
    for (uint32_t k = 0; k < o->marked_count[side]; k++)
        o->has[side][o->marked[side][k]] = 0;
    o->marked_count[side] = 0;
    o->named[side] = 0;
    o->home[side] = PL_NONE;
}

static void mark_checked_member(obedience *o, uint32_t side, uint32_t cluster)
{
    o->named[side]++;
    o->home[side] = cluster;
    if (!o->has[side][cluster])
        o->marked[side][o->marked_count[side]++] = cluster;
    o->has[side][cluster] = 1;
}

/* Marks the clusters that have a node of one side. */
static bool mark_meant_clusters(obedience *o, const pl_operand *operand,
                                uint32_t side, bool by_address)
{
    const pl_taxonomy_file *filed = o->filed;
    meaning m;
    if (!find_meaning(&m, o, operand, by_address))
        return false;
    const uint64_t *words = m.path != NULL ? o->by_id : o->by_name;
    uint64_t sought = m.path != NULL ? m.id : m.name;
    for (size_t at =
             pl_lower_bound_uint64(words, filed->member_count, sought << 32);
         at < filed->member_count && words[at] >> 32 == sought; at++) {
        const pl_filed_node *member = &filed->member[(uint32_t)words[at]];
        if (!is_meant(o, &m, member->key))
            continue;
        mark_checked_member(o, side, member->cluster);
    }
    return true;
}

/* What could be an address is one where a node has it. */
static bool mark_named_clusters(obedience *o, const pl_operand *operand,
                                uint32_t side)
{
    clear_marks(o, side);
    if (operand->name == NULL)
        return true;
    if (operand->source != NULL && !mark_meant_clusters(o, operand, side, true))
        return false;
    return o->named[side] > 0 || mark_meant_clusters(o, operand, side, false);
}

/* ------------------------------------------------------------ obeying -- */

/* Each kind of decision as a condition on one cluster alone, so that the first
 * that breaks it can be named. What a branch was before, this file does not
 * say. */
static bool is_wrong(const obedience *o, const pleach_decision *d, uint32_t c)
{
    bool a = o->has[0][c], b = o->has[1][c];
    uint32_t up = o->filed->parent[c];
    switch (d->kind) {
    case PLEACH_SAME:
        return (a || b) && c != o->home[0];
    case PLEACH_DIFFERENT:
        return a && b;
    case PLEACH_UNDER:
        return (a && up != o->home[1]) || (b && c != o->home[1]);
    case PLEACH_NOT_UNDER:
        return a && up != PL_NONE && o->has[1][up];
    case PLEACH_TOP:
        return a && up != PL_NONE && !pl_filed_is_rooted(o->filed, c);
    case PLEACH_NAME:
        return a && strcmp(o->filed->name[c], d->b) != 0;
    case PLEACH_DROP:
        return a;
    case PLEACH_KEEP_BRANCH:
        break;
    }
    return false;
}

/* The first cluster that disobeys; PL_NONE: none. */
static uint32_t find_culprit(const obedience *o, const pleach_decision *d)
{
    uint32_t first = PL_NONE;
    for (int side = 0; side < 2; side++)
        for (uint32_t k = 0; k < o->marked_count[side]; k++) {
            uint32_t c = o->marked[side][k];
            if (c < first && is_wrong(o, d, c))
                first = c;
        }
    return first;
}

/* A decision about nobody holds. The cluster in the message is where somebody
 * would look first. */
static pleach_status check_decision(obedience *o, size_t k, pleach_error *error)
{
    const pleach_decision *d = &o->decisions->items[k];
    bool two = pl_decision_takes_two(d->kind) && d->kind != PLEACH_NAME;
    char text[200];
    if (!mark_named_clusters(o, &o->decisions->operand[k][0], 0) ||
        !mark_named_clusters(o, &o->decisions->operand[k][1], 1))
        return pl_fail_memory(error);
    if (o->named[0] == 0 || (two && o->named[1] == 0))
        return PLEACH_OK;
    uint32_t c = find_culprit(o, d);
    if (c == PL_NONE)
        return PLEACH_OK;
    pl_decision_text(d, text, sizeof text);
    return pl_broken(
        o->filed, error,
        "Line %llu of %.100s is not obeyed (%s): see cluster %lld, \"%.*s\".",
        (unsigned long long)d->line, o->decisions->file, text,
        (long long)o->filed->id[c],
        pl_text_cut(o->filed->name[c], strlen(o->filed->name[c]), 60),
        o->filed->name[c]);
}

/* In the file's own language, or names would not meet. */
static pleach_status obey_or_fail(pl_taxonomy_file *filed,
                                  const pleach_decisions *decisions,
                                  pleach_error *error)
{
    PL_SCRATCH(scratch);
    obedience o = {.filed = filed, .decisions = decisions};
    make_check_room(&o, scratch);
    PL_TRY(pl_check_memory(scratch, error));
    const pl_parsed *report = filed->report;
    const char *language = pl_parsed_text(pl_parsed_get(report, "language"));
    PL_TRY(pl_namer_new(&o.namer, scratch, language, error));
    if (!find_all_names(&o))
        return pl_fail_memory(error);
    for (size_t k = 0; k < decisions->count; k++)
        PL_TRY(check_decision(&o, k, error));
    return PLEACH_OK;
}

pleach_status pl_check_recorded(pl_taxonomy_file *filed, pleach_error *error)
{
    pleach_decisions *decisions;
    PL_TRY(pl_recorded_decisions(&decisions, filed->root, filed->path, error));
    pleach_status status =
        decisions == NULL ? PLEACH_OK : obey_or_fail(filed, decisions, error);
    pleach_decisions_free(decisions);
    return status;
}

pleach_status pleach_check_decisions(const pleach_input *taxonomy,
                                     const pleach_decisions *decisions,
                                     pleach_error *error)
{
    pl_taxonomy_file filed;
    pleach_status status = pl_taxonomy_file_load(&filed, taxonomy, error);
    if (status == PLEACH_OK)
        status = obey_or_fail(&filed, decisions, error);
    pl_taxonomy_file_free(&filed);
    return status;
}
