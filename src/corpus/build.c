/* build.c: hierarchies that a caller tells node by node, made a corpus. */
/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "corpus/builder.h"
#include "corpus/layout.h"

/* No line that a reader reads may be longer either. */
static const size_t LONGEST_TEXT = (size_t)64 << 20;

struct pleach_builder {
    char *language;
    const pleach_listener *listener;
    pl_read_progress progress;
    pl_builder *staged;
    pl_draft draft;           /* nodes in the order of the caller's */
    PL_LIST(uint32_t) depth;  /* per node of the draft */
    PL_LIST(uint32_t) sorted; /* scratch: where each goes in preorder ... */
    PL_LIST(uint32_t) free;   /* ... and where its next child goes */
    PL_LIST(pl_draft_node) nodes;
    uint64_t begun;   /* hierarchies so far */
    size_t vector;    /* numbers in each vector; 0: none came yet */
    bool open;        /* there is a present hierarchy */
    bool out_of_step; /* memory failed in the middle of adding one */
};

/* --------------------------------------------------------------- texts -- */

/* "Node 3 (wing) of hierarchy 2 ("trip" by ann)", for messages. */
typedef struct place {
    char text[320];
} place;

static place describe_told_hierarchy(const pleach_builder *builder)
{
    const pl_draft *draft = &builder->draft;
    place is;
    snprintf(
        is.text, sizeof is.text, "hierarchy %" PRIu64 " (\"%.*s\" by %.*s)",
        builder->begun,
        pl_text_cut(pl_draft_at(draft, draft->id), draft->id.length, 60),
        pl_draft_at(draft, draft->id),
        pl_text_cut(pl_draft_at(draft, draft->owner), draft->owner.length, 60),
        pl_draft_at(draft, draft->owner));
    return is;
}

static place describe_told_node(const pleach_builder *builder, uint32_t node)
{
    const pl_draft *draft = &builder->draft;
    pl_span name = draft->nodes.items[node].name;
    place is;
    snprintf(is.text, sizeof is.text, "node %" PRIu32 " (%.*s) of %.200s", node,
             pl_text_cut(pl_draft_at(draft, name), name.length, 60),
             pl_draft_at(draft, name), describe_told_hierarchy(builder).text);
    return is;
}

/* Why a text cannot be taken; NULL: it can. */
static const char *find_fault(const char *text)
{
    size_t at;
    if (text == NULL)
        return "missing";
    size_t length = strlen(text);
    if (length > LONGEST_TEXT)
        return "longer than 64 MiB";
    if (pl_text_check(text, length, &at) != PL_TEXT_FINE)
        return "not UTF-8; convert it";
    return pl_text_is_blank(text, length) ? "blank" : NULL;
}

/* -------------------------------------------------- making and freeing -- */

static void empty_builder(pleach_builder *builder)
{
    pl_builder_free(builder->staged);
    builder->staged = NULL;
    builder->progress = (pl_read_progress){.listener = builder->listener};
    pl_draft_clear(&builder->draft);
    builder->begun = 0;
    builder->vector = 0;
    builder->open = builder->out_of_step = false;
}

void pleach_builder_free(pleach_builder *builder)
{
    if (builder == NULL)
        return;
    empty_builder(builder);
    pl_draft_free(&builder->draft);
    pl_list_free(&builder->depth);
    pl_list_free(&builder->sorted);
    pl_list_free(&builder->free);
    pl_list_free(&builder->nodes);
    pl_release(builder->language);
    pl_release(builder);
}

static pleach_status begin_anew(pleach_builder *builder, pleach_error *error)
{
    empty_builder(builder);
    return pl_builder_new(&builder->staged, builder->language,
                          &builder->progress, error);
}

/* The language is copied, as a builder may outlive the options it was made
 * with. */
pleach_status pleach_builder_new(pleach_builder **builder,
                                 const pleach_builder_options *options,
                                 pleach_error *error)
{
    static const pleach_builder_options usual;
    if (options == NULL)
        options = &usual;
    const char *language =
        options->language == NULL ? "english" : options->language;
    pleach_builder *made = pl_allocate(1, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->listener = options->listener;
    size_t length = strlen(language) + 1;
    made->language = pl_allocate(length, 1);
    pleach_status status = PLEACH_OK;
    if (made->language == NULL) {
        status = pl_fail_memory(error);
    } else {
        memcpy(made->language, language, length);
        status = begin_anew(made, error);
    }
    if (status == PLEACH_OK)
        *builder = made;
    else
        pleach_builder_free(made);
    return status;
}

/* ------------------------------------------------- ending a hierarchy -- */

/* Where each node goes in preorder: children right behind their parent, each
 * after what is below the ones before it. Parents have smaller numbers. */
static bool find_preorder(pleach_builder *builder)
{
    const pl_draft_node *node = builder->draft.nodes.items;
    uint32_t count = (uint32_t)builder->draft.nodes.count;
    builder->sorted.count = builder->free.count = builder->nodes.count = 0;
    if (!pl_list_room(&builder->sorted, count) ||
        !pl_list_room(&builder->free, count) ||
        !pl_list_room(&builder->nodes, count))
        return false;
    uint32_t *to = builder->sorted.items, *size = builder->free.items;
    for (uint32_t k = 0; k < count; k++)
        size[k] = 1;
    for (uint32_t k = count; k-- > 1;)
        size[node[k].parent] += size[k];
    for (uint32_t k = 0; k < count; k++) {
        uint32_t up = node[k].parent, below = size[k];
        to[k] = k == 0 ? 0 : size[up];
        if (k > 0)
            size[up] += below;
        size[k] = to[k] + 1; /* from now on: where its next child goes */
    }
    return true;
}

static void apply_order(pleach_builder *builder)
{
    pl_draft *draft = &builder->draft;
    const uint32_t *to = builder->sorted.items;
    for (size_t k = 0; k < draft->nodes.count; k++) {
        pl_draft_node *node = &builder->nodes.items[to[k]];
        *node = draft->nodes.items[k];
        if (k > 0)
            node->parent = to[node->parent];
    }
    memcpy(draft->nodes.items, builder->nodes.items,
           draft->nodes.count * sizeof *draft->nodes.items);
    for (size_t k = 0; k < draft->tags.count; k++)
        draft->tags.items[k].node = to[draft->tags.items[k].node];
}

/* Once strings are taken in, a hierarchy cannot be taken back: then nothing
 * can be added until all begins anew. */
static pleach_status stage(pleach_builder *builder, pleach_error *error)
{
    pl_origin origin = {"memory", 0, builder->begun};
    if (!builder->open)
        return PLEACH_OK;
    if (builder->draft.nodes.count == 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no node in %s; add its top first.",
                       describe_told_hierarchy(builder).text);
    if (!find_preorder(builder))
        return pl_fail_memory(error);
    apply_order(builder);
    builder->open = false;
    pleach_status status =
        pl_builder_add(builder->staged, &builder->draft, &origin, error);
    builder->out_of_step = status != PLEACH_OK;
    return status;
}

/* -------------------------------------------------------------- adding -- */

static pleach_status need_memory(const pleach_builder *builder,
                                 pleach_error *error)
{
    return builder->out_of_step || builder->staged == NULL
               ? pl_fail_memory(error)
               : PLEACH_OK;
}

static pleach_status need_node(const pleach_builder *builder, uint32_t node,
                               pleach_error *error)
{
    if (!builder->open)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no hierarchy yet; begin one.");
    if (node < builder->draft.nodes.count)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "There is no node %" PRIu32 " in %s, which has %zu so far, "
                   "counted from 0.",
                   node, describe_told_hierarchy(builder).text,
                   builder->draft.nodes.count);
}

/* Texts are judged before the hierarchy before is closed: a call that fails
 * changes nothing. */
pleach_status pleach_builder_begin(pleach_builder *builder, const char *owner,
                                   const char *id, pleach_error *error)
{
    const char *fault = find_fault(owner);
    const char *id_fault = id == NULL ? NULL : find_fault(id);
    PL_TRY(need_memory(builder, error));
    if (fault != NULL || id_fault != NULL)
        return pl_fail(error, PLEACH_BAD_DATA,
                       "The %s of hierarchy %" PRIu64 " is %s.",
                       fault != NULL ? "owner" : "id", builder->begun + 1,
                       fault != NULL ? fault : id_fault);
    PL_TRY(stage(builder, error));
    pl_draft_clear(&builder->draft);
    builder->depth.count = 0;
    if (!pl_draft_keep(&builder->draft, &builder->draft.owner, owner,
                       strlen(owner)) ||
        !pl_draft_keep(&builder->draft, &builder->draft.id,
                       id == NULL ? "" : id, id == NULL ? 0 : strlen(id)))
        return pl_fail_memory(error);
    builder->staged->knows_people = true;
    builder->begun++;
    builder->open = true;
    return PLEACH_OK;
}

/* Whether a node can be there at all. */
static pleach_status check_place(const pleach_builder *builder, uint32_t parent,
                                 pleach_error *error)
{
    size_t count = builder->draft.nodes.count;
    if (parent == PLEACH_NO_NODE && builder->open && count > 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The top of %s is there already; a further node needs "
                       "a parent.",
                       describe_told_hierarchy(builder).text);
    if (parent != PLEACH_NO_NODE || !builder->open)
        PL_TRY(need_node(builder, parent, error));
    if (count >= PL_NONE - 1)
        return pl_builder_fail_full(error);
    if (count > 0 && builder->depth.items[parent] + 1 >= PL_DEEPEST)
        return pl_fail(error, PLEACH_BAD_DATA,
                       "Below %s a hierarchy would be deeper than %d levels.",
                       describe_told_node(builder, parent).text,
                       (int)PL_DEEPEST);
    return PLEACH_OK;
}

/* Depth is kept per node, so that a hierarchy too deep to be laid out is
 * refused at the node that makes it so. */
pleach_status pleach_builder_add_node(uint32_t *node, pleach_builder *builder,
                                      uint32_t parent, const char *name,
                                      pleach_error *error)
{
    uint32_t number = (uint32_t)builder->draft.nodes.count;
    const char *fault = find_fault(name);
    PL_TRY(need_memory(builder, error));
    PL_TRY(check_place(builder, parent, error));
    if (fault != NULL)
        return pl_fail(error, PLEACH_BAD_DATA,
                       "The name of node %" PRIu32 " of %s is %s.", number,
                       describe_told_hierarchy(builder).text, fault);
    uint32_t depth = number == 0 ? 0 : builder->depth.items[parent] + 1;
    if (!pl_list_room(&builder->depth, 1) ||
        !pl_draft_add_node(&builder->draft, parent, name, strlen(name)))
        return pl_fail_memory(error);
    builder->depth.items[builder->depth.count++] = depth;
    *node = number;
    return PLEACH_OK;
}

/* Counts are stored as floats, so one that is infinite as a float is refused
 * here, where its node can still be named. */
pleach_status pleach_builder_add_tag(pleach_builder *builder, uint32_t node,
                                     const char *tag, double count,
                                     pleach_error *error)
{
    const char *fault = find_fault(tag);
    PL_TRY(need_memory(builder, error));
    PL_TRY(need_node(builder, node, error));
    if (fault != NULL)
        return pl_fail(error, PLEACH_BAD_DATA, "A tag of %s is %s.",
                       describe_told_node(builder, node).text, fault);
    if (!(count >= 0) || !isfinite((float)count))
        return pl_fail(error, PLEACH_BAD_DATA,
                       "A tag of %s is counted %g times; a count is 0 or more, "
                       "and at most %g.",
                       describe_told_node(builder, node).text, count,
                       (double)FLT_MAX);
    if (!pl_draft_add_tag(&builder->draft, node, tag, strlen(tag), count))
        return pl_fail_memory(error);
    return PLEACH_OK;
}

/* ------------------------------------------------------------- vectors -- */

/* Vectors of different lengths could not be compared at all, and what is not
 * finite would spoil every similarity it takes part in. */
static pleach_status check_vector(const pleach_builder *builder, uint32_t node,
                                  const float *numbers, size_t count,
                                  pleach_error *error)
{
    if (builder->draft.nodes.items[node].vector.length > 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is a vector already at %s.",
                       describe_told_node(builder, node).text);
    if (count == 0 || count > PL_LONGEST_VECTOR ||
        (builder->vector != 0 && count != builder->vector))
        return pl_fail(error, PLEACH_BAD_DATA,
                       "The vector of %s has %zu numbers; all vectors have "
                       "equally many, from 1 to %d.",
                       describe_told_node(builder, node).text, count,
                       (int)PL_LONGEST_VECTOR);
    for (size_t k = 0; k < count; k++)
        if (!isfinite(numbers[k]))
            return pl_fail(error, PLEACH_BAD_DATA,
                           "Number %zu of the vector of %s is not finite.",
                           k + 1, describe_told_node(builder, node).text);
    return PLEACH_OK;
}

/* All vectors of a hierarchy lie in one list, since nodes with one are mostly
 * nodes among others with one. */
pleach_status pleach_builder_set_vector(pleach_builder *builder, uint32_t node,
                                        const float *numbers, size_t count,
                                        pleach_error *error)
{
    pl_draft *draft = &builder->draft;
    PL_TRY(need_memory(builder, error));
    PL_TRY(need_node(builder, node, error));
    PL_TRY(check_vector(builder, node, numbers, count, error));
    if (!pl_list_room(&draft->numbers, count))
        return pl_fail_memory(error);
    draft->nodes.items[node].vector = (pl_span){draft->numbers.count, count};
    memcpy(draft->numbers.items + draft->numbers.count, numbers,
           count * sizeof *numbers);
    draft->numbers.count += count;
    draft->vector_size = builder->vector = count;
    return PLEACH_OK;
}

/* ----------------------------------------------------------- finishing -- */

static pleach_status finish_corpus(pleach_corpus **corpus,
                                   pleach_builder *builder, pleach_error *error)
{
    static const pleach_input memory = {.name = "memory"};
    PL_TRY(need_memory(builder, error));
    PL_TRY(stage(builder, error));
    if (builder->begun == 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no hierarchy to make a corpus of.");
    PL_TRY(pl_builder_finish(builder->staged, corpus, &memory, 1, error));
    (*corpus)->input_count = 0; /* there is no file to look into again */
    return PLEACH_OK;
}

pleach_status pleach_builder_finish(pleach_corpus **corpus,
                                    pleach_builder *builder,
                                    pleach_error *error)
{
    pleach_corpus *made = NULL;
    pleach_status status = finish_corpus(&made, builder, error);
    if (status == PLEACH_OK)
        *corpus = made;
    /* If there is no memory for it, the next call will say so. */
    begin_anew(builder, NULL);
    return status;
}
