/* diff.c: what changed, for people and as JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "report/report.h"

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

static void put_title(FILE *to, const pleach_taxonomy *from, uint32_t number)
{
    pleach_cluster cluster;
    if (!get_cluster(&cluster, from, number)) {
        fputs("the top", to);
        return;
    }
    fprintf(to, "#%" PRId64 " ", cluster.id);
    pl_put_terminal_text(to, cluster.name);
}

static void put_size(FILE *to, uint32_t nodes)
{
    fprintf(to, " (%" PRIu32 " %s)", nodes, nodes == 1 ? "node" : "nodes");
}

static void put_for_and_against(FILE *to, const pleach_cluster *c)
{
    fprintf(to, "%" PRIu32 " for it, %" PRIu32 " against", c->in_favour,
            c->against + c->top);
}

/* With the voices for either place, which tell why it moved. */
static void put_moved(FILE *to, const report_diff *diff,
                      const pleach_change *change)
{
    pleach_cluster was, is;
    if (!get_cluster(&was, diff->before, change->before) ||
        !get_cluster(&is, diff->after, change->after))
        return;
    fputs(": from ", to);
    put_title(to, diff->before, was.parent);
    fputs(" (", to);
    put_for_and_against(to, &was);
    fputs(") to ", to);
    put_title(to, diff->after, is.parent);
    fputs(" (", to);
    put_for_and_against(to, &is);
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
        put_title(to, from, cluster.also_under[k]);
    }
}

/* What became of the nodes of a cluster, or of its further parents. */
static void put_small_change(FILE *to, const report_diff *diff,
                             const pleach_change *change)
{
    bool old = change->kind == PLEACH_SHRANK;
    put_title(to, old ? diff->before : diff->after,
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

/* What is gone or merged is called as it was before, anything else as it is
 * now. */
static void put_change(FILE *to, const report_diff *diff,
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
    put_title(to, old ? diff->before : diff->after,
              old ? change->before : change->after);
    if (change->kind == PLEACH_MERGED || change->kind == PLEACH_MEMBERS) {
        fputs(" into ", to);
        put_title(to, diff->after, change->after);
    } else if (change->kind == PLEACH_SPLIT || change->kind == PLEACH_RENAMED) {
        fputs(change->kind == PLEACH_SPLIT ? " out of " : " was ", to);
        put_title(to, diff->before, change->before);
    } else if (change->kind == PLEACH_MOVED) {
        put_moved(to, diff, change);
    } else if (get_cluster(&is, diff->after, change->after)) {
        fputs(" under ", to);
        put_title(to, diff->after, is.parent);
    }
    if (change->kind != PLEACH_MEMBERS && change->kind != PLEACH_MOVED &&
        change->kind != PLEACH_RENAMED)
        put_size(to, change->nodes);
    putc('\n', to);
}

/* All kinds are counted in the first line, also those that did not happen. */
void report_diff_text(const void *figures, FILE *to)
{
    const report_diff *diff = figures;
    const pleach_diff_figures *counted = pleach_diff_get_figures(diff->is);
    size_t count;
    const pleach_change *change = pleach_diff_changes(diff->is, &count);
    if (count == 0) {
        fprintf(to, "Nothing changed: %" PRIu64 " clusters are as before.\n",
                counted->kept);
        return;
    }
    for (int k = 0; k < PLEACH_CHANGE_KINDS; k++)
        fprintf(to, "%s%" PRIu64 " %s", k == 0 ? "" : ", ", counted->changes[k],
                counted->changes[k] == 1 ? kinds[k].one : kinds[k].many);
    fprintf(to, "; %" PRIu64 " in both.\n", counted->kept);
    for (size_t k = 0; k < count; k++)
        put_change(to, diff, &change[k]);
}

/* ----------------------------------------------------------------- JSON -- */

static void put_json_parent(pl_json *json, const pleach_taxonomy *from,
                            uint32_t number)
{
    pleach_cluster parent;
    if (get_cluster(&parent, from, number))
        pl_json_put_integer(json, "parent", (uint64_t)parent.id);
    else
        pl_json_put_text(json, "parent", NULL);
}

/* Null: there is no such cluster in that result. */
static void put_json_cluster(pl_json *json, const char *key,
                             const pleach_taxonomy *from, uint32_t number)
{
    pleach_cluster cluster;
    if (!get_cluster(&cluster, from, number)) {
        pl_json_put_text(json, key, NULL);
        return;
    }
    pl_json_open_in(json, key, '{');
    pl_json_put_integer(json, "id", (uint64_t)cluster.id);
    pl_json_put_text(json, "name", cluster.name);
    put_json_parent(json, from, cluster.parent);
    pl_json_put_integer(json, "size", cluster.size);
    pl_json_put_integer(json, "for", cluster.in_favour);
    pl_json_put_integer(json, "skip", cluster.skipping);
    pl_json_put_integer(json, "against", cluster.against);
    pl_json_put_integer(json, "top", cluster.top);
    pl_json_close(json, '}');
}

/* Counts under the words that the changes have. */
void report_diff_json(const void *figures, FILE *to)
{
    const report_diff *diff = figures;
    const pleach_diff_figures *counted = pleach_diff_get_figures(diff->is);
    size_t count;
    const pleach_change *change = pleach_diff_changes(diff->is, &count);
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_json_line(&json);
    pl_json_put_integer(&json, "kept", counted->kept);
    for (int k = 0; k < PLEACH_CHANGE_KINDS; k++)
        pl_json_put_integer(&json, kinds[k].word, counted->changes[k]);
    pl_json_line(&json);
    pl_json_open_in(&json, "changes", '[');
    for (size_t k = 0; k < count; k++) {
        pl_json_line(&json);
        pl_json_open(&json, '{');
        pl_json_put_text(&json, "change", kinds[change[k].kind].word);
        put_json_cluster(&json, "before", diff->before, change[k].before);
        put_json_cluster(&json, "after", diff->after, change[k].after);
        pl_json_put_integer(&json, "nodes", change[k].nodes);
        pl_json_close(&json, '}');
    }
    pl_json_close(&json, ']');
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}
