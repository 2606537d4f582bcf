/* reread.c: hostile taxonomies, through all that is made of a result: other
 * formats, pages, differences, questions, explanations. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memmem */
#include "reading.h"

#include <stdio.h>

#include "knotted.h"
#include "reporting.h"

/* Nobody reads it, but all of it is written. */
static bool swallow(void *context, const void *bytes, size_t size)
{
    size_t *all = context;
    MUST(bytes != NULL || size == 0);
    *all += size;
    return true;
}

static size_t swallowed;
static const pleach_sink nowhere = {.write = swallow, .context = &swallowed};

static void fine(pleach_status status, const pleach_error *error)
{
    MUST(status == PLEACH_OK || error->sentence[0] != '\0');
}

static void write_all(const pleach_taxonomy *taxonomy)
{
    const pleach_output_format *format;
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++) {
        pleach_write_options options = {.format = format->name};
        pleach_error error = {0};
        if (format->loaded)
            fine(pleach_taxonomy_write(taxonomy, &nowhere, &options, &error),
                 &error);
    }
}

static void compare_with(const pleach_taxonomy *a, const pleach_taxonomy *b)
{
    pleach_diff *diff = NULL;
    pleach_error error = {0};
    pleach_status status = pleach_diff_find(&diff, a, b, &error);
    fine(status, &error);
    if (status == PLEACH_OK)
        report_both(report_diff_text, report_diff_json,
                    &(report_diff){a, b, diff});
    pleach_diff_free(diff);
}

static void ask_about(const pleach_taxonomy *taxonomy)
{
    pleach_review *review = NULL;
    pleach_error error = {0};
    pleach_status status = pleach_review_make(&review, taxonomy, NULL, &error);
    fine(status, &error);
    if (status == PLEACH_OK)
        report_both(report_review_text, report_review_json, review);
    pleach_review_free(review);
    fine(pleach_crosswalk(NULL, taxonomy, &nowhere, NULL, &error), &error);
}

static void explain(const pleach_input *input, const char *a, const char *b)
{
    pleach_error error = {0};
    fine(pleach_explain(&nowhere, input, a, b, &error), &error);
}

/* A taxonomy that is older than the corpus, or of another one. */
static void go_on_from(const pleach_taxonomy *taxonomy)
{
    static pleach_corpus *corpus;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *next = NULL;
    pleach_error error = {0};
    pleach_input input = {"f.jsonl", knotted_corpus, strlen(knotted_corpus)};
    pleach_affinity_options options = {.previous = taxonomy, .threads = 1};
    pleach_clusters_options how = {.max_iterations = 5, .threads = 1};
    if (corpus == NULL)
        MUST(pleach_corpus_read(&corpus, &input, 1, NULL, &error) == PLEACH_OK);
    pleach_status status =
        pleach_affinity_compare(&affinity, corpus, &options, &error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&clusters, affinity, &how, &error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&next, clusters, &error);
    fine(status, &error);
    pleach_taxonomy_free(next);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const words[] = {"1", "#0", "cat", "h:0/1", "pet"};
    pleach_taxonomy *taxonomy = NULL;
    pleach_error error = {0};
    pleach_input input = {"fuzzed", size > 0 ? (const void *)bytes : "", size};
    /* Files that it names are not read: there is none. */
    if (memmem(bytes, size, "inputs", 6) != NULL)
        return 0;
    if (pleach_taxonomy_load(&taxonomy, &input, &error) == PLEACH_OK) {
        write_all(taxonomy);
        compare_with(taxonomy, taxonomy);
        ask_about(taxonomy);
        go_on_from(taxonomy);
    }
    fine(pleach_view(&input, 1, &nowhere, &error), &error);
    for (size_t k = 0; k < 5; k++)
        explain(&input, words[k], k < 3 ? NULL : words[k - 2]);
    pleach_taxonomy_free(taxonomy);
    return 0;
}
