/* cross_nodes.c: reads names, counts words, and lists who has them. */
/* SPDX-License-Identifier: MIT */
#include "cross/cross_nodes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"
#include "same/name_reader.h"
#include "same/name_words.h"
#include "taxonomy/taxonomy.h"

/* What is further up says little, and chains may be long. */
enum { LEVELS_ABOVE = 8 };
/* Of many further names so many are looked at. */
enum { MOST_FURTHER = 64 };

typedef PL_LIST(uint32_t) number_list;

void pl_cross_nodes_free(pl_cross_nodes *self)
{
    pl_arena_free(self->arena);
    pl_placed_nodes_free(&self->placed);
    pl_answered_free(&self->answered);
}

pl_cross_run pl_cross_of_source(const pl_cross_nodes *self,
                                const pl_cross_sets *sets, uint32_t k,
                                uint32_t source)
{
    pl_cross_run all = pl_cross_set(sets, k);
    size_t from =
        pl_lower_bound_uint32(all.item, all.count, self->source_first[source]);
    size_t end = pl_lower_bound_uint32(all.item, all.count,
                                       self->source_first[source + 1]);
    return (pl_cross_run){all.item + from, (uint32_t)(end - from)};
}

uint32_t pl_cross_common(pl_cross_run a, pl_cross_run b)
{
    uint32_t common = 0;
    for (uint32_t i = 0, j = 0; i < a.count && j < b.count;) {
        uint32_t left = a.item[i], right = b.item[j];
        common += left == right;
        i += left <= right;
        j += right < left;
    }
    return common;
}

bool pl_cross_called_alike(const pl_cross_nodes *self, uint32_t a, uint32_t b)
{
    return self->sorted[a] == self->sorted[b] ||
           pl_cross_common(pl_cross_set(&self->called, a),
                           pl_cross_set(&self->called, b)) > 0;
}

/* ------------------------------------------------------------- structure -- */

static void number_sources(pl_cross_nodes *self)
{
    for (uint32_t k = 0; k < self->count; k++) {
        /* The result's own nodes are in no file, whatever files are called. */
        bool new_source =
            k == 0 ||
            (self->list[k].node == PL_NONE) !=
                (self->list[k - 1].node == PL_NONE) ||
            strcmp(self->list[k].source, self->list[k - 1].source) != 0;
        if (new_source)
            pl_list_add(&self->sources, self->list[k].source);
        self->source[k] = (uint32_t)self->sources.count - 1;
    }
}

static void find_levels(pl_cross_nodes *self)
{
    for (uint32_t k = 0; k < self->count; k++) {
        self->source_first[self->source[k] + 1] = k + 1;
        self->end[k] = k + 1;
    }
    for (uint32_t k = self->count; k-- > 0;) {
        uint32_t up = self->list[k].parent;
        if (up != PL_NONE && self->end[up] < self->end[k])
            self->end[up] = self->end[k];
    }
}

/* Turns who has what into what each has: `holder[k]` has `what[k]`, in order of
 * k. PL_NONE holds nothing. */
static void turn_over(pl_cross_sets *sets, pl_arena *arena, uint32_t holders,
                      const uint32_t *holder, const uint32_t *what,
                      size_t count)
{
    sets->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)holders + 2);
    sets->item = PL_ARENA_ARRAY(arena, uint32_t, count);
    if (pl_arena_failed(arena))
        return;
    for (size_t k = 0; k < count; k++)
        if (holder[k] != PL_NONE)
            sets->first[holder[k] + 2]++;
    for (uint32_t h = 2; h < holders + 2; h++)
        sets->first[h] += sets->first[h - 1];
    for (size_t k = 0; k < count; k++)
        if (holder[k] != PL_NONE)
            sets->item[sets->first[holder[k] + 1]++] = what[k];
}

static void sort_sets(const pl_cross_sets *sets, uint32_t count)
{
    for (uint32_t k = 0; sets->item != NULL && k < count; k++)
        pl_sort_uint32(sets->item + sets->first[k],
                       sets->first[k + 1] - sets->first[k]);
}

/* Children by their names, and the places of each concept, of which the largest
 * begins the list. */
static pleach_status find_relatives(pl_cross_nodes *self, pleach_error *error)
{
    uint32_t clusters = pleach_taxonomy_clusters(self->forest);
    PL_SCRATCH(scratch);
    uint32_t *holder = PL_ARENA_ARRAY(scratch, uint32_t, self->count);
    uint32_t *number = PL_ARENA_ARRAY(scratch, uint32_t, self->count);
    self->cluster = PL_ARENA_ARRAY(self->arena, pleach_cluster, clusters);
    self->next_place = PL_ARENA_ARRAY(self->arena, uint32_t, clusters);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(self->arena, error));
    for (uint32_t k = 0; k < self->count; k++)
        holder[k] = self->list[k].parent;
    turn_over(&self->kids, self->arena, self->count, holder, self->sorted,
              self->count);
    sort_sets(&self->kids, self->count);
    for (uint32_t k = 0; k < self->count; k++) {
        holder[k] = self->list[k].cluster;
        number[k] = k;
    }
    turn_over(&self->members, self->arena, clusters, holder, number,
              self->count);
    memset(self->next_place, 0xFF, clusters * sizeof *self->next_place);
    for (uint32_t c = 0; c < clusters; c++)
        PL_TRY(
            pleach_taxonomy_cluster(&self->cluster[c], self->forest, c, error));
    for (uint32_t c = clusters; c-- > 0;) {
        uint32_t chief = self->cluster[c].concept;
        if (chief == c)
            continue;
        self->next_place[c] = self->next_place[chief];
        self->next_place[chief] = c;
    }
    return pl_check_memory(self->arena, error);
}

/* Nodes of one side of a decision are called alike, so one tells the name. */
static uint32_t name_of_side(const pl_cross_nodes *self, const pl_rulings *r,
                             const uint32_t *place, uint32_t side)
{
    uint32_t count;
    const uint32_t *node = pl_rulings_side(r, side, &count);
    return count == 0 || place[node[0]] == PL_NONE
               ? PL_NONE
               : self->sorted[place[node[0]]];
}

/* What was refused once is less likely elsewhere. */
static pleach_status list_refused(pl_cross_nodes *self, pleach_error *error)
{
    const pleach_affinity *affinity = self->forest->affinity;
    const pl_rulings *r = affinity == NULL ? NULL : affinity->rulings;
    PL_SCRATCH(scratch);
    self->refused.arena = self->arena;
    if (r == NULL || r->different_count == 0)
        return pl_check_memory(scratch, error);
    size_t nodes = affinity->corpus->node_count;
    uint32_t *place = PL_ARENA_ARRAY(scratch, uint32_t, nodes);
    PL_TRY(pl_check_memory(scratch, error));
    memset(place, 0xff, nodes * sizeof *place);
    for (uint32_t k = 0; k < self->count; k++)
        if (self->list[k].node != PL_NONE)
            place[self->list[k].node] = k;
    for (size_t k = 0; k < r->different_count; k++) {
        uint64_t a =
            name_of_side(self, r, place, (uint32_t)(r->different[k] >> 32));
        uint32_t b = name_of_side(self, r, place, (uint32_t)r->different[k]);
        if (a != PL_NONE && b != PL_NONE)
            pl_list_add(&self->refused, a << 32 | b);
    }
    if (self->refused.count > 0)
        pl_sort_uint64(self->refused.items, self->refused.count);
    return pl_check_memory(self->arena, error);
}

/* What was answered, by the uses of names that it speaks of. */
static pleach_status hear_answers(pl_cross_nodes *self, pleach_error *error)
{
    const pleach_affinity *affinity = self->forest->affinity;
    if (affinity == NULL || affinity->answers == NULL)
        return PLEACH_OK;
    PL_TRY(pl_labels_make(&self->labels, self->arena, affinity->corpus, error));
    return pl_answered_make(&self->answered, self->arena, &self->labels,
                            affinity->answers)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* ----------------------------------------------------------------- words -- */

/* What reading leaves behind: who has which token, by node. */
typedef struct reading {
    pl_cross_nodes *self;
    pl_name_reader reader;
    number_list holder, token; /* all tokens */
    number_list words;         /* of one name */
    number_list own, head;     /* of all names */
    number_list called;
    number_list stem; /* per token */
    number_list above;
} reading;

/* By a hash, in which one letter tells the kinds apart. */
static uint32_t add_token(reading *r, char kind, const char *bytes,
                          size_t length)
{
    uint64_t hash = pl_hash_bytes(bytes, length, (uint64_t)kind);
    uint32_t token =
        pl_strings_add(r->self->tokens, (const char *)&hash, sizeof hash);
    while (token != PL_NONE && r->stem.count <= token &&
           !pl_arena_failed(r->stem.arena))
        pl_list_add(&r->stem, PL_NONE);
    return token;
}

static void note_token(reading *r, uint32_t node, uint32_t token)
{
    pl_list_add(&r->holder, node);
    pl_list_add(&r->token, token);
}

/* The word of a name in the singular that its next stem is of. */
static pl_word next_word(const pl_name_reader *reader, size_t k)
{
    size_t from = k == 0 ? 0 : reader->ends.items[k - 1];
    return (pl_word){reader->squashed.items + from,
                     reader->ends.items[k] - from};
}

static void add_word(reading *r, pl_word whole, const char *bytes,
                     size_t length)
{
    uint32_t word = add_token(r, 'w', whole.bytes, whole.length);
    uint32_t stem = add_token(r, 'b', bytes, length);
    if (word == PL_NONE || stem == PL_NONE || pl_arena_failed(r->stem.arena))
        return;
    r->stem.items[word] = stem;
    pl_list_add(&r->words, word);
}

/* Words, and their stems, of which there are as many. */
static bool add_words(reading *r, uint32_t node)
{
    const char *bytes;
    size_t length, at = 0, count = r->reader.ends.count;
    r->words.count = 0;
    for (size_t k = 0; pl_name_reader_stem(&r->reader, &at, &bytes, &length);
         k++)
        add_word(
            r, k < count ? next_word(&r->reader, k) : (pl_word){bytes, length},
            bytes, length);
    r->words.count = pl_sort_distinct_uint32(r->words.items, r->words.count);
    for (size_t k = 0; k < r->words.count; k++) {
        pl_list_add(&r->own, r->words.items[k]);
        note_token(r, node, r->words.items[k]);
        note_token(r, node, r->stem.items[r->words.items[k]]);
    }
    r->self->own.first[node + 1] = (uint32_t)r->own.count;
    return !pl_arena_failed(r->stem.arena);
}

/* Further names are known where the corpus is. */
static bool read_further(reading *r, uint32_t node)
{
    const pleach_corpus *corpus = r->self->forest->corpus;
    uint32_t of = r->self->list[node].node;
    bool known = corpus != NULL && corpus->alt_first != NULL && of != PL_NONE;
    r->words.count = 0;
    pl_list_add(&r->words, r->self->squashed[node]);
    for (uint64_t k = known ? corpus->alt_first[of] : 0;
         known && k < corpus->alt_first[of + 1] &&
         r->words.count <= MOST_FURTHER;
         k++) {
        const char *name =
            pl_strings_at(corpus->alt_labels, corpus->alt_label[k]);
        if (!pl_name_reader_squash(&r->reader, name, strlen(name)))
            return false;
        pl_list_add(&r->words, add_token(r, 's', r->reader.squashed.items,
                                         r->reader.squashed.count));
    }
    r->words.count = pl_sort_distinct_uint32(r->words.items, r->words.count);
    for (size_t k = 0; k < r->words.count; k++) {
        pl_list_add(&r->called, r->words.items[k]);
        note_token(r, node, r->words.items[k]);
    }
    r->self->called.first[node + 1] = (uint32_t)r->called.count;
    return !pl_arena_failed(r->stem.arena);
}

static bool read_name(reading *r, uint32_t node)
{
    const char *name = r->self->list[node].name;
    if (!pl_name_reader_read(&r->reader, name, strlen(name)))
        return false;
    uint32_t squashed =
        add_token(r, 's', r->reader.squashed.items, r->reader.squashed.count);
    uint32_t sorted =
        add_token(r, 'o', r->reader.sorted.items, r->reader.sorted.count);
    r->self->squashed[node] = squashed;
    r->self->sorted[node] = sorted;
    if (squashed == PL_NONE || sorted == PL_NONE)
        return false;
    return add_words(r, node) && read_further(r, node);
}

/* Words of what is above, from the nearest levels. */
static void add_above(reading *r, uint32_t node)
{
    const pl_cross_nodes *self = r->self;
    uint32_t levels = 0;
    r->words.count = 0;
    for (uint32_t up = self->list[node].parent;
         up != PL_NONE && levels < LEVELS_ABOVE;
         up = self->list[up].parent, levels++)
        for (uint32_t k = self->own.first[up]; k < self->own.first[up + 1]; k++)
            pl_list_add(&r->words, r->own.items[k]);
    r->words.count = pl_sort_distinct_uint32(r->words.items, r->words.count);
    for (size_t k = 0; k < r->words.count; k++)
        pl_list_add(&r->above, r->words.items[k]);
    self->above.first[node + 1] = (uint32_t)r->above.count;
}

/* Which words of each name say what a thing is. */
static pleach_status read_heads(reading *r, pl_arena *scratch,
                                const char *language, pleach_error *error)
{
    pl_cross_nodes *self = r->self;
    pl_name_words words = {.texts = NULL};
    const char **names = PL_ARENA_ARRAY(scratch, const char *, self->count);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t k = 0; k < self->count; k++)
        names[k] = self->list[k].name;
    pleach_status status = pl_name_words_read(&words, scratch, names,
                                              self->count, language, error);
    for (uint32_t k = 0; status == PLEACH_OK && k < self->count; k++) {
        for (uint32_t w = words.first.items[k]; w < words.first.items[k + 1];
             w++) {
            const pl_name_word *word = &words.items.items[w];
            if (word->head && !word->empty)
                pl_list_add(
                    &r->head,
                    add_token(r, 'w', pl_strings_at(words.texts, word->stem),
                              pl_strings_length(words.texts, word->stem)));
        }
        self->head.first[k + 1] = (uint32_t)r->head.count;
    }
    return status;
}

/* A word that all have weighs nearly nothing. */
static void weigh_tokens(pl_cross_nodes *self)
{
    uint32_t count = pl_strings_count(self->tokens);
    for (uint32_t t = 0; t < count; t++) {
        double holders = self->with.first[t + 1] - self->with.first[t];
        self->weight[t] = log(1 + self->count / (holders > 0 ? holders : 1));
    }
}

static pleach_status read_names(reading *r, pl_arena *scratch,
                                const char *language, pleach_error *error)
{
    pl_cross_nodes *self = r->self;
    PL_TRY(read_heads(r, scratch, language, error));
    for (uint32_t k = 0; k < self->count; k++)
        if (!read_name(r, k))
            return pl_fail_memory(error);
    for (uint32_t k = 0; k < self->count; k++)
        add_above(r, k);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_check_memory(self->arena, error));
    self->called.item = r->called.items;
    self->own.item = r->own.items;
    self->head.item = r->head.items;
    self->above.item = r->above.items;
    self->stem = r->stem.items;
    uint32_t tokens = pl_strings_count(self->tokens);
    self->weight = PL_ARENA_ARRAY(self->arena, double, tokens);
    turn_over(&self->with, self->arena, tokens, r->token.items, r->holder.items,
              r->token.count);
    PL_TRY(pl_check_memory(self->arena, error));
    weigh_tokens(self);
    return PLEACH_OK;
}

static pleach_status read_all(pl_cross_nodes *self, pleach_error *error)
{
    const char *language = pleach_taxonomy_report(self->forest)->language;
    PL_SCRATCH(scratch);
    reading r = {.self = self,
                 .holder = {.arena = scratch},
                 .token = {.arena = scratch},
                 .words = {.arena = scratch},
                 .called = {.arena = self->arena},
                 .own = {.arena = self->arena},
                 .head = {.arena = self->arena},
                 .above = {.arena = self->arena},
                 .stem = {.arena = self->arena}};
    language = language == NULL ? "english" : language;
    PL_TRY(pl_name_reader_open(&r.reader, scratch, language, error));
    return read_names(&r, scratch, language, error);
}

static pleach_status add_result(pl_placed_nodes *placed,
                                const pleach_taxonomy *forest,
                                pleach_error *error)
{
    uint32_t first = (uint32_t)placed->list.count;
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(forest); c++) {
        pleach_cluster cluster;
        char id[24];
        PL_TRY(pleach_taxonomy_cluster(&cluster, forest, c, error));
        int length = snprintf(id, sizeof id, "%" PRId64, cluster.id);
        pl_placed_node node = {
            .owner = PL_CROSS_RESULT,
            .id = pl_arena_text(placed->arena, id, (size_t)length),
            .path = ".",
            .name = cluster.name,
            .source = PL_CROSS_RESULT,
            .node = PL_NONE,
            .parent =
                cluster.parent == PL_NONE ? PL_NONE : first + cluster.parent,
            .cluster = c,
            .similarity = 1};
        pl_list_add(&placed->list, node);
    }
    return pl_check_memory(placed->arena, error);
}

pleach_status pl_cross_nodes_make(pl_cross_nodes *self,
                                  const pleach_taxonomy *forest,
                                  bool with_result, pleach_error *error)
{
    self->forest = forest;
    PL_TRY(pl_place_nodes(&self->placed, forest, error));
    if (with_result)
        PL_TRY(add_result(&self->placed, forest, error));
    pl_arena *arena = self->arena = pl_arena_new();
    size_t count = self->placed.list.count;
    self->list = self->placed.list.items;
    self->count = (uint32_t)count;
    self->sources.arena = arena;
    self->tokens = pl_strings_in(arena);
    self->source = PL_ARENA_ARRAY(arena, uint32_t, count);
    self->end = PL_ARENA_ARRAY(arena, uint32_t, count);
    self->squashed = PL_ARENA_ARRAY(arena, uint32_t, count);
    self->sorted = PL_ARENA_ARRAY(arena, uint32_t, count);
    self->head.first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    self->called.first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    self->own.first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    self->above.first = PL_ARENA_ARRAY(arena, uint32_t, count + 1);
    PL_TRY(pl_check_memory(arena, error));
    number_sources(self);
    self->source_first =
        PL_ARENA_ARRAY(arena, uint32_t, self->sources.count + 1);
    PL_TRY(pl_check_memory(arena, error));
    find_levels(self);
    PL_TRY(read_all(self, error));
    PL_TRY(list_refused(self, error));
    PL_TRY(hear_answers(self, error));
    return find_relatives(self, error);
}
