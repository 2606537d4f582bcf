/* explain_pair_write.c: prints what there is to say about two nodes. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "explain/explain_pair.h"
#include "write/terminal_text.h"
#include "write/write.h"

enum { SHARED_SHOWN = 12 };

/* --------------------------------------------------------------- text -- */

/* The same words as for a member of a cluster, so that both can be searched for
 * alike. */
static void put_node(const pl_pair *pair, const pl_taxonomy_file_member *node)
{
    FILE *to = pair->in->to;
    pl_place place = pl_node_place(&pair->in->filed, node->key);
    fputs("  \"", to);
    pl_put_words(to, pl_name_of(pair->in, node->key));
    fputs("\" by ", to);
    pl_put_words(to, place.owner);
    fprintf(to, ", %s %s of ", place.role, place.path);
    pl_put_words(to, place.id);
    if (node->parent_key != PL_NONE) {
        fputs(", under \"", to);
        pl_put_words(to, pl_name_of(pair->in, node->parent_key));
        putc('"', to);
    }
    fputs(node->cluster == PL_NONE ? ", discarded" : ", in ", to);
    pl_put_cluster_title(pair->in, node->cluster);
    if (node->cluster != PL_NONE)
        fprintf(to, ", worth %.6g there", node->similarity);
    putc('\n', to);
}

static void put_shared(const pl_pair *pair, const char *what,
                       const pl_strings *table, const pl_string_ids *shared)
{
    FILE *to = pair->in->to;
    fprintf(to, "    %s in common: %zu", what, shared->count);
    for (size_t k = 0; k < shared->count && k < SHARED_SHOWN; k++) {
        fputs(k == 0 ? " (" : ", ", to);
        pl_put_terminal_text(to, pl_strings_at(table, shared->items[k]),
                             pl_strings_length(table, shared->items[k]));
    }
    if (shared->count > SHARED_SHOWN)
        fputs(", ...", to);
    fputs(shared->count > 0 ? ")\n" : "\n", to);
}

/* The pieces that say something, the weightiest first. */
static int order_pieces(const pl_label_story *story, pl_piece *order)
{
    int count = 0;
    for (int k = 0; k < PL_PIECES; k++) {
        int at = count;
        if (!(fabs(story->worth[k]) >= 0.05))
            continue;
        for (; at > 0 &&
               fabs(story->worth[order[at - 1]]) < fabs(story->worth[k]);
             at--)
            order[at] = order[at - 1];
        order[at] = (pl_piece)k;
        count++;
    }
    return count;
}

/* The strongest evidence first. Where one person tells two apart nothing else
 * was looked at, and nothing else is told. */
static void put_story(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    const pl_label_story *story = &pair->story;
    pl_piece order[PL_PIECES];
    int count = order_pieces(story, order);
    if (story->told_apart)
        fputs("      against it: somebody has both, side by side or one above "
              "the other; so nothing else counts\n",
              to);
    if (story->beside && !story->told_apart)
        fputs("      for it: most people put both below the same parent, where "
              "less is enough\n",
              to);
    for (int k = 0; k < count && !story->told_apart; k++) {
        double worth = story->worth[order[k]];
        fprintf(to, "      %s it, %.1f: %s\n", worth > 0 ? "for" : "against",
                fabs(worth), pl_piece_sentence[order[k]]);
    }
}

/* Keys and not names: two names that look different may be the same to pleach,
 * and the other way round. */
static void put_pair_similarity(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    const pl_again *again = &pair->again;
    if (!again->there) {
        fputs("  Their similarity cannot be computed again: ", to);
        pl_put_words(to, again->why_not);
        putc('\n', to);
        return;
    }
    if (!pair->compared)
        return;
    const pleach_corpus *corpus = again->corpus;
    fputs("  similarity ", to);
    pl_put_words(to, again->affinity->similarity);
    if (pair->similarity > 0)
        fprintf(to, ": %.6g\n", pair->similarity);
    else
        fputs(": none\n", to);
    fputs(pair->key_a == pair->key_b ? "    the same name: \""
                                     : "    names: \"",
          to);
    pl_put_words(to, pl_strings_at(corpus->keys, pair->key_a));
    if (pair->key_a != pair->key_b) {
        fputs("\" and \"", to);
        pl_put_words(to, pl_strings_at(corpus->keys, pair->key_b));
    }
    fputs("\" once normalised\n", to);
    if (pair->concepts_known)
        fputs(pair->same_concept ? "    the same concept\n"
                                 : "    two concepts\n",
              to);
    put_story(pair);
    put_shared(pair, "tags", corpus->tags, &pair->tags);
    put_shared(pair, "names around", corpus->keys, &pair->names);
}

/* The whole chain, as it is the chain that one has to cut. */
static void put_loop(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    const pl_taxonomy_file *filed = &pair->in->filed;
    uint32_t top = pair->a->cluster, at = pair->b->cluster;
    if (filed->depth[top] > filed->depth[at]) {
        top = pair->b->cluster;
        at = pair->a->cluster;
    }
    fputs("  against it: ", to);
    fputs(pair->again.overrules ? "one lies above the other: "
                                : "it would make a loop: ",
          to);
    for (; at != top; at = filed->parent[at]) {
        pl_put_cluster_title(pair->in, at);
        fputs(" is under ", to);
    }
    pl_put_cluster_title(pair->in, top);
    putc('\n', to);
}

/* Nodes of one sapling have no similarity either, but that is not the reason.
 */
static void put_obstacles(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    const pl_taxonomy_file *filed = &pair->in->filed;
    if (pair->same_sapling)
        fputs("  against it: they are of one sapling and never compared: "
              "their owner told them apart\n",
              to);
    else if (pair->no_similarity)
        fputs("  against it: they have no similarity\n", to);
    if (pair->loop)
        put_loop(pair);
    if (!pair->two_parents)
        return;
    fputs(pair->again.overrules
              ? "  people put them in two places: under "
              : "  against it: a cluster has a single parent, "
                "and theirs are ",
          to);
    pl_put_cluster_title(pair->in, filed->parent[pair->a->cluster]);
    fputs(" and ", to);
    pl_put_cluster_title(pair->in, filed->parent[pair->b->cluster]);
    putc('\n', to);
}

/* What would have to give way is counted, because a cost alone does not say
 * whether the forest would be recognised. */
static void put_forced(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    const pl_forced *forced = &pair->forced;
    if (!pair->force_tried)
        return;
    if (!forced->possible) {
        fprintf(to,
                "  no way was found to force it within the rules; by itself "
                "it would %s about %.6g\n",
                forced->direct >= 0 ? "cost" : "gain", fabs(forced->direct));
        return;
    }
    fprintf(to, "  forcing it would %s about %.6g of net similarity %.6g",
            forced->cost >= 0 ? "cost" : "gain", fabs(forced->cost),
            pair->again.net);
    if (forced->parents_merged > 0)
        fprintf(to, "; %" PRIu32 " %s above them would merge too",
                forced->parents_merged,
                forced->parents_merged == 1 ? "pair" : "pairs");
    if (forced->leaves_split > 0)
        fprintf(to, "; %" PRIu64 " %s would be split off", forced->leaves_split,
                forced->leaves_split == 1 ? "leaf" : "leaves");
    if (forced->loops_broken > 0)
        fprintf(to, "; %" PRIu64 " %s would have to be broken",
                forced->loops_broken,
                forced->loops_broken == 1 ? "loop" : "loops");
    putc('\n', to);
}

/* Net similarity and voices both, as the first may gain while the second loses.
 */
static void put_merging(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    const pl_merging *merging = &pair->merging;
    uint64_t before = merging->overruled_before;
    uint64_t after = merging->overruled_after;
    if (!pair->merge_tried)
        return;
    fputs("  as one cluster they would ", to);
    fputs(merging->parent == PL_NONE ? "stand at the top" : "hang under ", to);
    pl_put_cluster_title(pair->in, merging->parent);
    fprintf(to, "; that would %s %.6g of net similarity %.6g",
            merging->cost > 0 ? "cost" : "gain", fabs(merging->cost),
            pair->again.net);
    if (after == before)
        fprintf(to, " and overrule as many statements as now, %" PRIu64 "\n",
                after);
    else
        fprintf(to,
                " and overrule %" PRIu64 " %s %s: %" PRIu64
                " in all, now %" PRIu64 "\n",
                after > before ? after - before : before - after,
                after > before ? "more" : "fewer",
                after - before == 1 || before - after == 1 ? "statement"
                                                           : "statements",
                after, before);
}

/* What decided, where nothing forbids a merger. */
static void put_reason(const pl_pair *pair)
{
    bool known = pair->again.overrules && pair->concepts_known;
    fputs(!known ? "  Nothing forbids it: what they hold apart is worth more.\n"
          : pair->same_concept ? "  They are one concept in two places.\n"
                               : "  They were taken for two concepts.\n",
          pair->in->to);
}

/* Two members of one cluster need not know each other: the exemplar, which
 * both know, is what joins them. */
static void put_merged(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    const pl_taxonomy_file *filed = &pair->in->filed;
    uint32_t exemplar = filed->exemplar_key[pair->a->cluster];
    if (pair->a->key == exemplar || pair->b->key == exemplar) {
        fputs("  merged because one is the other's exemplar\n", to);
        return;
    }
    pl_place place = pl_node_place(filed, exemplar);
    fputs("  merged because both chose the same exemplar: \"", to);
    pl_put_words(to, pl_name_of(pair->in, exemplar));
    fputs("\" by ", to);
    pl_put_words(to, place.owner);
    putc('\n', to);
}

/* A reason is sought only where no rule is one: then it is a matter of degree.
 */
void pl_pair_write(const pl_pair *pair)
{
    FILE *to = pair->in->to;
    fputs(pair->merged      ? "Merged:\n"
          : pair->discarded ? "Not merged, since one is in no cluster:\n"
                            : "Not merged:\n",
          to);
    put_node(pair, pair->a);
    put_node(pair, pair->b);
    if (!pair->discarded)
        pl_put_decided(pair->in, pair->a->cluster);
    if (!pair->discarded && !pair->merged)
        pl_put_decided(pair->in, pair->b->cluster);
    put_pair_similarity(pair);
    if (pair->merged) {
        put_merged(pair);
        return;
    }
    put_obstacles(pair);
    put_forced(pair);
    put_merging(pair);
    if (!pair->discarded && !pair->loop && !pair->same_sapling &&
        !pair->no_similarity && (!pair->two_parents || pair->again.overrules))
        put_reason(pair);
}

/* --------------------------------------------------------------- JSON -- */

static void put_json_node(pl_json *json, const char *key, const pl_pair *pair,
                          const pl_taxonomy_file_member *node)
{
    pl_json_line(json);
    pl_json_key(json, key);
    pl_json_open(json, '{');
    pl_put_json_place(json, pair->in, node->key);
    pl_put_json_cluster(json, "cluster", pair->in, node->cluster);
    if (node->cluster != PL_NONE) {
        pl_json_key(json, "worth");
        pl_json_double(json, node->similarity);
    }
    pl_json_close(json, '}');
}

static void put_json_shared(pl_json *json, const char *key,
                            const pl_strings *table,
                            const pl_string_ids *shared)
{
    pl_json_key(json, key);
    pl_json_open(json, '[');
    for (size_t k = 0; k < shared->count; k++)
        pl_json_bytes(json, pl_strings_at(table, shared->items[k]),
                      pl_strings_length(table, shared->items[k]));
    pl_json_close(json, ']');
}

/* All evidence, also where people tell the two apart: programs may want to know
 * what was outweighed. */
static void put_json_story(pl_json *json, const pl_label_story *story)
{
    pl_piece order[PL_PIECES];
    int count = order_pieces(story, order);
    pl_json_key(json, "told_apart");
    pl_json_bool(json, story->told_apart);
    pl_json_key(json, "beside");
    pl_json_bool(json, story->beside);
    pl_json_key(json, "evidence");
    pl_json_open(json, '[');
    for (int k = 0; k < count; k++) {
        pl_json_open(json, '{');
        pl_put_json_words(json, "piece", pl_piece_name[order[k]]);
        pl_json_key(json, "worth");
        pl_json_double(json, story->worth[order[k]]);
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

/* What was not computed is missing, and a note says why; null would look like a
 * similarity of nothing. */
static void put_json_similarity(pl_json *json, const pl_pair *pair)
{
    const pl_again *again = &pair->again;
    pl_json_line(json);
    pl_json_key(json, "recomputed");
    pl_json_bool(json, again->there);
    pl_put_json_words(json, "note", again->there ? NULL : again->why_not);
    if (!pair->compared)
        return;
    const pleach_corpus *corpus = again->corpus;
    pl_json_line(json);
    pl_json_key(json, "similarity");
    pl_json_double(json, pair->similarity > 0 ? pair->similarity : 0);
    pl_json_key(json, "parts");
    pl_json_open(json, '{');
    pl_put_json_words(json, "similarity", again->affinity->similarity);
    pl_put_json_words(json, "key_a", pl_strings_at(corpus->keys, pair->key_a));
    pl_put_json_words(json, "key_b", pl_strings_at(corpus->keys, pair->key_b));
    if (pair->concepts_known) {
        pl_json_key(json, "same_concept");
        pl_json_bool(json, pair->same_concept);
        put_json_story(json, &pair->story);
    }
    put_json_shared(json, "tags", corpus->tags, &pair->tags);
    put_json_shared(json, "names_around", corpus->keys, &pair->names);
    pl_json_close(json, '}');
}

/* Short words that do not change, unlike the sentences of the text. */
static void put_json_obstacles(pl_json *json, const pl_pair *pair)
{
    const pl_taxonomy_file *filed = &pair->in->filed;
    const struct {
        const char *kind;
        bool holds;
    } all[] = {{"discarded", pair->discarded},
               {"same_sapling", pair->same_sapling},
               {"no_similarity", pair->no_similarity && !pair->same_sapling},
               {"single_parent", pair->two_parents && !pair->again.overrules},
               {"loop", pair->loop}};
    pl_json_line(json);
    pl_json_key(json, "against");
    pl_json_open(json, '[');
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].holds && !pair->merged)
            pl_json_text(json, all[k].kind);
    pl_json_close(json, ']');
    if (!pair->two_parents)
        return;
    pl_put_json_cluster(json, "parent_a", pair->in,
                        filed->parent[pair->a->cluster]);
    pl_put_json_cluster(json, "parent_b", pair->in,
                        filed->parent[pair->b->cluster]);
}

/* That the cost is an estimate is said in the data too. */
static void put_json_forced(pl_json *json, const pl_pair *pair)
{
    const pl_forced *forced = &pair->forced;
    pl_json_line(json);
    pl_json_key(json, "forcing");
    if (!pair->force_tried) {
        pl_json_null(json);
        return;
    }
    pl_json_open(json, '{');
    pl_json_key(json, "possible");
    pl_json_bool(json, forced->possible);
    pl_json_key(json, "direct_cost");
    pl_json_double(json, forced->direct);
    if (forced->possible) {
        pl_json_key(json, "cost");
        pl_json_double(json, forced->cost);
        pl_json_key(json, "estimate");
        pl_json_bool(json, true);
        pl_json_key(json, "parents_merged");
        pl_json_integer(json, forced->parents_merged);
        pl_json_key(json, "leaves_split");
        pl_json_integer(json, forced->leaves_split);
        pl_json_key(json, "loops_broken");
        pl_json_integer(json, forced->loops_broken);
    }
    pl_json_close(json, '}');
}

/* There only where people may be overruled, as "forcing" is there where they
 * may not. */
static void put_json_merging(pl_json *json, const pl_pair *pair)
{
    const pl_merging *merging = &pair->merging;
    if (!pair->merge_tried)
        return;
    pl_json_line(json);
    pl_json_key(json, "merging");
    pl_json_open(json, '{');
    pl_json_key(json, "cost");
    pl_json_double(json, merging->cost);
    pl_put_json_cluster(json, "parent", pair->in, merging->parent);
    pl_json_key(json, "overruled_before");
    pl_json_integer(json, merging->overruled_before);
    pl_json_key(json, "overruled_after");
    pl_json_integer(json, merging->overruled_after);
    pl_json_close(json, '}');
}

/* In the order of the text. */
void pl_pair_write_json(const pl_pair *pair)
{
    pl_json json;
    pl_json_start(&json, pair->in->to);
    pl_json_open(&json, '{');
    pl_json_line(&json);
    pl_json_key(&json, "merged");
    pl_json_bool(&json, pair->merged);
    put_json_node(&json, "a", pair, pair->a);
    put_json_node(&json, "b", pair, pair->b);
    put_json_similarity(&json, pair);
    put_json_obstacles(&json, pair);
    put_json_forced(&json, pair);
    put_json_merging(&json, pair);
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', pair->in->to);
}
