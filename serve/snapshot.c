/* snapshot.c: a result that is shown, and what is found out about it. */
/* SPDX-License-Identifier: MIT */
#include "serve/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "serve/page.h"

#define SLIM_FROM ((size_t)4 << 20) /* bytes of a result */

snapshot *snapshot_new(const snapshot *facts)
{
    snapshot *made = malloc(sizeof *made);
    if (made == NULL || facts->state->failed || facts->taxonomy->failed) {
        free(made);
        bytes_release(facts->state);
        bytes_release(facts->taxonomy);
        bytes_release(facts->lines);
        return NULL;
    }
    *made = *facts;
    atomic_init(&made->holders, 1);
    pthread_mutex_init(&made->loading, NULL);
    pthread_mutex_init(&made->reviewing, NULL);
    pthread_mutex_init(&made->paging, NULL);
    return made;
}

snapshot *snapshot_hold(snapshot *held)
{
    atomic_fetch_add(&held->holders, 1);
    return held;
}

/* The last holder frees it. */
void snapshot_release(snapshot *held)
{
    if (held == NULL || atomic_fetch_sub(&held->holders, 1) > 1)
        return;
    for (int k = 0; k < SNAPSHOT_ABOUTS; k++)
        json_decref(held->questions[k]);
    pleach_taxonomy_free(held->loaded);
    bytes_release(held->page);
    bytes_release(held->taxonomy);
    bytes_release(held->state);
    bytes_release(held->lines);
    pthread_mutex_destroy(&held->loading);
    pthread_mutex_destroy(&held->reviewing);
    pthread_mutex_destroy(&held->paging);
    free(held);
}

static pleach_input taxonomy_input(const snapshot *of)
{
    return (pleach_input){of->label, of->taxonomy->text, of->taxonomy->size};
}

pleach_status snapshot_load(const pleach_taxonomy **loaded, snapshot *of,
                            pleach_error *error)
{
    pleach_input input = taxonomy_input(of);
    pleach_status status = PLEACH_OK;
    pthread_mutex_lock(&of->loading);
    if (of->loaded == NULL)
        status = pleach_taxonomy_load(&of->loaded, &input, error);
    if (status == PLEACH_OK)
        *loaded = of->loaded;
    pthread_mutex_unlock(&of->loading);
    return status;
}

/* --------------------------------------------------------------- review -- */

/* Kept as JSON, of which each answer is a part. */
static pleach_status make_questions(json_t **questions, snapshot *of,
                                    pleach_review_about about,
                                    pleach_error *error)
{
    const pleach_taxonomy *result;
    pleach_decisions *decisions = NULL;
    pleach_review *review = NULL;
    pleach_input lines = {"decisions", of->lines->text, of->lines->size};
    pleach_status status = pleach_decisions_read(&decisions, &lines, error);
    pleach_review_options how = {.about = about, .decisions = decisions};
    if (status == PLEACH_OK)
        status = snapshot_load(&result, of, error);
    if (status == PLEACH_OK)
        status = pleach_review_make(&review, result, &how, error);
    if (status == PLEACH_OK)
        status =
            bytes_read_report(questions, report_review_json, review, error);
    pleach_review_free(review);
    pleach_decisions_free(decisions);
    return status;
}

/* Deep copies: the counts of holders inside are not for several threads. */
static json_t *cut_review(const json_t *questions, size_t offset, size_t limit)
{
    size_t total = json_array_size(questions);
    json_t *shown = json_array();
    size_t worth = 0;
    while (worth < total &&
           json_number_value(json_object_get(json_array_get(questions, worth),
                                             "saves")) >= PLEACH_QUESTION_COST)
        worth++;
    for (size_t k = offset; k < total && k - offset < limit; k++)
        json_array_append_new(shown,
                              json_deep_copy(json_array_get(questions, k)));
    return json_pack("{sI sI so}", "total", (json_int_t)total, "worth",
                     (json_int_t)worth, "questions", shown);
}

pleach_status snapshot_review(json_t **review, snapshot *of,
                              pleach_review_about about, size_t offset,
                              size_t limit, pleach_error *error)
{
    pleach_status status = PLEACH_OK;
    pthread_mutex_lock(&of->reviewing);
    if (of->questions[about] == NULL && !of->empty)
        status = make_questions(&of->questions[about], of, about, error);
    if (status == PLEACH_OK)
        *review = cut_review(of->questions[about], offset, limit);
    pthread_mutex_unlock(&of->reviewing);
    return status;
}

/* -------------------------------------------------------------- explain -- */

/* The command's own text, as "pleach explain" prints it. */
pleach_status snapshot_explain(bytes *to, const snapshot *of,
                               const char *cluster, pleach_error *error)
{
    pleach_input input = taxonomy_input(of);
    pleach_sink sink = bytes_sink(to);
    return pleach_explain(&sink, &input, cluster, NULL, error);
}

/* ----------------------------------------------------------------- page -- */

/* Of a large result the page gets what it paints first, and asks for the rest
 * when somebody sees it. */
static bytes *make_live_page(const snapshot *of)
{
    bool slim = of->taxonomy->size > SLIM_FROM;
    bytes *live = bytes_json(json_pack(
        "{sI sb sb ss sb}", "revision", (json_int_t)of->revision, "can_undo",
        of->can_undo, "can_redo", of->can_redo, "who", "", "slim", slim));
    bytes *shown = slim ? bytes_new() : bytes_hold(of->taxonomy);
    if (slim)
        bytes_add_slim(shown, of->taxonomy);
    bytes *page = page_make(of->label, shown, live);
    bytes_release(live);
    bytes_release(shown);
    return page;
}

/* One that failed is tried again. */
bytes *snapshot_page(snapshot *of)
{
    pthread_mutex_lock(&of->paging);
    bytes *page = of->page == NULL ? make_live_page(of) : bytes_hold(of->page);
    if (of->page == NULL && !page->failed)
        of->page = bytes_hold(page);
    pthread_mutex_unlock(&of->paging);
    return page;
}
