/* asker.c: has a command answer what is worth asking, on a thread of its own.
 */
/* SPDX-License-Identifier: MIT */
#include "serve/asker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct asker {
    workbench *bench;
    const asker_options *options;
    pthread_t thread;
    bool started; /* there is a thread to be joined */
    /* Of the thread alone. */
    solver_options how;
    solver *solver;
    pleach_answers *answers;
    bytes *line; /* as far as it has come */
    pleach_error unfiled;
    /* Guards all below. */
    pthread_mutex_t lock;
    bool running;
    asker_figures figures;
    char told[640]; /* how it ended; empty: it did not yet */
    bool failed;
    int64_t serial; /* of the answers in the project */
};

/* For the solver and the command, who ask without saying for whom. */
static atomic_bool over;
static bool (*server_goes_on)(void);

bool asker_is_over(void)
{
    return atomic_load(&over) || (server_goes_on != NULL && !server_goes_on());
}

static bool asker_goes_on(void)
{
    return !asker_is_over();
}

/* ----------------------------------------------------------------- lines -- */

/* On the disk before anybody sees it. */
static pleach_status file_line(asker *by, const char *line, pleach_error *error)
{
    workbench *on = by->bench;
    pthread_mutex_lock(&on->filing);
    pleach_status status = project_begin(on->file, error);
    if (status == PLEACH_OK)
        status = project_add_answer(on->file, line, error);
    status = project_end(on->file, status, error);
    pthread_mutex_unlock(&on->filing);
    pthread_mutex_lock(&by->lock);
    by->serial++;
    pthread_mutex_unlock(&by->lock);
    return status;
}

static bool take_line_piece(void *context, const void *piece, size_t size)
{
    asker *by = context;
    bool enough = bytes_add(by->line, piece, size);
    if (!enough || by->line->text[by->line->size - 1] != '\n')
        return enough;
    bool filed = file_line(by, by->line->text, &by->unfiled) == PLEACH_OK;
    by->line->size = 0;
    return filed;
}

pleach_sink asker_sink(asker *by)
{
    return (pleach_sink){.write = take_line_piece, .context = by};
}

/* ---------------------------------------------------------------- asking -- */

pleach_answers *asker_answers(asker *by)
{
    return by->answers;
}

uint64_t asker_names(const asker *by)
{
    return solver_names(by->solver);
}

void asker_note(asker *by, const asker_figures *figures)
{
    pthread_mutex_lock(&by->lock);
    by->figures = *figures;
    pthread_mutex_unlock(&by->lock);
}

/* About the result as it would be now, which need not be filed. */
pleach_status asker_choose(pleach_prompts **prompts, asker *by, size_t most,
                           pleach_error *error)
{
    plan planned;
    grown now = {0};
    pleach_status status =
        plan_make(&planned, by->bench, by->solver, NULL, error);
    if (status == PLEACH_OK && json_array_size(planned.state.inputs) == 0)
        status = serve_fail(error, PLEACH_BAD_DATA,
                            "There is nothing to ask about yet: bring an input "
                            "first.");
    if (status == PLEACH_OK)
        status = plan_grow(&now, &planned, error);
    if (status == PLEACH_OK)
        status = pleach_prompts_choose(prompts, now.taxonomy, by->answers,
                                       PLEACH_REVIEW_ALL, most, error);
    grown_release(&now);
    plan_release(&planned);
    return status;
}

/* Lines of answers, as they are in the project. */
static pleach_status list_lines(json_t **list, asker *by, pleach_error *error)
{
    pthread_mutex_lock(&by->bench->filing);
    pleach_status status = project_list_answers(list, by->bench->file, error);
    pthread_mutex_unlock(&by->bench->filing);
    return status;
}

static const char *line_text(const json_t *line)
{
    return json_string_value(json_object_get(line, "line"));
}

/* All that was ever answered, so that nothing is asked twice: what a file has,
 * and what is in the project. */
static pleach_status read_answers_so_far(asker *by, pleach_error *error)
{
    json_t *list = NULL;
    bytes *all = bytes_new();
    const bytes *given = by->options->given;
    pleach_status status = list_lines(&list, by, error);
    if (given != NULL) {
        bytes_add(all, given->text, given->size);
        bytes_add_text(all, "\n");
    }
    for (size_t k = 0; k < json_array_size(list); k++)
        bytes_add_text(all, line_text(json_array_get(list, k)));
    if (status == PLEACH_OK && all->failed)
        status = serve_fail_memory(error);
    if (status == PLEACH_OK)
        status = pleach_answers_read(
            &by->answers, &(pleach_input){"answers", all->text, all->size},
            error);
    bytes_release(all);
    json_decref(list);
    return status;
}

/* Reads the inputs a second time, so that whoever tries something meanwhile
 * waits for nobody. */
static pleach_status prepare_asking(asker *by, pleach_error *error)
{
    plan planned;
    by->how = *by->options->solve;
    by->how.goes_on = asker_goes_on;
    by->line = bytes_new();
    by->solver = solver_new(&by->how);
    pleach_status status = by->solver == NULL ? serve_fail_memory(error)
                                              : read_answers_so_far(by, error);
    if (status != PLEACH_OK)
        return status;
    by->how.compare.answers = by->answers;
    status = plan_make(&planned, by->bench, by->solver, NULL, error);
    if (status == PLEACH_OK)
        status = plan_read(&planned, error);
    plan_release(&planned);
    return status;
}

static void release_asking(asker *by)
{
    pleach_answers_free(by->answers);
    solver_free(by->solver);
    bytes_release(by->line);
    by->answers = NULL;
    by->solver = NULL;
    by->line = NULL;
}

/* With the lock: how it ended, for people. */
static void tell_asked(asker *by, pleach_status status,
                       const pleach_error *error)
{
    by->failed = status != PLEACH_OK && status != PLEACH_CANCELLED;
    if (by->failed)
        snprintf(by->told, sizeof by->told, "%s", error->sentence);
    else if (status == PLEACH_CANCELLED)
        snprintf(by->told, sizeof by->told,
                 "Stopped. What was answered is kept.");
    else if (by->figures.left > 0)
        snprintf(by->told, sizeof by->told, "Nothing more is worth asking.");
    else
        snprintf(by->told, sizeof by->told,
                 "As many questions were asked as may be; start the server "
                 "with a larger --budget to ask more.");
}

/* What could not be filed outweighs how the asking ended. */
static void *ask_on_thread(void *context)
{
    asker *by = context;
    pleach_error error = {0};
    by->unfiled = (pleach_error){0};
    pleach_status status = prepare_asking(by, &error);
    if (status == PLEACH_OK)
        status = by->options->run(by, by->options->context, &error);
    release_asking(by);
    if (by->unfiled.status != PLEACH_OK) {
        error = by->unfiled;
        status = error.status;
    } else if (asker_is_over()) {
        status = PLEACH_CANCELLED;
    }
    pthread_mutex_lock(&by->lock);
    tell_asked(by, status, &error);
    by->running = false;
    pthread_mutex_unlock(&by->lock);
    return NULL;
}

/* -------------------------------------------------------------- requests -- */

/* [{"id", "question", "answer"}], of the project; a line that is none, or that
 * nobody answered, is passed over. */
static json_t *list_answers(asker *by)
{
    json_t *list = NULL, *answers = json_array();
    pleach_error ignored;
    if (list_lines(&list, by, &ignored) != PLEACH_OK)
        return answers;
    for (size_t k = 0; k < json_array_size(list); k++) {
        json_t *filed = json_array_get(list, k);
        json_t *line = json_loads(line_text(filed), 0, NULL);
        json_t *question = json_object_get(line, "question");
        json_t *given = json_object_get(line, "answer");
        if (json_is_object(question) && json_is_object(given))
            json_array_append_new(
                answers,
                json_pack("{sO sO sO}", "id", json_object_get(filed, "id"),
                          "question", question, "answer", given));
        json_decref(line);
    }
    json_decref(list);
    return answers;
}

/* A token is some four bytes. */
static answer tell(asker *by, int64_t known)
{
    const asker_figures *f = &by->figures;
    pthread_mutex_lock(&by->lock);
    json_t *told = json_pack(
        "{sb sb sI sI sI sI sI sI sI ss sb}", "can_ask",
        by->options->command != NULL, "running", by->running, "serial",
        (json_int_t)by->serial, "asked", (json_int_t)f->asked, "unanswered",
        (json_int_t)f->unanswered, "done", (json_int_t)f->done, "worth",
        (json_int_t)f->total, "left", (json_int_t)f->left, "tokens",
        (json_int_t)(f->bytes / 4), "told", by->told, "failed", by->failed);
    if (known != by->serial)
        json_object_set_new(told, "answers", list_answers(by));
    pthread_mutex_unlock(&by->lock);
    return answer_json(200, told);
}

answer asker_tell(workbench *on, const request *asked)
{
    return tell(on->asker, request_number(asked, "known", -1, INT64_MAX));
}

/* Who starts what runs already looks on. */
answer asker_start(workbench *on, const request *asked)
{
    asker *by = on->asker;
    bool began = true;
    (void)asked;
    if (by->options->command == NULL)
        return answer_error(422, "Nobody is there to ask: start the server "
                                 "with --ask-with 'COMMAND'.");
    pthread_mutex_lock(&by->lock);
    if (!by->running) {
        if (by->started)
            pthread_join(by->thread, NULL);
        by->figures = (asker_figures){0};
        by->told[0] = '\0';
        by->failed = false;
        atomic_store(&over, false);
        began = pthread_create(&by->thread, NULL, ask_on_thread, by) == 0;
        by->started = by->running = began;
    }
    pthread_mutex_unlock(&by->lock);
    return began ? tell(by, -1)
                 : answer_error(503, "The system has no thread to ask with.");
}

answer asker_cancel(workbench *on, const request *asked)
{
    asker *by = on->asker;
    (void)asked;
    pthread_mutex_lock(&by->lock);
    if (by->running)
        atomic_store(&over, true);
    pthread_mutex_unlock(&by->lock);
    return tell(by, -1);
}

/* ------------------------------------------------------------ forgetting -- */

/* Who is in a group that is forgotten is as one who was unsure; the group stays
 * as an empty one, so that the others keep their numbers. */
static void forget_group(json_t *given, json_t *group)
{
    if (!json_is_array(json_object_get(given, "unsure")))
        json_object_set_new(given, "unsure", json_array());
    json_array_extend(json_object_get(given, "unsure"), group);
    json_array_clear(group);
}

/* False: there is no such group. */
static bool forget_in(json_t *given, int64_t group)
{
    json_t *groups = json_object_get(given, "groups");
    if (!json_is_array(groups)) {
        bool named = json_object_get(given, "name") != NULL;
        json_object_set_new(given, named ? "name" : "parent", json_null());
        return true;
    }
    for (size_t k = 0; group < 0 && k < json_array_size(groups); k++)
        forget_group(given, json_array_get(groups, k));
    if (group < 0)
        return true;
    json_t *one = json_array_get(groups, (size_t)group);
    if (one != NULL)
        forget_group(given, one);
    return one != NULL;
}

/* One transaction, so that an answer is changed whole or not at all. */
static pleach_status file_forgotten(asker *by, int64_t id, const json_t *given,
                                    pleach_error *error)
{
    project *file = by->bench->file;
    pthread_mutex_lock(&by->bench->filing);
    pleach_status status = project_begin(file, error);
    if (status == PLEACH_OK)
        status = project_change_answer(file, id, given, error);
    status = project_end(file, status, error);
    pthread_mutex_unlock(&by->bench->filing);
    return status;
}

/* With the lock, as of two who forget one would undo what the other did. */
static answer forget(asker *by, const posted *said)
{
    pleach_error error = {0};
    pleach_status status = PLEACH_OK;
    json_t *answers = list_answers(by), *given = NULL;
    for (size_t k = 0; k < json_array_size(answers); k++) {
        json_t *one = json_array_get(answers, k);
        if (json_integer_value(json_object_get(one, "id")) == said->id)
            given = json_object_get(one, "answer");
    }
    bool found = given != NULL && forget_in(given, said->group);
    if (found)
        status = file_forgotten(by, said->id, given, &error);
    json_decref(answers);
    by->serial++;
    if (!found)
        return answer_error(404, "There is no such answer; look again.");
    if (status != PLEACH_OK)
        return answer_failure(&error);
    return (answer){.status = 200};
}

answer asker_forget(workbench *on, const request *asked)
{
    asker *by = on->asker;
    pthread_mutex_lock(&by->lock);
    answer refused = forget(by, &asked->said);
    pthread_mutex_unlock(&by->lock);
    return refused.status == 200 ? tell(by, -1) : refused;
}

/* --------------------------------------------------------------- opening -- */

asker *asker_new(workbench *on, const asker_options *options)
{
    asker *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->bench = on;
    made->options = options;
    pthread_mutex_init(&made->lock, NULL);
    server_goes_on = options->solve->goes_on;
    return made;
}

void asker_free(asker *freed)
{
    if (freed == NULL)
        return;
    atomic_store(&over, true);
    if (freed->started)
        pthread_join(freed->thread, NULL);
    pthread_mutex_destroy(&freed->lock);
    free(freed);
}
