/* shares.c: however many processes read the inputs, and wherever these are cut
 * for them, each ends with the corpus, the warnings and the error of one that
 * reads all. The processes are threads here. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdio.h>

#include "base/random.h"
#include "corpus/corpus.h"
#include "post_office.h"
#include "read/input_shares.h"

enum { CORPORA = SANITIZED ? 100 : 600 };
enum { MOST_INPUTS = 3 };

/* What came of reading: everything that can be seen, as text. After an error
 * that is the error; what was odd before it does not matter then. */
typedef struct reading {
    const pleach_input *inputs;
    size_t count;
    bool skip_bad;
    const pleach_exchange *exchange;
    char *seen;
    pleach_corpus *corpus;
    pthread_t thread;
    rank_state state;
    pleach_exchange calls;
} reading;

static void print_problem(FILE *to, const char *what,
                          const pleach_error *problem)
{
    fprintf(to, "%s %d %s:%d:%d %s\n", what, problem->status, problem->file,
            (int)problem->line, (int)problem->column, problem->sentence);
}

static void hear(void *context, const pleach_error *warning)
{
    print_problem(context, "warning", warning);
}

static void print_node(FILE *to, const pleach_corpus *c, uint32_t n)
{
    fprintf(to, " %s/%s twin %u is %lx",
            pl_strings_at(c->spellings, c->node_spelling[n]),
            pl_strings_at(c->keys, c->node_key[n]), c->node_twin[n],
            (unsigned long)c->node_identity[n]);
    for (uint32_t k = 0; k < c->vector_size; k++)
        fprintf(to, " %g", (double)c->vector[n * c->vector_size + k]);
}

static void print_corpus(FILE *to, const pleach_corpus *c)
{
    const pleach_corpus_facts *f = &c->facts;
    fprintf(to,
            "%d hierarchies, %d skipped, %d repeated, %d leafless, "
            "%d nameless, %u tags\n",
            (int)f->hierarchies, (int)f->skipped, (int)f->duplicate_ids,
            (int)f->leafless, (int)f->nameless, pl_strings_count(c->tags));
    for (uint32_t s = 0; s < c->sapling_count; s++) {
        uint32_t h = c->sapling_hierarchy[s];
        fprintf(
            to, "%s %s %s:", pl_strings_at(c->owners, c->hierarchy_owner[h]),
            c->hierarchy_id[h], pl_strings_at(c->paths, c->sapling_path[s]));
        for (uint32_t n = c->sapling_first[s]; n < c->sapling_first[s + 1]; n++)
            print_node(to, c, n);
        fputc('\n', to);
    }
}

static void *read_all(void *context)
{
    reading *r = context;
    pleach_error error = {0};
    char *warnings = NULL;
    size_t size = 0, warned = 0;
    FILE *to = open_memstream(&r->seen, &size);
    FILE *odd = open_memstream(&warnings, &warned);
    pleach_listener listener = {.warn = hear, .context = odd};
    pleach_status status =
        pleach_corpus_read(&r->corpus, r->inputs, r->count,
                           &(pleach_read_options){.skip_bad = r->skip_bad,
                                                  .listener = &listener,
                                                  .exchange = r->exchange},
                           &error);
    fclose(odd);
    if (status == PLEACH_OK) {
        fputs(warnings, to);
        print_corpus(to, r->corpus);
    } else {
        print_problem(to, "error", &error);
    }
    fclose(to);
    free(warnings);
    return NULL;
}

/* ------------------------------------------------------------- comparing -- */

static bool same_tags(const pleach_corpus *a, const pleach_corpus *b,
                      uint32_t n)
{
    uint64_t i = a->tag_first[n], j = b->tag_first[n];
    uint64_t count = a->tag_first[n + 1] - i;
    if (b->tag_first[n + 1] - j != count)
        return false;
    for (uint64_t k = 0; k < count; k++)
        if (a->tag_id[i + k] != b->tag_id[j + k] ||
            a->tag_count[i + k] != b->tag_count[j + k])
            return false;
    return true;
}

/* Each node's tags are somewhere. */
static void check_tags(const pleach_corpus *alone, const reading *ranks,
                       uint32_t count)
{
    for (uint32_t n = 0; n < alone->node_count; n++) {
        bool found = false;
        for (uint32_t r = 0; r < count; r++) {
            const pleach_corpus *there = ranks[r].corpus;
            bool same = same_tags(alone, there, n);
            assert_true(same || there->tag_first[n] == there->tag_first[n + 1]);
            found |= same;
        }
        assert_true(found);
    }
}

static void check_ranks(const reading *alone, uint32_t count)
{
    post_office office;
    reading ranks[MOST_RANKS];
    post_open(&office, count);
    for (uint32_t r = 0; r < count; r++) {
        ranks[r] = *alone;
        ranks[r].corpus = NULL;
        ranks[r].calls = post_exchange(&ranks[r].state, &office, r);
        ranks[r].exchange = &ranks[r].calls;
        assert_int_equal(
            pthread_create(&ranks[r].thread, NULL, read_all, &ranks[r]), 0);
    }
    for (uint32_t r = 0; r < count; r++)
        pthread_join(ranks[r].thread, NULL);
    for (uint32_t r = 0; r < count; r++)
        assert_string_equal(ranks[r].seen, alone->seen);
    if (alone->corpus != NULL)
        check_tags(alone->corpus, ranks, count);
    for (uint32_t r = 0; r < count; r++) {
        post_release(&ranks[r].state);
        pleach_corpus_free(ranks[r].corpus);
        free(ranks[r].seen);
    }
    post_close(&office);
}

static void check_inputs(const pleach_input *inputs, size_t count,
                         bool skip_bad, uint32_t ranks)
{
    reading alone = {.inputs = inputs, .count = count, .skip_bad = skip_bad};
    read_all(&alone);
    check_ranks(&alone, ranks);
    pleach_corpus_free(alone.corpus);
    free(alone.seen);
}

/* ----------------------------------------------------------------- texts -- */

static const char *draw_name(pl_random *random)
{
    static const char *const names[] = {"bird",        "Birds",
                                        "caf\xC3\xA9", "\xF0\x9F\x90\xB6 dog",
                                        "!!",          "?",
                                        "-",           "\xE2\x99\xA5",
                                        "...",         "\xE2\x98\x83",
                                        "wild life",   "x"};
    return names[pl_random_below(random, 12)];
}

static void draw_tags(pl_random *random, FILE *to)
{
    static const char *const tags[] = {"a", "B", "\xC3\x9C", "long tag"};
    fputs(",\"tags\":{", to);
    for (uint32_t k = 0; k < 3; k++)
        fprintf(to, "%s\"%s%u\":%u", k == 0 ? "" : ",",
                tags[pl_random_below(random, 4)],
                (unsigned)pl_random_below(random, 3), k + 1);
    fputc('}', to);
}

static void draw_hierarchy(pl_random *random, FILE *to)
{
    fprintf(to, "{\"name\":\"%s\"", draw_name(random));
    if (pl_random_chance(random, 0.5))
        fprintf(to, ",\"owner\":\"o%u\"", (unsigned)pl_random_below(random, 4));
    if (pl_random_chance(random, 0.5))
        fprintf(to, ",\"id\":\"i%u\"", (unsigned)pl_random_below(random, 9));
    if (pl_random_chance(random, 0.2))
        draw_tags(random, to);
    if (pl_random_chance(random, 0.1))
        fputs(pl_random_chance(random, 0.8) ? ",\"vector\":[1,2]"
                                            : ",\"vector\":[1,2,3]",
              to);
    fputs(",\"children\":[", to);
    uint32_t leaves = pl_random_below(random, 3);
    for (uint32_t k = 0; k < leaves; k++) {
        fprintf(to, "%s{\"name\":\"%s\"", k == 0 ? "" : ",", draw_name(random));
        draw_tags(random, to);
        fputs(pl_random_chance(random, 0.2)
                  ? ",\"children\":[{\"name\":\"deep\"}]}"
                  : "}",
              to);
    }
    fputs("]}", to);
}

static void draw_line(pl_random *random, FILE *to, double bad)
{
    static const char *const wrong[] = {"{\"name\":", "\"\xC3\"", "[]",
                                        "{\"name\":\"\"}", "nonsense"};
    if (pl_random_chance(random, bad))
        fputs(wrong[pl_random_below(random, 5)], to);
    else if (pl_random_chance(random, 0.1))
        fputs("  ", to);
    else
        draw_hierarchy(random, to);
    if (pl_random_chance(random, 0.05))
        fprintf(to, "%*s", (int)pl_random_below(random, 400), "");
    fputs(pl_random_chance(random, 0.2) ? "\r\n" : "\n", to);
}

static void draw_jsonl(pl_random *random, FILE *to)
{
    double bad = pl_random_chance(random, 0.5) ? 0 : 0.1;
    uint32_t lines = pl_random_below(random, 30);
    if (pl_random_chance(random, 0.2))
        fputs("\xEF\xBB\xBF", to);
    for (uint32_t k = 0; k < lines; k++)
        draw_line(random, to, bad);
    if (pl_random_chance(random, 0.3))
        draw_hierarchy(random, to);
}

static void draw_csv(pl_random *random, FILE *to)
{
    uint32_t rows = pl_random_below(random, 12);
    fputs("owner,parent,child,tags\n", to);
    for (uint32_t k = 0; k < rows; k++)
        fprintf(to, "o%u,%s,%s,t%u:2%s\n", (unsigned)pl_random_below(random, 3),
                draw_name(random), draw_name(random),
                (unsigned)pl_random_below(random, 4),
                pl_random_chance(random, 0.05) ? ",too,many" : "");
}

static pleach_input draw_input(pl_random *random, size_t k)
{
    static const char *const names[MOST_INPUTS][2] = {
        {"a.jsonl", "a.csv"}, {"in/b.jsonl", "b.csv"}, {"a.jsonl", "c.csv"}};
    bool table = pl_random_chance(random, 0.2);
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (table)
        draw_csv(random, to);
    else
        draw_jsonl(random, to);
    fclose(to);
    return (pleach_input){names[k][table], text, size};
}

/* ----------------------------------------------------------------- tests -- */

static void random_inputs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < random_cases(CORPORA); seed++) {
        pl_random random;
        pleach_input inputs[MOST_INPUTS];
        pl_random_seed(&random, seed);
        size_t count = 1 + pl_random_below(&random, MOST_INPUTS);
        for (size_t k = 0; k < count; k++)
            inputs[k] = draw_input(&random, k);
        check_inputs(inputs, count, seed % 2 == 0,
                     2 + (uint32_t)seed % (MOST_RANKS - 1));
        for (size_t k = 0; k < count; k++)
            free((void *)(uintptr_t)inputs[k].bytes);
    }
}

/* Every byte of a text is a border once. */
static void every_cut(void **state)
{
    static const char text[] =
        "\xEF\xBB\xBF{\"name\":\"caf\xC3\xA9\"}\r\n"
        "\n{\"name\":\"\xF0\x9F\x90\xB6\",\"children\":[{\"name\":\"x\"}]}\n"
        "{\"name\":\"!\"}\n\n  \n{\"name\":\"last\"}";
    char padded[sizeof text + 300];
    (void)state;
    for (size_t pad = 0; pad < sizeof text; pad++) {
        memset(padded, ' ', sizeof padded);
        memcpy(padded, text, sizeof text - 1);
        pleach_input input = {"in.jsonl", padded, sizeof text - 1 + pad};
        for (uint32_t ranks = 2; ranks <= MOST_RANKS; ranks++)
            check_inputs(&input, 1, false, ranks);
    }
}

/* A line over several parts, and one that nobody may read. */
static void long_lines(void **state)
{
    (void)state;
    for (size_t length = 300000; length < 80000000; length *= 16) {
        char *text = malloc(length + 200);
        int used = sprintf(text, "{\"name\":\"a\"}\n{\"name\":\"");
        memset(text + used, 'b', length);
        sprintf(text + used + length, "\"}\n{\"name\":\"c\"}\n{\"nam");
        pleach_input input = {"in.jsonl", text, strlen(text)};
        check_inputs(&input, 1, true, 5);
        check_inputs(&input, 1, false, 3);
        free(text);
    }
}

static void few_lines_many_ranks(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "\n",
                                        "\n\n \n",
                                        "{\"name\":\"a\"}",
                                        "{\"name\":\"a\"}\n",
                                        "\n\n{\"name\":\"a\"}\n\n",
                                        "x",
                                        "\xEF\xBB\xBF",
                                        "\xEF\xBB\xBF\n"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        pleach_input inputs[2] = {
            {"in.jsonl", texts[k], strlen(texts[k])},
            {"on.jsonl", texts[(k + 3) % 9], strlen(texts[(k + 3) % 9])}};
        for (int skip = 0; skip < 2; skip++) {
            check_inputs(inputs, 1, skip, MOST_RANKS);
            check_inputs(inputs, 2, skip, MOST_RANKS);
        }
    }
}

static void lines_are_counted(void **state)
{
    (void)state;
    enum { BYTES = 8000 };
    char text[BYTES];
    for (size_t k = 0; k < BYTES; k++)
        text[k] = k % 40 == 39 ? '\n' : 'x';
    memcpy(text, "{}", 2);
    pleach_input input = {"in.jsonl", text, BYTES};
    for (uint32_t rank = 0; rank < 4; rank++) {
        pl_part part = {.from = rank * BYTES / 4,
                        .to = (rank + 1) * BYTES / 4,
                        .size = BYTES,
                        .line = 1};
        assert_int_equal(pl_source_count_lines(&input, &part), BYTES / 4 / 40);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_inputs),
        cmocka_unit_test(every_cut),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(few_lines_many_ranks),
        cmocka_unit_test(lines_are_counted),
    };
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
