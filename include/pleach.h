/* pleach.h: weaves many small hierarchies into a few consistent taxonomies.
 *
 * THE MODEL
 *
 * People sort their things into small trees of their own. Cut into single
 * levels these are SAPLINGS: a root and its leaves, each node with a name and
 * a statistic of tags. Merging the nodes that mean the same concept lets the
 * saplings grow together. Data flows one way through four nouns:
 *
 *     corpus  ->  affinity  ->  clusters  ->  taxonomy
 *
 *     pleach_corpus_read       what people said: saplings, names, tags
 *     pleach_affinity_compare  how similar two nodes are, where at all
 *     pleach_clusters_find     which nodes are one concept (exemplars)
 *     pleach_taxonomy_grow     the forest of concepts, measured and written
 *
 * and what came out can be read: its clusters, who is in them and why.
 * docs/library.md shows three programs: examples/grow.c, the shortest useful
 * one, memory.c, which makes a corpus itself, and similarity.c, which compares
 * nodes in its own way.
 *
 * THE RULES
 *
 * Failing: every fallible function returns a pleach_status. What it makes
 * comes out through its first parameter, untouched on failure. The last
 * parameter is an error struct of yours, or NULL; it is written on failure
 * only. The library never prints, exits, aborts or reads the environment.
 *
 * Owning: what comes out through a ** parameter is yours, and its _free
 * releases all of it (NULL is fine). A later noun borrows the earlier ones:
 * free them in reverse order. A returned pointer is borrowed from the object.
 *
 * Options: a struct of zeros means the defaults, everywhere. PLEACH_NONE says 0
 * where that is something else. pleach_options_check refuses what is wrong
 * before any work begins.
 *
 * Growing: a struct that you make yourself ends in `room`, out of which later
 * versions take new fields: leave it zero, as {0} and initialisers with names
 * do; without room it stays as it is. A struct that you are only pointed to
 * grows at its end. So a program runs with every later library of the same
 * SONAME (docs/versioning.md).
 *
 * Threads: the library has no state of its own. Objects are read-only once
 * made, and several threads may use one; each makes its own objects at the
 * same time as others. A builder is for one thread at a time, and so is a
 * taxonomy while pleach_taxonomy_support works on it.
 *
 * Determinism: the same hierarchies give the same bytes, in any order of theirs
 * and on any number of threads. (The order of children is part of a hierarchy.
 * One without an id is called FILE:LINE, which follows its place; its clusters
 * do not.)
 */
/* SPDX-License-Identifier: MIT */
#ifndef PLEACH_H
#define PLEACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLEACH_VERSION_MAJOR 0
#define PLEACH_VERSION_MINOR 1
#define PLEACH_VERSION_PATCH 0
#define PLEACH_VERSION "0.1.0"

#if defined(__GNUC__)
#define PLEACH_CHECKED __attribute__((warn_unused_result))
/* What is declared here is what the shared library exports. */
#pragma GCC visibility push(default)
#else
#define PLEACH_CHECKED
#endif

/* Stands for 0 in options where a 0 means the default. */
#define PLEACH_NONE (-1.0)

/* PLEACH_VERSION of the library that runs, which may be a later one. */
const char *pleach_version(void);

/* ------------------------------------------------------------- failing -- */

typedef enum pleach_status {
    PLEACH_OK = 0,
    PLEACH_BAD_DATA,  /* the input is not what it should be */
    PLEACH_BAD_USAGE, /* an option or argument is not what it should be */
    PLEACH_IO,        /* a file could not be read or written */
    PLEACH_NO_MEMORY,
    PLEACH_CANCELLED, /* a progress callback asked to stop */
} pleach_status;

typedef struct pleach_error {
    pleach_status status;
    char file[256];     /* empty: no file is to blame */
    uint64_t line;      /* from 1; 0: no line is to blame */
    uint64_t column;    /* from 1, in bytes; 0: none */
    char sentence[512]; /* what is wrong and what to do, in UTF-8 */
    uint64_t room[4];
} pleach_error;

/* ----------------------------------------------------------- listening -- */

typedef struct pleach_progress {
    const char *stage;     /* "read", "compare", "cluster", "polish", "bound",
                              "grow", "write", "sweep", "validate" */
    uint64_t done, total;  /* of the stage; total 0: not known */
    uint32_t iteration;    /* of the solver, in "cluster" */
    double net_similarity; /* of the best valid answer so far, in "cluster" */
} pleach_progress;

/* What long work calls now and then, from one thread at a time. Returning
 * false cancels the work, which then ends with PLEACH_CANCELLED. */
typedef struct pleach_listener {
    bool (*progress)(void *context, const pleach_progress *progress);
    /* Something odd that was accepted: a sentence and its place. */
    void (*warn)(void *context, const pleach_error *warning);
    /* What was taken for what in an input that leaves a choice. */
    void (*note)(void *context, const pleach_error *note);
    void *context;
    uint64_t room[4];
} pleach_listener;

/* How processes that share the work talk to each other: pleach_parallel.h. */
typedef struct pleach_exchange pleach_exchange;

/* --------------------------------------------------------------- bytes -- */

/* Where something is read from: a file, "-" for standard input, or bytes in
 * memory when `bytes` is set (then `name` is what messages call them). Files
 * and bytes may be compressed by gzip, zstd, bzip2 or xz. */
typedef struct pleach_input {
    const char *name;
    const void *bytes;
    size_t size;
} pleach_input;

/* Where something is written to: a stream, which is flushed and stays open, or
 * a function. It gets the bytes piece by piece and in order, and false says
 * that it could not take them, which ends the work with PLEACH_IO. The text of
 * one call is held in memory until it is handed over. */
typedef struct pleach_sink {
    FILE *stream; /* NULL: `write` */
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;
    uint64_t room[2];
} pleach_sink;

/* -------------------------------------------------------------- corpus -- */

typedef struct pleach_corpus pleach_corpus;

typedef struct pleach_read_options {
    const char *format;  /* see docs/formats.md; NULL: by the name's ending,
                            else by a look at the content */
    const char *columns; /* of tables, "name=2,parent=Oberbegriff,..."; NULL:
                            by the header */
    const char *label_language; /* of names that come in several, such as
                             "de"; NULL: "en", else those without one */
    const char *language; /* of the stemmer; NULL: "english"; "none": names
                             are stemmed already */
    bool skip_bad;        /* leave out what is malformed, and count it */
    const pleach_listener *listener;
    const pleach_exchange *exchange; /* NULL: this process works alone */
    uint64_t max_input; /* bytes of all inputs, unpacked, and of each file
                           with pairs, synonyms or vectors for the corpus;
                           0: 64 GiB */
    uint64_t room[7];
} pleach_read_options;

typedef struct pleach_corpus_facts {
    uint64_t hierarchies, saplings, nodes, names, owners;
    uint64_t skipped;         /* malformed lines left out (skip_bad) */
    uint64_t duplicate_ids;   /* hierarchies whose id another one has too */
    uint64_t leafless;        /* hierarchies of a single node */
    uint64_t nameless;        /* nodes whose name normalises to nothing */
    uint64_t circles;         /* nodes put at the top, as their parents led
                                 back to them */
    uint64_t extra_parents;   /* parents beyond a node's first: there it is a
                                 leaf */
    uint64_t odd_labels;      /* nodes with several names in one language, or
                                 with none at all */
    uint64_t missing_parents; /* nodes whose parent is not in the input */
    uint64_t passed_lines;    /* lines that were passed over: no part of a
                                 hierarchy */
} pleach_corpus_facts;

/* Reads and cuts all inputs into one corpus. Costs time and memory in
 * proportion to the input. */
PLEACH_CHECKED pleach_status pleach_corpus_read(
    pleach_corpus **corpus, const pleach_input *inputs, size_t count,
    const pleach_read_options *options, pleach_error *error);
const pleach_corpus_facts *pleach_corpus_get_facts(const pleach_corpus *corpus);

/* Reading in two steps, for processes that share a program: one reads what
 * strangers wrote, where a fault of a library harms nobody, and writes what it
 * says; another makes the corpus that pleach_corpus_read would have made. The
 * bytes are for the same version on the same machine. They may be hostile: they
 * are a corpus or PLEACH_BAD_DATA. Inputs are the same there, but only their
 * names are needed. Warnings are told by the first step alone. */
PLEACH_CHECKED pleach_status pleach_corpus_pack(
    const pleach_sink *to, const pleach_input *inputs, size_t count,
    const pleach_read_options *options, pleach_error *error);
PLEACH_CHECKED pleach_status
pleach_corpus_unpack(pleach_corpus **corpus, const pleach_input *packed,
                     const pleach_input *inputs, size_t count,
                     const pleach_read_options *options, pleach_error *error);
void pleach_corpus_free(pleach_corpus *corpus);

/* The longest path, with its NUL. */
#define PLEACH_PATH_BYTES 768

/* A node of a sapling. One inside a deeper hierarchy is two, a leaf of the
 * sapling above and the root of the one below it, with the same path. */
typedef struct pleach_node {
    const char *owner, *id;       /* of its hierarchy */
    const char *name;             /* as its owner wrote it */
    const char *role;             /* "root" or "leaf" */
    char path[PLEACH_PATH_BYTES]; /* "." for the top, else child numbers from
                                     0, such as "0/2" */
    const char *source_id; /* what its source calls it by, such as the address
                              of a concept; NULL: nothing */
    uint64_t room[3];
} pleach_node;

/* Fills in a node by its number, from 0 up to the facts' `nodes`. Numbers do
 * not depend on the order in which hierarchies came. */
PLEACH_CHECKED pleach_status pleach_corpus_node(pleach_node *node,
                                                const pleach_corpus *corpus,
                                                uint32_t number,
                                                pleach_error *error);

/* -------------------------------------------------------------- builder -- */

/* Makes a corpus of hierarchies in memory, one after the other, each node by
 * node. All texts are copied, and must be UTF-8. A call that fails with
 * PLEACH_BAD_DATA or PLEACH_BAD_USAGE says which node is wrong and changes
 * nothing, so one may go on without it. */
typedef struct pleach_builder pleach_builder;

typedef struct pleach_builder_options {
    const char *language;            /* as in pleach_read_options */
    const pleach_listener *listener; /* hears warnings; lines are the numbers
                                        of hierarchies, from 1 */
    uint64_t room[8];
} pleach_builder_options;

#define PLEACH_NO_NODE UINT32_MAX

PLEACH_CHECKED pleach_status
pleach_builder_new(pleach_builder **builder,
                   const pleach_builder_options *options, pleach_error *error);
/* Ends the hierarchy before, if there is one, and begins another. It needs an
 * owner, and all of one owner's are one person's; without an id (NULL) it is
 * called after its number. */
PLEACH_CHECKED pleach_status pleach_builder_begin(pleach_builder *builder,
                                                  const char *owner,
                                                  const char *id,
                                                  pleach_error *error);
/* Adds a node to the present hierarchy below another, or as its top, which
 * comes first, below PLEACH_NO_NODE. *node becomes its number, counted from 0
 * in each hierarchy. Children keep the order in which they are added. */
PLEACH_CHECKED pleach_status pleach_builder_add_node(uint32_t *node,
                                                     pleach_builder *builder,
                                                     uint32_t parent,
                                                     const char *name,
                                                     pleach_error *error);
/* Adds to a node of the present hierarchy so many of a tag. */
PLEACH_CHECKED pleach_status pleach_builder_add_tag(pleach_builder *builder,
                                                    uint32_t node,
                                                    const char *tag,
                                                    double count,
                                                    pleach_error *error);
/* Gives a node of the present hierarchy a vector (docs/similarity.md). All
 * vectors of a corpus are equally long. */
PLEACH_CHECKED pleach_status pleach_builder_set_vector(pleach_builder *builder,
                                                       uint32_t node,
                                                       const float *numbers,
                                                       size_t count,
                                                       pleach_error *error);
/* Makes a corpus of all that was added. The builder is empty afterwards and
 * may be used again, also when this failed. */
PLEACH_CHECKED pleach_status pleach_builder_finish(pleach_corpus **corpus,
                                                   pleach_builder *builder,
                                                   pleach_error *error);
void pleach_builder_free(pleach_builder *builder);

/* Lists the names that nodes have, those that most have first, so that they
 * can be given vectors (docs/llm.md): a name, a tab and how many nodes have it,
 * or JSON Lines with "name" and "count". Names that differ in case, spaces and
 * punctuation only are one. */
PLEACH_CHECKED pleach_status pleach_names_write(const pleach_corpus *corpus,
                                                const pleach_sink *to,
                                                bool json, pleach_error *error);

/* ----------------------------------------------------------- decisions -- */

/* What somebody who knows the field decided: a TSV with one decision on each
 * line (docs/decisions.md). Every solver obeys all of them. */
typedef struct pleach_decisions pleach_decisions;

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
    uint64_t room[4];
} pleach_decision;

/* The first bad line is PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pleach_decisions_read(pleach_decisions **decisions,
                                                   const pleach_input *input,
                                                   pleach_error *error);
/* In the order of the file; borrowed. */
const pleach_decision *pleach_decisions_list(const pleach_decisions *decisions,
                                             size_t *count);
void pleach_decisions_free(pleach_decisions *decisions);

/* ------------------------------------------------------------ affinity -- */

typedef struct pleach_taxonomy pleach_taxonomy;

typedef struct pleach_affinity pleach_affinity;

/* Two nodes of a corpus, by number, and how similar they are, from 0 to 1. */
typedef struct pleach_pair {
    uint32_t a, b;
    float similarity;
} pleach_pair;

/* A similarity of your own: the term "own" of a sum, or all of it. Nodes of
 * one name are always compared, others where a pair says so. */
typedef struct pleach_own_similarity {
    /* From 0 to 1, by the numbers of two nodes, always the same; what is
     * outside counts as the nearer end. Asked with a < b, and from several
     * threads at once, unless there is only one. NULL: what the pairs say, and
     * 0 for a pair that is not there. */
    double (*compare)(void *context, uint32_t a, uint32_t b);
    void *context;
    const pleach_pair *pairs; /* in any order; with `compare` their similarity
                                 does not count */
    size_t pair_count;
    /* Each node's own preference by its number, above 0 and up to 1,000,000,
     * instead of the options'. NULL: theirs. */
    const double *preferences;
    uint64_t room[3];
} pleach_own_similarity;

typedef struct pleach_affinity_options {
    const char *similarity; /* see docs/method.md; NULL: "auto", or "own" if
                               that is given */
    const pleach_own_similarity *own; /* read while comparing only */
    double preference; /* above 0 and up to 1,000,000; 0: 0.0001 */
    /* Instead of a number "median", "qNN" or "popular:W", see
     * docs/preference.md; NULL: the number. */
    const char *preference_rule;
    const char *seed; /* only the saplings around this term; NULL: all */
    uint32_t hops;    /* from the seed's roots outwards; 0: just one,
                         PLEACH_NO_HOPS: only the seed's own */
    uint32_t threads; /* 0: as many as there are processors */
    const pleach_listener *listener;
    /* Where many nodes bear one name each chooses a few candidates. */
    uint32_t candidates; /* how many; PLEACH_ALL_CANDIDATES: all, anyway;
                            0: 16 if there were more than 2^25 pairs */
    uint32_t crowd;      /* if more nodes than this; 0: than 8 times the
                            candidates, or what 2^25 pairs ask for */
    const pleach_exchange *exchange; /* as in pleach_read_options */
    /* What is known of names beside the corpus, see docs/similarity.md. */
    const char *const *synonyms; /* files or folders, so many of them; "none"
                                    stands for no file */
    size_t synonym_count;
    const char *vectors; /* a file with vectors of names; NULL: none */
    /* What is decided; NULL: nothing. Decisions that cannot all hold are
     * PLEACH_BAD_DATA, and the listener is warned of those that name no node
     * any more. Both are borrowed as long as the corpus is. */
    const pleach_decisions *decisions;
    /* The result before this one: what did not change since stays as it was,
     * and so do the ids of clusters; NULL: none. */
    const pleach_taxonomy *previous;
    /* Bytes that may still be taken; 0: any. Where all pairs would take more,
     * nodes choose candidates, and PLEACH_NO_MEMORY says what is needed. */
    uint64_t max_memory;
    /* With `previous`: clusters that were not in it get ids from here on, or
     * from its own next_id if that is higher. */
    uint64_t least_id;
    uint64_t room[4];
} pleach_affinity_options;

#define PLEACH_NO_HOPS UINT32_MAX
#define PLEACH_ALL_CANDIDATES UINT32_MAX

/* What programs for people add to the synonyms: the folder of a WordNet
 * dictionary, where names are English, the similarity is "auto" and no synonyms
 * are "none"; NULL: nothing. It is `folder`; where that is NULL, the one that
 * Debian installs, if it is there; and none where it is "". */
const char *pleach_usual_synonyms(const pleach_read_options *read,
                                  const pleach_affinity_options *affinity,
                                  const char *folder);

/* Borrows the corpus. Costs time and memory in proportion to the number of
 * node pairs that share evidence, or of nodes times candidates where a name
 * has very many. */
PLEACH_CHECKED pleach_status pleach_affinity_compare(
    pleach_affinity **affinity, const pleach_corpus *corpus,
    const pleach_affinity_options *options, pleach_error *error);
/* Ordered pairs stored, without the nodes themselves. */
uint64_t pleach_affinity_pairs(const pleach_affinity *affinity);
void pleach_affinity_free(pleach_affinity *affinity);

/* ------------------------------------------------------------ clusters -- */

typedef struct pleach_clusters pleach_clusters;

/* One line of a trace: what an iteration of the messages did. */
typedef struct pleach_iteration {
    uint32_t iteration;
    double net_similarity; /* of the decoded and repaired answer */
    double best;           /* the best one so far */
    uint64_t changed;      /* nodes whose choice of exemplar changed */
    uint64_t flipped;      /* leaves whose parent's choice changed */
} pleach_iteration;

/* How clusters are found, and what the command calls that. */
typedef enum pleach_solver {
    PLEACH_SOLVER_USUAL = 0, /* "consensus" */
    PLEACH_SOLVER_CONSENSUS,
    PLEACH_SOLVER_JOINT,
    PLEACH_SOLVER_RAP,
    PLEACH_SOLVER_AP,
    PLEACH_SOLVER_VOTES,
} pleach_solver;
#define PLEACH_SOLVER_WORDS "consensus", "joint", "rap", "ap", "votes"

/* How hard to prove how good the answer of "joint", "rap" or "ap" is. */
typedef enum pleach_bound {
    PLEACH_BOUND_BY_SIZE = 0,
    PLEACH_BOUND_NONE,
    PLEACH_BOUND_FAST,
    PLEACH_BOUND_FULL,
} pleach_bound;
#define PLEACH_BOUND_WORDS "none", "fast", "full"

typedef struct pleach_clusters_options {
    pleach_solver solver;
    pleach_bound bound;
    double damping;          /* in [0.5, 1); 0: 0.9 */
    uint32_t max_iterations; /* 0: 2,000, fewer above 4 million pairs */
    uint32_t window;         /* stable iterations that count as converged;
                                0: 100 */
    uint32_t threads;        /* 0: as many as there are processors */
    /* Called after each iteration when set. Evaluating every iteration's
     * answer costs about as much again as the messages. */
    void (*trace)(void *context, const pleach_iteration *iteration);
    void *trace_context;
    const pleach_listener *listener;
    /* What overruling people cost once: 0; of "joint", "rap" and "ap" also
     * INFINITY, since they overrule nobody. */
    double dissent;
    double skip;      /* 0 */
    double top;       /* 0 */
    uint32_t parents; /* how many a cluster may have, where enough people say
                         so; 0: 1 */
    /* A name that everything is put below: that of a top, or else of the one
     * that most people have as their title under several names, or else of a
     * concept that nobody has. NULL: there may be many trees. */
    const char *root;
    uint64_t room[8];
} pleach_clusters_options;

/* Borrows the affinity. There is always an answer, converged or not, and it
 * satisfies all four constraints (docs/method.md). */
PLEACH_CHECKED pleach_status pleach_clusters_find(
    pleach_clusters **clusters, const pleach_affinity *affinity,
    const pleach_clusters_options *options, pleach_error *error);
void pleach_clusters_free(pleach_clusters *clusters);

/* Refuses what is wrong with options (PLEACH_BAD_USAGE) before an hour was
 * spent on reading. Seeds, files and formats are judged with the input. Any of
 * the three may be NULL. */
PLEACH_CHECKED pleach_status pleach_options_check(
    const pleach_read_options *read, const pleach_affinity_options *affinity,
    const pleach_clusters_options *clusters, pleach_error *error);

/* ------------------------------------------------------------ taxonomy -- */

/* Borrows the clusters. */
PLEACH_CHECKED pleach_status pleach_taxonomy_grow(pleach_taxonomy **taxonomy,
                                                  const pleach_clusters *found,
                                                  pleach_error *error);
void pleach_taxonomy_free(pleach_taxonomy *taxonomy);

typedef struct pleach_support_options {
    uint32_t resamples;   /* how many; 100 is a good number */
    uint64_t random_seed; /* another one, other resamples */
    uint32_t threads;     /* 0: as many as there are processors */
    const pleach_clusters_options *clusters; /* as they were found; NULL: by
                                                the defaults */
    uint64_t room[4];
} pleach_support_options;

/* Asks how sure the forest is, before it is written: clusters anew what random
 * samples of the people made, and notes how often each cluster and each edge
 * comes out again (docs/explain.md). The writers then show it. Costs a
 * clustering per resample; the same for any number of threads. `options` may be
 * NULL: 100 resamples. */
PLEACH_CHECKED pleach_status pleach_taxonomy_support(
    pleach_taxonomy *taxonomy, const pleach_support_options *options,
    pleach_error *error);

typedef struct pleach_tree_measures {
    double net_similarity, aut;
    uint64_t clusters;
    uint32_t depth; /* edges from the root to the deepest cluster */
    uint64_t room[2];
} pleach_tree_measures;

/* A file or folder that told what is known of names. */
typedef struct pleach_known_file {
    const char *path;
    const char *version; /* as it says, such as "WordNet 3.0"; NULL: it does
                            not */
    uint64_t
        hash;     /* XXH64 of its text, unpacked; of a dictionary, of data.noun,
                     data.verb, data.adj and data.adv in this order */
    bool vectors; /* else synonyms */
} pleach_known_file;

typedef struct pleach_report {
    uint64_t saplings, nodes, names, pairs, discarded;
    const char *solver, *similarity, *language;
    double preference, damping;
    uint32_t iterations;
    bool converged;
    double net_similarity;
    double upper_bound; /* NAN when none was computed */
    uint64_t conflicts, cycles_broken;
    uint64_t clusters, trees;
    uint32_t depth;
    uint32_t levels; /* depth + 1, or 0 for an empty forest */
    const uint64_t *level_clusters, *level_instances;
    double aut;
    const char *seed; /* NULL: none was given */
    uint64_t seed_trees;
    pleach_tree_measures seed_best;
    const char *preference_rule; /* "popular:W" or "own": preference is the
                                    least of all; NULL: it is that of all
                                    nodes */
    uint32_t candidates;         /* of a node in a crowd; 0: there was none */
    uint32_t crowd;         /* more nodes than so many were one; 0: the same */
    uint64_t capped_blocks; /* that held a crowd */
    /* What people said about where things belong, one voice for each person,
     * child and parent, and what became of it. */
    uint64_t statements;
    uint64_t statements_held;      /* the parent is the parent */
    uint64_t statements_implied;   /* ... is higher up */
    uint64_t statements_overruled; /* ... is not above it at all */
    uint64_t tops_overruled;   /* people who have it on top, where it is not */
    double dissent, skip, top; /* prices in files of earlier versions; else
                                  INFINITY */
    uint32_t parents;          /* that a cluster may have at most */
    uint64_t next_id;          /* above all ids that were ever given */
    uint64_t decisions;        /* that it obeys */
    /* Corrections that a person will make until the tree is right, as far as
     * can be told: clusters to merge and to split, concepts to move. */
    double expected_merges, expected_splits, expected_moves;
    /* Of a taxonomy that was just grown: the files of synonyms and vectors. */
    const pleach_known_file *known;
    size_t known_count;
    const char *root; /* what everything was put below; NULL: nothing was */
    uint64_t room[7];
} pleach_report;

const pleach_report *pleach_taxonomy_report(const pleach_taxonomy *taxonomy);

/* Whether the answer is proved to be the best possible: its bound is as near
 * as the bound's own rounding allows. */
bool pleach_report_is_best(const pleach_report *report);
/* The share of the upper bound that may be missing; NAN when not known. */
double pleach_report_gap(const pleach_report *report);

/* The area under a tree: trapezoids over its clusters per level. */
double pleach_area_under_tree(const uint64_t *level_clusters, size_t levels);

typedef struct pleach_stage_times {
    double read, compare, cluster, grow, write; /* seconds */
    uint64_t peak_bytes;
    uint64_t room[4];
} pleach_stage_times;

typedef struct pleach_write_options {
    const char *format;   /* see pleach_output_format_at; NULL: by the file's
                             ending */
    bool color;           /* "text": with ANSI colours */
    uint32_t max_depth;   /* "text", "dot", "svg": 0: no limit */
    uint32_t max_breadth; /* children shown per cluster; 0: no limit */
    const pleach_stage_times *times; /* "report": NULL leaves them out */
    const char *base; /* "skos", "sssom": what addresses begin with; NULL:
                         "urn:pleach:" */
    const char *label_language; /* "skos": of all labels; NULL: none */
    /* Is told what a format cannot hold: of a taxonomy that was not loaded only
     * that further parents are left out. */
    const pleach_listener *listener;
    uint64_t room[5];
} pleach_write_options;

/* What can be written, and how files of it end. */
typedef struct pleach_output_format {
    const char *name;
    const char *endings[4]; /* up to a NULL; none: by its name only */
    const char *what;       /* a line for people */
    bool loaded;            /* a loaded taxonomy can be written so, too */
    bool trees;             /* trees that were not merged can */
} pleach_output_format;

/* By number, from 0; NULL behind the last. */
const pleach_output_format *pleach_output_format_at(size_t number);

PLEACH_CHECKED pleach_status
pleach_taxonomy_write(const pleach_taxonomy *taxonomy, const pleach_sink *to,
                      const pleach_write_options *options, pleach_error *error);
/* Writes a file, whole or not at all. */
PLEACH_CHECKED pleach_status
pleach_taxonomy_save(const pleach_taxonomy *taxonomy, const char *path,
                     const pleach_write_options *options, pleach_error *error);

/* ------------------------------------------------------------- reading -- */

/* Reads a taxonomy that was written as "json". It can be asked whatever is
 * below, and for its report, and be written as formats say (`loaded`); only a
 * grown one can be supported, which needs its corpus. PLEACH_BAD_DATA when it
 * is not one, or damaged. */
PLEACH_CHECKED pleach_status pleach_taxonomy_load(pleach_taxonomy **taxonomy,
                                                  const pleach_input *input,
                                                  pleach_error *error);

/* How many there are. They are numbered depth first: counting from 0 walks
 * the whole forest, each cluster before those below it. */
uint32_t pleach_taxonomy_clusters(const pleach_taxonomy *taxonomy);

#define PLEACH_NO_CLUSTER UINT32_MAX

typedef struct pleach_cluster {
    int64_t id;       /* in files; of a grown one its number, or what it was
                         in the previous result */
    const char *name; /* what most of its people call it */
    const char *key;  /* its exemplar's name, normalised */
    uint32_t concept; /* number of the largest cluster that means the same,
                         which may be itself */
    uint32_t parent;  /* PLEACH_NO_CLUSTER: the root of a tree */
    uint32_t child_count;
    uint32_t end;   /* behind the last one below it. The first child, if there
                       is one, is the next cluster, and the next child is where
                       the one before it ends */
    uint32_t depth; /* edges from the root */
    uint32_t size;  /* members; 0: a root that nobody has */
    uint32_t exemplar;    /* which of them; with none UINT32_MAX */
    uint32_t people;      /* whose they are */
    uint32_t edge_people; /* who said that it belongs below its parent */
    double net_similarity;
    double support, edge_support; /* NAN: not known */
    /* People who spoke about where it belongs (docs/method.md, 13). */
    uint32_t in_favour; /* of its parent */
    uint32_t skipping;  /* of something above that */
    uint32_t against;   /* of something else */
    uint32_t top;       /* who have it on top, where it is not */
    /* Further parents, where more than one may be: their numbers, the largest
     * share of people first, and how many put it there. */
    uint32_t also_count;
    const uint32_t *also_under, *also_people;
    uint64_t decided; /* decisions about it */
    /* Why it hangs where it does, if not since most people said so: as in
     * pleach_told_parent; NULL: they did. */
    const char *reason;
    uint64_t room[11];
} pleach_cluster;

/* A member, the exemplar first in a grown taxonomy, then the most similar. */
typedef struct pleach_member {
    pleach_node node;
    double similarity; /* to the exemplar; its own is its preference */
    uint64_t room[4];
} pleach_member;

typedef struct pleach_tag {
    const char *text;
    double count;
} pleach_tag;

/* These fill in a cluster, or a member of it, by numbers from 0; a number that
 * there is not is PLEACH_BAD_USAGE. Texts are borrowed from the taxonomy. */
PLEACH_CHECKED pleach_status pleach_taxonomy_cluster(
    pleach_cluster *cluster, const pleach_taxonomy *taxonomy, uint32_t number,
    pleach_error *error);
PLEACH_CHECKED pleach_status
pleach_taxonomy_member(pleach_member *member, const pleach_taxonomy *taxonomy,
                       uint32_t cluster, uint32_t number, pleach_error *error);
/* Fills in the most frequent tags of a cluster's members, at most *count, and
 * sets *count to how many; files know the first ten. */
PLEACH_CHECKED pleach_status pleach_taxonomy_tags(
    pleach_tag *tags, size_t *count, const pleach_taxonomy *taxonomy,
    uint32_t cluster, pleach_error *error);

/* Where people put a cluster who are against its place. */
typedef struct pleach_rival {
    uint32_t parent; /* a cluster */
    uint32_t people;
    uint64_t room[2];
} pleach_rival;

/* Fills in the rivals of a cluster's parent, at most *count, those of most
 * people first, and sets *count to how many; the first five are known. */
PLEACH_CHECKED pleach_status pleach_taxonomy_rivals(
    pleach_rival *rivals, size_t *count, const pleach_taxonomy *taxonomy,
    uint32_t cluster, pleach_error *error);

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

/* ----------------------------------------------------------- crosswalk -- */

typedef struct pleach_crosswalk_options {
    const char *from, *to; /* sources; NULL: each of them */
    bool sssom;            /* SSSOM, not CSV */
    const char *base;      /* as in pleach_write_options */
    uint64_t room[8];
} pleach_crosswalk_options;

typedef struct pleach_crosswalk_facts {
    uint64_t nodes;          /* looked up, each once for each other source */
    uint64_t exact, broader; /* of these; the rest has no counterpart */
    uint64_t room[4];
} pleach_crosswalk_facts;

/* Writes for each node of each source its counterpart in each other one: the
 * same concept, else the nearest above it, with a confidence and a reason
 * (docs/formats.md). A source is an owner, or a hierarchy where all have one
 * owner; PLEACH_BAD_USAGE for one that there is not. `facts` and `options` may
 * be NULL. */
PLEACH_CHECKED pleach_status
pleach_crosswalk(pleach_crosswalk_facts *facts, const pleach_taxonomy *taxonomy,
                 const pleach_sink *to, const pleach_crosswalk_options *options,
                 pleach_error *error);

/* ------------------------------------------------------------- compare -- */

typedef struct pleach_comparison pleach_comparison;

/* A seed that is being worked on. */
typedef struct pleach_comparison_running {
    const char *seed;   /* NULL: the whole corpus */
    const char *solver; /* NULL: its nodes are being compared */
    pleach_progress progress;
    uint64_t room[2];
} pleach_comparison_running;

typedef struct pleach_comparison_progress {
    uint64_t done, total; /* nodes times solvers */
    size_t running_count;
    const pleach_comparison_running *running;
} pleach_comparison_progress;

typedef struct pleach_comparison_options {
    const char *const *seeds; /* none: the whole corpus as it is */
    size_t seed_count;
    const pleach_solver *solvers; /* none: "ap", "rap" and "joint" */
    size_t solver_count;
    /* How nodes are compared and clusters found. Not looked at: seed, solver,
     * threads, trace and listeners. The bound is computed once per seed, by
     * "joint" or else the last solver that overrules nobody. */
    pleach_affinity_options affinity;
    pleach_clusters_options clusters;
    uint32_t threads; /* 0: as many as there are processors; with several
                         seeds each solver runs on one of them */
    /* Called now and then, from one thread at a time; false cancels. */
    bool (*progress)(void *context, const pleach_comparison_progress *progress);
    void *context;
    uint64_t room[8];
} pleach_comparison_options;

/* What one solver made of one seed's saplings. */
typedef struct pleach_comparison_row {
    pleach_report report;  /* its upper_bound is the best known for the seed */
    const char *best_name; /* of the best tree: of the seed's own, or without
                              a seed of all; NULL: there is none */
    pleach_tree_measures best;
    uint64_t best_instances;
    uint32_t best_levels;
    const uint64_t *best_level_clusters, *best_level_instances;
    double seconds; /* the solver's own */
    uint64_t room[8];
} pleach_comparison_row;

/* Runs each solver on each seed's saplings, all on the same affinity. A seed
 * that no root is named is PLEACH_BAD_DATA, found before any other work.
 * Borrows the corpus only while it works. */
PLEACH_CHECKED pleach_status
pleach_compare(pleach_comparison **comparison, const pleach_corpus *corpus,
               const pleach_comparison_options *options, pleach_error *error);
/* Seed by seed and solver by solver, in the order given. */
const pleach_comparison_row *
pleach_comparison_rows(const pleach_comparison *comparison, size_t *count);
void pleach_comparison_free(pleach_comparison *comparison);

/* -------------------------------------------------------------- sample -- */

typedef enum pleach_root_tags {
    PLEACH_ROOT_TAGS_AGGREGATE = 0, /* what its leaves have, together */
    PLEACH_ROOT_TAGS_OWN,           /* drawn like a leaf's */
    PLEACH_ROOT_TAGS_ABSENT,
} pleach_root_tags;

/* How people differ from the taxonomy they have in common. Shares and
 * probabilities lie in [0, 1]; docs/sample.md tells the story. */
typedef struct pleach_sample_options {
    uint64_t random_seed; /* another one, another corpus */
    uint64_t users;       /* 0: 1,000, or as many as `saplings` takes */
    uint64_t saplings;    /* exactly so many; excludes `users` */
    double per_user;      /* mean saplings of a person; 0: 2.9 */

    double zipf;           /* exponent of popularity; 0: 1; PLEACH_NONE: all
                              concepts are equally popular */
    double depth_bias;     /* how much upper concepts lead; 0: 1.5 */
    double mean_children;  /* leaves wished for a sapling; 0: 3.6 */
    uint32_t max_children; /* 0: 60 */
    double focus;          /* the next sapling starts at a leaf; 0: 0.3 */
    double shortcut;       /* a leaf skips a level; 0: 0.08 */
    double noise;          /* a leaf is a wrong relation; 0: 0.05 */
    double inverted_share; /* of the noise: the root's parent; 0: 0.4 */
    double polysemy;       /* concepts with another's name; default none */

    double variation; /* plural, case, hyphen; 0: 0.3 */
    double synonym;   /* where the taxonomy knows some; 0: 0.1 */
    double typo;      /* 0: 0.01 */
    double decor;     /* "my birds", "birds 2008"; 0: 0.02 */

    double tags_per_node;     /* mean tokens of a leaf; 0: 20 */
    uint32_t own_tags;        /* a concept's vocabulary; 0: 12 */
    double overlap;           /* of it shared with siblings; 0: 0.2 */
    double ancestor_mix;      /* tokens from concepts above; 0: 0.25 */
    double background;        /* tokens that everybody uses; 0: 0.15 */
    uint32_t background_size; /* 0: 500 */
    double user_tags;         /* tokens that only this person uses; 0: 0.05 */
    double tag_noise;         /* tokens of any other concept; 0: 0.03 */
    double untagged;          /* people who never tag; 0: 0.2 */
    pleach_root_tags root_tags;
    const pleach_listener *listener;
    uint64_t room[8];
} pleach_sample_options;

typedef struct pleach_sample_facts {
    uint64_t concepts, inner_concepts;
    uint64_t extra_parents;   /* of the taxonomy file, not used */
    uint64_t ambiguous_names; /* names of more than one concept */
    uint64_t renamed;         /* of these, made by `polysemy` */
    uint64_t users, saplings, nodes;
    uint64_t right, shortcuts, wrong, inverted; /* leaves */
    uint64_t room[4];
} pleach_sample_facts;

/* Plays many people who each sort a few things by a common taxonomy, and
 * writes their saplings as JSON Lines; the same taxonomy, options and seed give
 * the same bytes everywhere. `truth` (may be NULL) gets a TSV with one row per
 * node: id, path, name, gold, kind; `gold` (may be NULL) one with the concepts
 * themselves: concept, name, parent, depth. The taxonomy may be nested JSON,
 * a pleach taxonomy or a TSV. Memory grows with the taxonomy, not with the
 * number of saplings: what is written is handed over in pieces. `options` and
 * `facts` may be NULL. */
PLEACH_CHECKED pleach_status pleach_sample(const pleach_input *taxonomy,
                                           const pleach_sink *saplings,
                                           const pleach_sink *truth,
                                           const pleach_sink *gold,
                                           const pleach_sample_options *options,
                                           pleach_sample_facts *facts,
                                           pleach_error *error);

/* --------------------------------------------------------------- check -- */

typedef struct pleach_check_result {
    uint64_t clusters, trees, members, discarded, edges;
    uint64_t input_nodes; /* read from the inputs; 0: not compared */
    bool inputs_compared;
    uint64_t more_edges; /* to further parents, where there may be some */
    uint64_t room[7];
} pleach_check_result;

/* Proves a taxonomy file right, independently of the code that made it: a
 * forest, single parents (or as many as it allows), no loops, each edge
 * supported by a sapling, and no node of its inputs lost or invented. `inputs`
 * may be NULL: then those that the file names are read. PLEACH_BAD_DATA with
 * the first broken rule as the sentence when it is not right. */
PLEACH_CHECKED pleach_status pleach_check(pleach_check_result *result,
                                          const pleach_input *taxonomy,
                                          const pleach_input *inputs,
                                          size_t count, pleach_error *error);

/* Proves that a taxonomy file obeys decisions (pleach_check does so for those
 * that the file itself records). PLEACH_BAD_DATA with the first line that is
 * not obeyed. What PLEACH_KEEP_BRANCH keeps is not looked at. */
PLEACH_CHECKED pleach_status
pleach_check_decisions(const pleach_input *taxonomy,
                       const pleach_decisions *decisions, pleach_error *error);

/* The same with the result before it at hand: that branches are as they were
 * there is proved too. `decisions` may be NULL: then those that the taxonomy
 * records count. */
PLEACH_CHECKED pleach_status
pleach_check_since(const pleach_input *taxonomy, const pleach_input *previous,
                   const pleach_decisions *decisions, pleach_error *error);

/* ---------------------------------------------------------------- view -- */

/* Writes one self-contained web page that shows taxonomy files, several side
 * by side. PLEACH_BAD_DATA when one of them is not a taxonomy; then nothing
 * has been written. */
PLEACH_CHECKED pleach_status pleach_view(const pleach_input *taxonomies,
                                         size_t count, const pleach_sink *to,
                                         pleach_error *error);

/* ------------------------------------------------------------- measure -- */

typedef struct pleach_measured_tree {
    const char *name; /* of its root */
    pleach_tree_measures is;
} pleach_measured_tree;

typedef struct pleach_measures {
    pleach_tree_measures all; /* trees together */
    size_t tree_count;
    const pleach_measured_tree *trees; /* highest net similarity first */
    uint32_t levels;
    const uint64_t *level_clusters, *level_instances;
} pleach_measures;

/* Measures a taxonomy file anew, from its clusters and members alone (its
 * report is not looked at). PLEACH_BAD_DATA when the file is not a taxonomy. */
PLEACH_CHECKED pleach_status pleach_measure(pleach_measures **measures,
                                            const pleach_input *taxonomy,
                                            pleach_error *error);
void pleach_measures_free(pleach_measures *measures);

/* --------------------------------------------------------------- score -- */

typedef enum pleach_reference {
    PLEACH_TRUTH = 0, /* TSV: id, path, name, gold; one row per node */
    PLEACH_GOLD,      /* a taxonomy: nested JSON, TSV, or pleach's own */
    PLEACH_ALIGNMENT, /* TSV: ontologyA, nameA, ontologyB, nameB */
} pleach_reference;

typedef struct pleach_score_options {
    pleach_reference against;
    const pleach_input *gold; /* PLEACH_TRUTH: a taxonomy of the truth's
                                 concepts, to tell what is left to correct and
                                 to score the paths above the nodes; NULL: just
                                 who is together */
    uint32_t show_errors;     /* list so many mistakes of each kind */
    bool by_cluster;          /* a concept in two places counts as two */
    const char *language; /* PLEACH_GOLD: of the stemmer; NULL: the result's,
                             and "english" where that is "none" */
    uint64_t room[8];
} pleach_score_options;

typedef struct pleach_agreement {
    double precision, recall, f1;
} pleach_agreement;

typedef struct pleach_partition_score {
    uint64_t clusters;
    pleach_agreement pairs, bcubed;
    double adjusted_rand;
    uint64_t room[4];
} pleach_partition_score;

/* How right a forest is for somebody who looks up a node and reads the path
 * above it. */
typedef struct pleach_crumb_score {
    pleach_agreement crumbs; /* the concepts above a node, a mean over nodes */
    double clean;            /* nodes with nothing wrong above them */
    pleach_agreement edges;  /* pairs of parent and child concept */
    double pairs_f1;         /* which nodes are together */
    double places;           /* groups per concept */
    double twins;            /* groups with a sibling of the same concept */
    uint64_t groups, trees;
    uint32_t depth; /* edges from a root to the deepest group */
    uint64_t room[4];
} pleach_crumb_score;

/* What a person has still to do until a forest is right. */
typedef struct pleach_mends {
    uint64_t splits;  /* of groups that hold several concepts */
    uint64_t merges;  /* of groups that hold one and the same concept */
    uint64_t moves;   /* of concepts that are below the wrong one */
    double saved;     /* share of the work that no tool leaves: 1 is all of it,
                         and below 0 there is more to do than without */
    double stray;     /* nodes in a group of which most mean another concept */
    double precision; /* pairs of nodes in one group: those of one concept */
    uint64_t groups, trees;
    uint64_t room[4];
} pleach_mends;

/* Nodes, or one name, in a mistake. What its kind does not know is NULL. */
typedef struct pleach_mistake_part {
    const char *name;    /* of most of the nodes */
    const char *concept; /* in the truth */
    const char *cluster; /* in the result; NULL: alone, or not there */
    const char *source;  /* PLEACH_ALIGNMENT */
    uint64_t nodes;
    uint64_t room[4];
} pleach_mistake_part;

/* PLEACH_TRUTH: a cluster with parts of several concepts, or a concept with
 * parts in several clusters. PLEACH_GOLD, and where gold stands beside a truth:
 * an edge, its parts being the child and the parent. PLEACH_ALIGNMENT: two
 * names. */
typedef struct pleach_mistake {
    uint64_t weight; /* pairs of nodes, or nodes at and below the child */
    const char *cluster, *concept; /* PLEACH_TRUTH: whose parts these are */
    const char *instead;           /* edges: the parent that the other taxonomy
                                      gives the child; NULL: it is at the top */
    const pleach_mistake_part *parts;
    size_t part_count;
    uint64_t room[4];
} pleach_mistake;

/* The worst of them, worst first, as many as were asked for; those of
 * PLEACH_ALIGNMENT, which are all alike, by name. */
typedef struct pleach_mistakes {
    uint64_t total;
    const pleach_mistake *listed;
    size_t listed_count;
} pleach_mistakes;

/* Names of two sources that mean the same. */
typedef struct pleach_correspondences {
    const char *a, *b; /* the sources; NULL: all together */
    uint64_t wanted, claimed, right;
    pleach_agreement found;
    pleach_agreement easy; /* equal names, plainly seen */
    uint64_t room[4];
} pleach_correspondences;

/* What was measured; fields of other kinds of reference are 0. */
typedef struct pleach_score_figures {
    /* PLEACH_TRUTH */
    uint64_t nodes, concepts;
    uint64_t missing;  /* nodes of the truth that the result does not have */
    uint64_t torn;     /* inner nodes whose leaf is in another cluster */
    uint64_t repeated; /* rows with the id, path and role of another one */
    pleach_partition_score given;
    pleach_partition_score same_name, same_key; /* what is easily had */
    /* PLEACH_TRUTH with a gold taxonomy */
    uint64_t gold_concepts;  /* of the nodes' concepts, those it has */
    pleach_crumb_score tree; /* the result */
    pleach_crumb_score key_votes, truth_votes; /* nodes of one key, or of one
                                                  concept, where most people
                                                  put them */
    /* PLEACH_GOLD */
    uint64_t names, gold_names, common_names, extra_parents;
    pleach_agreement lexical, edges, ancestors, taxonomic;
    double taxonomic_f1_lexical; /* harmonic mean of the taxonomic F1 and the
                                    lexical recall */
    /* PLEACH_ALIGNMENT */
    const pleach_correspondences *pairs; /* of sources */
    size_t pair_count;
    pleach_correspondences all;
    pleach_agreement mean; /* over the pairs of sources */
    uint64_t unsure;       /* of another relation than =; count neither way */
    /* With show_errors: what the result has and should not, and what it lacks
     * (nothing where gold stands beside a truth). */
    pleach_mistakes wrong, missed;
    /* PLEACH_TRUTH with a gold taxonomy: what the result leaves to do, and what
     * is left where every node stands alone, below what its maker put it. */
    pleach_mends mends, no_tool_mends;
    pleach_mends key_votes_mends, truth_votes_mends;
} pleach_score_figures;

/* Scores a result, assignments as TSV or a taxonomy as JSON, against what is
 * right (docs/score.md). `options` may be NULL. Time is near linear in the
 * files' sizes. */
PLEACH_CHECKED pleach_status pleach_score(pleach_score_figures **figures,
                                          const pleach_input *result,
                                          const pleach_input *reference,
                                          const pleach_score_options *options,
                                          pleach_error *error);
void pleach_score_free(pleach_score_figures *figures);

/* --------------------------------------------------------------- sweep -- */

typedef struct pleach_sweep pleach_sweep;

typedef struct pleach_sweep_options {
    const char *range;         /* "preference=A..B" or "damping=A..B", both ends
                                  included; ":N" behind it: N values, else 10.
                                  Preferences grow by equal factors, dampings by equal
                                  steps. NULL: "preference=0.0001..1" */
    const pleach_input *truth; /* as for pleach_score; NULL: none */
    /* How nodes are compared and clusters found. What is swept is left out;
     * trace and listeners are not looked at. */
    pleach_affinity_options affinity;
    pleach_clusters_options clusters;
    const pleach_listener *listener; /* its stage is "sweep", in values done */
    uint64_t room[8];
} pleach_sweep_options;

/* What came of one value. */
typedef struct pleach_sweep_row {
    double value;
    const char *label; /* the value as tables show it: given again, it gives
                          the same result */
    pleach_report report;
    bool scored;
    pleach_partition_score score; /* against the truth */
    uint64_t room[8];
} pleach_sweep_row;

/* Clusters the same affinity again with one value of an option after another.
 * Net similarities of different preferences answer different questions: only
 * clusters, trees and scores can be compared. Borrows the corpus only while
 * it works. */
PLEACH_CHECKED pleach_status
pleach_sweep_run(pleach_sweep **sweep, const pleach_corpus *corpus,
                 const pleach_sweep_options *options, pleach_error *error);
/* The same as pleach_options_check, and for the range. */
PLEACH_CHECKED pleach_status
pleach_sweep_check(const pleach_sweep_options *options, pleach_error *error);
/* From the lowest value to the highest. */
const pleach_sweep_row *pleach_sweep_rows(const pleach_sweep *sweep,
                                          size_t *count);
/* What was swept: "preference" or "damping". */
const char *pleach_sweep_option(const pleach_sweep *sweep);
void pleach_sweep_free(pleach_sweep *sweep);

/* ------------------------------------------------------------ validate -- */

typedef struct pleach_validation pleach_validation;

typedef struct pleach_validation_options {
    double hide;    /* the share of people hidden at a time, in (0, 1); 0: a
                       fifth */
    uint32_t folds; /* how many times, each time others; 0: 5 */
    /* How each forest is grown. Not looked at: seed, trace, listeners
     * and exchange. */
    pleach_affinity_options affinity;
    pleach_clusters_options clusters;
    const pleach_listener *listener; /* its stage is "validate", in folds */
    uint64_t room[8];
} pleach_validation_options;

/* How a forest stands to statements, each a parent and a child by name: shares
 * of all of them. */
typedef struct pleach_foresight {
    double agree;      /* the parent is above the child ... */
    double direct;     /* ... and right above it */
    double contradict; /* the child is above the parent */
    double chance;     /* what would agree if the parents were shuffled, in the
                          mean over all ways to do so */
    double gain;       /* agree - contradict - chance */
} pleach_foresight;

/* What came of hiding some of the people. */
typedef struct pleach_validation_row {
    uint64_t hidden;        /* people */
    uint64_t said;          /* statements of theirs */
    uint64_t statements;    /* of these, with both names known to the others */
    pleach_foresight grown; /* NANs where there are no statements */
    pleach_foresight votes; /* the same of merging by key, with the parent that
                               most people gave */
    uint64_t room[4];
} pleach_validation_row;

typedef struct pleach_validation_figures {
    const char *solver, *similarity;
    double hide;
    uint64_t people;
    size_t folds;
    const pleach_validation_row *rows;
    /* Over the folds; the spread is the standard deviation. */
    pleach_foresight grown_mean, grown_spread, votes_mean, votes_spread;
} pleach_validation_figures;

/* Tells how right a forest is where nobody knows what is right: hides some of
 * the people, grows from the others, and asks whether the forest agrees with
 * what the hidden ones said (docs/validate.md). Each name counts where most of
 * its nodes are. Costs a forest per fold. PLEACH_BAD_DATA where all is said
 * by one person, or where hidden people share no names with the others.
 * Borrows the corpus only while it works. */
PLEACH_CHECKED pleach_status
pleach_validate(pleach_validation **validation, const pleach_corpus *corpus,
                const pleach_validation_options *options, pleach_error *error);
const pleach_validation_figures *
pleach_validation_get_figures(const pleach_validation *validation);
void pleach_validation_free(pleach_validation *validation);

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
    uint64_t room[2];
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
} pleach_question_kind;

typedef struct pleach_question {
    pleach_question_kind kind;
    const char *text;        /* the question, which yes or no answers */
    const char *yes, *no;    /* lines of decisions, without who and when; a
                                newline between them */
    uint32_t cluster, other; /* that it is about; PLEACH_NO_CLUSTER: none */
    uint64_t nodes;          /* at stake */
    double doubt;            /* how likely it is wrong as it is, in (0, 1] */
    uint64_t room[4];
} pleach_question;

typedef enum pleach_review_about {
    PLEACH_REVIEW_ALL = 0,
    PLEACH_REVIEW_SAMENESS, /* which nodes are one, however unlikely */
    PLEACH_REVIEW_PLACES,   /* where they hang */
} pleach_review_about;

typedef struct pleach_review_options {
    pleach_review_about about;
    uint64_t most;                     /* questions; 0: all */
    double least_doubt;                /* of clusters that might be one */
    const pleach_decisions *decisions; /* what is decided is not asked */
    uint64_t room[4];
} pleach_review_options;

/* What is likeliest wrong comes first: each such answer saves a correction.
 * Borrows the result only
 * while it works; `options` may be NULL. */
PLEACH_CHECKED pleach_status
pleach_review_make(pleach_review **review, const pleach_taxonomy *result,
                   const pleach_review_options *options, pleach_error *error);
const pleach_question *pleach_review_questions(const pleach_review *review,
                                               size_t *count);
void pleach_review_free(pleach_review *review);

/* ------------------------------------------------------------- explain -- */

/* A cluster of the file; its name is NULL where there is none. */
typedef struct pleach_told_cluster {
    uint64_t id;
    const char *name;
} pleach_told_cluster;

/* A node as the file has it. */
typedef struct pleach_told_node {
    const char *owner, *id, *path, *role;
    const char *name;  /* "" where the file does not say */
    const char *under; /* the name of its parent; NULL: it is a root */
    pleach_told_cluster cluster; /* none: discarded */
    double similarity;           /* to the exemplar */
    bool exemplar;
    uint64_t room[4];
} pleach_told_node;

/* Where people put a cluster, and the first three of them. */
typedef struct pleach_told_parent {
    pleach_told_cluster cluster;
    uint64_t people;
    const char *who[3]; /* NULL: no more */
    bool more;          /* than these three */
    /* Of where it hangs: why more people want it elsewhere: "decided",
     * "branch", "implied", "top" or "unsettled"; NULL: they do not. "root":
     * it had no parent, and was put below the root. */
    const char *reason;
    uint64_t room[3];
} pleach_told_parent;

/* A line of the decisions that a cluster is as it is by. */
typedef struct pleach_told_decision {
    uint64_t line;
    const char *file;             /* NULL: not recorded */
    const char *decision, *a, *b; /* NULL: not recorded, or there is none */
    uint64_t room[4];
} pleach_told_decision;

/* A leaf that the rule of a single parent moved. */
typedef struct pleach_told_conflict {
    const char *owner, *id, *path, *name; /* NULL: the file does not say */
    pleach_told_cluster cluster, from, parent;
    double cost;
    uint64_t room[4];
} pleach_told_conflict;

/* Another cluster of the same name. */
typedef struct pleach_told_rival {
    pleach_told_cluster cluster, parent;
    uint64_t size, edge_people;
    uint64_t room[4];
} pleach_told_rival;

/* Lists are in the file's order; those of parents, words and members have the
 * weightiest first. */
typedef struct pleach_told_whole {
    const pleach_told_node *node; /* that was asked about; NULL: the cluster */
    pleach_told_cluster cluster;
    uint64_t size, people;
    double net_similarity;
    const pleach_told_cluster *above; /* its parent first, the root last */
    size_t above_count;
    pleach_told_parent under;            /* who put it below its parent; of a
                                            root: who have it on top */
    bool voices;                         /* whether the next four are known */
    uint64_t agree, skip, against, top;  /* people: for its place, for one
                                            higher up, for another one, for
                                            the top */
    const pleach_told_parent *elsewhere; /* where those against it want it */
    size_t elsewhere_count;
    const pleach_told_parent *also_under; /* NULL: the forest has none such */
    size_t also_under_count;
    const pleach_told_decision *decided; /* NULL: nothing is said about it */
    size_t decided_count;
    const pleach_tag *spellings, *tags;
    size_t spelling_count, tag_count;
    const pleach_told_node *members;
    size_t member_count;
    const pleach_told_rival *rivals;
    size_t rival_count;
    const pleach_told_conflict *conflicts;
    size_t conflict_count;
} pleach_told_whole;

/* What speaks for one concept (worth above 0) or against it. */
typedef struct pleach_told_evidence {
    const char *piece;    /* a word that stays the same */
    const char *sentence; /* for people */
    double worth;
} pleach_told_evidence;

/* What putting two into one cluster would do within the rules: an estimate
 * from above. */
typedef struct pleach_told_forcing {
    bool possible;
    double cost;   /* net similarity lost; below 0: a gain */
    double direct; /* the same for the two clusters alone, as if any number of
                      parents were allowed */
    uint32_t parents_merged;
    uint64_t leaves_split, loops_broken;
} pleach_told_forcing;

/* What merging two clusters would do where people may be overruled. */
typedef struct pleach_told_merging {
    double cost;
    pleach_told_cluster parent; /* where both would hang; none: at the top */
    uint64_t overruled_before, overruled_after; /* statements, in all */
} pleach_told_merging;

typedef struct pleach_told_pair {
    pleach_told_node a, b; /* those asked about, or who speak for clusters */
    bool merged, discarded;
    const pleach_told_decision *decided; /* of the cluster of a, then of b */
    size_t decided_count;
    const char *note;  /* why the inputs could not be compared again; NULL: they
                          were */
    bool compared;     /* whether the fields up to names_around are filled in */
    double similarity; /* 0: none */
    const char *expression; /* of the similarity */
    const char *key_a, *key_b;
    bool concepts_known; /* and then: */
    bool same_concept;
    bool told_apart; /* their people keep them apart: nothing else counts */
    const pleach_told_evidence *evidence; /* the weightiest first */
    size_t evidence_count;
    const char *const *tags; /* in common */
    size_t tag_count;
    const char *const *names_around; /* in common */
    size_t names_around_count;
    /* What stands against merging them. */
    bool overrules; /* people may be overruled */
    bool same_sapling, no_similarity, two_parents, loop;
    pleach_told_cluster parent_a, parent_b; /* two_parents */
    const pleach_told_cluster *way;         /* loop: from one up to the other */
    size_t way_count;
    const pleach_told_node *exemplar;   /* merged: of both, unless one is it */
    double net_similarity;              /* of the forest */
    const pleach_told_forcing *forcing; /* NULL: not tried */
    const pleach_told_merging *merging; /* NULL: not tried */
    const char *changed; /* a file that told what is known: a sentence; NULL:
                            all are as they were */
} pleach_told_pair;

/* One of the two; the other one is NULL. */
typedef struct pleach_explanation {
    const pleach_told_whole *whole;
    const pleach_told_pair *pair;
} pleach_explanation;

/* Tells about a cluster of a taxonomy file (b is NULL): its members and who
 * put them where, its tags, its parent and the rivals; or about two clusters
 * or nodes: whether they are merged, their similarity, what stands against
 * it, and about what forcing it would cost. A word names a cluster (12, #12,
 * c12, a name that only one has, or "bird under pet", as far up as it takes)
 * or a node (ID or ID:PATH). For similarities the inputs that the file names
 * are read again; when they are gone, the answer says so and does without. */
PLEACH_CHECKED pleach_status pleach_explain(pleach_explanation **explanation,
                                            const pleach_input *taxonomy,
                                            const char *a, const char *b,
                                            pleach_error *error);
void pleach_explanation_free(pleach_explanation *explanation);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
