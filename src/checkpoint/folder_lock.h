/* folder_lock.h: a folder that one process at a time works in. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_FOLDER_LOCK_H
#define PL_FOLDER_LOCK_H

#include "base/memory.h"
#include "pleach.h"

typedef struct pl_lock pl_lock;

/* Makes a file at `path` and holds it until it is freed or the process ends,
 * in whatever way. Waits a moment for another process that is about to end;
 * PLEACH_IO when there is still one. Where a file system knows no locks, none
 * is held. */
PLEACH_CHECKED pleach_status pl_lock_take(pl_lock **lock, const char *path,
                                          pleach_error *error);
/* Removes the file. NULL is fine. */
void pl_lock_free(pl_lock *lock);

#endif
