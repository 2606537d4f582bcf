/* apart.c: the process that reads for "pleach serve", and what it may not do.
 *
 * Whatever a file makes a library do here ends with this process: memory, time,
 * files and calls to the system are limited before a byte is read. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SYS_... */
#include "apart.h"

#include "errors.h"

#if defined(PLEACH_HAS_SERVE)
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "memory.h"
#include "serve/apart.h"

/* ---------------------------------------------------------- the system -- */

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#else
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

/* What reading bytes in memory takes; tables of characters may be opened. */
static const uint32_t allowed[] = {
    SYS_read,          SYS_write,       SYS_close,        SYS_fstat,
    SYS_newfstatat,    SYS_lseek,       SYS_pread64,      SYS_mmap,
    SYS_munmap,        SYS_mremap,      SYS_mprotect,     SYS_madvise,
    SYS_brk,           SYS_futex,       SYS_rt_sigaction, SYS_rt_sigprocmask,
    SYS_rt_sigreturn,  SYS_sigaltstack, SYS_getpid,       SYS_gettid,
    SYS_clock_gettime, SYS_getrandom,   SYS_sched_yield,  SYS_exit,
    SYS_exit_group,
};
enum { ALLOWED = sizeof allowed / sizeof *allowed };

#define LOAD(field)                                                            \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_IF(what, value, then, otherwise)                                  \
    BPF_JUMP(BPF_JMP | (what) | BPF_K, (value), (then), (otherwise))
#define END_WITH(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

/* No network, no other process, no file that is written: such calls fail. */
static void limit_calls(void)
{
    struct sock_filter rules[ALLOWED + 10];
    unsigned short at = 0;
    rules[at++] = (struct sock_filter)LOAD(arch);
    rules[at++] = (struct sock_filter)SKIP_IF(BPF_JEQ, THIS_MACHINE, 1, 0);
    rules[at++] = (struct sock_filter)END_WITH(REFUSE);
    rules[at++] = (struct sock_filter)LOAD(nr);
    for (int k = 0; k < ALLOWED; k++)
        rules[at++] = (struct sock_filter)SKIP_IF(
            BPF_JEQ, allowed[k], (unsigned char)(ALLOWED - k + 2), 0);
    rules[at++] = (struct sock_filter)SKIP_IF(BPF_JEQ, SYS_openat, 0, 3);
    rules[at++] = (struct sock_filter)LOAD(args[2]);
    rules[at++] = (struct sock_filter)SKIP_IF(
        BPF_JSET, O_ACCMODE | O_CREAT | O_TRUNC, 1, 0);
    rules[at++] = (struct sock_filter)END_WITH(SECCOMP_RET_ALLOW);
    rules[at++] = (struct sock_filter)END_WITH(REFUSE);
    struct sock_fprog filter = {.len = at, .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
#else
static void limit_calls(void)
{
}
#endif

/* --------------------------------------------------------------- limits -- */

enum {
    FILES = 16,         /* open at the same time */
    DESCRIPTORS = 4096, /* that the server may have left open */
};

static void limit_one(int what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) != 0 || now.rlim_cur <= most)
        return;
    now.rlim_cur = now.rlim_max = most;
    (void)setrlimit(what, &now);
}

/* The server's own limit, which this process has too, may be lower. */
static void limit_memory(uint64_t content)
{
    cli_options how = {.max_memory = (double)apart_memory(content)};
    struct rlimit now;
    if (getrlimit(RLIMIT_DATA, &now) == 0 &&
        (double)now.rlim_cur > how.max_memory)
        (void)memory_limit(&how, 1, false);
}

static void limit_everything(uint64_t content)
{
    for (int file = 3; file < DESCRIPTORS; file++)
        close(file);
    limit_memory(content);
    limit_one(RLIMIT_CPU, apart_seconds(content));
    limit_one(RLIMIT_FSIZE, 0);
    limit_one(RLIMIT_CORE, 0);
    limit_one(RLIMIT_NOFILE, FILES);
    limit_calls();
}

/* -------------------------------------------------------------- reading -- */

static bool take_bytes(void *to, size_t size)
{
    char *at = to;
    while (size > 0) {
        ssize_t got = read(STDIN_FILENO, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

/* The next text, which the server has sent with its size before it; one byte
 * more was allocated for each, where a NUL ends it. */
static const char *take_text(char **at, size_t *size)
{
    uint64_t told;
    if (!take_bytes(&told, sizeof told) || told == APART_NONE)
        return NULL;
    char *text = *at;
    *size = (size_t)told;
    if (!take_bytes(text, *size))
        return NULL;
    text[*size] = '\0';
    *at += *size + 1;
    return text;
}

/* Texts point into the request, which outlives the reading. */
static pleach_status read_request(pleach_error *failure,
                                  const apart_request *head, char *texts,
                                  pleach_input *inputs)
{
    size_t size;
    pleach_sink to = {.stream = stdout};
    pleach_read_options options = {.max_input = head->max_input,
                                   .skip_bad = head->skip_bad != 0};
    options.format = take_text(&texts, &size);
    options.columns = take_text(&texts, &size);
    options.label_language = take_text(&texts, &size);
    options.language = take_text(&texts, &size);
    for (size_t k = 0; k < head->inputs; k++) {
        inputs[k].name = take_text(&texts, &size);
        inputs[k].bytes = take_text(&texts, &inputs[k].size);
        if (inputs[k].name == NULL || inputs[k].bytes == NULL)
            _exit(EXIT_SYSTEM); /* no file of that name is meant */
    }
    return pleach_corpus_pack(&to, inputs, head->inputs, &options, failure);
}

/* Nothing is freed: the end of the process does that. */
int apart_run(void)
{
    apart_request head;
    pleach_error failure = {.status = PLEACH_OK};
    if (isatty(STDIN_FILENO) || !take_bytes(&head, sizeof head))
        return error_say(EXIT_USAGE,
                         "\"" APART_COMMAND "\" is for \"pleach serve\" only.");
    limit_everything(head.content);
    char *texts = malloc(head.bytes + 4 + 2 * head.inputs);
    pleach_input *inputs = calloc(head.inputs + 1, sizeof *inputs);
    if (texts == NULL || inputs == NULL)
        failure.status = PLEACH_NO_MEMORY;
    else
        failure.status = read_request(&failure, &head, texts, inputs);
    _exit(fwrite(&failure, sizeof failure, 1, stdout) == 1 &&
                  fflush(stdout) == 0
              ? EXIT_DONE
              : EXIT_SYSTEM);
}

#else

int apart_run(void)
{
    return error_say(EXIT_USAGE, "This pleach was built without its server.");
}

#endif
