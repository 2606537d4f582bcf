/* explain_subject.c: finds the cluster or node that a word means. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "curate/explain.h"
#include "same/spelling.h"

enum { SHOWN = 80 };      /* bytes of a word in a sentence */
enum { MOST_TOLD = 8 };   /* clusters of one name */
enum { MOST_EACH = 120 }; /* bytes of all its names */

/* What decisions have between a name and the one above it. */
static const char below[] = " under ";

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

static bool find_by_number(pl_subject *subject, const pl_taxonomy_file *filed,
                           const char *word)
{
    int64_t number;
    if (!read_cluster_number(word, &number))
        return false;
    *subject = (pl_subject){pl_filed_find(filed, number), NULL};
    return subject->cluster != PL_NONE;
}

/* --------------------------------------------------------------- names -- */

typedef bool (*is_called)(const pl_taxonomy_file *filed, uint32_t cluster,
                          const char *word);

static bool has_name(const pl_taxonomy_file *filed, uint32_t cluster,
                     const char *word)
{
    return strcmp(filed->name[cluster], word) == 0;
}

/* "bird under pet", "bird under pet under animal": its name, then those above
 * it, as many as are given. Names may have the word between them too, so the
 * tree says where each ends. */
static bool has_names(const pl_taxonomy_file *filed, uint32_t cluster,
                      const char *word)
{
    for (; cluster != PL_NONE; cluster = filed->parent[cluster]) {
        size_t length = strlen(filed->name[cluster]);
        if (strncmp(word, filed->name[cluster], length) != 0)
            return false;
        word += length;
        if (*word == '\0')
            return true;
        if (strncmp(word, below, sizeof below - 1) != 0)
            return false;
        word += sizeof below - 1;
    }
    return false;
}

/* The first node of a cluster that its owner calls so; NULL: none is. */
static const pl_filed_node *find_member(const pl_taxonomy_file *filed,
                                        uint32_t cluster, const char *word)
{
    for (uint32_t k = filed->first[cluster]; k < filed->first[cluster + 1]; k++)
        if (strcmp(filed->member[k].name, word) == 0)
            return &filed->member[k];
    return NULL;
}

/* What is in no cluster, such as what was dropped. */
static bool find_discarded(pl_subject *subject, const pl_taxonomy_file *filed,
                           const char *word)
{
    for (uint32_t k = 0; k < filed->discarded_count; k++)
        if (strcmp(filed->discarded[k].name, word) == 0) {
            *subject = (pl_subject){PL_NONE, &filed->discarded[k]};
            return true;
        }
    return false;
}

static bool holds_name(const pl_taxonomy_file *filed, uint32_t cluster,
                       const char *word)
{
    return find_member(filed, cluster, word) != NULL;
}

/* How many clusters are called so; the first one in *found. */
static uint32_t count_called(const pl_taxonomy_file *filed, is_called called,
                             const char *word, uint32_t *found)
{
    uint32_t count = 0;
    for (uint32_t c = filed->cluster_count; c-- > 0;)
        if (called(filed, c, word)) {
            *found = c;
            count++;
        }
    return count;
}

/* --------------------------------------------------------------- nodes -- */

/* The node at `path` of the hierarchy with this id; its root row first. */
static bool find_subject_place(pl_subject *subject, const pl_explaining *in,
                               const char *id, size_t id_length,
                               const char *path)
{
    const pl_filed_node *found = NULL;
    for (uint32_t key = 0; key < in->key_count; key++) {
        const pl_filed_node *node = in->by_key[key];
        if (node == NULL)
            continue;
        pl_filed_place place = pl_filed_place_of(&in->filed, key);
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

/* ------------------------------------------------------------- several -- */

/* "2021 under Photos", and all that is above. False: there is no room for that,
 * and what would be left of it tells nothing apart, nor could it be typed. */
static bool describe_called(char *to, size_t room,
                            const pl_taxonomy_file *filed, uint32_t cluster)
{
    size_t used = 0;
    for (uint32_t c = cluster; c != PL_NONE; c = filed->parent[c]) {
        used += (size_t)snprintf(to + used, room - used, "%s%s",
                                 c == cluster ? "" : below, filed->name[c]);
        if (used >= room)
            return false;
    }
    if (filed->parent[cluster] == PL_NONE)
        used += (size_t)snprintf(to + used, room - used, " at the top");
    return used < room;
}

/* Each with its number and what is above it, so that the next try can name one
 * of them without another look at the file; with its number alone where names
 * are long. */
static pleach_status fail_ambiguous(const pl_taxonomy_file *filed,
                                    is_called called, const char *word,
                                    uint32_t count, pleach_error *error)
{
    char list[340] = "";
    size_t used = 0;
    uint32_t told = 0;
    for (uint32_t c = 0; c < filed->cluster_count && told < MOST_TOLD; c++) {
        char one[MOST_EACH] = "";
        if (!called(filed, c, word))
            continue;
        bool fits = describe_called(one, sizeof one, filed, c);
        int more = snprintf(list + used, sizeof list - used, "%s#%lld%s%s",
                            told == 0 ? "" : ", ", (long long)filed->id[c],
                            fits ? " " : "", fits ? one : "");
        if (more < 0 || (size_t)more >= sizeof list - used)
            break;
        used += (size_t)more;
        told++;
    }
    list[used] = '\0';
    return pl_fail_at(error, PLEACH_BAD_DATA, filed->path, 0, 0,
                      "%u clusters %s \"%.*s\": %s%s; say which one.", count,
                      called == holds_name ? "have a node called" : "are named",
                      pl_text_cut(word, strlen(word), SHOWN), word, list,
                      told < count ? ", ..." : "");
}

/* A name with small letters, cut to what is compared. */
static pl_word lower_word(char room[PL_LONGEST_WORD], const char *name)
{
    size_t length = 0;
    for (; length < PL_LONGEST_WORD && name[length] != '\0'; length++)
        room[length] = name[length] >= 'A' && name[length] <= 'Z'
                           ? (char)(name[length] + ('a' - 'A'))
                           : name[length];
    return (pl_word){room, length};
}

/* The cluster whose name is most like a word that none has; PL_NONE: none is
 * like it. */
static uint32_t find_similar(const pl_taxonomy_file *filed, const char *word)
{
    char room[2][PL_LONGEST_WORD];
    const char *above = strstr(word, below);
    pl_word wanted = lower_word(room[0], word);
    if (above != NULL && (size_t)(above - word) < wanted.length)
        wanted.length = (size_t)(above - word);
    uint32_t best = PL_NONE;
    double most = 0.88; /* two slips in a word of nine letters */
    for (uint32_t c = 0; c < filed->cluster_count; c++) {
        double alike =
            pl_word_jaro(wanted, lower_word(room[1], filed->name[c]));
        if (alike <= most)
            continue;
        most = alike;
        best = c;
    }
    return best;
}

/* A name that is nearly the word is proposed; without one, the forms are. */
static pleach_status fail_unknown(const pl_taxonomy_file *filed,
                                  const char *word, pleach_error *error)
{
    uint32_t similar = find_similar(filed, word);
    if (similar != PL_NONE)
        return pl_fail_at(
            error, PLEACH_BAD_DATA, filed->path, 0, 0,
            "There is neither a cluster nor a node \"%.*s\"; did you mean "
            "\"%.*s\"?",
            pl_text_cut(word, strlen(word), SHOWN), word,
            pl_text_cut(filed->name[similar], strlen(filed->name[similar]),
                        SHOWN),
            filed->name[similar]);
    return pl_fail_at(error, PLEACH_BAD_DATA, filed->path, 0, 0,
                      "There is neither a cluster nor a node \"%.*s\"; "
                      "name a cluster (#12, its name, or \"bird under "
                      "pet\") or a node (ID or ID:PATH).",
                      pl_text_cut(word, strlen(word), SHOWN), word);
}

/* Clusters before nodes, as people ask about concepts more often. A name that
 * several clusters have may still be the id of one node. Names above a name
 * come later: "bird under glass" may be one name. Last, what somebody calls a
 * node, whatever became of it. */
pleach_status pl_find_subject(pl_subject *subject, const pl_explaining *in,
                              const char *word, pleach_error *error)
{
    const pl_taxonomy_file *filed = &in->filed;
    is_called called = has_name;
    uint32_t named = PL_NONE;
    if (find_by_number(subject, filed, word))
        return PLEACH_OK;
    uint32_t count = count_called(filed, called, word, &named);
    if (count != 1 && find_named_node(subject, in, word))
        return PLEACH_OK;
    if (count == 0) {
        called = has_names;
        count = count_called(filed, called, word, &named);
    }
    if (count == 0) {
        called = holds_name;
        count = count_called(filed, called, word, &named);
    }
    if (count > 1)
        return fail_ambiguous(filed, called, word, count, error);
    if (count == 0 && find_discarded(subject, filed, word))
        return PLEACH_OK;
    if (count == 0)
        return fail_unknown(filed, word, error);
    *subject = (pl_subject){
        named, called == holds_name ? find_member(filed, named, word) : NULL};
    return PLEACH_OK;
}
