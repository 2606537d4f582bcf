/* explain_inputs.c: reads a taxonomy's inputs again and compares their nodes
 * as its report says, so that similarities can be asked for. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "curate/explain.h"
#include "read/input_bytes.h"
#include "taxonomy/recorded_decisions.h"

void pl_again_free(pl_again *again)
{
    pleach_affinity_free(again->affinity);
    pleach_corpus_free(again->corpus);
    pleach_decisions_free(again->decisions);
}

static const char *text_of(const pl_parsed *object, const char *key)
{
    return pl_parsed_text(pl_parsed_get(object, key));
}

static uint32_t count_of(const pl_parsed *object, const char *key)
{
    int64_t count = pl_parsed_integer(pl_parsed_get(object, key));
    return count > 0 && count < UINT32_MAX ? (uint32_t)count : 0;
}

/* What cannot be done for want of memory fails; anything else is a reason
 * to do without. */
static pleach_status do_without(pl_again *again, pl_arena *arena,
                                pleach_status status, const pleach_error *why,
                                pleach_error *error)
{
    if (status == PLEACH_NO_MEMORY)
        return pl_fail_memory(error);
    if (status != PLEACH_OK)
        again->why_not =
            pl_arena_print(arena, "%s%s%s", why->file,
                           why->file[0] == '\0' ? "" : ": ", why->sentence);
    return PLEACH_OK;
}

/* With the options that the report names, or the corpus would not be the one
 * that was clustered. */
static pleach_status read_inputs_again(pl_again *again, pl_arena *arena,
                                       const pl_taxonomy_file *filed,
                                       pleach_error *error)
{
    const pl_parsed *named = pl_parsed_get(filed->root, "inputs");
    size_t count = pl_parsed_size(named);
    pleach_input *inputs = PL_ARENA_ARRAY(arena, pleach_input, count);
    pleach_read_options options = {
        .format = text_of(filed->report, "input_format"),
        .columns = text_of(filed->report, "columns"),
        .label_language = text_of(filed->report, "label_language"),
        .language = text_of(filed->report, "language"),
        .skip_bad = count_of(filed->report, "skipped") > 0};
    pleach_error why = {0};
    if (inputs == NULL)
        return pl_fail_memory(error);
    again->why_not = count == 0 ? "The file does not name its inputs." : NULL;
    for (size_t k = 0; k < count && again->why_not == NULL; k++) {
        inputs[k].name = text_of(pl_parsed_at(named, k), "name");
        if (!pl_may_be_input(inputs[k].name))
            again->why_not =
                pl_arena_print(arena, "%s: This is no file, or not any more.",
                               inputs[k].name == NULL ? "" : inputs[k].name);
    }
    if (again->why_not != NULL)
        return PLEACH_OK;
    pleach_status status =
        pleach_corpus_read(&again->corpus, inputs, count, &options, &why);
    return do_without(again, arena, status, &why, error);
}

/* Whether all files that a similarity names ("synonyms:FILE", "vectors:FILE")
 * are some; other terms have numbers there, or nothing. */
static bool names_files_only(const char *similarity)
{
    static const char *const terms[] = {"vectors:", "synonyms:"};
    for (size_t k = 0; similarity != NULL && k < 2; k++)
        for (const char *at = similarity;
             (at = strstr(at, terms[k])) != NULL;) {
            at += strlen(terms[k]);
            bool quoted = *at == '"';
            at += quoted;
            if (!pl_may_be_known(at, strcspn(at, quoted ? "\"" : " +")))
                return false;
        }
    return true;
}

static pleach_status compare_again(pl_again *again, pl_arena *arena,
                                   const pl_taxonomy_file *filed,
                                   pleach_error *error)
{
    const pl_parsed *report = filed->report;
    pleach_affinity_options options = {
        .similarity = text_of(report, "similarity"),
        .preference = pl_parsed_number(pl_parsed_get(report, "preference")),
        .candidates = count_of(report, "candidates"),
        .crowd = count_of(report, "crowd"),
        .decisions = again->decisions};
    pleach_error why = {0};
    if (options.candidates == 0)
        options.candidates = PLEACH_ALL_CANDIDATES;
    if (pl_parsed_size(pl_parsed_get(report, "seed")) > 0)
        again->why_not = "Only what is around a seed was compared.";
    else if (!names_files_only(options.similarity))
        again->why_not = "Files of the similarity are not there.";
    else
        return do_without(again, arena,
                          pleach_affinity_compare(
                              &again->affinity, again->corpus, &options, &why),
                          &why, error);
    return PLEACH_OK;
}

/* Which nodes of the file the inputs still have. */
static pleach_status find_slots(pl_again *again, pl_explaining *in,
                                pleach_error *error)
{
    const pleach_affinity *affinity = again->affinity;
    again->slot_of = PL_ARENA_ARRAY(in->filed.arena, uint32_t, in->key_count);
    if (again->slot_of == NULL)
        return pl_fail_memory(error);
    memset(again->slot_of, 0xff, in->key_count * sizeof *again->slot_of);
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        pleach_node is;
        pl_describe_node(&is, again->corpus, affinity->slot_node[slot]);
        uint32_t key =
            pl_filed_key(&in->filed, is.owner, is.id, is.path, is.role);
        if (key == PL_NONE)
            return pl_fail_memory(error);
        if (key < in->key_count)
            again->slot_of[key] = slot;
    }
    return PLEACH_OK;
}

/* What the file's clusters are worth by the similarities of now; NAN where the
 * nodes are others. */
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
    const pl_parsed *report = in->filed.report;
    double said = pl_parsed_number(pl_parsed_get(report, "net_similarity"));
    PL_TRY(find_slots(again, in, error));
    double net = net_again(again, &in->filed);
    if (isnan(net))
        again->why_not =
            "The inputs have changed since: they give other nodes.";
    else if (fabs(net - said) > 1e-6 * (1 + fabs(said)))
        again->why_not =
            count_of(report, "answers") > 0
                ? "A model's answers counted as evidence (--answers), and the "
                  "file does not have them."
                : "The inputs give other similarities than the file's; they "
                  "have changed since, or it was made otherwise.";
    return PLEACH_OK;
}

pleach_status pl_again_read(pl_again *again, pl_explaining *in,
                            pleach_error *error)
{
    const pl_taxonomy_file *filed = &in->filed;
    PL_TRY(read_inputs_again(again, filed->arena, filed, error));
    PL_TRY(pl_recorded_decisions(&again->decisions, filed->root, filed->path,
                                 error));
    if (again->why_not == NULL)
        PL_TRY(compare_again(again, filed->arena, filed, error));
    if (again->affinity != NULL)
        PL_TRY(match(again, in, error));
    return pl_check_memory(filed->arena, error);
}
