/* routes.c: which request is answered by what, and on which thread. */
/* SPDX-License-Identifier: MIT */
#include "serve/routes.h"

#include <stdlib.h>
#include <string.h>

#include "serve/asker.h"

#define JSON_MOST ((size_t)1 << 20)
#define FILE_MOST ((size_t)256 << 20)
enum { LIST_USUAL = 20, LIST_MOST = 1000 };

/* ---------------------------------------------------------------- query -- */

static const char *query_text(const request *asked, const char *key,
                              const char *otherwise)
{
    const char *text = json_string_value(json_object_get(asked->query, key));
    return text == NULL ? otherwise : text;
}

/* A whole number up to `most`; -1: it is something else. */
static int64_t query_number(const request *asked, const char *key,
                            int64_t otherwise, int64_t most)
{
    const char *text = query_text(asked, key, NULL);
    if (text == NULL)
        return otherwise;
    if (text[0] == '\0' || strlen(text) > 18 ||
        text[strspn(text, "0123456789")] != '\0')
        return -1;
    int64_t number = strtoll(text, NULL, 10);
    return number > most ? most : number;
}

int64_t route_awaited(const request *asked)
{
    return query_number(asked, "after", -1, INT64_MAX);
}

/* --------------------------------------------------------------- asking -- */

static answer give_page(workbench *on, const request *asked)
{
    (void)asked;
    snapshot *present = workbench_present(on);
    bytes *page = snapshot_page(present);
    if (page != NULL)
        bytes_hold(page);
    snapshot_release(present);
    return answer_with(200, "text/html; charset=utf-8", page);
}

static answer give_state(workbench *on, const request *asked)
{
    (void)asked;
    snapshot *present = workbench_present(on);
    bytes *state = bytes_hold(snapshot_state(present));
    snapshot_release(present);
    return answer_with(200, ANSWER_JSON, state);
}

static answer give_taxonomy(workbench *on, const request *asked)
{
    (void)asked;
    snapshot *present = workbench_present(on);
    bytes *taxonomy = bytes_hold(snapshot_taxonomy(present));
    snapshot_release(present);
    return answer_with(200, ANSWER_JSON, taxonomy);
}

static answer give_history(workbench *on, const request *asked)
{
    int64_t limit = query_number(asked, "limit", LIST_USUAL, LIST_MOST);
    return limit < 0 ? answer_error(400, "\"limit\" must be a whole number.")
                     : workbench_history(on, limit);
}

static answer give_decisions(workbench *on, const request *asked)
{
    (void)asked;
    return workbench_decisions(on);
}

static answer give_review(workbench *on, const request *asked)
{
    int64_t offset = query_number(asked, "offset", 0, INT32_MAX);
    int64_t limit = query_number(asked, "limit", LIST_USUAL, LIST_MOST);
    if (offset < 0 || limit < 0)
        return answer_error(400, "\"offset\" and \"limit\" must be whole "
                                 "numbers.");
    return workbench_review(on, query_text(asked, "about", "all"), offset,
                            limit);
}

static answer give_explanation(workbench *on, const request *asked)
{
    return workbench_explain(on, query_text(asked, "cluster", ""));
}

/* An asker is there as soon as requests are. */
static answer give_asking(workbench *on, const request *asked)
{
    return asker_tell(on->asker, query_number(asked, "known", -1, INT64_MAX));
}

static answer give_export(workbench *on, const request *asked)
{
    return workbench_export(on, query_text(asked, "format", ""));
}

/* ---------------------------------------------------------------- doing -- */

static answer do_undo(workbench *on, const posted *asked)
{
    return workbench_turn(on, asked, true);
}

static answer do_redo(workbench *on, const posted *asked)
{
    return workbench_turn(on, asked, false);
}

static answer take_asking(workbench *on, const request *asked)
{
    (void)asked;
    return asker_start(on->asker);
}

static answer take_cancel(workbench *on, const request *asked)
{
    (void)asked;
    return asker_cancel(on->asker);
}

static answer do_forget(workbench *on, const posted *asked)
{
    return asker_forget(on->asker, asked);
}

static answer take_import(workbench *on, const request *asked)
{
    if (asked->body == NULL || asked->body->size == 0)
        return answer_error(422, "This file is empty.");
    return workbench_import(on, query_text(asked, "name", NULL),
                            query_text(asked, "who", ""), asked->body);
}

/* ---------------------------------------------------------------- table -- */

static const route routes[] = {
    {"GET", "", ROUTE_DESK, 0, give_page, NULL},
    {"GET", "api/state", ROUTE_NOW, 0, give_state, NULL},
    {"GET", "api/taxonomy", ROUTE_NOW, 0, give_taxonomy, NULL},
    {"GET", "api/changes", ROUTE_WAIT, 0, give_state, NULL},
    {"GET", "api/history", ROUTE_DESK, 0, give_history, NULL},
    {"GET", "api/decisions", ROUTE_DESK, 0, give_decisions, NULL},
    {"GET", "api/review", ROUTE_DESK, 0, give_review, NULL},
    {"GET", "api/explain", ROUTE_DESK, 0, give_explanation, NULL},
    {"GET", "api/export", ROUTE_SOLVER, 0, give_export, NULL},
    {"GET", "api/asking", ROUTE_DESK, 0, give_asking, NULL},
    {"POST", "api/asking/start", ROUTE_DESK, JSON_MOST, take_asking, NULL},
    {"POST", "api/asking/cancel", ROUTE_DESK, JSON_MOST, take_cancel, NULL},
    {"POST", "api/asking/forget", ROUTE_DESK, JSON_MOST, NULL, do_forget},
    {"POST", "api/try", ROUTE_SOLVER, JSON_MOST, NULL, workbench_try},
    {"POST", "api/keep", ROUTE_DESK, JSON_MOST, NULL, workbench_keep},
    {"POST", "api/drop", ROUTE_DESK, JSON_MOST, NULL, workbench_drop},
    {"POST", "api/undo", ROUTE_SOLVER, JSON_MOST, NULL, do_undo},
    {"POST", "api/redo", ROUTE_SOLVER, JSON_MOST, NULL, do_redo},
    {"POST", "api/inputs", ROUTE_SOLVER, FILE_MOST, take_import, NULL},
    {"POST", "api/inputs/remove", ROUTE_SOLVER, JSON_MOST, NULL,
     workbench_remove},
};

const route *route_find(const char *method, const char *path, unsigned *status)
{
    *status = 404;
    for (size_t k = 0; k < sizeof routes / sizeof *routes; k++) {
        if (strcmp(routes[k].path, path) != 0)
            continue;
        if (strcmp(routes[k].method, method) == 0)
            return &routes[k];
        *status = 405;
    }
    return NULL;
}

answer route_run(const route *to, workbench *on, const request *asked)
{
    posted read;
    char sentence[BODY_SENTENCE];
    if (to->act == NULL)
        return to->run(on, asked);
    bool whole =
        body_read(&read, asked->body == NULL ? "" : asked->body->text,
                  asked->body == NULL ? 0 : asked->body->size, sentence);
    answer given =
        whole ? to->act(on, &read) : answer_error(400, "%s", sentence);
    body_release(&read);
    return given;
}
