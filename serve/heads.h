/* heads.h: connections whose next request has not come yet.
 *
 * Who sends a byte of it now and then is never idle, and would keep its place
 * for ever; a few hundred of them lock out everybody else. So a head has to be
 * there in time, and of many that one address leaves unfinished the oldest is
 * closed. */
/* SPDX-License-Identifier: MIT */
#ifndef SERVE_HEADS_H
#define SERVE_HEADS_H

#include <stdbool.h>
#include <sys/socket.h>

typedef struct heads heads;
typedef struct head head;

/* `seconds`: how long a head may take; `most`: how many of one address may be
 * unfinished. NULL: no memory. */
heads *heads_new(double seconds, unsigned most);
void heads_free(heads *freed);

/* A connection is there, and its head is awaited. NULL: there is no room. */
head *heads_add(heads *to, int socket, const struct sockaddr *from);
/* The head has come; or the request is over, and the next head is awaited. */
void heads_came(head *it);
void heads_await(head *it);
/* The connection is closed right after this. */
void heads_remove(head *it);
/* Closes those that took too long; to be called now and then. */
void heads_tick(heads *in);

#endif
