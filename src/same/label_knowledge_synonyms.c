/* label_knowledge_synonyms.c: from names in files and on nodes to pairs of
 * labels.
 *
 * All labels that are the same once they are read (name_reader.h) share a
 * text, and what is said of one holds for all of them. */
/* SPDX-License-Identifier: MIT */
#include "same/label_knowledge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "corpus/matches.h"
#include "same/known_files.h"
#include "same/name_reader.h"
#include "same/synonyms.h"

/* A further name that more labels have tells none of them. */
enum { MOST_HOLDERS = 16 };

/* What one line of somebody's file says of two texts. */
typedef struct statement {
    uint64_t pair;
    bool apart;
    uint64_t line;
} statement;

typedef struct gathering {
    const pl_labels *labels;
    const pl_label_words *words;
    pl_label_knowledge *to;
    pl_name_reader reader;
    uint64_t *first; /* labels by text: label[first[t] .. first[t + 1]) */
    uint32_t *label;
    PL_LIST(uint32_t) here; /* texts of the present group */
    PL_LIST(statement) said;
    pl_pair_list thesaurus; /* of texts, once per meaning */
    uint32_t *meanings;     /* per text, in thesauri */
    uint64_t unknown;       /* names of the present file that nobody uses */
} gathering;

/* ------------------------------------------------------------- reading -- */

static void index_texts(gathering *g, pl_arena *scratch)
{
    uint32_t texts = pl_strings_count(g->words->texts);
    uint32_t labels = g->labels->count;
    g->first = PL_ARENA_ARRAY(scratch, uint64_t, texts + 2u);
    g->label = PL_ARENA_ARRAY(scratch, uint32_t, labels);
    g->meanings = PL_ARENA_ARRAY(scratch, uint32_t, texts);
    if (pl_arena_failed(scratch))
        return;
    for (uint32_t x = 0; x < labels; x++)
        g->first[g->words->squashed[x] + 2]++;
    for (uint32_t t = 0; t < texts; t++)
        g->first[t + 2] += g->first[t + 1];
    for (uint32_t x = 0; x < labels; x++)
        g->label[g->first[g->words->squashed[x] + 1]++] = x;
}

/* The text of a name, if labels have it. */
static uint32_t find_text(gathering *g, pl_word name)
{
    const pl_name_text *squashed = &g->reader.squashed;
    if (!pl_name_reader_squash(&g->reader, name.bytes, name.length))
        return PL_NONE;
    uint32_t found =
        pl_strings_find(g->words->texts, squashed->items, squashed->count);
    return found != PL_NONE && g->first[found + 1] > g->first[found] ? found
                                                                     : PL_NONE;
}

static void note_pair(gathering *g, const pl_synonym_group *group, uint32_t a,
                      uint32_t b)
{
    uint64_t pair = pl_pair_pack(a, b);
    statement said = {pair, group->kind == PL_GROUP_APART, group->line};
    if (group->kind == PL_GROUP_THESAURUS)
        pl_list_add(&g->thesaurus, pair);
    else
        pl_list_add(&g->said, said);
}

/* Each text of a group once, ascending. */
static void list_texts(gathering *g, const pl_synonym_group *group)
{
    g->here.count = 0;
    for (size_t k = 0; k < group->count; k++) {
        uint32_t text = find_text(g, group->names[k]);
        if (text != PL_NONE)
            pl_list_add(&g->here, text);
        else /* thesauri know many names that nobody uses */
            g->unknown += group->kind != PL_GROUP_THESAURUS;
    }
    g->here.count = pl_sort_distinct_uint32(g->here.items, g->here.count);
}

static pleach_status take_group(void *context, const pl_synonym_group *group,
                                pleach_error *error)
{
    gathering *g = context;
    list_texts(g, group);
    for (size_t i = 0; i < g->here.count; i++) {
        g->meanings[g->here.items[i]] += group->kind == PL_GROUP_THESAURUS;
        for (size_t j = i + 1; j < g->here.count; j++)
            note_pair(g, group, g->here.items[i], g->here.items[j]);
    }
    return pl_check_memory(g->here.arena, error);
}

/* ----------------------------------------------------- from texts to labels */

static void add_labels(const gathering *g, pl_pair_list *to, uint64_t texts)
{
    uint32_t a = (uint32_t)(texts >> 32), b = (uint32_t)texts;
    for (uint64_t i = g->first[a]; i < g->first[a + 1]; i++)
        for (uint64_t j = g->first[b]; j < g->first[b + 1]; j++)
            pl_list_add(to, pl_pair_pack(g->label[i], g->label[j]));
}

static int compare_statements(const void *left, const void *right)
{
    const statement *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    if (a->apart != b->apart)
        return a->apart ? 1 : -1;
    return (a->line > b->line) - (a->line < b->line);
}

/* A file must not say both of two names. */
static pleach_status settle_statements(gathering *g, const char *file,
                                       pleach_error *error)
{
    if (g->said.count > 1)
        qsort(g->said.items, g->said.count, sizeof *g->said.items,
              compare_statements);
    for (size_t k = 0; k < g->said.count; k++) {
        const statement *s = &g->said.items[k];
        if (k > 0 && s->pair == s[-1].pair && s->apart != s[-1].apart)
            return pl_fail_at(
                error, PLEACH_BAD_DATA, file, s->line, 0,
                "This line says that \"%s\" and \"%s\" are two "
                "things, line %" PRIu64 " that they are the same.",
                pl_strings_at(g->words->texts, (uint32_t)(s->pair >> 32)),
                pl_strings_at(g->words->texts, (uint32_t)s->pair), s[-1].line);
        add_labels(g, s->apart ? &g->to->apart : &g->to->same, s->pair);
    }
    g->said.count = 0;
    return PLEACH_OK;
}

/* Of the meanings that thesauri know of the less ambiguous name, the share
 * that is the other's, too. */
static void settle_thesaurus(gathering *g)
{
    pl_pair_list *all = &g->thesaurus, labels = {.arena = all->arena};
    pl_sort_uint64(all->items, all->count);
    for (size_t from = 0, to; from < all->count; from = to) {
        uint64_t pair = all->items[from];
        for (to = from + 1; to < all->count && all->items[to] == pair;)
            to++;
        uint32_t a = g->meanings[pair >> 32], b = g->meanings[(uint32_t)pair];
        float share = (float)(to - from) / (float)(a < b ? a : b);
        share *= share; /* a single other meaning is reason to doubt */
        labels.count = 0;
        add_labels(g, &labels, pair);
        for (size_t k = 0; k < labels.count; k++)
            pl_list_add(&g->to->thesaurus,
                        ((pl_pair_value){labels.items[k], share}));
    }
    pl_pair_values_settle(&g->to->thesaurus);
}

/* ------------------------------------------------------- further names -- */

/* What labels are called by, their own names, further ones and addresses, each
 * read in its language: (further name, label, whether its language is known).
 */
typedef struct further {
    gathering *g;
    pl_tongues tongues;
    pl_strings *texts;
    PL_LIST(char) key;
    PL_LIST(uint8_t) any; /* per text: it is in no language in particular */
    pl_pair_list uses;
    bool own; /* names of labels themselves matter where others have them */
} further;

static void add_use(further *f, const char *tag, const char *text,
                    size_t length, uint32_t label, bool known)
{
    size_t front = strlen(tag) + 1;
    f->key.count = 0;
    pl_list_add_all(&f->key, tag, front);
    pl_list_add_all(&f->key, text, length);
    if (pl_arena_failed(f->key.arena))
        return;
    uint32_t id = f->own ? pl_strings_find(f->texts, f->key.items, f->key.count)
                         : pl_strings_add(f->texts, f->key.items, f->key.count);
    if (id == PL_NONE)
        return;
    if (id == f->any.count)
        pl_list_add(&f->any, *tag == '\0');
    pl_list_add(&f->uses, (uint64_t)id << 32 | (uint64_t)label << 1 | known);
}

/* Names of a known language meet those of the same one, and those of which
 * nothing is known. */
static void add_name(further *f, const char *text, uint32_t language,
                     uint32_t label)
{
    const pl_spoken *spoken = &f->g->labels->spoken;
    bool known = language != PL_NONE;
    uint32_t tongues[] = {PL_NONE, language};
    for (int k = 0; k < (known ? 2 : 1); k++) {
        pl_name_reader *reader = pl_tongue(&f->tongues, tongues[k]);
        if (pl_name_reader_squash(reader, text, strlen(text)))
            add_use(f, k == 0 ? "" : spoken->languages.items[language],
                    reader->squashed.items, reader->squashed.count, label,
                    known);
    }
}

static void add_own_names(further *f)
{
    const pl_labels *labels = f->g->labels;
    const pl_strings *spellings = labels->corpus->spellings;
    f->own = true;
    for (uint32_t x = 0; x < labels->count; x++)
        add_name(f, pl_strings_at(spellings, labels->spelling[x]),
                 labels->language[x], x);
}

/* Further names of nodes, as far as no languages are said. */
static void add_plain_names(further *f)
{
    const pl_labels *labels = f->g->labels;
    const pleach_corpus *c = labels->corpus;
    const pl_spoken *spoken = &labels->spoken;
    size_t at = 0;
    for (uint32_t n = 0; c->alt_first != NULL && n < c->node_count; n++) {
        while (at < spoken->names.count && spoken->names.items[at].node < n)
            at++;
        if (at < spoken->names.count && spoken->names.items[at].node == n)
            continue;
        for (uint64_t k = c->alt_first[n]; k < c->alt_first[n + 1]; k++)
            add_name(f, pl_strings_at(c->alt_labels, c->alt_label[k]), PL_NONE,
                     labels->of_node[n]);
    }
}

static void add_spoken_names(further *f)
{
    const pl_labels *labels = f->g->labels;
    const pleach_corpus *c = labels->corpus;
    for (size_t k = 0; k < labels->spoken.names.count; k++) {
        const pl_spoken_name *name = &labels->spoken.names.items[k];
        const char *own =
            pl_strings_at(c->spellings, c->node_spelling[name->node]);
        bool called = name->language == labels->spoken.of_node[name->node] &&
                      strcmp(own, name->text) == 0;
        if (!called)
            add_name(f, name->text, name->language,
                     labels->of_node[name->node]);
    }
}

/* What nodes are matched to is a name too, and so is their own address where
 * somebody matches it. */
static void add_addresses(further *f, const pl_match_list *matches)
{
    const pl_labels *labels = f->g->labels;
    const pleach_corpus *c = labels->corpus;
    pl_strings *wanted = pl_strings_in(f->key.arena);
    for (size_t k = 0; wanted != NULL && k < matches->count; k++) {
        const char *address = matches->items[k].address;
        if (matches->items[k].subject != NULL)
            continue;
        pl_strings_add(wanted, address, strlen(address));
        add_use(f, "@", address, strlen(address),
                labels->of_node[matches->items[k].node], false);
    }
    for (uint32_t n = 0;
         wanted != NULL && matches->count > 0 && n < c->node_count; n++) {
        const char *own = pl_source_id_of(c, n);
        if (own != NULL && pl_strings_find(wanted, own, strlen(own)) != PL_NONE)
            add_use(f, "@", own, strlen(own), labels->of_node[n], false);
    }
}

/* Labels with a name in common, but for two languages that only look alike. */
static void pair_further(further *f)
{
    pl_pairs_settle(&f->uses);
    const uint64_t *use = f->uses.items;
    for (size_t from = 0, to; from < f->uses.count; from = to) {
        bool any = f->any.items[use[from] >> 32];
        for (to = from + 1;
             to < f->uses.count && use[to] >> 32 == use[from] >> 32;)
            to++;
        for (size_t i = from; to - from <= MOST_HOLDERS && i < to; i++)
            for (size_t j = i + 1; j < to; j++) {
                uint32_t a = (uint32_t)use[i] >> 1, b = (uint32_t)use[j] >> 1;
                if (a != b && !(any && (use[i] & use[j] & 1)))
                    pl_list_add(&f->g->to->same, pl_pair_pack(a, b));
            }
    }
}

static pleach_status take_further(gathering *g, pleach_error *error)
{
    const pl_labels *labels = g->labels;
    PL_SCRATCH(scratch);
    further f = {.g = g,
                 .texts = pl_strings_in(scratch),
                 .key = {.arena = scratch},
                 .any = {.arena = scratch},
                 .uses = {.arena = scratch}};
    pl_match_list matches = {.arena = scratch};
    PL_TRY(pl_tongues_open(&f.tongues, scratch, &labels->spoken,
                           labels->corpus->language, error));
    PL_TRY(pl_list_matches(&matches, scratch, labels->corpus, error));
    add_plain_names(&f);
    add_spoken_names(&f);
    add_addresses(&f, &matches);
    add_own_names(&f);
    PL_TRY(pl_check_memory(scratch, error));
    pair_further(&f);
    return PLEACH_OK;
}

/* ----------------------------------------------------------- all of it -- */

static pleach_status read_synonym_file(gathering *g, const char *path,
                                       const pl_scope *scope,
                                       pleach_error *error)
{
    size_t before = g->thesaurus.count;
    g->unknown = 0;
    PL_TRY(pl_synonyms_read(path, take_group, g, scope, error));
    /* A dictionary knows so much that nobody chose it for these names. */
    if (!pl_is_dictionary(path) && g->said.count == 0 &&
        g->thesaurus.count == before)
        pl_scope_warn(scope, path, 0,
                      "None of the synonyms in this file are two names that "
                      "nodes have, so it has no effect.");
    else if (g->unknown > 0)
        pl_scope_warn(scope, path, 0,
                      "%" PRIu64 " of the synonyms are names that no node has.",
                      g->unknown);
    return settle_statements(g, path, error);
}

static bool has_further(const pleach_corpus *corpus)
{
    return corpus->alt_first != NULL || corpus->node_payload != NULL;
}

static pleach_status read_synonyms(gathering *g, const pl_scope *scope,
                                   pleach_error *error)
{
    const pl_known_files *known = scope->known;
    if (has_further(scope->corpus))
        PL_TRY(take_further(g, error));
    for (uint32_t k = 0; known != NULL && k < known->count; k++)
        if (!known->files[k].vectors) {
            pl_scope reading = pl_scope_of_file(scope, k);
            PL_TRY(read_synonym_file(g, known->files[k].path, &reading, error));
        }
    settle_thesaurus(g);
    pl_pairs_settle(&g->to->same);
    pl_pairs_settle(&g->to->apart);
    PL_TRY(pl_check_memory(g->here.arena, error));
    return pl_check_memory(scope->arena, error);
}

pleach_status pl_label_synonyms_read(pl_label_knowledge *knowledge,
                                     const pl_labels *labels,
                                     const pl_label_words *words,
                                     const pl_scope *scope, pleach_error *error)
{
    bool files = scope->known != NULL && scope->known->count > 0;
    knowledge->same.arena = knowledge->apart.arena =
        knowledge->thesaurus.arena = scope->arena;
    if (!files && !has_further(labels->corpus))
        return PLEACH_OK;
    PL_SCRATCH(scratch);
    gathering g = {.labels = labels,
                   .words = words,
                   .to = knowledge,
                   .here = {.arena = scratch},
                   .said = {.arena = scratch},
                   .thesaurus = {.arena = scratch}};
    index_texts(&g, scratch);
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_name_reader_open(&g.reader, scratch, labels->corpus->language,
                               error));
    return read_synonyms(&g, scope, error);
}
