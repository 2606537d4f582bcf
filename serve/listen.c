/* listen.c: a socket that listens on an address. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/server.h"

enum { BACKLOG = 512 };

static uint16_t port_of(int socket)
{
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    if (getsockname(socket, (struct sockaddr *)&at, &size) != 0)
        return 0;
    return ntohs(at.ss_family == AF_INET6
                     ? ((struct sockaddr_in6 *)&at)->sin6_port
                     : ((struct sockaddr_in *)&at)->sin_port);
}

/* A server that ended a moment ago must not keep the port from the next. */
static int open_socket(const struct addrinfo *at)
{
    int one = 1;
    int made = socket(at->ai_family, SOCK_STREAM, 0);
    if (made < 0)
        return -1;
    if (setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        fcntl(made, F_SETFD, FD_CLOEXEC) == 0 &&
        fcntl(made, F_SETFL, O_NONBLOCK) == 0 &&
        bind(made, at->ai_addr, at->ai_addrlen) == 0 &&
        listen(made, BACKLOG) == 0)
        return made;
    int why = errno;
    close(made);
    errno = why;
    return -1;
}

/* Names are not looked up: what an address is must be plain to see. */
int server_listen(const char *address, uint16_t port, uint16_t *got)
{
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM,
                              .ai_flags = AI_NUMERICHOST | AI_PASSIVE};
    struct addrinfo *found = NULL;
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);
    if (getaddrinfo(address, service, &wanted, &found) != 0) {
        errno = EINVAL;
        return -1;
    }
    int made = open_socket(found);
    freeaddrinfo(found);
    if (made >= 0)
        *got = port_of(made);
    return made;
}
