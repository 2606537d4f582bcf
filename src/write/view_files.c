/* view_files.c: taxonomy files, one or several side by side, as a page. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "base/strings.h"
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

/* ------------------------------------------------------------ proving -- */

/* What the page cannot do without: the format it knows, and clusters with a
 * number, a name and a parent that is there. The rest may be missing, as in
 * files of other programs; "pleach check" is the strict judge. */
static pleach_status prove_format(const pl_parsed *root, const char *path,
                                  pleach_error *error)
{
    static const char FAMILY[] = "pleach-taxonomy/", KNOWN[] = "1";
    const char *format = pl_parsed_text(pl_parsed_get(root, "format"));
    size_t family = sizeof FAMILY - 1;
    if (format == NULL || strncmp(format, FAMILY, family) != 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                          "This is not a pleach taxonomy; make one with "
                          "\"pleach grow INPUT -o FILE.json\".");
    if (strcmp(format + family, KNOWN) != 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                          "This taxonomy has format version %.20s; this "
                          "program knows version %s. Use a newer pleach.",
                          format + family, KNOWN);
    return PLEACH_OK;
}

/* Numbers the cluster ids; each must be an integer of its own. */
static pleach_status number_ids(pl_strings *ids, const pl_parsed *clusters,
                                const char *path, pleach_error *error)
{
    for (size_t k = 0; k < pl_parsed_size(clusters); k++) {
        const pl_parsed *cluster = pl_parsed_at(clusters, k);
        const pl_parsed *id = pl_parsed_get(cluster, "id");
        int64_t number = pl_parsed_integer(id);
        if (!pl_parsed_is(id, PL_PARSED_INTEGER) ||
            !pl_parsed_is(pl_parsed_get(cluster, "name"), PL_PARSED_TEXT))
            return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                              "Cluster number %zu lacks an integer as its id "
                              "or a text as its name.",
                              k + 1);
        uint32_t at = pl_strings_add(ids, (const char *)&number, sizeof number);
        if (at == PL_NONE)
            return pl_fail_memory(error);
        if (at != k)
            return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                              "Two clusters have the id %lld.",
                              (long long)number);
    }
    return PLEACH_OK;
}

/* The page walks parents without asking, so a missing one has to be found here.
 */
static pleach_status prove_parents(const pl_strings *ids,
                                   const pl_parsed *clusters, const char *path,
                                   pleach_error *error)
{
    for (size_t k = 0; k < pl_parsed_size(clusters); k++) {
        const pl_parsed *cluster = pl_parsed_at(clusters, k);
        const pl_parsed *parent = pl_parsed_get(cluster, "parent");
        int64_t number = pl_parsed_integer(parent);
        if (pl_parsed_is(parent, PL_PARSED_NULL))
            continue;
        if (!pl_parsed_is(parent, PL_PARSED_INTEGER) ||
            pl_strings_find(ids, (const char *)&number, sizeof number) ==
                PL_NONE)
            return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                              "Cluster number %zu has a parent that is not "
                              "there.",
                              k + 1);
    }
    return PLEACH_OK;
}

/* As much as the page relies on; whether the taxonomy is right is the checker's
 * business. */
static pleach_status prove_clusters(const pl_parsed *root, const char *path,
                                    pleach_error *error)
{
    const pl_parsed *clusters = pl_parsed_get(root, "clusters");
    if (!pl_parsed_is(clusters, PL_PARSED_ARRAY))
        return pl_fail_at(error, PLEACH_BAD_DATA, path, 0, 0,
                          "This taxonomy has no list of clusters.");
    pl_strings *ids = pl_strings_new();
    if (ids == NULL)
        return pl_fail_memory(error);
    pleach_status status = number_ids(ids, clusters, path, error);
    if (status == PLEACH_OK)
        status = prove_parents(ids, clusters, path, error);
    pl_strings_free(ids);
    return status;
}

static pleach_status prove_file(const pl_byte_list *json, const char *path,
                                pleach_error *error)
{
    pl_json_tree *tree;
    PL_TRY(pl_json_parse(&tree, json->items, json->count, path, error));
    const pl_parsed *root = pl_json_root(tree);
    pleach_status status = prove_format(root, path, error);
    if (status == PLEACH_OK)
        status = prove_clusters(root, path, error);
    pl_json_free(tree);
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
