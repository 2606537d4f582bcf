/* review_which.c: the likeliest counterparts of a node, to pick one of. */
/* SPDX-License-Identifier: MIT */
#include "curate/review_which.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "cross/crosswalk_rows.h"
#include "taxonomy/placed_nodes.h"

/* Who is so sure is not asked; what is less likely is not offered. */
#define SURE 0.8
#define OFFERED 0.1
enum { CHOICES = 5, SHOWN = 80, TEXT_BYTES = 8192 };

typedef struct which {
    pl_question_list *items;
    pl_arena *arena;
    const pl_review_facts *facts;
    const pl_decided_pairs *decided;
    pl_cross_nodes nodes;
    pl_name_path path;
    char text[TEXT_BYTES]; /* what is being written */
    size_t used;
    bool full; /* something found no room: nobody is asked half a question */
} which;

/* Names are cut to be shown: they may be long. */
static void add_text(which *w, const char *text, int most)
{
    int length = pl_text_cut(text, strlen(text), most);
    size_t room = sizeof w->text - w->used;
    if ((size_t)length >= room) {
        w->full = true;
        return;
    }
    memcpy(w->text + w->used, text, (size_t)length);
    w->used += (size_t)length;
    w->text[w->used] = '\0';
}

static const char *take_text(which *w)
{
    const char *text = pl_arena_text(w->arena, w->text, w->used);
    w->used = 0;
    return text == NULL ? "" : text;
}

static uint32_t place_of(const which *w, uint32_t node)
{
    const pl_placed_node *at = &w->nodes.list[node];
    char text[TEXT_BYTES];
    int length = snprintf(text, sizeof text, "%s:%s", at->id, at->path);
    return length < 0 || (size_t)length >= sizeof text
               ? PL_NONE
               : pl_strings_find(w->facts->places, text, (size_t)length);
}

/* The likeliest first, without those that are decided to be others. Returns how
 * many; 0: nothing is to be asked. */
static uint32_t choose(const which *w, const pl_answers *answers, uint32_t node,
                       const pl_cross_pair *chosen[CHOICES + 1])
{
    const pl_cross_pairs *pairs = &answers->pairs;
    uint32_t at = node - w->nodes.source_first[pairs->from], count = 0;
    uint32_t place = place_of(w, node);
    for (uint32_t k = pairs->first[at]; k < pairs->first[at + 1]; k++) {
        const pl_cross_pair *pair = &pairs->list.items[k];
        double chance = pair->chances.of[PL_EQUAL];
        uint32_t other = place_of(w, pair->to), to = count;
        if (place == PL_NONE || other == PL_NONE || chance >= SURE ||
            pl_is_decided_same(w->decided, place, other))
            return 0;
        if (chance < OFFERED || pl_is_decided_parted(w->decided, place, other))
            continue;
        for (; to > 0 && chance > chosen[to - 1]->chances.of[PL_EQUAL]; to--)
            chosen[to] = chosen[to - 1];
        chosen[to] = pair;
        count += count < CHOICES;
    }
    return count;
}

/* One line of decisions for each choice. */
static const char *write_lines(which *w, const char *kind, uint32_t node,
                               const pl_cross_pair *const *chosen,
                               uint32_t count)
{
    const char *of_node = pl_strings_at(w->facts->places, place_of(w, node));
    for (uint32_t k = 0; k < count; k++) {
        uint32_t other = place_of(w, chosen[k]->to);
        const char *parts[] = {k == 0 ? "" : "\n",
                               kind,
                               "\t",
                               of_node,
                               "\t",
                               pl_strings_at(w->facts->places, other)};
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
            add_text(w, parts[p], TEXT_BYTES);
    }
    return take_text(w);
}

/* Of a long path the tops are left out: its end says what it is. */
static bool add_path(which *w, uint32_t node)
{
    static const char step[] = " > ";
    const char *path = pl_input_path(&w->path, &w->nodes.placed, node);
    if (path == NULL)
        return false;
    for (const char *next = path;
         strlen(path) > SHOWN && (next = strstr(next, step)) != NULL;)
        path = next += strlen(step);
    add_text(w, path, SHOWN);
    return true;
}

/* "Which of theirs is "Shoes > Boots" of ours? 1: ... (60 %); 2: ..." */
static bool write_question(which *w, uint32_t node,
                           const pl_cross_pair *const *chosen, uint32_t count)
{
    const pl_cross_nodes *nodes = &w->nodes;
    char number[32];
    add_text(w, "Which of ", SHOWN);
    add_text(w, nodes->list[chosen[0]->to].source, SHOWN);
    add_text(w, " is \"", SHOWN);
    bool enough = add_path(w, node);
    add_text(w, "\" of ", SHOWN);
    add_text(w, nodes->list[node].source, SHOWN);
    add_text(w, "?", SHOWN);
    for (uint32_t k = 0; k < count; k++) {
        snprintf(number, sizeof number, " %u: \"", (unsigned)k + 1);
        add_text(w, number, SHOWN);
        enough = add_path(w, chosen[k]->to) && enough;
        snprintf(number, sizeof number, "\" (%.0f %%)",
                 100 * chosen[k]->chances.of[PL_EQUAL]);
        add_text(w, number, SHOWN);
    }
    return enough;
}

/* What is said without an answer is wrong where another is the same, or where
 * one is though none is likely enough to be told. */
static bool ask_which(which *w, const pl_answers *answers, uint32_t node)
{
    const pl_cross_pair *chosen[CHOICES + 1];
    uint32_t count = choose(w, answers, node, chosen);
    if (count == 0)
        return true;
    double first = chosen[0]->chances.of[PL_EQUAL], any = 0;
    for (uint32_t k = 0; k < count; k++)
        any += chosen[k]->chances.of[PL_EQUAL];
    w->full = false;
    double doubt = first >= PL_CLAIMED_EQUAL ? 1 - first : any < 1 ? any : 1;
    if (!write_question(w, node, chosen, count))
        return false;
    pleach_question question = {.kind = PLEACH_ASK_WHICH,
                                .text = take_text(w),
                                .yes = write_lines(w, "same", node, chosen, 1),
                                .cluster = w->nodes.list[node].cluster,
                                .other = PLEACH_NO_CLUSTER,
                                .nodes = 1,
                                .doubt = doubt,
                                .saves = doubt};
    question.no = write_lines(w, "different", node, chosen, count);
    question.choices = write_lines(w, "same", node, chosen, count);
    if (!w->full)
        pl_list_add(w->items, question);
    return true;
}

/* Each two sources once: who is asked about one need not be asked about the
 * other. */
static pleach_status ask_sources(which *w, uint32_t from, uint32_t to,
                                 pleach_error *error)
{
    pl_answers answers = {0};
    bool enough = true;
    pleach_status status =
        pl_answers_make(&answers, &w->nodes, from, to, false, error);
    for (uint32_t n = w->nodes.source_first[from];
         status == PLEACH_OK && enough && n < w->nodes.source_first[from + 1];
         n++)
        enough = ask_which(w, &answers, n);
    pl_answers_free(&answers);
    return status == PLEACH_OK && !enough ? pl_fail_memory(error) : status;
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
