/* view_files.c: taxonomy files, one or several side by side, as a page. */
#include <errno.h>
#include <string.h>

#include "base/status.h"
#include "taxonomy/filed.h"
#include "taxonomy/page.h"
#include "taxonomy/write.h"

/* Copies JSON that has been read and proved. '<' occurs only inside its
 * strings, where the escape means the same and cannot end the script. */
static pleach_status copy_json(FILE *from, FILE *to, const char *path,
                               pleach_error *error)
{
    char block[1 << 14];
    size_t count;
    while ((count = fread(block, 1, sizeof block, from)) > 0)
        for (size_t k = 0; k < count; k++) {
            if (block[k] == '<')
                fputs("\\u003c", to);
            else
                putc(block[k], to);
        }
    if (ferror(from))
        return pl_fail_at(error, PLEACH_IO, path, 0, 0,
                          "The file could not be read: %s.", strerror(errno));
    return PLEACH_OK;
}

static pleach_status put_file(const char *path, FILE *to, pleach_error *error)
{
    const char *slash = strrchr(path, '/');
    FILE *from = fopen(path, "rb");
    if (from == NULL)
        return pl_fail_at(error, PLEACH_IO, path, 0, 0,
                          "The file could not be opened: %s.",
                          strerror(errno));
    pl_page_label(to, slash == NULL ? path : slash + 1);
    pleach_status status = copy_json(from, to, path, error);
    fclose(from);
    fputc('}', to);
    return status;
}

/* All of them before the first byte is written. */
static pleach_status prove_files(const char *const *paths, size_t count,
                                 pleach_error *error)
{
    for (size_t k = 0; k < count; k++) {
        pl_filed filed = {0};
        pleach_status status = pl_filed_load(&filed, paths[k], error);
        pl_filed_free(&filed);
        PL_TRY(status);
    }
    return PLEACH_OK;
}

pleach_status pleach_view(const char *const *paths, size_t count, FILE *to,
                          pleach_error *error)
{
    PL_TRY(prove_files(paths, count, error));
    PL_TRY(pl_page_open(to, error));
    for (size_t k = 0; k < count; k++) {
        if (k > 0)
            fputc(',', to);
        PL_TRY(put_file(paths[k], to, error));
    }
    PL_TRY(pl_page_close(to, error));
    return pl_finish_stream(to, NULL, error);
}
