/* guard.h: who may speak to the server, by what a request says of itself. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GUARD_TOKEN = 32, GUARD_ADDRESS = 64 };

typedef struct guard {
    char token[GUARD_TOKEN + 1]; /* hexadecimal digits */
    char address[GUARD_ADDRESS]; /* that is listened on, without brackets */
    uint16_t port;
} guard;

/* Draws a token; false: the system has no random bytes. */
bool guard_draw_token(guard *to);

/* Whether a path is "/TOKEN/REST"; *rest becomes what follows the second
 * slash. Takes the same time for every wrong token. */
bool guard_opens(const guard *by, const char *path, const char **rest);

/* Whether a Host header names this server by a number or as localhost. Any
 * other name may have been bent to this address by a foreign page. */
bool guard_knows_host(const guard *by, const char *host);

/* Whether a page of this origin may ask: only one of the same host. NULL, as
 * none was sent, may. */
bool guard_knows_origin(const char *origin, const char *host);

/* Whether an address is only reached from this machine. */
bool guard_is_local(const char *address);

#endif
