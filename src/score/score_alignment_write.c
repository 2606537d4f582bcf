/* score_alignment_write.c: prints a score against reference alignments. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "score/score_alignment.h"
#include "write/terminal_text.h"
#include "write/write.h"

enum { TITLE = 18 };

static const char *entity_name(const pl_alignment *alignment, uint32_t entity,
                               size_t *length)
{
    size_t head = sizeof entity;
    *length = pl_strings_length(alignment->entities, entity) - head;
    return pl_strings_at(alignment->entities, entity) + head;
}

static pleach_agreement agreement_of(const pl_couple_counts *counts)
{
    return pl_agreement_of((double)counts->right, (double)counts->claimed,
                           (double)counts->wanted);
}

static pleach_agreement easy_of(const pl_couple_counts *counts)
{
    return pl_agreement_of((double)counts->easy_right, (double)counts->easy,
                           (double)counts->wanted);
}

/* --------------------------------------------------------------- text -- */

static void put_numbers(FILE *to, const pl_couple_counts *counts)
{
    pleach_agreement found = agreement_of(counts), easy = easy_of(counts);
    fprintf(to,
            " %6" PRIu64 " %7" PRIu64 " %5" PRIu64
            "  %9.4f %7.4f %7.4f  %8.4f\n",
            counts->wanted, counts->claimed, counts->right, found.precision,
            found.recall, found.f1, easy.f1);
}

/* "cmt, edas", filled up or pushed on to a line of its own. */
static void put_couple(FILE *to, const pl_alignment *alignment, uint64_t couple)
{
    uint32_t a = (uint32_t)(couple >> 32), b = (uint32_t)couple;
    size_t length = pl_strings_length(alignment->sources, a) + 2 +
                    pl_strings_length(alignment->sources, b);
    pl_put_string(to, alignment->sources, a);
    fputs(", ", to);
    pl_put_string(to, alignment->sources, b);
    if (length > TITLE)
        fprintf(to, "\n%*s", TITLE, "");
    else
        fprintf(to, "%*s", (int)(TITLE - length), "");
}

static void put_alignment_table(const pl_scoring *scoring,
                                const pl_alignment *alignment,
                                const pl_couple_counts *couples,
                                const pl_couple_counts *all)
{
    FILE *to = scoring->to;
    const pleach_score_figures *figures = scoring->figures;
    fprintf(to, "%-*s %6s %7s %5s  %9s %7s %7s  %8s\n", TITLE, "sources",
            "wanted", "claimed", "right", "precision", "recall", "F1",
            "same key");
    for (size_t k = 0; k < alignment->couples.count; k++) {
        put_couple(to, alignment, alignment->couples.items[k]);
        put_numbers(to, &couples[k]);
    }
    fprintf(to, "%-*s", TITLE, "all");
    put_numbers(to, all);
    fprintf(to, "%-*s %6s %7s %5s  %9.4f %7.4f %7.4f\n", TITLE,
            "mean of the pairs", "", "", "", figures->mean.precision,
            figures->mean.recall, figures->mean.f1);
    if (figures->unsure > 0)
        fprintf(to,
                "%" PRIu64 " correspondences of another relation than = "
                "count neither way.\n",
                figures->unsure);
}

static void put_entity(const pl_scoring *scoring, const pl_alignment *alignment,
                       uint32_t entity, bool with_cluster)
{
    FILE *to = scoring->to;
    size_t length;
    const char *name = entity_name(alignment, entity, &length);
    uint32_t cluster = alignment->cluster_of.items[entity];
    pl_put_string(to, alignment->sources, alignment->source_of.items[entity]);
    fputs(" \"", to);
    pl_put_terminal_text(to, name, length);
    putc('"', to);
    if (!with_cluster)
        return;
    if (cluster == PL_NONE) {
        fputs(" (not in the result)", to);
        return;
    }
    fputs(" (#", to);
    pl_put_string(to, scoring->result->clusters, cluster);
    putc(')', to);
}

/* The words of `in` that `other` does not have: how many, and the first. */
static void put_alignment_mistakes(const pl_scoring *scoring,
                                   const pl_alignment *alignment, bool wrong)
{
    FILE *to = scoring->to;
    const pl_word_list *in = wrong ? &alignment->claimed : &alignment->wanted;
    const pl_word_list *other =
        wrong ? &alignment->wanted : &alignment->claimed;
    size_t common =
        pl_words_common(in->items, in->count, other->items, other->count);
    uint32_t left = scoring->options->show_errors;
    fprintf(to, "\n%s: %zu\n", wrong ? "Wrong merges" : "Missed merges",
            in->count - common);
    for (size_t k = 0; k < in->count && left > 0; k++) {
        if (pl_words_find(other->items, other->count, in->items[k]) != SIZE_MAX)
            continue;
        left--;
        fputs("  ", to);
        put_entity(scoring, alignment, (uint32_t)(in->items[k] >> 32), !wrong);
        fputs(" = ", to);
        put_entity(scoring, alignment, (uint32_t)in->items[k], true);
        putc('\n', to);
    }
}

/* --------------------------------------------------------------- JSON -- */

static void put_json_counts(pl_json *json, const pl_couple_counts *counts)
{
    pleach_agreement found = agreement_of(counts), easy = easy_of(counts);
    pl_put_count(json, "wanted", counts->wanted);
    pl_put_count(json, "claimed", counts->claimed);
    pl_put_count(json, "right", counts->right);
    pl_put_real(json, "precision", found.precision);
    pl_put_real(json, "recall", found.recall);
    pl_put_real(json, "f1", found.f1);
    pl_put_agreement(json, "same_key", &easy);
}

static void put_json_source(pl_json *json, const pl_alignment *alignment,
                            uint32_t source)
{
    pl_json_bytes(json, pl_strings_at(alignment->sources, source),
                  pl_strings_length(alignment->sources, source));
}

static void put_json_entity(pl_json *json, const pl_scoring *scoring,
                            const pl_alignment *alignment, uint32_t entity)
{
    const pl_strings *clusters = scoring->result->clusters;
    size_t length;
    const char *name = entity_name(alignment, entity, &length);
    uint32_t cluster = alignment->cluster_of.items[entity];
    pl_json_open(json, '{');
    pl_json_key(json, "source");
    put_json_source(json, alignment, alignment->source_of.items[entity]);
    pl_json_key(json, "name");
    pl_json_bytes(json, name, length);
    pl_json_key(json, "cluster");
    if (cluster == PL_NONE)
        pl_json_null(json);
    else
        pl_json_bytes(json, pl_strings_at(clusters, cluster),
                      pl_strings_length(clusters, cluster));
    pl_json_close(json, '}');
}

static void put_alignment_mistakes_json(pl_json *json,
                                        const pl_scoring *scoring,
                                        const pl_alignment *alignment,
                                        bool wrong)
{
    const pl_word_list *in = wrong ? &alignment->claimed : &alignment->wanted;
    const pl_word_list *other =
        wrong ? &alignment->wanted : &alignment->claimed;
    uint32_t left = scoring->options->show_errors;
    pl_json_line(json);
    pl_json_key(json, wrong ? "wrong_merges" : "missed_merges");
    pl_json_open(json, '[');
    for (size_t k = 0; k < in->count && left > 0; k++) {
        if (pl_words_find(other->items, other->count, in->items[k]) != SIZE_MAX)
            continue;
        left--;
        pl_json_line(json);
        pl_json_open(json, '[');
        put_json_entity(json, scoring, alignment,
                        (uint32_t)(in->items[k] >> 32));
        put_json_entity(json, scoring, alignment, (uint32_t)in->items[k]);
        pl_json_close(json, ']');
    }
    pl_json_close(json, ']');
}

static void put_json(const pl_scoring *scoring, const pl_alignment *alignment,
                     const pl_couple_counts *couples,
                     const pl_couple_counts *all)
{
    pl_json json;
    pl_json_start(&json, scoring->to);
    pl_json_open(&json, '{');
    pl_json_line(&json);
    pl_json_key(&json, "pairs");
    pl_json_open(&json, '[');
    for (size_t k = 0; k < alignment->couples.count; k++) {
        uint64_t couple = alignment->couples.items[k];
        pl_json_line(&json);
        pl_json_open(&json, '{');
        pl_json_key(&json, "sources");
        pl_json_open(&json, '[');
        put_json_source(&json, alignment, (uint32_t)(couple >> 32));
        put_json_source(&json, alignment, (uint32_t)couple);
        pl_json_close(&json, ']');
        put_json_counts(&json, &couples[k]);
        pl_json_close(&json, '}');
    }
    pl_json_close(&json, ']');
    pl_json_line(&json);
    pl_json_key(&json, "all");
    pl_json_open(&json, '{');
    put_json_counts(&json, all);
    pl_json_close(&json, '}');
    pl_json_line(&json);
    pl_put_agreement(&json, "mean", &scoring->figures->mean);
    pl_put_count(&json, "unsure", scoring->figures->unsure);
    for (int wrong = 1; scoring->options->show_errors > 0 && wrong >= 0;
         wrong--)
        put_alignment_mistakes_json(&json, scoring, alignment, wrong != 0);
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', scoring->to);
}

pleach_status pl_alignment_write(const pl_scoring *scoring,
                                 const pl_alignment *alignment,
                                 const pl_couple_counts *couples,
                                 const pl_couple_counts *all,
                                 pleach_error *error)
{
    (void)error;
    if (scoring->options->json) {
        put_json(scoring, alignment, couples, all);
        return PLEACH_OK;
    }
    put_alignment_table(scoring, alignment, couples, all);
    for (int wrong = 1; scoring->options->show_errors > 0 && wrong >= 0;
         wrong--)
        put_alignment_mistakes(scoring, alignment, wrong != 0);
    return PLEACH_OK;
}
