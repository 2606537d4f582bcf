/* answers.c: reads answers, and refuses what their questions do not allow. */
/* SPDX-License-Identifier: MIT */
#include "same/answers.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"
#include "read/source.h"

const char *const pl_ask_word[PL_ASK_KINDS] = {"same", "sense", "place",
                                               "name"};
/* Of one question. */
enum { MOST_NAMES = 1000, MOST_SEEN = 64 };
/* Where an answer may begin: after so many braces there is none. */
enum { MOST_BRACES = 200 };

/* ------------------------------------------------------------ questions -- */

static const char *copy_text(pleach_answers *a, const json_t *text)
{
    return json_is_string(text)
               ? pl_arena_text(a->arena, json_string_value(text),
                               json_string_length(text))
               : NULL;
}

/* One thing that a question shows; `name` where it has none of its own. False:
 * it is malformed, or there is no memory. */
static bool take_name(pleach_answers *a, const json_t *shown, const char *name)
{
    const json_t *own = json_object_get(shown, "name"), *path;
    const json_t *seen = json_object_get(shown, "seen");
    size_t k;
    pl_asked_name taken = {.name = name == NULL ? copy_text(a, own) : name,
                           .seen_first = (uint32_t)a->seen.count,
                           .group = PL_NONE};
    if (taken.name == NULL || (seen != NULL && !json_is_array(seen)) ||
        json_array_size(seen) > MOST_SEEN)
        return false;
    json_array_foreach(seen, k, path)
    {
        const char *text = copy_text(a, path);
        if (text == NULL || !pl_list_push(&a->seen, text))
            return false;
    }
    taken.seen_end = (uint32_t)a->seen.count;
    return pl_list_push(&a->names, taken);
}

/* The list that a kind of question shows. */
static const json_t *shown_list(const json_t *question, pl_ask_kind kind)
{
    static const char *const key[PL_ASK_KINDS] = {"names", "uses", "parents",
                                                  "names"};
    return json_object_get(question, key[kind]);
}

/* All that is shown; numbers must be 1, 2, 3 and so on. */
static bool take_names(pleach_answers *a, pl_reply *reply,
                       const json_t *question)
{
    const json_t *list = shown_list(question, reply->kind), *shown;
    const char *name = NULL;
    size_t k;
    if (!json_is_array(list) || json_array_size(list) > MOST_NAMES)
        return false;
    if (reply->kind == PL_ASK_PLACE && !take_name(a, question, NULL))
        return false;
    if (reply->kind == PL_ASK_SENSE &&
        (name = copy_text(a, json_object_get(question, "name"))) == NULL)
        return false;
    json_array_foreach(list, k, shown)
    {
        if (json_integer_value(json_object_get(shown, "n")) !=
                (json_int_t)k + 1 ||
            !take_name(a, shown, name))
            return false;
    }
    return true;
}

static bool find_ask_kind(pl_ask_kind *kind, const json_t *question)
{
    const char *word = json_string_value(json_object_get(question, "kind"));
    for (int k = 0; word != NULL && k < PL_ASK_KINDS; k++)
        if (strcmp(word, pl_ask_word[k]) == 0) {
            *kind = (pl_ask_kind)k;
            return true;
        }
    return false;
}

static uint64_t hash_text(const char *text, uint64_t seed)
{
    return pl_hash_bytes(text, strlen(text), seed);
}

/* Of what it shows, in its order: who is asked in another order may answer
 * otherwise. */
static uint64_t hash_reply(const pleach_answers *a, const pl_reply *reply)
{
    uint64_t hash = reply->kind;
    for (uint32_t k = reply->first; k < reply->end; k++) {
        const pl_asked_name *n = &a->names.items[k];
        hash = hash_text(n->name, hash);
        for (uint32_t s = n->seen_first; s < n->seen_end; s++)
            hash = hash_text(a->seen.items[s], hash);
    }
    return hash;
}

/* Takes a question in; false: it is none. */
static bool take_question(pleach_answers *a, pl_reply *reply,
                          const json_t *question)
{
    const json_t *id = json_object_get(question, "id");
    *reply = (pl_reply){.first = (uint32_t)a->names.count, .chosen = PL_NONE};
    if (!find_ask_kind(&reply->kind, question) || !json_is_integer(id) ||
        json_integer_value(id) < 0 || !take_names(a, reply, question))
        return false;
    reply->id = (uint64_t)json_integer_value(id);
    reply->end = (uint32_t)a->names.count;
    reply->hash = hash_reply(a, reply);
    return true;
}

bool pl_answers_know(const pleach_answers *answers, const char *request,
                     bool *known)
{
    PL_SCRATCH(arena);
    pleach_answers one = {
        .arena = arena, .names = {.arena = arena}, .seen = {.arena = arena}};
    json_t *question = json_loads(request, 0, NULL);
    pl_reply reply;
    *known = false;
    if (take_question(&one, &reply, question))
        for (size_t k = 0; k < answers->replies.count && !*known; k++)
            *known = answers->replies.items[k].hash == reply.hash;
    json_decref(question);
    return !pl_arena_failed(arena);
}

/* -------------------------------------------------------------- answers -- */

static pleach_status refuse(pleach_error *error, const pl_reply *reply,
                            const char *why)
{
    return pl_fail(error, PLEACH_BAD_DATA,
                   "The answer to question %" PRIu64 " (%s) %s", reply->id,
                   pl_ask_word[reply->kind], why);
}

/* Puts one name into a group; NULL, or what is wrong. */
static const char *group_name(pleach_answers *a, const pl_reply *reply,
                              const json_t *number, uint32_t group)
{
    json_int_t n = json_integer_value(number);
    if (!json_is_integer(number) || n < 1 ||
        n > (json_int_t)(reply->end - reply->first))
        return "has a number that the question does not have.";
    pl_asked_name *name = &a->names.items[reply->first + (uint32_t)n - 1];
    if (name->group != PL_NONE && name->group != group)
        return "puts one number into two groups.";
    name->group = group;
    return NULL;
}

/* Who is in no group is alone; who is unsure has none. */
static pleach_status read_groups(pleach_answers *a, const pl_reply *reply,
                                 const json_t *answer, pleach_error *error)
{
    const json_t *groups = json_object_get(answer, "groups"), *group, *number;
    const json_t *unsure = json_object_get(answer, "unsure");
    uint32_t shown = reply->end - reply->first, lone = 0;
    const char *wrong = NULL;
    size_t k, i;
    if (!json_is_array(groups) || (unsure != NULL && !json_is_array(unsure)))
        return refuse(error, reply, "has no list \"groups\".");
    json_array_foreach(groups, k, group)
    {
        if (!json_is_array(group) || k >= shown)
            wrong = "has a group that is no list of numbers.";
        json_array_foreach(group, i, number)
        {
            if (wrong == NULL)
                wrong = group_name(a, reply, number, (uint32_t)k);
        }
    }
    json_array_foreach(unsure, i, number)
    {
        if (wrong == NULL)
            wrong = group_name(a, reply, number, 2 * shown);
    }
    if (wrong != NULL)
        return refuse(error, reply, wrong);
    for (uint32_t n = reply->first; n < reply->end; n++) {
        uint32_t *mine = &a->names.items[n].group;
        *mine = *mine == 2 * shown ? PL_NONE
                : *mine == PL_NONE ? shown + lone++
                                   : *mine;
    }
    return PLEACH_OK;
}

static pleach_status read_parent(pl_reply *reply, const json_t *answer,
                                 pleach_error *error)
{
    const json_t *parent = json_object_get(answer, "parent");
    json_int_t n = json_integer_value(parent);
    if (json_is_null(parent))
        return PLEACH_OK;
    if (!json_is_integer(parent) || n < 0 ||
        n >= (json_int_t)(reply->end - reply->first))
        return refuse(error, reply,
                      "has no \"parent\" that is one of the numbers, 0 or "
                      "null.");
    reply->chosen = n == 0 ? PL_TOP_PARENT : reply->first + (uint32_t)n;
    return PLEACH_OK;
}

/* A concept is called what somebody calls it: nobody could find where another
 * name comes from. */
static pleach_status read_label(const pleach_answers *a, pl_reply *reply,
                                const json_t *answer, pleach_error *error)
{
    const json_t *name = json_object_get(answer, "name");
    const char *label = json_string_value(name);
    if (json_is_null(name))
        return PLEACH_OK;
    for (uint32_t k = reply->first; label != NULL && k < reply->end; k++)
        if (strcmp(a->names.items[k].name, label) == 0) {
            reply->chosen = k;
            return PLEACH_OK;
        }
    return refuse(error, reply,
                  "has no \"name\" that is one of those in the question.");
}

/* An answer that names another question is none. */
static pleach_status read_answer(pleach_answers *a, pl_reply *reply,
                                 const json_t *answer, pleach_error *error)
{
    const json_t *id = json_object_get(answer, "id");
    if (!json_is_object(answer))
        return refuse(error, reply, "is no JSON object.");
    if (id != NULL && (!json_is_integer(id) ||
                       json_integer_value(id) != (json_int_t)reply->id))
        return refuse(error, reply, "is for another question: the id differs.");
    reply->answered = true;
    switch (reply->kind) {
    case PL_ASK_PLACE:
        return read_parent(reply, answer, error);
    case PL_ASK_NAME:
        return read_label(a, reply, answer, error);
    default:
        return read_groups(a, reply, answer, error);
    }
}

/* ------------------------------------------------------------------ one -- */

static bool name_who(pleach_answers *a, pl_reply *reply, const json_t *who)
{
    const char *text = json_is_string(who) ? json_string_value(who) : "";
    reply->who = pl_strings_add(a->who, text, strlen(text));
    return reply->who != PL_NONE;
}

/* Takes in a question with its answer (NULL or null: there is none), or
 * nothing. */
static pleach_status take_reply(pleach_answers *a, const json_t *question,
                                const json_t *answer, const json_t *who,
                                pleach_error *error)
{
    size_t names = a->names.count, seen = a->seen.count;
    pl_reply reply;
    pleach_status status = PLEACH_OK;
    if (!take_question(a, &reply, question))
        status =
            pl_arena_failed(a->arena)
                ? pl_fail_memory(error)
                : pl_fail(error, PLEACH_BAD_DATA,
                          "This line holds no question that pleach asks: it "
                          "has \"question\", \"answer\", \"command\" and "
                          "\"time\", as \"pleach ask\" writes them.");
    else if (answer != NULL && !json_is_null(answer))
        status = read_answer(a, &reply, answer, error);
    if (status == PLEACH_OK &&
        (!name_who(a, &reply, who) || !pl_list_push(&a->replies, reply)))
        status = pl_fail_memory(error);
    if (status != PLEACH_OK) {
        a->names.count = names;
        a->seen.count = seen;
        return status;
    }
    a->unanswered += !reply.answered;
    if (reply.id >= a->next_id)
        a->next_id = reply.id + 1;
    return PLEACH_OK;
}

/* The first object in a text; NULL: there is none. */
static json_t *find_object(const char *text, size_t size)
{
    const char *end = text + size;
    for (int k = 0; k < MOST_BRACES; k++) {
        text = memchr(text, '{', (size_t)(end - text));
        if (text == NULL)
            return NULL;
        json_t *found = json_loadb(text, (size_t)(end - text),
                                   JSON_DISABLE_EOF_CHECK, NULL);
        if (found != NULL)
            return found;
        text++;
    }
    return NULL;
}

/* Only what an answer may have, so that chatter is not kept. */
static json_t *clean_answer(const json_t *answer)
{
    static const char *const kept[] = {"id", "groups", "unsure", "parent",
                                       "name"};
    json_t *clean = json_object();
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
        if (json_object_get(answer, kept[k]) != NULL)
            json_object_set(clean, kept[k], json_object_get(answer, kept[k]));
    return clean;
}

static pleach_status write_line(const pleach_sink *to, const json_t *line,
                                pleach_error *error)
{
    char *text = json_dumps(line, JSON_COMPACT);
    if (text == NULL)
        return pl_fail_memory(error);
    size_t length = strlen(text);
    bool done = to->stream != NULL
                    ? fwrite(text, 1, length, to->stream) == length &&
                          fputc('\n', to->stream) != EOF &&
                          fflush(to->stream) == 0
                    : to->write(to->context, text, length) &&
                          to->write(to->context, "\n", 1);
    free(text);
    return done ? PLEACH_OK
                : pl_fail(error, PLEACH_IO, "An answer could not be written.");
}

pleach_status pleach_answers_add(pleach_answers *answers,
                                 const pleach_prompt *prompt, const char *text,
                                 size_t size, const char *command,
                                 const char *time, const pleach_sink *to,
                                 pleach_error *error)
{
    json_t *found = text == NULL ? NULL : find_object(text, size);
    json_t *line = json_object(), *question = NULL;
    pleach_status status = PLEACH_OK;
    json_object_set_new(line, "question", json_loads(prompt->request, 0, NULL));
    json_object_set_new(line, "answer",
                        found == NULL ? json_null() : clean_answer(found));
    json_object_set_new(line, "command", json_string(command));
    json_object_set_new(line, "time", json_string(time));
    question = json_object_get(line, "question");
    if (text != NULL && found == NULL)
        status = pl_fail(error, PLEACH_BAD_DATA,
                         "The answer to question %" PRIu64
                         " (%s) has no JSON object in it.",
                         prompt->id, prompt->kind);
    if (status == PLEACH_OK)
        status = take_reply(answers, question, found,
                            json_object_get(line, "command"), error);
    if (status == PLEACH_OK && to != NULL)
        status = write_line(to, line, error);
    json_decref(line);
    json_decref(found);
    return status;
}

/* -------------------------------------------------------------- reading -- */

/* What was asked in vain before may be asked again. */
static void forget_missing(pleach_answers *a)
{
    const pl_reply *last = &a->replies.items[a->replies.count - 1];
    if (last->answered)
        return;
    a->names.count = last->first;
    a->replies.count--;
    a->unanswered--;
}

static pleach_status take_line(pleach_answers *a, const pl_piece *piece,
                               const char *file, pleach_error *error)
{
    const char *bytes = piece->bytes;
    size_t length = piece->length;
    json_error_t wrong;
    pl_text_trim(&bytes, &length);
    if (length == 0)
        return PLEACH_OK;
    json_t *line = json_loadb(bytes, length, 0, &wrong);
    if (line == NULL)
        return pl_fail_at(error, PLEACH_BAD_DATA, file, piece->line, 0,
                          "This line is no JSON: %.200s.", wrong.text);
    pleach_status status = take_reply(a, json_object_get(line, "question"),
                                      json_object_get(line, "answer"),
                                      json_object_get(line, "command"), error);
    json_decref(line);
    if (status == PLEACH_OK)
        forget_missing(a);
    if (status != PLEACH_OK && error != NULL) {
        snprintf(error->file, sizeof error->file, "%s", file);
        error->line = piece->line;
    }
    return status;
}

static pleach_status read_lines(pleach_answers *a, const pleach_input *input,
                                pleach_error *error)
{
    pl_read_progress progress = {.listener = NULL};
    pl_source *source;
    pl_piece line;
    PL_TRY(pl_source_open(&source, input, &progress, error));
    pleach_status status;
    while ((status = pl_source_line(source, &line, error)) == PLEACH_OK &&
           line.length > 0)
        if ((status = take_line(a, &line, input->name, error)) != PLEACH_OK)
            break;
    pl_source_close(source);
    return status;
}

pleach_status pleach_answers_read(pleach_answers **answers,
                                  const pleach_input *input,
                                  pleach_error *error)
{
    pleach_answers *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->arena = made->names.arena = made->seen.arena = pl_arena_new();
    made->who = pl_strings_new();
    made->next_id = 1;
    pleach_status status = pl_arena_failed(made->arena) || made->who == NULL
                               ? pl_fail_memory(error)
                           : input == NULL ? PLEACH_OK
                                           : read_lines(made, input, error);
    if (status != PLEACH_OK) {
        pleach_answers_free(made);
        return status;
    }
    *answers = made;
    return PLEACH_OK;
}

void pleach_answers_free(pleach_answers *answers)
{
    if (answers == NULL)
        return;
    pl_list_free(&answers->replies);
    pl_strings_free(answers->who);
    pl_arena_free(answers->arena);
    pl_release(answers);
}

size_t pleach_answers_count(const pleach_answers *answers, size_t *unanswered)
{
    if (unanswered != NULL)
        *unanswered = answers->unanswered;
    return answers->replies.count;
}

/* ---------------------------------------------------------------- paths -- */

void pl_seen_parent(const char *path, const char *name, const char **parent,
                    size_t *length)
{
    static const char SIGN[] = " > ";
    enum { WIDTH = sizeof SIGN - 1 };
    size_t whole = strlen(path), own = strlen(name), from;
    *parent = path;
    *length = 0;
    if (whole < own + WIDTH || strcmp(path + whole - own, name) != 0)
        return;
    size_t end = whole - own - WIDTH;
    for (from = end; from > 0; from--)
        if (from >= WIDTH && memcmp(path + from - WIDTH, SIGN, WIDTH) == 0)
            break;
    *parent = path + from;
    *length = end - from;
}
