/* check_texts.c: proves names, keys, spellings, tags, concepts, and what is
 * told of nodes that were discarded or had to move. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "check/check.h"
#include "corpus/names.h"

enum { TAGS_SHOWN = 10 };

typedef struct texts {
    pl_proof *proof;
    const pl_taxonomy_file *filed;
    pl_namer *namer;
    pl_strings *keys;
    pl_weighed spellings;
} texts;

/* --------------------------------------------------------------- weights -- */

pl_weighed pl_weighed_start(const pl_taxonomy_file *filed)
{
    pl_arena *arena = filed->arena;
    return (pl_weighed){
        .texts = pl_strings_in(arena),
        .weight = {.arena = arena},
        .distinct = PL_ARENA_ARRAY(arena, uint32_t, filed->cluster_count),
        .scratch = {.arena = arena}};
}

/* The bytes by which a text of a cluster is found. */
static void make_label(pl_weighed *weighed, uint32_t cluster, const char *text,
                       size_t length)
{
    weighed->scratch.count = 0;
    pl_list_add_all(&weighed->scratch, (const char *)&cluster, sizeof cluster);
    pl_list_add_all(&weighed->scratch, text, length);
}

void pl_weigh(pl_weighed *weighed, uint32_t cluster, const char *text,
              size_t length, double weight)
{
    make_label(weighed, cluster, text, length);
    uint32_t at = pl_strings_add(weighed->texts, weighed->scratch.items,
                                 weighed->scratch.count);
    if (at == weighed->weight.count) {
        pl_list_add(&weighed->weight, 0);
        weighed->distinct[cluster]++;
    }
    if (at < weighed->weight.count)
        weighed->weight.items[at] += weight;
}

static bool are_equal(double stated, double truth)
{
    return fabs(stated - truth) <= 1e-5 * (1 + fabs(truth));
}

static pleach_status fail_weighed(const texts *t, uint32_t c, const char *name,
                                  pleach_error *error)
{
    return pl_broken(t->filed, error,
                     "The \"%s\" of cluster %lld are not its members'.", name,
                     (long long)t->filed->id[c]);
}

/* Each text of a cluster with its weight, and as many as there are, or the
 * first few of them; *least is the smallest weight. */
static pleach_status check_weighed(const texts *t, pl_weighed *truth,
                                   uint32_t c, const char *name, size_t most,
                                   double *least, pleach_error *error)
{
    const pl_parsed *stated = pl_filed_of(t->filed, c, name);
    size_t count = truth->distinct[c] < most ? truth->distinct[c] : most;
    *least = INFINITY;
    if (stated == NULL)
        return PLEACH_OK;
    if (pl_parsed_size(stated) != count)
        return fail_weighed(t, c, name, error);
    for (size_t k = 0; k < count; k++) {
        const pl_parsed *item = pl_parsed_at(stated, k);
        make_label(truth, c, item->key, strlen(item->key));
        PL_TRY(pl_check_memory(t->filed->arena, error));
        uint32_t at = pl_strings_find(truth->texts, truth->scratch.items,
                                      truth->scratch.count);
        if (at == PL_NONE || !pl_parsed_is_number(item) ||
            !are_equal(pl_parsed_number(item), truth->weight.items[at]))
            return fail_weighed(t, c, name, error);
        if (truth->weight.items[at] < *least)
            *least = truth->weight.items[at];
    }
    return PLEACH_OK;
}

/* No tag that is left out weighs more than one that is told. */
static pleach_status check_left_out(const texts *t, const double *least,
                                    pleach_error *error)
{
    const pl_weighed *tags = &t->proof->tags;
    for (uint32_t at = 0; at < tags->weight.count; at++) {
        const char *label = pl_strings_at(tags->texts, at);
        uint32_t c;
        memcpy(&c, label, sizeof c);
        double weight = tags->weight.items[at];
        const pl_parsed *told = pl_filed_of(t->filed, c, "tags");
        if (t->proof->doubtful[c] == 0 && weight > least[c] &&
            !are_equal(weight, least[c]) &&
            pl_parsed_get(told, label + sizeof c) == NULL)
            return fail_weighed(t, c, "tags", error);
    }
    return PLEACH_OK;
}

static pleach_status check_tags(const texts *t, pleach_error *error)
{
    uint32_t count = t->filed->cluster_count;
    double *least = PL_ARENA_ARRAY(t->filed->arena, double, count);
    PL_TRY(pl_check_memory(t->filed->arena, error));
    for (uint32_t c = 0; c < count; c++) {
        if (t->proof->doubtful[c])
            pl_doubt_field(t->proof, "clusters", "tags");
        else
            PL_TRY(check_weighed(t, &t->proof->tags, c, "tags", TAGS_SHOWN,
                                 &least[c], error));
    }
    return check_left_out(t, least, error);
}

/* ----------------------------------------------------------------- names -- */

/* Files that do not tell the names of members are silent: "". People may have
 * decided what a cluster is called. */
static pleach_status check_name(const texts *t, uint32_t c, bool decided,
                                pleach_error *error)
{
    const pl_taxonomy_file *filed = t->filed;
    const char *name = filed->name[c];
    const char *root = pl_filed_root(filed);
    bool known =
        *name != '\0' && (decided || (filed->parent[c] == PL_NONE &&
                                      root != NULL && strcmp(name, root) == 0));
    known |= *name != '\0' && pl_filed_is_shaped(filed, c, "group");
    for (uint32_t k = filed->first[c]; k < filed->first[c + 1] && !known; k++)
        known = *name != '\0' && (*filed->member[k].name == '\0' ||
                                  strcmp(filed->member[k].name, name) == 0);
    return known
               ? PLEACH_OK
               : pl_broken(
                     filed, error,
                     "Cluster %lld is called \"%.*s\", as no member of it is.",
                     (long long)filed->id[c],
                     pl_text_cut(name, strlen(name), 60), name);
}

/* Notes a member's spelling and key, and compares that with the cluster's if it
 * is the exemplar. */
static pleach_status check_member(texts *t, const pl_filed_node *is,
                                  pleach_error *error)
{
    uint32_t c = is->cluster;
    const char *stated = pl_parsed_text(pl_filed_of(t->filed, c, "key"));
    pl_key key;
    if (*is->name == '\0')
        return PLEACH_OK;
    bool entry = is->shaped != NULL && strcmp(is->shaped, "entry") == 0;
    if (!pl_namer_key(t->namer, is->name, strlen(is->name), &key))
        return pl_fail_memory(error);
    if (!entry)
        pl_weigh(&t->spellings, c, is->name, strlen(is->name), 1);
    pl_strings_add(t->keys, key.bytes, key.length);
    if (is->key != t->filed->exemplar_key[c] ||
        (stated == NULL && pl_filed_of(t->filed, c, "key") == NULL) ||
        (stated != NULL && strlen(stated) == key.length &&
         memcmp(stated, key.bytes, key.length) == 0))
        return PLEACH_OK;
    return t->proof->doubtful[c]
               ? PLEACH_OK
               : pl_broken(t->filed, error,
                           "The \"key\" of cluster %lld should be "
                           "\"%.*s\".",
                           (long long)t->filed->id[c], (int)key.length,
                           key.bytes);
}

/* ------------------------------------------------------------- concepts -- */

/* The cluster that stands for a concept; PL_NONE: there is none. */
static uint32_t find_chief(const texts *t, uint32_t c)
{
    const pl_parsed *concept = pl_filed_of(t->filed, c, "concept");
    if (concept == NULL)
        return c;
    return pl_parsed_is(concept, PL_PARSED_INTEGER)
               ? pl_filed_find(t->filed, pl_parsed_integer(concept))
               : PL_NONE;
}

/* The largest cluster of a concept stands for it, for itself as well. */
static pleach_status check_concept(const texts *t, uint32_t c,
                                   pleach_error *error)
{
    const uint32_t *first = t->filed->first;
    uint32_t chief = find_chief(t, c);
    if (chief != PL_NONE && find_chief(t, chief) == chief &&
        first[chief + 1] - first[chief] >= first[c + 1] - first[c])
        return PLEACH_OK;
    return pl_broken(t->filed, error,
                     "The \"concept\" of cluster %lld is not the "
                     "largest cluster of one.",
                     (long long)t->filed->id[c]);
}

/* -------------------------------------------------- discarded, conflicts -- */

/* Nothing is discarded but around a seed, and what a decision drops. */
static pleach_status check_discarded(const texts *t, pleach_error *error)
{
    const pl_parsed *list = pl_parsed_get(t->filed->root, "discarded");
    size_t line = 0;
    bool seeded =
        pl_parsed_is(pl_parsed_get(t->filed->report, "seed"), PL_PARSED_OBJECT);
    bool drops = pl_next_decision(t->filed, "drop", &line) != NULL;
    bool few = pl_parsed_get(t->filed->report, "min_people") != NULL;
    for (uint32_t k = 0; k < t->filed->discarded_count; k++) {
        const char *reason =
            pl_parsed_text(pl_parsed_get(pl_parsed_at(list, k), "reason"));
        bool leaf = t->filed->discarded[k].parent_key != PL_NONE;
        bool fits =
            reason != NULL &&
            ((seeded && strcmp(reason, "not reached from the seed") == 0) ||
             (seeded && leaf &&
              strcmp(reason, "a leaf with the seed's name") == 0) ||
             (drops && strcmp(reason, "dropped by a decision") == 0) ||
             (few && strcmp(reason, "fewer people have it") == 0));
        if (!fits)
            return pl_broken(
                t->filed, error,
                "The %s is discarded, and the file does not say why it might.",
                pl_filed_describe(t->filed, t->filed->discarded[k].key).text);
    }
    return PLEACH_OK;
}

/* Members that are called alike: their owner gave an id to two hierarchies. */
#define NAMESAKES (PL_NONE - 1)

/* Per node of the file: the member that it is, NAMESAKES, or PL_NONE. */
static uint32_t *list_members(const pl_taxonomy_file *filed)
{
    size_t keys = pl_strings_count(filed->nodes);
    uint32_t *member = PL_ARENA_ARRAY(filed->arena, uint32_t, keys);
    if (member == NULL)
        return NULL;
    memset(member, 0xff, keys * sizeof *member);
    for (uint32_t k = 0; k < filed->member_count; k++) {
        uint32_t *is = &member[filed->member[k].key];
        *is = *is == PL_NONE ? k : NAMESAKES;
    }
    return member;
}

static bool is_cluster(const texts *t, const pl_parsed *conflict,
                       const char *field, uint32_t cluster)
{
    const pl_parsed *id = pl_parsed_get(conflict, field);
    return cluster == PL_NONE
               ? pl_parsed_is(id, PL_PARSED_NULL)
               : pl_parsed_is(id, PL_PARSED_INTEGER) &&
                     pl_parsed_integer(id) == t->filed->id[cluster];
}

/* A member that is the leaf, where it is and where its root is. What it had to
 * leave may have followed it. */
static bool is_conflict(const texts *t, const pl_parsed *conflict,
                        const uint32_t *members, uint32_t keys, uint32_t key)
{
    const pl_taxonomy_file *filed = t->filed;
    const char *name = pl_parsed_text(pl_parsed_get(conflict, "name"));
    const char *source = pl_parsed_text(pl_parsed_get(conflict, "source_id"));
    const pl_parsed *from = pl_parsed_get(conflict, "from");
    if (key >= keys || members[key] == PL_NONE || name == NULL)
        return false;
    if (members[key] == NAMESAKES)
        return true;
    const pl_filed_node *leaf = &filed->member[members[key]];
    uint32_t root =
        leaf->parent_key == PL_NONE ? PL_NONE : members[leaf->parent_key];
    return strcmp(name, leaf->name) == 0 &&
           (source == NULL ? leaf->source_id == NULL
                           : leaf->source_id != NULL &&
                                 strcmp(source, leaf->source_id) == 0) &&
           is_cluster(t, conflict, "cluster", leaf->cluster) &&
           (root == NAMESAKES ||
            is_cluster(t, conflict, "parent",
                       root == PL_NONE ? PL_NONE
                                       : filed->member[root].cluster)) &&
           pl_parsed_is(from, PL_PARSED_INTEGER) &&
           pl_filed_find(filed, pl_parsed_integer(from)) != PL_NONE;
}

/* A conflict must be about a member, and name where it is and was. */
static pleach_status check_conflicts(const texts *t, pleach_error *error)
{
    const pl_parsed *list = pl_parsed_get(t->filed->root, "conflicts");
    uint32_t *members = list_members(t->filed);
    uint32_t keys = pl_strings_count(t->filed->nodes);
    PL_TRY(pl_check_memory(t->filed->arena, error));
    for (size_t k = 0; k < pl_parsed_size(list); k++) {
        static const char *const fields[] = {"owner", "id", "path", "role"};
        const pl_parsed *conflict = pl_parsed_at(list, k);
        const char *part[4];
        for (size_t f = 0; f < 4; f++) {
            part[f] = pl_parsed_text(pl_parsed_get(conflict, fields[f]));
            part[f] = part[f] == NULL ? "" : part[f];
        }
        uint32_t key =
            pl_filed_key(t->proof->filed, part[0], part[1], part[2], part[3]);
        if (key == PL_NONE)
            return pl_fail_memory(error);
        if (!is_conflict(t, conflict, members, keys, key))
            return pl_broken(
                t->filed, error,
                "Conflict number %zu is not about a leaf that is where it "
                "says.",
                k + 1);
    }
    return PLEACH_OK;
}

/* ----------------------------------------------------------------- whole -- */

/* What somebody decided, or a result before had, may be called anything. */
static pleach_status check_names(texts *t, pleach_error *error)
{
    const pl_parsed *names = pl_parsed_get(t->filed->report, "names");
    /* Kept from a result in which anything may have been decided. */
    bool kept = pl_parsed_get(t->filed->report, "next_id") != NULL;
    double least;
    for (uint32_t k = 0; k < t->filed->member_count; k++)
        PL_TRY(check_member(t, &t->filed->member[k], error));
    PL_TRY(pl_check_memory(t->filed->arena, error));
    for (uint32_t c = 0; c < t->filed->cluster_count; c++) {
        const pl_parsed *cluster = pl_filed_cluster(t->filed, c);
        bool decided = pl_parsed_size(pl_parsed_get(cluster, "decided")) > 0;
        const char *key = pl_parsed_text(pl_parsed_get(cluster, "key"));
        if (t->filed->first[c] == t->filed->first[c + 1] && key != NULL &&
            *key != '\0')
            return pl_broken(t->filed, error,
                             "The \"key\" of cluster %lld should be \"\".",
                             (long long)t->filed->id[c]);
        PL_TRY(check_name(t, c, kept || decided, error));
        PL_TRY(check_concept(t, c, error));
        PL_TRY(check_weighed(t, &t->spellings, c, "spellings", SIZE_MAX, &least,
                             error));
    }
    if (names == NULL || pl_strings_count(t->keys) == 0 ||
        (pl_parsed_is(names, PL_PARSED_INTEGER) &&
         pl_parsed_integer(names) == pl_strings_count(t->keys)))
        return PLEACH_OK;
    return pl_broken(t->filed, error, "The report's \"names\" should be %u.",
                     pl_strings_count(t->keys));
}

static pleach_status check_all_texts(texts *t, pleach_error *error)
{
    PL_TRY(pl_check_memory(t->filed->arena, error));
    PL_TRY(check_names(t, error));
    PL_TRY(check_discarded(t, error));
    PL_TRY(check_conflicts(t, error));
    if (t->proof->tags_known)
        return check_tags(t, error);
    pl_doubt_field(t->proof, "clusters", "tags");
    return PLEACH_OK;
}

/* Names are normalised as the report says, by the same language. */
pleach_status pl_check_texts(pl_proof *proof, pleach_error *error)
{
    texts t = {.proof = proof,
               .filed = proof->filed,
               .keys = pl_strings_in(proof->filed->arena),
               .spellings = pl_weighed_start(proof->filed)};
    const char *language =
        pl_parsed_text(pl_parsed_get(t.filed->report, "language"));
    PL_SCRATCH(scratch);
    PL_TRY(pl_namer_new(&t.namer, scratch, language, error));
    return check_all_texts(&t, error);
}
