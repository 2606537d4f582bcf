/* facts.c: what is known of pairs of nodes of two sources, for fitting what it
 * is worth.
 *
 *     pleach-facts TAXONOMY.json
 *
 * prints, for each pair that a crosswalk would look at, id
 * and path of both nodes, the chances of =, <, > and ~, what each would tell,
 * and all facts.
 * scripts/fit-crosswalk holds them against the truth. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "cross/answers.h"

static void stop_unless(pleach_status status, const pleach_error *error)
{
    if (status == PLEACH_OK)
        return;
    fprintf(stderr, "pleach-facts: %s\n", error->sentence);
    exit(1);
}

static void print_pair(const pl_answers *answers, const pl_cross_pair *pair)
{
    const pl_placed_node *list = answers->pairs.nodes->list;
    pl_facts facts;
    pl_answers_facts(&facts, answers, pair->from, pair->to);
    printf("%s\t%s\t%s\t%s", list[pair->from].id, list[pair->from].path,
           list[pair->to].id, list[pair->to].path);
    for (int k = 0; k < PL_RELATIONS; k++)
        printf("\t%.5f", pair->chances.of[k]);
    for (int k = 0; k < PL_RELATIONS; k++)
        printf("\t%.4f", pl_answers_telling(answers, pair, (pl_relation)k));
    for (int k = 0; k < PL_MUTUAL; k++)
        printf("\t%.4g", facts.both[k]);
    for (int k = 0; k < 2 * PL_SIDED; k++)
        printf("\t%.4g", facts.of[k / PL_SIDED][k % PL_SIDED]);
    putchar('\n');
}

static void print_crossing(const pl_cross_nodes *nodes, uint32_t from,
                           uint32_t to)
{
    pleach_error error;
    pl_answers answers = {0};
    stop_unless(pl_answers_make(&answers, nodes, from, to, false, &error),
                &error);
    for (size_t k = 0; k < answers.pairs.list.count; k++)
        print_pair(&answers, &answers.pairs.list.items[k]);
    for (uint32_t k = 0; k < pl_cross_size(nodes, from); k++)
        if (answers.further[k].to != PL_NONE)
            print_pair(&answers, &answers.further[k]);
    pl_answers_free(&answers);
}

int main(int count, char **words)
{
    pleach_error error;
    pleach_taxonomy *taxonomy;
    pl_cross_nodes nodes = {0};
    if (count != 2) {
        fputs("Usage: pleach-facts TAXONOMY.json\n", stderr);
        return 2;
    }
    pleach_input input = {.name = words[1]};
    stop_unless(pleach_taxonomy_load(&taxonomy, &input, &error), &error);
    stop_unless(pl_cross_nodes_make(&nodes, taxonomy, false, &error), &error);
    uint32_t sources = (uint32_t)nodes.sources.count;
    for (uint32_t k = 0; k < sources * sources; k++)
        if (k / sources != k % sources)
            print_crossing(&nodes, k / sources, k % sources);
    pl_cross_nodes_free(&nodes);
    pleach_taxonomy_free(taxonomy);
    return 0;
}
