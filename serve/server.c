/* server.c: the workbench on a socket, through libmicrohttpd.
 *
 * One thread of libmicrohttpd talks to everybody and answers from what is
 * shown; what takes longer is done by others while the connection is
 * suspended. */
/* SPDX-License-Identifier: MIT */
#include "serve/server.h"

#include <float.h>
#include <lazy/microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/heads.h"
#include "serve/jobs.h"
#include "serve/routes.h"

#define PATIENCE 25.0 /* seconds that somebody waits for a change */
#define BODIES_MOST ((size_t)512 << 20) /* of all requests together */
enum {
    CONNECTIONS = 900,
    IDLE_SECONDS = 20,
    HEAD_BYTES = 32768, /* of a connection, for what comes before the body */
    HEAD_SECONDS = 20,  /* that a head may take as a whole */
    HEADS_MOST = 100,   /* of one address that are unfinished */
    ARGUMENTS_MOST = 32,
    WAITING_MOST = 600,
    DESK_THREADS = 2,
};

struct server {
    workbench *bench;
    const guard *guard;
    void (*log)(const char *sentence);
    struct MHD_Daemon *daemon;
    jobs *desk, *solver;
    heads *heads;
    pthread_mutex_t lock; /* guards those who wait for a change */
    struct call *waiting;
    unsigned waiting_count;
    atomic_bool ending;
    atomic_size_t held; /* bytes of bodies */
};

/* One request, from its head to its answer. */
typedef struct call {
    server *in;
    struct MHD_Connection *connection;
    const route *found; /* NULL: it is refused */
    request asked;
    answer given;
    bool answered;
    bool too_large;
    bool broken;       /* its address holds a NUL, where texts would end */
    struct call *next; /* who waits as well */
    double until;
    unsigned arguments;
    size_t sent, held; /* bytes of its body */
} call;

/* ------------------------------------------------------------ answering -- */

static void release_sent(void *sent)
{
    bytes_release(sent);
}

/* The answer takes hold of its bytes until the last one is sent. */
static struct MHD_Response *make_response(const answer *given)
{
    bytes *body = given->body == NULL ? bytes_new() : bytes_hold(given->body);
    struct MHD_Response *made =
        MHD_create_response_from_buffer_with_free_callback_cls(
            body->size, body->text, release_sent, body);
    if (made == NULL)
        bytes_release(body);
    return made;
}

/* Whatever is answered stays here, is what it says, and is in no frame. */
static void add_headers(struct MHD_Response *to, const answer *given)
{
    bool page =
        given->type != NULL && strncmp(given->type, "text/html", 9) == 0;
    char file[80];
    MHD_add_response_header(to, "Content-Type",
                            given->type == NULL ? ANSWER_JSON : given->type);
    MHD_add_response_header(to, "Cache-Control", "no-store");
    MHD_add_response_header(to, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(to, "X-Frame-Options", "DENY");
    MHD_add_response_header(to, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(to, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(to, "Content-Security-Policy",
                            page
                                ? "frame-ancestors 'none'"
                                : "default-src 'none'; frame-ancestors 'none'");
    if (given->download[0] == '\0')
        return;
    snprintf(file, sizeof file, "attachment; filename=\"%s\"", given->download);
    MHD_add_response_header(to, "Content-Disposition", file);
}

static enum MHD_Result give(struct MHD_Connection *to, const answer *given)
{
    struct MHD_Response *response = make_response(given);
    if (response == NULL)
        return MHD_NO;
    add_headers(response, given);
    enum MHD_Result result = MHD_queue_response(to, given->status, response);
    MHD_destroy_response(response);
    return result;
}

/* ------------------------------------------------------------- refusing -- */

static const char broken_address[] =
    "Its address holds a NUL, or too many arguments";

/* Says so to who runs the server; never the path, which may hold the token. */
static answer refuse_call(const server *in, unsigned status, const char *method,
                          const char *why)
{
    char sentence[200];
    snprintf(sentence, sizeof sentence, "Refused a %.10s: %s (%u).", method,
             why, status);
    in->log(sentence);
    return answer_error(status, "%s.", why);
}

static const char *request_header(struct MHD_Connection *of, const char *name)
{
    return MHD_lookup_connection_value(of, MHD_HEADER_KIND, name);
}

/* Whether a body that says its length is too long. */
static bool says_too_much(struct MHD_Connection *connection, size_t most)
{
    const char *length = request_header(connection, "Content-Length");
    return length != NULL &&
           (strlen(length) > 18 || strtoull(length, NULL, 10) > most);
}

/* Left by `unescape` where a NUL would end a text, which would then mean
 * something else than what was sent. */
#define NUL_MARK '\x01'

static bool holds_nul(const char *text)
{
    return strchr(text, NUL_MARK) != NULL;
}

/* Looks at the head of a request; false: `given` says why not. */
static bool admit(call *of, const char *path, const char *method)
{
    server *in = of->in;
    const char *host = request_header(of->connection, "Host"), *rest;
    unsigned status;
    if (!guard_knows_host(in->guard, host))
        of->given = refuse_call(in, 403, method,
                                "It names another host than this server");
    else if (!guard_knows_origin(request_header(of->connection, "Origin"),
                                 host))
        of->given = refuse_call(in, 403, method, "A foreign page asks");
    else if (holds_nul(path))
        of->given = refuse_call(in, 400, method, broken_address);
    else if (!guard_opens(in->guard, path, &rest))
        of->given = refuse_call(in, 403, method,
                                "The address lacks this server's token");
    else if ((of->found =
                  route_find(strcmp(method, "HEAD") == 0 ? "GET" : method, rest,
                             &status)) == NULL)
        of->given =
            refuse_call(in, status, method,
                        status == 404 ? "There is nothing at this address"
                                      : "This address takes another method");
    else if (says_too_much(of->connection, of->found->most))
        of->given = refuse_call(in, 413, method, "Its body is too large");
    else
        return true;
    return false;
}

/* ---------------------------------------------------------------- doing -- */

static void finish_call(call *of)
{
    of->answered = true;
    MHD_resume_connection(of->connection);
}

static void run_job(void *context)
{
    call *of = context;
    of->given = atomic_load(&of->in->ending)
                    ? answer_error(503, "The server is ending.")
                    : route_run(of->found, of->in->bench, &of->asked);
    finish_call(of);
}

/* Those who wait, or only those whose time is over by then. */
static void wake_until(server *in, double then, bool changed)
{
    pthread_mutex_lock(&in->lock);
    call **link = &in->waiting;
    while (*link != NULL) {
        call *of = *link;
        if (of->until > then) {
            link = &of->next;
            continue;
        }
        *link = of->next;
        in->waiting_count--;
        of->given = changed ? route_run(of->found, in->bench, &of->asked)
                            : (answer){.status = 204};
        finish_call(of);
    }
    pthread_mutex_unlock(&in->lock);
}

static int64_t shown_revision(const server *in)
{
    snapshot *present = workbench_present(in->bench);
    int64_t revision = present->revision;
    snapshot_release(present);
    return revision;
}

/* Whoever waits for something that came meanwhile waits no longer. */
static bool wait_for_change(call *of, int64_t after)
{
    server *in = of->in;
    pthread_mutex_lock(&in->lock);
    bool taken = in->waiting_count < WAITING_MOST && !atomic_load(&in->ending);
    if (taken) {
        of->until = serve_seconds() + PATIENCE;
        of->next = in->waiting;
        in->waiting = of;
        in->waiting_count++;
    }
    pthread_mutex_unlock(&in->lock);
    if (taken && shown_revision(in) != after)
        wake_until(in, DBL_MAX, true);
    return taken;
}

/* Hands a whole request on. The connection is suspended first, as the answer
 * may be there before this returns. */
static enum MHD_Result hand_on_call(call *of)
{
    server *in = of->in;
    route_place where = of->found->where;
    int64_t after = request_number(&of->asked, "after", -1, INT64_MAX);
    bool now = where == ROUTE_NOW ||
               (where == ROUTE_WAIT && shown_revision(in) != after);
    if (now) {
        of->given = route_run(of->found, in->bench, &of->asked);
        of->answered = true;
        return give(of->connection, &of->given);
    }
    MHD_suspend_connection(of->connection);
    if (where == ROUTE_WAIT
            ? wait_for_change(of, after)
            : jobs_add(where == ROUTE_DESK ? in->desk : in->solver, run_job,
                       of))
        return MHD_YES;
    of->given = answer_error(503, "There is too much to do at the moment; try "
                                  "again.");
    finish_call(of);
    return MHD_YES;
}

/* ----------------------------------------------------------- connecting -- */

static head *head_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/* Sockets are counted from the first byte on: a head may never end. */
static void on_connection(void *context, struct MHD_Connection *connection,
                          void **kept, enum MHD_ConnectionNotificationCode code)
{
    server *in = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        heads_remove(*kept);
        return;
    }
    const union MHD_ConnectionInfo *socket =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *from =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (socket != NULL)
        *kept = heads_add(in->heads, socket->connect_fd,
                          from == NULL ? NULL : from->client_addr);
}

/* Paths and arguments alike. */
static size_t unescape(void *context, struct MHD_Connection *connection,
                       char *text)
{
    (void)context, (void)connection;
    if (strstr(text, "%00") == NULL)
        return MHD_http_unescape(text);
    text[0] = NUL_MARK;
    text[1] = '\0';
    return 1;
}

static enum MHD_Result keep_argument(void *context, enum MHD_ValueKind kind,
                                     const char *key, size_t key_size,
                                     const char *value, size_t size)
{
    call *of = context;
    (void)kind;
    of->broken |=
        strlen(key) != key_size || holds_nul(key) ||
        (value != NULL && (strlen(value) != size || holds_nul(value))) ||
        ++of->arguments > ARGUMENTS_MOST;
    if (of->broken)
        return MHD_NO;
    json_object_set_new(of->asked.query, key,
                        json_string(value == NULL ? "" : value));
    return MHD_YES;
}

/* A stranger is answered before a byte of the body is taken. */
static enum MHD_Result begin_call(server *in, struct MHD_Connection *connection,
                                  const char *path, const char *method,
                                  void **context)
{
    call *of = calloc(1, sizeof *of);
    if (of == NULL)
        return MHD_NO;
    of->in = in;
    of->connection = connection;
    *context = of;
    heads_came(head_of(connection));
    if (!admit(of, path, method)) {
        of->found = NULL;
        of->answered = true;
        return give(connection, &of->given);
    }
    of->asked.query = json_object();
    MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND,
                                keep_argument, of);
    return MHD_YES;
}

/* What is too much is not kept; it is answered when all of it is there. */
static enum MHD_Result take_body(call *of, const char *data, size_t size)
{
    size_t before = of->asked.body == NULL ? 0 : of->asked.body->size;
    /* Somebody who goes on for ever is not waited for. */
    of->sent += size;
    if (of->sent > 2 * of->found->most + HEAD_BYTES)
        return MHD_NO;
    if (of->too_large)
        return MHD_YES;
    if (of->asked.body == NULL)
        of->asked.body = bytes_new();
    atomic_fetch_add(&of->in->held, size);
    of->held += size;
    if (before + size > of->found->most ||
        atomic_load(&of->in->held) > BODIES_MOST ||
        !bytes_add(of->asked.body, data, size))
        of->too_large = true;
    return MHD_YES;
}

/* Called for the head, for each piece of the body, at its end, and once more
 * when a connection goes on. */
static enum MHD_Result on_request(void *context,
                                  struct MHD_Connection *connection,
                                  const char *path, const char *method,
                                  const char *version, const char *data,
                                  size_t *size, void **kept)
{
    server *in = context;
    call *of = *kept;
    (void)version;
    if (of == NULL)
        return begin_call(in, connection, path, method, kept);
    if (of->answered)
        return give(connection, &of->given);
    if (*size > 0) {
        enum MHD_Result result = take_body(of, data, *size);
        *size = 0;
        return result;
    }
    if (of->too_large || of->broken || atomic_load(&in->ending)) {
        of->given = of->too_large
                        ? refuse_call(in, 413, method, "Its body is too large")
                    : of->broken ? refuse_call(in, 400, method, broken_address)
                                 : answer_error(503, "The server is ending.");
        of->answered = true;
        return give(connection, &of->given);
    }
    return hand_on_call(of);
}

/* However a request ended, what it held is given back here. */
static void on_completed(void *context, struct MHD_Connection *connection,
                         void **kept, enum MHD_RequestTerminationCode why)
{
    call *of = *kept;
    (void)context;
    (void)why;
    heads_await(head_of(connection));
    if (of == NULL)
        return;
    atomic_fetch_sub(&of->in->held, of->held);
    answer_release(&of->given);
    json_decref(of->asked.query);
    body_release(&of->asked.said);
    bytes_release(of->asked.body);
    free(of);
    *kept = NULL;
}

/* ------------------------------------------------------------- starting -- */

static void prepare_next(void *bench)
{
    workbench_prepare(bench);
}

/* Those who wait see it at once; the next try finds everything ready. */
static void on_shown(void *context)
{
    server *in = context;
    wake_until(in, DBL_MAX, true);
    jobs_add(in->solver, prepare_next, in->bench);
}

static void release_server(server *in)
{
    jobs_free(in->desk);
    jobs_free(in->solver);
    pthread_mutex_destroy(&in->lock);
    heads_free(in->heads);
    free(in);
}

/* The library would abort. What was acknowledged is in the project. */
static void on_panic(void *context, const char *file, unsigned line,
                     const char *reason)
{
    (void)context, (void)file, (void)line;
    fprintf(stderr, "libmicrohttpd: %s\n", reason != NULL ? reason : "panic");
    exit(EXIT_FAILURE);
}

/* The threads are there before the first request is. */
server *server_start(workbench *on, const guard *by, int socket,
                     void (*log)(const char *sentence))
{
    const char *missing = lazy_microhttpd();
    if (missing != NULL)
        log(missing);
    server *made = missing == NULL ? calloc(1, sizeof *made) : NULL;
    if (made == NULL)
        return NULL;
    made->bench = on;
    made->guard = by;
    made->log = log;
    made->desk = jobs_start(DESK_THREADS);
    made->solver = jobs_start(1);
    pthread_mutex_init(&made->lock, NULL);
    made->heads = heads_new(HEAD_SECONDS, HEADS_MOST);
    MHD_set_panic_func(on_panic, NULL);
    if (made->desk != NULL && made->solver != NULL && made->heads != NULL)
        made->daemon = MHD_start_daemon(
            MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD |
                MHD_ALLOW_SUSPEND_RESUME,
            0, NULL, NULL, on_request, made, MHD_OPTION_LISTEN_SOCKET, socket,
            MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL,
            MHD_OPTION_NOTIFY_CONNECTION, on_connection, made,
            MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_BYTES,
            MHD_OPTION_END);
    if (made->daemon == NULL) {
        release_server(made);
        return NULL;
    }
    on->context = made;
    on->shown = on_shown;
    jobs_add(made->solver, prepare_next, on);
    return made;
}

void server_tick(server *in)
{
    wake_until(in, serve_seconds(), false);
    heads_tick(in->heads);
}

void server_end(server *ended)
{
    int socket;
    atomic_store(&ended->ending, true);
    socket = MHD_quiesce_daemon(ended->daemon);
    if (socket >= 0)
        close(socket);
    jobs_end(ended->desk);
    jobs_end(ended->solver);
    wake_until(ended, DBL_MAX, false);
    /* All connections go on by now, as stopping wants it. */
    MHD_stop_daemon(ended->daemon);
    ended->bench->shown = NULL;
    release_server(ended);
}
