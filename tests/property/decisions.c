/* decisions.c: random decisions on random corpora are obeyed by every solver,
 * or the contradiction that is named is one: enumeration of all clusters and
 * all places confirms it, and that no line of it can be spared. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>

#include "decisions/rulings.h"
#include "pleach.h"
#include "random_corpus.h"
#include "report/report.h"
#include "sinks.h"
#include "solver_words.h"

enum { CORPORA = SANITIZED ? 40 : 100 };
enum { MOST_LINES = 8, MOST_NODES = 64, MOST_CLASSES = 5 };

static void must(pleach_status status, const pleach_error *error)
{
    if (status != PLEACH_OK)
        fail_msg("status %d: %s", status, error->sentence);
}

/* ------------------------------------------------------------- by chance -- */

static void write_operand(pl_random *random, FILE *to,
                          const random_corpus *corpus, uint32_t names)
{
    uint32_t kind = pl_random_below(random, 4);
    if (kind == 0)
        fprintf(to, "h%u:%s", (unsigned)pl_random_below(random, corpus->count),
                pl_random_chance(random, 0.5)   ? "."
                : pl_random_chance(random, 0.5) ? "0"
                                                : "1");
    else
        fprintf(to, "%s", random_corpus_name(random, names));
    if (kind == 1)
        fprintf(to, " under %s", random_corpus_name(random, names));
}

static char *random_decisions(pl_random *random, const random_corpus *corpus,
                              uint32_t names, uint32_t lines)
{
    static const char *const kinds[] = {
        "same", "different", "under", "not-under", "top", "name", "drop"};
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    fputs("# by chance\n", to);
    for (uint32_t k = 0; k < lines; k++) {
        uint32_t kind = pl_random_below(random, 20);
        kind = kind == 19 ? 6 : kind % 6;
        fprintf(to, "%s\t", kinds[kind]);
        write_operand(random, to, corpus, names);
        fputc('\t', to);
        if (kind < 4)
            write_operand(random, to, corpus, names);
        else if (kind == 5)
            fprintf(to, "Label %u", (unsigned)pl_random_below(random, 2));
        fputc('\n', to);
    }
    fclose(to);
    return text;
}

/* ---------------------------------------------------------- enumeration -- */

/* What all decisions of `lines` name, as sets of classes: those that `same`
 * and the parents of `under` make one, found the slow way. */
typedef struct world {
    const pl_rulings *r;
    const pleach_corpus *corpus;
    const uint8_t *lines;
    uint32_t class_of[MOST_NODES]; /* per node; PL_NONE: not named */
    uint32_t classes;
    /* A guess: the group of each class, and the group above each group. */
    uint32_t group[MOST_CLASSES + 1], parent[MOST_CLASSES + 1], groups;
} world;

static bool takes_part(const world *w, uint32_t k)
{
    return w->lines[k] && w->r->applies[k] &&
           w->r->decisions->items[k].kind != PLEACH_DROP;
}

static void merge(world *w, uint32_t a, uint32_t b)
{
    uint32_t from = w->class_of[b], to = w->class_of[a];
    for (uint32_t n = 0; n < w->corpus->node_count; n++)
        if (w->class_of[n] == from)
            w->class_of[n] = to;
}

static void merge_side(world *w, uint32_t side)
{
    uint32_t count;
    const uint32_t *node = pl_rulings_side(w->r, side, &count);
    for (uint32_t k = 0; k + 1 < count; k++)
        merge(w, node[k], node[k + 1]);
}

static uint32_t first_of(const world *w, uint32_t side)
{
    uint32_t count;
    return pl_rulings_side(w->r, side, &count)[0];
}

/* False: there are too many classes to try all. */
static bool find_classes(world *w)
{
    const pl_rulings *r = w->r;
    uint32_t number[MOST_NODES];
    if (w->corpus->node_count > MOST_NODES)
        return false;
    memset(w->class_of, 0xff, sizeof w->class_of);
    for (uint32_t side = 0; side < 2 * r->count; side++) {
        uint32_t count;
        const uint32_t *node = pl_rulings_side(r, side, &count);
        for (uint32_t at = 0; takes_part(w, side / 2) && at < count; at++)
            w->class_of[node[at]] = node[at];
    }
    for (uint32_t n = 0; n < w->corpus->node_count; n++) {
        uint32_t twin = w->corpus->node_twin[n];
        if (w->class_of[n] != PL_NONE && twin != PL_NONE)
            merge(w, n, twin);
    }
    for (uint32_t k = 0; k < r->count; k++) {
        pleach_decision_kind kind = r->decisions->items[k].kind;
        if (!takes_part(w, k))
            continue;
        if (kind == PLEACH_SAME) {
            merge_side(w, 2 * k);
            merge(w, first_of(w, 2 * k), first_of(w, 2 * k + 1));
        }
        if (kind == PLEACH_SAME || kind == PLEACH_UNDER)
            merge_side(w, 2 * k + 1);
    }
    w->classes = 0;
    memset(number, 0xff, sizeof number);
    for (uint32_t n = 0; n < w->corpus->node_count; n++) {
        if (w->class_of[n] == PL_NONE)
            continue;
        if (number[w->class_of[n]] == PL_NONE)
            number[w->class_of[n]] = w->classes++;
        w->class_of[n] = number[w->class_of[n]];
    }
    return w->classes <= MOST_CLASSES;
}

static uint32_t group_of(const world *w, uint32_t node)
{
    return w->group[w->class_of[node]];
}

/* Whether two decisions about one group agree: one parent, one label. */
static bool agree(const world *w, uint32_t k, uint32_t l)
{
    const pl_rulings *r = w->r;
    const pleach_decision *a = &r->decisions->items[k];
    const pleach_decision *b = &r->decisions->items[l];
    bool places = (a->kind == PLEACH_UNDER || a->kind == PLEACH_TOP) &&
                  (b->kind == PLEACH_UNDER || b->kind == PLEACH_TOP);
    bool names = a->kind == PLEACH_NAME && b->kind == PLEACH_NAME;
    uint32_t count, more;
    const uint32_t *one = pl_rulings_side(r, 2 * k, &count);
    const uint32_t *other = pl_rulings_side(r, 2 * l, &more);
    for (uint32_t x = 0; x < count; x++)
        for (uint32_t y = 0; y < more; y++) {
            if (group_of(w, one[x]) != group_of(w, other[y]))
                continue;
            if (places && (a->kind != b->kind ||
                           (a->kind == PLEACH_UNDER &&
                            w->class_of[first_of(w, 2 * k + 1)] !=
                                w->class_of[first_of(w, 2 * l + 1)])))
                return false;
            if (names && strcmp(a->b, b->b) != 0)
                return false;
        }
    return true;
}

static bool is_obeyed(const world *w, uint32_t k)
{
    const pl_rulings *r = w->r;
    pleach_decision_kind kind = r->decisions->items[k].kind;
    uint32_t count, more;
    const uint32_t *a = pl_rulings_side(r, 2 * k, &count);
    const uint32_t *b = pl_rulings_side(r, 2 * k + 1, &more);
    for (uint32_t x = 0; x < count; x++) {
        uint32_t own = group_of(w, a[x]), above = w->parent[own];
        if (kind == PLEACH_TOP && above != PL_NONE)
            return false;
        for (uint32_t y = 0; y < more; y++) {
            uint32_t other = group_of(w, b[y]);
            bool right = kind == PLEACH_SAME        ? own == other
                         : kind == PLEACH_DIFFERENT ? own != other
                         : kind == PLEACH_UNDER     ? above == other
                                                    : above != other;
            if (!right)
                return false;
        }
    }
    return true;
}

static bool is_forest(const world *w)
{
    for (uint32_t g = 0; g < w->groups; g++) {
        uint32_t at = g, steps = 0;
        while (at != PL_NONE && steps++ <= w->groups)
            at = w->parent[at];
        if (at != PL_NONE)
            return false;
    }
    return true;
}

static bool all_hold(const world *w)
{
    if (!is_forest(w))
        return false;
    for (uint32_t k = 0; k < w->r->count; k++) {
        if (!takes_part(w, k))
            continue;
        if (!is_obeyed(w, k))
            return false;
        for (uint32_t l = 0; l < k; l++)
            if (takes_part(w, l) && !agree(w, k, l))
                return false;
    }
    return true;
}

static bool try_places(world *w)
{
    uint64_t ways = 1;
    for (uint32_t g = 0; g < w->groups; g++)
        ways *= w->groups + 1;
    for (uint64_t way = 0; way < ways; way++) {
        uint64_t rest = way;
        for (uint32_t g = 0; g < w->groups; g++, rest /= w->groups + 1) {
            uint32_t above = (uint32_t)(rest % (w->groups + 1));
            w->parent[g] = above == w->groups ? PL_NONE : above;
        }
        if (all_hold(w))
            return true;
    }
    return false;
}

/* All partitions of the classes: each joins an earlier group or opens one. */
static bool try_groups(world *w, uint32_t k)
{
    if (k == w->classes || k == sizeof w->group / sizeof *w->group)
        return try_places(w);
    uint32_t groups = w->groups;
    for (uint32_t g = 0; g <= groups; g++) {
        w->group[k] = g;
        w->groups = g == groups ? groups + 1 : groups;
        if (try_groups(w, k + 1))
            return true;
    }
    w->groups = groups;
    return false;
}

typedef enum verdict { CAN_HOLD, CANNOT_HOLD, TOO_MANY } verdict;

static verdict enumerate(const pl_rulings *r, const pleach_corpus *corpus,
                         const uint8_t *lines)
{
    world w = {.r = r, .corpus = corpus, .lines = lines};
    if (!find_classes(&w))
        return TOO_MANY;
    return try_groups(&w, 0) ? CAN_HOLD : CANNOT_HOLD;
}

/* -------------------------------------------------------- contradictions -- */

/* The lines that a sentence names, as flags per decision. */
static uint32_t lines_in(const char *sentence, const pleach_decisions *d,
                         uint8_t *flags)
{
    uint32_t found = 0;
    memset(flags, 0, MOST_LINES);
    for (const char *at = strstr(sentence, "line "); at != NULL;
         at = strstr(at + 1, "line ")) {
        unsigned long line = strtoul(at + 5, NULL, 10);
        for (size_t k = 0; k < d->count; k++)
            if (d->items[k].line == line) {
                found += !flags[k];
                flags[k] = 1;
            }
    }
    return found;
}

static void confirm(const pl_rulings *r, const pleach_corpus *corpus,
                    const pleach_error *error, uint32_t *confirmed)
{
    uint8_t flags[MOST_LINES];
    uint32_t core = lines_in(error->sentence, r->decisions, flags);
    if (strstr(error->sentence, "contradicts itself") != NULL)
        assert_int_equal(core, 1);
    if (strstr(error->sentence, " more") != NULL || core == 0)
        return; /* too long to be listed */
    if (enumerate(r, corpus, flags) == TOO_MANY)
        return;
    if (enumerate(r, corpus, flags) != CANNOT_HOLD)
        fail_msg("not a contradiction: %s", error->sentence);
    for (uint32_t k = 0; k < r->count; k++) {
        if (!flags[k])
            continue;
        flags[k] = 0;
        if (enumerate(r, corpus, flags) == CANNOT_HOLD)
            fail_msg("line %u can be spared: %s",
                     (unsigned)r->decisions->items[k].line, error->sentence);
        flags[k] = 1;
    }
    ++*confirmed;
}

/* --------------------------------------------------------------- solving -- */

/* How a forest is grown, and what it must obey. */
typedef struct question {
    const pleach_corpus *corpus;
    const char *text; /* the corpus, to be proved against */
    const pleach_decisions *decisions;
    const pleach_taxonomy *previous;
    const char *solver;
} question;

static void prove(const question *q, const char *json, size_t size)
{
    pleach_error error = {0};
    pleach_input result = {"result", json, size};
    pleach_input input = {"corpus.jsonl", q->text, strlen(q->text)};
    pleach_check_result proved;
    pleach_status status = pleach_check(&proved, &result, &input, 1, &error);
    if (status == PLEACH_OK && q->decisions != NULL)
        status = pleach_check_decisions(&result, q->decisions, &error);
    if (status != PLEACH_OK)
        fail_msg("%s: %s\n%s", q->solver, error.sentence, json);
}

/* Grows, proves, and gives the result back as a loaded one. */
static pleach_taxonomy *obey(const question *q)
{
    pleach_error error = {0};
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL, *loaded = NULL;
    pleach_affinity_options compare = {
        .decisions = q->decisions, .previous = q->previous, .threads = 1};
    pleach_clusters_options find = {
        .solver = solver_of(q->solver), .threads = 1, .max_iterations = 40};
    char *json = NULL;
    size_t size = 0;
    must(pleach_affinity_compare(&affinity, q->corpus, &compare, &error),
         &error);
    must(pleach_clusters_find(&clusters, affinity, &find, &error), &error);
    must(pleach_taxonomy_grow(&taxonomy, clusters, &error), &error);
    const pleach_report *report = pleach_taxonomy_report(taxonomy);
    if (report->upper_bound == report->upper_bound)
        assert_true(report->net_similarity <= report->upper_bound + 1e-6);
    FILE *to = open_memstream(&json, &size);
    must(pleach_taxonomy_write(taxonomy, TO(to),
                               &(pleach_write_options){.format = "json"},
                               &error),
         &error);
    fclose(to);
    prove(q, json, size);
    must(
        pleach_taxonomy_load(&loaded, &(pleach_input){"r", json, size}, &error),
        &error);
    free(json);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    return loaded;
}

/* Nothing is new, so nothing may change: not even an id. */
static void assert_same(const pleach_taxonomy *one,
                        const pleach_taxonomy *other)
{
    pleach_error error = {0};
    pleach_diff *diff = NULL;
    size_t count;
    must(pleach_diff_find(&diff, one, other, &error), &error);
    pleach_diff_changes(diff, &count);
    if (count > 0) {
        report_diff_text(&(report_diff){one, other, diff}, stderr);
        fail_msg("an update that brings nothing new changed something");
    }
    pleach_diff_free(diff);
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(one); c++) {
        pleach_cluster was, is;
        must(pleach_taxonomy_cluster(&was, one, c, &error), &error);
        must(pleach_taxonomy_cluster(&is, other, c, &error), &error);
        assert_int_equal(was.id, is.id);
    }
}

/* With decisions; then from there without them, again, and with them. */
static void obey_all_ways(const pleach_corpus *corpus, const char *text,
                          const pleach_decisions *decisions)
{
    static const char *const solvers[] = {"consensus", "joint", "rap", "ap",
                                          "votes"};
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
        question q = {corpus, text, decisions, NULL, solvers[k]};
        pleach_taxonomy *decided = obey(&q);
        q.decisions = NULL;
        q.previous = decided;
        pleach_taxonomy *freed = obey(&q);
        q.previous = freed;
        pleach_taxonomy *again = obey(&q);
        /* Hierarchies that share owner and id cannot be told apart. */
        if (pleach_corpus_get_facts(corpus)->duplicate_ids == 0)
            assert_same(freed, again);
        q.decisions = decisions;
        pleach_taxonomy_free(obey(&q));
        pleach_taxonomy_free(again);
        pleach_taxonomy_free(freed);
        pleach_taxonomy_free(decided);
    }
}

/* ----------------------------------------------------------------- tests -- */

typedef struct tally {
    uint32_t held, broken, confirmed, dropped, too_many;
} tally;

static void try_one(const pleach_corpus *corpus, const char *text,
                    const pleach_decisions *decisions, tally *all)
{
    pl_arena *arena = pl_arena_new();
    pl_rulings r = {.decisions = decisions};
    pl_selection selection;
    pleach_error error = {0};
    uint8_t every[MOST_LINES];
    memset(every, 1, sizeof every);
    must(pl_select(&selection, arena, corpus, NULL, 0, &error), &error);
    pleach_status status =
        pl_rulings_resolve(&r, arena, &selection, corpus, NULL, &error);
    if (status != PLEACH_OK || selection.kept_nodes == 0) {
        all->dropped++;
        pl_arena_free(arena);
        return;
    }
    status = pl_rulings_close(&r, arena, &selection, corpus, NULL, &error);
    verdict truth = enumerate(&r, corpus, every);
    all->too_many += truth == TOO_MANY;
    if (truth == CAN_HOLD)
        must(status, &error);
    if (truth == CANNOT_HOLD)
        assert_int_equal(status, PLEACH_BAD_DATA);
    if (status == PLEACH_OK) {
        all->held++;
        obey_all_ways(corpus, text, decisions);
    } else {
        all->broken++;
        confirm(&r, corpus, &error, &all->confirmed);
    }
    pl_arena_free(arena);
}

static void test_random_decisions(void **state)
{
    pl_random random;
    tally all = {0};
    (void)state;
    pl_random_seed(&random, 17);
    for (uint32_t k = 0; k < random_cases(CORPORA); k++) {
        random_corpus_shape shape = {.lines = 2 + pl_random_below(&random, 4),
                                     .names = 3 + pl_random_below(&random, 6),
                                     .most_leaves = 3,
                                     .depth = 2,
                                     .tags = pl_random_below(&random, 3)};
        random_corpus made = random_corpus_new(&random, &shape);
        char *text = random_corpus_text(&made);
        char *lines =
            random_decisions(&random, &made, shape.names,
                             1 + pl_random_below(&random, MOST_LINES - 1));
        pleach_error error = {0};
        pleach_corpus *corpus = NULL;
        pleach_decisions *decisions = NULL;
        pleach_input input = {"corpus.jsonl", text, strlen(text)};
        pleach_input decided = {"decisions.tsv", lines, strlen(lines)};
        must(pleach_corpus_read(&corpus, &input, 1, NULL, &error), &error);
        must(pleach_decisions_read(&decisions, &decided, &error), &error);
        try_one(corpus, text, decisions, &all);
        pleach_decisions_free(decisions);
        pleach_corpus_free(corpus);
        free(text);
        free(lines);
        random_corpus_free(&made);
    }
    print_message("%u held, %u contradictions (%u confirmed), %u dropped, %u "
                  "too large\n",
                  all.held, all.broken, all.confirmed, all.dropped,
                  all.too_many);
    /* Were one of these rare, the rest would show nothing. */
    uint32_t tried = random_cases(CORPORA);
    assert_true(all.held > 2 * tried / 5 && all.confirmed > tried / 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_decisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
