/* evidence.c: what is known about pairs of names, for fitting the weights.
 *
 *     pleach-evidence nodes INPUT           id, path, label of each node
 *     pleach-evidence pairs INPUT           two labels, whether they stand
 *                                           below the same, and all pieces
 *     pleach-evidence concepts INPUT [W...] id, path, concept with weights W:
 *                                           of any two, then of two below
 *                                           one parent
 *
 * with "--synonyms FILE" or "--vectors FILE" in front of all this, as often as
 * one likes.
 * scripts/fit-concepts holds it against the truth. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "concepts/concepts.h"
#include "concepts/join_labels.h"
#include "concepts/label_pairs.h"
#include "concepts/read_knowledge.h"
#include "similarity/known_files.h"

static void give_up(const pleach_error *error)
{
    fprintf(stderr, "pleach-evidence: %s\n", error->sentence);
    exit(1);
}

static void write_nodes(const pleach_corpus *corpus, const uint32_t *number)
{
    char path[1024];
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint32_t h = corpus->sapling_hierarchy[corpus->node_sapling[n]];
        pl_node_path(corpus, n, path, sizeof path);
        printf("%s\t%s\t%" PRIu32 "\n", corpus->hierarchy_id[h], path,
               number[n]);
    }
}

/* Per label what most people put it below, also a label. */
static uint32_t *find_parents(const pl_labels *labels, pl_arena *arena)
{
    uint32_t *main = PL_ARENA_ARRAY(arena, uint32_t, labels->count);
    uint32_t *itself = PL_ARENA_ARRAY(arena, uint32_t, labels->count);
    for (uint32_t x = 0; itself != NULL && x < labels->count; x++)
        itself[x] = x;
    if (main == NULL || itself == NULL ||
        !pl_main_parents(main, labels, itself))
        give_up(&(pleach_error){.sentence = "There is not enough memory."});
    return main;
}

static void write_pairs(const pl_label_view *view, pl_scope *scope)
{
    const uint32_t *above = find_parents(view->labels, scope->arena);
    const pl_strings *spellings = scope->corpus->spellings;
    const uint32_t *spelling = view->labels->spelling;
    pl_label_pairs pairs = {NULL, 0, 0};
    pleach_error error;
    if (pl_label_pairs_find(&pairs, view, scope, &error) != PLEACH_OK)
        give_up(&error);
    printf("a\tb\tname\tname\tbeside");
    for (int k = 0; k < PL_PIECES; k++)
        printf("\t%s", pl_piece_name[k]);
    putchar('\n');
    for (size_t k = 0; k < pairs.count; k++) {
        const pl_label_pair *p = &pairs.items[k];
        double piece[PL_PIECES];
        pl_label_pair_measure(view, p->a, p->b, piece);
        piece[PL_PIECE_CHOSEN] = p->chosen;
        printf("%" PRIu32 "\t%" PRIu32 "\t%s\t%s\t%d", p->a, p->b,
               pl_strings_at(spellings, spelling[p->a]),
               pl_strings_at(spellings, spelling[p->b]),
               above[p->a] != PL_NONE && above[p->a] == above[p->b]);
        for (int m = 0; m < PL_PIECES; m++)
            printf("\t%.4g", piece[m]);
        putchar('\n');
    }
    pl_list_free(&pairs);
}

static void measure_pairs(pl_scope *scope, const pl_labels *labels)
{
    pl_label_words words = {.words = NULL};
    pl_label_sets sets;
    pl_name_uses apart;
    pl_label_knowledge known = {.row = NULL};
    pl_decoration decoration;
    pleach_error error;
    pl_label_view view = {
        labels,   &words, &sets, &apart, &known, &decoration, &pl_usual_weights,
        -INFINITY};
    if (!pl_name_uses_index(&apart, scope->arena, scope->corpus,
                            labels->of_node, labels->count) ||
        pl_label_words_make(&words, scope->arena, labels, &error) !=
            PLEACH_OK ||
        pl_label_sets_make(&sets, scope->arena, labels, &words, &apart, NULL,
                           &error) != PLEACH_OK ||
        !pl_decoration_find(&decoration, scope->arena, labels, &sets, &apart) ||
        pl_read_knowledge(&known, scope->arena, labels, &words, scope,
                          &error) != PLEACH_OK)
        give_up(&error);
    write_pairs(&view, scope);
    pl_label_words_free(&words);
    pl_label_knowledge_free(&known);
}

static void find_concepts(pl_scope *scope, char **words)
{
    pl_piece_weights weights;
    pl_concepts concepts;
    pleach_error error;
    for (int k = 0; words[0] != NULL && k < PL_PIECES; k++) {
        weights.any[k] = strtod(words[k], NULL);
        weights.beside[k] = strtod(words[PL_PIECES + k], NULL);
    }
    if (words[0] != NULL)
        scope->weights = &weights;
    if (pl_concepts_find(&concepts, scope->arena, scope, 1, &error) !=
        PLEACH_OK)
        give_up(&error);
    write_nodes(scope->corpus, concepts.of_node);
}

/* Takes the files off the front; returns how many words that were. */
static int take_files(pl_known_files *known, int count, char **words)
{
    int taken = 0;
    while (taken + 2 < count && strncmp(words[taken + 1], "--", 2) == 0 &&
           known->count < PL_MOST_SOURCES) {
        known->files[known->count++] = (pl_known_file){
            strcmp(words[taken + 1], "--vectors") == 0, words[taken + 2]};
        taken += 2;
    }
    return taken;
}

int main(int count, char **words)
{
    pleach_corpus *corpus;
    pleach_error error;
    pl_labels labels;
    pl_known_files known = {0};
    int taken = take_files(&known, count, words);
    count -= taken;
    words += taken;
    if (count < 3 || (strcmp(words[1], "concepts") == 0 && count != 3 &&
                      count != 3 + 2 * PL_PIECES)) {
        fprintf(stderr,
                "Usage: pleach-evidence nodes|pairs|concepts INPUT "
                "[%d weights]\n",
                2 * PL_PIECES);
        return 2;
    }
    pleach_input input = {.name = words[2]};
    if (pleach_corpus_read(&corpus, &input, 1, NULL, &error) != PLEACH_OK)
        give_up(&error);
    pl_arena *arena = pl_arena_new();
    pl_scope scope = {
        .corpus = corpus, .arena = arena, .threads = 1, .known = &known};
    if (arena == NULL ||
        pl_labels_make(&labels, arena, corpus, &error) != PLEACH_OK)
        give_up(&error);
    if (strcmp(words[1], "nodes") == 0)
        write_nodes(corpus, labels.of_node);
    else if (strcmp(words[1], "pairs") == 0)
        measure_pairs(&scope, &labels);
    else
        find_concepts(&scope, words + 3);
    pl_arena_free(arena);
    pleach_corpus_free(corpus);
    return 0;
}
