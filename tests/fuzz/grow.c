/* grow.c: bytes decide who says what and how it is grown; the independent
 * proof judges, and the same people in another order give the same bytes. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <math.h>
#include <stdio.h>

#include "pleach_curate.h"

enum { MOST_LINES = 24, MOST_NODES = 9 };

/* What the bytes have decided so far. */
typedef struct dice {
    const uint8_t *bytes;
    size_t left;
} dice;

static unsigned roll(dice *d, unsigned sides)
{
    if (d->left == 0)
        return 0;
    d->left--;
    return *d->bytes++ % sides;
}

static const char *roll_name(dice *d)
{
    static const char *const names[] = {
        "bird",  "Birds",    "pet",  "pets",     "animal",      "cat",
        "kitty", "feline",   "lion", "lions",    "Caf\xC3\xA9", "cafe",
        "!",     "wildlife", "wild", "wild_life"};
    return names[roll(d, 16)];
}

/* ---------------------------------------------------------- hierarchies -- */

typedef struct people {
    char *text;
    size_t size;
    size_t first[MOST_LINES + 1]; /* where each line begins */
    unsigned count;
} people;

static void tell_tags(dice *d, FILE *to)
{
    unsigned count = roll(d, 8);
    if (count < 6)
        return;
    fputs(",\"tags\":{", to);
    for (unsigned k = 0; k < count; k++)
        fprintf(to, "%s\"t%u\":%u", k > 0 ? "," : "", 3 * k + roll(d, 3),
                1 + roll(d, 9));
    fputc('}', to);
}

/* Nodes in the order of a walk: each byte goes down, stays or comes up. */
static void tell_hierarchy(dice *d, FILE *to, unsigned number)
{
    unsigned depth = 0, count = 1 + roll(d, MOST_NODES);
    fprintf(to, "{\"owner\":\"o%u\",\"id\":\"h%u\",\"name\":\"%s\"", roll(d, 7),
            number / (1 + roll(d, 2)), roll_name(d));
    tell_tags(d, to);
    for (unsigned k = 0; k < count; k++) {
        unsigned up = k == 0 ? 0 : roll(d, 4);
        fputs(k == 0 || up == 0 ? ",\"children\":[" : "", to);
        if (k > 0 && up > 0) {
            for (fputc('}', to); up > 1 && depth > 1; up--, depth--)
                fputs("]}", to);
            fputc(',', to);
        } else {
            depth++;
        }
        fprintf(to, "{\"name\":\"%s\"", roll_name(d));
        tell_tags(d, to);
    }
    while (depth-- > 0)
        fputs("}]", to);
    fputs("}\n", to);
}

static void tell_all(people *all, dice *d)
{
    FILE *to = open_memstream(&all->text, &all->size);
    MUST(to != NULL);
    all->count = 1 + roll(d, MOST_LINES);
    for (unsigned k = 0; k < all->count; k++) {
        all->first[k] = (size_t)ftell(to);
        tell_hierarchy(d, to, k);
    }
    all->first[all->count] = (size_t)ftell(to);
    fclose(to);
}

/* The same lines, the last one first. */
static people turned_round(const people *all)
{
    people other = {.text = malloc(all->size + 1), .size = all->size};
    MUST(other.text != NULL);
    size_t at = 0;
    for (unsigned k = all->count; k-- > 0;) {
        size_t length = all->first[k + 1] - all->first[k];
        memcpy(other.text + at, all->text + all->first[k], length);
        at += length;
    }
    return other;
}

/* -------------------------------------------------------------- growing -- */

typedef struct wishes {
    pleach_affinity_options affinity;
    pleach_clusters_options clusters;
    pleach_taxonomy *previous;
} wishes;

static pleach_decisions *roll_decisions(dice *d)
{
    static const char *const kinds[] = {"same",      "different",  "under",
                                        "not-under", "top",        "name",
                                        "drop",      "keep-branch"};
    char text[1024];
    size_t at = 0;
    pleach_decisions *decisions = NULL;
    unsigned count = roll(d, 12);
    for (unsigned k = 0; k < (count < 6 ? 0 : count - 5); k++) {
        unsigned kind = roll(d, 8);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s\t%s\t%s\n",
                               kinds[kind], roll_name(d),
                               kind == 4 || kind > 5 ? "" : roll_name(d));
    }
    pleach_input input = {"decisions", text, at};
    if (at == 0 || pleach_decisions_read(&decisions, &input, NULL))
        return NULL;
    return decisions;
}

static wishes roll_wishes(dice *d)
{
    static const char *const similarities[] = {NULL,
                                               "name",
                                               "tags:2",
                                               "context:1",
                                               "0.5*name + 0.5*context:2",
                                               "concept:2 + 0.5*context:4",
                                               "0.5*tags + 0.5*name"};
    static const pleach_solver solvers[] = {
        PLEACH_SOLVER_USUAL, PLEACH_SOLVER_JOINT, PLEACH_SOLVER_RAP,
        PLEACH_SOLVER_AP, PLEACH_SOLVER_VOTES};
    static const double preferences[] = {0, 0, 0, 0, 0.001, 0.5};
    wishes w = {0};
    w.affinity.similarity = similarities[roll(d, 7)];
    w.affinity.preference = preferences[roll(d, 6)];
    w.affinity.candidates = roll(d, 4) == 0 ? 1 + roll(d, 3) : 0;
    w.affinity.crowd = w.affinity.candidates == 0 ? 0 : 2 + roll(d, 4);
    w.affinity.seed = roll(d, 8) == 1 ? roll_name(d) : NULL;
    w.affinity.hops = roll(d, 3);
    w.affinity.decisions = roll_decisions(d);
    w.clusters.solver = solvers[roll(d, 5)];
    w.clusters.bound = (pleach_bound)roll(d, 4);
    w.clusters.parents = roll(d, 4);
    w.clusters.max_iterations = 1 + roll(d, 60);
    w.clusters.window = 1 + roll(d, 20);
    return w;
}

static void complain(const pleach_error *error)
{
    fprintf(stderr, "line %llu: %s\n", (unsigned long long)error->line,
            error->sentence);
    abort();
}

/* The taxonomy as JSON; NULL: it was refused, with a sentence. */
static char *grow(const people *all, wishes *w, uint32_t threads, size_t *size)
{
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    pleach_error error = {0};
    pleach_input input = {"in.jsonl", all->text, all->size};
    pleach_read_options reading = {.format = "jsonl"};
    char *json = NULL;
    w->affinity.threads = w->clusters.threads = threads;
    w->affinity.previous = w->previous;
    MUST(pleach_corpus_read(&corpus, &input, 1, &reading, &error) == PLEACH_OK);
    pleach_status status =
        pleach_affinity_compare(&affinity, corpus, &w->affinity, &error);
    if (status == PLEACH_OK)
        status =
            pleach_clusters_find(&clusters, affinity, &w->clusters, &error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&taxonomy, clusters, &error);
    if (status == PLEACH_OK) {
        FILE *to = open_memstream(&json, size);
        pleach_sink sink = {.stream = to};
        pleach_write_options writing = {.format = "json"};
        MUST(to != NULL);
        status = pleach_taxonomy_write(taxonomy, &sink, &writing, &error);
        fclose(to);
    }
    /* A seed that nobody has, decisions that contradict each other. */
    if (status != PLEACH_OK && status != PLEACH_BAD_DATA)
        complain(&error);
    MUST(status == PLEACH_OK || error.sentence[0] != '\0');
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    return json;
}

static void judge(const people *all, const wishes *w, const char *json,
                  size_t size)
{
    pleach_check_result result;
    pleach_error error = {0};
    pleach_input written = {"out.json", json, size};
    pleach_input input = {"in.jsonl", all->text, all->size};
    /* What was selected, or dropped, is not all of the input. */
    bool whole = w->affinity.seed == NULL && w->affinity.decisions == NULL;
    if (pleach_check(&result, &written, &input, whole, &error) != PLEACH_OK)
        complain(&error);
    if (w->affinity.decisions != NULL &&
        pleach_check_decisions(&written, w->affinity.decisions, &error) !=
            PLEACH_OK)
        complain(&error);
}

static void must_be_same(const people *all, wishes *w, const char *json,
                         size_t size)
{
    size_t length = 0;
    people other = turned_round(all);
    char *again = grow(&other, w, 2, &length);
    MUST(again != NULL && length == size && memcmp(again, json, size) == 0);
    free(again);
    free(other.text);
}

static const char *or_usual(const char *word)
{
    return word == NULL ? "usual" : word;
}

/* With PLEACH_FUZZ_SHOW set: what a find is, to make a test of it. */
static void show(const people *all, const wishes *w)
{
    size_t count = 0;
    const pleach_decision *list = NULL;
    if (getenv("PLEACH_FUZZ_SHOW") == NULL)
        return;
    if (w->affinity.decisions != NULL)
        list = pleach_decisions_list(w->affinity.decisions, &count);
    fprintf(stderr,
            "%s--similarity %s --preference %g --seed %s --hops %u "
            "--candidates %u --crowd %u; solver %d, bound %d; "
            "--parents %u --max-iterations %u --window %u\n",
            all->text, or_usual(w->affinity.similarity), w->affinity.preference,
            or_usual(w->affinity.seed), w->affinity.hops,
            w->affinity.candidates, w->affinity.crowd, (int)w->clusters.solver,
            (int)w->clusters.bound, w->clusters.parents,
            w->clusters.max_iterations, w->clusters.window);
    for (size_t k = 0; k < count; k++)
        fprintf(stderr, "%s\t%s\t%s\n", list[k].word, list[k].a,
                list[k].b == NULL ? "" : list[k].b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    dice d = {bytes, size};
    people all = {0};
    bool twice = roll(&d, 4) == 1, further = roll(&d, 4) == 1;
    wishes w = roll_wishes(&d);
    tell_all(&all, &d);
    show(&all, &w);
    size_t length = 0;
    char *json = grow(&all, &w, 1, &length);
    if (json != NULL)
        judge(&all, &w, json, length);
    if (json != NULL && twice)
        must_be_same(&all, &w, json, length);
    if (json != NULL && further) {
        pleach_input written = {"out.json", json, length};
        MUST(pleach_taxonomy_load(&w.previous, &written, NULL) == PLEACH_OK);
        char *next = grow(&all, &w, 1, &length);
        if (next != NULL)
            judge(&all, &w, next, length);
        free(next);
    }
    pleach_taxonomy_free(w.previous);
    pleach_decisions_free((pleach_decisions *)(uintptr_t)w.affinity.decisions);
    free(json);
    free(all.text);
    return 0;
}
