/* routes.h: which request is answered by what, and on which thread. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/workbench.h"

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
} route;

/* Reads the body first, where it is JSON. */
answer route_run(const route *to, workbench *on, request *asked);

/* The route of a path below the token; NULL with 404 or 405 in *status. */
const route *route_find(const char *method, const char *path, unsigned *status);

#endif
