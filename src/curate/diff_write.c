/* diff_write.c: what changed, for people and as JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/json_write.h"
#include "base/status.h"
#include "base/stream.h"
#include "curate/diff.h"
#include "write/terminal_text.h"

static const struct {
    const char *word;
    const char *one, *many; /* as the first line counts them */
} kinds[PLEACH_CHANGE_KINDS] = {
    [PLEACH_ADDED] = {"added", "cluster added", "clusters added"},
    [PLEACH_GONE] = {"gone", "gone", "gone"},
    [PLEACH_MERGED] = {"merged", "merged", "merged"},
    [PLEACH_SPLIT] = {"split", "split off", "split off"},
    [PLEACH_MOVED] = {"moved", "moved", "moved"},
    [PLEACH_RENAMED] = {"renamed", "renamed", "renamed"},
    [PLEACH_MEMBERS] = {"members", "member went elsewhere",
                        "members went elsewhere"},
    [PLEACH_GREW] = {"grew", "node joined", "nodes joined"},
    [PLEACH_SHRANK] = {"shrank", "node lost", "nodes lost"},
    [PLEACH_FURTHER] = {"further", "with other further parents",
                        "with other further parents"},
};

/* A cluster of one of the results; false: there is none. */
static bool get_cluster(pleach_cluster *cluster, const pleach_taxonomy *from,
                        uint32_t number)
{
    return number != PLEACH_NO_CLUSTER &&
           pleach_taxonomy_cluster(cluster, from, number, NULL) == PLEACH_OK;
}

/* ----------------------------------------------------------------- text -- */

static void put_diff_title(FILE *to, const pleach_taxonomy *from,
                           uint32_t number)
{
    pleach_cluster cluster;
    if (!get_cluster(&cluster, from, number)) {
        fputs("the top", to);
        return;
    }
    fprintf(to, "#%" PRId64 " ", cluster.id);
    pl_put_terminal_text(to, cluster.name, strlen(cluster.name));
}

static void put_size(FILE *to, uint32_t nodes)
{
    fprintf(to, " (%" PRIu32 " %s)", nodes, nodes == 1 ? "node" : "nodes");
}

static void put_diff_voices(FILE *to, const pleach_cluster *c)
{
    fprintf(to, "%" PRIu32 " for it, %" PRIu32 " against", c->in_favour,
            c->against + c->top);
}

static void put_move(FILE *to, const pleach_diff *diff,
                     const pleach_change *change)
{
    pleach_cluster was, is;
    if (!get_cluster(&was, diff->before, change->before) ||
        !get_cluster(&is, diff->after, change->after))
        return;
    fputs(": from ", to);
    put_diff_title(to, diff->before, was.parent);
    fputs(" (", to);
    put_diff_voices(to, &was);
    fputs(") to ", to);
    put_diff_title(to, diff->after, is.parent);
    fputs(" (", to);
    put_diff_voices(to, &is);
    putc(')', to);
}

static void put_further(FILE *to, const pleach_taxonomy *from, uint32_t number)
{
    pleach_cluster cluster;
    if (!get_cluster(&cluster, from, number) || cluster.also_count == 0) {
        fputs("nothing", to);
        return;
    }
    for (uint32_t k = 0; k < cluster.also_count; k++) {
        fputs(k == 0 ? "" : ", ", to);
        put_diff_title(to, from, cluster.also_under[k]);
    }
}

/* What became of the nodes of a cluster, or of its further parents. */
static void put_small_change(FILE *to, const pleach_diff *diff,
                             const pleach_change *change)
{
    bool old = change->kind == PLEACH_SHRANK;
    put_diff_title(to, old ? diff->before : diff->after,
                   old ? change->before : change->after);
    if (change->kind == PLEACH_FURTHER) {
        fputs(": also under ", to);
        put_further(to, diff->after, change->after);
        fputs(", was also under ", to);
        put_further(to, diff->before, change->before);
    } else {
        fprintf(to, " by %" PRIu32 " %s", change->nodes,
                change->nodes == 1 ? "node" : "nodes");
    }
    putc('\n', to);
}

static void put_change(FILE *to, const pleach_diff *diff,
                       const pleach_change *change)
{
    pleach_cluster is;
    bool old = change->kind == PLEACH_GONE || change->kind == PLEACH_MERGED ||
               change->kind == PLEACH_MEMBERS;
    fprintf(to, "%-8s ", kinds[change->kind].word);
    if (change->kind >= PLEACH_GREW) {
        put_small_change(to, diff, change);
        return;
    }
    if (change->kind == PLEACH_MEMBERS)
        fprintf(to, "%" PRIu32 " of ", change->nodes);
    put_diff_title(to, old ? diff->before : diff->after,
                   old ? change->before : change->after);
    if (change->kind == PLEACH_MERGED || change->kind == PLEACH_MEMBERS) {
        fputs(" into ", to);
        put_diff_title(to, diff->after, change->after);
    } else if (change->kind == PLEACH_SPLIT || change->kind == PLEACH_RENAMED) {
        fputs(change->kind == PLEACH_SPLIT ? " out of " : " was ", to);
        put_diff_title(to, diff->before, change->before);
    } else if (change->kind == PLEACH_MOVED) {
        put_move(to, diff, change);
    } else if (get_cluster(&is, diff->after, change->after)) {
        fputs(" under ", to);
        put_diff_title(to, diff->after, is.parent);
    }
    if (change->kind != PLEACH_MEMBERS && change->kind != PLEACH_MOVED &&
        change->kind != PLEACH_RENAMED)
        put_size(to, change->nodes);
    putc('\n', to);
}

static void put_diff_text(const pleach_diff *diff, FILE *to)
{
    const pleach_diff_figures *figures = &diff->figures;
    if (diff->count == 0) {
        fprintf(to, "Nothing changed: %" PRIu64 " clusters are as before.\n",
                figures->kept);
        return;
    }
    for (int k = 0; k < PLEACH_CHANGE_KINDS; k++)
        fprintf(to, "%s%" PRIu64 " %s", k == 0 ? "" : ", ", figures->changes[k],
                figures->changes[k] == 1 ? kinds[k].one : kinds[k].many);
    fprintf(to, "; %" PRIu64 " in both.\n", figures->kept);
    for (size_t k = 0; k < diff->count; k++)
        put_change(to, diff, &diff->change[k]);
}

/* ----------------------------------------------------------------- JSON -- */

static void put_json_cluster(pl_json *json, const char *key,
                             const pleach_taxonomy *from, uint32_t number)
{
    pleach_cluster c, up;
    pl_json_key(json, key);
    if (!get_cluster(&c, from, number)) {
        pl_json_null(json);
        return;
    }
    pl_json_open(json, '{');
    pl_json_put_integer(json, "id", (uint64_t)c.id);
    pl_json_put_text(json, "name", c.name);
    pl_json_key(json, "parent");
    if (get_cluster(&up, from, c.parent))
        pl_json_integer(json, (uint64_t)up.id);
    else
        pl_json_null(json);
    pl_json_put_integer(json, "size", c.size);
    pl_json_put_integer(json, "for", c.in_favour);
    pl_json_put_integer(json, "skip", c.skipping);
    pl_json_put_integer(json, "against", c.against);
    pl_json_put_integer(json, "top", c.top);
    pl_json_close(json, '}');
}

static void put_diff_json(const pleach_diff *diff, FILE *to)
{
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_json_line(&json);
    pl_json_put_integer(&json, "kept", diff->figures.kept);
    for (int k = 0; k < PLEACH_CHANGE_KINDS; k++)
        pl_json_put_integer(&json, kinds[k].word, diff->figures.changes[k]);
    pl_json_line(&json);
    pl_json_key(&json, "changes");
    pl_json_open(&json, '[');
    for (size_t k = 0; k < diff->count; k++) {
        const pleach_change *change = &diff->change[k];
        pl_json_line(&json);
        pl_json_open(&json, '{');
        pl_json_put_text(&json, "change", kinds[change->kind].word);
        put_json_cluster(&json, "before", diff->before, change->before);
        put_json_cluster(&json, "after", diff->after, change->after);
        pl_json_put_integer(&json, "nodes", change->nodes);
        pl_json_close(&json, '}');
    }
    pl_json_close(&json, ']');
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}

pleach_status pleach_diff_write(const pleach_diff *diff, const pleach_sink *to,
                                bool json, pleach_error *error)
{
    pl_stream stream;
    PL_TRY(pl_stream_open(&stream, to, error));
    if (json)
        put_diff_json(diff, stream.to);
    else
        put_diff_text(diff, stream.to);
    return pl_stream_close(&stream, PLEACH_OK, error);
}
