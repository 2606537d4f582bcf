/* memory.c: the system's limit on data, and how much there is. */
/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "progress.h"

#define MIB 1048576.0
/* Reserved for each thread; little of it is ever used. */
#define STACK_BYTES (8 * MIB)

static double limit; /* bytes; 0: none */

/* The first number behind a word, in a file of the system's; 0: not there. */
static double find_number(const char *path, const char *word)
{
    char line[256];
    double number = 0;
    FILE *from = fopen(path, "r");
    while (from != NULL && number == 0 && fgets(line, sizeof line, from))
        if (strncmp(line, word, strlen(word)) == 0)
            sscanf(line + strlen(word), "%lf", &number);
    if (from != NULL)
        fclose(from);
    return number;
}

/* What this machine, or the share of it that a group of processes has, still
 * has to give; 0: not known. */
static double find_available(void)
{
    double all = find_number("/proc/meminfo", "MemAvailable:") * 1024;
    double most = find_number("/sys/fs/cgroup/memory.max", "");
    double used = find_number("/sys/fs/cgroup/memory.current", "");
    return most > used && (all == 0 || most - used < all) ? most - used : all;
}

static double find_used(void)
{
    return find_number("/proc/self/status", "RssAnon:") * 1024;
}

void memory_limit(const cli_options *options, bool usual)
{
    double asked = options->max_memory;
    if (asked == 0 && usual)
        asked = 0.8;
    if (asked > 0 && asked <= 1)
        asked *= find_available();
    if (asked == 0)
        return;
    double most = asked + STACK_BYTES * (options->threads + 1);
    struct rlimit now;
    if (getrlimit(RLIMIT_DATA, &now) != 0 || most >= (double)now.rlim_max)
        return;
    now.rlim_cur = (rlim_t)most;
    if (setrlimit(RLIMIT_DATA, &now) == 0)
        limit = asked;
}

uint64_t memory_left(void)
{
    double used = find_used();
    return limit == 0 ? 0 : limit > used ? (uint64_t)(limit - used) : 1;
}

void memory_explain(char *to, size_t room)
{
    double read = progress_share("read");
    double used = find_number("/proc/self/status", "VmHWM:") * 1024;
    to[0] = '\0';
    if (limit > 0 && read > 0.01 && read < 1)
        snprintf(to, room,
                 " %.0f MiB may be used (--max-memory), and %.0f %% of the "
                 "input are read: all of it needs more than %.0f MiB.",
                 limit / MIB, 100 * read, used / read / MIB);
    else if (limit > 0)
        snprintf(to, room,
                 " %.0f MiB may be used (--max-memory); %.0f MiB were not "
                 "enough.",
                 limit / MIB, used / MIB);
}
