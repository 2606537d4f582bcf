/* taxonomy_file.h: a taxonomy file read back, for those who judge it.
 *
 * Shares nothing with the code that grows and writes taxonomies, so that a
 * mistake there cannot hide itself here. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_TAXONOMY_FILE_H
#define PL_TAXONOMY_FILE_H

#include "base/json_parse.h"
#include "base/memory.h"
#include "base/strings.h"
#include "read/input_bytes.h"

/* Ids of clusters are from 0 to this. */
#define PL_MOST_ID ((1LL << 62) - 1)

/* A node as its file names it. `key` is its number in `nodes`. */
typedef struct pl_filed_node {
    uint32_t key;
    const char *name; /* as its owner wrote it; "" where the file is silent */
    const char *source_id; /* what its source calls it by; NULL: nothing */
    const char *carries;   /* as corpus/payload.h has it; NULL: nothing */
    const char *shaped;    /* what a shape made of it; NULL: nothing */
    uint32_t cluster;      /* index, not id; PL_NONE: discarded */
    uint32_t parent_key;   /* of the sapling's root; PL_NONE: it is a root */
    double similarity;
} pl_filed_node;

typedef struct pl_taxonomy_file {
    const char *path; /* borrowed: what messages call the file */
    pl_json_tree *tree;
    const pl_parsed *root, *report, *clusters; /* of it */
    pl_arena *arena;
    pl_strings *nodes; /* owner, id, path and role, with NULs between */
    pl_strings *ids;   /* the bytes of each cluster's id, in order */
    PL_LIST(char) scratch;

    uint32_t cluster_count;
    int64_t *id;
    const char **name;
    uint32_t *parent; /* index; PL_NONE: a tree's root */
    uint32_t *depth;  /* counted here along the parents */
    /* Further parents of c: more_first[c] .. more_first[c + 1], by index, and
     * how many people put it there; NULL: none has any. */
    uint32_t *more_first, *more_parent, *more_people;
    double *net_similarity;
    uint32_t *exemplar_key; /* PL_NONE: nobody has it */
    uint32_t *first;        /* cluster_count + 1: members of c */
    uint32_t member_count;
    pl_filed_node *member;
    uint32_t discarded_count;
    pl_filed_node *discarded;
} pl_taxonomy_file;

/* Reads and proves the shape: types, unique ids, parents that exist, no
 * loops, stated depths and sizes, well-formed paths and roles. The first
 * thing wrong is PLEACH_BAD_DATA. Free it also after a failure. */
PLEACH_CHECKED pleach_status pl_taxonomy_file_load(pl_taxonomy_file *filed,
                                                   const pleach_input *input,
                                                   pleach_error *error);
/* The same for a text in memory, which is called `path` in messages. */
PLEACH_CHECKED pleach_status pl_taxonomy_file_read(pl_taxonomy_file *filed,
                                                   const char *bytes,
                                                   size_t length,
                                                   const char *path,
                                                   pleach_error *error);
/* The ids, names and parents of clusters alone: files of other programs may
 * lack the rest. */
PLEACH_CHECKED pleach_status pl_taxonomy_file_read_tree(pl_taxonomy_file *filed,
                                                        const char *bytes,
                                                        size_t length,
                                                        const char *path,
                                                        pleach_error *error);
void pl_taxonomy_file_free(pl_taxonomy_file *filed);

/* A cluster as the file has it, and a field of it; NULL: it has none. */
static inline const pl_parsed *pl_filed_cluster(const pl_taxonomy_file *filed,
                                                uint32_t c)
{
    return pl_parsed_at(filed->clusters, c);
}

static inline const pl_parsed *pl_filed_of(const pl_taxonomy_file *filed,
                                           uint32_t c, const char *name)
{
    return pl_parsed_get(pl_filed_cluster(filed, c), name);
}

/* The cluster with this id, by its place; PL_NONE: there is none. */
uint32_t pl_filed_find(const pl_taxonomy_file *filed, int64_t id);

/* The number of a node in `nodes`, added when new; PL_NONE: no memory. */
uint32_t pl_filed_key(pl_taxonomy_file *filed, const char *owner,
                      const char *id, const char *path, const char *role);

/* What a key is made of. */
typedef struct pl_filed_place {
    const char *owner, *id, *path, *role;
} pl_filed_place;
static inline pl_filed_place pl_filed_place_of(const pl_taxonomy_file *filed,
                                               uint32_t key)
{
    const char *owner = pl_strings_at(filed->nodes, key);
    const char *id = owner + strlen(owner) + 1;
    const char *path = id + strlen(id) + 1;
    return (pl_filed_place){owner, id, path, path + strlen(path) + 1};
}

/* A node for people: leaf 0/2 of "trip" by ann. */
typedef struct pl_filed_label {
    char text[160];
} pl_filed_label;
pl_filed_label pl_filed_describe(const pl_taxonomy_file *filed, uint32_t key);

/* The taxonomy breaks a rule: PLEACH_BAD_DATA. */
#define pl_broken(filed, error, ...)                                           \
    pl_fail_at((error), PLEACH_BAD_DATA, (filed)->path, 0, 0, __VA_ARGS__)

/* What the report says that everything was put below; NULL: nothing was. And
 * whether a cluster is said to hang there for want of a parent. */
const char *pl_filed_root(const pl_taxonomy_file *filed);
bool pl_filed_is_rooted(const pl_taxonomy_file *filed, uint32_t c);

/* Whether the file says that its shape did this with a cluster. */
bool pl_filed_is_shaped(const pl_taxonomy_file *filed, uint32_t c,
                        const char *how);

/* Whether all nodes have one owner; and nobody is named, so that each hierarchy
 * is somebody's. */
bool pl_filed_has_one_owner(const pl_taxonomy_file *filed);
bool pl_taxonomy_file_by_hierarchy(const pl_taxonomy_file *filed);

/* Whether people may have been overruled: its solver does, or decisions,
 * matches that sources state or a previous result did. Else nobody was. */
bool pl_taxonomy_file_overrules(const pl_taxonomy_file *filed);

#endif
