/* solver.c: solves a state of a project again, with its corpus kept read. */
/* SPDX-License-Identifier: MIT */
#include "serve/solver.h"

#include <stdlib.h>
#include <string.h>

#include "serve/apart.h"

enum { WARNINGS_KEPT = 20 };

struct solver {
    const solver_options *options;
    pleach_corpus *corpus;
    json_t *read; /* what the corpus was read from */
};

solver *solver_new(const solver_options *options)
{
    solver *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->options = options;
    return made;
}

void solver_forget(solver *by)
{
    pleach_corpus_free(by->corpus);
    json_decref(by->read);
    by->corpus = NULL;
    by->read = NULL;
}

void solver_free(solver *freed)
{
    if (freed != NULL)
        solver_forget(freed);
    free(freed);
}

/* ------------------------------------------------------------ listening -- */

typedef struct listening {
    bool (*goes_on)(void);
    json_t *warnings;
} listening;

static bool ask_to_go_on(void *context, const pleach_progress *progress)
{
    const listening *with = context;
    (void)progress;
    return with->goes_on == NULL || with->goes_on();
}

static void keep_warning(void *context, const pleach_error *warning)
{
    const listening *with = context;
    if (json_array_size(with->warnings) < WARNINGS_KEPT)
        json_array_append_new(with->warnings, json_string(warning->sentence));
}

static pleach_listener listen_with(listening *with)
{
    return (pleach_listener){
        .progress = ask_to_go_on, .warn = keep_warning, .context = with};
}

/* -------------------------------------------------------------- reading -- */

/* What is in files is read by another process. */
static pleach_status read_with_listener(pleach_corpus **corpus,
                                        const solver *by,
                                        const pleach_input *inputs,
                                        size_t count, pleach_error *error)
{
    listening with = {.goes_on = by->options->goes_on};
    pleach_listener listener = listen_with(&with);
    pleach_read_options read = by->options->read;
    bytes *packed;
    pleach_status status =
        apart_read(&packed, inputs, count, &read, by->options->goes_on, error);
    if (status != PLEACH_OK)
        return status;
    pleach_input said = {inputs[0].name, packed->text, packed->size};
    read.listener = &listener;
    status = pleach_corpus_unpack(corpus, &said, inputs, count, &read, error);
    bytes_release(packed);
    return status;
}

/* Bytes are never NULL, which would ask for a file of that name. */
static pleach_input input_of(const char *name, const bytes *content)
{
    return (pleach_input){name, content->text, content->size};
}

pleach_status solver_prove_input(uint64_t *hierarchies, const solver *by,
                                 const char *name, const bytes *content,
                                 pleach_error *error)
{
    pleach_input input = input_of(name, content);
    pleach_corpus *corpus = NULL;
    pleach_status status = read_with_listener(&corpus, by, &input, 1, error);
    if (status != PLEACH_OK)
        return status;
    *hierarchies = pleach_corpus_get_facts(corpus)->hierarchies;
    pleach_corpus_free(corpus);
    return PLEACH_OK;
}

bool solver_has(const solver *by, const json_t *inputs)
{
    return json_equal(by->read, inputs);
}

uint64_t solver_names(const solver *by)
{
    return by->corpus == NULL ? 0 : pleach_corpus_get_facts(by->corpus)->names;
}

/* The corpus before stays until the next is whole. */
pleach_status solver_read(solver *by, json_t *inputs, bytes *const *contents,
                          pleach_error *error)
{
    pleach_corpus *corpus = NULL;
    size_t count = json_array_size(inputs);
    pleach_input *list = calloc(count, sizeof *list);
    if (list == NULL)
        return serve_fail_memory(error);
    for (size_t k = 0; k < count; k++)
        list[k] = input_of(json_string_value(json_object_get(
                               json_array_get(inputs, k), "name")),
                           contents[k]);
    pleach_status status = read_with_listener(&corpus, by, list, count, error);
    free(list);
    if (status != PLEACH_OK)
        return status;
    solver_forget(by);
    by->corpus = corpus;
    by->read = json_incref(inputs);
    return PLEACH_OK;
}

/* -------------------------------------------------------------- growing -- */

/* What was made so far is released by the caller. */
static pleach_status grow_parts(grown *to, solver *by, const bytes *lines,
                                pleach_affinity_options *compare,
                                pleach_error *error)
{
    pleach_input input = {"decisions", lines->text, lines->size};
    pleach_clusters_options cluster = by->options->cluster;
    SERVE_TRY(pleach_decisions_read(&to->decisions, &input, error));
    compare->decisions = to->decisions;
    cluster.listener = compare->listener;
    SERVE_TRY(
        pleach_affinity_compare(&to->affinity, by->corpus, compare, error));
    SERVE_TRY(
        pleach_clusters_find(&to->clusters, to->affinity, &cluster, error));
    return pleach_taxonomy_grow(&to->taxonomy, to->clusters, error);
}

pleach_status solver_grow(grown *to, solver *by, const bytes *lines,
                          const pleach_taxonomy *previous, uint64_t next_id,
                          pleach_error *error)
{
    *to = (grown){.warnings = json_array()};
    listening with = {by->options->goes_on, to->warnings};
    pleach_listener listener = listen_with(&with);
    pleach_affinity_options compare = by->options->compare;
    compare.previous = previous;
    compare.least_id = next_id;
    compare.listener = &listener;
    return grow_parts(to, by, lines, &compare, error);
}

void grown_release(grown *released)
{
    pleach_taxonomy_free(released->taxonomy);
    pleach_clusters_free(released->clusters);
    pleach_affinity_free(released->affinity);
    pleach_decisions_free(released->decisions);
    json_decref(released->warnings);
    *released = (grown){0};
}
