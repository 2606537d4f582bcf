/* explain_cluster.c: one cluster: who is in it, and why it is where it is. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "explain/explain.h"

enum { MEMBERS_SHOWN = 20, TAGS_SHOWN = 10, RIVALS_SHOWN = 10, WHO_SHOWN = 3 };

static uint64_t figure(json_t *of, const char *field)
{
    json_t *value = json_object_get(of, field);
    json_int_t number = json_integer_value(value);
    return number > 0 ? (uint64_t)number : 0;
}

static const char *key_of(const pl_explaining *in, uint32_t cluster)
{
    const char *key =
        json_string_value(json_object_get(in->cluster_json[cluster], "key"));
    return key == NULL ? in->filed.name[cluster] : key;
}

/* The next cluster after `from` with the key of `cluster`. */
static uint32_t next_rival(const pl_explaining *in, uint32_t cluster,
                           uint32_t from)
{
    const char *key = key_of(in, cluster);
    for (uint32_t c = from; c < in->filed.cluster_count; c++)
        if (c != cluster && strcmp(key_of(in, c), key) == 0)
            return c;
    return PL_NONE;
}

/* A conflict names a cluster that its leaf left, or that it is in now. */
static bool concerns(json_t *conflict, json_int_t id)
{
    return json_integer_value(json_object_get(conflict, "from")) == id ||
           json_integer_value(json_object_get(conflict, "cluster")) == id;
}

static uint32_t cluster_with_id(const pl_taxonomy_file *filed, json_t *id)
{
    for (uint32_t c = 0; json_is_integer(id) && c < filed->cluster_count; c++)
        if (filed->id[c] == json_integer_value(id))
            return c;
    return PL_NONE;
}

/* --------------------------------------------------------------- text -- */

static void put_people(FILE *to, uint64_t people)
{
    fprintf(to, "%" PRIu64 " %s", people, people == 1 ? "person" : "people");
}

/* In brackets, some of those who put the cluster below `parent`. */
static void put_who(const pl_explaining *in, uint32_t cluster, uint32_t parent)
{
    const pl_taxonomy_file *filed = &in->filed;
    const char *named[WHO_SHOWN] = {0};
    uint32_t count = 0;
    bool more = false;
    for (uint32_t k = filed->first[cluster];
         k < filed->first[cluster + 1] && !more; k++) {
        uint32_t up = filed->member[k].parent_key;
        if (up == PL_NONE || up >= in->key_count || in->by_key[up] == NULL ||
            in->by_key[up]->cluster != parent)
            continue;
        const char *owner = pl_node_place(filed, filed->member[k].key).owner;
        bool told = false;
        for (uint32_t w = 0; w < count; w++)
            told |= strcmp(named[w], owner) == 0;
        more = !told && count == WHO_SHOWN;
        if (told || more)
            continue;
        fputs(count == 0 ? " (" : ", ", in->to);
        pl_put_words(in->to, owner);
        named[count++] = owner;
    }
    fputs(count == 0 ? "" : more ? ", ...)" : ")", in->to);
}

/* Those who put the cluster elsewhere, and where. */
static void put_against(const pl_explaining *in, uint32_t cluster)
{
    json_t *is = in->cluster_json[cluster], *rival;
    uint64_t against = figure(json_object_get(is, "voices"), "against");
    size_t k;
    if (against == 0)
        return;
    fputs("  overruled: ", in->to);
    put_people(in->to, against);
    fputs(against == 1 ? " puts it elsewhere:\n" : " put it elsewhere:\n",
          in->to);
    json_array_foreach(json_object_get(is, "rivals"), k, rival)
    {
        uint32_t up =
            cluster_with_id(&in->filed, json_object_get(rival, "parent"));
        if (up == PL_NONE)
            continue;
        fputs("    under ", in->to);
        pl_put_cluster_title(in, up);
        fputs(": ", in->to);
        put_people(in->to, figure(rival, "people"));
        put_who(in, cluster, up);
        putc('\n', in->to);
    }
}

/* Where it hangs as well. */
static void put_also_under(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    if (filed->more_first == NULL)
        return;
    for (uint32_t k = filed->more_first[cluster];
         k < filed->more_first[cluster + 1]; k++) {
        fputs("  also under ", in->to);
        pl_put_cluster_title(in, filed->more_parent[k]);
        fputs(": ", in->to);
        put_people(in->to, filed->more_people[k]);
        put_who(in, cluster, filed->more_parent[k]);
        putc('\n', in->to);
    }
}

/* Those who agree by and large, and those who have it on top. */
static void put_other_voices(const pl_explaining *in, uint32_t cluster)
{
    json_t *voices = json_object_get(in->cluster_json[cluster], "voices");
    uint64_t skip = figure(voices, "skip"), top = figure(voices, "top");
    if (skip > 0) {
        fputs("  agreeing: ", in->to);
        put_people(in->to, skip);
        fputs(skip == 1 ? " leaves a level out and puts it higher up\n"
                        : " leave a level out and put it higher up\n",
              in->to);
    }
    put_against(in, cluster);
    if (top > 0) {
        fputs("  overruled: ", in->to);
        put_people(in->to, top);
        fputs(top == 1 ? " has it at the top\n" : " have it at the top\n",
              in->to);
    }
}

/* Who put it there is said before who disagrees, and the whole way up comes
 * last: most people want the first line only. */
static void put_way_up(const pl_explaining *in, uint32_t cluster)
{
    FILE *to = in->to;
    uint32_t up = in->filed.parent[cluster];
    uint64_t votes = figure(in->cluster_json[cluster], "edge_people");
    if (up == PL_NONE) {
        bool alone =
            figure(json_object_get(in->cluster_json[cluster], "voices"),
                   "against") == 0;
        fputs("  at the top of its tree", to);
        fputs(alone ? ": no one put it below anything\n" : "\n", to);
        put_against(in, cluster);
        return;
    }
    fputs("  under ", to);
    pl_put_cluster_title(in, up);
    fputs(": ", to);
    put_people(to, votes);
    fputs(votes == 1 ? " puts it there" : " put it there", to);
    put_who(in, cluster, up);
    putc('\n', to);
    put_also_under(in, cluster);
    put_other_voices(in, cluster);
    fputs("  all above:", to);
    for (; up != PL_NONE; up = in->filed.parent[up]) {
        putc(' ', to);
        pl_put_cluster_title(in, up);
        putc(in->filed.parent[up] == PL_NONE ? '\n' : ',', to);
    }
}

/* The file has them ordered by count already, and its order is kept. */
static void put_name_counts(const pl_explaining *in, const char *title,
                            json_t *counts, size_t most)
{
    FILE *to = in->to;
    const char *word;
    json_t *count;
    size_t shown = 0, all = json_object_size(counts);
    if (all == 0)
        return;
    fprintf(to, "  %s:", title);
    json_object_foreach(counts, word, count)
    {
        if (shown == most)
            break;
        fputs(shown++ == 0 ? " " : ", ", to);
        pl_put_words(to, word);
        fprintf(to, " %.6g", json_number_value(count));
    }
    if (all > shown)
        fprintf(to, ", ... %zu more", all - shown);
    putc('\n', to);
}

/* Owner, role, path and id are what the node can be found by in the input. */
static void put_member(const pl_explaining *in,
                       const pl_taxonomy_file_member *member, bool exemplar)
{
    FILE *to = in->to;
    pl_place place = pl_node_place(&in->filed, member->key);
    fprintf(to, "    %-10.6g \"", member->similarity);
    pl_put_words(to, pl_name_of(in, member->key));
    fputs("\" by ", to);
    pl_put_words(to, place.owner);
    fprintf(to, ", %s %s of ", place.role, place.path);
    pl_put_words(to, place.id);
    if (member->parent_key != PL_NONE) {
        fputs(", under \"", to);
        pl_put_words(to, pl_name_of(in, member->parent_key));
        putc('"', to);
    }
    fputs(exemplar ? " (the exemplar)\n" : "\n", to);
}

static void put_cluster_members(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t size = filed->first[cluster + 1] - filed->first[cluster];
    fputs("  members, by similarity to the exemplar:\n", in->to);
    for (uint32_t k = 0; k < size && k < MEMBERS_SHOWN; k++) {
        const pl_taxonomy_file_member *member =
            &filed->member[filed->first[cluster] + k];
        put_member(in, member, member->key == filed->exemplar_key[cluster]);
    }
    if (size > MEMBERS_SHOWN)
        fprintf(in->to, "    ... %u more\n", size - MEMBERS_SHOWN);
}

/* Clusters of the same name are the first suspects when something is missing
 * from this one. */
static void put_rivals(const pl_explaining *in, uint32_t cluster)
{
    FILE *to = in->to;
    uint32_t shown = 0, left = 0;
    for (uint32_t c = next_rival(in, cluster, 0); c != PL_NONE;
         c = next_rival(in, cluster, c + 1)) {
        if (shown == RIVALS_SHOWN) {
            left++;
            continue;
        }
        if (shown++ == 0)
            fputs("  other clusters of this name:\n", to);
        uint32_t up = in->filed.parent[c];
        fputs("    ", to);
        pl_put_cluster_title(in, c);
        fprintf(to, " (%" PRIu64 ") ", figure(in->cluster_json[c], "size"));
        fputs(up == PL_NONE ? "at the top" : "under ", to);
        pl_put_cluster_title(in, up);
        if (up != PL_NONE)
            fprintf(to, ", by %" PRIu64,
                    figure(in->cluster_json[c], "edge_people"));
        putc('\n', to);
    }
    if (left > 0)
        fprintf(to, "    ... %u more\n", left);
}

/* Seen from this cluster: whether the leaf had to leave it or came here because
 * it had to leave another. */
static void put_cluster_conflict(const pl_explaining *in, json_t *conflict,
                                 bool left_here)
{
    FILE *to = in->to;
    const char *name = json_string_value(json_object_get(conflict, "name"));
    const char *owner = json_string_value(json_object_get(conflict, "owner"));
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t other = cluster_with_id(
        filed, json_object_get(conflict, left_here ? "cluster" : "from"));
    uint32_t parent =
        cluster_with_id(filed, json_object_get(conflict, "parent"));
    fputs("    \"", to);
    pl_put_words(to, name == NULL ? "" : name);
    fputs("\" by ", to);
    pl_put_words(to, owner == NULL ? "" : owner);
    fputs(left_here ? " had to leave for " : " had to come from ", to);
    pl_put_cluster_title(in, other);
    if (parent != PL_NONE) {
        fputs(": its parent is in ", to);
        pl_put_cluster_title(in, parent);
    }
    fprintf(to, " (cost %.4g)\n",
            json_number_value(json_object_get(conflict, "cost")));
}

/* Only some are shown and all are counted, since a crowded cluster may have
 * thousands. */
static void put_cluster_conflicts(const pl_explaining *in, uint32_t cluster)
{
    json_t *list = json_object_get(in->filed.root, "conflicts");
    json_int_t id = in->filed.id[cluster];
    size_t shown = 0, k;
    json_t *conflict;
    json_array_foreach(list, k, conflict)
    {
        if (!concerns(conflict, id))
            continue;
        if (shown++ == 0)
            fputs("  leaves that the rule of a single parent moved:\n", in->to);
        if (shown <= RIVALS_SHOWN)
            put_cluster_conflict(
                in, conflict,
                json_integer_value(json_object_get(conflict, "from")) == id);
    }
    if (shown > RIVALS_SHOWN)
        fprintf(in->to, "    ... %zu more\n", shown - RIVALS_SHOWN);
}

static void put_asked(const pl_explaining *in,
                      const pl_taxonomy_file_member *node)
{
    pl_place place = pl_node_place(&in->filed, node->key);
    putc('"', in->to);
    pl_put_words(in->to, pl_name_of(in, node->key));
    fputs("\" by ", in->to);
    pl_put_words(in->to, place.owner);
    fprintf(in->to, ", %s %s of ", place.role, place.path);
    pl_put_words(in->to, place.id);
    fputs(", is in:\n", in->to);
}

/* From what it is to what stands against it, each part left out where there is
 * nothing to say. */
static void put_cluster_text(const pl_explaining *in, const pl_subject *subject)
{
    uint32_t cluster = subject->cluster;
    json_t *is = in->cluster_json[cluster];
    uint64_t size = figure(is, "size"), people = figure(is, "people");
    if (subject->node != NULL)
        put_asked(in, subject->node);
    pl_put_cluster_title(in, cluster);
    fprintf(in->to, ": %" PRIu64 " %s by %" PRIu64 " %s, net similarity %.6g\n",
            size, size == 1 ? "node" : "nodes", people,
            people == 1 ? "person" : "people",
            in->filed.net_similarity[cluster]);
    put_way_up(in, cluster);
    pl_put_decided(in, cluster);
    put_name_counts(in, "spellings", json_object_get(is, "spellings"),
                    TAGS_SHOWN);
    put_name_counts(in, "tags", json_object_get(is, "tags"), TAGS_SHOWN);
    put_cluster_members(in, cluster);
    put_rivals(in, cluster);
    put_cluster_conflicts(in, cluster);
}

/* --------------------------------------------------------------- JSON -- */

static void put_name_counts_json(pl_json *json, const char *key, json_t *counts)
{
    const char *word;
    json_t *count;
    pl_json_line(json);
    pl_json_key(json, key);
    pl_json_open(json, '{');
    json_object_foreach(counts, word, count)
    {
        pl_json_key(json, word);
        pl_json_double(json, json_number_value(count));
    }
    pl_json_close(json, '}');
}

/* All of them, unlike in the text: programs can cut by themselves. */
static void put_json_members(pl_json *json, const pl_explaining *in,
                             uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    pl_json_line(json);
    pl_json_key(json, "members");
    pl_json_open(json, '[');
    for (uint32_t k = filed->first[cluster]; k < filed->first[cluster + 1];
         k++) {
        const pl_taxonomy_file_member *member = &filed->member[k];
        pl_json_line(json);
        pl_json_open(json, '{');
        pl_put_json_place(json, in, member->key);
        pl_json_key(json, "similarity");
        pl_json_double(json, member->similarity);
        if (member->parent_key != PL_NONE)
            pl_put_json_words(json, "under",
                              pl_name_of(in, member->parent_key));
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* The parent is told along, as it is what sets clusters of one name apart. */
static void put_json_rivals(pl_json *json, const pl_explaining *in,
                            uint32_t cluster)
{
    pl_json_line(json);
    pl_json_key(json, "rivals");
    pl_json_open(json, '[');
    for (uint32_t c = next_rival(in, cluster, 0); c != PL_NONE;
         c = next_rival(in, cluster, c + 1)) {
        pl_json_line(json);
        pl_json_open(json, '{');
        pl_put_json_cluster(json, "cluster", in, c);
        pl_put_json_cluster(json, "parent", in, in->filed.parent[c]);
        pl_json_key(json, "edge_people");
        pl_json_integer(json, figure(in->cluster_json[c], "edge_people"));
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

static void put_json_parents(pl_json *json, const pl_explaining *in,
                             const char *key, const json_t *list)
{
    json_t *said;
    size_t k;
    pl_json_key(json, key);
    pl_json_open(json, '[');
    json_array_foreach(list, k, said)
    {
        pl_json_open(json, '{');
        pl_put_json_cluster(
            json, "cluster", in,
            cluster_with_id(&in->filed, json_object_get(said, "parent")));
        pl_json_key(json, "people");
        pl_json_integer(json, figure(said, "people"));
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* Whom the cluster's place agrees with, and where the others want it. */
static void put_json_voices(pl_json *json, const pl_explaining *in,
                            uint32_t cluster)
{
    static const char *const kinds[] = {"for", "skip", "against", "top"};
    json_t *is = in->cluster_json[cluster];
    json_t *voices = json_object_get(is, "voices");
    size_t k;
    if (voices == NULL)
        return;
    pl_json_line(json);
    pl_json_key(json, "voices");
    pl_json_open(json, '{');
    for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        pl_json_key(json, kinds[k]);
        pl_json_integer(json, figure(voices, kinds[k]));
    }
    pl_json_close(json, '}');
    put_json_parents(json, in, "rival_parents", json_object_get(is, "rivals"));
    if (in->filed.more_first != NULL)
        put_json_parents(json, in, "also_under",
                         json_object_get(is, "also_under"));
}

/* Texts are copied by name from the file, so that what it knows about a
 * conflict and what is told are the same. */
static void put_json_conflicts(pl_json *json, const pl_explaining *in,
                               uint32_t cluster)
{
    json_t *list = json_object_get(in->filed.root, "conflicts"), *conflict;
    size_t k;
    pl_json_line(json);
    pl_json_key(json, "conflicts");
    pl_json_open(json, '[');
    json_array_foreach(list, k, conflict)
    {
        if (!concerns(conflict, in->filed.id[cluster]))
            continue;
        pl_json_line(json);
        pl_json_open(json, '{');
        static const char *const words[] = {"owner", "id", "path", "name"};
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            pl_put_json_words(
                json, words[w],
                json_string_value(json_object_get(conflict, words[w])));
        static const char *const places[] = {"cluster", "from", "parent"};
        for (size_t p = 0; p < sizeof places / sizeof *places; p++)
            pl_put_json_cluster(
                json, places[p], in,
                cluster_with_id(&in->filed,
                                json_object_get(conflict, places[p])));
        pl_json_key(json, "cost");
        pl_json_double(json,
                       json_number_value(json_object_get(conflict, "cost")));
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* The same parts in the same order as in the text, and under the names that the
 * taxonomy file has for them. */
static void put_cluster_json(const pl_explaining *in, const pl_subject *subject)
{
    uint32_t cluster = subject->cluster;
    json_t *is = in->cluster_json[cluster];
    pl_json json;
    pl_json_start(&json, in->to);
    pl_json_open(&json, '{');
    pl_json_line(&json);
    if (subject->node != NULL) {
        pl_json_key(&json, "node");
        pl_json_open(&json, '{');
        pl_put_json_place(&json, in, subject->node->key);
        pl_json_close(&json, '}');
        pl_json_line(&json);
    }
    pl_put_json_cluster(&json, "cluster", in, cluster);
    pl_json_key(&json, "size");
    pl_json_integer(&json, figure(is, "size"));
    pl_json_key(&json, "people");
    pl_json_integer(&json, figure(is, "people"));
    pl_json_key(&json, "net_similarity");
    pl_json_double(&json, in->filed.net_similarity[cluster]);
    pl_json_line(&json);
    pl_put_json_cluster(&json, "parent", in, in->filed.parent[cluster]);
    pl_json_key(&json, "edge_people");
    pl_json_integer(&json, figure(is, "edge_people"));
    put_json_voices(&json, in, cluster);
    pl_put_json_decided(&json, in, cluster);
    put_name_counts_json(&json, "spellings", json_object_get(is, "spellings"));
    put_name_counts_json(&json, "tags", json_object_get(is, "tags"));
    put_json_members(&json, in, cluster);
    put_json_rivals(&json, in, cluster);
    put_json_conflicts(&json, in, cluster);
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', in->to);
}

/* A discarded node is in no cluster; the reason that the file gives is the
 * answer. */
pleach_status pl_explain_cluster(const pl_explaining *in,
                                 const pl_subject *subject, pleach_error *error)
{
    if (subject->cluster == PL_NONE) {
        uint32_t key = subject->node->key;
        const char *reason =
            json_string_value(json_object_get(in->node_json[key], "reason"));
        return pl_fail_at(error, PLEACH_BAD_DATA, in->filed.path, 0, 0,
                          "The %s is in no cluster: %.200s.",
                          pl_taxonomy_file_describe(&in->filed, key).text,
                          reason == NULL ? "it was discarded" : reason);
    }
    if (in->json)
        put_cluster_json(in, subject);
    else
        put_cluster_text(in, subject);
    return PLEACH_OK;
}
