/* Tests of pleach_sample: the corpus is what the options ask for. */
/* SPDX-License-Identifier: MIT */
#include "sample_support.h"

#include <errno.h>
#include <jansson.h>

#include "base/hash.h"
#include "sinks.h"

/* --------------------------------------------------------- determinism -- */

static void test_same_seed_same_bytes(void **state)
{
    pleach_sample_options options = {
        .random_seed = 11, .saplings = 500, .polysemy = 0.2};
    sampled one = sample_fine(toy, &options), two = sample_fine(toy, &options);
    (void)state;
    assert_string_equal(one.saplings, two.saplings);
    assert_string_equal(one.truth, two.truth);
    assert_string_equal(one.gold, two.gold);
    options.random_seed = 12;
    sampled other = sample_fine(toy, &options);
    assert_string_not_equal(one.saplings, other.saplings);
    assert_string_not_equal(one.truth, other.truth);
    sampled_free(&one);
    sampled_free(&two);
    sampled_free(&other);
}

/* Every compiler and machine must come to these very bytes. A deliberate
 * change of the story changes the number. */
static void test_bytes_are_fixed(void **state)
{
    pleach_sample_options options = {
        .random_seed = 1, .saplings = 2000, .polysemy = 0.1};
    sampled made = sample_fine(toy, &options);
    (void)state;
    assert_int_equal(pl_hash_bytes(made.saplings, made.saplings_size, 0),
                     0x798e4188e9392fa4u);
    assert_int_equal(pl_hash_bytes(made.truth, made.truth_size, 0),
                     0xfb373576e4ddf2d2u);
    sampled_free(&made);
}

/* The first saplings do not depend on how many follow, nor on whether
 * anybody wants the truth. */
static void test_a_longer_corpus_begins_like_a_shorter(void **state)
{
    pleach_sample_options options = {.saplings = 100};
    sampled brief = sample_fine(toy, &options);
    options.saplings = 300;
    sampled full = sample_fine(toy, &options);
    (void)state;
    assert_memory_equal(brief.saplings, full.saplings, brief.saplings_size);
    const char *path = file_with(toy, strlen(toy));
    char *alone = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&alone, &size);
    assert_int_equal(
        pleach_sample(FILE_AT(path), TO(to), NULL, NULL, &options, NULL, NULL),
        PLEACH_OK);
    fclose(to);
    unlink(path);
    assert_string_equal(alone, full.saplings);
    free(alone);
    sampled_free(&brief);
    sampled_free(&full);
}

/* ------------------------------------------------- truth and saplings -- */

static void check_node(json_t *node, char **truth, const char *id,
                       const char *path)
{
    truth_row row;
    assert_true(next_row(truth, &row));
    assert_string_equal(row.id, id);
    assert_string_equal(row.path, path);
    assert_string_equal(row.name,
                        json_string_value(json_object_get(node, "name")));
    assert_true(row.gold[0] != '\0');
    assert_int_equal(strcmp(row.kind, "root") == 0, strcmp(path, ".") == 0);
}

/* Parses every line, and lets the truth's rows follow along. */
static void test_every_node_has_its_row(void **state)
{
    pleach_sample_options options = {
        .saplings = 3000, .typo = 0.3, .decor = 0.3};
    sampled made = sample_fine(toy, &options);
    char *line = made.saplings, *truth = skip_line(made.truth);
    uint64_t saplings = 0, nodes = 0;
    (void)state;
    while (*line != '\0') {
        char *end = strchr(line, '\n');
        json_t *sapling = json_loadb(line, (size_t)(end - line), 0, NULL);
        assert_non_null(sapling);
        const char *id = json_string_value(json_object_get(sapling, "id"));
        json_t *children = json_object_get(sapling, "children"), *child;
        size_t k;
        saplings++;
        nodes += 1 + json_array_size(children);
        assert_true(json_array_size(children) > 0);
        assert_true(json_is_string(json_object_get(sapling, "owner")));
        check_node(sapling, &truth, id, ".");
        json_array_foreach(children, k, child)
        {
            char path[32];
            snprintf(path, sizeof path, "%zu", k);
            check_node(child, &truth, id, path);
        }
        json_decref(sapling);
        line = end + 1;
    }
    assert_int_equal(*truth, '\0');
    assert_int_equal(saplings, 3000);
    assert_int_equal(made.facts.saplings, 3000);
    assert_int_equal(made.facts.nodes, nodes);
    assert_int_equal(made.facts.right + made.facts.shortcuts +
                         made.facts.wrong + made.facts.inverted,
                     nodes - saplings);
    sampled_free(&made);
}

/* Each kind of leaf stands where its name says, seen from its root. */
static void test_kinds_tell_the_truth(void **state)
{
    char *tree = regular_tree(5, 4);
    pleach_sample_options options = {.saplings = 5000,
                                     .noise = 0.3,
                                     .shortcut = 0.3,
                                     .tags_per_node = PLEACH_NONE};
    sampled made = sample_fine(tree, &options);
    char *truth = skip_line(made.truth);
    const char *root = "";
    truth_row row;
    (void)state;
    while (next_row(&truth, &row)) {
        size_t above = strlen(root);
        bool below =
            strncmp(row.gold, root, above) == 0 && row.gold[above] == '.';
        unsigned steps = below ? id_depth(row.gold + above) : 0;
        if (strcmp(row.kind, "root") == 0)
            root = row.gold;
        else if (strcmp(row.kind, "ok") == 0)
            assert_int_equal(steps, 1);
        else if (strcmp(row.kind, "shortcut") == 0)
            assert_int_equal(steps, 2);
        else if (strcmp(row.kind, "inverted") == 0)
            assert_true(strncmp(root, row.gold, strlen(row.gold)) == 0 &&
                        id_depth(root) == id_depth(row.gold) + 1);
        else
            assert_true(strcmp(row.kind, "wrong") == 0 && !below &&
                        strcmp(row.gold, root) != 0);
    }
    free(tree);
    sampled_free(&made);
}

/* ------------------------------------------------------------ structure -- */

/* Only roots from the middle of the tree can have every kind of leaf. */
static void test_shares_of_leaf_kinds(void **state)
{
    char *tree = regular_tree(12, 4);
    pleach_sample_options options = plain_options(60000);
    uint64_t leaves = 0, shortcuts = 0, wrong = 0, inverted = 0;
    truth_row row;
    bool counts = false;
    (void)state;
    options.shortcut = 0.1;
    options.noise = 0.2;
    sampled made = sample_fine(tree, &options);
    for (char *truth = skip_line(made.truth); next_row(&truth, &row);) {
        if (strcmp(row.kind, "root") == 0) {
            unsigned depth = id_depth(row.gold);
            counts = depth > 0 && depth < 3;
            continue;
        }
        leaves += counts;
        shortcuts += counts && strcmp(row.kind, "shortcut") == 0;
        wrong += counts && strcmp(row.kind, "wrong") == 0;
        inverted += counts && strcmp(row.kind, "inverted") == 0;
    }
    assert_true(leaves > 10000);
    assert_near(share(shortcuts, leaves), 0.1, 0.01);
    assert_near(share(wrong, leaves), 0.12, 0.01);
    /* A sapling can have only one inverted leaf. */
    assert_near(share(inverted, leaves), 0.07, 0.01);
    free(tree);
    sampled_free(&made);
}

static void test_mean_leaves_and_saplings(void **state)
{
    char *tree = regular_tree(100, 2);
    pleach_sample_options options = plain_options(0);
    (void)state;
    options.users = 10000;
    sampled made = sample_fine(tree, &options);
    assert_int_equal(made.facts.users, 10000);
    assert_near(share(made.facts.saplings, 10000), 2.9, 0.1);
    assert_near(share(made.facts.right, made.facts.saplings), 3.6, 0.1);
    free(tree);
    sampled_free(&made);
}

/* -------------------------------------------------------------- refusal -- */

typedef struct bad_options {
    pleach_sample_options options;
    const char *part;
} bad_options;

static void test_bad_options_get_a_sentence(void **state)
{
    static const bad_options all[] = {
        {{.noise = 1.5}, "noise"},
        {{.noise = -0.5}, "noise"},
        {{.shortcut = 2}, "shortcut"},
        {{.polysemy = -7}, "polysemy"},
        {{.variation = HUGE_VAL}, "variation"},
        {{.tags_per_node = 0.5}, "tags-per-node"},
        {{.noise = 0.6, .shortcut = 0.6}, "exceed 1"},
        {{.users = 3, .saplings = 3}, "not both"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        sampled made = sample_text(toy, &all[k].options);
        if (made.status != PLEACH_BAD_USAGE ||
            strstr(made.error.sentence, all[k].part) == NULL)
            fail_msg("case %zu: %d, %s", k, made.status, made.error.sentence);
        assert_int_equal(made.saplings_size, 0);
        sampled_free(&made);
    }
    pleach_sample_options options = {.typo = NAN};
    sampled made = sample_text(toy, &options);
    assert_int_equal(made.status, PLEACH_BAD_USAGE);
    sampled_free(&made);
}

static void test_taxonomy_without_children(void **state)
{
    sampled made = sample_text("[{\"name\": \"a\"}, {\"name\": \"b\"}]", NULL);
    (void)state;
    assert_int_equal(made.status, PLEACH_BAD_DATA);
    assert_non_null(strstr(made.error.sentence, "has a child"));
    assert_true(made.error.file[0] != '\0');
    sampled_free(&made);
}

static void test_full_disk(void **state)
{
    FILE *full = fopen("/dev/full", "w");
    const char *path = file_with(toy, strlen(toy));
    pleach_sample_options options = {.saplings = 20000};
    pleach_error error = {0};
    (void)state;
    if (full == NULL) {
        print_message("skipped: there is no /dev/full\n");
        skip();
    }
    assert_int_equal(pleach_sample(FILE_AT(path), TO(full), NULL, NULL,
                                   &options, NULL, &error),
                     PLEACH_IO);
    assert_non_null(strstr(error.sentence, strerror(ENOSPC)));
    unlink(path);
    fclose(full);
}

static bool stop_at_once(void *context, const pleach_progress *progress)
{
    assert_string_equal(progress->stage, "write");
    assert_true(progress->done > 0 && progress->done <= progress->total);
    ++*(int *)context;
    return false;
}

static void test_cancelling(void **state)
{
    int calls = 0;
    pleach_listener listener = {.progress = stop_at_once, .context = &calls};
    pleach_sample_options options = {.saplings = 50000, .listener = &listener};
    sampled made = sample_text(toy, &options);
    (void)state;
    assert_int_equal(made.status, PLEACH_CANCELLED);
    assert_int_equal(calls, 1);
    sampled_free(&made);
}

/* Leaves of each sapling, on average, in a stored corpus. */
static double mean_leaves(const char *path)
{
    FILE *from = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    uint64_t nodes = 0, saplings = 0;
    if (from == NULL)
        return -1;
    while (getline(&line, &room, from) > 0) {
        saplings++;
        for (char *at = line; (at = strstr(at, "\"name\":")) != NULL; at++)
            nodes++;
    }
    free(line);
    fclose(from);
    return share(nodes, saplings) - 1;
}

/* A corpus from WordNet's animals is shaped like the stored one; from seed to
 * seed such means differ by 0.2. */
static void test_wordnet_animals(void **state)
{
    const char *data = getenv("PLEACH_DATA");
    char gold[512], stored[512];
    (void)state;
    if (data == NULL)
        data = PLEACH_SOURCE_DIR "/../shared/data";
    snprintf(gold, sizeof gold, "%s/gold_wordnet/animal.json", data);
    snprintf(stored, sizeof stored, "%s/samples/wn_animal_5k.jsonl", data);
    double wanted = mean_leaves(stored);
    if (wanted < 0 || access(gold, R_OK) != 0) {
        print_message("skipped: no data under PLEACH_DATA (%s)\n", data);
        skip();
    }
    pleach_sample_options options = {.saplings = 5000};
    sampled made = sample_file(gold, &options);
    assert_int_equal(made.status, PLEACH_OK);
    assert_int_equal(made.facts.concepts, 4017);
    assert_near(share(made.facts.nodes, made.facts.saplings) - 1, wanted, 0.4);
    sampled_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_bytes),
        cmocka_unit_test(test_bytes_are_fixed),
        cmocka_unit_test(test_a_longer_corpus_begins_like_a_shorter),
        cmocka_unit_test(test_every_node_has_its_row),
        cmocka_unit_test(test_kinds_tell_the_truth),
        cmocka_unit_test(test_shares_of_leaf_kinds),
        cmocka_unit_test(test_mean_leaves_and_saplings),
        cmocka_unit_test(test_bad_options_get_a_sentence),
        cmocka_unit_test(test_taxonomy_without_children),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_cancelling),
        cmocka_unit_test(test_wordnet_animals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
