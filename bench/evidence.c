/* evidence.c: what is known about pairs of units, for fitting the weights.
 *
 *     pleach-evidence nodes INPUT            id, path, unit of each node
 *     pleach-evidence pairs INPUT [W...]     two units, which share of their
 *                                            hierarchies hold both, all
 * features pleach-evidence concepts INPUT [W...]  id, path, concept of each
 * node
 *
 * with the weights W of all features, or those in use; with "--synonyms FILE"
 * or
 * "--vectors FILE" in front of all this, as often as one likes.
 * scripts/fit-concepts holds it against the truth. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "same/concepts.h"
#include "same/known_files.h"

static void give_up(const char *sentence)
{
    fprintf(stderr, "pleach-evidence: %s\n", sentence);
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

static void write_units(const pl_scope *scope)
{
    pl_labels labels;
    pl_units units;
    pleach_error error;
    if (pl_labels_make(&labels, scope->arena, scope->corpus, &error) !=
        PLEACH_OK)
        give_up(error.sentence);
    if (!pl_units_make(&units, scope->arena, &labels, NULL))
        give_up("There is not enough memory.");
    write_nodes(scope->corpus, units.of_node);
}

static void write_pair(void *context, const pl_units *units, uint32_t a,
                       uint32_t b, const double feature[PL_FEATURES])
{
    (void)context;
    printf("%" PRIu32 "\t%" PRIu32 "\t%.4g", a, b,
           pl_units_together(units, a, b));
    for (int k = 0; k < PL_FEATURES; k++)
        printf("\t%.5g", feature[k]);
    putchar('\n');
}

static const uint32_t *find_concepts(pl_scope *scope)
{
    pl_concepts concepts;
    pleach_error error;
    if (pl_concepts_find(&concepts, scope->arena, scope, 1, &error) !=
        PLEACH_OK)
        give_up(error.sentence);
    return concepts.of_node;
}

/* Pairs are told of while concepts are found. */
static void write_pairs(pl_scope *scope)
{
    pl_watch watch = {write_pair, NULL};
    printf("a\tb\ttogether");
    for (int k = 0; k < PL_FEATURES; k++)
        printf("\t%s", pl_feature_name[k]);
    putchar('\n');
    scope->watch = &watch;
    find_concepts(scope);
}

/* Takes the files off the front; returns how many words that were. */
static int take_files(pl_known_files *known, int count, char **words)
{
    int taken = 0;
    while (taken + 2 < count && strncmp(words[taken + 1], "--", 2) == 0 &&
           known->count < PL_MOST_SOURCES) {
        known->files[known->count++] = (pl_known_file){
            .vectors = strcmp(words[taken + 1], "--vectors") == 0,
            .path = words[taken + 2]};
        taken += 2;
    }
    return taken;
}

static void answer(const char *command, pl_scope *scope)
{
    if (strcmp(command, "nodes") == 0)
        write_units(scope);
    else if (strcmp(command, "pairs") == 0)
        write_pairs(scope);
    else
        write_nodes(scope->corpus, find_concepts(scope));
}

int main(int count, char **words)
{
    pleach_corpus *corpus;
    pleach_error error;
    pl_feature_weights weights;
    pl_known_files known = {0};
    int taken = take_files(&known, count, words);
    count -= taken;
    words += taken;
    if (count != 3 && count != 3 + PL_FEATURES) {
        fprintf(stderr,
                "Usage: pleach-evidence nodes|pairs|concepts INPUT "
                "[%d weights]\n",
                PL_FEATURES);
        return 2;
    }
    for (int k = 0; k < count - 3; k++)
        weights.of[k] = strtod(words[3 + k], NULL);
    pleach_input input = {.name = words[2]};
    if (pleach_corpus_read(&corpus, &input, 1, NULL, &error) != PLEACH_OK)
        give_up(error.sentence);
    pl_scope scope = {.corpus = corpus,
                      .arena = pl_arena_new(),
                      .threads = 1,
                      .known = &known,
                      .weights = count > 3 ? &weights : NULL};
    if (scope.arena == NULL)
        give_up("There is not enough memory.");
    answer(words[1], &scope);
    pl_arena_free(scope.arena);
    pleach_corpus_free(corpus);
    return 0;
}
