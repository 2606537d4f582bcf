/* explain_cluster.c: one cluster: who is in it, and why it is where it is. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"

enum { MEMBERS_SHOWN = 20, TAGS_SHOWN = 10, RIVALS_SHOWN = 10 };

/* People who put a cluster somewhere, and the first three of them. */
typedef struct supporters {
    uint64_t people;
    const char *who[3]; /* NULL: no more */
    bool more;          /* than these three */
} supporters;
enum { MOST_WHO = 3 };

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
    return key == NULL || *key == '\0' ? in->filed.name[cluster] : key;
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

/* ------------------------------------------------------------ who said -- */

/* Some of those who put the cluster below the parent. */
static supporters find_supporters(const pl_explaining *in, uint32_t cluster,
                                  uint32_t parent, uint64_t people)
{
    const pl_taxonomy_file *filed = &in->filed;
    supporters found = {.people = people};
    size_t count = 0;
    for (uint32_t k = filed->first[cluster];
         k < filed->first[cluster + 1] && !found.more; k++) {
        uint32_t up = filed->member[k].parent_key;
        if (up == PL_NONE || up >= in->key_count || in->by_key[up] == NULL ||
            in->by_key[up]->cluster != parent || parent == PL_NONE)
            continue;
        const char *owner = pl_node_place(filed, filed->member[k].key).owner;
        size_t w = 0;
        while (w < count && strcmp(found.who[w], owner) != 0)
            w++;
        found.more = w == MOST_WHO;
        if (w == count && count < MOST_WHO)
            found.who[count++] = owner;
    }
    return found;
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
                        const pl_place *place, supporters *told)
{
    const char *who = by_hierarchy ? place->id : place->owner;
    uint32_t before = pl_strings_count(spoke);
    pl_strings_add(spoke, who, strlen(who));
    if (told == NULL || pl_strings_count(spoke) == before)
        return;
    if (told->people < MOST_WHO)
        told->who[told->people] = who;
    told->more = ++told->people > MOST_WHO;
}

/* Who have it on top, and nowhere else: whoever puts it below something says
 * that instead, as where voices are counted. */
static supporters find_on_top(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t first = filed->first[cluster], end = filed->first[cluster + 1];
    pl_strings *spoke = pl_strings_in(filed->arena);
    bool by_hierarchy = pl_taxonomy_file_by_hierarchy(filed);
    supporters found = {.people = 0};
    if (pl_arena_failed(filed->arena))
        return found;
    for (int round = 0; round < 2; round++)
        for (uint32_t k = first; k < end; k++) {
            pl_place place = pl_node_place(filed, filed->member[k].key);
            if (round == 0 ? puts_below(in, &filed->member[k])
                           : strcmp(place.path, ".") == 0)
                hear_person(spoke, by_hierarchy, &place,
                            round == 0 ? NULL : &found);
        }
    return found;
}

static void put_people(FILE *to, uint64_t people)
{
    fprintf(to, "%" PRIu64 " %s", people, people == 1 ? "person" : "people");
}

/* ": 3 people put it there (ann, ben, cat)" and the line's end. */
static void put_supporters(const pl_explaining *in, const supporters *of,
                           const char *one, const char *many)
{
    size_t count = 0;
    fputs(": ", in->to);
    put_people(in->to, of->people);
    fputs(of->people == 1 ? one : many, in->to);
    for (; count < MOST_WHO && of->who[count] != NULL; count++)
        pl_print_terminal(in->to, "%s%s", count == 0 ? " (" : ", ",
                          of->who[count]);
    fputs(count == 0 ? "\n" : of->more ? ", ...)\n" : ")\n", in->to);
}

static void put_parent(const pl_explaining *in, const char *before,
                       uint32_t cluster, uint32_t parent, uint64_t people)
{
    supporters of = find_supporters(in, cluster, parent, people);
    if (parent == PL_NONE)
        return;
    fputs(before, in->to);
    pl_put_cluster(in, parent);
    put_supporters(in, &of, "", "");
}

/* Who see it otherwise, one or many; nothing for 0. */
static void put_voters(FILE *to, const char *title, uint64_t people,
                       const char *one, const char *many)
{
    if (people == 0)
        return;
    fputs(title, to);
    put_people(to, people);
    fputs(people == 1 ? one : many, to);
}

/* -------------------------------------------------------------- places -- */

/* Those who put the cluster elsewhere, where, and why it is not there. */
static void put_against(const pl_explaining *in, uint32_t cluster)
{
    static const char *const known[][2] = {
        {"decided", "it was decided, or was so in the result before"},
        {"branch", "who has things below it has more say than who has it as a "
                   "bare leaf"},
        {"implied", "who puts it there has more say than who leaves levels "
                    "out"},
        {"top", "those who have it at the top outweigh them"},
        {"unsettled", "places that depend on one another did not settle"}};
    const pl_parsed *is = in->cluster_json[cluster], *rival;
    const pl_parsed *voices = pl_parsed_get(is, "voices");
    const char *reason = pl_file_text(voices, "reason");
    uint64_t against = figure(voices, "against");
    put_voters(in->to, "  overruled: ", against, " puts it elsewhere:\n",
               " put it elsewhere:\n");
    for (size_t k = 0;
         against > 0 &&
         (rival = pl_parsed_at(pl_parsed_get(is, "rivals"), k)) != NULL;
         k++)
        put_parent(in, "    under ", cluster,
                   cluster_with_id(&in->filed, pl_parsed_get(rival, "parent")),
                   figure(rival, "people"));
    for (size_t k = 0; reason != NULL && k < sizeof known / sizeof *known; k++)
        if (strcmp(reason, known[k][0]) == 0)
            fprintf(in->to, "  more want it elsewhere: %s\n", known[k][1]);
}

/* Where some put it below others, who have it here tell why it is not there.
 */
static void put_top(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *is = in->cluster_json[cluster];
    supporters here = find_on_top(in, cluster);
    if (pl_filed_is_shaped(&in->filed, cluster, "group")) {
        fputs("  at the top of its tree\n", in->to);
        return;
    }
    if (figure(is, "size") == 0) {
        fputs("  a root that nobody has: everything was put below it\n",
              in->to);
        return;
    }
    fputs("  at the top of its tree", in->to);
    if (figure(pl_parsed_get(is, "voices"), "against") == 0)
        fputs(": no one put it below anything\n", in->to);
    else if (here.people == 0)
        fputs(", though no one has it there\n", in->to);
    else
        put_supporters(in, &here, " has it there", " have it there");
    put_against(in, cluster);
}

/* What it hangs below, and who put it there. */
static void put_first_parent(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *is = in->cluster_json[cluster];
    uint32_t parent = in->filed.parent[cluster];
    const char *reason = pl_file_text(pl_parsed_get(is, "voices"), "reason");
    supporters of =
        find_supporters(in, cluster, parent, figure(is, "edge_people"));
    fputs("  under ", in->to);
    pl_put_cluster(in, parent);
    if (pl_filed_is_shaped(&in->filed, cluster, "group"))
        putc('\n', in->to);
    else if (reason != NULL && strcmp(reason, "shape") == 0)
        fputs(", where the shape that was asked for has it\n", in->to);
    else if (reason != NULL && strcmp(reason, "root") == 0)
        fputs(", the root that everything was put below\n", in->to);
    else
        put_supporters(in, &of, " puts it there", " put it there");
}

/* What a group of the shape has in common, which nobody has. */
static void put_group(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *covers =
        pl_parsed_get(in->cluster_json[cluster], "covers");
    if (!pl_filed_is_shaped(&in->filed, cluster, "group"))
        return;
    fputs("  a group that the shape made", in->to);
    if (pl_parsed_number(covers) > 0)
        fprintf(in->to, ": %.0f %% of what is right below have its words\n",
                100 * pl_parsed_number(covers));
    else
        fputs(" of what has no word in common\n", in->to);
}

/* Who put it there is said before who disagrees, and the whole way up comes
 * last: most people want the first line only. */
static void put_place(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    const pl_parsed *voices =
        pl_parsed_get(in->cluster_json[cluster], "voices");
    const uint32_t *more = filed->more_first;
    if (filed->parent[cluster] == PL_NONE) {
        put_top(in, cluster);
        return;
    }
    put_first_parent(in, cluster);
    for (uint32_t k = more == NULL ? 0 : more[cluster];
         more != NULL && k < more[cluster + 1]; k++)
        put_parent(in, "  also under ", cluster, filed->more_parent[k],
                   filed->more_people[k]);
    put_voters(in->to, "  agreeing: ", figure(voices, "skip"),
               " leaves a level out and puts it higher up\n",
               " leave a level out and put it higher up\n");
    put_against(in, cluster);
    put_voters(in->to, "  overruled: ", figure(voices, "top"),
               " has it at the top\n", " have it at the top\n");
    fputs("  all above:", in->to);
    for (uint32_t up = filed->parent[cluster]; up != PL_NONE;
         up = filed->parent[up]) {
        putc(' ', in->to);
        pl_put_cluster(in, up);
        putc(filed->parent[up] == PL_NONE ? '\n' : ',', in->to);
    }
}

/* -------------------------------------------------------------- lists -- */

/* The file has them ordered by count already, and its order is kept. */
static void put_words(FILE *to, const char *title, const pl_parsed *words)
{
    size_t count = pl_parsed_size(words);
    for (size_t k = 0; k < count && k < TAGS_SHOWN; k++) {
        const pl_parsed *word = pl_parsed_at(words, k);
        if (k == 0)
            fprintf(to, "  %s:", title);
        pl_print_terminal(to, "%s%s %.6g", k == 0 ? " " : ", ", word->key,
                          pl_parsed_number(word));
    }
    if (count > TAGS_SHOWN)
        fprintf(to, ", ... %zu more", count - TAGS_SHOWN);
    if (count > 0)
        putc('\n', to);
}

/* Whether the shape made a node an item, else it is a further name. */
static bool is_item(const pl_filed_node *node)
{
    return strcmp(node->shaped, "entry") == 0;
}

static void put_more(FILE *to, size_t count, size_t shown)
{
    if (count > shown)
        fprintf(to, "    ... %zu more\n", count - shown);
}

static void put_members(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t first = filed->first[cluster];
    uint32_t count = filed->first[cluster + 1] - first;
    if (count > 0)
        fputs("  members, by similarity to the exemplar:\n", in->to);
    for (uint32_t k = 0; k < count && k < MEMBERS_SHOWN; k++) {
        const pl_filed_node *member = &filed->member[first + k];
        fprintf(in->to, "    %-10.6g ", member->similarity);
        pl_put_node(in, member);
        pl_put_under(in, member);
        fputs(member->key == filed->exemplar_key[cluster] ? " (the exemplar)\n"
              : member->shaped == NULL                    ? "\n"
              : is_item(member) ? " (an item, by the shape)\n"
                                : " (a further name, by the shape)\n",
              in->to);
    }
    put_more(in->to, count, MEMBERS_SHOWN);
}

/* Clusters of the same name are the first suspects when something is missing
 * from this one. Where they hang tells them apart. */
static void put_rivals(const pl_explaining *in, uint32_t cluster)
{
    size_t count = 0;
    for (uint32_t c = next_rival(in, cluster, 0); c != PL_NONE;
         c = next_rival(in, cluster, c + 1), count++) {
        uint32_t parent = in->filed.parent[c];
        if (count == 0)
            fputs("  other clusters of this name:\n", in->to);
        if (count >= RIVALS_SHOWN)
            continue;
        fputs("    ", in->to);
        pl_put_cluster(in, c);
        fprintf(in->to, " (%" PRIu64 ") ", figure(in->cluster_json[c], "size"));
        fputs(parent == PL_NONE ? "at the top" : "under ", in->to);
        pl_put_cluster(in, parent);
        if (parent != PL_NONE)
            fprintf(in->to, ", by %" PRIu64,
                    figure(in->cluster_json[c], "edge_people"));
        putc('\n', in->to);
    }
    put_more(in->to, count, RIVALS_SHOWN);
}

/* ---------------------------------------------------------- the whole -- */

/* From the outside in: where it is, what was decided, what it is called, who is
 * in it, and what else might have been. */
static void put_whole(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *is = in->cluster_json[cluster];
    uint64_t entries =
        figure(is, pl_parsed_get(is, "entries") == NULL ? "size" : "entries");
    pl_put_cluster(in, cluster);
    fprintf(in->to, ": %" PRIu64 " %s by ", entries,
            entries == 1 ? "entry" : "entries");
    put_people(in->to, figure(is, "people"));
    putc('\n', in->to);
    put_group(in, cluster);
    put_place(in, cluster);
    pl_put_decided(in, cluster);
    put_words(in->to, "spellings", pl_parsed_get(is, "spellings"));
    put_words(in->to, "tags", pl_parsed_get(is, "tags"));
    put_members(in, cluster);
    put_rivals(in, cluster);
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
    if (subject->node != NULL) {
        pl_put_node(in, subject->node);
        fputs(subject->node->shaped == NULL ? ", is in:\n"
              : is_item(subject->node)
                  ? ", lost its place to the shape and is an item of:\n"
                  : ", lost its place to the shape and is a further name "
                    "of:\n",
              in->to);
    }
    put_whole(in, subject->cluster);
    return pl_check_memory(in->filed.arena, error);
}
