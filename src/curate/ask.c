/* ask.c: chooses the questions that are expected to save most corrections. */
/* SPDX-License-Identifier: MIT */
#include "curate/ask.h"

#include <stdlib.h>

#include "base/status.h"

/* Questions that are asked before answers are looked at: few enough that those
 * who answer at the same time need not wait for long, however many they are. */
enum { ROUND = 64 };

static int compare_askings(const void *left, const void *right)
{
    const pl_asking *a = left, *b = right;
    if (a->saves != b->saves)
        return a->saves > b->saves ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->about > b->about) - (a->about < b->about);
}

/* Questions of other kinds wait until names are settled: what is one decides
 * who disagrees. What things are called comes last, since it corrects nothing.
 */
static bool list_usual(pl_asking_list *to, const pl_ask_facts *f)
{
    if (!pl_ask_same(to, f))
        return false;
    if (to->count == 0 && (!pl_ask_senses(to, f) || !pl_ask_places(to, f)))
        return false;
    return to->count > 0 || pl_ask_names(to, f);
}

static pleach_status list_askings(pl_asking_list *to, const pl_ask_facts *f,
                                  pleach_review_about about,
                                  pleach_error *error)
{
    bool enough = true;
    if (about == PLEACH_REVIEW_COUNTERPARTS)
        PL_TRY(pl_ask_which(to, f, error));
    else if (about == PLEACH_REVIEW_SAMENESS)
        enough = pl_ask_same(to, f) && pl_ask_senses(to, f);
    else if (about == PLEACH_REVIEW_PLACES)
        enough = pl_ask_places(to, f);
    else
        enough = list_usual(to, f);
    if (to->count > 1)
        qsort(to->items, to->count, sizeof *to->items, compare_askings);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* Nothing is asked twice. */
static bool write_askings(pleach_prompts *made, const pl_ask_facts *f,
                          const pl_asking_list *list, size_t most)
{
    uint64_t id = f->answers->next_id;
    most = most < ROUND ? most : ROUND;
    made->items = PL_ARENA_ARRAY(made->arena, pleach_prompt,
                                 list->count < most ? list->count : most);
    for (size_t k = 0; k < list->count && made->count < most; k++) {
        pleach_prompt *next = &made->items[made->count];
        bool known;
        if (made->items == NULL ||
            !pl_ask_write(next, made->arena, f, &list->items[k], id) ||
            !pl_answers_know(f->answers, next->request, &known))
            return false;
        if (known)
            continue;
        made->count++;
        id++;
    }
    return true;
}

pleach_status pleach_prompts_choose(pleach_prompts **prompts,
                                    const pleach_taxonomy *taxonomy,
                                    const pleach_answers *answers,
                                    pleach_review_about about, size_t most,
                                    pleach_error *error)
{
    PL_TRY(pl_need_grown(taxonomy, error));
    pl_arena *arena = pl_arena_new();
    pleach_prompts *made =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pleach_prompts, 1);
    pl_arena *scratch = pl_arena_new();
    pl_ask_facts facts = {.forest = NULL};
    pl_asking_list list = {.items = NULL};
    pleach_status status =
        made == NULL || scratch == NULL
            ? pl_fail_memory(error)
            : pl_ask_facts_make(&facts, scratch, taxonomy, answers, error);
    if (status == PLEACH_OK) {
        made->arena = arena;
        made->names = facts.labels.count;
        status = list_askings(&list, &facts, about, error);
        if (status == PLEACH_OK && !write_askings(made, &facts, &list, most))
            status = pl_fail_memory(error);
    }
    pl_list_free(&list);
    pl_answered_free(&facts.said);
    pl_arena_free(scratch);
    if (status == PLEACH_OK)
        *prompts = made;
    else
        pl_arena_free(arena);
    return status;
}

const pleach_prompt *pleach_prompts_list(const pleach_prompts *prompts,
                                         size_t *count)
{
    *count = prompts->count;
    return prompts->items;
}

void pleach_prompts_free(pleach_prompts *prompts)
{
    if (prompts != NULL)
        pl_arena_free(prompts->arena);
}
