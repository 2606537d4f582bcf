/* Tests of pleach_sample: names and tags are what the options ask for. */
/* SPDX-License-Identifier: MIT */
#include "sample_support.h"

#include <ctype.h>
#include <jansson.h>

/* ---------------------------------------------------------------- names -- */

/* What the gold file calls a concept. */
static const char *gold_name(const char *gold, const char *id, char *name,
                             size_t room)
{
    size_t length = strlen(id);
    for (const char *at = gold; *at != '\0'; at = strchr(at, '\n') + 1)
        if (strncmp(at, id, length) == 0 && at[length] == '\t') {
            const char *from = at + length + 1;
            snprintf(name, room, "%.*s", (int)strcspn(from, "\t"), from);
            return name;
        }
    return NULL;
}

/* The share of nodes whose name is not the taxonomy's. */
static double share_of_variants(const char *taxonomy,
                                const pleach_sample_options *options)
{
    sampled made = sample_fine(taxonomy, options);
    uint64_t nodes = 0, variants = 0;
    char name[128];
    truth_row row;
    for (char *truth = skip_line(made.truth); next_row(&truth, &row);) {
        assert_non_null(gold_name(made.gold, row.gold, name, sizeof name));
        nodes++;
        variants += strcmp(name, row.name) != 0;
    }
    sampled_free(&made);
    return share(variants, nodes);
}

static void test_shares_of_variants(void **state)
{
    char *tree = regular_tree(6, 2);
    pleach_sample_options options = plain_options(8000);
    (void)state;
    assert_true(share_of_variants(tree, &options) == 0);
    options.decor = 0.2;
    assert_near(share_of_variants(tree, &options), 0.2, 0.01);
    options.decor = PLEACH_NONE;
    options.typo = 0.1; /* some names are too short for one */
    assert_true(share_of_variants(tree, &options) < 0.1);
    options.typo = PLEACH_NONE;
    /* 12 in 100 write a name in lower case that is so already. */
    options.variation = 0.5;
    assert_near(share_of_variants(tree, &options), 0.5 * 0.88, 0.015);
    free(tree);
}

static void test_synonyms(void **state)
{
    static const char pair[] = "{\"name\": \"a\", \"children\": [{\"name\": "
                               "\"bird\", \"syn\": [\"fowl\"]}]}";
    pleach_sample_options options = plain_options(10000);
    (void)state;
    options.synonym = 0.3;
    /* Half of the nodes have no synonym. */
    assert_near(share_of_variants(pair, &options), 0.15, 0.01);
}

/* Whether some node of the corpus is called so. */
static void assert_seen(const sampled *made, const char *name)
{
    char cell[64];
    snprintf(cell, sizeof cell, "\t%s\t", name);
    if (strstr(made->truth, cell) == NULL)
        fail_msg("nobody wrote \"%s\"", name);
}

static void test_kinds_of_variants(void **state)
{
    static const char words[] =
        "child\tparent\nsea birds\tbox\nbody\tbox\nwolf\tbox\nknife\tbox\n"
        "glass\tbox\nberries\tbox\n\xC3\xA9"
        "cole\tbox\n";
    pleach_sample_options options = plain_options(4000);
    (void)state;
    options.variation = 1;
    sampled made = sample_fine(words, &options);
    static const char *const expected[] = {"boxes",
                                           "Box",
                                           "BOX",
                                           "sea bird",
                                           "sea-birds",
                                           "sea_birds",
                                           "seabirds",
                                           "Sea Birds",
                                           "bodies",
                                           "wolves",
                                           "knives",
                                           "glasses",
                                           "berry",
                                           "\xC3\x89"
                                           "COLE",
                                           "\xC3\x89"
                                           "cole"};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        assert_seen(&made, expected[k]);
    sampled_free(&made);
    options = plain_options(4000);
    options.decor = 1;
    made = sample_fine(words, &options);
    assert_seen(&made, "my box");
    assert_seen(&made, "box 2008");
    assert_seen(&made, "wolf!");
    sampled_free(&made);
}

/* A slip of the pen swaps or drops one character and breaks no other. */
static void test_typos(void **state)
{
    static const char pair[] = "child\tparent\n\xC3\xA4\xC3\xB6\xC3\xBC"
                               "\xC3\x9F\xC3\xA9\tmammal\n";
    pleach_sample_options options = plain_options(3000);
    (void)state;
    options.typo = 1;
    sampled made = sample_fine(pair, &options);
    assert_seen(&made, "mammla");
    assert_seen(&made, "mamal");
    assert_seen(&made, "\xC3\xA4\xC3\xBC\xC3\xB6\xC3\x9F\xC3\xA9");
    assert_seen(&made, "\xC3\xA4\xC3\xB6\xC3\x9F\xC3\xA9");
    json_t *sapling = NULL;
    for (char *line = made.saplings; *line != '\0';) {
        char *end = strchr(line, '\n');
        sapling = json_loadb(line, (size_t)(end - line), 0, NULL);
        assert_non_null(sapling);
        json_decref(sapling);
        line = end + 1;
    }
    sampled_free(&made);
}

static void test_polysemy(void **state)
{
    char *tree = regular_tree(6, 3);
    pleach_sample_options options = plain_options(10);
    (void)state;
    sampled made = sample_fine(tree, &options);
    assert_int_equal(made.facts.ambiguous_names, 0);
    assert_int_equal(made.facts.renamed, 0);
    sampled_free(&made);
    options.polysemy = 0.2;
    made = sample_fine(tree, &options);
    assert_int_equal(made.facts.concepts, 259);
    assert_int_equal(made.facts.renamed, 51);
    assert_int_equal(made.facts.ambiguous_names, 51);
    free(tree);
    sampled_free(&made);
}

/* ----------------------------------------------------------------- tags -- */

typedef struct tag_facts {
    uint64_t leaves, tagged, tokens;
    uint64_t background, private, own; /* tokens */
    uint64_t roots_tagged, root_tokens;
} tag_facts;

static uint64_t add_tokens(json_t *tags, tag_facts *facts)
{
    const char *tag;
    json_t *count;
    uint64_t sum = 0;
    json_object_foreach(tags, tag, count)
    {
        uint64_t number = (uint64_t)json_integer_value(count);
        assert_true(number > 0);
        sum += number;
        if (facts == NULL)
            continue;
        facts->background += strncmp(tag, "bg", 2) == 0 ? number : 0;
        facts->private +=
            tag[0] == 'u' && isdigit((unsigned char)tag[1]) ? number : 0;
        facts->own += tag[0] == 'k' || strncmp(tag, "tr.", 3) == 0 ? number : 0;
    }
    return sum;
}

static tag_facts count_tags(const char *taxonomy,
                            const pleach_sample_options *options)
{
    sampled made = sample_fine(taxonomy, options);
    tag_facts facts = {0};
    for (char *line = made.saplings; *line != '\0';) {
        char *end = strchr(line, '\n');
        json_t *sapling = json_loadb(line, (size_t)(end - line), 0, NULL);
        json_t *child, *tags = json_object_get(sapling, "tags");
        size_t k;
        assert_non_null(sapling);
        facts.roots_tagged += tags != NULL;
        facts.root_tokens += add_tokens(tags, NULL);
        json_array_foreach(json_object_get(sapling, "children"), k, child)
        {
            tags = json_object_get(child, "tags");
            facts.leaves++;
            facts.tagged += tags != NULL;
            facts.tokens += add_tokens(tags, &facts);
        }
        json_decref(sapling);
        line = end + 1;
    }
    sampled_free(&made);
    return facts;
}

static void test_number_of_tags(void **state)
{
    char *tree = regular_tree(10, 2);
    pleach_sample_options options = plain_options(6000);
    (void)state;
    tag_facts facts = count_tags(tree, &options);
    assert_int_equal(facts.tagged + facts.roots_tagged, 0);
    options.tags_per_node = 8;
    facts = count_tags(tree, &options);
    assert_near(share(facts.tagged, facts.leaves), 0.8, 0.03);
    assert_near(share(facts.tokens, facts.tagged), 8, 0.25);
    assert_int_equal(facts.root_tokens, facts.tokens);
    free(tree);
}

static void test_where_tags_come_from(void **state)
{
    char *tree = regular_tree(10, 2);
    pleach_sample_options options = plain_options(6000);
    (void)state;
    options.tags_per_node = 10;
    tag_facts facts = count_tags(tree, &options);
    assert_near(share(facts.private, facts.tokens), 0.05, 0.01);
    /* The first 48 of 500 ranks are words: they take 4.4588 of 6.7928. */
    assert_near(share(facts.background, facts.tokens), 0.15 * 0.3436, 0.01);
    assert_true(share(facts.own, facts.tokens) > 0.4);
    free(tree);
}

/* Most frequent first; equally frequent ones in byte order, a person's own
 * at the end. */
static void test_order_of_tags(void **state)
{
    pleach_sample_options options = {.saplings = 300, .tags_per_node = 60};
    sampled made = sample_fine(toy, &options);
    uint64_t compared = 0;
    (void)state;
    for (char *line = made.saplings; *line != '\0';) {
        char *end = strchr(line, '\n');
        json_t *sapling = json_loadb(line, (size_t)(end - line), 0, NULL);
        json_int_t last = INT64_MAX;
        const char *before = NULL, *tag;
        json_t *count;
        json_object_foreach(json_object_get(sapling, "tags"), tag, count)
        {
            json_int_t number = json_integer_value(count);
            bool own = tag[0] == 'u' && isdigit((unsigned char)tag[1]);
            assert_true(number <= last);
            if (number == last && before != NULL && !own) {
                assert_true(strcmp(before, tag) < 0);
                compared++;
            }
            last = number;
            before = tag;
        }
        json_decref(sapling);
        line = end + 1;
    }
    assert_true(compared > 1000);
    sampled_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares_of_variants),
        cmocka_unit_test(test_synonyms),
        cmocka_unit_test(test_kinds_of_variants),
        cmocka_unit_test(test_typos),
        cmocka_unit_test(test_polysemy),
        cmocka_unit_test(test_number_of_tags),
        cmocka_unit_test(test_where_tags_come_from),
        cmocka_unit_test(test_order_of_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
