/* write_json.c: the whole taxonomy with its members and where they come from.
 *
 * One cluster per line, so that two results can be compared line by line. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "taxonomy/result_fields.h"
#include "taxonomy/tally.h"
#include "taxonomy/votes.h"
#include "write/write.h"

enum { TAGS_SHOWN = 10 };

typedef struct json_forest {
    pl_json json;
    const pleach_taxonomy *forest;
    uint32_t cluster; /* that is being put down */
    pl_tally *tally;  /* used again for each cluster */
} json_forest;

static void open_list_on_line(pl_json *json, const char *key)
{
    pl_json_line(json);
    pl_json_open_in(json, key, '[');
}

static void put_cluster_or_null(pl_json *json, const char *key,
                                const pleach_taxonomy *forest, uint32_t c)
{
    pl_json_key(json, key);
    if (c == PL_NONE)
        pl_json_null(json);
    else
        pl_json_integer(json, pl_cluster_id(forest, c));
}

/* Who, which and where; the name when asked for. */
static void put_place(pl_json *json, const pleach_corpus *corpus, uint32_t node,
                      bool named)
{
    pleach_node facts;
    pl_describe_node(&facts, corpus, node);
    pl_json_put_text(json, "owner", facts.owner);
    pl_json_put_text(json, "id", facts.id);
    pl_json_put_text(json, "path", facts.path);
    pl_json_put_text(json, "role", facts.role);
    if (named)
        pl_json_put_text(json, "name", facts.name);
    if (named && facts.source_id != NULL)
        pl_json_put_text(json, "source_id", facts.source_id);
}

static void put_inputs(pl_json *json, const pleach_corpus *corpus)
{
    open_list_on_line(json, "inputs");
    for (uint32_t k = 0; k < corpus->input_count; k++) {
        pl_json_open(json, '{');
        pl_json_put_text(json, "name", corpus->input_name[k]);
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* As the line was written, so that `check` and an update can read it back;
 * whether it named anything is told beside it. */
static void put_decision(pl_json *json, const pleach_decision *decision,
                         bool applies)
{
    pl_json_line(json);
    pl_json_open(json, '{');
    pl_json_put_integer(json, "line", decision->line);
    pl_json_put_text(json, "decision", decision->word);
    pl_json_put_text(json, "a", decision->a);
    if (decision->b != NULL)
        pl_json_put_text(json, "b", decision->b);
    if (*decision->who != '\0')
        pl_json_put_text(json, "who", decision->who);
    if (*decision->when != '\0')
        pl_json_put_text(json, "when", decision->when);
    pl_json_key(json, "applies");
    pl_json_bool(json, applies);
    pl_json_close(json, '}');
}

/* What the result obeys. */
static void put_decisions(pl_json *json, const pl_rulings *rulings)
{
    if (rulings == NULL || *rulings->decisions->file == '\0')
        return;
    pl_json_line(json);
    pl_json_open_in(json, "decisions", '{');
    pl_json_put_text(json, "file", rulings->decisions->file);
    pl_json_open_in(json, "lines", '[');
    for (uint32_t k = 0; k < rulings->count; k++)
        put_decision(json, &rulings->decisions->items[k], rulings->applies[k]);
    pl_json_close(json, ']');
    pl_json_close(json, '}');
}

/* Of the two roles of an inner node one says what it carries. */
static void put_payload(pl_json *json, const pleach_corpus *corpus,
                        uint32_t node)
{
    const char *payload = pl_payload_of(corpus, node);
    if (payload == NULL || pl_entry_of(corpus, node) != node)
        return;
    pl_json_key(json, "carries");
    pl_json_raw(json, payload);
}

/* Everything that a member can be found by again, since this file is what all
 * other commands read. */
static void put_all_members(json_forest *out, const char *name, uint32_t c)
{
    const pleach_taxonomy *forest = out->forest;
    pl_json *json = &out->json;
    pl_json_open_in(json, name, '[');
    for (uint32_t k = forest->member_first[c]; k < forest->member_first[c + 1];
         k++) {
        uint32_t node = forest->affinity->slot_node[forest->member[k]];
        pl_json_open(json, '{');
        put_place(json, forest->corpus, node, true);
        put_payload(json, forest->corpus, node);
        if (forest->slot_shaped != NULL &&
            forest->slot_shaped[forest->member[k]] != PL_SHAPED_NOT)
            pl_json_put_text(
                json, "shaped",
                pl_shaped_word(forest->slot_shaped[forest->member[k]]));
        pl_json_key(json, "similarity");
        pl_json_float(json, forest->member_similarity[k]);
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

static void put_tally(json_forest *out, const char *key,
                      const pl_strings *table, size_t limit)
{
    pl_json *json = &out->json;
    pl_tally *tally = out->tally;
    pl_tally_rank(tally);
    pl_json_open_in(json, key, '{');
    for (size_t k = 0; k < tally->count && k < limit; k++) {
        uint32_t id = tally->items[k].id;
        pl_json_key_bytes(json, pl_strings_at(table, id),
                          pl_strings_length(table, id));
        pl_json_double(json, tally->items[k].weight);
    }
    pl_json_close(json, '}');
    pl_tally_clear(tally);
}

static void tally_spellings(json_forest *out, uint32_t c)
{
    const pleach_taxonomy *forest = out->forest;
    for (uint32_t k = forest->member_first[c]; k < forest->member_first[c + 1];
         k++) {
        uint32_t node = forest->affinity->slot_node[forest->member[k]];
        if (!pl_is_entry(forest, forest->member[k]))
            pl_tally_add(out->tally, forest->corpus->node_spelling[node], 1);
    }
}

static void put_reason(void *context, pl_field_maker maker, const char *name)
{
    json_forest *out = context;
    uint8_t reason = out->forest->votes[out->cluster].reason;
    (void)maker;
    if (reason != PL_REASON_NONE)
        pl_json_put_text(&out->json, name, pl_reason_word(reason));
}

/* How people think about where a cluster hangs. */
static void put_voices(json_forest *out, const char *name)
{
    static const bool holds[PL_WHENS] = {
        [PL_WHEN_ALWAYS] = true, [PL_WHEN_SET] = true, [PL_WHEN_MADE] = true};
    const pl_field_writer to = {
        .json = &out->json, .holds = holds, .put = put_reason, .context = out};
    pl_json_open_in(&out->json, name, '{');
    pl_put_fields(&to, &pl_votes_fields, &out->forest->votes[out->cluster], 0);
    pl_json_close(&out->json, '}');
}

static void put_parent_and_people(pl_json *json, const pleach_taxonomy *forest,
                                  uint32_t parent, uint32_t people)
{
    pl_json_open(json, '{');
    pl_json_put_integer(json, "parent", pl_cluster_id(forest, parent));
    pl_json_put_integer(json, "people", people);
    pl_json_close(json, '}');
}

/* Where they put c who are against where it hangs. */
static void put_rival_parents(pl_json *json, const char *name,
                              const pleach_taxonomy *forest, uint32_t c)
{
    pleach_rival rivals[PL_MOST_RIVALS];
    uint32_t count = pl_list_rival_parents(forest, c, rivals);
    pl_json_open_in(json, name, '[');
    for (uint32_t k = 0; k < count; k++)
        put_parent_and_people(json, forest, rivals[k].parent, rivals[k].people);
    pl_json_close(json, ']');
}

/* Further parents, where there may be some. */
static void put_more_parents(pl_json *json, const char *name,
                             const pleach_taxonomy *forest, uint32_t c)
{
    const pl_more_parents *more = forest->more;
    if (more == NULL)
        return;
    pl_json_open_in(json, name, '[');
    for (uint32_t k = more->first[c]; k < more->first[c + 1]; k++)
        put_parent_and_people(json, forest, more->parent[k], more->voices[k]);
    pl_json_close(json, ']');
}

/* The lines of the decisions about c. */
static void put_decided(pl_json *json, const char *name,
                        const pleach_taxonomy *forest, uint32_t c)
{
    if (forest->decided == NULL ||
        forest->decided_first[c] == forest->decided_first[c + 1])
        return;
    pl_json_open_in(json, name, '[');
    for (uint32_t k = forest->decided_first[c];
         k < forest->decided_first[c + 1]; k++)
        pl_json_integer(json, forest->affinity->rulings->decisions
                                  ->items[forest->decided[k]]
                                  .line);
    pl_json_close(json, ']');
}

/* What a shape did with c, or what the name of a group covers. */
static void put_shaped(pl_json *json, const char *name,
                       const pleach_taxonomy *forest, uint32_t c)
{
    if (forest->shaped == NULL || forest->shaped[c] == PL_SHAPED_NOT)
        return;
    if (strcmp(name, "shaped") == 0)
        pl_json_put_text(json, name, pl_shaped_word(forest->shaped[c]));
    else if (forest->shaped[c] == PL_SHAPED_GROUP) {
        pl_json_key(json, name);
        pl_json_float(json, forest->covers[c]);
    }
}

/* PL_NONE: nobody has it, as a root that was only named. */
static uint32_t exemplar_node(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->exemplar[c] == PL_NONE
               ? PL_NONE
               : forest->affinity->slot_node[forest->exemplar[c]];
}

static void put_key(json_forest *out, const char *name, uint32_t c)
{
    const pleach_corpus *corpus = out->forest->corpus;
    uint32_t node = exemplar_node(out->forest, c);
    const char *key = node == PL_NONE
                          ? ""
                          : pl_strings_at(corpus->keys, corpus->node_key[node]);
    pl_json_put_text(&out->json, name, key);
}

static void put_exemplar(json_forest *out, const char *name, uint32_t c)
{
    uint32_t node = exemplar_node(out->forest, c);
    pl_json_key(&out->json, name);
    if (node == PL_NONE) {
        pl_json_null(&out->json);
        return;
    }
    pl_json_open(&out->json, '{');
    put_place(&out->json, out->forest->corpus, node, false);
    pl_json_close(&out->json, '}');
}

/* What a cluster is and where it belongs, as far as it is no plain figure. Tags
 * are cut to the most frequent, while spellings are all told: they are what
 * names are searched by. */
static void put_cluster_field(void *context, pl_field_maker maker,
                              const char *name)
{
    json_forest *out = context;
    const pleach_taxonomy *forest = out->forest;
    const pleach_corpus *corpus = forest->corpus;
    uint32_t c = out->cluster;
    pl_json *json = &out->json;
    if (maker == PL_MADE_ID)
        pl_json_put_integer(json, name, pl_cluster_id(forest, c));
    else if (maker == PL_MADE_NAME)
        pl_json_put_text(json, name, pl_cluster_name(forest, c));
    else if (maker == PL_MADE_KEY)
        put_key(out, name, c);
    else if (maker == PL_MADE_PARENT)
        put_cluster_or_null(json, name, forest, forest->parent[c]);
    else if (maker == PL_MADE_CONCEPT)
        put_cluster_or_null(json, name, forest, forest->concept[c]);
    else if (maker == PL_MADE_SIZE)
        pl_json_put_integer(json, name, pl_cluster_size(forest, c));
    else if (maker == PL_MADE_VOTES)
        put_voices(out, name);
    else if (maker == PL_MADE_ALSO_UNDER)
        put_more_parents(json, name, forest, c);
    else if (maker == PL_MADE_RIVALS)
        put_rival_parents(json, name, forest, c);
    else if (maker == PL_MADE_DECIDED)
        put_decided(json, name, forest, c);
    else if (maker == PL_MADE_SHAPED || maker == PL_MADE_COVERS)
        put_shaped(json, name, forest, c);
    else if (maker == PL_MADE_EXEMPLAR)
        put_exemplar(out, name, c);
    else if (maker == PL_MADE_MEMBERS)
        put_all_members(out, name, c);
    else if (maker == PL_MADE_TAGS) {
        pl_tally_tags(out->tally, forest, c);
        put_tally(out, name, corpus->tags, TAGS_SHOWN);
    } else if (maker == PL_MADE_SPELLINGS) {
        tally_spellings(out, c);
        put_tally(out, name, corpus->spellings, SIZE_MAX);
    }
}

static void put_forest_cluster(json_forest *out, uint32_t c)
{
    const bool holds[PL_WHENS] = {
        [PL_WHEN_ALWAYS] = true, [PL_WHEN_MADE] = true};
    const pl_field_writer to = {.json = &out->json,
                                .holds = holds,
                                .put = put_cluster_field,
                                .context = out};
    out->cluster = c;
    pl_json_line(&out->json);
    pl_json_open(&out->json, '{');
    pl_put_fields(&to, &pl_cluster_fields, out->forest, c);
    pl_json_close(&out->json, '}');
}

/* One table serves for tags and for spellings. */
static pleach_status put_clusters(json_forest *out, pleach_error *error)
{
    const pleach_taxonomy *forest = out->forest;
    uint32_t tags = pl_strings_count(forest->corpus->tags);
    uint32_t spellings = pl_strings_count(forest->corpus->spellings);
    pl_tally tally;
    PL_SCRATCH(scratch);
    pl_tally_open(&tally, scratch, tags > spellings ? tags : spellings);
    PL_TRY(pl_check_memory(scratch, error));
    out->tally = &tally;
    open_list_on_line(&out->json, "clusters");
    for (uint32_t c = 0; c < forest->cluster_count; c++)
        put_forest_cluster(out, c);
    pl_json_line(&out->json);
    pl_json_close(&out->json, ']');
    out->tally = NULL;
    return pl_check_memory(scratch, error);
}

/* Each with its reason, so that no node of the input is lost without a word. */
static void put_discarded(json_forest *out)
{
    const pleach_corpus *corpus = out->forest->corpus;
    const uint8_t *discard = out->forest->affinity->selection.discard;
    pl_json *json = &out->json;
    open_list_on_line(json, "discarded");
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        if (discard[node] == PL_KEPT)
            continue;
        pl_json_line(json);
        pl_json_open(json, '{');
        put_place(json, corpus, node, true);
        pl_json_put_text(json, "reason",
                         pl_discard_reason((pl_discard)discard[node]));
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* A leaf that had to leave the cluster of `from`. */
static void put_one_conflict(json_forest *out, const pl_conflict *conflict)
{
    const pleach_taxonomy *forest = out->forest;
    const pleach_affinity *affinity = forest->affinity;
    pl_json *json = &out->json;
    uint32_t parent = affinity->slot_parent[conflict->slot];
    pl_json_line(json);
    pl_json_open(json, '{');
    put_place(json, forest->corpus, affinity->slot_node[conflict->slot], true);
    put_cluster_or_null(json, "cluster", forest,
                        forest->slot_cluster[conflict->slot]);
    put_cluster_or_null(json, "from", forest,
                        forest->slot_cluster[conflict->wanted]);
    put_cluster_or_null(json, "parent", forest,
                        parent == PL_NONE ? PL_NONE
                                          : forest->slot_cluster[parent]);
    pl_json_key(json, "cost");
    pl_json_float(json, conflict->cost);
    pl_json_close(json, '}');
}

static void put_all_conflicts(json_forest *out)
{
    const pleach_clusters *found = out->forest->clusters;
    open_list_on_line(&out->json, "conflicts");
    for (uint64_t k = 0; k < found->standing_count; k++)
        put_one_conflict(out, &found->conflicts[k]);
    pl_json_close(&out->json, ']');
}

/* The format's name comes first, which is what readers recognise it by. Times
 * are left out: the same input gives the same bytes. */
pleach_status pl_write_json(const pleach_taxonomy *forest, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    json_forest out = {.forest = forest};
    (void)options;
    pl_json_start(&out.json, to);
    pl_json_open(&out.json, '{');
    pl_json_line(&out.json);
    pl_json_put_text(&out.json, "format", "pleach-taxonomy/1");
    put_inputs(&out.json, forest->corpus);
    put_decisions(&out.json, forest->affinity->rulings);
    pl_json_line(&out.json);
    pl_json_key(&out.json, "report");
    pl_put_report(&out.json, forest, NULL);
    PL_TRY(put_clusters(&out, error));
    put_discarded(&out);
    put_all_conflicts(&out);
    pl_json_line(&out.json);
    pl_json_close(&out.json, '}');
    putc('\n', to);
    return PLEACH_OK;
}
