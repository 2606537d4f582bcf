/* heads.c: connections whose next request has not come yet. */
/* SPDX-License-Identifier: MIT */
#include "serve/heads.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "serve/bytes.h"

enum { HEADS_ROOM = 1000 };

struct head {
    heads *in;
    int socket; /* -1: nobody is here */
    unsigned char address[16];
    double since; /* 0: its head has come */
};

struct heads {
    pthread_mutex_t lock;
    double seconds;
    unsigned most;
    head items[HEADS_ROOM];
};

heads *heads_new(double seconds, unsigned most)
{
    heads *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    pthread_mutex_init(&made->lock, NULL);
    made->seconds = seconds;
    made->most = most;
    for (size_t k = 0; k < HEADS_ROOM; k++)
        made->items[k] = (head){.in = made, .socket = -1};
    return made;
}

void heads_free(heads *freed)
{
    if (freed != NULL)
        pthread_mutex_destroy(&freed->lock);
    free(freed);
}

/* Of the sixth version half an address is one subscriber's. */
static void take_address(head *it, const struct sockaddr *from)
{
    memset(it->address, 0, sizeof it->address);
    if (from != NULL && from->sa_family == AF_INET)
        memcpy(it->address,
               &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    else if (from != NULL && from->sa_family == AF_INET6)
        memcpy(it->address,
               &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr,
               8);
}

/* The server's own thread closes the socket once it sees that it is shut. */
static void shut(head *it)
{
    it->since = 0;
    shutdown(it->socket, SHUT_RDWR);
}

/* With the lock. */
static void shut_oldest(heads *in, const head *like)
{
    unsigned count = 0;
    head *oldest = NULL;
    for (size_t k = 0; k < HEADS_ROOM; k++) {
        head *it = &in->items[k];
        if (it->socket < 0 || it->since == 0 ||
            memcmp(it->address, like->address, sizeof it->address) != 0)
            continue;
        count++;
        if (oldest == NULL || it->since < oldest->since)
            oldest = it;
    }
    if (count > in->most)
        shut(oldest);
}

/* NULL: there is no room for more. Who opens too many loses the oldest that has
 * sent no head yet. */
head *heads_add(heads *to, int socket, const struct sockaddr *from)
{
    head *free_one = NULL;
    pthread_mutex_lock(&to->lock);
    for (size_t k = 0; k < HEADS_ROOM && free_one == NULL; k++)
        if (to->items[k].socket < 0)
            free_one = &to->items[k];
    if (free_one != NULL) {
        free_one->socket = socket;
        free_one->since = serve_seconds();
        take_address(free_one, from);
        shut_oldest(to, free_one);
    }
    pthread_mutex_unlock(&to->lock);
    return free_one;
}

static void set_since(head *it, double since)
{
    if (it == NULL)
        return;
    pthread_mutex_lock(&it->in->lock);
    it->since = since;
    pthread_mutex_unlock(&it->in->lock);
}

void heads_came(head *it)
{
    set_since(it, 0);
}

void heads_await(head *it)
{
    set_since(it, serve_seconds());
}

void heads_remove(head *it)
{
    if (it == NULL)
        return;
    pthread_mutex_lock(&it->in->lock);
    it->socket = -1;
    pthread_mutex_unlock(&it->in->lock);
}

void heads_tick(heads *in)
{
    double now = serve_seconds();
    pthread_mutex_lock(&in->lock);
    for (size_t k = 0; k < HEADS_ROOM; k++) {
        head *it = &in->items[k];
        if (it->socket >= 0 && it->since > 0 && now - it->since > in->seconds)
            shut(it);
    }
    pthread_mutex_unlock(&in->lock);
}
