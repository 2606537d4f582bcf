/* explanation.c: why nodes are one concept, or why not, as text. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/report.h"

enum { MEMBERS_SHOWN = 20, TAGS_SHOWN = 10, RIVALS_SHOWN = 10 };

/* "#12 bird", or nothing at all. */
static void put_cluster(FILE *to, pleach_told_cluster cluster)
{
    if (cluster.name != NULL)
        report_print(to, "#%" PRIu64 " %s", cluster.id, cluster.name);
}

static void put_people(FILE *to, uint64_t people)
{
    fprintf(to, "%" PRIu64 " %s", people, people == 1 ? "person" : "people");
}

/* Owner, role, path and id are what the node can be found by in the input. */
static void put_node_place(FILE *to, const pleach_told_node *node)
{
    report_print(to, "\"%s\" by %s, %s %s of %s", node->name, node->owner,
                 node->role, node->path, node->id);
}

static void put_under(FILE *to, const pleach_told_node *node)
{
    if (node->under != NULL)
        report_print(to, ", under \"%s\"", node->under);
}

static void put_more(FILE *to, size_t count, size_t shown)
{
    if (count > shown)
        fprintf(to, "    ... %zu more\n", count - shown);
}

static void put_if_any(FILE *to, const char *before, const char *cell)
{
    if (cell != NULL)
        report_print(to, "%s%s", before, cell);
}

/* Lines that the result does not record are left out: there is nothing to show.
 */
static void put_decisions(FILE *to, const pleach_told_decision *decided,
                          size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const pleach_told_decision *is = &decided[k];
        if (is->file == NULL)
            continue;
        if (is->line == 0) {
            report_print(to, "  stated by %s: <%s> is the same as <%s> (%s)\n",
                         is->file, is->a, is->b, is->decision);
            continue;
        }
        report_print(to, "  decided by line %" PRIu64 " of %s:", is->line,
                     is->file);
        put_if_any(to, " ", is->decision);
        put_if_any(to, " ", is->a);
        put_if_any(to, " | ", is->b);
        putc('\n', to);
    }
}

/* ---------------------------------------------------------- one cluster -- */

/* In brackets, some of those who put the cluster there. */
static void put_who(FILE *to, const pleach_told_parent *parent)
{
    const size_t most = sizeof parent->who / sizeof *parent->who;
    size_t count = 0;
    for (; count < most && parent->who[count] != NULL; count++) {
        fputs(count == 0 ? " (" : ", ", to);
        report_put_text(to, parent->who[count]);
    }
    fputs(count == 0 ? "" : parent->more ? ", ...)\n" : ")\n", to);
    fputs(count == 0 ? "\n" : "", to);
}

/* "3 people put it there (ann, ben, cat)". */
static void put_supporters(FILE *to, const pleach_told_parent *parent,
                           const char *one, const char *many)
{
    fputs(": ", to);
    put_people(to, parent->people);
    fputs(parent->people == 1 ? one : many, to);
    put_who(to, parent);
}

static void put_parents(FILE *to, const char *before,
                        const pleach_told_parent *parents, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (parents[k].cluster.name == NULL)
            continue;
        fputs(before, to);
        put_cluster(to, parents[k].cluster);
        put_supporters(to, &parents[k], "", "");
    }
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

/* Why more people want it elsewhere than where it is. */
static void put_why_here(FILE *to, const char *reason)
{
    static const char *const known[][2] = {
        {"decided", "it was decided, or was so in the result before"},
        {"branch", "who has things below it has more say than who has it as a "
                   "bare leaf"},
        {"implied", "who puts it there has more say than who leaves levels "
                    "out"},
        {"top", "those who have it at the top outweigh them"},
        {"unsettled", "places that depend on one another did not settle"}};
    for (size_t k = 0; reason != NULL && k < sizeof known / sizeof *known; k++)
        if (strcmp(reason, known[k][0]) == 0)
            fprintf(to, "  more want it elsewhere: %s\n", known[k][1]);
}

/* Those who put the cluster elsewhere, and where. */
static void put_against(FILE *to, const pleach_told_whole *is)
{
    put_voters(to, "  overruled: ", is->against, " puts it elsewhere:\n",
               " put it elsewhere:\n");
    if (is->against > 0)
        put_parents(to, "    under ", is->elsewhere, is->elsewhere_count);
    put_why_here(to, is->under.reason);
}

/* Where some put it below others, who have it here tell why it is not there.
 */
static void put_top(FILE *to, const pleach_told_whole *is)
{
    if (is->size == 0) {
        fputs("  a root that nobody has: everything was put below it\n", to);
        return;
    }
    fputs("  at the top of its tree", to);
    if (is->against == 0) {
        fputs(": no one put it below anything\n", to);
    } else if (is->under.people == 0) {
        fputs(", though no one has it there\n", to);
    } else {
        put_supporters(to, &is->under, " has it there", " have it there");
    }
    put_against(to, is);
}

/* Whether it hangs where it does for this reason. */
static bool is_there_for(const pleach_told_whole *is, const char *reason)
{
    return is->under.reason != NULL && strcmp(is->under.reason, reason) == 0;
}

/* Who put it there is said before who disagrees, and the whole way up comes
 * last: most people want the first line only. */
static void put_way_up(FILE *to, const pleach_told_whole *is)
{
    if (is->above_count == 0) {
        put_top(to, is);
        return;
    }
    fputs("  under ", to);
    put_cluster(to, is->above[0]);
    if (is_there_for(is, "shape")) {
        fputs(", where the shape that was asked for has it\n", to);
    } else if (is_there_for(is, "root")) {
        fputs(", the root that everything was put below\n", to);
    } else {
        put_supporters(to, &is->under, " puts it there", " put it there");
    }
    put_parents(to, "  also under ", is->also_under, is->also_under_count);
    put_voters(to, "  agreeing: ", is->skip,
               " leaves a level out and puts it higher up\n",
               " leave a level out and put it higher up\n");
    put_against(to, is);
    put_voters(to, "  overruled: ", is->top, " has it at the top\n",
               " have it at the top\n");
    fputs("  all above:", to);
    for (size_t k = 0; k < is->above_count; k++) {
        putc(' ', to);
        put_cluster(to, is->above[k]);
        putc(k + 1 == is->above_count ? '\n' : ',', to);
    }
}

static void put_words(FILE *to, const char *title, const pleach_tag *words,
                      size_t count)
{
    if (count == 0)
        return;
    fprintf(to, "  %s:", title);
    for (size_t k = 0; k < count && k < TAGS_SHOWN; k++) {
        report_print(to, "%s%s %.6g", k == 0 ? " " : ", ", words[k].text,
                     words[k].count);
    }
    if (count > TAGS_SHOWN)
        fprintf(to, ", ... %zu more", count - TAGS_SHOWN);
    putc('\n', to);
}

static void put_members(FILE *to, const pleach_told_whole *is)
{
    if (is->member_count == 0)
        return;
    fputs("  members, by similarity to the exemplar:\n", to);
    for (size_t k = 0; k < is->member_count && k < MEMBERS_SHOWN; k++) {
        fprintf(to, "    %-10.6g ", is->members[k].similarity);
        put_node_place(to, &is->members[k]);
        put_under(to, &is->members[k]);
        fputs(is->members[k].exemplar ? " (the exemplar)\n" : "\n", to);
    }
    put_more(to, is->member_count, MEMBERS_SHOWN);
}

/* Where they hang tells them apart, and how many people want them there. */
static void put_rivals(FILE *to, const pleach_told_whole *is)
{
    if (is->rival_count > 0)
        fputs("  other clusters of this name:\n", to);
    for (size_t k = 0; k < is->rival_count && k < RIVALS_SHOWN; k++) {
        const pleach_told_rival *rival = &is->rivals[k];
        bool top = rival->parent.name == NULL;
        fputs("    ", to);
        put_cluster(to, rival->cluster);
        fprintf(to, " (%" PRIu64 ") ", rival->size);
        fputs(top ? "at the top" : "under ", to);
        put_cluster(to, rival->parent);
        if (!top)
            fprintf(to, ", by %" PRIu64, rival->edge_people);
        putc('\n', to);
    }
    put_more(to, is->rival_count, RIVALS_SHOWN);
}

/* From what it is to what stands against it, each part left out where there is
 * nothing to say. */
static void put_whole(FILE *to, const pleach_told_whole *is)
{
    if (is->node != NULL) {
        put_node_place(to, is->node);
        fputs(", is in:\n", to);
    }
    put_cluster(to, is->cluster);
    fprintf(to, ": %" PRIu64 " %s by ", is->entries,
            is->entries == 1 ? "entry" : "entries");
    put_people(to, is->people);
    putc('\n', to);
    put_way_up(to, is);
    put_decisions(to, is->decided, is->decided_count);
    put_words(to, "spellings", is->spellings, is->spelling_count);
    put_words(to, "tags", is->tags, is->tag_count);
    put_members(to, is);
    put_rivals(to, is);
}

/* ----------------------------------------------------------------- two -- */

/* The same words as for a member of a cluster, so that both can be searched for
 * alike. */
static void put_node(FILE *to, const pleach_told_node *node)
{
    bool discarded = node->cluster.name == NULL;
    fputs("  ", to);
    put_node_place(to, node);
    put_under(to, node);
    fputs(discarded ? ", discarded" : ", in ", to);
    put_cluster(to, node->cluster);
    if (!discarded)
        fprintf(to, ", worth %.6g there", node->similarity);
    putc('\n', to);
}

/* The strongest evidence first. */
static void put_evidence(FILE *to, const pleach_told_pair *pair)
{
    if (pair->told_apart)
        fputs("      against it: most hierarchies that have one have the other "
              "as well, and nobody names one thing twice\n",
              to);
    for (size_t k = 0; k < pair->evidence_count; k++) {
        const pleach_told_evidence *is = &pair->evidence[k];
        fprintf(to, "      %s it, %.1f: %s\n",
                is->worth > 0 ? "for" : "against", fabs(is->worth),
                is->sentence);
    }
}

/* Keys and not names: two names that look different may be the same to pleach,
 * and the other way round. */
static void put_similarity(FILE *to, const pleach_told_pair *pair)
{
    if (pair->note != NULL)
        report_print(to, "  Their similarity cannot be computed again: %s\n",
                     pair->note);
    if (!pair->compared)
        return;
    bool one_key = strcmp(pair->key_a, pair->key_b) == 0;
    if (pair->similarity > 0)
        report_print(to, "  similarity %s: %.6g\n", pair->expression,
                     pair->similarity);
    else
        report_print(to, "  similarity %s: none\n", pair->expression);
    report_print(to, "    %s: \"%s%s%s\" once normalised\n",
                 one_key ? "the same name" : "names", pair->key_a,
                 one_key ? "" : "\" and \"", one_key ? "" : pair->key_b);
    if (pair->concepts_known)
        fputs(pair->same_concept ? "    the same concept\n"
                                 : "    two concepts\n",
              to);
    put_evidence(to, pair);
}

static void put_loop(FILE *to, const pleach_told_pair *pair)
{
    fputs("  against it: ", to);
    fputs(pair->overrules ? "one lies above the other: "
                          : "it would make a loop: ",
          to);
    for (size_t k = 0; k < pair->way_count; k++) {
        fputs(k == 0 ? "" : " is under ", to);
        put_cluster(to, pair->way[k]);
    }
    putc('\n', to);
}

/* Nodes of one sapling have no similarity either, but that is not the reason.
 */
static void put_obstacles(FILE *to, const pleach_told_pair *pair)
{
    if (pair->same_sapling)
        fputs("  against it: they are of one sapling and never compared: "
              "their owner told them apart\n",
              to);
    else if (pair->no_similarity)
        fputs("  against it: they have no similarity\n", to);
    if (pair->loop)
        put_loop(to, pair);
    if (!pair->two_parents)
        return;
    fputs(pair->overrules ? "  people put them in two places: under "
                          : "  against it: a cluster has a single parent, "
                            "and theirs are ",
          to);
    put_cluster(to, pair->parent_a);
    fputs(" and ", to);
    put_cluster(to, pair->parent_b);
    putc('\n', to);
}

/* What decided, where nothing forbids a merger. */
static void put_why_apart(FILE *to, const pleach_told_pair *pair)
{
    fputs(!pair->overrules || !pair->concepts_known
              ? "  Nothing forbids it: what they hold apart is worth more.\n"
          : pair->same_concept ? "  They are one concept in two places.\n"
                               : "  They were taken for two concepts.\n",
          to);
}

/* A reason is sought only where no rule is one: then it is a matter of degree.
 */
static void put_two(FILE *to, const pleach_told_pair *pair)
{
    fputs(pair->merged      ? "Merged:\n"
          : pair->discarded ? "Not merged, since one is in no cluster:\n"
                            : "Not merged:\n",
          to);
    put_node(to, &pair->a);
    put_node(to, &pair->b);
    put_decisions(to, pair->decided, pair->decided_count);
    put_similarity(to, pair);
    if (pair->merged)
        return;
    put_obstacles(to, pair);
    if (!pair->discarded && !pair->loop && !pair->same_sapling &&
        !pair->no_similarity && (!pair->two_parents || pair->overrules))
        put_why_apart(to, pair);
}

void report_explanation_text(const void *figures, FILE *to)
{
    const pleach_explanation *told = figures;
    if (told->pair != NULL)
        put_two(to, told->pair);
    else
        put_whole(to, told->whole);
}
