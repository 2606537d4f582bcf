/* explain.c: "pleach explain": opens a taxonomy and tells of what is asked. */
/* SPDX-License-Identifier: MIT */
#include "curate/explain.h"

#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "base/stream.h"
#include "corpus/matches.h"

pl_place pl_node_place(const pl_taxonomy_file *filed, uint32_t key)
{
    pl_place place;
    place.owner = pl_strings_at(filed->nodes, key);
    place.id = place.owner + strlen(place.owner) + 1;
    place.path = place.id + strlen(place.id) + 1;
    place.role = place.path + strlen(place.path) + 1;
    return place;
}

const char *pl_file_text(const pl_parsed *object, const char *key)
{
    return pl_parsed_text(pl_parsed_get(object, key));
}

/* A node's name as its file gives it; "" when it does not. */
static const char *node_name(const pl_explaining *in, uint32_t key)
{
    const char *name =
        key < in->key_count
            ? pl_parsed_text(pl_parsed_get(in->node_json[key], "name"))
            : NULL;
    return name == NULL ? "" : name;
}

/* ------------------------------------------------------------ telling -- */

void pl_put_cluster(const pl_explaining *in, uint32_t cluster)
{
    if (cluster != PL_NONE)
        pl_print_terminal(in->to, "#%" PRIu64 " %s",
                          (uint64_t)in->filed.id[cluster],
                          in->filed.name[cluster]);
}

void pl_put_node(const pl_explaining *in, const pl_filed_node *node)
{
    pl_place place = pl_node_place(&in->filed, node->key);
    pl_print_terminal(in->to, "\"%s\" by %s, %s %s of %s",
                      node_name(in, node->key), place.owner, place.role,
                      place.path, place.id);
}

void pl_put_under(const pl_explaining *in, const pl_filed_node *node)
{
    if (node->parent_key != PL_NONE)
        pl_print_terminal(in->to, ", under \"%s\"",
                          node_name(in, node->parent_key));
}

/* ----------------------------------------------------------- decisions -- */

enum { MOST_MATCHES = 16 }; /* that are told of a cluster */

/* The recorded decision of a line; NULL: there is none. */
static const pl_parsed *find_decided_line(const pl_parsed *lines,
                                          const pl_parsed *line)
{
    const pl_parsed *decision;
    for (size_t k = 0; (decision = pl_parsed_at(lines, k)) != NULL; k++)
        if (pl_parsed_is(line, PL_PARSED_INTEGER) &&
            pl_parsed_integer(pl_parsed_get(decision, "line")) ==
                pl_parsed_integer(line))
            return decision;
    return NULL;
}

/* What one member states to be the same as others of its cluster, each once. */
static void put_matches(const pl_explaining *in, const pl_parsed *member,
                        const pl_strings *addresses, pl_strings *seen)
{
    const char *own = pl_file_text(member, "source_id");
    const char *owner = pl_file_text(member, "owner");
    pl_carried_list values = {.arena = in->filed.arena};
    if (own == NULL || !pl_payload_take(&values, in->filed.arena,
                                        pl_parsed_get(member, "carries")))
        return;
    for (size_t k = 0; k < values.count; k++) {
        const pl_carried *value = &values.items[k];
        char pair[1024];
        int length = snprintf(pair, sizeof pair, "%s %s", own, value->text);
        uint32_t known = pl_strings_count(seen);
        if (owner != NULL && known < MOST_MATCHES &&
            pl_carried_subject(value) == 0 &&
            pl_match_kind_of(value) == PL_MATCH_SAME &&
            length < (int)sizeof pair &&
            pl_strings_find(addresses, value->text, strlen(value->text)) !=
                PL_NONE &&
            pl_strings_add(seen, pair, (size_t)length) == known)
            pl_print_terminal(in->to,
                              "  stated by %s: <%s> is the same as <%s> (%s)\n",
                              owner, own, value->text, value->property);
    }
}

/* What sources state that makes a cluster one. */
static void put_stated(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *members =
        pl_parsed_get(in->cluster_json[cluster], "members");
    PL_SCRATCH(scratch);
    pl_strings *addresses = pl_strings_in(scratch);
    pl_strings *seen = pl_strings_in(scratch);
    if (pl_arena_failed(scratch))
        return;
    for (size_t k = 0; k < pl_parsed_size(members); k++) {
        const char *own = pl_file_text(pl_parsed_at(members, k), "source_id");
        if (own != NULL)
            pl_strings_add(addresses, own, strlen(own));
    }
    for (size_t k = 0; k < pl_parsed_size(members); k++)
        put_matches(in, pl_parsed_at(members, k), addresses, seen);
}

/* Lines that the result does not record are left out: there is nothing to show.
 */
void pl_put_decided(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *decisions = pl_parsed_get(in->filed.root, "decisions");
    const pl_parsed *about =
        pl_parsed_get(in->cluster_json[cluster], "decided");
    const char *file = pl_file_text(decisions, "file");
    const pl_parsed *line;
    put_stated(in, cluster);
    for (size_t k = 0; (line = pl_parsed_at(about, k)) != NULL; k++) {
        const pl_parsed *decision =
            find_decided_line(pl_parsed_get(decisions, "lines"), line);
        const char *cells[] = {pl_file_text(decision, "decision"),
                               pl_file_text(decision, "a"),
                               pl_file_text(decision, "b")};
        if (decision == NULL)
            continue;
        pl_print_terminal(in->to, "  decided by line %" PRIu64 " of %s:",
                          (uint64_t)pl_parsed_integer(line),
                          file == NULL ? "a file" : file);
        for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
            if (cells[c] != NULL)
                pl_print_terminal(in->to, "%s%s", c == 2 ? " | " : " ",
                                  cells[c]);
        putc('\n', in->to);
    }
}

/* ---------------------------------------------------------- the whole -- */

/* A node is asked for by its key from many places, and JSON objects are lists
 * to walk. */
static pleach_status index_read_nodes(pl_explaining *in, pleach_error *error)
{
    pl_taxonomy_file *filed = &in->filed;
    const pl_parsed *clusters = pl_parsed_get(filed->root, "clusters");
    const pl_parsed *discarded = pl_parsed_get(filed->root, "discarded");
    in->key_count = pl_strings_count(filed->nodes);
    in->cluster_json =
        PL_ARENA_ARRAY(filed->arena, const pl_parsed *, filed->cluster_count);
    in->by_key =
        PL_ARENA_ARRAY(filed->arena, const pl_filed_node *, in->key_count);
    in->node_json =
        PL_ARENA_ARRAY(filed->arena, const pl_parsed *, in->key_count);
    PL_TRY(pl_check_memory(filed->arena, error));
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        in->cluster_json[c] = pl_parsed_at(clusters, c);
        const pl_parsed *members =
            pl_parsed_get(in->cluster_json[c], "members");
        for (uint32_t k = filed->first[c]; k < filed->first[c + 1]; k++) {
            uint32_t key = filed->member[k].key;
            in->by_key[key] = &filed->member[k];
            in->node_json[key] = pl_parsed_at(members, k - filed->first[c]);
        }
    }
    for (uint32_t k = 0; k < filed->discarded_count; k++) {
        in->by_key[filed->discarded[k].key] = &filed->discarded[k];
        in->node_json[filed->discarded[k].key] = pl_parsed_at(discarded, k);
    }
    return PLEACH_OK;
}

static pleach_status explain_words(pl_explaining *in,
                                   const pleach_input *taxonomy, const char *a,
                                   const char *b, pleach_error *error)
{
    pl_subject first, second;
    PL_TRY(pl_taxonomy_file_load(&in->filed, taxonomy, error));
    PL_TRY(index_read_nodes(in, error));
    PL_TRY(pl_find_subject(&first, in, a, error));
    if (b == NULL)
        return pl_explain_cluster(in, &first, error);
    PL_TRY(pl_find_subject(&second, in, b, error));
    return pl_explain_pair(in, &first, &second, error);
}

/* All is printed or nothing: what is missing is known before the end. */
pleach_status pleach_explain(const pleach_sink *to,
                             const pleach_input *taxonomy, const char *a,
                             const char *b, pleach_error *error)
{
    pl_explaining in = {.to = NULL};
    pl_printed text = {.items = NULL};
    in.to = pl_print_to_memory(&text);
    if (in.to == NULL)
        return pl_fail_memory(error);
    pleach_status status = explain_words(&in, taxonomy, a, b, error);
    bool kept = fflush(in.to) == 0 && !ferror(in.to);
    (void)fclose(in.to);
    if (!kept && status == PLEACH_OK)
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = pl_sink_put(to, text.items, text.count, error);
    pl_list_free(&text);
    pl_again_free(&in.again);
    pl_taxonomy_file_free(&in.filed);
    return status;
}
