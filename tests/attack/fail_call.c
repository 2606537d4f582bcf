/* fail_call.c: runs a program and fails its k-th call to the system.
 *
 *     fail_call CALL K[+] FILE PROGRAM [ARGUMENT...]
 *
 * The K-th CALL of the program, its threads and children together, does not
 * happen and fails with the error that is usual for it; with a + all later ones
 * do, too; 0 fails none. FILE tells how many calls there were, and of the first
 * that failed its first argument (-1: none did). The exit status is the
 * program's, 128 and more for a signal, 77 where the system does not allow
 * this. SIGINT and SIGTERM are passed on; killed, it takes the program along.
 *
 * The kernel asks this process about each call (seccomp's notifications), so
 * that the program is not traced and its sanitizer may look for leaks. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Newer machines have only the later call, which does the same. */
#ifndef SYS_rename
#define SYS_rename SYS_renameat2
#endif

enum { NOT_ALLOWED = 77, NO_PROGRAM = 127, STACK_BYTES = 1 << 16 };

typedef struct {
    const char *name;
    int number, error;
} call;

static const call calls[] = {
    {"openat", SYS_openat, EMFILE},   {"read", SYS_read, EIO},
    {"write", SYS_write, ENOSPC},     {"rename", SYS_rename, EACCES},
    {"fsync", SYS_fsync, EIO},        {"clone3", SYS_clone3, EAGAIN},
    {"mmap", SYS_mmap, ENOMEM},       {"pread64", SYS_pread64, EIO},
    {"pwrite64", SYS_pwrite64, EIO},  {"ftruncate", SYS_ftruncate, EIO},
    {"accept4", SYS_accept4, EMFILE}, {"sendmsg", SYS_sendmsg, EPIPE},
};

typedef struct {
    char **words;
    int number, listener;
} child;

typedef struct {
    unsigned long first, seen;
    long long argument;
    int error, lasting;
} plan;

static volatile sig_atomic_t program_pid;

static void pass_on(int number)
{
    kill(program_pid, number);
}

/* Shares memory and open files with its parent until it becomes the program,
 * which is how the parent gets the listener. */
static int become_program(void *data)
{
    child *self = data;
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)self->number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        _exit(NOT_ALLOWED);
    self->listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                  SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
    if (self->listener < 0)
        _exit(NOT_ALLOWED);
    execv(self->words[0], self->words);
    _exit(NO_PROGRAM);
}

static void answer_one(int listener, plan *p)
{
    struct seccomp_notif asked;
    struct seccomp_notif_resp answer;
    memset(&asked, 0, sizeof asked);
    memset(&answer, 0, sizeof answer);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0)
        return; /* who asked is gone */
    p->seen++;
    answer.id = asked.id;
    if (p->first > 0 &&
        (p->seen == p->first || (p->lasting && p->seen > p->first))) {
        answer.error = -p->error;
        if (p->seen == p->first)
            p->argument = (long long)asked.data.args[0];
    } else {
        answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* Until nobody is left who could ask. */
static void answer_all(int listener, plan *p)
{
    struct pollfd waiting = {.fd = listener, .events = POLLIN};
    while (poll(&waiting, 1, -1) > 0 || errno == EINTR) {
        if (waiting.revents & POLLIN)
            answer_one(listener, p);
        else if (waiting.revents & (POLLHUP | POLLERR))
            return;
    }
}

static const call *find_call(const char *name)
{
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (strcmp(calls[k].name, name) == 0)
            return &calls[k];
    return NULL;
}

int main(int count, char **words)
{
    static _Alignas(16) char stack[STACK_BYTES];
    const call *chosen = count < 5 ? NULL : find_call(words[1]);
    if (chosen == NULL) {
        fprintf(stderr, "usage: fail_call CALL K[+] FILE PROGRAM...\n");
        return 2;
    }
    child program = {
        .words = words + 4, .number = chosen->number, .listener = -1};
    plan p = {.argument = -1, .error = chosen->error};
    char *end;
    p.first = strtoul(words[2], &end, 10);
    p.lasting = *end == '+';
    int status;
    int pid = clone(become_program, stack + sizeof stack,
                    CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD, &program);
    if (pid < 0)
        return NOT_ALLOWED;
    program_pid = pid;
    signal(SIGINT, pass_on);
    signal(SIGTERM, pass_on);
    if (program.listener >= 0)
        answer_all(program.listener, &p);
    FILE *told = fopen(words[3], "w");
    if (waitpid(pid, &status, 0) < 0 || told == NULL)
        return NOT_ALLOWED;
    fprintf(told, "%lu %lld\n", p.seen, p.argument);
    if (fclose(told) != 0)
        return NOT_ALLOWED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
