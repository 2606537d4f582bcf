/* mcp.c: "pleach mcp", the Model Context Protocol on standard input and output.
 *
 * JSON-RPC 2.0, one message on each line. What a tool cannot do is a result
 * with a sentence; what is no message of the protocol is an error. */
/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "errors.h"
#include "mcp_tools.h"
#include "signals.h"

/* Codes of JSON-RPC, and the one that the protocol has for resources. */
enum {
    NO_JSON = -32700,
    NO_REQUEST = -32600,
    NO_METHOD = -32601,
    BAD_PARAMETERS = -32602,
    NO_RESOURCE = -32002,
};
enum { MOST_MESSAGE = 16 << 20, MOST_RESOURCE = 16 << 20 };

/* Versions that are spoken, the newest first. */
static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26",
                                       "2024-11-05"};

/* A session: files that tools wrote or that were given, by name. */
typedef struct session {
    json_t *files;
} session;

/* What a method makes: a result, or an error. */
typedef struct reply {
    json_t *result;
    int code;
    const char *wrong;
} reply;

static reply give(json_t *result)
{
    return (reply){.result = result};
}

static reply fail(int code, const char *wrong)
{
    return (reply){.code = code, .wrong = wrong};
}

/* --------------------------------------------------------------- methods -- */

/* The client's version if it is one of ours, else the newest; the client then
 * knows whether it can go on. */
static reply initialize(session *s, const json_t *params)
{
    const char *wanted =
        json_string_value(json_object_get(params, "protocolVersion"));
    const char *spoken = versions[0];
    (void)s;
    if (wanted == NULL)
        return fail(BAD_PARAMETERS, "There is no protocolVersion.");
    for (size_t k = 0; k < sizeof versions / sizeof *versions; k++)
        if (strcmp(wanted, versions[k]) == 0)
            spoken = versions[k];
    return give(
        json_pack("{s:s, s:{s:{}, s:{}}, s:{s:s, s:s}, s:s}", "protocolVersion",
                  spoken, "capabilities", "tools", "resources", "serverInfo",
                  "name", "pleach", "version", PLEACH_VERSION, "instructions",
                  "Merges many hierarchies into one taxonomy. Call grow with "
                  "an output of JSON, review it, decide, and grow again with "
                  "these decisions."));
}

static reply ping(session *s, const json_t *params)
{
    (void)s;
    (void)params;
    return give(json_object());
}

static reply list_tools(session *s, const json_t *params)
{
    (void)s;
    (void)params;
    return give(json_pack("{s:o}", "tools", mcp_tools_list()));
}

static reply call_tool(session *s, const json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "name"));
    const json_t *arguments = json_object_get(params, "arguments");
    if (name == NULL || (arguments != NULL && !json_is_object(arguments)))
        return fail(BAD_PARAMETERS, "A tool has a name, and arguments that "
                                    "are an object.");
    json_t *none = json_object();
    json_t *result =
        mcp_tools_call(name, arguments == NULL ? none : arguments, s->files);
    json_decref(none);
    return result == NULL ? fail(BAD_PARAMETERS, "There is no such tool.")
                          : give(result);
}

/* Files by their addresses; the name alone is one that clients show. */
static reply list_resources(session *s, const json_t *params)
{
    json_t *list = json_array(), *path;
    const char *name;
    (void)params;
    json_object_foreach(s->files, name, path)
    {
        json_array_append_new(
            list, json_pack("{s:s+, s:s}", "uri", "file:", name, "name", name));
    }
    return give(json_pack("{s:o}", "resources", list));
}

/* Only files that this session was given or wrote are read. */
static reply read_resource(session *s, const json_t *params)
{
    const char *uri = json_string_value(json_object_get(params, "uri"));
    const char *name =
        uri == NULL || strncmp(uri, "file:", 5) != 0 ? NULL : uri + 5;
    if (name == NULL || json_object_get(s->files, name) == NULL)
        return fail(NO_RESOURCE, "There is no such resource.");
    FILE *file = fopen(name, "rb");
    char *text = file == NULL ? NULL : malloc(MOST_RESOURCE);
    size_t size = text == NULL ? 0 : fread(text, 1, MOST_RESOURCE, file);
    json_t *shown =
        text == NULL || size == MOST_RESOURCE ? NULL : json_stringn(text, size);
    free(text);
    if (file != NULL)
        fclose(file);
    if (shown == NULL)
        return fail(NO_RESOURCE, "The file cannot be read, is too large, or is "
                                 "no text.");
    return give(
        json_pack("{s:[{s:s, s:o}]}", "contents", "uri", uri, "text", shown));
}

static reply list_nothing(session *s, const json_t *params)
{
    (void)s;
    (void)params;
    return give(json_pack("{s:[]}", "resourceTemplates"));
}

static const struct {
    const char *name;
    reply (*run)(session *s, const json_t *params);
} methods[] = {
    {"initialize", initialize},
    {"ping", ping},
    {"tools/list", list_tools},
    {"tools/call", call_tool},
    {"resources/list", list_resources},
    {"resources/read", read_resource},
    {"resources/templates/list", list_nothing},
};

/* -------------------------------------------------------------- messages -- */

static void send(const json_t *id, reply made)
{
    json_t *message =
        made.result != NULL
            ? json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result",
                        made.result)
            : json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id,
                        "error", "code", made.code, "message", made.wrong);
    char *text = message == NULL ? NULL : json_dumps(message, JSON_COMPACT);
    if (text != NULL)
        puts(text);
    (void)fflush(stdout);
    free(text);
    json_decref(message);
}

/* What has no id is a notification, and is not answered. */
static void take_message(session *s, const json_t *message)
{
    const json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    const char *version =
        json_string_value(json_object_get(message, "jsonrpc"));
    bool named = json_is_string(id) || json_is_integer(id);
    if (version == NULL || strcmp(version, "2.0") != 0 || method == NULL ||
        (id != NULL && !named)) {
        /* An answer to nothing that was asked is passed over. */
        if (method != NULL || json_object_get(message, "result") == NULL)
            send(named ? id : json_null(),
                 fail(NO_REQUEST, "This is no request of JSON-RPC 2.0."));
        return;
    }
    if (id == NULL)
        return;
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        if (strcmp(method, methods[k].name) == 0) {
            send(id, methods[k].run(s, json_object_get(message, "params")));
            return;
        }
    send(id, fail(NO_METHOD, "There is no such method."));
}

/* A line up to its end; *length tells how long it is, and of one that is too
 * long only that. False: there are no more. */
static bool read_message(char **text, size_t *room, size_t *length)
{
    int next = getchar();
    *length = 0;
    if (next == EOF)
        return false;
    for (; next != EOF && next != '\n'; next = getchar()) {
        if (*length + 1 >= *room && *room < MOST_MESSAGE) {
            size_t wanted = *room == 0 ? 4096 : 2 * *room;
            char *larger = realloc(*text, wanted);
            if (larger == NULL)
                return false;
            *text = larger;
            *room = wanted;
        }
        if (*length + 1 < *room)
            (*text)[*length] = (char)next;
        ++*length;
    }
    return true;
}

/* A line that is no JSON gets an answer and ends nothing. */
int mcp_run(const cli_options *options)
{
    session s = {json_object()};
    char *text = NULL;
    size_t room = 0, length;
    signals_be_hasty();
    for (size_t k = 0; k < options->operands.count; k++)
        mcp_add_file(s.files, options->operands.items[k]);
    while (read_message(&text, &room, &length)) {
        json_t *message = length == 0 || length >= room
                              ? NULL
                              : json_loadb(text, length, 0, NULL);
        if (message != NULL)
            take_message(&s, message);
        else if (length > 0)
            send(json_null(), fail(NO_JSON, "This line is no JSON, or longer "
                                            "than 16 MiB."));
        json_decref(message);
    }
    free(text);
    json_decref(s.files);
    return EXIT_DONE;
}
