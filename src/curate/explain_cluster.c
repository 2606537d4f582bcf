/* explain_cluster.c: one cluster: who is in it, and why it is where it is. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"

enum { MEMBERS_SHOWN = 20, TAGS_SHOWN = 10, RIVALS_SHOWN = 10, WHO_SHOWN = 3 };

static uint64_t figure(const pl_parsed *of, const char *field)
{
    int64_t number = pl_parsed_integer(pl_parsed_get(of, field));
    return number > 0 ? (uint64_t)number : 0;
}

static const char *cluster_key(const pl_explaining *in, uint32_t cluster)
{
    const char *key = pl_parsed_text(pl_filed_of(&in->filed, cluster, "key"));
    return key == NULL || *key == '\0' ? in->filed.name[cluster] : key;
}

/* ------------------------------------------------------------ who said -- */

/* The cluster that a member's owner puts this one below; PL_NONE: none. */
static uint32_t put_below(const pl_explaining *in, const pl_filed_node *member)
{
    const pl_filed_node *above = pl_node_above(in, member);
    return above == NULL || above->cluster == member->cluster ? PL_NONE
                                                              : above->cluster;
}

/* Adds a member's owner. Where nobody is named, each hierarchy is somebody's.
 */
static void add_person(pl_strings *to, const pl_explaining *in,
                       const pl_filed_node *member)
{
    pl_filed_place place = pl_filed_place_of(&in->filed, member->key);
    const char *who =
        pl_taxonomy_file_by_hierarchy(&in->filed) ? place.id : place.owner;
    pl_strings_add(to, who, strlen(who));
}

/* Those who put the cluster below a parent; PL_NONE: below anything. */
static pl_strings *list_people(const pl_explaining *in, uint32_t cluster,
                               uint32_t parent)
{
    const pl_taxonomy_file *filed = &in->filed;
    pl_strings *people = pl_strings_in(filed->arena);
    for (uint32_t k = filed->first[cluster];
         people != NULL && k < filed->first[cluster + 1]; k++) {
        uint32_t above = put_below(in, &filed->member[k]);
        if (above != PL_NONE && (parent == PL_NONE || above == parent))
            add_person(people, in, &filed->member[k]);
    }
    return people;
}

/* Who have it on top, and nowhere else: whoever puts it below something says
 * that instead, as where votes are counted. They are behind the first `*from`.
 */
static pl_strings *list_on_top(uint32_t *from, const pl_explaining *in,
                               uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    pl_strings *people = list_people(in, cluster, PL_NONE);
    *from = people == NULL ? 0 : pl_strings_count(people);
    for (uint32_t k = filed->first[cluster];
         people != NULL && k < filed->first[cluster + 1]; k++) {
        const pl_filed_node *member = &filed->member[k];
        if (strcmp(pl_filed_place_of(filed, member->key).path, ".") == 0)
            add_person(people, in, member);
    }
    return people;
}

static void put_count(FILE *to, uint64_t people)
{
    fprintf(to, "%" PRIu64 " %s", people, people == 1 ? "person" : "people");
}

/* How many see it so, one or many; nothing for 0. */
static void put_voters(FILE *to, const char *title, uint64_t people,
                       const char *one, const char *many)
{
    if (people == 0)
        return;
    fputs(title, to);
    put_count(to, people);
    fputs(people == 1 ? one : many, to);
}

/* ": 3 people put it there (ann, ben, cat)" and the line's end; the names are
 * those behind the first `from`. */
static void put_people(const pl_explaining *in, uint64_t count,
                       const pl_strings *names, uint32_t from, const char *one,
                       const char *many)
{
    uint32_t known = names == NULL ? 0 : pl_strings_count(names);
    fputs(": ", in->to);
    put_count(in->to, count);
    fputs(count == 1 ? one : many, in->to);
    for (uint32_t k = from; k < known && k < from + WHO_SHOWN; k++)
        pl_print_terminal(in->to, "%s%s", k == from ? " (" : ", ",
                          pl_strings_at(names, k));
    fputs(known == from              ? "\n"
          : known > from + WHO_SHOWN ? ", ...)\n"
                                     : ")\n",
          in->to);
}

static void put_parent(const pl_explaining *in, const char *before,
                       uint32_t cluster, uint32_t parent, uint64_t people,
                       const char *one, const char *many)
{
    if (parent == PL_NONE)
        return;
    fputs(before, in->to);
    pl_put_cluster(in, parent);
    put_people(in, people, list_people(in, cluster, parent), 0, one, many);
}

/* -------------------------------------------------------------- places -- */

/* Those who put the cluster elsewhere, where, and why it is not there. */
static void put_against(const pl_explaining *in, uint32_t cluster)
{
    static const char *const known[][2] = {
        {"decided", "it was decided, or was so in the result before"},
        {"answered", "what was answered (--answers) weighs more"},
        {"branch", "who has things below it has more say than who has it as a "
                   "bare leaf"},
        {"implied", "who puts it there has more say than who leaves levels "
                    "out"},
        {"top", "those who have it at the top outweigh them"},
        {"unsettled", "places that depend on one another did not settle"}};
    const pl_parsed *rivals = pl_filed_of(&in->filed, cluster, "rivals"), *each;
    const pl_parsed *votes = pl_filed_of(&in->filed, cluster, "voices");
    const char *reason = pl_parsed_text(pl_parsed_get(votes, "reason"));
    uint64_t against = figure(votes, "against");
    put_voters(in->to, "  overruled: ", against, " puts it elsewhere:\n",
               " put it elsewhere:\n");
    for (size_t k = 0; against > 0 && (each = pl_parsed_at(rivals, k)) != NULL;
         k++)
        put_parent(in, "    under ", cluster,
                   pl_filed_find(&in->filed, pl_parsed_integer(pl_parsed_get(
                                                 each, "parent"))),
                   figure(each, "people"), "", "");
    for (size_t k = 0; reason != NULL && k < sizeof known / sizeof *known; k++)
        if (strcmp(reason, known[k][0]) == 0)
            fprintf(in->to, "  more want it elsewhere: %s\n", known[k][1]);
}

/* Where some put it below others, who have it here tell why it is not there.
 */
static void put_top(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *votes = pl_filed_of(&in->filed, cluster, "voices");
    uint32_t from;
    const pl_strings *here = list_on_top(&from, in, cluster);
    uint32_t count = here == NULL ? 0 : pl_strings_count(here) - from;
    if (in->filed.first[cluster] == in->filed.first[cluster + 1]) {
        fputs("  a root that nobody has: everything was put below it\n",
              in->to);
        return;
    }
    fputs("  at the top of its tree", in->to);
    if (figure(votes, "against") == 0)
        fputs(": no one put it below anything\n", in->to);
    else if (count == 0)
        fputs(", though no one has it there\n", in->to);
    else
        put_people(in, count, here, from, " has it there", " have it there");
    put_against(in, cluster);
}

/* What it hangs below, and who put it there; or what did. */
static void put_first_parent(const pl_explaining *in, uint32_t cluster)
{
    static const char *const known[][2] = {
        {"shape", ", where the shape that was asked for has it\n"},
        {"root", ", the root that everything was put below\n"}};
    const pl_parsed *votes = pl_filed_of(&in->filed, cluster, "voices");
    const char *reason = pl_parsed_text(pl_parsed_get(votes, "reason"));
    for (size_t k = 0; reason != NULL && k < sizeof known / sizeof *known; k++)
        if (strcmp(reason, known[k][0]) == 0) {
            fputs("  under ", in->to);
            pl_put_cluster(in, in->filed.parent[cluster]);
            fputs(known[k][1], in->to);
            return;
        }
    put_parent(in, "  under ", cluster, in->filed.parent[cluster],
               figure(pl_filed_cluster(&in->filed, cluster), "edge_people"),
               " puts it there", " put it there");
}

/* A group that the shape made: what it has in common, which nobody has. */
static void put_group(const pl_explaining *in, uint32_t cluster)
{
    uint32_t parent = in->filed.parent[cluster];
    double covers =
        pl_parsed_number(pl_filed_of(&in->filed, cluster, "covers"));
    fputs("  a group that the shape made", in->to);
    if (covers > 0)
        fprintf(in->to, ": %.0f %% of what is right below have its words\n",
                100 * covers);
    else
        fputs(" of what has no word in common\n", in->to);
    fputs(parent == PL_NONE ? "  at the top of its tree" : "  under ", in->to);
    pl_put_cluster(in, parent);
    putc('\n', in->to);
}

static void put_all_above(const pl_explaining *in, uint32_t cluster)
{
    const char *before = "  all above: ";
    for (uint32_t up = in->filed.parent[cluster]; up != PL_NONE;
         up = in->filed.parent[up], before = ", ") {
        fputs(before, in->to);
        pl_put_cluster(in, up);
    }
    putc('\n', in->to);
}

/* Who put it there is said before who disagrees, and the whole way up comes
 * last: most people want the first line only. */
static void put_place(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    const pl_parsed *votes = pl_filed_of(filed, cluster, "voices");
    const uint32_t *more = filed->more_first;
    put_first_parent(in, cluster);
    for (uint32_t k = more == NULL ? 0 : more[cluster];
         more != NULL && k < more[cluster + 1]; k++)
        put_parent(in, "  also under ", cluster, filed->more_parent[k],
                   filed->more_people[k], "", "");
    put_voters(in->to, "  agreeing: ", figure(votes, "skip"),
               " leaves a level out and puts it higher up\n",
               " leave a level out and put it higher up\n");
    put_against(in, cluster);
    put_voters(in->to, "  overruled: ", figure(votes, "top"),
               " has it at the top\n", " have it at the top\n");
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

/* Whether it is the exemplar, in either role. */
static bool is_exemplar(const pl_taxonomy_file *filed,
                        const pl_filed_node *member)
{
    uint32_t key = filed->exemplar_key[member->cluster];
    if (key == PL_NONE)
        return false;
    pl_filed_place one = pl_filed_place_of(filed, key);
    pl_filed_place other = pl_filed_place_of(filed, member->key);
    return strcmp(one.path, other.path) == 0 && strcmp(one.id, other.id) == 0 &&
           strcmp(one.owner, other.owner) == 0;
}

static void put_member(const pl_explaining *in, const pl_filed_node *member)
{
    fprintf(in->to, "    %-10.6g ", member->similarity);
    pl_put_node(in, member);
    pl_put_under(in, member);
    fputs(is_exemplar(&in->filed, member) ? " (the exemplar)\n"
          : member->shaped == NULL        ? "\n"
          : is_item(member)               ? " (an item, by the shape)\n"
                                          : " (a further name, by the shape)\n",
          in->to);
}

/* The node that a member is, whatever its role. */
static uint32_t number_node(pl_strings *nodes, const pl_explaining *in,
                            const pl_filed_node *member)
{
    pl_filed_place place = pl_filed_place_of(&in->filed, member->key);
    const char *words = pl_arena_print(in->filed.arena, "%s %s %s", place.owner,
                                       place.id, place.path);
    return words == NULL ? PL_NONE
                         : pl_strings_add(nodes, words, strlen(words));
}

/* An inner node is a leaf and a root. Where both are here it is told once: by
 * the leaf, which has something above it. */
static void put_members(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t first = filed->first[cluster], end = filed->first[cluster + 1];
    pl_strings *nodes = pl_strings_in(filed->arena);
    uint32_t told = 0;
    for (uint32_t k = first; nodes != NULL && k < end; k++)
        if (filed->member[k].parent_key != PL_NONE)
            number_node(nodes, in, &filed->member[k]);
    uint32_t leaves = nodes == NULL ? 0 : pl_strings_count(nodes);
    for (uint32_t k = first; nodes != NULL && k < end; k++) {
        const pl_filed_node *member = &filed->member[k];
        if (member->parent_key == PL_NONE &&
            number_node(nodes, in, member) < leaves)
            continue;
        if (told == 0)
            fputs("  members, by similarity to the exemplar:\n", in->to);
        if (told++ < MEMBERS_SHOWN)
            put_member(in, member);
    }
    put_more(in->to, told, MEMBERS_SHOWN);
}

/* Clusters of the same name are the first suspects when something is missing
 * from this one. Where they hang tells them apart. */
static void put_namesakes(const pl_explaining *in, uint32_t cluster)
{
    const char *key = cluster_key(in, cluster);
    size_t count = 0;
    for (uint32_t c = 0; c < in->filed.cluster_count; c++) {
        const pl_parsed *is = pl_filed_cluster(&in->filed, c);
        uint32_t parent = in->filed.parent[c];
        if (c == cluster || strcmp(cluster_key(in, c), key) != 0)
            continue;
        if (count++ == 0)
            fputs("  other clusters of this name:\n", in->to);
        if (count > RIVALS_SHOWN)
            continue;
        fputs("    ", in->to);
        pl_put_cluster(in, c);
        fprintf(in->to, " (%" PRIu64 ") %s", figure(is, "size"),
                parent == PL_NONE ? "at the top" : "under ");
        pl_put_cluster(in, parent);
        if (parent != PL_NONE)
            fprintf(in->to, ", by %" PRIu64, figure(is, "edge_people"));
        putc('\n', in->to);
    }
    put_more(in->to, count, RIVALS_SHOWN);
}

/* ---------------------------------------------------------- the whole -- */

/* From the outside in: where it is, what was decided, what it is called, who is
 * in it, and what else might have been. */
static void put_whole(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *is = pl_filed_cluster(&in->filed, cluster);
    uint64_t entries =
        figure(is, pl_parsed_get(is, "entries") == NULL ? "size" : "entries");
    pl_put_cluster(in, cluster);
    fprintf(in->to, ": %" PRIu64 " %s by ", entries,
            entries == 1 ? "entry" : "entries");
    put_count(in->to, figure(is, "people"));
    putc('\n', in->to);
    if (pl_filed_is_shaped(&in->filed, cluster, "group"))
        put_group(in, cluster);
    else if (in->filed.parent[cluster] == PL_NONE)
        put_top(in, cluster);
    else
        put_place(in, cluster);
    if (in->filed.parent[cluster] != PL_NONE)
        put_all_above(in, cluster);
    pl_put_decided(in, cluster);
    put_words(in->to, "spellings", pl_parsed_get(is, "spellings"));
    put_words(in->to, "tags", pl_parsed_get(is, "tags"));
    put_members(in, cluster);
    put_namesakes(in, cluster);
}

/* A discarded node is in no cluster; the reason that the file gives is the
 * answer. */
static pleach_status fail_discarded(const pl_explaining *in,
                                    const pl_filed_node *node,
                                    pleach_error *error)
{
    const pl_parsed *all = pl_parsed_get(in->filed.root, "discarded");
    const char *reason = pl_parsed_text(pl_parsed_get(
        pl_parsed_at(all, (size_t)(node - in->filed.discarded)), "reason"));
    return pl_fail_at(error, PLEACH_BAD_DATA, in->filed.path, 0, 0,
                      "The %s is in no cluster: %.200s.",
                      pl_filed_describe(&in->filed, node->key).text,
                      reason == NULL ? "it was discarded" : reason);
}

pleach_status pl_explain_cluster(const pl_explaining *in,
                                 const pl_subject *subject, pleach_error *error)
{
    if (subject->cluster == PL_NONE)
        return fail_discarded(in, subject->node, error);
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
