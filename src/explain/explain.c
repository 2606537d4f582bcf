/* explain.c: "pleach explain": opens a taxonomy and finds what is asked. */
/* SPDX-License-Identifier: MIT */
#include "explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"

enum { SHOWN = 80 }; /* bytes of a word in a sentence */

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

/* ------------------------------------------------------------ finding -- */

/* "12", "#12" or "c12" as an id; false: it is no number. */
static bool read_cluster_number(const char *word, int64_t *number)
{
    if (*word == '#' || *word == 'c')
        word++;
    size_t digits = strspn(word, "0123456789");
    if (digits == 0 || digits > 18 || word[digits] != '\0')
        return false;
    *number = (int64_t)strtoll(word, NULL, 10);
    return true;
}

static bool find_number(pl_subject *subject, const pl_taxonomy_file *filed,
                        const char *word)
{
    int64_t number;
    if (!read_cluster_number(word, &number))
        return false;
    for (uint32_t c = 0; c < filed->cluster_count; c++)
        if (filed->id[c] == number) {
            *subject = (pl_subject){c, NULL};
            return true;
        }
    return false;
}

/* How many clusters have this name; the first one in *found. */
static uint32_t count_named(const pl_taxonomy_file *filed, const char *word,
                            uint32_t *found)
{
    uint32_t count = 0;
    for (uint32_t c = filed->cluster_count; c-- > 0;)
        if (strcmp(filed->name[c], word) == 0) {
            *found = c;
            count++;
        }
    return count;
}

/* The node at `path` of the hierarchy with this id; its root row first. */
static bool find_subject_place(pl_subject *subject, const pl_explaining *in,
                               const char *id, size_t id_length,
                               const char *path)
{
    const pl_taxonomy_file_member *found = NULL;
    for (uint32_t key = 0; key < in->key_count; key++) {
        const pl_taxonomy_file_member *node = in->by_key[key];
        if (node == NULL)
            continue;
        pl_place place = pl_node_place(&in->filed, key);
        if (strlen(place.id) == id_length &&
            memcmp(place.id, id, id_length) == 0 &&
            strcmp(place.path, path) == 0 &&
            (found == NULL || strcmp(place.role, "root") == 0))
            found = node;
    }
    if (found == NULL)
        return false;
    *subject = (pl_subject){found->cluster, found};
    return true;
}

static bool find_named_node(pl_subject *subject, const pl_explaining *in,
                            const char *word)
{
    const char *colon = strrchr(word, ':');
    if (find_subject_place(subject, in, word, strlen(word), "."))
        return true;
    return colon != NULL &&
           find_subject_place(subject, in, word, (size_t)(colon - word),
                              colon + 1);
}

/* The ids are listed, so that the next try can name one of them without another
 * look at the file. */
static pleach_status fail_ambiguous(const pl_taxonomy_file *filed,
                                    const char *word, uint32_t count,
                                    pleach_error *error)
{
    char list[160];
    size_t used = 0;
    uint32_t told = 0;
    for (uint32_t c = 0; c < filed->cluster_count && told < 8; c++) {
        if (strcmp(filed->name[c], word) != 0)
            continue;
        int more = snprintf(list + used, sizeof list - used, "%s#%lld",
                            told == 0 ? "" : ", ", (long long)filed->id[c]);
        if (more < 0 || (size_t)more >= sizeof list - used)
            break;
        used += (size_t)more;
        told++;
    }
    return pl_fail_at(error, PLEACH_BAD_DATA, filed->path, 0, 0,
                      "%u clusters are named \"%.*s\": %s%s; say which one.",
                      count, SHOWN, word, list, told < count ? ", ..." : "");
}

/* What a word of the command line means; PLEACH_BAD_DATA with what else it
 * could mean when that is not one thing. Clusters before nodes, as people ask
 * about concepts more often. A name that several clusters have may still be the
 * id of one node. */
static pleach_status find_subject(pl_subject *subject, pl_explaining *in,
                                  const char *word, pleach_error *error)
{
    uint32_t named = PL_NONE;
    if (find_number(subject, &in->filed, word))
        return PLEACH_OK;
    uint32_t count = count_named(&in->filed, word, &named);
    if (count == 1) {
        *subject = (pl_subject){named, NULL};
        return PLEACH_OK;
    }
    if (find_named_node(subject, in, word))
        return PLEACH_OK;
    if (count > 1)
        return fail_ambiguous(&in->filed, word, count, error);
    return pl_fail_at(error, PLEACH_BAD_DATA, in->filed.path, 0, 0,
                      "There is neither a cluster nor a node \"%.*s\"; name a "
                      "cluster (#12 or its name) or a node (ID or ID:PATH).",
                      SHOWN, word);
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
                              const pl_taxonomy_file_member *node)
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

/* Adds to what is told already, so that a pair can have the decisions of both
 * its clusters. Lines that the file does not record are told by their number
 * alone. */
bool pl_tell_decided(const pleach_told_decision **decided, size_t *count,
                     const pl_explaining *in, uint32_t cluster)
{
    const pl_parsed *decisions = pl_parsed_get(in->filed.root, "decisions");
    const pl_parsed *lines = pl_parsed_get(decisions, "lines");
    const pl_parsed *about =
        pl_parsed_get(in->cluster_json[cluster], "decided");
    const char *file = pl_file_text(decisions, "file");
    const pl_parsed *line;
    size_t k;
    if (about == NULL)
        return true;
    pleach_told_decision *all = PL_ARENA_ARRAY(
        in->filed.arena, pleach_told_decision, *count + pl_parsed_size(about));
    if (all == NULL)
        return false;
    if (*count > 0)
        memcpy(all, *decided, *count * sizeof *all);
    for (k = 0; (line = pl_parsed_at(about, k)) != NULL; k++) {
        const pl_parsed *decision = find_decided_line(lines, line);
        int64_t number = pl_parsed_integer(line);
        all[(*count)++] = (pleach_told_decision){
            .line = number > 0 ? (uint64_t)number : 0,
            .file = decision == NULL ? NULL
                    : file == NULL   ? "a file"
                                     : file,
            .decision = pl_file_text(decision, "decision"),
            .a = pl_file_text(decision, "a"),
            .b = pl_file_text(decision, "b")};
    }
    *decided = all;
    return true;
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
    in->by_key = PL_ARENA_ARRAY(filed->arena, const pl_taxonomy_file_member *,
                                in->key_count);
    in->node_json =
        PL_ARENA_ARRAY(filed->arena, const pl_parsed *, in->key_count);
    if (!in->cluster_json || !in->by_key || !in->node_json)
        return pl_fail_memory(error);
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
    PL_TRY(find_subject(&first, in, a, error));
    if (b == NULL)
        return pl_explain_cluster(in, &first, error);
    PL_TRY(find_subject(&second, in, b, error));
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
