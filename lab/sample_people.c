/* sample_people.c: people, one after the other, write down their saplings. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "lab/sample.h"

/* How people go about it; docs/sample.md tells the story. */
static const double PER_USER = 2.9;       /* mean saplings of a person */
static const double POPULARITY = 1;       /* exponent of Zipf's law */
static const double DEPTH_BIAS = 1.5;     /* how much upper concepts lead */
static const double MEAN_CHILDREN = 3.6;  /* leaves wished for a sapling */
static const double FOCUS = 0.3;          /* the next one starts at a leaf */
static const double INVERTED_SHARE = 0.4; /* of the noise: the root's parent */
static const double UNTAGGED = 0.2;       /* people who never tag */
enum { MOST_CHILDREN = 60 };

typedef enum leaf_kind { RIGHT, SHORTCUT, WRONG, INVERTED } leaf_kind;

static const char *const kind_names[] = {"ok", "shortcut", "wrong", "inverted"};

typedef struct leaf {
    uint32_t concept;
    leaf_kind kind;
    size_t tally_end; /* its tags end here in `tallies` */
} leaf;

typedef struct story_teller {
    pl_gold *gold; /* kids are in the order of their popularity */
    pl_random *random;
    const pleach_sample_options *options;
    pl_surface_odds odds;
    pl_out_buffer *saplings, *truth;
    pleach_sample_facts *facts;

    uint32_t *inner; /* concepts with kids, the most popular first */
    uint32_t inner_count;
    pl_ranks root_ranks, kid_ranks;
    pl_geometric per_user, children, tokens;
    pl_vocabulary words;

    /* The sapling that is being written. */
    uint64_t *taken; /* by concept: the last sapling that has it as a leaf */
    PL_LIST(leaf) leaves;
    PL_LIST(uint64_t) tallies; /* tags of the leaves, then of the root */
    pl_surface surface;

    /* The person who writes. */
    bool tagging;
    char private_tag[PL_PRIVATE_TAGS][32]; /* as "tag": for JSON */
    size_t private_length[PL_PRIVATE_TAGS];
} story_teller;

/* ---------------------------------------------------------- popularity -- */

typedef struct popularity {
    double weight; /* the smaller, the more popular */
    uint32_t concept;
} popularity;

static int compare_popularity(const void *left, const void *right)
{
    const popularity *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight < b->weight ? -1 : 1;
    return (a->concept > b->concept) - (a->concept < b->concept);
}

static uint32_t kid_count(const pl_gold *gold, uint32_t concept)
{
    return gold->kid_first[concept + 1] - gold->kid_first[concept];
}

static double deepest(const pl_gold *gold)
{
    uint32_t depth = 1;
    for (uint32_t k = 0; k < gold->count; k++)
        if (gold->depth[k] > depth)
            depth = gold->depth[k];
    return depth;
}

/* A random order in which upper concepts tend to come first. */
static bool order_concepts(story_teller *story, popularity *order)
{
    const pl_gold *gold = story->gold;
    double scale = 2 * DEPTH_BIAS / deepest(gold);
    for (uint32_t k = 0; k < gold->count; k++)
        if (kid_count(gold, k) > 0)
            order[story->inner_count++] = (popularity){
                scale * gold->depth[k] + pl_random_unit(story->random), k};
    qsort(order, story->inner_count, sizeof *order, compare_popularity);
    for (uint32_t k = 0; k < story->inner_count; k++) {
        uint32_t concept = order[k].concept, kids = kid_count(gold, concept);
        story->inner[k] = concept;
        pl_random_shuffle(story->random, gold->kid + gold->kid_first[concept],
                          kids);
        if (!pl_ranks_prepare(&story->kid_ranks, kids))
            return false;
    }
    return pl_ranks_prepare(&story->root_ranks, story->inner_count);
}

/* Distributions are prepared once, as each is drawn from millions of times. */
static bool prepare_people(story_teller *story)
{
    const pleach_sample_options *options = story->options;
    size_t count = story->gold->count;
    popularity *order = pl_allocate(count, sizeof *order);
    story->inner = pl_allocate(count, sizeof *story->inner);
    story->taken = pl_allocate(count, sizeof *story->taken);
    story->root_ranks.exponent = POPULARITY;
    /* Among siblings favourites stand out less than in the whole. */
    story->kid_ranks.exponent = 0.7 * POPULARITY;
    story->per_user = pl_geometric_of(PER_USER, UINT32_MAX);
    story->children = pl_geometric_of(MEAN_CHILDREN, MOST_CHILDREN);
    story->tokens = pl_geometric_of(options->tags_per_node,
                                    (uint64_t)(20 * options->tags_per_node));
    story->odds = (pl_surface_odds){options->synonym, options->variation,
                                    options->decor, options->typo};
    bool enough =
        order && story->inner && story->taken && order_concepts(story, order);
    pl_release(order);
    return enough;
}

static void release_people(story_teller *story)
{
    pl_release(story->inner);
    pl_release(story->taken);
    pl_ranks_free(&story->root_ranks);
    pl_ranks_free(&story->kid_ranks);
    pl_vocabulary_free(&story->words);
    pl_list_free(&story->leaves);
    pl_list_free(&story->tallies);
}

/* ------------------------------------------------------------ choosing -- */

static uint32_t draw_kid(const story_teller *story, uint32_t concept)
{
    const pl_gold *gold = story->gold;
    return gold->kid[gold->kid_first[concept] +
                     pl_ranks_draw(story->random, &story->kid_ranks,
                                   kid_count(gold, concept))];
}

/* Where the next sapling starts: below the last one, or anywhere. */
static uint32_t draw_root(const story_teller *story, uint32_t last)
{
    if (last != PL_NONE && pl_random_chance(story->random, FOCUS)) {
        uint32_t kid = draw_kid(story, last);
        if (kid_count(story->gold, kid) > 0)
            return kid;
    }
    return story->inner[pl_ranks_draw(story->random, &story->root_ranks,
                                      story->inner_count)];
}

static bool is_taken(const story_teller *story, uint32_t concept)
{
    return story->taken[concept] == story->facts->saplings;
}

/* Any concept that does not belong below the root, nor right above it; the
 * top one of a taxonomy finds none. */
static uint32_t draw_wrong(const story_teller *story, uint32_t root)
{
    const pl_gold *gold = story->gold;
    for (int tries = 0; tries < 8; tries++) {
        uint32_t any = pl_random_below(story->random, gold->count);
        if (any != gold->parent[root] && !is_taken(story, any) &&
            !pl_gold_is_above(gold, root, any))
            return any;
    }
    return PL_NONE;
}

/* A wrong or inverted leaf, or PL_NONE when there is none to be had. */
static uint32_t draw_noise(const story_teller *story, uint32_t root,
                           leaf_kind *kind)
{
    if (!pl_random_chance(story->random, INVERTED_SHARE)) {
        *kind = WRONG;
        return draw_wrong(story, root);
    }
    *kind = INVERTED;
    uint32_t parent = story->gold->parent[root];
    return parent == PL_NONE || is_taken(story, parent) ? PL_NONE : parent;
}

static uint32_t draw_shortcut(const story_teller *story, uint32_t root)
{
    uint32_t kid = draw_kid(story, root);
    if (kid_count(story->gold, kid) == 0)
        return PL_NONE;
    uint32_t below = draw_kid(story, kid);
    return is_taken(story, below) ? PL_NONE : below;
}

/* A kid that is not there yet; *cursor walks over those that are when luck
 * does not find one. */
static uint32_t draw_right(const story_teller *story, uint32_t root,
                           uint32_t *cursor)
{
    const pl_gold *gold = story->gold;
    for (int tries = 0; tries < 8; tries++) {
        uint32_t kid = draw_kid(story, root);
        if (!is_taken(story, kid))
            return kid;
    }
    for (; *cursor < gold->kid_first[root + 1]; ++*cursor)
        if (!is_taken(story, gold->kid[*cursor]))
            return gold->kid[*cursor];
    return PL_NONE;
}

/* One draw decides between noise, shortcut and right, so that the shares are
 * those given whatever order they are asked in. Where the wished kind does not
 * exist, it is a right one. */
static leaf draw_leaf(const story_teller *story, uint32_t root,
                      uint32_t *cursor)
{
    const pleach_sample_options *options = story->options;
    leaf drawn = {PL_NONE, RIGHT, 0};
    double fate = pl_random_unit(story->random);
    if (fate < options->noise) {
        drawn.concept = draw_noise(story, root, &drawn.kind);
    } else if (fate < options->noise + options->shortcut) {
        drawn.kind = SHORTCUT;
        drawn.concept = draw_shortcut(story, root);
    }
    if (drawn.concept == PL_NONE) {
        drawn.kind = RIGHT;
        drawn.concept = draw_right(story, root, cursor);
    }
    return drawn;
}

/* Nobody names a thing twice in one sapling: `taken` holds the sapling that has
 * a concept, and needs no clearing. */
static bool draw_leaves(story_teller *story, uint32_t root)
{
    uint64_t wanted = pl_geometric_draw(story->random, &story->children);
    uint32_t kids = kid_count(story->gold, root);
    uint32_t cursor = story->gold->kid_first[root];
    story->leaves.count = 0;
    for (uint64_t k = 0; k < wanted && k < kids; k++) {
        leaf drawn = draw_leaf(story, root, &cursor);
        if (drawn.concept == PL_NONE)
            break;
        story->taken[drawn.concept] = story->facts->saplings;
        if (!pl_list_push(&story->leaves, drawn))
            return false;
    }
    return true;
}

/* Moves what has been counted to the end of the tallies. */
static bool collect(story_teller *story)
{
    uint32_t count = story->words.touched_count;
    if (!pl_list_room(&story->tallies, count))
        return false;
    pl_vocabulary_collect(&story->words,
                          story->tallies.items + story->tallies.count);
    story->tallies.count += count;
    return true;
}

static void draw_tokens(story_teller *story, uint32_t concept)
{
    uint64_t tokens = pl_geometric_draw(story->random, &story->tokens);
    pl_vocabulary_draw(&story->words, story->random, story->gold, concept,
                       tokens);
}

/* Fills the tallies, leaf by leaf and then the root's, which are all of them.
 */
static bool draw_tags(story_teller *story)
{
    story->tallies.count = 0;
    if (!story->tagging)
        return true;
    for (size_t k = 0; k < story->leaves.count; k++) {
        draw_tokens(story, story->leaves.items[k].concept);
        if (!collect(story))
            return false;
        story->leaves.items[k].tally_end = story->tallies.count;
    }
    for (size_t k = 0; k < story->tallies.count; k++)
        pl_vocabulary_add(&story->words, pl_tally_tag(story->tallies.items[k]),
                          pl_tally_count(story->tallies.items[k]));
    return collect(story);
}

/* ------------------------------------------------------------- writing -- */

/* Tags are kept as the JSON they will be, quotes and colon included, because
 * the same few are written over and over again. */
static void write_tags(story_teller *story, size_t from, size_t end)
{
    const pl_vocabulary *words = &story->words;
    char *to =
        pl_append_text(pl_out_buffer_room(story->saplings), ",\"tags\":{");
    for (size_t k = from; k < end; k++) {
        uint32_t tag = pl_tally_tag(story->tallies.items[k]);
        uint32_t count = pl_tally_count(story->tallies.items[k]);
        if (k > from)
            *to++ = ',';
        if (tag < words->tag_count) {
            uint64_t first = words->text_first[tag];
            to = pl_append(to, words->text + first,
                           words->text_first[tag + 1] - first);
        } else {
            uint32_t own = tag - words->tag_count;
            to = pl_append(to, story->private_tag[own],
                           story->private_length[own]);
        }
        if (count < 10)
            *to++ = (char)('0' + count);
        else
            to = pl_append_number(to, count);
        pl_out_buffer_take(story->saplings, to);
        to = pl_out_buffer_room(story->saplings);
    }
    *to++ = '}';
    pl_out_buffer_take(story->saplings, to);
}

/* The node's name as this person spells it, in both files; `path` is the
 * leaf's number, or PL_NONE for the root. */
static void write_name(story_teller *story, uint32_t concept, uint32_t path,
                       const char *kind)
{
    const pl_surface *name = &story->surface;
    pl_surface_draw(&story->surface, story->random, story->gold, concept,
                    &story->odds);
    char *to = pl_append_text(pl_out_buffer_room(story->saplings), "\"name\":");
    pl_out_buffer_take(story->saplings,
                       pl_append_json(to, name->bytes, name->length));
    story->facts->nodes++;
    if (story->truth->to == NULL)
        return;
    to = pl_out_buffer_room(story->truth);
    *to++ = 's';
    to = pl_append_number(to, story->facts->saplings);
    *to++ = '\t';
    to = path == PL_NONE ? pl_append_text(to, ".") : pl_append_number(to, path);
    *to++ = '\t';
    to = pl_append(to, name->bytes, name->length);
    *to++ = '\t';
    to = pl_append_text(to, story->gold->id[concept]);
    *to++ = '\t';
    to = pl_append_text(to, kind);
    *to++ = '\n';
    pl_out_buffer_take(story->truth, to);
}

static void write_piece(pl_out_buffer *flow, const char *text)
{
    pl_out_buffer_take(flow, pl_append_text(pl_out_buffer_room(flow), text));
}

static void write_leaves(story_teller *story)
{
    size_t start = 0;
    for (size_t k = 0; k < story->leaves.count; k++) {
        const leaf *at = &story->leaves.items[k];
        write_piece(story->saplings, k > 0 ? ",{" : "{");
        write_name(story, at->concept, (uint32_t)k, kind_names[at->kind]);
        if (story->tagging)
            write_tags(story, start, at->tally_end);
        start = at->tally_end;
        write_piece(story->saplings, "}");
    }
}

/* The root comes first in the line and last among the tags, as its own are
 * gathered from its leaves. */
static void write_sapling(story_teller *story, uint32_t root)
{
    size_t leaves = story->leaves.count;
    char *to =
        pl_append_text(pl_out_buffer_room(story->saplings), "{\"owner\":\"u");
    to = pl_append_number(to, story->facts->users);
    to = pl_append_text(to, "\",\"id\":\"s");
    to = pl_append_number(to, story->facts->saplings);
    to = pl_append_text(to, "\",");
    pl_out_buffer_take(story->saplings, to);
    write_name(story, root, PL_NONE, "root");
    if (story->tagging)
        write_tags(story,
                   leaves > 0 ? story->leaves.items[leaves - 1].tally_end : 0,
                   story->tallies.count);
    write_piece(story->saplings, ",\"children\":[");
    write_leaves(story);
    write_piece(story->saplings, "]}\n");
}

/* -------------------------------------------------------------- telling -- */

/* Counted when written: what was drawn and then dropped has not happened. */
static void count_kinds(const story_teller *story)
{
    pleach_sample_facts *facts = story->facts;
    for (size_t k = 0; k < story->leaves.count; k++)
        switch (story->leaves.items[k].kind) {
        case RIGHT:
            facts->right++;
            break;
        case SHORTCUT:
            facts->shortcuts++;
            break;
        case WRONG:
            facts->wrong++;
            break;
        case INVERTED:
            facts->inverted++;
            break;
        }
}

static void meet_person(story_teller *story)
{
    story->facts->users++;
    story->tagging = story->options->tags_per_node > 0 &&
                     !pl_random_chance(story->random, UNTAGGED);
    for (int k = 0; k < PL_PRIVATE_TAGS; k++) {
        char *start = story->private_tag[k];
        char *to = pl_append_text(start, "\"u");
        to = pl_append_number(to, story->facts->users);
        *to++ = '.';
        to = pl_append_number(to, (uint64_t)k);
        to = pl_append_text(to, "\":");
        story->private_length[k] = (size_t)(to - start);
    }
}

static bool enough_told(const story_teller *story)
{
    return story->options->saplings > 0
               ? story->facts->saplings >= story->options->saplings
               : story->facts->users >= story->options->users;
}

/* Now and then is enough. A full disk is noticed here, so that nobody has to
 * look after each line. */
static pleach_status report(const story_teller *story, pleach_error *error)
{
    const pleach_listener *listener = story->options->listener;
    if (story->saplings->failure != 0 || story->truth->failure != 0)
        return PLEACH_IO; /* pleach_sample finds the words */
    if (listener == NULL || listener->progress == NULL ||
        story->facts->users % 1024 != 0)
        return PLEACH_OK;
    bool counted = story->options->saplings > 0;
    pleach_progress progress = {
        .stage = "write",
        .done = counted ? story->facts->saplings : story->facts->users,
        .total = counted ? story->options->saplings : story->options->users};
    if (listener->progress(listener->context, &progress))
        return PLEACH_OK;
    return pl_fail(error, PLEACH_CANCELLED, "The sampling was cancelled.");
}

/* A person may begin where the last sapling had a leaf, so the root is carried
 * on from one to the next. */
static pleach_status tell_sample_progress(story_teller *story,
                                          pleach_error *error)
{
    while (!enough_told(story)) {
        meet_person(story);
        uint64_t left = pl_geometric_draw(story->random, &story->per_user);
        uint32_t root = PL_NONE;
        for (;
             left > 0 && (story->options->saplings == 0 || !enough_told(story));
             left--) {
            story->facts->saplings++;
            root = draw_root(story, root);
            if (!draw_leaves(story, root) || !draw_tags(story))
                return pl_fail_memory(error);
            write_sapling(story, root);
            count_kinds(story);
        }
        PL_TRY(report(story, error));
    }
    return PLEACH_OK;
}

/* The teller is too large for a stack that may be small, and so lives on the
 * heap. */
pleach_status pl_sample_tell(pl_gold *gold, pl_random *random,
                             const pleach_sample_options *options,
                             pl_out_buffer *saplings, pl_out_buffer *truth,
                             pleach_sample_facts *facts, pleach_error *error)
{
    story_teller *story = pl_allocate(1, sizeof *story);
    if (story == NULL)
        return pl_fail_memory(error);
    story->gold = gold;
    story->random = random;
    story->options = options;
    story->saplings = saplings;
    story->truth = truth;
    story->facts = facts;
    pleach_status status = PLEACH_OK;
    if (!prepare_people(story))
        status = pl_fail_memory(error);
    facts->inner_concepts = story->inner_count;
    if (status == PLEACH_OK && options->tags_per_node > 0)
        status = pl_vocabulary_make(&story->words, gold, error);
    if (status == PLEACH_OK)
        status = tell_sample_progress(story, error);
    release_people(story);
    pl_release(story);
    return status;
}
