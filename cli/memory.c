/* memory.c: the system's limit on data, and how much there is. */
/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "errors.h"
#include "progress.h"
#include "threads.h"

#define MIB 1048576.0
/* Code of this program that is not in memory before there is work. */
#define CODE_BYTES (2 * MIB)
/* Starting to work takes so much beside that. */
#define LEAST_BYTES (1 * MIB)

/* No program has so much data when it starts, but the address sanitizer maps
 * more: the system would count that, and give nothing any more. */
#define SHADOW_BYTES (1024 * 1024 * MIB)

static double limit; /* bytes; 0: none */
static double begun; /* bytes that were taken before anything was read */

/* The first number behind a word, in a file of the system's; 0: not there. */
static double find_number(const char *path, const char *word)
{
    char line[256];
    double number = 0;
    FILE *from = fopen(path, "r");
    while (from != NULL && number == 0 && fgets(line, sizeof line, from))
        if (strncmp(line, word, strlen(word)) == 0)
            number = (double)strtoull(line + strlen(word), NULL, 10);
    if (from != NULL)
        (void)fclose(from);
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

/* What this process is said to take, by a word of the system's. */
static double find_taken(const char *word)
{
    return find_number("/proc/self/status", word) * 1024;
}

/* The system limits what may be written to, so what the program's code takes
 * is set aside first. The stacks are counted there from when the threads are
 * started, which was tried before: no other data gets into their place. */
int memory_limit(const cli_options *options, uint32_t threads, bool usual)
{
    double asked = options->max_memory;
    if (asked == 0 && usual)
        asked = 0.8;
    if (asked > 0 && asked <= 1)
        asked *= find_available();
    if (asked == 0)
        return EXIT_DONE;
    begun = find_taken("VmRSS:") + CODE_BYTES;
    if (options->max_memory > 0 && asked < begun + LEAST_BYTES)
        return error_say(EXIT_SYSTEM,
                         "%.0f MiB may be used (--max-memory), and %.0f MiB "
                         "are needed before anything is read. Allow more.",
                         asked / MIB, ceil((begun + LEAST_BYTES) / MIB));
    double most = asked - find_taken("RssFile:") - CODE_BYTES;
    most += threads > 1 ? (double)THREAD_STACK_BYTES * (threads - 1) : 0;
    struct rlimit now;
    if (getrlimit(RLIMIT_DATA, &now) != 0 || most >= (double)now.rlim_max ||
        find_taken("VmData:") > SHADOW_BYTES)
        return EXIT_DONE;
    now.rlim_cur = (rlim_t)most;
    if (setrlimit(RLIMIT_DATA, &now) == 0)
        limit = asked;
    return EXIT_DONE;
}

uint64_t memory_left(void)
{
    double used = find_taken("VmRSS:");
    return limit == 0 ? 0 : limit > used ? (uint64_t)(limit - used) : 1;
}

/* What was taken so far does not tell what is still to come, but the input's
 * size does: bare names took 15 to 48 bytes for each of the input's, names with
 * tags 28. */
void memory_explain(char *to, size_t room)
{
    enum { FOR_EACH_BYTE = 40 };
    double need = begun + FOR_EACH_BYTE * progress_total("read");
    to[0] = '\0';
    if (limit > 0 && need > limit)
        snprintf(to, room,
                 " %.0f MiB may be used (--max-memory), and an input of this "
                 "size can need %.0f MiB.",
                 limit / MIB, ceil(need / MIB));
    else if (limit > 0)
        snprintf(to, room,
                 " The %.0f MiB that may be used (--max-memory) were not "
                 "enough.",
                 limit / MIB);
}
