/* explain_inputs.c: reads a taxonomy's inputs again and compares their nodes
 * as its report says, so that similarities can be asked for. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"
#include "read/input_bytes.h"
#include "taxonomy/recorded_decisions.h"
#include "write/write.h"

void pl_again_free(pl_again *again)
{
    pleach_affinity_free(again->affinity);
    pleach_corpus_free(again->corpus);
    pleach_decisions_free(again->drops);
    pl_arena_free(again->arena);
    *again = (pl_again){0};
}

/* What cannot be done for want of memory fails; anything else is a reason
 * to do without. */
static pleach_status note_failure(pl_again *again, pleach_status status,
                                  const pleach_error *why, pleach_error *error)
{
    if (status == PLEACH_NO_MEMORY)
        return pl_fail_memory(error);
    snprintf(again->why_not, sizeof again->why_not, "%s%s%s", why->file,
             why->file[0] == '\0' ? "" : ": ", why->sentence);
    return PLEACH_OK;
}

static void note_difference(pl_again *again, const char *sentence)
{
    snprintf(again->why_not, sizeof again->why_not, "%s", sentence);
}

/* ------------------------------------------------------------ reading -- */

/* With the options that the report names, or the corpus would not be the one
 * that was clustered. */
static pleach_status read_inputs_again(pl_again *again, const pl_parsed *root,
                                       pleach_error *error)
{
    const pl_parsed *named = pl_parsed_get(root, "inputs"), *each;
    const pl_parsed *report = pl_parsed_get(root, "report");
    size_t count = pl_parsed_size(named), k;
    pleach_input *inputs = PL_ARENA_ARRAY(again->arena, pleach_input, count);
    pleach_error why = {0};
    if (inputs == NULL)
        return pl_fail_memory(error);
    for (k = 0; (each = pl_parsed_at(named, k)) != NULL; k++) {
        inputs[k].name = pl_parsed_text(pl_parsed_get(each, "name"));
        if (!pl_may_be_input(inputs[k].name)) {
            snprintf(again->why_not, sizeof again->why_not,
                     "%s: This is no file, or not any more.",
                     inputs[k].name == NULL ? "" : inputs[k].name);
            return PLEACH_OK;
        }
    }
    if (count == 0) {
        note_difference(again, "The file does not name its inputs.");
        return PLEACH_OK;
    }
    pleach_read_options options = {
        .format = pl_parsed_text(pl_parsed_get(report, "input_format")),
        .columns = pl_parsed_text(pl_parsed_get(report, "columns")),
        .label_language =
            pl_parsed_text(pl_parsed_get(report, "label_language")),
        .language = pl_parsed_text(pl_parsed_get(report, "language")),
        .skip_bad = pl_parsed_integer(pl_parsed_get(report, "skipped")) > 0};
    pleach_status status =
        pleach_corpus_read(&again->corpus, inputs, count, &options, &why);
    return status == PLEACH_OK ? status
                               : note_failure(again, status, &why, error);
}

/* ---------------------------------------------------------- comparing -- */

static uint32_t get_count(const pl_parsed *report, const char *key)
{
    int64_t count = pl_parsed_integer(pl_parsed_get(report, key));
    return count > 0 && count < UINT32_MAX ? (uint32_t)count : 0;
}

/* Whether all files that a similarity names ("synonyms:FILE", "vectors:FILE")
 * are some; other terms have numbers there, or nothing. */
static bool names_files_only(const char *similarity)
{
    const char *at = similarity == NULL ? "" : similarity;
    for (;;) {
        const char *term = strstr(at, "vectors:");
        const char *other = strstr(at, "synonyms:");
        if (term == NULL || (other != NULL && other < term))
            term = other;
        if (term == NULL)
            return true;
        at = strchr(term, ':') + 1;
        bool quoted = *at == '"';
        at += quoted;
        if (!pl_may_be_known(at, strcspn(at, quoted ? "\"" : " +")))
            return false;
    }
}

/* The report does not say how many hops were made from the seed: the number
 * that keeps as many nodes as the file has is taken. */
static pleach_status compare_again(pl_again *again,
                                   const pl_taxonomy_file *filed,
                                   pleach_error *error)
{
    static const uint32_t hops[] = {1, PLEACH_NO_HOPS, 2, 3, 4, 5, 6, 8, 10};
    const pl_parsed *report = pl_parsed_get(filed->root, "report");
    const pl_parsed *seed = pl_parsed_get(report, "seed");
    pleach_affinity_options options = {
        .similarity = pl_parsed_text(pl_parsed_get(report, "similarity")),
        .preference = pl_parsed_number(pl_parsed_get(report, "preference")),
        .candidates = get_count(report, "candidates"),
        .crowd = get_count(report, "crowd"),
        .seed = pl_parsed_text(pl_parsed_get(seed, "term"))};
    if (options.candidates == 0)
        options.candidates = PLEACH_ALL_CANDIDATES;
    if (!names_files_only(options.similarity)) {
        note_difference(again, "Files of the similarity are not there.");
        return PLEACH_OK;
    }
    size_t tries = options.seed == NULL ? 1 : sizeof hops / sizeof *hops;
    for (size_t k = 0; k < tries; k++) {
        pleach_error why = {0};
        pleach_affinity_free(again->affinity);
        again->affinity = NULL;
        options.hops = hops[k];
        options.decisions = again->drops;
        pleach_status status = pleach_affinity_compare(
            &again->affinity, again->corpus, &options, &why);
        if (status != PLEACH_OK)
            return note_failure(again, status, &why, error);
        if (again->affinity->slot_count == filed->member_count)
            return PLEACH_OK;
    }
    pleach_affinity_free(again->affinity);
    again->affinity = NULL;
    note_difference(again,
                    "The inputs have changed since: they give other nodes.");
    return PLEACH_OK;
}

/* ----------------------------------------------------------- matching -- */

/* If a node of the inputs is not in the file they have changed since, and
 * similarities computed now would explain nothing. */
static pleach_status find_slots(pl_again *again, pl_explaining *in,
                                bool *all_there, pleach_error *error)
{
    const pleach_affinity *affinity = again->affinity;
    again->slot_of = PL_ARENA_ARRAY(again->arena, uint32_t, in->key_count);
    if (again->slot_of == NULL)
        return pl_fail_memory(error);
    for (uint32_t key = 0; key < in->key_count; key++)
        again->slot_of[key] = PL_NONE;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        pleach_node facts;
        pl_describe_node(&facts, again->corpus, affinity->slot_node[slot]);
        uint32_t key = pl_filed_key(&in->filed, facts.owner, facts.id,
                                    facts.path, facts.role);
        if (key == PL_NONE)
            return pl_fail_memory(error);
        if (key >= in->key_count) {
            *all_there = false;
            return PLEACH_OK;
        }
        again->slot_of[key] = slot;
    }
    *all_there = true;
    return PLEACH_OK;
}

/* What the file's clusters are worth by the similarities of now; NAN when a
 * node is missing. */
static double net_again(const pl_again *again, const pl_taxonomy_file *filed)
{
    double sum = filed->member_count == again->affinity->slot_count ? 0 : NAN;
    for (uint32_t k = 0; k < filed->member_count; k++) {
        const pl_filed_node *member = &filed->member[k];
        uint32_t slot = again->slot_of[member->key];
        uint32_t to = again->slot_of[filed->exemplar_key[member->cluster]];
        if (slot == PL_NONE || to == PL_NONE)
            return NAN;
        sum += pl_similarity_in_cluster(again->affinity, slot, to);
    }
    return sum;
}

/* The same clusters must be worth the same, or these are not the similarities
 * that made them. */
static pleach_status match(pl_again *again, pl_explaining *in,
                           pleach_error *error)
{
    const pl_parsed *report = pl_parsed_get(in->filed.root, "report");
    double said = pl_parsed_number(pl_parsed_get(report, "net_similarity"));
    bool all_there;
    PL_TRY(find_slots(again, in, &all_there, error));
    double net = all_there ? net_again(again, &in->filed) : NAN;
    if (!all_there || isnan(net)) {
        note_difference(
            again, "The inputs have changed since: they give other nodes.");
        return PLEACH_OK;
    }
    again->there = fabs(net - said) <= 1e-6 * (1 + fabs(said));
    if (!again->there && get_count(report, "answers") > 0)
        note_difference(again,
                        "A model's answers counted as evidence (--answers), "
                        "and the file does not have them.");
    else if (!again->there)
        note_difference(again,
                        "The inputs give other similarities than the file's; "
                        "they have changed since, or it was made otherwise.");
    return PLEACH_OK;
}

pleach_status pl_again_read(pl_again *again, pl_explaining *in,
                            pleach_error *error)
{
    *again = (pl_again){.arena = pl_arena_new(),
                        .overrules = pl_taxonomy_file_overrules(&in->filed)};
    PL_TRY(read_inputs_again(again, in->filed.root, error));
    PL_TRY(pl_recorded_decisions(&again->drops, in->filed.root, in->filed.path,
                                 true, error));
    if (again->corpus != NULL)
        PL_TRY(compare_again(again, &in->filed, error));
    return again->affinity == NULL ? PLEACH_OK : match(again, in, error);
}
