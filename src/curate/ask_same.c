/* ask_same.c: puts names that may mean the same into one question.
 *
 * A use that is in doubt is shown with the name that stands for its cluster,
 * and with where an answer put it; what is sure is shown by one name for each
 * cluster. Each round has another order, so that names meet other names. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "curate/ask.h"

/* Below this, a use needs no further answer, and a question is not worth it. */
static const double LEAST_DOUBT = 0.03, LEAST_UNSEEN = 0.02, LEAST_SAVED = 1;
/* Of a name with more uses, these are shown; all of them are for a question of
 * their own. */
enum { USES_SHOWN = 8 };
/* So many names may stand in any order and still meet. */
enum { FEW_NAMES = 1200 };

/* A use in a question: by which place it sorts, and what asking saves. */
typedef struct entry {
    uint64_t place;
    uint32_t use;
    double saves;
} entry;
typedef PL_LIST(entry) entry_list;

static int compare_entries(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->use != b->use)
        return a->use < b->use ? -1 : 1;
    return (a->saves < b->saves) - (a->saves > b->saves);
}

/* Orders change from round to round: through the tree, mixed, level by level.
 */
static uint64_t place_cluster(const pl_ask_facts *f, uint32_t c, uint32_t round)
{
    const char *name = pl_cluster_name(f->forest, c);
    switch (round % 3) {
    case 0:
        return c;
    case 1:
        if (f->forest->cluster_count <= FEW_NAMES)
            return pl_hash_pair(c, round);
        name = strrchr(name, ' ') == NULL ? name : strrchr(name, ' ') + 1;
        return pl_hash_bytes(name, strlen(name), round);
    default:
        return (uint64_t)f->forest->depth[c] << 32 | c;
    }
}

static uint32_t count_rounds(const pl_ask_facts *f)
{
    uint32_t most = 0;
    for (uint32_t x = 0; x < f->said.uses.count; x++)
        if (f->asked[x] > most)
            most = f->asked[x];
    return most;
}

/* Of a name with many uses, only those that most people have are shown. */
static bool is_shown(const pl_ask_facts *f, uint32_t x)
{
    const pl_label_uses *u = &f->said.uses;
    uint32_t from = u->of_label[u->label[x]], to = u->of_label[u->label[x] + 1];
    uint32_t before = 0;
    for (uint32_t y = from; to - from > USES_SHOWN && y < to; y++)
        before += u->people[y] > u->people[x] ||
                  (y < x && u->people[y] == u->people[x]);
    return before < USES_SHOWN;
}

static bool add_entry(entry_list *to, uint64_t place, uint32_t use,
                      double saves)
{
    return use == PL_NONE || pl_list_push(to, ((entry){place, use, saves}));
}

/* All that has to be shown, with what it goes together with. */
static bool list_entries(entry_list *to, const pl_ask_facts *f, uint32_t round)
{
    for (uint32_t x = 0; x < f->said.uses.count; x++) {
        uint32_t c = f->cluster[x], rival = f->rival[x];
        if (c == PL_NONE || !is_shown(f, x))
            continue;
        uint64_t place = place_cluster(f, c, round);
        bool doubtful = f->doubt[x] > LEAST_DOUBT;
        if (!doubtful && !(f->shown[c] == x && f->unseen[x] > LEAST_UNSEEN))
            continue;
        if (!add_entry(to, place, x, f->doubt[x] + f->unseen[x]) ||
            !add_entry(to, place, f->shown[c], 0) ||
            (doubtful && rival != PL_NONE &&
             !add_entry(to, place, f->shown[rival], 0)))
            return false;
    }
    return true;
}

/* One question holds a use once. */
static uint32_t take_entries(pl_asking *asking, const entry_list *all,
                             size_t from, size_t size)
{
    size_t k = from;
    for (; k < all->count && asking->count < size; k++) {
        const entry *e = &all->items[k];
        bool there = false;
        for (uint32_t i = 0; i < asking->count && !there; i++)
            there = asking->item[i] == e->use;
        if (!there) {
            asking->item[asking->count++] = e->use;
            asking->saves += e->saves;
        }
    }
    return (uint32_t)(k - from);
}

/* In an order that tells nothing. */
static void shuffle(pl_asking *asking, uint64_t seed)
{
    for (uint32_t k = asking->count; k > 1; k--) {
        uint32_t i = (uint32_t)(pl_hash_pair(seed, k) % k), kept;
        kept = asking->item[k - 1];
        asking->item[k - 1] = asking->item[i];
        asking->item[i] = kept;
    }
}

/* Equally long questions rather than full ones and a rest. */
static bool cut_entries(pl_asking_list *to, const pl_ask_facts *f,
                        const entry_list *all)
{
    size_t questions = (all->count + PL_MOST_ASKED - 1) / PL_MOST_ASKED;
    size_t size = (all->count + questions - 1) / questions;
    for (size_t from = 0; from < all->count;) {
        pl_asking next = {.kind = PL_ASK_SAME, .about = PL_NONE};
        from += take_entries(&next, all, from, size);
        shuffle(&next, f->answers->next_id + from);
        if (next.count > 1 && next.saves > LEAST_SAVED &&
            !pl_list_push(to, next))
            return false;
    }
    return true;
}

bool pl_ask_same(pl_asking_list *to, const pl_ask_facts *facts)
{
    entry_list all = {.items = NULL};
    bool enough = list_entries(&all, facts, count_rounds(facts));
    if (enough && all.count > 0) {
        qsort(all.items, all.count, sizeof *all.items, compare_entries);
        enough = cut_entries(to, facts, &all);
    }
    pl_list_free(&all);
    return enough;
}

/* ---------------------------------------------------------------- senses -- */

/* A name that stands in too many places to be shown with others. */
bool pl_ask_senses(pl_asking_list *to, const pl_ask_facts *f)
{
    static const double EACH = 0.1;
    const pl_label_uses *u = &f->said.uses;
    for (uint32_t label = 0; label < f->labels.count; label++) {
        uint32_t from = u->of_label[label], end = u->of_label[label + 1];
        pl_asking next = {.kind = PL_ASK_SENSE, .about = label};
        for (uint32_t x = from;
             end - from > USES_SHOWN && x < end && next.count < PL_MOST_ASKED;
             x++)
            if (f->cluster[x] != PL_NONE && f->asked[x] < 2) {
                next.item[next.count++] = x;
                next.saves += EACH * f->doubt[x];
            }
        if (next.count > 1 && next.saves > LEAST_SAVED * EACH &&
            !pl_list_push(to, next))
            return false;
    }
    return true;
}
