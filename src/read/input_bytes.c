/* input_bytes.c: reads an input to its end. */
/* SPDX-License-Identifier: MIT */
#include "read/input_bytes.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"
#include "read/source.h"

const char *pl_input_label(const pleach_input *input)
{
    if (input->name == NULL)
        return "memory";
    return input->bytes == NULL && strcmp(input->name, "-") == 0
               ? "standard input"
               : input->name;
}

static mode_t kind_of_file(const char *name, size_t length)
{
    struct stat facts;
    char path[PATH_MAX];
    if (length >= sizeof path)
        return 0;
    memcpy(path, name, length);
    path[length] = '\0';
    return stat(path, &facts) == 0 ? facts.st_mode : 0;
}

bool pl_may_be_known(const char *name, size_t length)
{
    mode_t kind = kind_of_file(name, length);
    return S_ISREG(kind) || S_ISDIR(kind);
}

bool pl_may_be_input(const char *name)
{
    if (name == NULL)
        return false;
    if (strncmp(name, "dir:", 4) == 0)
        return S_ISDIR(kind_of_file(name + 4, strlen(name + 4)));
    const char *sheet = pl_source_sheet(name);
    return S_ISREG(kind_of_file(name, strlen(name))) ||
           (sheet != NULL &&
            S_ISREG(kind_of_file(name, (size_t)(sheet - 1 - name))));
}

static pleach_status copy_rest(pl_byte_list *bytes, pl_source *source,
                               pleach_error *error)
{
    pl_piece rest;
    PL_TRY(pl_source_peek(source, &rest, error));
    PL_TRY(pl_source_is_workbook(&rest) ? pl_source_bytes(source, &rest, error)
                                        : pl_source_rest(source, &rest, error));
    if (!pl_list_room(bytes, rest.length + 1))
        return pl_fail_memory(error);
    pl_list_add_all(bytes, rest.bytes, rest.length);
    return PLEACH_OK;
}

pleach_status pl_load_bytes(pl_byte_list *bytes, const pleach_input *input,
                            pleach_error *error)
{
    pl_read_progress progress = {0};
    pl_source *source = NULL;
    if (input == NULL || (input->name == NULL && input->bytes == NULL))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "An input has neither the name of a file nor bytes.");
    PL_TRY(pl_source_open(&source, input, &progress, error));
    pleach_status status = copy_rest(bytes, source, error);
    pl_source_close(source);
    return status;
}
