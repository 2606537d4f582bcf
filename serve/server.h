/* server.h: the workbench on a socket, through libmicrohttpd. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "serve/guard.h"
#include "serve/workbench.h"

typedef struct server server;

/* Answers on a socket that listens, which it takes over. Requests that are
 * refused are told to `log`, from any thread. Borrows the rest. NULL: the
 * system does not let it. */
server *server_start(workbench *on, const guard *by, int socket,
                     void (*log)(const char *sentence));
/* To be called now and then: ends the patience of those who wait. */
void server_tick(server *in);
/* What is under way is answered first. */
void server_end(server *ended);

/* A socket that listens on an address, by number, and a port, 0: any. -1 with
 * errno when that cannot be; EINVAL: the address is none. */
int server_listen(const char *address, uint16_t port, uint16_t *got);

#endif
