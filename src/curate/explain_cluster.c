/* explain_cluster.c: one cluster: who is in it, and why it is where it is. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"

static uint64_t figure(const pl_parsed *of, const char *field)
{
    const pl_parsed *value = pl_parsed_get(of, field);
    int64_t number = pl_parsed_integer(value);
    return number > 0 ? (uint64_t)number : 0;
}

static const char *cluster_key(const pl_explaining *in, uint32_t cluster)
{
    const char *key =
        pl_parsed_text(pl_parsed_get(in->cluster_json[cluster], "key"));
    return key == NULL ? in->filed.name[cluster] : key;
}

/* The next cluster after `from` with the key of `cluster`. */
static uint32_t next_rival(const pl_explaining *in, uint32_t cluster,
                           uint32_t from)
{
    const char *key = cluster_key(in, cluster);
    for (uint32_t c = from; c < in->filed.cluster_count; c++)
        if (c != cluster && strcmp(cluster_key(in, c), key) == 0)
            return c;
    return PL_NONE;
}

static uint32_t cluster_with_id(const pl_taxonomy_file *filed,
                                const pl_parsed *id)
{
    for (uint32_t c = 0;
         pl_parsed_is(id, PL_PARSED_INTEGER) && c < filed->cluster_count; c++)
        if (filed->id[c] == pl_parsed_integer(id))
            return c;
    return PL_NONE;
}

/* ------------------------------------------------------------ parents -- */

/* Some of those who put the cluster below the parent. */
static pleach_told_parent tell_parent(const pl_explaining *in, uint32_t cluster,
                                      uint32_t parent, uint64_t people)
{
    const pl_taxonomy_file *filed = &in->filed;
    pleach_told_parent told = {.cluster = pl_tell_cluster(in, parent),
                               .people = people};
    const size_t most = sizeof told.who / sizeof *told.who;
    size_t count = 0;
    for (uint32_t k = filed->first[cluster];
         k < filed->first[cluster + 1] && !told.more; k++) {
        uint32_t up = filed->member[k].parent_key;
        if (up == PL_NONE || up >= in->key_count || in->by_key[up] == NULL ||
            in->by_key[up]->cluster != parent || parent == PL_NONE)
            continue;
        const char *owner = pl_node_place(filed, filed->member[k].key).owner;
        size_t w = 0;
        while (w < count && strcmp(told.who[w], owner) != 0)
            w++;
        told.more = w == most;
        if (w == count && count < most)
            told.who[count++] = owner;
    }
    return told;
}

/* Whether a member's owner puts the cluster below another one. */
static bool puts_below(const pl_explaining *in, const pl_filed_node *member)
{
    uint32_t up = member->parent_key;
    return up != PL_NONE && up < in->key_count && in->by_key[up] != NULL &&
           in->by_key[up]->cluster != member->cluster;
}

/* One more person who speaks of the cluster; of those who have it on top, each
 * is told once. Where nobody is named, each hierarchy is somebody's. */
static void hear_person(pl_strings *spoke, bool by_hierarchy,
                        const pl_place *place, pleach_told_parent *told)
{
    const size_t most = sizeof told->who / sizeof *told->who;
    const char *who = by_hierarchy ? place->id : place->owner;
    uint32_t before = pl_strings_count(spoke);
    pl_strings_add(spoke, who, strlen(who));
    if (told == NULL || pl_strings_count(spoke) == before)
        return;
    if (told->people < most)
        told->who[told->people] = who;
    told->more = ++told->people > most;
}

/* Who have it on top, and nowhere else: whoever puts it below something says
 * that instead, as where voices are counted. */
static void tell_on_top(pleach_told_parent *told, const pl_explaining *in,
                        uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t first = filed->first[cluster], end = filed->first[cluster + 1];
    pl_strings *spoke = pl_strings_in(filed->arena);
    bool by_hierarchy = pl_taxonomy_file_by_hierarchy(filed);
    if (pl_arena_failed(filed->arena))
        return;
    for (int round = 0; round < 2; round++)
        for (uint32_t k = first; k < end; k++) {
            pl_place place = pl_node_place(filed, filed->member[k].key);
            if (round == 0 ? puts_below(in, &filed->member[k])
                           : strcmp(place.path, ".") == 0)
                hear_person(spoke, by_hierarchy, &place,
                            round == 0 ? NULL : told);
        }
}

/* Where the others want it. */
static void tell_elsewhere(pleach_told_whole *told, const pl_explaining *in,
                           uint32_t cluster)
{
    const pl_parsed *list = pl_parsed_get(in->cluster_json[cluster], "rivals"),
                    *rival;
    size_t k;
    pleach_told_parent *to = PL_ARENA_ARRAY(in->filed.arena, pleach_told_parent,
                                            pl_parsed_size(list));
    if (to == NULL)
        return;
    for (k = 0; (rival = pl_parsed_at(list, k)) != NULL; k++) {
        to[k] = tell_parent(
            in, cluster,
            cluster_with_id(&in->filed, pl_parsed_get(rival, "parent")),
            figure(rival, "people"));
    }
    told->elsewhere = to;
    told->elsewhere_count = pl_parsed_size(list);
}

/* Where it hangs as well. */
static void tell_also_under(pleach_told_whole *told, const pl_explaining *in,
                            uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    if (filed->more_first == NULL)
        return;
    uint32_t first = filed->more_first[cluster];
    told->also_under_count = filed->more_first[cluster + 1] - first;
    pleach_told_parent *to = PL_ARENA_ARRAY(filed->arena, pleach_told_parent,
                                            told->also_under_count);
    for (uint32_t k = 0; to != NULL && k < told->also_under_count; k++)
        to[k] = tell_parent(in, cluster, filed->more_parent[first + k],
                            filed->more_people[first + k]);
    told->also_under = to;
}

static void tell_above(pleach_told_whole *told, const pl_explaining *in,
                       uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    pleach_told_cluster *to = PL_ARENA_ARRAY(filed->arena, pleach_told_cluster,
                                             filed->depth[cluster]);
    if (to == NULL)
        return;
    for (uint32_t up = filed->parent[cluster]; up != PL_NONE;
         up = filed->parent[up])
        to[told->above_count++] = pl_tell_cluster(in, up);
    told->above = to;
}

/* Whom the cluster's place agrees with, and where the others want it. */
static void tell_place(pleach_told_whole *told, const pl_explaining *in,
                       uint32_t cluster)
{
    const pl_parsed *is = in->cluster_json[cluster];
    const pl_parsed *voices = pl_parsed_get(is, "voices");
    told->under = tell_parent(in, cluster, in->filed.parent[cluster],
                              figure(is, "edge_people"));
    told->voices = voices != NULL;
    told->agree = figure(voices, "for");
    told->skip = figure(voices, "skip");
    told->against = figure(voices, "against");
    told->top = figure(voices, "top");
    told->under.reason = pl_file_text(voices, "reason");
    tell_above(told, in, cluster);
    tell_elsewhere(told, in, cluster);
    tell_also_under(told, in, cluster);
    if (in->filed.parent[cluster] == PL_NONE)
        tell_on_top(&told->under, in, cluster);
}

/* -------------------------------------------------------------- lists -- */

/* The file has them ordered by count already, and its order is kept. */
static void tell_words(const pleach_tag **words, size_t *count,
                       const pl_explaining *in, const pl_parsed *counts)
{
    size_t size = pl_parsed_size(counts);
    pleach_tag *to = PL_ARENA_ARRAY(in->filed.arena, pleach_tag, size);
    if (to == NULL)
        return;
    for (size_t k = 0; k < size; k++) {
        const pl_parsed *value = pl_parsed_at(counts, k);
        to[(*count)++] = (pleach_tag){value->key, pl_parsed_number(value)};
    }
    *words = to;
}

static void tell_members(pleach_told_whole *told, const pl_explaining *in,
                         uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t first = filed->first[cluster];
    told->member_count = filed->first[cluster + 1] - first;
    pleach_told_node *to =
        PL_ARENA_ARRAY(filed->arena, pleach_told_node, told->member_count);
    for (uint32_t k = 0; to != NULL && k < told->member_count; k++)
        to[k] = pl_tell_node(in, &filed->member[first + k]);
    told->members = to;
}

/* Clusters of the same name are the first suspects when something is missing
 * from this one. The parent is told along, as it sets them apart. */
static void tell_rivals(pleach_told_whole *told, const pl_explaining *in,
                        uint32_t cluster)
{
    for (uint32_t c = next_rival(in, cluster, 0); c != PL_NONE;
         c = next_rival(in, cluster, c + 1))
        told->rival_count++;
    pleach_told_rival *to =
        PL_ARENA_ARRAY(in->filed.arena, pleach_told_rival, told->rival_count);
    if (to == NULL)
        return;
    told->rivals = to;
    for (uint32_t c = next_rival(in, cluster, 0); c != PL_NONE;
         c = next_rival(in, cluster, c + 1))
        *to++ = (pleach_told_rival){
            .cluster = pl_tell_cluster(in, c),
            .parent = pl_tell_cluster(in, in->filed.parent[c]),
            .size = figure(in->cluster_json[c], "size"),
            .edge_people = figure(in->cluster_json[c], "edge_people")};
}

/* ---------------------------------------------------------- the whole -- */

/* From the outside in: where it is, what was decided, what it is called, who is
 * in it, and what else might have been. */
static void tell_whole(pleach_told_whole *told, const pl_explaining *in,
                       uint32_t cluster)
{
    const pl_parsed *is = in->cluster_json[cluster];
    told->cluster = pl_tell_cluster(in, cluster);
    told->size = figure(is, "size");
    told->entries =
        figure(is, pl_parsed_get(is, "entries") == NULL ? "size" : "entries");
    told->people = figure(is, "people");
    pl_tell_decided(&told->decided, &told->decided_count, in, cluster);
    tell_words(&told->spellings, &told->spelling_count, in,
               pl_parsed_get(is, "spellings"));
    tell_words(&told->tags, &told->tag_count, in, pl_parsed_get(is, "tags"));
    tell_members(told, in, cluster);
    tell_rivals(told, in, cluster);
    tell_place(told, in, cluster);
}

/* A discarded node is in no cluster; the reason that the file gives is the
 * answer. */
pleach_status pl_explain_cluster(pl_explaining *in, const pl_subject *subject,
                                 pleach_error *error)
{
    if (subject->cluster == PL_NONE) {
        uint32_t key = subject->node->key;
        const char *reason = pl_file_text(in->node_json[key], "reason");
        return pl_fail_at(error, PLEACH_BAD_DATA, in->filed.path, 0, 0,
                          "The %s is in no cluster: %.200s.",
                          pl_filed_describe(&in->filed, key).text,
                          reason == NULL ? "it was discarded" : reason);
    }
    pleach_told_whole *told =
        PL_ARENA_ARRAY(in->filed.arena, pleach_told_whole, 1);
    pleach_told_node *node =
        PL_ARENA_ARRAY(in->filed.arena, pleach_told_node, 1);
    PL_TRY(pl_check_memory(in->filed.arena, error));
    tell_whole(told, in, subject->cluster);
    if (subject->node != NULL) {
        *node = pl_tell_node(in, subject->node);
        told->node = node;
    }
    in->told.whole = told;
    return pl_check_memory(in->filed.arena, error);
}
