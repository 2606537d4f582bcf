/* routes.h: which request is answered by what, and on which thread. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/workbench.h"

typedef struct request {
    json_t *query; /* an object of texts */
    bytes *body;   /* NULL: there is none */
} request;

typedef enum route_place {
    ROUTE_NOW = 0, /* it is there already */
    ROUTE_DESK,    /* it takes a moment */
    ROUTE_SOLVER,  /* it is solved again */
    ROUTE_WAIT,    /* when something has changed */
} route_place;

typedef struct route {
    const char *method, *path;
    route_place where;
    size_t most; /* bytes of the body */
    answer (*run)(workbench *on, const request *asked);
    answer (*act)(workbench *on, const posted *asked); /* with a JSON body */
} route;

answer route_run(const route *to, workbench *on, const request *asked);

/* The route of a path below the token; NULL with 404 or 405 in *status. */
const route *route_find(const char *method, const char *path, unsigned *status);

/* The revision that a request waits to be over; -1: it does not say. */
int64_t route_awaited(const request *asked);

#endif
