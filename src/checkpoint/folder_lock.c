/* folder_lock.c: an advisory lock on a file that is removed in the end. */
/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* flock */
#include "checkpoint/folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/status.h"

/* A process that was killed may take some time to be gone. */
enum { TRIES = 40, PAUSE_MS = 50 };

struct pl_lock {
    int file;
    char *path;
};

/* Whoever had it before has removed it, and others may hold a new one. */
static bool is_still_there(int file, const char *path)
{
    struct stat held, named;
    return fstat(file, &held) == 0 && stat(path, &named) == 0 &&
           held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

/* -1 with errno; EWOULDBLOCK when another process has it. */
static int try_once(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
    if (!locked && errno != EWOULDBLOCK && errno != EINTR)
        return file; /* there are no locks here */
    if (locked && is_still_there(file, path))
        return file;
    close(file);
    errno = EWOULDBLOCK;
    return -1;
}

/* A run that was killed may take a moment to let go of its lock, so it is asked
 * for several times. */
static pleach_status take_lock(pl_lock *lock, pleach_error *error)
{
    const struct timespec pause = {0, PAUSE_MS * 1000000L};
    for (int k = 0; k < TRIES; k++) {
        lock->file = try_once(lock->path);
        if (lock->file >= 0)
            return PLEACH_OK;
        if (errno != EWOULDBLOCK)
            return pl_fail_at(error, PLEACH_IO, lock->path, 0, 0,
                              "The file could not be written: %s.",
                              strerror(errno));
        nanosleep(&pause, NULL);
    }
    return pl_fail_at(error, PLEACH_IO, lock->path, 0, 0,
                      "Another run keeps its checkpoints in this folder. Wait "
                      "for its end, or give this one another folder.");
}

/* The lock is a file beside the state and not the state itself, which is
 * replaced by another file at each writing. */
pleach_status pl_lock_take(pl_lock **lock, const char *path,
                           pleach_error *error)
{
    size_t room = strlen(path) + 1;
    pl_lock *l = pl_allocate(1, sizeof *l);
    if (l == NULL)
        return pl_fail_memory(error);
    l->file = -1;
    l->path = pl_allocate(room, 1);
    pleach_status status = PLEACH_OK;
    if (l->path == NULL) {
        status = pl_fail_memory(error);
    } else {
        memcpy(l->path, path, room);
        status = take_lock(l, error);
    }
    if (status == PLEACH_OK)
        *lock = l;
    else
        pl_lock_free(l);
    return status;
}

void pl_lock_free(pl_lock *l)
{
    if (l == NULL)
        return;
    if (l->file >= 0) {
        unlink(l->path);
        close(l->file);
    }
    pl_release(l->path);
    pl_release(l);
}
