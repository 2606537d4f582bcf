/* pleach_curate.h: looking after a result.
 *
 * A result is checked, explained and reviewed; what people decide about it goes
 * into a file, and the next result obeys that file and keeps what did not
 * change:
 *
 *     pleach_decisions_read(&decisions, &(pleach_input){"decided.tsv"},
 * &error); pleach_affinity_compare( &affinity, corpus,
 *         &(pleach_affinity_options){.decisions = decisions,
 *                                    .previous = before},
 *         &error);
 *
 * What is here takes taxonomies, or files of them, and changes none. */
/* SPDX-License-Identifier: MIT */
#ifndef PLEACH_CURATE_H
#define PLEACH_CURATE_H

#include "pleach.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ----------------------------------------------------------- decisions -- */

/* What somebody who knows the field decided: a TSV with one decision on each
 * line (docs/decisions.md). Every solver obeys all of them. */
typedef enum pleach_decision_kind {
    PLEACH_SAME = 0,    /* A and B are one */
    PLEACH_DIFFERENT,   /* they are not */
    PLEACH_UNDER,       /* B is the parent of A */
    PLEACH_NOT_UNDER,   /* it is not */
    PLEACH_TOP,         /* A has no parent */
    PLEACH_NAME,        /* A is called B */
    PLEACH_DROP,        /* A takes no part */
    PLEACH_KEEP_BRANCH, /* A, and what is below it, as it was */
} pleach_decision_kind;

typedef struct pleach_decision {
    pleach_decision_kind kind;
    const char *word;       /* what the file calls the kind, such as "same" */
    const char *a, *b;      /* as written; b is NULL where one is enough */
    const char *who, *when; /* empty: not given */
    uint64_t line;          /* of the file, from 1 */
} pleach_decision;

/* The first bad line is PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pleach_decisions_read(pleach_decisions **decisions,
                                                   const pleach_input *input,
                                                   pleach_error *error);
/* In the order of the file; borrowed. */
const pleach_decision *pleach_decisions_list(const pleach_decisions *decisions,
                                             size_t *count);
void pleach_decisions_free(pleach_decisions *decisions);

/* ------------------------------------------------------------- answers -- */

/* What a language model, or somebody, answered to questions that pleach chose
 * (docs/llm.md): JSON Lines with "question", "answer", "command" and "time".
 * Answers are evidence: they count by how well they agree. */
typedef struct pleach_prompt {
    uint64_t id;
    const char *kind;    /* "same", "sense", "place" or "name" */
    const char *request; /* one line of JSON */
    const char *text;    /* what to show, which ends with the request */
    double saves;        /* corrections, as far as can be told */
} pleach_prompt;

/* NULL: no answers yet. The first bad line is PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pleach_answers_read(pleach_answers **answers,
                                                 const pleach_input *input,
                                                 pleach_error *error);
/* Takes in what was answered to a prompt: the first JSON object in the text,
 * whatever stands around it; and writes the line for the file, unless `to` is
 * NULL. An answer that the question does not allow is PLEACH_BAD_DATA and
 * changes nothing. A text of NULL notes that nobody could answer. */
PLEACH_CHECKED pleach_status pleach_answers_add(
    pleach_answers *answers, const pleach_prompt *prompt, const char *text,
    size_t size, const char *command, const char *time, const pleach_sink *to,
    pleach_error *error);
/* How many questions there are, and, unless NULL, how many without answer. */
size_t pleach_answers_count(const pleach_answers *answers, size_t *unanswered);
void pleach_answers_free(pleach_answers *answers);

typedef struct pleach_prompts pleach_prompts;

/* What is asked about. */
typedef enum pleach_review_about {
    PLEACH_REVIEW_ALL = 0,
    PLEACH_REVIEW_SAMENESS,     /* which nodes are one, however unlikely */
    PLEACH_REVIEW_PLACES,       /* where they hang */
    PLEACH_REVIEW_COUNTERPARTS, /* what those are in another source of which a
                                   crosswalk is not sure; in no other review */
} pleach_review_about;

/* Chooses what to ask next about a grown taxonomy: the questions whose answers
 * are expected to save most corrections, `most` of them at most and no more
 * than belong into one round. None are left when nothing is worth asking. To go
 * on, add the answers, grow again with them, and choose again. */
PLEACH_CHECKED pleach_status
pleach_prompts_choose(pleach_prompts **prompts, const pleach_taxonomy *taxonomy,
                      const pleach_answers *answers, pleach_review_about about,
                      size_t most, pleach_error *error);
/* In the order in which they are best asked; borrowed. */
const pleach_prompt *pleach_prompts_list(const pleach_prompts *prompts,
                                         size_t *count);
void pleach_prompts_free(pleach_prompts *prompts);

/* --------------------------------------------------------------- names -- */
/* Lists the names that nodes have, those that most have first, so that they
 * can be given vectors (docs/llm.md): a name, a tab and how many nodes have it,
 * or JSON Lines with "name" and "count". Names that differ in case, spaces and
 * punctuation only are one. */
PLEACH_CHECKED pleach_status pleach_names_write(const pleach_corpus *corpus,
                                                const pleach_sink *to,
                                                bool json, pleach_error *error);

/* --------------------------------------------------------------- check -- */

typedef struct pleach_check_result {
    uint64_t clusters, trees, members, discarded, edges;
    uint64_t input_nodes; /* read from the inputs; 0: not compared */
    bool inputs_compared;
    uint64_t more_edges;     /* to further parents, where there may be some */
    uint64_t matches;        /* that sources state, and ... */
    uint64_t matches_parted; /* ... of these, where decisions may part them */
    uint64_t not_proved[4];  /* a bit for each field: see pleach_not_proved */
} pleach_check_result;

/* Proves a taxonomy file right, independently of the code that made it: a
 * forest, single parents (or as many as it allows), no loops, each edge
 * supported by a sapling, no node of its inputs lost, invented or renamed, and
 * all that is counted counted right; and stated matches obeyed. `inputs` may be
 * NULL: then those that the file names are read; when they are not there,
 * `inputs_compared` is false, and the proof is of the file in itself.
 * PLEACH_BAD_DATA with the first broken rule as the sentence when it is not
 * right, and for fields that no taxonomy has. */
PLEACH_CHECKED pleach_status pleach_check(pleach_check_result *result,
                                          const pleach_input *taxonomy,
                                          const pleach_input *inputs,
                                          size_t count, pleach_error *error);

/* The k-th field of the file that is not proved, such as "clusters.concept":
 * writes its name, cut to `room` bytes, and returns how long it is; 0: there
 * are no more. *possible: it is a choice (members, parents, exemplars, names of
 * clusters), proved to be possible, but not to be the best. */
size_t pleach_not_proved(const pleach_check_result *result, size_t k,
                         bool *possible, char *name, size_t room);

/* Proves that a taxonomy file obeys decisions (pleach_check does so for those
 * that the file itself records). PLEACH_BAD_DATA with the first line that is
 * not obeyed. What PLEACH_KEEP_BRANCH keeps is not looked at. */
PLEACH_CHECKED pleach_status
pleach_check_decisions(const pleach_input *taxonomy,
                       const pleach_decisions *decisions, pleach_error *error);

/* ------------------------------------------------------------- explain -- */

/* Tells people about a cluster of a taxonomy file (b is NULL): its members and
 * who put them where, its tags, its parent and the rivals; or about two
 * clusters or nodes: whether they are merged, their similarity, and what stands
 * against it. A word names a cluster (12, #12, c12, a name that only one has,
 * or "bird under pet", as far up as it takes) or a node (ID or ID:PATH). For
 * similarities the inputs that the file names are read again; when they are
 * gone, the answer says so and does without. Nothing in it can steer a
 * terminal. */
PLEACH_CHECKED pleach_status pleach_explain(const pleach_sink *to,
                                            const pleach_input *taxonomy,
                                            const char *a, const char *b,
                                            pleach_error *error);

/* -------------------------------------------------------------- review -- */

/* What somebody should look at first: the doubtful decisions of a result, each
 * as a question with the line to decide it by either way (docs/curate.md). */
typedef struct pleach_review pleach_review;

typedef enum pleach_question_kind {
    PLEACH_ASK_MERGED = 0, /* a name that was merged with another */
    PLEACH_ASK_SENSES,     /* two clusters of one name */
    PLEACH_ASK_SIBLINGS,   /* two that look alike below one parent */
    PLEACH_ASK_ALIKE,      /* ... or elsewhere */
    PLEACH_ASK_PLACE,      /* where it hangs, as many disagree */
    PLEACH_ASK_TOP,        /* on top, though people put it below something */
    PLEACH_ASK_WHICH,      /* which of several of another source it is */
} pleach_question_kind;

typedef struct pleach_question {
    pleach_question_kind kind;
    const char *text;        /* the question, which yes or no answers */
    const char *yes, *no;    /* lines of decisions, without who and when; a
                                newline between them */
    uint32_t cluster, other; /* that it is about; PLEACH_NO_CLUSTER: none */
    uint64_t nodes;          /* at stake */
    double doubt;            /* how likely it is wrong as it is, in (0, 1] */
    double saves;            /* corrections that an answer is expected to save:
                                no more than the doubt */
    const char *choices;     /* PLEACH_ASK_WHICH: a line for each that the text
                                numbers, of which `yes` takes the first and `no`
                                none; else NULL */
} pleach_question;

/* Answering a question takes about as long as this share of finding and making
 * a correction by hand: one that saves less is hardly worth asking. */
#define PLEACH_QUESTION_COST 0.2

typedef struct pleach_review_options {
    pleach_review_about about;
    uint64_t most;                     /* questions; 0: all */
    const pleach_decisions *decisions; /* what is decided is not asked */
} pleach_review_options;

/* What saves most corrections comes first. Borrows the result only while it
 * works; `options` may be NULL. */
PLEACH_CHECKED pleach_status
pleach_review_make(pleach_review **review, const pleach_taxonomy *result,
                   const pleach_review_options *options, pleach_error *error);
const pleach_question *pleach_review_questions(const pleach_review *review,
                                               size_t *count);
void pleach_review_free(pleach_review *review);

/* ---------------------------------------------------------------- diff -- */

/* What changed from one result to the next. Clusters are held against each
 * other by their nodes: each became the one that most of its nodes are in. */
typedef struct pleach_diff pleach_diff;

typedef enum pleach_change_kind {
    PLEACH_ADDED = 0, /* `after` has no node that was there before */
    PLEACH_GONE,      /* no node of `before` is there any more */
    PLEACH_MERGED,    /* `before` became part of `after` */
    PLEACH_SPLIT,     /* `after` was part of `before` */
    PLEACH_MOVED,     /* it hangs below another */
    PLEACH_RENAMED,
    PLEACH_MEMBERS, /* some nodes of `before` went to `after` */
    PLEACH_GREW,    /* `after` has nodes that were nowhere before */
    PLEACH_SHRANK,  /* `before` had nodes that are nowhere any more */
    PLEACH_FURTHER, /* it has other further parents */
    PLEACH_CHANGE_KINDS
} pleach_change_kind;

typedef struct pleach_change {
    pleach_change_kind kind;
    uint32_t before, after; /* clusters by number; PLEACH_NO_CLUSTER: none */
    uint32_t nodes;         /* that it is about */
} pleach_change;

typedef struct pleach_diff_figures {
    uint64_t kept; /* clusters that are in both, changed or not */
    /* Clusters; nodes of PLEACH_MEMBERS, PLEACH_GREW and PLEACH_SHRANK. */
    uint64_t changes[PLEACH_CHANGE_KINDS];
} pleach_diff_figures;

/* Borrows both. */
PLEACH_CHECKED pleach_status pleach_diff_find(pleach_diff **diff,
                                              const pleach_taxonomy *before,
                                              const pleach_taxonomy *after,
                                              pleach_error *error);
/* By kind, then by cluster. */
const pleach_change *pleach_diff_changes(const pleach_diff *diff,
                                         size_t *count);
const pleach_diff_figures *pleach_diff_get_figures(const pleach_diff *diff);
void pleach_diff_free(pleach_diff *diff);

/* ----------------------------------------------------------- crosswalk -- */

typedef enum pleach_crosswalk_format {
    PLEACH_CROSSWALK_CSV = 0, /* all rows, candidates too */
    PLEACH_CROSSWALK_SSSOM,
    PLEACH_CROSSWALK_ALIGNMENT, /* RDF, as the Alignment API reads it */
} pleach_crosswalk_format;

typedef struct pleach_crosswalk_options {
    const char *from, *to; /* sources; NULL: each of them */
    pleach_crosswalk_format format;
    const char *base;      /* as in pleach_write_options */
    uint32_t alternatives; /* candidates where nothing is sure; 0: 5 */
    bool one_to_one;       /* no two nodes of a source have one counterpart */
    bool to_result;        /* not to sources: where each node went in the
                              taxonomy, which is called "result"; no `to` */
} pleach_crosswalk_options;

typedef struct pleach_crosswalk_facts {
    uint64_t nodes; /* looked up, each once for each other source */
    /* Of these; the rest has candidates only. */
    uint64_t exact, broader, narrower, related;
} pleach_crosswalk_facts;

/* Writes for each node of each source its counterpart in each other one: the
 * same concept, or a broader, a narrower, an overlapping one, with a confidence
 * and a reason; where nothing is sure the likeliest (docs/formats.md). A source
 * is an owner, or a hierarchy where all have one owner; PLEACH_BAD_USAGE for
 * one that there is not. `facts` and `options` may be NULL. */
PLEACH_CHECKED pleach_status
pleach_crosswalk(pleach_crosswalk_facts *facts, const pleach_taxonomy *taxonomy,
                 const pleach_sink *to, const pleach_crosswalk_options *options,
                 pleach_error *error);

/* ------------------------------------------------------------- convert -- */

/* Hierarchies as they were read: nothing is cut, merged or put into order. */
typedef struct pleach_trees pleach_trees;

PLEACH_CHECKED pleach_status pleach_trees_read(
    pleach_trees **trees, const pleach_input *inputs, size_t count,
    const pleach_read_options *options, pleach_error *error);
const pleach_corpus_facts *pleach_trees_get_facts(const pleach_trees *trees);
/* In one of the formats that hold trees; NULL: "jsonl". The listener's `note`
 * is told what the format has no place for. */
PLEACH_CHECKED pleach_status
pleach_trees_write(const pleach_trees *trees, const pleach_sink *to,
                   const pleach_write_options *options, pleach_error *error);
void pleach_trees_free(pleach_trees *trees);

/* ---------------------------------------------------------------- view -- */

/* Writes one self-contained web page that shows taxonomy files, several side
 * by side. PLEACH_BAD_DATA when one of them is not a taxonomy; then nothing
 * has been written. */
PLEACH_CHECKED pleach_status pleach_view(const pleach_input *taxonomies,
                                         size_t count, const pleach_sink *to,
                                         pleach_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
