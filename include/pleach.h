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
 *
 *     pleach_corpus *corpus;
 *     pleach_affinity *affinity;
 *     pleach_clusters *clusters;
 *     pleach_taxonomy *taxonomy;
 *     pleach_error error;
 *     if (pleach_corpus_read(&corpus, inputs, count, NULL, &error) ||
 *         pleach_affinity_compare(&affinity, corpus, NULL, &error) ||
 *         pleach_clusters_find(&clusters, affinity, NULL, &error) ||
 *         pleach_taxonomy_grow(&taxonomy, clusters, &error) ||
 *         pleach_taxonomy_write(taxonomy, &(pleach_sink){stdout}, NULL,
 *                               &error))
 *         puts(error.sentence);
 *
 * Beside this header: pleach_curate.h for who looks after a result,
 * pleach_lab.h for who measures, and pleach_parallel.h for many processes.
 * docs/library.md shows whole programs.
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
 * Options: a struct of zeros means the defaults, everywhere.
 * pleach_options_check refuses what is wrong
 * before any work begins.
 *
 * Versions: until 1.0 a new minor version may change any struct, and has
 * another SONAME (docs/versioning.md). Initialise structs by the names of their
 * fields.
 *
 * Threads: the library has no state of its own. Objects are read-only once
 * made, and several threads may use one; each makes its own objects at the
 * same time as others.
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
#define PLEACH_VERSION_MINOR 2
#define PLEACH_VERSION_PATCH 0
#define PLEACH_VERSION "0.2.0"

#if defined(__GNUC__)
#define PLEACH_CHECKED __attribute__((warn_unused_result))
/* What is declared here is what the shared library exports. */
#pragma GCC visibility push(default)
#else
#define PLEACH_CHECKED
#endif

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
} pleach_error;

/* ----------------------------------------------------------- listening -- */

typedef struct pleach_progress {
    const char *stage;     /* "read", "compare", "cluster", "polish", "bound",
                              "grow", "write", "validate" */
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
} pleach_listener;

/* How processes that share the work talk to each other: pleach_parallel.h. */
typedef struct pleach_exchange pleach_exchange;

/* --------------------------------------------------------------- bytes -- */

/* Where something is read from: a file, "-" for standard input, or bytes in
 * memory when `bytes` is set (then `name` is what messages call them). Files
 * and bytes may be compressed by gzip or zstd. */
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
    const char *carries; /* what else its source says of it, and what is in it,
                            as JSON (docs/formats.md); NULL: nothing */
    /* Of a corpus and of what was grown from it; 0 and NULL in one that was
     * loaded. Numbers of keys ascend with their bytes. */
    uint32_t number;      /* in the corpus */
    uint32_t key;         /* of its name, normalised */
    uint32_t person;      /* whose it is */
    const char *known_as; /* that person's name: the owner, or the id where
                             nobody is named */
} pleach_node;

/* Fills in a node by its number, from 0 up to the facts' `nodes`. Numbers do
 * not depend on the order in which hierarchies came; leaves follow their
 * root. */
PLEACH_CHECKED pleach_status pleach_corpus_node(pleach_node *node,
                                                const pleach_corpus *corpus,
                                                uint32_t number,
                                                pleach_error *error);
/* What the people with kept[person] set have said, as if the others had said
 * nothing; at least one is. Nodes keep their order. The whole outlives the
 * part. */
PLEACH_CHECKED pleach_status pleach_corpus_part(pleach_corpus **part,
                                                const pleach_corpus *whole,
                                                const uint8_t *kept,
                                                pleach_error *error);
/* ------------------------------------------------------------ affinity -- */

typedef struct pleach_taxonomy pleach_taxonomy;
/* What somebody decided: pleach_curate.h. */
typedef struct pleach_decisions pleach_decisions;
typedef struct pleach_answers pleach_answers;

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
} pleach_own_similarity;

typedef struct pleach_affinity_options {
    const char *similarity; /* see docs/method.md; NULL: "auto", or "own" if
                               that is given */
    const pleach_own_similarity *own; /* read while comparing only */
    double preference; /* above 0 and up to 1,000,000; 0: 0.0001 */
    const char *seed;  /* only the saplings around this term; NULL: all */
    uint32_t hops;     /* from the seed's roots outwards; 0: just one,
                          PLEACH_NO_HOPS: only the seed's own */
    uint32_t threads;  /* 0: as many as there are processors */
    const pleach_listener *listener;
    /* Where many nodes bear one name each chooses a few candidates. */
    uint32_t candidates; /* how many; PLEACH_ALL_CANDIDATES: all, anyway;
                            0: 16, or 8 within concepts, if there were
                            more than 2^25 pairs */
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
    /* What was answered (pleach_curate.h), borrowed as long as the corpus is;
     * NULL: nothing. */
    const pleach_answers *answers;
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
    const pleach_listener *listener;
    uint32_t parents; /* how many a cluster may have, where enough people say
                         so; 0: 1 */
    /* A name that everything is put below: that of a top, or else of the one
     * that most people have as their title under several names, or else of a
     * concept that nobody has. NULL: there may be many trees. */
    const char *root;
    /* What the taxonomy is to be made to, such as "tops=10..20,levels=5,"
     * "children=3..20" or a part of it (docs/shape.md). NULL: as people left
     * it. */
    const char *shape;
    uint32_t min_people; /* leave out concepts that fewer people have, and
                            nothing that more have is below; 0: none */
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

typedef struct pleach_tree_measures {
    double net_similarity, aut;
    uint64_t clusters;
    uint32_t depth; /* edges from the root to the deepest cluster */
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
    /* What people see in their files: an inner node, which is the top of one
     * sapling and a leaf of another, is one entry. */
    uint64_t entries, people;
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
    /* The best tree of the seed, or of all if there was none; in a file only
     * of a seed. */
    pleach_tree_measures best;
    uint32_t best_tree;     /* its root; PLEACH_NO_CLUSTER: there is none */
    uint32_t candidates;    /* of a node in a crowd; 0: there was none */
    uint32_t crowd;         /* more nodes than so many were one; 0: the same */
    uint64_t capped_blocks; /* that held a crowd */
    /* What people said about where things belong, one vote for each person,
     * child and parent, and what became of it. */
    uint64_t statements;
    uint64_t statements_held;      /* the parent is the parent */
    uint64_t statements_implied;   /* ... is higher up */
    uint64_t statements_overruled; /* ... is not above it at all */
    uint64_t tops_overruled; /* people who have it on top, where it is not */
    uint32_t parents;        /* that a cluster may have at most */
    uint64_t next_id;        /* above all ids that were ever given */
    uint64_t decisions;      /* that it obeys */
    /* Corrections that a person will make until the tree is right, as far as
     * can be told: clusters to merge and to split, concepts to move. */
    double expected_merges, expected_splits, expected_moves;
    /* Of a taxonomy that was just grown: the files of synonyms and vectors. */
    const pleach_known_file *known;
    size_t known_count;
    const char *root; /* what everything was put below; NULL: nothing was */
    /* What it was made to, the statements before, and those of them that the
     * taxonomy held then and does not now. NULL and 0: it was left as is. */
    const char *shape;
    uint64_t shape_statements, shape_set_aside;
    const char *shape_unmet; /* which ranges are not met, and why; NULL: all
                                are */
    uint32_t min_people;     /* what fewer have was left out, ... */
    uint64_t few_people;     /* ... so many nodes */
    uint64_t answers;        /* of a model, used as evidence */
} pleach_report;

const pleach_report *pleach_taxonomy_report(const pleach_taxonomy *taxonomy);

/* Whether the answer is proved to be the best possible: its bound is as near
 * as the bound's own rounding allows. */
bool pleach_report_is_best(const pleach_report *report);

typedef struct pleach_stage_times {
    double read, compare, cluster, grow, write; /* seconds */
    uint64_t peak_bytes;
} pleach_stage_times;

typedef struct pleach_write_options {
    const char *format;   /* see pleach_output_format_at; NULL: by the file's
                             ending */
    bool color;           /* "text": with ANSI colours */
    uint32_t max_depth;   /* "text"; 0: no limit */
    uint32_t max_breadth; /* children shown per cluster; 0: no limit */
    const pleach_stage_times *times; /* "report": NULL leaves them out */
    const char *base; /* "skos", "sssom": what addresses begin with; NULL:
                         "urn:pleach:" */
    const char *label_language; /* "skos": of all labels; NULL: none */
    /* Is told what a format cannot hold: of a taxonomy that was not loaded only
     * that further parents are left out. */
    const pleach_listener *listener;
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

/* ------------------------------------------------------------- reading -- */

/* Reads a taxonomy that was written as "json". It can be asked whatever is
 * below, and for its report, and be written as formats say (`loaded`).
 * PLEACH_BAD_DATA when it is not one, or damaged. */
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
    uint32_t end;     /* behind the last one below it. The first child, if there
                         is one, is the next cluster, and the next child is where
                         the one before it ends */
    uint32_t depth;   /* edges from the root */
    uint32_t size;    /* members; 0: a root that nobody has */
    uint32_t entries; /* the same, each inner node once */
    uint32_t exemplar;    /* which of them; with none UINT32_MAX */
    uint32_t people;      /* whose they are */
    uint32_t edge_people; /* who said that it belongs below its parent */
    double net_similarity;
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
    /* Why it hangs where it does, though more people want it elsewhere:
     * "decided", "answered", "branch", "implied", "top" or "unsettled"; "root":
     * it had no parent, and was put below the root; "shape": it was put there
     * for the shape asked for. NULL: most people said so. */
    const char *reason;
    /* What the shape did with it: "group", "grouped" or "moved"; NULL:
     * nothing. Of a group, the share of children that its name covers. */
    const char *shaped;
    double covers;
} pleach_cluster;

/* A member, the exemplar first in a grown taxonomy, then the most similar. */
typedef struct pleach_member {
    pleach_node node;
    double similarity;  /* to the exemplar; its own is its preference */
    const char *shaped; /* "entry": the shape put it here; "name": and it is a
                           further name of the cluster; NULL: neither */
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
} pleach_rival;

/* Fills in the rivals of a cluster's parent, at most *count, those of most
 * people first, and sets *count to how many; the first five are known. */
PLEACH_CHECKED pleach_status pleach_taxonomy_rivals(
    pleach_rival *rivals, size_t *count, const pleach_taxonomy *taxonomy,
    uint32_t cluster, pleach_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
