/* view_files.c: taxonomy files, one or several side by side, as a page. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "taxonomy/taxonomy_file.h"
#include "write/page.h"
#include "write/write.h"

/* The bytes of each file are read once: what is proved is what is shown, also
 * when it comes through a pipe or changes meanwhile. */

/* Puts JSON that has been proved. '<' occurs only inside its strings, where
 * the escape means the same and cannot end the script. */
static void put_page_json(const pl_byte_list *json, const char *path, FILE *to)
{
    const char *slash = strrchr(path, '/');
    pl_page_label(to, slash == NULL ? path : slash + 1);
    for (size_t k = 0; k < json->count; k++) {
        if (json->items[k] == '<')
            fputs("\\u003c", to);
        else
            putc(json->items[k], to);
    }
    fputc('}', to);
}

/* What the page cannot do without: the format it knows, and clusters with a
 * number, a name and a parent that is there. The rest may be missing, as in
 * files of other programs; "pleach check" is the strict judge. */
static pleach_status prove_file(const pl_byte_list *json, const char *path,
                                pleach_error *error)
{
    pl_taxonomy_file filed;
    pleach_status status = pl_taxonomy_file_read_tree(&filed, json->items,
                                                      json->count, path, error);
    pl_taxonomy_file_free(&filed);
    return status;
}

static pleach_status put_page(const pl_byte_list *files,
                              const pleach_input *taxonomies, size_t count,
                              FILE *to, pleach_error *error)
{
    PL_TRY(pl_page_open(to, error));
    for (size_t k = 0; k < count; k++) {
        if (k > 0)
            fputc(',', to);
        put_page_json(&files[k], pl_input_label(&taxonomies[k]), to);
    }
    return pl_page_close(to, error);
}

/* All files are in memory at once, as they are parts of one page. */
pleach_status pleach_view(const pleach_input *taxonomies, size_t count,
                          const pleach_sink *to, pleach_error *error)
{
    pl_stream stream;
    pl_byte_list *files = pl_allocate(count, sizeof *files);
    if (files == NULL)
        return pl_fail_memory(error);
    pleach_status status = PLEACH_OK;
    /* All are proved before the first byte is written. */
    for (size_t k = 0; k < count && status == PLEACH_OK; k++) {
        status = pl_load_bytes(&files[k], &taxonomies[k], error);
        if (status == PLEACH_OK)
            status =
                prove_file(&files[k], pl_input_label(&taxonomies[k]), error);
    }
    if (status == PLEACH_OK)
        status = pl_stream_open(&stream, to, error);
    if (status == PLEACH_OK)
        status = pl_stream_close(
            &stream, put_page(files, taxonomies, count, stream.to, error),
            error);
    for (size_t k = 0; k < count; k++)
        pl_list_free(&files[k]);
    pl_release(files);
    return status;
}
