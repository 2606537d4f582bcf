/* review_which.c: the likeliest counterparts of a node, to pick one of. */
/* SPDX-License-Identifier: MIT */
#include "curate/review_which.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "cross/crosswalk_rows.h"
#include "taxonomy/placed_nodes.h"

enum { SHOWN = 80 };

/* Its nodes are in the order of the facts' places. */
typedef struct which {
    pl_question_list *items;
    pl_arena *arena;
    const pl_review_facts *facts;
    const pl_decided_pairs *decided;
    pl_cross_nodes nodes;
    pl_name_path path;
} which;

/* The likeliest first, without those that are decided to be others. Returns how
 * many; 0: nothing is to be asked. */
static uint32_t choose(const which *w, const pl_answers *answers, uint32_t node,
                       const pl_cross_pair *chosen[PL_WHICH_CHOICES + 1])
{
    const pl_cross_pairs *pairs = &answers->pairs;
    uint32_t at = node - w->nodes.source_first[pairs->from], count = 0;
    for (uint32_t k = pairs->first[at]; k < pairs->first[at + 1]; k++) {
        const pl_cross_pair *pair = &pairs->list.items[k];
        double chance = pair->chances.of[PL_EQUAL];
        uint32_t to = count;
        if (w->facts->node[node].cluster == PL_NONE ||
            w->facts->node[pair->to].cluster == PL_NONE ||
            chance >= PL_WHICH_SURE ||
            pl_is_decided_same(w->decided, node, pair->to))
            return 0;
        if (chance < PL_WHICH_OFFERED ||
            pl_is_decided_parted(w->decided, node, pair->to))
            continue;
        for (; to > 0 && chance > chosen[to - 1]->chances.of[PL_EQUAL]; to--)
            chosen[to] = chosen[to - 1];
        chosen[to] = pair;
        count += count < PL_WHICH_CHOICES;
    }
    return count;
}

/* One line of decisions for each choice. */
static const char *write_lines(which *w, const char *kind, uint32_t node,
                               const pl_cross_pair *const *chosen,
                               uint32_t count)
{
    char a[PL_ADDRESS_BYTES], b[PL_ADDRESS_BYTES];
    const char *lines = "";
    for (uint32_t k = 0; k < count; k++)
        lines = pl_arena_print(
            w->arena, "%s%s%s\t%s\t%s", lines, k == 0 ? "" : "\n", kind,
            pl_write_node(a, sizeof a, w->facts, node),
            pl_write_node(b, sizeof b, w->facts, chosen[k]->to));
    return lines;
}

/* The names above a node and its own. Of a long path the tops are left out: its
 * end says what it is. */
static const char *tell_path(which *w, uint32_t node)
{
    static const char step[] = " > ";
    const char *path = pl_input_path(&w->path, &w->nodes.placed, node);
    if (path == NULL) {
        pl_arena_fail(w->arena);
        return "";
    }
    for (const char *next = path;
         strlen(path) > SHOWN && (next = strstr(next, step)) != NULL;)
        path = next += strlen(step);
    return pl_arena_print(w->arena, "%.*s",
                          pl_text_cut(path, strlen(path), SHOWN), path);
}

/* "Which of theirs is "Shoes > Boots" of ours? 1: ... (60 %); 2: ..." */
static const char *write_question(which *w, uint32_t node,
                                  const pl_cross_pair *const *chosen,
                                  uint32_t count)
{
    const pl_cross_nodes *nodes = &w->nodes;
    const char *own = nodes->list[node].source;
    const char *other = nodes->list[chosen[0]->to].source;
    const char *text = pl_arena_print(
        w->arena, "Which of %.*s is \"%s\" of %.*s?",
        pl_text_cut(other, strlen(other), SHOWN), other, tell_path(w, node),
        pl_text_cut(own, strlen(own), SHOWN), own);
    for (uint32_t k = 0; k < count; k++)
        text = pl_arena_print(w->arena, "%s %u: \"%s\" (%.0f %%)", text,
                              (unsigned)k + 1, tell_path(w, chosen[k]->to),
                              100 * chosen[k]->chances.of[PL_EQUAL]);
    return text;
}

/* What is said without an answer is wrong where another is the same, or where
 * one is though none is likely enough to be told. */
static void ask_which(which *w, const pl_answers *answers, uint32_t node)
{
    const pl_cross_pair *chosen[PL_WHICH_CHOICES + 1];
    uint32_t count = choose(w, answers, node, chosen);
    if (count == 0)
        return;
    double first = chosen[0]->chances.of[PL_EQUAL], any = 0;
    for (uint32_t k = 0; k < count; k++)
        any += chosen[k]->chances.of[PL_EQUAL];
    double doubt = first >= PL_CLAIMED_EQUAL ? 1 - first : any < 1 ? any : 1;
    pleach_question question = {.kind = PLEACH_ASK_WHICH,
                                .text = write_question(w, node, chosen, count),
                                .yes = write_lines(w, "same", node, chosen, 1),
                                .cluster = w->nodes.list[node].cluster,
                                .other = PLEACH_NO_CLUSTER,
                                .nodes = 1,
                                .doubt = doubt,
                                .saves = doubt};
    question.no = write_lines(w, "different", node, chosen, count);
    question.choices = write_lines(w, "same", node, chosen, count);
    pl_list_add(w->items, question);
}

/* Each two sources once: who is asked about one need not be asked about the
 * other. */
static pleach_status ask_sources(which *w, uint32_t from, uint32_t to,
                                 pleach_error *error)
{
    pl_answers answers = {0};
    pleach_status status =
        pl_answers_make(&answers, &w->nodes, from, to, false, error);
    for (uint32_t n = w->nodes.source_first[from];
         status == PLEACH_OK && n < w->nodes.source_first[from + 1]; n++)
        ask_which(w, &answers, n);
    pl_answers_free(&answers);
    return status;
}

pleach_status pl_ask_counterparts(pl_question_list *items, pl_arena *arena,
                                  const pl_review_facts *facts,
                                  const pl_decided_pairs *decided,
                                  pleach_error *error)
{
    which w = {
        .items = items, .arena = arena, .facts = facts, .decided = decided};
    pleach_status status =
        pl_cross_nodes_make(&w.nodes, facts->result, false, error);
    uint32_t count = (uint32_t)w.nodes.sources.count;
    for (uint32_t from = 0; from < count; from++)
        for (uint32_t to = from + 1; status == PLEACH_OK && to < count; to++)
            status = ask_sources(&w, from, to, error);
    pl_name_path_free(&w.path);
    pl_cross_nodes_free(&w.nodes);
    return status;
}
