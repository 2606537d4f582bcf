/* grow_labels.c: counts who calls a cluster what, and tells siblings apart. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"
#include "base/text.h"
#include "corpus/names.h"
#include "same/answers.h"
#include "same/name_reader.h"
#include "taxonomy/plain_name.h"

/* What spellings can have in common: the plain name without case, or that
 * without number, accents and the like. */
typedef enum sameness { WORD, BARE, SAMENESSES } sameness;

/* What is known of a spelling. */
typedef struct spelling_facts {
    uint64_t hash[SAMENESSES]; /* the word has 0 until it is known */
    bool plain;                /* it has no ornaments */
    bool accented;
} spelling_facts;

/* What somebody calls a cluster. */
typedef struct calling {
    uint64_t by; /* what is counted: the word, or the bare name */
    uint32_t spelling, person;
} calling;

/* A spelling of a cluster, and how good a name it is. */
typedef struct choice {
    uint64_t by;
    uint32_t people_by[SAMENESSES]; /* who call it so in any such spelling */
    uint32_t people;
    uint32_t spelling;
    bool central; /* it has the exemplar's bare name */
    const spelling_facts *is;
} choice;

typedef struct labelling {
    const pl_cluster_draft *clusters;
    uint32_t count; /* of them, but for a root without nodes */
    const pleach_affinity *affinity;
    pl_namer *namer;
    pl_name_reader reader;
    pl_plain_name plain_name;
    spelling_facts *facts; /* per spelling */
    PL_LIST(calling) callings;
    PL_LIST(choice) choices;  /* of the cluster at hand, the best first */
    PL_LIST(uint64_t) better; /* answered: one spelling, rather than another */
    pl_arena *arena;
} labelling;

/* ------------------------------------------------------------- spellings -- */

/* What is left of a name once its writing is put aside. */
static bool learn_bare(labelling *l, const char *bytes, size_t length,
                       spelling_facts *is)
{
    pl_key key;
    if (!pl_namer_key(l->namer, bytes, length, &key))
        return false;
    uint64_t written = pl_hash_bytes(key.bytes, key.length, 0);
    if (!pl_namer_plain_key(l->namer, bytes, length, &key))
        return false;
    is->accented = written != pl_hash_bytes(key.bytes, key.length, 0);
    if (!pl_name_reader_read(&l->reader, bytes, length))
        return false;
    is->hash[BARE] =
        pl_hash_bytes(l->reader.sorted.items, l->reader.sorted.count, 0);
    return true;
}

/* Each spelling is looked at once, however many clusters have it. False: no
 * memory. */
static bool learn_spelling(labelling *l, uint32_t spelling)
{
    const pl_strings *table = l->affinity->corpus->spellings;
    const char *bytes = pl_strings_at(table, spelling);
    size_t length = pl_strings_length(table, spelling);
    spelling_facts *is = &l->facts[spelling];
    size_t fault;
    if (is->hash[WORD] != 0)
        return true;
    if (!pl_make_plain(&l->plain_name, bytes, length))
        return false;
    is->plain = l->plain_name.count == length &&
                memcmp(l->plain_name.items, bytes, length) == 0;
    pl_key folded = {l->plain_name.items, l->plain_name.count, false};
    /* A corpus holds nothing but UTF-8, unless somebody made it by hand. */
    bool text =
        pl_text_check(folded.bytes, folded.length, &fault) == PL_TEXT_FINE;
    is->hash[BARE] = pl_hash_bytes(folded.bytes, folded.length, 0);
    if (text &&
        (!learn_bare(l, folded.bytes, folded.length, is) ||
         !pl_namer_fold(l->namer, folded.bytes, folded.length, &folded)))
        return false;
    is->hash[WORD] = pl_hash_bytes(folded.bytes, folded.length, 0) | 1;
    return true;
}

static int compare_callings(const void *left, const void *right)
{
    const calling *a = left, *b = right;
    if (a->by != b->by)
        return a->by < b->by ? -1 : 1;
    if (a->person != b->person)
        return a->person < b->person ? -1 : 1;
    return (a->spelling > b->spelling) - (a->spelling < b->spelling);
}

static int compare_by_spelling(const void *left, const void *right)
{
    const calling *a = left, *b = right;
    if (a->spelling != b->spelling)
        return a->spelling < b->spelling ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

/* What most people write, in whatever case, then how they write it; the number
 * decides at last, so that nothing is left to chance. */
static int compare_choices(const void *left, const void *right)
{
    const choice *a = left, *b = right;
    if (a->people_by[BARE] != b->people_by[BARE])
        return a->people_by[BARE] > b->people_by[BARE] ? -1 : 1;
    if (a->people_by[WORD] != b->people_by[WORD])
        return a->people_by[WORD] > b->people_by[WORD] ? -1 : 1;
    if (a->is->plain != b->is->plain)
        return a->is->plain ? -1 : 1;
    if (a->central != b->central)
        return a->central ? -1 : 1;
    if (a->is->accented != b->is->accented)
        return a->is->accented ? -1 : 1;
    if (a->people != b->people)
        return a->people > b->people ? -1 : 1;
    return (a->spelling > b->spelling) - (a->spelling < b->spelling);
}

/* -------------------------------------------------------------- choosing -- */

/* What people call it counts by person, so that somebody with a hundred albums
 * has one vote. */
static bool list_callings(labelling *l, uint32_t d)
{
    const pleach_corpus *corpus = l->affinity->corpus;
    l->callings.count = 0;
    for (uint32_t k = l->clusters->first[d]; k < l->clusters->first[d + 1];
         k++) {
        uint32_t node = l->affinity->slot_node[l->clusters->member[k]];
        uint32_t spelling = corpus->node_spelling[node];
        calling said = {0, spelling, pl_person_of(corpus, node)};
        if (!learn_spelling(l, spelling))
            return false;
        pl_list_add(&l->callings, said);
    }
    return !pl_arena_failed(l->arena);
}

/* One choice for each spelling, with its people. Of names that equally many
 * use, that of the exemplar is nearest to all the others. */
static void count_spellings(labelling *l, uint32_t d)
{
    const uint32_t *spelling = l->affinity->corpus->node_spelling;
    uint32_t exemplar = l->affinity->slot_node[l->clusters->exemplar[d]];
    uint64_t central = l->facts[spelling[exemplar]].hash[BARE];
    qsort(l->callings.items, l->callings.count, sizeof *l->callings.items,
          compare_by_spelling);
    l->choices.count = 0;
    for (size_t k = 0; k < l->callings.count; k++) {
        const calling *said = &l->callings.items[k];
        const spelling_facts *is = &l->facts[said->spelling];
        bool known = k > 0 && said[-1].spelling == said->spelling;
        choice fresh = {.spelling = said->spelling,
                        .central = is->hash[BARE] == central,
                        .is = is};
        if (!known && !pl_list_push(&l->choices, fresh))
            return;
        if (!known || said[-1].person != said->person)
            l->choices.items[l->choices.count - 1].people++;
    }
}

static int order_choices(const void *left, const void *right)
{
    const choice *a = left, *b = right;
    return (a->by > b->by) - (a->by < b->by);
}

/* People who use what is counted in several spellings count once for it. */
static void count_people_by(labelling *l, sameness by)
{
    calling *said = l->callings.items;
    choice *choices = l->choices.items;
    size_t count = l->callings.count, at = 0;
    for (size_t k = 0; k < count; k++)
        said[k].by = l->facts[said[k].spelling].hash[by];
    for (size_t k = 0; k < l->choices.count; k++)
        choices[k].by = choices[k].is->hash[by];
    qsort(said, count, sizeof *said, compare_callings);
    qsort(choices, l->choices.count, sizeof *choices, order_choices);
    for (size_t k = 0, end; k < count; k = end) {
        uint32_t people = 0;
        for (end = k; end < count && said[end].by == said[k].by; end++)
            people += end == k || said[end].person != said[end - 1].person;
        for (; at < l->choices.count && choices[at].by == said[k].by; at++)
            choices[at].people_by[by] = people;
    }
}

/* -------------------------------------------------------------- answered -- */

static uint64_t pack_better(uint32_t spelling, uint32_t than)
{
    return (uint64_t)spelling << 32 | than;
}

/* What was answered about names: the one that was chosen is better than each
 * other one that was shown. */
static void list_better(labelling *l)
{
    const pleach_answers *a = l->affinity->answers;
    const pl_strings *table = l->affinity->corpus->spellings;
    for (size_t k = 0; a != NULL && k < a->replies.count; k++) {
        const pl_reply *reply = &a->replies.items[k];
        if (reply->kind != PL_ASK_NAME || reply->chosen == PL_NONE)
            continue;
        const char *text = a->names.items[reply->chosen].name;
        uint32_t chosen = pl_strings_find(table, text, strlen(text));
        for (uint32_t n = reply->first; n < reply->end; n++) {
            text = a->names.items[n].name;
            uint32_t than = pl_strings_find(table, text, strlen(text));
            if (chosen != PL_NONE && than != PL_NONE && chosen != than)
                pl_list_add(&l->better, pack_better(chosen, than));
        }
    }
    pl_sort_uint64(l->better.items, l->better.count);
}

static bool is_better(const labelling *l, uint32_t spelling, uint32_t than)
{
    return pl_has_uint64(l->better.items, l->better.count,
                         pack_better(spelling, than));
}

/* Puts what an answer prefers to the commonest name first. */
static void hear_names(labelling *l)
{
    choice *best = l->choices.items;
    for (size_t k = 1; l->better.count > 0 && k < l->choices.count; k++)
        if (is_better(l, best[k].spelling, best->spelling) &&
            !is_better(l, best->spelling, best[k].spelling)) {
            choice preferred = best[k];
            memmove(best + 1, best, k * sizeof *best);
            *best = preferred;
            return;
        }
}

/* Fills l->choices for cluster d, the best first. A few say Science and a few
 * Sciences: together they outvote who says Natural sciences. */
static bool list_name_choices(labelling *l, uint32_t d)
{
    if (!list_callings(l, d))
        return false;
    count_spellings(l, d);
    if (l->choices.count > 1) {
        count_people_by(l, WORD);
        count_people_by(l, BARE);
        qsort(l->choices.items, l->choices.count, sizeof *l->choices.items,
              compare_choices);
        hear_names(l);
    }
    return !pl_arena_failed(l->arena);
}

/* -------------------------------------------------------------- siblings -- */

typedef struct sibling {
    uint64_t identity;
    uint32_t size, cluster;
} sibling;

static sibling describe_sibling(const labelling *l, uint32_t d)
{
    const pl_cluster_draft *all = l->clusters;
    return (sibling){l->affinity->slot_identity[all->exemplar[d]],
                     all->first[d + 1] - all->first[d], d};
}

static int order_siblings_by_size(const void *left, const void *right)
{
    const sibling *a = left, *b = right;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    if (a->identity != b->identity)
        return a->identity < b->identity ? -1 : 1;
    return (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

/* The number of a name below a parent in the table of those in use. */
static uint32_t use_name(pl_strings *used, uint32_t parent, uint64_t word)
{
    char key[sizeof parent + sizeof word];
    memcpy(key, &parent, sizeof parent);
    memcpy(key + sizeof parent, &word, sizeof word);
    return pl_strings_add(used, key, sizeof key);
}

typedef PL_LIST(sibling) sibling_list;

/* Lists the clusters whose name a larger sibling has. holder[number of the
 * name] is the largest so far. */
static bool list_doubles(labelling *l, const uint32_t *name, pl_strings *used,
                         sibling *holder, sibling_list *doubles)
{
    for (uint32_t d = 0; d < l->count; d++) {
        uint32_t known = pl_strings_count(used);
        if (l->clusters->parent[d] == PL_NONE)
            continue;
        uint32_t at = use_name(used, l->clusters->parent[d],
                               l->facts[name[d]].hash[WORD]);
        sibling is = describe_sibling(l, d), loses = is;
        if (at == PL_NONE)
            return false;
        if (at == known || order_siblings_by_size(&is, &holder[at]) < 0) {
            loses = holder[at];
            holder[at] = is;
        }
        if (at != known)
            pl_list_add(doubles, loses);
    }
    return !pl_arena_failed(l->arena);
}

/* The best name of d that none of its siblings has; else it keeps its own. */
static bool rename_double(labelling *l, uint32_t *name, pl_strings *used,
                          uint32_t d)
{
    uint32_t parent = l->clusters->parent[d];
    if (!list_name_choices(l, d))
        return false;
    for (size_t k = 0; k < l->choices.count; k++) {
        uint32_t known = pl_strings_count(used);
        uint32_t at =
            use_name(used, parent, l->choices.items[k].is->hash[WORD]);
        if (at == PL_NONE)
            return false;
        if (at < known)
            continue;
        name[d] = l->choices.items[k].spelling;
        break;
    }
    return true;
}

/* Two children of one name would look like a mistake. The larger one keeps it,
 * and the others take the next name that their people use. */
static bool tell_siblings_apart(labelling *l, uint32_t *name, pl_strings *used)
{
    sibling_list doubles = {.arena = l->arena};
    sibling *holder = PL_ARENA_ARRAY(l->arena, sibling, l->count);
    if (holder == NULL || !list_doubles(l, name, used, holder, &doubles))
        return false;
    if (doubles.count > 1)
        qsort(doubles.items, doubles.count, sizeof *doubles.items,
              order_siblings_by_size);
    for (size_t k = 0; k < doubles.count; k++)
        if (!rename_double(l, name, used, doubles.items[k].cluster))
            return false;
    return true;
}

/* ------------------------------------------------------------- the whole -- */

static bool choose_all(labelling *l, uint32_t *name, pl_strings *used)
{
    uint32_t spellings = pl_strings_count(l->affinity->corpus->spellings);
    l->facts = PL_ARENA_ARRAY(l->arena, spelling_facts, spellings);
    if (used == NULL || l->facts == NULL)
        return false;
    list_better(l);
    for (uint32_t d = 0; d < l->count; d++) {
        if (!list_name_choices(l, d))
            return false;
        name[d] = l->choices.items[0].spelling;
    }
    return tell_siblings_apart(l, name, used);
}

/* Names are chosen before any cluster is called: two of one name need more. */
pleach_status pl_choose_labels(pl_cluster_draft *plan,
                               const pleach_affinity *affinity,
                               pleach_error *error)
{
    PL_SCRATCH(scratch);
    bool bare = plan->root != PL_NONE && plan->size[plan->root] == 0;
    labelling l = {.clusters = plan,
                   .count = plan->count - bare,
                   .affinity = affinity,
                   .arena = scratch,
                   .plain_name = {.arena = scratch},
                   .callings = {.arena = scratch},
                   .better = {.arena = scratch},
                   .choices = {.arena = scratch}};
    pl_strings *used = pl_strings_in(scratch);
    const char *language = affinity->corpus->language;
    PL_TRY(pl_namer_new(&l.namer, scratch, "none", error));
    PL_TRY(pl_name_reader_open(&l.reader, scratch, language, error));
    return choose_all(&l, plan->name, used) ? PLEACH_OK : pl_fail_memory(error);
}
