/* explanation_json.c: why nodes are one concept, or why not, as one JSON
 * object. */
/* SPDX-License-Identifier: MIT */
#include "report/json.h"
#include "report/report.h"

static void json_put_cluster(report_json *json, const char *key,
                             pleach_told_cluster cluster)
{
    if (cluster.name == NULL) {
        report_json_null(json, key);
        return;
    }
    report_json_open(json, key, '{');
    report_json_count(json, "id", cluster.id);
    report_json_text(json, "name", cluster.name);
    report_json_close(json, '}');
}

/* Opens an object, which the caller closes. */
static void json_open_node(report_json *json, const char *key,
                           const pleach_told_node *node)
{
    report_json_open(json, key, '{');
    report_json_text(json, "owner", node->owner);
    report_json_text(json, "id", node->id);
    report_json_text(json, "path", node->path);
    report_json_text(json, "role", node->role);
    report_json_text(json, "name", node->name);
}

static void open_list(report_json *json, const char *key, char bracket)
{
    report_json_line(json);
    report_json_open(json, key, bracket);
}

/* ---------------------------------------------------------- one cluster -- */

static void json_put_parents(report_json *json, const char *key,
                             const pleach_told_parent *parents, size_t count)
{
    report_json_open(json, key, '[');
    for (size_t k = 0; k < count; k++) {
        report_json_open(json, NULL, '{');
        json_put_cluster(json, "cluster", parents[k].cluster);
        report_json_count(json, "people", parents[k].people);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
}

/* Whom the cluster's place agrees with, and where the others want it. */
static void json_put_voices(report_json *json, const pleach_told_whole *is)
{
    if (!is->voices)
        return;
    open_list(json, "voices", '{');
    report_json_count(json, "for", is->agree);
    report_json_count(json, "skip", is->skip);
    report_json_count(json, "against", is->against);
    report_json_count(json, "top", is->top);
    if (is->under.reason != NULL)
        report_json_text(json, "reason", is->under.reason);
    report_json_close(json, '}');
    json_put_parents(json, "rival_parents", is->elsewhere, is->elsewhere_count);
    if (is->also_under != NULL)
        json_put_parents(json, "also_under", is->also_under,
                         is->also_under_count);
}

/* Lines of decisions; what sources state stands beside them. */
static void json_put_decided(report_json *json, const pleach_told_whole *is)
{
    size_t stated = 0;
    while (stated < is->decided_count && is->decided[stated].line == 0)
        stated++;
    if (stated < is->decided_count) {
        open_list(json, "decided", '[');
        for (size_t k = stated; k < is->decided_count; k++)
            report_json_count(json, NULL, is->decided[k].line);
        report_json_close(json, ']');
    }
    if (stated == 0)
        return;
    open_list(json, "stated", '[');
    for (size_t k = 0; k < stated; k++) {
        report_json_open(json, NULL, '{');
        report_json_text(json, "by", is->decided[k].file);
        report_json_text(json, "property", is->decided[k].decision);
        report_json_text(json, "a", is->decided[k].a);
        report_json_text(json, "b", is->decided[k].b);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
}

static void json_put_words(report_json *json, const char *key,
                           const pleach_tag *words, size_t count)
{
    open_list(json, key, '{');
    for (size_t k = 0; k < count; k++)
        report_json_real(json, words[k].text, words[k].count);
    report_json_close(json, '}');
}

/* All of them, unlike in the text: programs can cut by themselves. */
static void json_put_members(report_json *json, const pleach_told_whole *is)
{
    open_list(json, "members", '[');
    for (size_t k = 0; k < is->member_count; k++) {
        report_json_line(json);
        json_open_node(json, NULL, &is->members[k]);
        report_json_real(json, "similarity", is->members[k].similarity);
        if (is->members[k].under != NULL)
            report_json_text(json, "under", is->members[k].under);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
}

static void json_put_rivals(report_json *json, const pleach_told_whole *is)
{
    open_list(json, "rivals", '[');
    for (size_t k = 0; k < is->rival_count; k++) {
        open_list(json, NULL, '{');
        json_put_cluster(json, "cluster", is->rivals[k].cluster);
        json_put_cluster(json, "parent", is->rivals[k].parent);
        report_json_count(json, "edge_people", is->rivals[k].edge_people);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
}

/* All of them, and what the file does not say as null. */
static void json_put_conflicts(report_json *json, const pleach_told_whole *is)
{
    open_list(json, "conflicts", '[');
    for (size_t k = 0; k < is->conflict_count; k++) {
        const pleach_told_conflict *of = &is->conflicts[k];
        open_list(json, NULL, '{');
        report_json_text(json, "owner", of->owner);
        report_json_text(json, "id", of->id);
        report_json_text(json, "path", of->path);
        report_json_text(json, "name", of->name);
        json_put_cluster(json, "cluster", of->cluster);
        json_put_cluster(json, "from", of->from);
        json_put_cluster(json, "parent", of->parent);
        report_json_real(json, "cost", of->cost);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
}

/* The same parts in the same order as in the text, and under the names that the
 * taxonomy file has for them. */
static void json_put_whole(report_json *json, const pleach_told_whole *is)
{
    report_json_line(json);
    if (is->node != NULL) {
        json_open_node(json, "node", is->node);
        report_json_close(json, '}');
        report_json_line(json);
    }
    json_put_cluster(json, "cluster", is->cluster);
    report_json_count(json, "size", is->size);
    report_json_count(json, "people", is->people);
    report_json_real(json, "net_similarity", is->net_similarity);
    report_json_line(json);
    json_put_cluster(json, "parent", is->under.cluster);
    /* There is no edge above a root, whoever has it there. */
    report_json_count(json, "edge_people",
                      is->above_count == 0 ? 0 : is->under.people);
    json_put_voices(json, is);
    json_put_decided(json, is);
    json_put_words(json, "spellings", is->spellings, is->spelling_count);
    json_put_words(json, "tags", is->tags, is->tag_count);
    json_put_members(json, is);
    json_put_rivals(json, is);
    json_put_conflicts(json, is);
}

/* ----------------------------------------------------------------- two -- */

static void json_put_node(report_json *json, const char *key,
                          const pleach_told_node *node)
{
    report_json_line(json);
    json_open_node(json, key, node);
    json_put_cluster(json, "cluster", node->cluster);
    if (node->cluster.name != NULL)
        report_json_real(json, "worth", node->similarity);
    report_json_close(json, '}');
}

static void json_put_shared(report_json *json, const char *key,
                            const char *const *shared, size_t count)
{
    report_json_open(json, key, '[');
    for (size_t k = 0; k < count; k++)
        report_json_text(json, NULL, shared[k]);
    report_json_close(json, ']');
}

/* All evidence, also where people tell the two apart: programs may want to know
 * what was outweighed. */
static void json_put_concepts(report_json *json, const pleach_told_pair *pair)
{
    report_json_truth(json, "same_concept", pair->same_concept);
    report_json_truth(json, "told_apart", pair->told_apart);
    report_json_open(json, "evidence", '[');
    for (size_t k = 0; k < pair->evidence_count; k++) {
        report_json_open(json, NULL, '{');
        report_json_text(json, "piece", pair->evidence[k].piece);
        report_json_real(json, "worth", pair->evidence[k].worth);
        report_json_close(json, '}');
    }
    report_json_close(json, ']');
}

/* What was not computed is missing, and a note says why; null would look like a
 * similarity of nothing. */
static void json_put_similarity(report_json *json, const pleach_told_pair *pair)
{
    report_json_line(json);
    report_json_truth(json, "recomputed", pair->note == NULL);
    report_json_text(json, "note", pair->note);
    if (pair->changed != NULL)
        report_json_text(json, "changed", pair->changed);
    if (!pair->compared)
        return;
    report_json_line(json);
    report_json_real(json, "similarity", pair->similarity);
    report_json_open(json, "parts", '{');
    report_json_text(json, "similarity", pair->expression);
    report_json_text(json, "key_a", pair->key_a);
    report_json_text(json, "key_b", pair->key_b);
    if (pair->concepts_known)
        json_put_concepts(json, pair);
    json_put_shared(json, "tags", pair->tags, pair->tag_count);
    json_put_shared(json, "names_around", pair->names_around,
                    pair->names_around_count);
    report_json_close(json, '}');
}

/* Short words that do not change, unlike the sentences of the text. */
static void json_put_obstacles(report_json *json, const pleach_told_pair *pair)
{
    const struct {
        const char *kind;
        bool holds;
    } all[] = {{"discarded", pair->discarded},
               {"same_sapling", pair->same_sapling},
               {"no_similarity", pair->no_similarity && !pair->same_sapling},
               {"single_parent", pair->two_parents && !pair->overrules},
               {"loop", pair->loop}};
    open_list(json, "against", '[');
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].holds && !pair->merged)
            report_json_text(json, NULL, all[k].kind);
    report_json_close(json, ']');
    if (!pair->two_parents)
        return;
    json_put_cluster(json, "parent_a", pair->parent_a);
    json_put_cluster(json, "parent_b", pair->parent_b);
}

/* In the order of the text. */
static void json_put_pair(report_json *json, const pleach_told_pair *pair)
{
    report_json_line(json);
    report_json_truth(json, "merged", pair->merged);
    json_put_node(json, "a", &pair->a);
    json_put_node(json, "b", &pair->b);
    json_put_similarity(json, pair);
    json_put_obstacles(json, pair);
}

void report_explanation_json(const void *figures, FILE *to)
{
    const pleach_explanation *told = figures;
    report_json json = {.to = to};
    report_json_open(&json, NULL, '{');
    if (told->pair != NULL)
        json_put_pair(&json, told->pair);
    else
        json_put_whole(&json, told->whole);
    report_json_line(&json);
    report_json_close(&json, '}');
}
