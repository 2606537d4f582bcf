/* routes.c: which request is answered by what, and on which thread. */
/* SPDX-License-Identifier: MIT */
#include "serve/routes.h"

#include <string.h>

#include "serve/asker.h"

#define JSON_MOST ((size_t)1 << 20)
#define FILE_MOST ((size_t)256 << 20)

static const route routes[] = {
    {"GET", "", ROUTE_DESK, 0, workbench_page},
    {"GET", "api/state", ROUTE_NOW, 0, workbench_state},
    {"GET", "api/taxonomy", ROUTE_NOW, 0, workbench_taxonomy},
    {"GET", "api/changes", ROUTE_WAIT, 0, workbench_state},
    {"GET", "api/history", ROUTE_DESK, 0, workbench_history},
    {"GET", "api/decisions", ROUTE_DESK, 0, workbench_decisions},
    {"GET", "api/review", ROUTE_DESK, 0, workbench_review},
    {"GET", "api/explain", ROUTE_DESK, 0, workbench_explain},
    {"GET", "api/export", ROUTE_SOLVER, 0, workbench_export},
    {"GET", "api/asking", ROUTE_DESK, 0, asker_tell},
    {"POST", "api/asking/start", ROUTE_DESK, JSON_MOST, asker_start},
    {"POST", "api/asking/cancel", ROUTE_DESK, JSON_MOST, asker_cancel},
    {"POST", "api/asking/forget", ROUTE_DESK, JSON_MOST, asker_forget},
    {"POST", "api/try", ROUTE_SOLVER, JSON_MOST, workbench_try},
    {"POST", "api/keep", ROUTE_DESK, JSON_MOST, workbench_keep},
    {"POST", "api/drop", ROUTE_DESK, JSON_MOST, workbench_drop},
    {"POST", "api/undo", ROUTE_SOLVER, JSON_MOST, workbench_undo},
    {"POST", "api/redo", ROUTE_SOLVER, JSON_MOST, workbench_redo},
    {"POST", "api/inputs", ROUTE_SOLVER, FILE_MOST, workbench_import},
    {"POST", "api/inputs/remove", ROUTE_SOLVER, JSON_MOST, workbench_remove},
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

answer route_run(const route *to, workbench *on, request *asked)
{
    char sentence[BODY_SENTENCE];
    const bytes *body = asked->body;
    if (to->most == JSON_MOST &&
        !body_read(&asked->said, body == NULL ? "" : body->text,
                   body == NULL ? 0 : body->size, sentence))
        return answer_error(400, "%s", sentence);
    return to->run(on, asked);
}
