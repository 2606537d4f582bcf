/* guard.c: who may speak to the server, by what a request says of itself. */
/* SPDX-License-Identifier: MIT */
#include "serve/guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool guard_draw_token(guard *to)
{
    unsigned char drawn[GUARD_TOKEN / 2];
    FILE *from = fopen("/dev/urandom", "rb");
    bool whole = from != NULL && fread(drawn, sizeof drawn, 1, from) == 1;
    if (from != NULL)
        (void)fclose(from);
    for (size_t k = 0; whole && k < sizeof drawn; k++)
        snprintf(to->token + 2 * k, 3, "%02x", drawn[k]);
    return whole;
}

bool guard_opens(const guard *by, const char *path, const char **rest)
{
    unsigned difference = 0;
    if (path[0] != '/' || strlen(path) < GUARD_TOKEN + 2 ||
        path[GUARD_TOKEN + 1] != '/')
        return false;
    for (size_t k = 0; k < GUARD_TOKEN; k++)
        difference |= (unsigned char)path[k + 1] ^ (unsigned char)by->token[k];
    *rest = path + GUARD_TOKEN + 2;
    return difference == 0;
}

static bool is_numeric_address(const char *address)
{
    unsigned char parsed[16];
    return inet_pton(AF_INET, address, parsed) == 1 ||
           inet_pton(AF_INET6, address, parsed) == 1;
}

bool guard_is_local(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

static bool listens_everywhere(const guard *by)
{
    return strcmp(by->address, "0.0.0.0") == 0 ||
           strcmp(by->address, "::") == 0;
}

/* Cuts "name:port" or "[name]:port" into both; a port must be there unless it
 * is the usual one. */
static bool cut_host(const char *host, char *name, size_t room, long *port)
{
    const char *end, *start = host;
    if (host[0] == '[') {
        start++;
        end = strchr(host, ']');
        if (end == NULL)
            return false;
    } else {
        end = host + strcspn(host, ":");
    }
    if (end == start || (size_t)(end - start) >= room)
        return false;
    memcpy(name, start, (size_t)(end - start));
    name[end - start] = '\0';
    end += *end == ']';
    *port = 80;
    if (*end == '\0')
        return true;
    char *last;
    if (*end != ':' || end[1] < '0' || end[1] > '9')
        return false;
    *port = strtol(end + 1, &last, 10);
    return *last == '\0';
}

bool guard_knows_host(const guard *by, const char *host)
{
    char name[GUARD_ADDRESS];
    long port;
    if (host == NULL || !cut_host(host, name, sizeof name, &port) ||
        port != by->port)
        return false;
    if (strcasecmp(name, "localhost") == 0 || strcmp(name, by->address) == 0)
        return true;
    return is_numeric_address(name) &&
           (guard_is_local(name) || listens_everywhere(by));
}

bool guard_knows_origin(const char *origin, const char *host)
{
    static const char scheme[] = "http://";
    return origin == NULL ||
           (strncasecmp(origin, scheme, sizeof scheme - 1) == 0 &&
            strcasecmp(origin + sizeof scheme - 1, host) == 0);
}
