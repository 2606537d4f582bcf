/* explain.c: "pleach explain": opens a taxonomy and tells of what is asked. */
/* SPDX-License-Identifier: MIT */
#include "curate/explain.h"

#include <string.h>

#include "base/status.h"
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

pleach_told_cluster pl_tell_cluster(const pl_explaining *in, uint32_t cluster)
{
    if (cluster == PL_NONE)
        return (pleach_told_cluster){0};
    return (pleach_told_cluster){(uint64_t)in->filed.id[cluster],
                                 in->filed.name[cluster]};
}

/* All texts are the file's, which lives as long as what is told. */
pleach_told_node pl_tell_node(const pl_explaining *in,
                              const pl_filed_node *node)
{
    pl_place place = pl_node_place(&in->filed, node->key);
    return (pleach_told_node){
        .owner = place.owner,
        .id = place.id,
        .path = place.path,
        .role = place.role,
        .name = node_name(in, node->key),
        .under = node->parent_key == PL_NONE ? NULL
                                             : node_name(in, node->parent_key),
        .cluster = pl_tell_cluster(in, node->cluster),
        .similarity = node->similarity,
        .exemplar = node->cluster != PL_NONE &&
                    node->key == in->filed.exemplar_key[node->cluster]};
}

typedef PL_LIST(pleach_told_decision) told_list;
enum { MOST_MATCHES = 16 }; /* that are told of a cluster */

/* The recorded decision of a line; NULL: there is none. */
static const pl_parsed *find_decided_line(const pl_parsed *lines,
                                          const pl_parsed *line)
{
    const pl_parsed *decision;
    size_t k;
    for (k = 0; (decision = pl_parsed_at(lines, k)) != NULL; k++) {
        if (pl_parsed_is(line, PL_PARSED_INTEGER) &&
            pl_parsed_integer(pl_parsed_get(decision, "line")) ==
                pl_parsed_integer(line))
            return decision;
    }
    return NULL;
}

/* What one member states to be the same as others of its cluster, each once. */
static void tell_matches(told_list *told, const pl_parsed *member,
                         const pl_strings *addresses, pl_strings *seen)
{
    const char *own = pl_file_text(member, "source_id");
    pl_carried_list values = {.arena = told->arena};
    if (own == NULL || !pl_payload_take(&values, told->arena,
                                        pl_parsed_get(member, "carries")))
        return;
    for (size_t k = 0; k < values.count; k++) {
        const pl_carried *value = &values.items[k];
        char pair[1024];
        int length = snprintf(pair, sizeof pair, "%s %s", own, value->text);
        uint32_t known = pl_strings_count(seen);
        if (pl_carried_subject(value) == 0 &&
            pl_match_kind_of(value) == PL_MATCH_SAME &&
            told->count < MOST_MATCHES && length < (int)sizeof pair &&
            pl_strings_find(addresses, value->text, strlen(value->text)) !=
                PL_NONE &&
            pl_strings_add(seen, pair, (size_t)length) == known)
            pl_list_add(told, ((pleach_told_decision){
                                  .file = pl_file_text(member, "owner"),
                                  .decision = value->property,
                                  .a = own,
                                  .b = value->text}));
    }
}

/* Statements of sources that make a cluster one, as decisions without a line.
 */
static void tell_stated(told_list *told, const pl_explaining *in,
                        uint32_t cluster)
{
    const pl_parsed *members =
        pl_parsed_get(in->cluster_json[cluster], "members");
    pl_strings *addresses = pl_strings_new(), *seen = pl_strings_new();
    bool enough = addresses != NULL && seen != NULL;
    for (size_t k = 0; enough && k < pl_parsed_size(members); k++) {
        const char *own = pl_file_text(pl_parsed_at(members, k), "source_id");
        if (own != NULL)
            enough = pl_strings_add(addresses, own, strlen(own)) != PL_NONE;
    }
    for (size_t k = 0; enough && k < pl_parsed_size(members); k++)
        tell_matches(told, pl_parsed_at(members, k), addresses, seen);
    pl_strings_free(addresses);
    pl_strings_free(seen);
}

/* Adds to what is told already, so that a pair can have the decisions of both
 * its clusters. Lines that the file does not record are told by their number
 * alone. */
void pl_tell_decided(const pleach_told_decision **decided, size_t *count,
                     const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *decisions = pl_parsed_get(in->filed.root, "decisions");
    const pl_parsed *lines = pl_parsed_get(decisions, "lines");
    const pl_parsed *about =
        pl_parsed_get(in->cluster_json[cluster], "decided");
    const char *file = pl_file_text(decisions, "file");
    const pl_parsed *line;
    size_t k;
    told_list all = {.arena = in->filed.arena};
    tell_stated(&all, in, cluster);
    for (k = 0; k < *count; k++)
        pl_list_add(&all, (*decided)[k]);
    for (k = 0; (line = pl_parsed_at(about, k)) != NULL; k++) {
        const pl_parsed *decision = find_decided_line(lines, line);
        int64_t number = pl_parsed_integer(line);
        pl_list_add(&all, ((pleach_told_decision){
                              .line = number > 0 ? (uint64_t)number : 0,
                              .file = decision == NULL ? NULL
                                      : file == NULL   ? "a file"
                                                       : file,
                              .decision = pl_file_text(decision, "decision"),
                              .a = pl_file_text(decision, "a"),
                              .b = pl_file_text(decision, "b")}));
    }
    *decided = all.items;
    *count = all.count;
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

void pleach_explanation_free(pleach_explanation *explanation)
{
    pl_explaining *in = (pl_explaining *)explanation;
    if (in == NULL)
        return;
    pl_again_free(&in->again);
    pl_taxonomy_file_free(&in->filed);
    pl_release(in);
}

pleach_status pleach_explain(pleach_explanation **explanation,
                             const pleach_input *taxonomy, const char *a,
                             const char *b, pleach_error *error)
{
    pl_explaining *in = pl_allocate(1, sizeof *in);
    if (in == NULL)
        return pl_fail_memory(error);
    pleach_status status = explain_words(in, taxonomy, a, b, error);
    if (status == PLEACH_OK)
        *explanation = &in->told;
    else
        pleach_explanation_free(&in->told);
    return status;
}
