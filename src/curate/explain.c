/* explain.c: "pleach explain": opens a taxonomy and tells of what is asked. */
/* SPDX-License-Identifier: MIT */
#include "curate/explain.h"

#include <inttypes.h>
#include <string.h>

#include "base/status.h"
#include "base/stream.h"
#include "corpus/matches.h"

/* ------------------------------------------------------------ telling -- */

const pl_filed_node *pl_node_above(const pl_explaining *in,
                                   const pl_filed_node *node)
{
    return node->parent_key < in->key_count ? in->by_key[node->parent_key]
                                            : NULL;
}

void pl_put_cluster(const pl_explaining *in, uint32_t cluster)
{
    if (cluster != PL_NONE)
        pl_print_terminal(in->to, "#%" PRIu64 " %s",
                          (uint64_t)in->filed.id[cluster],
                          in->filed.name[cluster]);
}

void pl_put_node(const pl_explaining *in, const pl_filed_node *node)
{
    pl_filed_place place = pl_filed_place_of(&in->filed, node->key);
    pl_print_terminal(in->to, "\"%s\" by %s, %s %s of %s", node->name,
                      place.owner, place.role, place.path, place.id);
}

void pl_put_under(const pl_explaining *in, const pl_filed_node *node)
{
    const pl_filed_node *above = pl_node_above(in, node);
    if (above != NULL)
        pl_print_terminal(in->to, ", under \"%s\"", above->name);
}

/* ----------------------------------------------------------- decisions -- */

enum { MOST_MATCHES = 16 }; /* that are told of a cluster */

/* What one member states to be the same as others of its cluster, each once. */
static void put_matches(const pl_explaining *in, const pl_filed_node *member,
                        const pl_strings *addresses, pl_strings *seen)
{
    pl_carried_list values = {.arena = in->filed.arena};
    if (member->source_id == NULL ||
        pl_payload_list(&values, in->filed.arena, member->carries, NULL) !=
            PLEACH_OK)
        return;
    for (size_t k = 0; k < values.count; k++) {
        const pl_carried *value = &values.items[k];
        const char *pair = pl_arena_print(in->filed.arena, "%s %s",
                                          member->source_id, value->text);
        uint32_t known = pl_strings_count(seen);
        if (pair != NULL && known < MOST_MATCHES &&
            pl_carried_subject(value) == 0 &&
            pl_match_kind_of(value) == PL_MATCH_SAME &&
            pl_strings_find(addresses, value->text, strlen(value->text)) !=
                PL_NONE &&
            pl_strings_add(seen, pair, strlen(pair)) == known)
            pl_print_terminal(in->to,
                              "  stated by %s: <%s> is the same as <%s> (%s)\n",
                              pl_filed_place_of(&in->filed, member->key).owner,
                              member->source_id, value->text, value->property);
    }
}

/* What sources state that makes a cluster one. */
static void put_stated(const pl_explaining *in, uint32_t cluster)
{
    const pl_taxonomy_file *filed = &in->filed;
    uint32_t first = filed->first[cluster], end = filed->first[cluster + 1];
    pl_strings *addresses = pl_strings_in(filed->arena);
    pl_strings *seen = pl_strings_in(filed->arena);
    if (pl_arena_failed(filed->arena))
        return;
    for (uint32_t k = first; k < end; k++)
        if (filed->member[k].source_id != NULL)
            pl_strings_add(addresses, filed->member[k].source_id,
                           strlen(filed->member[k].source_id));
    for (uint32_t k = first; k < end; k++)
        put_matches(in, &filed->member[k], addresses, seen);
}

/* Whether an array has a number. */
static bool has_number(const pl_parsed *numbers, int64_t wanted)
{
    const pl_parsed *each;
    for (size_t k = 0; (each = pl_parsed_at(numbers, k)) != NULL; k++)
        if (pl_parsed_is(each, PL_PARSED_INTEGER) &&
            pl_parsed_integer(each) == wanted)
            return true;
    return false;
}

/* Lines that the result does not record are left out: there is nothing to show.
 */
void pl_put_decided(const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *decisions = pl_parsed_get(in->filed.root, "decisions");
    const pl_parsed *about = pl_filed_of(&in->filed, cluster, "decided");
    const pl_parsed *lines = pl_parsed_get(decisions, "lines"), *each;
    const char *file = pl_parsed_text(pl_parsed_get(decisions, "file"));
    static const char *const cells[][2] = {
        {" ", "decision"}, {" ", "a"}, {" | ", "b"}};
    put_stated(in, cluster);
    for (size_t k = 0; (each = pl_parsed_at(lines, k)) != NULL; k++) {
        int64_t line = pl_parsed_integer(pl_parsed_get(each, "line"));
        if (!has_number(about, line))
            continue;
        pl_print_terminal(in->to, "  decided by line %" PRIu64 " of %s:",
                          (uint64_t)line, file == NULL ? "a file" : file);
        for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
            const char *text = pl_parsed_text(pl_parsed_get(each, cells[c][1]));
            if (text != NULL)
                pl_print_terminal(in->to, "%s%s", cells[c][0], text);
        }
        putc('\n', in->to);
    }
}

/* ---------------------------------------------------------- the whole -- */

/* A node is asked for by its key from many places. */
static pleach_status index_nodes(pl_explaining *in, pleach_error *error)
{
    pl_taxonomy_file *filed = &in->filed;
    in->key_count = pl_strings_count(filed->nodes);
    in->by_key =
        PL_ARENA_ARRAY(filed->arena, const pl_filed_node *, in->key_count);
    PL_TRY(pl_check_memory(filed->arena, error));
    for (uint32_t k = 0; k < filed->member_count; k++)
        in->by_key[filed->member[k].key] = &filed->member[k];
    for (uint32_t k = 0; k < filed->discarded_count; k++)
        in->by_key[filed->discarded[k].key] = &filed->discarded[k];
    return PLEACH_OK;
}

static pleach_status explain_words(pl_explaining *in,
                                   const pleach_input *taxonomy, const char *a,
                                   const char *b, pleach_error *error)
{
    pl_subject first, second;
    PL_TRY(pl_taxonomy_file_load(&in->filed, taxonomy, error));
    PL_TRY(index_nodes(in, error));
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
    pl_taxonomy_file_free(&in.filed);
    return status;
}
