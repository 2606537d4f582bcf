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

static bool index_texts(gathering *g, pl_arena *scratch)
{
    uint32_t texts = pl_strings_count(g->words->texts);
    uint32_t labels = g->labels->count;
    g->first = PL_ARENA_ARRAY(scratch, uint64_t, texts + 2u);
    g->label = PL_ARENA_ARRAY(scratch, uint32_t, labels);
    g->meanings = PL_ARENA_ARRAY(scratch, uint32_t, texts);
    if (!g->first || !g->label || !g->meanings)
        return false;
    for (uint32_t x = 0; x < labels; x++)
        g->first[g->words->squashed[x] + 2]++;
    for (uint32_t t = 0; t < texts; t++)
        g->first[t + 2] += g->first[t + 1];
    for (uint32_t x = 0; x < labels; x++)
        g->label[g->first[g->words->squashed[x] + 1]++] = x;
    return true;
}

/* The text of a name, if labels have it; false: no memory. */
static bool find_text(gathering *g, pl_word name, uint32_t *text)
{
    const pl_name_text *squashed = &g->reader.squashed;
    *text = PL_NONE;
    if (!pl_name_reader_squash(&g->reader, name.bytes, name.length))
        return false;
    uint32_t found =
        pl_strings_find(g->words->texts, squashed->items, squashed->count);
    if (found != PL_NONE && g->first[found + 1] > g->first[found])
        *text = found;
    return true;
}

static bool note_pair(gathering *g, const pl_synonym_group *group, uint32_t a,
                      uint32_t b)
{
    uint64_t pair = pl_pair_pack(a, b);
    if (group->kind == PL_GROUP_THESAURUS)
        return pl_list_push(&g->thesaurus, pair);
    return pl_list_push(
        &g->said,
        ((statement){pair, group->kind == PL_GROUP_APART, group->line}));
}

/* Each text of a group once, ascending. */
static bool list_texts(gathering *g, const pl_synonym_group *group)
{
    g->here.count = 0;
    for (size_t k = 0; k < group->count; k++) {
        uint32_t text;
        if (!find_text(g, group->names[k], &text))
            return false;
        /* Thesauri know many names that nobody uses. */
        g->unknown += text == PL_NONE && group->kind != PL_GROUP_THESAURUS;
        if (text != PL_NONE && !pl_list_push(&g->here, text))
            return false;
    }
    g->here.count = pl_sort_distinct_uint32(g->here.items, g->here.count);
    return true;
}

static pleach_status take_group(void *context, const pl_synonym_group *group,
                                pleach_error *error)
{
    gathering *g = context;
    if (!list_texts(g, group))
        return pl_fail_memory(error);
    for (size_t i = 0; i < g->here.count; i++) {
        g->meanings[g->here.items[i]] += group->kind == PL_GROUP_THESAURUS;
        for (size_t j = i + 1; j < g->here.count; j++)
            if (!note_pair(g, group, g->here.items[i], g->here.items[j]))
                return pl_fail_memory(error);
    }
    return PLEACH_OK;
}

/* ----------------------------------------------------- from texts to labels */

static bool add_labels(const gathering *g, pl_pair_list *to, uint64_t texts)
{
    uint32_t a = (uint32_t)(texts >> 32), b = (uint32_t)texts;
    for (uint64_t i = g->first[a]; i < g->first[a + 1]; i++)
        for (uint64_t j = g->first[b]; j < g->first[b + 1]; j++)
            if (!pl_list_push(to, pl_pair_pack(g->label[i], g->label[j])))
                return false;
    return true;
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
        if (!add_labels(g, s->apart ? &g->to->apart : &g->to->same, s->pair))
            return pl_fail_memory(error);
    }
    g->said.count = 0;
    return PLEACH_OK;
}

/* Of the meanings that thesauri know of the less ambiguous name, the share
 * that is the other's, too. */
static bool settle_thesaurus(gathering *g)
{
    pl_pair_list *all = &g->thesaurus, labels = {0};
    bool enough = true;
    if (all->count > 1)
        qsort(all->items, all->count, sizeof *all->items, pl_compare_uint64);
    for (size_t from = 0, to; enough && from < all->count; from = to) {
        uint64_t pair = all->items[from];
        for (to = from + 1; to < all->count && all->items[to] == pair;)
            to++;
        uint32_t a = g->meanings[pair >> 32], b = g->meanings[(uint32_t)pair];
        float share = (float)(to - from) / (float)(a < b ? a : b);
        share *= share; /* a single other meaning is reason to doubt */
        labels.count = 0;
        enough = add_labels(g, &labels, pair);
        for (size_t k = 0; enough && k < labels.count; k++)
            enough = pl_list_push(&g->to->thesaurus,
                                  ((pl_pair_value){labels.items[k], share}));
    }
    pl_list_free(&labels);
    pl_pair_values_settle(&g->to->thesaurus);
    return enough;
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

static bool add_use(further *f, const char *tag, const char *text,
                    size_t length, uint32_t label, bool known)
{
    size_t front = strlen(tag) + 1;
    if (!pl_list_room(&f->key, front + length + 1))
        return false;
    memcpy(f->key.items, tag, front);
    if (length > 0)
        memcpy(f->key.items + front, text, length);
    uint32_t id = f->own
                      ? pl_strings_find(f->texts, f->key.items, front + length)
                      : pl_strings_add(f->texts, f->key.items, front + length);
    if (f->own && id == PL_NONE)
        return true;
    if (id == PL_NONE ||
        (id == f->any.count && !pl_list_push(&f->any, *tag == '\0')))
        return false;
    return pl_list_push(&f->uses,
                        (uint64_t)id << 32 | (uint64_t)label << 1 | known);
}

/* Names of a known language meet those of the same one, and those of which
 * nothing is known. */
static bool add_name(further *f, const char *text, uint32_t language,
                     uint32_t label)
{
    const pl_spoken *spoken = &f->g->labels->spoken;
    bool known = language != PL_NONE;
    uint32_t tongues[] = {PL_NONE, language};
    for (int k = 0; k < (known ? 2 : 1); k++) {
        pl_name_reader *reader = pl_tongue(&f->tongues, tongues[k]);
        if (!pl_name_reader_squash(reader, text, strlen(text)) ||
            !add_use(f, k == 0 ? "" : spoken->languages.items[language],
                     reader->squashed.items, reader->squashed.count, label,
                     known))
            return false;
    }
    return true;
}

static bool add_own_names(further *f)
{
    const pl_labels *labels = f->g->labels;
    const pl_strings *spellings = labels->corpus->spellings;
    f->own = true;
    for (uint32_t x = 0; x < labels->count; x++)
        if (!add_name(f, pl_strings_at(spellings, labels->spelling[x]),
                      labels->language[x], x))
            return false;
    return true;
}

/* Further names of nodes, as far as no languages are said. */
static bool add_plain_names(further *f)
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
            if (!add_name(f, pl_strings_at(c->alt_labels, c->alt_label[k]),
                          PL_NONE, labels->of_node[n]))
                return false;
    }
    return true;
}

static bool add_spoken_names(further *f)
{
    const pl_labels *labels = f->g->labels;
    const pleach_corpus *c = labels->corpus;
    for (size_t k = 0; k < labels->spoken.names.count; k++) {
        const pl_spoken_name *name = &labels->spoken.names.items[k];
        const char *own =
            pl_strings_at(c->spellings, c->node_spelling[name->node]);
        bool called = name->language == labels->spoken.of_node[name->node] &&
                      strcmp(own, name->text) == 0;
        if (!called && !add_name(f, name->text, name->language,
                                 labels->of_node[name->node]))
            return false;
    }
    return true;
}

/* What nodes are matched to is a name too, and so is their own address where
 * somebody matches it. */
static bool add_addresses(further *f, const pl_match_list *matches)
{
    const pl_labels *labels = f->g->labels;
    const pleach_corpus *c = labels->corpus;
    pl_strings *wanted = pl_strings_new();
    bool enough = wanted != NULL;
    for (size_t k = 0; enough && k < matches->count; k++) {
        const char *address = matches->items[k].address;
        if (matches->items[k].subject != NULL)
            continue;
        enough = pl_strings_add(wanted, address, strlen(address)) != PL_NONE &&
                 add_use(f, "@", address, strlen(address),
                         labels->of_node[matches->items[k].node], false);
    }
    for (uint32_t n = 0; enough && matches->count > 0 && n < c->node_count;
         n++) {
        const char *own = pl_source_id_of(c, n);
        if (own != NULL && pl_strings_find(wanted, own, strlen(own)) != PL_NONE)
            enough =
                add_use(f, "@", own, strlen(own), labels->of_node[n], false);
    }
    pl_strings_free(wanted);
    return enough;
}

/* Labels with a name in common, but for two languages that only look alike. */
static bool pair_further(further *f)
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
                if (a != b && !(any && (use[i] & use[j] & 1)) &&
                    !pl_list_push(&f->g->to->same, pl_pair_pack(a, b)))
                    return false;
            }
    }
    return true;
}

static pleach_status take_further(gathering *g, pleach_error *error)
{
    const pl_labels *labels = g->labels;
    further f = {.g = g, .texts = pl_strings_new()};
    PL_SCRATCH(scratch);
    pl_match_list matches = {.arena = scratch};
    pleach_status status = pl_tongues_open(&f.tongues, &labels->spoken,
                                           labels->corpus->language, error);
    if (status == PLEACH_OK)
        status = pl_list_matches(&matches, scratch, labels->corpus, error);
    if (status == PLEACH_OK &&
        !(f.texts != NULL && add_plain_names(&f) && add_spoken_names(&f) &&
          add_addresses(&f, &matches) && add_own_names(&f) && pair_further(&f)))
        status = pl_fail_memory(error);
    pl_tongues_close(&f.tongues);
    pl_list_free(&f.key);
    pl_list_free(&f.any);
    pl_list_free(&f.uses);
    pl_strings_free(f.texts);
    return status;
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
    if (!settle_thesaurus(g))
        return pl_fail_memory(error);
    pl_pairs_settle(&g->to->same);
    pl_pairs_settle(&g->to->apart);
    return PLEACH_OK;
}

pleach_status pl_label_synonyms_read(pl_label_knowledge *knowledge,
                                     const pl_labels *labels,
                                     const pl_label_words *words,
                                     const pl_scope *scope, pleach_error *error)
{
    gathering g = {.labels = labels, .words = words, .to = knowledge};
    bool files = scope->known != NULL && scope->known->count > 0;
    if (!files && !has_further(labels->corpus))
        return PLEACH_OK;
    pl_arena *scratch = pl_arena_new();
    pleach_status status =
        scratch == NULL || !index_texts(&g, scratch)
            ? pl_fail_memory(error)
            : pl_name_reader_open(&g.reader, labels->corpus->language, error);
    if (status == PLEACH_OK)
        status = read_synonyms(&g, scope, error);
    pl_name_reader_close(&g.reader);
    pl_list_free(&g.here);
    pl_list_free(&g.said);
    pl_list_free(&g.thesaurus);
    pl_arena_free(scratch);
    return status;
}
