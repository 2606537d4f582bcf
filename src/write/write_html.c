/* write_html.c: the page that shows taxonomies: one just grown, or files, one
 * or several side by side. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "taxonomy/taxonomy_file.h"
#include "write/page.h"
#include "write/write.h"

static const char PLACE[] = "__PLEACH_DATA__";
enum { PLACE_LENGTH = sizeof PLACE - 1 };

/* Puts the page up to where the data goes, or from there on. Only the template
 * is searched: data may well contain the same word. */
static pleach_status put_template(FILE *to, bool rest, pleach_error *error)
{
    size_t at = 0, size = pl_page_template_size;
    while (at + PLACE_LENGTH <= size &&
           memcmp(pl_page_template + at, PLACE, PLACE_LENGTH) != 0)
        at++;
    if (at + PLACE_LENGTH > size)
        return pl_fail(error, PLEACH_IO,
                       "The page inside this program has no place for data; "
                       "build it again from viewer/.");
    if (rest) {
        at += PLACE_LENGTH;
        putc(']', to);
        fwrite(pl_page_template + at, 1, size - at, to);
    } else {
        fwrite(pl_page_template, 1, at, to);
        putc('[', to);
    }
    return PLEACH_OK;
}

/* Opens an object of the data: up to where the taxonomy's JSON goes. */
static void put_label(FILE *to, const char *label)
{
    pl_json json;
    pl_json_start(&json, to);
    fputs("{\"label\":", to);
    pl_json_text(&json, label);
    fputs(",\"taxonomy\":", to);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* What the page calls this result: the input and how it was solved. */
pleach_status pl_write_html(const pleach_taxonomy *forest, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    const pleach_corpus *corpus = forest->corpus;
    char label[128];
    snprintf(label, sizeof label, "%.80s%s (%s)",
             corpus->input_count == 0 ? "" : base_name(corpus->input_name[0]),
             corpus->input_count > 1 ? " and others" : "",
             forest->report.solver);
    PL_TRY(put_template(to, false, error));
    put_label(to, label);
    PL_TRY(pl_write_json(forest, to, options, error));
    putc('}', to);
    return put_template(to, true, error);
}

/* ----------------------------------------------------------------- files -- */

/* The bytes of each file are read once: what is proved is what is shown, also
 * when it comes through a pipe or changes meanwhile. */

/* Puts JSON that has been proved. '<' occurs only inside its strings, where
 * the escape means the same and cannot end the script. */
static void put_page_json(const pl_byte_list *json, const char *path, FILE *to)
{
    put_label(to, base_name(path));
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
    PL_TRY(put_template(to, false, error));
    for (size_t k = 0; k < count; k++) {
        if (k > 0)
            fputc(',', to);
        put_page_json(&files[k], pl_input_label(&taxonomies[k]), to);
    }
    return put_template(to, true, error);
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
