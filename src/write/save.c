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

static pleach_status fail_open(const char *path, pleach_error *error)
{
    return pl_fail_at(error, PLEACH_IO, path, 0, 0,
                      "The file could not be opened for writing: %s.",
                      strerror(errno));
}

/* A path, and the temporary one beside it while the file is being written. */
typedef struct target {
    const char *path; /* as given, for messages */
    char *real;       /* where links lead, from realpath; NULL: nowhere yet */
    char *temporary;
    FILE *stream;
} target;

static bool target_name(target *file, unsigned attempt)
{
    const char *base = file->real != NULL ? file->real : file->path;
    size_t room = strlen(base) + 64;
    pl_release(file->temporary);
    file->temporary = pl_allocate(room, 1);
    if (file->temporary == NULL)
        return false;
    snprintf(file->temporary, room, "%s.%ld-%u.tmp", base, (long)getpid(),
             attempt);
    return true;
}

/* open() applies the umask, which mkstemp() and chmod() would not. */
static pleach_status target_open(target *file, pleach_error *error)
{
    int descriptor = -1;
    file->real = realpath(file->path, NULL);
    for (unsigned attempt = 0; descriptor < 0 && attempt < 100; attempt++) {
        if (!target_name(file, attempt))
            return pl_fail_memory(error);
        descriptor = open(file->temporary,
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    if (descriptor >= 0)
        file->stream = fdopen(descriptor, "w");
    if (file->stream != NULL)
        return PLEACH_OK;
    pleach_status status = fail_open(file->path, error);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(file->temporary);
    }
    return status;
}

/* Every step can be the one where a full disk shows. */
static pleach_status target_commit(target *file, pleach_error *error)
{
    bool done = fsync(fileno(file->stream)) == 0;
    int reason = errno;
    if (fclose(file->stream) != 0 && done) {
        done = false;
        reason = errno;
    }
    file->stream = NULL;
    if (done && rename(file->temporary,
                       file->real != NULL ? file->real : file->path) != 0) {
        done = false;
        reason = errno;
    }
    if (done)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_IO, file->path, 0, 0,
                      "The file could not be written: %s.", strerror(reason));
}

/* Written beside its target and renamed, so that whoever reads the target
 * meanwhile has all of the old or all of the new. */
static pleach_status write_whole(const pleach_taxonomy *taxonomy,
                                 const char *path,
                                 const pl_output_format *format,
                                 const pleach_write_options *options,
                                 pleach_error *error)
{
    target file = {.path = path};
    pleach_status status = target_open(&file, error);
    if (status == PLEACH_OK) {
        status = pl_write_as(format, taxonomy, file.stream, options, error);
        if (status == PLEACH_OK)
            status = pl_finish_stream(file.stream, path, error);
        if (status == PLEACH_OK)
            status = target_commit(&file, error);
        if (file.stream != NULL)
            (void)fclose(file.stream);
        if (status != PLEACH_OK)
            unlink(file.temporary);
    }
    free(file.real);
    pl_release(file.temporary);
    return status;
}

/* Devices and pipes cannot be replaced: they are written to. A folder fails
 * here at once, with the system's reason. */
static pleach_status write_through(const pleach_taxonomy *taxonomy,
                                   const char *path,
                                   const pl_output_format *format,
                                   const pleach_write_options *options,
                                   pleach_error *error)
{
    FILE *to = fopen(path, "w");
    if (to == NULL)
        return fail_open(path, error);
    pleach_status status = pl_write_as(format, taxonomy, to, options, error);
    if (status == PLEACH_OK)
        status = pl_finish_stream(to, path, error);
    if (fclose(to) != 0 && status == PLEACH_OK)
        status =
            pl_fail_at(error, PLEACH_IO, path, 0, 0,
                       "The file could not be written: %s.", strerror(errno));
    return status;
}

static bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
}

/* A pipe or device cannot be replaced by renaming, and is written through. */
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
    if (is_special(path))
        return write_through(taxonomy, path, format, options, error);
    return write_whole(taxonomy, path, format, options, error);
}
