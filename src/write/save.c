/* save.c: writes a file whole or not at all. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "write/write.h"

/* A path, and the temporary one beside it while the file is being written. */
typedef struct target {
    const char *path; /* as given, for messages */
    char *real;       /* where links lead, from realpath; NULL: nowhere yet */
    char *temporary;  /* NULL: the path itself is written to */
    FILE *stream;
} target;

static const char *place_of(const target *file)
{
    return file->real != NULL ? file->real : file->path;
}

/* The first name beside the path that nobody has; -1: it cannot be opened, or
 * there is no memory. open() applies the umask, which mkstemp() and chmod()
 * would not. */
static int open_beside(target *file)
{
    enum { TRIES = 100, ENDING = 64 };
    size_t room = strlen(place_of(file)) + ENDING;
    int descriptor = -1;
    file->temporary = pl_allocate(room, 1);
    if (file->temporary == NULL) {
        errno = ENOMEM;
        return -1;
    }
    for (unsigned k = 0; descriptor < 0 && k < TRIES; k++) {
        snprintf(file->temporary, room, "%s.%ld-%u.tmp", place_of(file),
                 (long)getpid(), k);
        descriptor = open(file->temporary,
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    return descriptor;
}

/* Written beside its target and renamed, so that whoever reads the target
 * meanwhile has all of the old or all of the new. Devices and pipes cannot be
 * replaced: they are written to. A folder fails here at once, with the system's
 * reason. */
static pleach_status target_open(target *file, pleach_error *error)
{
    struct stat facts;
    file->real = realpath(file->path, NULL);
    if (stat(file->path, &facts) == 0 && !S_ISREG(facts.st_mode)) {
        file->stream = fopen(file->path, "w");
    } else {
        int descriptor = open_beside(file);
        file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
        if (descriptor >= 0 && file->stream == NULL) {
            close(descriptor);
            unlink(file->temporary);
        }
    }
    if (file->stream != NULL)
        return PLEACH_OK;
    return errno == ENOMEM
               ? pl_fail_memory(error)
               : pl_fail_at(error, PLEACH_IO, file->path, 0, 0,
                            "The file could not be opened for writing: %s.",
                            strerror(errno));
}

/* Every step can be the one where a full disk shows. */
static pleach_status target_close(target *file, pleach_status status,
                                  pleach_error *error)
{
    bool whole = status == PLEACH_OK;
    bool done =
        !whole || file->temporary == NULL || fsync(fileno(file->stream)) == 0;
    int reason = errno;
    if (fclose(file->stream) != 0 && done) {
        done = false;
        reason = errno;
    }
    if (whole && done && file->temporary != NULL &&
        rename(file->temporary, place_of(file)) != 0) {
        done = false;
        reason = errno;
    }
    if (whole && !done)
        status =
            pl_fail_at(error, PLEACH_IO, file->path, 0, 0,
                       "The file could not be written: %s.", strerror(reason));
    if (status != PLEACH_OK && file->temporary != NULL)
        unlink(file->temporary);
    return status;
}

pleach_status pleach_taxonomy_save(const pleach_taxonomy *taxonomy,
                                   const char *path,
                                   const pleach_write_options *options,
                                   pleach_error *error)
{
    static const pleach_write_options defaults;
    const pl_output_format *format;
    if (options == NULL)
        options = &defaults;
    PL_TRY(pl_find_output_format(&format, options->format, path, error));
    if (!format->facts.loaded)
        PL_TRY(pl_need_grown(taxonomy, error));
    if (strcmp(path, "-") == 0) {
        PL_TRY(pl_write_as(format, taxonomy, stdout, options, error));
        return pl_finish_stream(stdout, "standard output", error);
    }
    target file = {.path = path};
    pleach_status status = target_open(&file, error);
    if (status == PLEACH_OK) {
        status = pl_write_as(format, taxonomy, file.stream, options, error);
        if (status == PLEACH_OK)
            status = pl_finish_stream(file.stream, path, error);
        status = target_close(&file, status, error);
    }
    free(file.real);
    pl_release(file.temporary);
    return status;
}
