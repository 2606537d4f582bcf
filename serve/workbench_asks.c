/* workbench_asks.c: what people ask of a project without changing it. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "serve/workbench.h"

enum { LIST_USUAL = 20, LIST_MOST = 1000 };

void workbench_prepare(workbench *on)
{
    plan planned;
    pleach_error error = {0};
    const pleach_taxonomy *loaded;
    pleach_status status = plan_make(&planned, on, on->solver, NULL, &error);
    if (status == PLEACH_OK && !planned.present->empty)
        status = snapshot_load(&loaded, planned.present, &error);
    if (status == PLEACH_OK)
        status = plan_read(&planned, &error);
    /* Whoever needs it is told why it is not there. */
    (void)status;
    plan_release(&planned);
}

/* ------------------------------------------------------------- as it is -- */

/* Bytes of what is shown, which is let go. */
static answer give_held(snapshot *present, bytes *held)
{
    answer given = answer_with(200, ANSWER_JSON, bytes_hold(held));
    snapshot_release(present);
    return given;
}

answer workbench_page(workbench *on, const request *asked)
{
    snapshot *present = workbench_present(on);
    (void)asked;
    answer given =
        answer_with(200, "text/html; charset=utf-8", snapshot_page(present));
    snapshot_release(present);
    return given;
}

answer workbench_state(workbench *on, const request *asked)
{
    snapshot *present = workbench_present(on);
    (void)asked;
    return give_held(present, present->state);
}

answer workbench_taxonomy(workbench *on, const request *asked)
{
    snapshot *present = workbench_present(on);
    (void)asked;
    return give_held(present, present->taxonomy);
}

/* ---------------------------------------------------------------- lists -- */

static answer answer_list(const char *key, json_t *list, pleach_status status,
                          const pleach_error *error)
{
    return status == PLEACH_OK ? answer_json(200, json_pack("{so}", key, list))
                               : answer_failure(error);
}

answer workbench_history(workbench *on, const request *asked)
{
    json_t *list = NULL;
    pleach_error error = {0};
    int64_t limit = request_number(asked, "limit", LIST_USUAL, LIST_MOST);
    if (limit < 0)
        return answer_error(400, "\"limit\" must be a whole number.");
    pthread_mutex_lock(&on->filing);
    pleach_status status = project_list_history(&list, on->file, limit, &error);
    pthread_mutex_unlock(&on->filing);
    return answer_list("steps", list, status, &error);
}

answer workbench_decisions(workbench *on, const request *asked)
{
    project_state state;
    pleach_error error = {0};
    (void)asked;
    pthread_mutex_lock(&on->filing);
    pleach_status status = project_get_state(&state, on->file, &error);
    pthread_mutex_unlock(&on->filing);
    answer given =
        answer_list("decisions", json_incref(state.decisions), status, &error);
    project_state_release(&state);
    return given;
}

/* Questions are made once for each result; pages of them are cut out. */
answer workbench_review(workbench *on, const request *asked)
{
    static const char *const words[] = {
        [PLEACH_REVIEW_ALL] = "all",
        [PLEACH_REVIEW_SAMENESS] = "same",
        [PLEACH_REVIEW_PLACES] = "places",
        [PLEACH_REVIEW_COUNTERPARTS] = "counterparts",
    };
    const char *about = request_text(asked, "about", "all");
    int64_t offset = request_number(asked, "offset", 0, INT32_MAX);
    int64_t limit = request_number(asked, "limit", LIST_USUAL, LIST_MOST);
    int which = PLEACH_REVIEW_ALL;
    if (offset < 0 || limit < 0)
        return answer_error(400, "\"offset\" and \"limit\" must be whole "
                                 "numbers.");
    while (which < SNAPSHOT_ABOUTS && strcmp(words[which], about) != 0)
        which++;
    if (which == SNAPSHOT_ABOUTS)
        return answer_error(400,
                            "\"about\" is all, same, places or counterparts.");
    snapshot *present = workbench_present(on);
    json_t *review = NULL;
    pleach_error error = {0};
    pleach_status status =
        snapshot_review(&review, present, (pleach_review_about)which,
                        (size_t)offset, (size_t)limit, &error);
    snapshot_release(present);
    return status == PLEACH_OK ? answer_json(200, review)
                               : answer_failure(&error);
}

/* Only numbers are taken: a name could be somebody else's next time. */
answer workbench_explain(workbench *on, const request *asked)
{
    const char *cluster = request_text(asked, "cluster", "");
    char word[32];
    snapshot *present = workbench_present(on);
    bytes *text = bytes_new();
    pleach_error error = {0};
    answer given;
    snprintf(word, sizeof word, "#%.20s", cluster);
    if (cluster[0] == '\0' || cluster[strspn(cluster, "0123456789")] != '\0')
        given = answer_error(400, "Say which cluster, by its number.");
    else if (present->empty)
        given = answer_error(422, "There is no cluster yet.");
    else if (snapshot_explain(text, present, word, &error) != PLEACH_OK)
        given = answer_failure(&error);
    else
        given = answer_json(200, json_pack("{ss}", "text", text->text));
    bytes_release(text);
    snapshot_release(present);
    return given;
}

/* ------------------------------------------------------------ exporting -- */

static const pleach_output_format *find_format(const char *name)
{
    const pleach_output_format *format;
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}

/* Formats that want more than a file knows are written of a result that is
 * grown again, which is the same one. */
static pleach_status write_grown(const pleach_sink *to, workbench *on,
                                 const pleach_write_options *how,
                                 pleach_error *error)
{
    plan planned;
    grown now = {0};
    pleach_status status = plan_make(&planned, on, on->solver, NULL, error);
    if (status == PLEACH_OK)
        status = plan_grow(&now, &planned, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_write(now.taxonomy, to, how, error);
    grown_release(&now);
    plan_release(&planned);
    return status;
}

/* A page of a loaded result is what "view" makes. */
static pleach_status write_format(bytes *to, workbench *on, snapshot *present,
                                  const pleach_output_format *format,
                                  pleach_error *error)
{
    const pleach_taxonomy *loaded;
    pleach_sink sink = bytes_sink(to);
    pleach_write_options how = {.format = format->name};
    if (strcmp(format->name, "html") == 0) {
        bytes *text = present->taxonomy;
        pleach_input input = {on->label, text->text, text->size};
        return pleach_view(&input, 1, &sink, error);
    }
    if (!format->loaded)
        return write_grown(&sink, on, &how, error);
    pleach_status status = snapshot_load(&loaded, present, error);
    return status == PLEACH_OK
               ? pleach_taxonomy_write(loaded, &sink, &how, error)
               : status;
}

/* Never shown by a browser as a page of this origin. */
static answer download(bytes *body, const char *name, const char *ending)
{
    answer given = answer_with(200, "application/octet-stream", body);
    snprintf(given.download, sizeof given.download, "%s%s", name, ending);
    return given;
}

/* The file is called by the usual ending of its format. */
static answer export_format(workbench *on, snapshot *present,
                            const pleach_output_format *format)
{
    pleach_error error = {0};
    char ending[24];
    snprintf(ending, sizeof ending, ".%.16s", format->name);
    if (format->endings[0] != NULL)
        snprintf(ending, sizeof ending, "%s", format->endings[0]);
    if (present->empty)
        return answer_error(422, "There is no result yet: bring an input "
                                 "first.");
    if (strcmp(format->name, "json") == 0)
        return download(bytes_hold(present->taxonomy), "taxonomy", ending);
    bytes *body = bytes_new();
    if (write_format(body, on, present, format, &error) == PLEACH_OK)
        return download(body, "taxonomy", ending);
    bytes_release(body);
    return answer_failure(&error);
}

/* Whoever asks by hand is told what there is. */
static answer refuse_format(const char *name)
{
    const pleach_output_format *format;
    char known[300] = "decisions";
    for (size_t k = 0; (format = pleach_output_format_at(k)) != NULL; k++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, ", %s", format->name);
    }
    return answer_error(404, "There is no format \"%.40s\". Known are %s.",
                        name, known);
}

answer workbench_export(workbench *on, const request *asked)
{
    const char *format = request_text(asked, "format", "");
    snapshot *present = workbench_present(on);
    const pleach_output_format *found = find_format(format);
    answer given;
    if (strcmp(format, "decisions") == 0)
        given = download(bytes_hold(present->lines), "decisions", ".tsv");
    else if (found == NULL)
        given = refuse_format(format);
    else
        given = export_format(on, present, found);
    snapshot_release(present);
    return given;
}
