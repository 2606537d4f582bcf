/* explain_decided.c: the decisions that a cluster is as it is by. */
/* SPDX-License-Identifier: MIT */
#include "explain/explain.h"

/* The recorded decision of a line; NULL: there is none. */
static json_t *find_decided_line(json_t *lines, json_t *line)
{
    json_t *decision;
    size_t k;
    json_array_foreach(lines, k, decision)
    {
        if (json_equal(json_object_get(decision, "line"), line))
            return decision;
    }
    return NULL;
}

static void put_decided_line(const pl_explaining *in, const char *file,
                             const json_t *decision)
{
    static const char *const cells[] = {"decision", "a", "b"};
    fprintf(in->to, "  decided by line %lld of ",
            (long long)json_integer_value(json_object_get(decision, "line")));
    pl_put_words(in->to, file == NULL ? "a file" : file);
    putc(':', in->to);
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
        const char *cell =
            json_string_value(json_object_get(decision, cells[k]));
        if (cell == NULL)
            continue;
        fputs(k == 2 ? " | " : " ", in->to);
        pl_put_words(in->to, cell);
    }
    putc('\n', in->to);
}

void pl_put_decided(const pl_explaining *in, uint32_t cluster)
{
    json_t *decisions = json_object_get(in->filed.root, "decisions");
    json_t *lines = json_object_get(decisions, "lines");
    json_t *about = json_object_get(in->cluster_json[cluster], "decided");
    const char *file = json_string_value(json_object_get(decisions, "file"));
    json_t *line;
    size_t k;
    json_array_foreach(about, k, line)
    {
        const json_t *decision = find_decided_line(lines, line);
        if (decision != NULL)
            put_decided_line(in, file, decision);
    }
}

void pl_put_json_decided(pl_json *json, const pl_explaining *in,
                         uint32_t cluster)
{
    json_t *about = json_object_get(in->cluster_json[cluster], "decided");
    json_t *line;
    size_t k;
    if (about == NULL)
        return;
    pl_json_line(json);
    pl_json_key(json, "decided");
    pl_json_open(json, '[');
    json_array_foreach(about, k, line)
    {
        json_int_t number = json_integer_value(line);
        pl_json_integer(json, number > 0 ? (uint64_t)number : 0);
    }
    pl_json_close(json, ']');
}
