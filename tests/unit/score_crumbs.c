/* score_crumbs.c: paths and mends scored by hand, and the yardsticks. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/score_truth.h"
#include "report/report.h"
#include "sinks.h"

#define NEAR(actual, expected) assert_true(fabs((actual) - (expected)) < 1e-12)
#define COUNT(array) (sizeof(array) / sizeof *(array))

static char result_path[] = "/tmp/pleach-crumbs-XXXXXX";
static char truth_path[] = "/tmp/pleach-truth-XXXXXX";
static char gold_path[] = "/tmp/pleach-gold-XXXXXX";

/* A node of the result: its cluster comes from the table of clusters. */
typedef struct node {
    const char *owner, *id, *path, *name, *gold;
    int cluster; /* -1: discarded */
} node;

typedef struct cluster {
    int parent, depth;
} cluster;

static void put_node(FILE *to, const node *of)
{
    fprintf(to,
            "{\"owner\": \"%s\", \"id\": \"%s\", \"path\": \"%s\", \"role\": "
            "\"%s\", \"name\": \"%s\", \"similarity\": 0.5, \"reason\": \"r\"}",
            of->owner, of->id, of->path,
            strcmp(of->path, ".") == 0 ? "root" : "leaf", of->name);
}

static void put_cluster(FILE *to, const cluster *of, int id, const node *nodes,
                        size_t count)
{
    const node *first = NULL;
    int size = 0;
    for (size_t k = count; k-- > 0;)
        if (nodes[k].cluster == id) {
            first = &nodes[k];
            size++;
        }
    assert_non_null(first);
    fprintf(to,
            "%s{\"id\": %d, \"name\": \"%s\", \"parent\": ", id > 0 ? ", " : "",
            id, first->name);
    fprintf(to, of->parent < 0 ? "null" : "%d", of->parent);
    fprintf(to,
            ", \"depth\": %d, \"size\": %d, \"net_similarity\": 1, "
            "\"exemplar\": ",
            of->depth, size);
    put_node(to, first);
    fputs(", \"members\": [", to);
    for (const node *at = first; at < nodes + count; at++)
        if (at->cluster == id) {
            fputs(at == first ? "" : ", ", to);
            put_node(to, at);
        }
    fputs("]}", to);
}

/* Writes a result, and the truth of those of its nodes that have one. */
static void write_files(const cluster *clusters, size_t cluster_count,
                        const node *nodes, size_t count, const char *gold)
{
    FILE *to = fopen(result_path, "w");
    bool first = true;
    fputs("{\"format\": \"pleach-taxonomy/1\", \"inputs\": [{\"name\": "
          "\"some/in.jsonl\"}], \"clusters\": [",
          to);
    for (size_t c = 0; c < cluster_count; c++)
        put_cluster(to, &clusters[c], (int)c, nodes, count);
    fputs("], \"discarded\": [", to);
    for (size_t k = 0; k < count; k++)
        if (nodes[k].cluster < 0) {
            fputs(first ? "" : ", ", to);
            put_node(to, &nodes[k]);
            first = false;
        }
    fputs("]}", to);
    fclose(to);
    to = fopen(truth_path, "w");
    fputs("id\tpath\tname\tgold\n", to);
    for (size_t k = 0; k < count; k++)
        if (nodes[k].gold != NULL)
            fprintf(to, "%s\t%s\t%s\t%s\n", nodes[k].id, nodes[k].path,
                    nodes[k].name, nodes[k].gold);
    fclose(to);
    to = fopen(gold_path, "w");
    fputs(gold, to);
    fclose(to);
}

static pleach_score_figures scored(void)
{
    pleach_score_figures *made = NULL;
    pleach_error error = {0};
    pleach_score_options options = {.gold = FILE_AT(gold_path)};
    if (pleach_score(&made, FILE_AT(result_path), FILE_AT(truth_path), &options,
                     &error) != PLEACH_OK)
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.sentence);
    pleach_score_figures figures = *made;
    pleach_score_free(made);
    return figures;
}

static char *printed(bool json)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    pleach_score_options options = {.gold = FILE_AT(gold_path)};
    pleach_score_figures *figures = NULL;
    assert_int_equal(pleach_score(&figures, FILE_AT(result_path),
                                  FILE_AT(truth_path), &options, NULL),
                     PLEACH_OK);
    (json ? report_score_json
          : report_score_text)(&(report_score){&options, figures}, to);
    pleach_score_free(figures);
    fclose(to);
    return text;
}

/* ---------------------------------------------------------- hand-made -- */

/* A person is the concept, then what it is called. */
static const char gold[] = "gold\tname\tparent\n"
                           "a\tanimal\t\np\tpet\ta\nd\tdog\tp\nc\tcat\tp\n"
                           "e\teel\ta\n";
static const node nodes[] = {
    {"ann", "1", ".", "Animals", "a", 0}, {"ann", "1", "0", "dog", "d", 1},
    {"ann", "1", "1", "cat", "c", 2},     {"bob", "2", ".", "animal", "a", 0},
    {"bob", "2", "0", "dogs", "d", 1},    {"cat", "3", ".", "pets", "p", 3},
    {"cat", "3", "0", "Dogs", "d", 4},    {"dan", "4", ".", "dog", "d", 5},
    {"dan", "4", "0", "animal", "a", 6},  {"eve", "5", ".", "animals", "a", 0},
    {"eve", "5", "0", "Dog!", "d", 7},
};
static const cluster clusters[] = {{-1, 0}, {0, 1},  {0, 1}, {-1, 0},
                                   {3, 1},  {-1, 0}, {5, 1}, {0, 1}};

static void write_animals(void)
{
    write_files(clusters, COUNT(clusters), nodes, COUNT(nodes), gold);
}

static void test_given(void **state)
{
    (void)state;
    write_animals();
    pleach_score_figures is = scored();
    assert_int_equal(is.nodes, 11);
    assert_int_equal(is.concepts, 4);
    assert_int_equal(is.gold_concepts, 4);
    /* Wrong: the animal below dog. */
    NEAR(is.tree.crumbs.precision, 10.0 / 11);
    NEAR(is.tree.clean, 10.0 / 11);
    /* Missed: all above the pet and above dan's dog; pet above the dogs and
     * the cat under animal; animal above the dog under pet. */
    NEAR(is.tree.crumbs.recall, (4 + 5 * 0.5) / 11);
    /* Given: ad ac pd da; gold: ap pd pc. */
    NEAR(is.tree.edges.precision, 1.0 / 4);
    NEAR(is.tree.edges.recall, 1.0 / 3);
    assert_int_equal(is.mends.groups, 8);
    assert_int_equal(is.mends.trees, 3);
    /* The figures of the truth alone are there too, by cluster. */
    NEAR(is.given.pairs.recall, 4.0 / 16);
}

/* Three people put dogs under animals, one under pets; one animals under
 * dogs, which would be a loop. */
static void test_yardsticks(void **state)
{
    (void)state;
    write_animals();
    pleach_score_figures is = scored();
    const pleach_crumb_score *both[] = {&is.key_votes, &is.truth_votes};
    for (size_t k = 0; k < 2; k++) {
        NEAR(both[k]->crumbs.precision, 1);
        NEAR(both[k]->crumbs.recall, (4 + 6 * 0.5) / 11);
        NEAR(both[k]->clean, 1);
        NEAR(both[k]->edges.precision, 0);
    }
}

static void test_the_tables(void **state)
{
    (void)state;
    write_animals();
    char *text = printed(false);
    assert_non_null(strstr(text, "\nclean               0.9091        1.0000 "
                                 "         1.0000\n"));
    free(text);
    text = printed(true);
    assert_non_null(strstr(text, "\"truth_votes\": {\"crumbs\": "
                                 "{\"precision\": 1, "));
    free(text);
}

/* --------------------------------------------------------------- mends -- */

/* animal > box > (pet, dog, cat) > pet > (dog, pet), animal > cat, and two dogs
 * that are in no cluster; gold has animal > pet > (dog, cat) and no box. */
static const node mended[] = {
    {"ann", "1", ".", "animal", "a", 0}, {"ann", "1", "0", "pet", "p", 2},
    {"bob", "2", ".", "box", "u", 1},    {"bob", "2", "0", "pet", "p", 6},
    {"cat", "3", ".", "box", "u", 1},    {"cat", "3", "0", "dog", "d", 2},
    {"dan", "4", ".", "box", "u", 1},    {"dan", "4", "0", "cat", "c", 2},
    {"eve", "5", ".", "pets", "p", 2},   {"eve", "5", "0", "pet", "p", 6},
    {"fay", "6", ".", "pet", "p", 3},    {"fay", "6", "0", "dog", "d", 4},
    {"gus", "7", ".", "animal", "a", 0}, {"gus", "7", "0", "cat", "c", 5},
    {"hal", "8", ".", "animal", "a", 0}, {"hal", "8", "0", "box", "u", 1},
    {"ida", "9", ".", "dog", "d", -1},   {"jan", "10", ".", "animal", "a", 0},
    {"jan", "10", "0", "pet", "p", 6},   {"kim", "11", ".", "animal", "a", 0},
    {"kim", "11", "0", "pet", "p", 6},   {"lee", "12", ".", "pal", "p", 6},
    {"lee", "12", "0", "dog", "d", 4},   {"moe", "13", ".", "dog", "d", -1},
};
static const cluster mended_forest[] = {{-1, 0}, {0, 1}, {1, 2}, {2, 3},
                                        {3, 4},  {0, 1}, {3, 4}};

static void check_mends(const pleach_mends *is, const uint64_t *counts,
                        double saved)
{
    assert_int_equal(is->splits, counts[0]);
    assert_int_equal(is->merges, counts[1]);
    assert_int_equal(is->moves, counts[2]);
    assert_int_equal(is->groups, counts[3]);
    assert_int_equal(is->trees, counts[4]);
    NEAR(is->saved, saved);
}

static void test_mends(void **state)
{
    (void)state;
    write_files(mended_forest, COUNT(mended_forest), mended, COUNT(mended),
                gold);
    pleach_score_figures is = scored();
    /* Pets hold a dog and a cat. They are in three clusters, dogs in two and
     * twice alone, cats in two. Pets are right, as the box and pets themselves
     * are looked through; dogs are, as many being below pets as at the top;
     * cats are not. */
    check_mends(&is.mends, (uint64_t[]){2, 6, 1, 7, 1}, 1 - 9.0 / 22);
    NEAR(is.mends.stray, 2.0 / 24);
    NEAR(is.mends.precision, 28.0 / 33);
    /* Most pets are at the top, most dogs too, and no cat is below a pet. */
    check_mends(&is.no_tool_mends, (uint64_t[]){0, 19, 3, 24, 13}, 0);
    NEAR(is.no_tool_mends.stray, 0);
    NEAR(is.no_tool_mends.precision, 1);
    /* Who takes pal for something else has one dog below each of box, pal and
     * pet, and the box comes first. */
    check_mends(&is.key_votes_mends, (uint64_t[]){0, 1, 2, 6, 2}, 1 - 3.0 / 22);
    check_mends(&is.truth_votes_mends, (uint64_t[]){0, 0, 1, 5, 1},
                1 - 1.0 / 22);
}

static void test_mends_printed(void **state)
{
    (void)state;
    write_files(mended_forest, COUNT(mended_forest), mended, COUNT(mended),
                gold);
    char *text = printed(false);
    assert_non_null(
        strstr(text, "\ngiven               40.0   120.0    20.0   180.0   "
                     "59.1%    8.3%      1       7     0.8485\n"
                     "no tool              0.0   380.0    60.0   440.0    "
                     "0.0%    0.0%     13      24     1.0000\n"));
    free(text);
    text = printed(true);
    assert_non_null(
        strstr(text, "\"given\": {\"splits\": 40, \"merges\": 120, \"moves\": "
                     "20, \"mends\": 180, \"saved\": 0.5909090909, \"stray\": "
                     "0.08333333333, \"trees\": 1, \"groups\": 7, "
                     "\"precision\": 0.8484848485}"));
    assert_non_null(strstr(text, "\"no_tool\": {\"splits\": 0, "));
    free(text);
}

/* A forest that is right from the start has nothing to save, and has saved
 * all; more work than without is less than nothing. */
static void test_nothing_saved(void **state)
{
    static const node alone[] = {{"ann", "1", ".", "animal", "a", 0},
                                 {"ann", "1", "0", "pet", "p", 1}};
    static const node torn[] = {{"ann", "1", ".", "animal", "a", 0},
                                {"ann", "1", "0", "pet", "p", 1},
                                {"bob", "2", ".", "animal", "a", 1},
                                {"bob", "2", "0", "pet", "p", 2}};
    static const cluster forest[] = {{-1, 0}, {0, 1}, {1, 2}};
    (void)state;
    write_files(forest, 2, alone, COUNT(alone), gold);
    pleach_score_figures is = scored();
    check_mends(&is.mends, (uint64_t[]){0, 0, 0, 2, 1}, 1);
    check_mends(&is.no_tool_mends, (uint64_t[]){0, 0, 0, 2, 1}, 1);
    /* Of one animal and one pet, the animal comes first. */
    write_files(forest, 3, torn, COUNT(torn), gold);
    is = scored();
    check_mends(&is.mends, (uint64_t[]){1, 2, 0, 3, 1}, 1 - 3.0 / 2);
    NEAR(is.mends.stray, 1.0 / 4);
}

/* ------------------------------------------------------------- corners -- */

/* thing > box > (toy > ball), where gold knows neither box nor thing: they
 * are passed over, and ball is wrong below the toy's parent, game. */
static void test_unknown_concepts(void **state)
{
    static const node some[] = {
        {"ann", "1", ".", "thing", "t", 0}, {"ann", "1", "0", "game", "g", 1},
        {"bob", "2", ".", "game", "g", 1},  {"bob", "2", "0", "box", "b", 2},
        {"cat", "3", ".", "box", "b", 2},   {"cat", "3", "0", "ball", "l", 3},
        {"dan", "4", ".", "ball", NULL, 3}, {"dan", "4", "0", "odd", NULL, 4},
        {"eve", "5", ".", "lost", "l", -1},
    };
    static const cluster forest[] = {{-1, 0}, {0, 1}, {1, 2}, {2, 3}, {3, 4}};
    (void)state;
    write_files(forest, COUNT(forest), some, COUNT(some),
                "gold\tname\tparent\ng\tgame\t\nl\tball\ttoy\n");
    pleach_score_figures is = scored();
    assert_int_equal(is.concepts, 4);
    assert_int_equal(is.gold_concepts, 2);
    /* Of the four nodes of game and ball, the ball below game is wrong; the
     * discarded one has nothing above it. */
    NEAR(is.tree.crumbs.precision, 3.0 / 4);
    NEAR(is.tree.crumbs.recall, 1);
    NEAR(is.tree.clean, 3.0 / 4);
    /* No edge is between two known concepts, and none is wanted. */
    NEAR(is.tree.edges.f1, 1);
    assert_int_equal(is.mends.groups, 5);
    /* What the truth does not know is a concept of its own. */
    assert_int_equal(is.truth_votes_mends.groups, 6);
    assert_int_equal(is.key_votes_mends.groups, 6);
}

/* Where the owner is only the input's name, each hierarchy is somebody: two
 * of them outvote ann, who says it twice. */
static void test_nobody_named(void **state)
{
    static const char *const owners[] = {"in.jsonl", "cat"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        const node some[] = {
            {"ann", "1", ".", "animal", "a", 0},
            {"ann", "1", "0", "dog", "d", 1},
            {"ann", "2", ".", "animal", "a", 0},
            {"ann", "2", "0", "dog", "d", 1},
            {owners[k], "3", ".", "pet", "p", 2},
            {owners[k], "3", "0", "dog", "d", 1},
            {owners[k], "4", ".", "pet", "p", 2},
            {owners[k], "4", "0", "dog", "d", 1},
        };
        static const cluster forest[] = {{-1, 0}, {0, 1}, {-1, 0}};
        write_files(forest, COUNT(forest), some, COUNT(some), gold);
        pleach_score_figures is = scored();
        NEAR(is.key_votes.edges.precision, k == 0 ? 1 : 0);
        NEAR(is.truth_votes.edges.precision, k == 0 ? 1 : 0);
        NEAR(is.tree.edges.precision, 0);
    }
}

/* The root row counts; keys keep two letters of a short name. */
static void test_keys_keep_letters(void **state)
{
    static const struct {
        const char *name, *key;
    } cases[] = {{"Yes", "ye"},
                 {"us", "us"},
                 {"S", "s"},
                 {"bus", "bu"},
                 {"boxes", "box"},
                 {"es", "es"},
                 {"\xC3\xA4s", "\xC3\xA4s"},
                 {"aes", "ae"}};
    (void)state;
    for (size_t k = 0; k < COUNT(cases); k++) {
        char key[64];
        size_t length =
            pl_plain_key(key, cases[k].name, strlen(cases[k].name), 2);
        assert_int_equal(length, strlen(cases[k].key));
        assert_memory_equal(key, cases[k].key, length);
    }
}

/* ------------------------------------------------------------ bad data -- */

static void refuse(const char *result, const char *in_gold,
                   pleach_score_options options, pleach_status expected,
                   const char *word)
{
    pleach_error error = {0};
    write_animals();
    FILE *to = fopen(gold_path, "w");
    fputs(in_gold, to);
    fclose(to);
    pleach_score_figures *none = NULL;
    assert_int_equal(pleach_score(&none, FILE_AT(result), FILE_AT(truth_path),
                                  &options, &error),
                     expected);
    if (strstr(error.sentence, word) == NULL)
        fail_msg("%s: %s", error.file, error.sentence);
}

static void test_bad_data(void **state)
{
    pleach_score_options options = {.gold = FILE_AT(gold_path)};
    (void)state;
    refuse(result_path, "id\tparent\nx\ty\n", options, PLEACH_BAD_DATA,
           "None of its concepts is in the truth");
    refuse(result_path, "", options, PLEACH_BAD_DATA, "is empty");
    refuse(truth_path, gold, options, PLEACH_BAD_DATA, "not JSON");
    options.gold = FILE_AT("/nonexistent");
    refuse(result_path, gold, options, PLEACH_IO, "");
    options.against = PLEACH_ALIGNMENT;
    refuse(result_path, gold, options, PLEACH_BAD_USAGE, "beside a truth");
}

static int set_up(void **state)
{
    (void)state;
    return close(mkstemp(result_path)) | close(mkstemp(truth_path)) |
           close(mkstemp(gold_path));
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(result_path) | unlink(truth_path) | unlink(gold_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_given),
        cmocka_unit_test(test_yardsticks),
        cmocka_unit_test(test_the_tables),
        cmocka_unit_test(test_mends),
        cmocka_unit_test(test_mends_printed),
        cmocka_unit_test(test_nothing_saved),
        cmocka_unit_test(test_unknown_concepts),
        cmocka_unit_test(test_nobody_named),
        cmocka_unit_test(test_keys_keep_letters),
        cmocka_unit_test(test_bad_data),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
