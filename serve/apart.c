/* apart.c: starts a process that reads, sends it the inputs, and says how it
 * ended. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "serve/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* A process that waits for something takes no time of the processor. */
enum { PATIENCE = 10, LOOK_MILLISECONDS = 200 };

static const char not_started[] =
    "The system did not let a process be started to read this.";

static pleach_status fail_apart(pleach_error *error, pleach_status status,
                                const char *file, const char *sentence)
{
    *error = (pleach_error){.status = status};
    snprintf(error->file, sizeof error->file, "%s", file);
    snprintf(error->sentence, sizeof error->sentence, "%s", sentence);
    return status;
}

/* ------------------------------------------------------------- starting -- */

/* Signals are as usual there, and everything else that is open is closed by
 * exec, or by the process itself. */
static pid_t start_reader(int from, int to)
{
    char *words[] = {(char[]){"pleach"}, (char[]){APART_COMMAND}, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none;
    pid_t started = -1;
    sigemptyset(&none);
    if (posix_spawn_file_actions_init(&files) != 0)
        return -1;
    if (posix_spawnattr_init(&how) == 0) {
        bool set = posix_spawn_file_actions_adddup2(&files, from, 0) == 0 &&
                   posix_spawn_file_actions_adddup2(&files, to, 1) == 0 &&
                   posix_spawn_file_actions_addopen(&files, 2, "/dev/null",
                                                    O_WRONLY, 0) == 0 &&
                   posix_spawnattr_setsigmask(&how, &none) == 0 &&
                   posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK) == 0;
        if (!set || posix_spawn(&started, "/proc/self/exe", &files, &how, words,
                                environ) != 0)
            started = -1;
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&files);
    return started;
}

/* -------------------------------------------------------------- sending -- */

static bool send_bytes(int to, const void *from, size_t size)
{
    const char *at = from;
    while (size > 0) {
        ssize_t sent = write(to, at, size);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool send_text(int to, const char *text, size_t size)
{
    uint64_t told = text == NULL ? APART_NONE : size;
    return send_bytes(to, &told, sizeof told) &&
           (text == NULL || send_bytes(to, text, size));
}

enum { TEXTS = 4 };

static void list_texts(const char *texts[TEXTS],
                       const pleach_read_options *options)
{
    texts[0] = options->format;
    texts[1] = options->columns;
    texts[2] = options->label_language;
    texts[3] = options->language;
}

/* The reader takes all memory it needs before it looks at a byte. */
static apart_request describe(const pleach_input *inputs, size_t count,
                              const pleach_read_options *options)
{
    const char *texts[TEXTS];
    apart_request head = {.inputs = count,
                          .max_input = options->max_input,
                          .skip_bad = options->skip_bad};
    list_texts(texts, options);
    for (size_t k = 0; k < TEXTS; k++)
        head.bytes += sizeof(uint64_t) +
                      (texts[k] == NULL ? 0 : (uint64_t)strlen(texts[k]));
    for (size_t k = 0; k < count; k++) {
        head.bytes += 2 * sizeof(uint64_t) + strlen(inputs[k].name);
        head.content += inputs[k].size;
    }
    head.bytes += head.content;
    return head;
}

static bool send_request(int to, const apart_request *head,
                         const pleach_input *inputs, size_t count,
                         const pleach_read_options *options)
{
    const char *texts[TEXTS];
    list_texts(texts, options);
    bool sent = send_bytes(to, head, sizeof *head);
    for (size_t k = 0; k < TEXTS && sent; k++)
        sent = send_text(to, texts[k], texts[k] == NULL ? 0 : strlen(texts[k]));
    for (size_t k = 0; k < count && sent; k++)
        sent = send_text(to, inputs[k].name, strlen(inputs[k].name)) &&
               send_text(to, inputs[k].bytes, inputs[k].size);
    return sent;
}

/* ------------------------------------------------------------ listening -- */

static uint64_t now_seconds_apart(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec;
}

/* All that it says until it ends; false: nobody waits for it any more, or it
 * says too much. */
static bool hear_reply(bytes *to, int from, uint64_t until, uint64_t most,
                       bool (*goes_on)(void))
{
    char block[65536];
    struct pollfd look = {.fd = from, .events = POLLIN};
    while (now_seconds_apart() < until && (goes_on == NULL || goes_on())) {
        if (poll(&look, 1, LOOK_MILLISECONDS) <= 0)
            continue;
        ssize_t more = read(from, block, sizeof block);
        if (more < 0 && errno == EINTR)
            continue;
        if (more == 0)
            return true;
        if (more < 0 || to->size + (size_t)more > most ||
            !bytes_add(to, block, (size_t)more))
            return false;
    }
    return false;
}

/* It is not trusted to have written what it should. */
static pleach_status judge_reply(bytes *heard, const char *file,
                                 pleach_error *error)
{
    pleach_error told;
    heard->size -= sizeof told;
    memcpy(&told, heard->text + heard->size, sizeof told);
    told.file[sizeof told.file - 1] = '\0';
    told.sentence[sizeof told.sentence - 1] = '\0';
    switch (told.status) {
    case PLEACH_OK:
        return PLEACH_OK;
    case PLEACH_NO_MEMORY:
        return fail_apart(error, PLEACH_BAD_DATA, file,
                          "Reading this takes more memory than the server "
                          "gives to it. Bring it in smaller files.");
    case PLEACH_BAD_DATA:
    case PLEACH_BAD_USAGE:
    case PLEACH_IO:
        *error = told;
        return told.status;
    default:
        return fail_apart(error, PLEACH_BAD_DATA, file,
                          "This could not be read.");
    }
}

static pleach_status judge_end(int ended, bool cancelled, const char *file,
                               pleach_error *error)
{
    if (cancelled)
        return fail_apart(error, PLEACH_CANCELLED, "", "It was cancelled.");
    bool slow = WIFSIGNALED(ended) &&
                (WTERMSIG(ended) == SIGXCPU || WTERMSIG(ended) == SIGKILL);
    return fail_apart(
        error, PLEACH_BAD_DATA, file,
        slow ? "Reading this takes longer, or brings more, than the server "
               "allows. Bring it in smaller files."
             : "A library that reads such files broke off at this one, which "
               "is not taken in. Look whether it is damaged, or write it in "
               "another format.");
}

/* A reply counts if the process ended as it should. Closes pipes[1]. */
static pleach_status converse(bytes *heard, int pipes[2], pid_t reader,
                              const pleach_input *inputs, size_t count,
                              const pleach_read_options *options,
                              bool (*goes_on)(void), pleach_error *error)
{
    apart_request head = describe(inputs, count, options);
    uint64_t until =
        now_seconds_apart() + PATIENCE * apart_seconds(head.content);
    const char *file = count == 1 ? inputs[0].name : ""; /* any of them */
    int ended = 0;
    bool sent = send_request(pipes[1], &head, inputs, count, options);
    close(pipes[1]); /* it must not wait for what could not be sent */
    bool whole =
        hear_reply(heard, pipes[0], until, apart_memory(head.content), goes_on);
    if (!whole)
        (void)kill(reader, SIGKILL);
    while (waitpid(reader, &ended, 0) < 0 && errno == EINTR)
        ;
    if (whole && WIFEXITED(ended) && WEXITSTATUS(ended) == 0 &&
        heard->size >= sizeof(pleach_error))
        return judge_reply(heard, file, error);
    if (!sent)
        return fail_apart(error, PLEACH_IO, "", not_started);
    return judge_end(ended, !whole && goes_on != NULL && !goes_on(), file,
                     error);
}

/* Both pipes close with this call, whatever becomes of the reader. */
static pleach_status read_through(bytes *heard, const pleach_input *inputs,
                                  size_t count,
                                  const pleach_read_options *options,
                                  bool (*goes_on)(void), pleach_error *error)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return fail_apart(error, PLEACH_IO, "", not_started);
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return fail_apart(error, PLEACH_IO, "", not_started);
    }
    pid_t reader = start_reader(in[0], out[1]);
    close(in[0]);
    close(out[1]);
    int ours[2] = {out[0], in[1]};
    pleach_status status = reader < 0
                               ? fail_apart(error, PLEACH_IO, "", not_started)
                               : converse(heard, ours, reader, inputs, count,
                                          options, goes_on, error);
    close(out[0]);
    if (reader < 0)
        close(in[1]);
    return status;
}

/* What was heard is unpacked by the caller, who does not trust it. */
pleach_status apart_read(bytes **packed, const pleach_input *inputs,
                         size_t count, const pleach_read_options *options,
                         bool (*goes_on)(void), pleach_error *error)
{
    bytes *heard = bytes_new();
    pleach_status status =
        heard == NULL
            ? fail_apart(error, PLEACH_NO_MEMORY, "",
                         "There is not enough memory to read this.")
            : read_through(heard, inputs, count, options, goes_on, error);
    if (status == PLEACH_OK)
        *packed = heard;
    else
        bytes_release(heard);
    return status;
}
