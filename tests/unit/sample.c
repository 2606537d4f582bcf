/* Tests of pleach_sample: the corpus is what the options ask for. */
#include "sample_support.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>

#include "base/hash.h"

static const char toy[] =
    "{\"name\": \"animal\", \"tags\": [\"fauna\"], \"children\": ["
    "{\"name\": \"pet\", \"children\": [{\"name\": \"bird\", \"syn\": "
    "[\"tame bird\"], \"children\": [{\"name\": \"parrot\"}, "
    "{\"name\": \"canary\"}]}, {\"name\": \"dog\"}, {\"name\": \"cat\"}]},"
    "{\"name\": \"wildlife\", \"children\": [{\"name\": \"bird\", "
    "\"children\": [{\"name\": \"sea eagle\"}, {\"name\": \"heron\"}, "
    "{\"name\": \"caf\\u00e9 \\\"owl\\\"\"}]}, {\"name\": \"wolf\"}]}]}";

static sampled sample_fine(const char *taxonomy,
                           const pleach_sample_options *options)
{
    sampled made = sample_text(taxonomy, options);
    if (made.status != PLEACH_OK)
        fail_msg("%s", made.error.sentence);
    return made;
}

static double share(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole;
}

#define assert_near(value, wanted, tolerance)                                  \
    do {                                                                       \
        double value_ = (value), wanted_ = (wanted);                           \
        if (!(fabs(value_ - wanted_) <= (tolerance)))                          \
            fail_msg("%s is %g, not %g", #value, value_, wanted_);             \
    } while (0)

/* --------------------------------------------------------- determinism -- */

static void test_same_seed_same_bytes(void **state)
{
    pleach_sample_options options = {.random_seed = 11, .saplings = 500,
                                     .polysemy = 0.2};
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
    pleach_sample_options options = {.random_seed = 1, .saplings = 2000,
                                     .zipf = 1.1, .polysemy = 0.1};
    sampled made = sample_fine(toy, &options);
    (void)state;
    assert_int_equal(pl_hash_bytes(made.saplings, made.saplings_size, 0),
                     0x961a1b4c54909074u);
    assert_int_equal(pl_hash_bytes(made.truth, made.truth_size, 0),
                     0xaa713cf0bce38bfau);
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
        pleach_sample(path, to, NULL, NULL, &options, NULL, NULL), PLEACH_OK);
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
    pleach_sample_options options = {.saplings = 3000, .typo = 0.3,
                                     .decor = 0.3};
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
        json_array_foreach(children, k, child) {
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
    pleach_sample_options options = {.saplings = 5000, .noise = 0.3,
                                     .shortcut = 0.3,
                                     .tags_per_node = PLEACH_NONE};
    sampled made = sample_fine(tree, &options);
    char *truth = skip_line(made.truth);
    const char *root = "";
    truth_row row;
    (void)state;
    while (next_row(&truth, &row)) {
        size_t above = strlen(root);
        bool below = strncmp(row.gold, root, above) == 0 &&
                     row.gold[above] == '.';
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
    options.inverted_share = 0.25;
    options.depth_bias = PLEACH_NONE;
    options.zipf = PLEACH_NONE;
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
    assert_near(share(wrong, leaves), 0.15, 0.01);
    /* A sapling can have only one inverted leaf. */
    assert_near(share(inverted, leaves), 0.05, 0.01);
    free(tree);
    sampled_free(&made);
}

static void test_mean_leaves_and_saplings(void **state)
{
    char *tree = regular_tree(100, 2);
    pleach_sample_options options = plain_options(0);
    (void)state;
    options.users = 10000;
    options.mean_children = 5;
    options.max_children = 100;
    options.per_user = 4;
    sampled made = sample_fine(tree, &options);
    assert_int_equal(made.facts.users, 10000);
    assert_near(share(made.facts.saplings, 10000), 4, 0.1);
    assert_near(share(made.facts.right, made.facts.saplings), 5, 0.1);
    sampled_free(&made);
    options.max_children = 2;
    made = sample_fine(tree, &options);
    assert_true(made.facts.right <= 2 * made.facts.saplings);
    assert_near(share(made.facts.right, made.facts.saplings), 1.8, 0.05);
    free(tree);
    sampled_free(&made);
}

/* Without a bias all inner concepts are roots equally often; with zipf the
 * first one leads as the law says. */
static void test_popularity(void **state)
{
    char *tree = regular_tree(9, 2);
    pleach_sample_options options = plain_options(50000);
    (void)state;
    for (int even = 0; even < 2; even++) {
        uint64_t seen[10] = {0}, most = 0;
        truth_row row;
        options.focus = PLEACH_NONE;
        options.depth_bias = PLEACH_NONE;
        options.zipf = even ? PLEACH_NONE : 1;
        sampled made = sample_fine(tree, &options);
        for (char *truth = skip_line(made.truth); next_row(&truth, &row);)
            if (strcmp(row.kind, "root") == 0)
                seen[id_depth(row.gold) == 0 ? 9 : row.gold[2] - '0']++;
        for (int k = 0; k < 10; k++)
            if (seen[k] > most)
                most = seen[k];
        assert_near(share(most, 50000), even ? 0.1 : 1 / 2.928968, 0.01);
        sampled_free(&made);
    }
    free(tree);
}

/* Focus: how often a person's next sapling begins at a kid of the last. */
static void test_focus(void **state)
{
    char *tree = regular_tree(20, 3);
    pleach_sample_options options = plain_options(20000);
    (void)state;
    options.per_user = 2;
    options.focus = 1;
    options.depth_bias = PLEACH_NONE;
    sampled made = sample_fine(tree, &options);
    uint64_t next = 0, below = 0;
    char owner[32] = "", last[48] = "";
    const char *line = made.saplings;
    char *truth = skip_line(made.truth);
    truth_row row;
    while (next_row(&truth, &row)) {
        if (strcmp(row.kind, "root") != 0)
            continue;
        char who[32];
        assert_int_equal(sscanf(line, "{\"owner\":\"%31[^\"]", who), 1);
        line = strchr(line, '\n') + 1;
        /* The kids of a lowest inner concept are no roots. */
        if (strcmp(who, owner) == 0 && id_depth(last) < 2) {
            next++;
            below += strncmp(row.gold, last, strlen(last)) == 0 &&
                     id_depth(row.gold) == id_depth(last) + 1;
        }
        snprintf(owner, sizeof owner, "%s", who);
        snprintf(last, sizeof last, "%s", row.gold);
    }
    assert_true(next > 100);
    assert_int_equal(below, next);
    free(tree);
    sampled_free(&made);
}

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
        "glass\tbox\nberries\tbox\n\xC3\xA9" "cole\tbox\n";
    pleach_sample_options options = plain_options(4000);
    (void)state;
    options.variation = 1;
    options.mean_children = 7;
    sampled made = sample_fine(words, &options);
    static const char *const expected[] = {
        "boxes",    "Box",       "BOX",      "sea bird", "sea-birds",
        "sea_birds", "seabirds", "Sea Birds", "bodies",  "wolves",
        "knives",   "glasses",   "berry",    "\xC3\x89" "COLE",
        "\xC3\x89" "cole"};
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
    json_object_foreach(tags, tag, count) {
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
        json_array_foreach(json_object_get(sapling, "children"), k, child) {
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
    options.untagged = 0.4;
    facts = count_tags(tree, &options);
    assert_near(share(facts.tagged, facts.leaves), 0.6, 0.03);
    assert_near(share(facts.tokens, facts.tagged), 8, 0.25);
    assert_int_equal(facts.root_tokens, facts.tokens);
    options.root_tags = PLEACH_ROOT_TAGS_OWN;
    facts = count_tags(tree, &options);
    assert_near(share(facts.root_tokens, facts.roots_tagged), 8, 0.4);
    options.root_tags = PLEACH_ROOT_TAGS_ABSENT;
    facts = count_tags(tree, &options);
    assert_int_equal(facts.roots_tagged, 0);
    assert_true(facts.tagged > 0);
    free(tree);
}

static void test_where_tags_come_from(void **state)
{
    char *tree = regular_tree(10, 2);
    pleach_sample_options options = plain_options(6000);
    (void)state;
    options.tags_per_node = 10;
    options.untagged = PLEACH_NONE;
    options.overlap = PLEACH_NONE;
    options.ancestor_mix = PLEACH_NONE;
    options.background = 0.3;
    options.background_size = 1000;
    options.user_tags = 0.2;
    options.tag_noise = PLEACH_NONE;
    tag_facts facts = count_tags(tree, &options);
    assert_near(share(facts.private, facts.tokens), 0.2, 0.01);
    assert_near(share(facts.own, facts.tokens), 0.5, 0.01);
    /* The first 48 of 1,000 ranks are words: they take 4.4588 of 7.4855. */
    assert_near(share(facts.background, facts.tokens), 0.3 * 0.40434, 0.01);
    options.background = 0.5;
    options.user_tags = 0.5;
    facts = count_tags(tree, &options);
    assert_int_equal(facts.own, 0);
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
        json_object_foreach(json_object_get(sapling, "tags"), tag, count) {
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
        {{.focus = 1.0001}, "focus"},
        {{.polysemy = -7}, "polysemy"},
        {{.variation = HUGE_VAL}, "variation"},
        {{.mean_children = 0.5}, "mean-children"},
        {{.mean_children = PLEACH_NONE}, "mean-children"},
        {{.per_user = 0.1}, "per-user"},
        {{.zipf = 11}, "zipf"},
        {{.tags_per_node = 0.5}, "tags-per-node"},
        {{.own_tags = 1001}, "own-tags"},
        {{.max_children = 1000000}, "max-children"},
        {{.background_size = 2000000}, "background-size"},
        {{.noise = 0.6, .shortcut = 0.6}, "exceed 1"},
        {{.background = 0.9, .user_tags = 0.2}, "exceed 1"},
        {{.users = 3, .saplings = 3}, "not both"},
        {{.root_tags = (pleach_root_tags)9}, "root-tags"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        sampled made = sample_text(toy, &all[k].options);
        if (made.status != PLEACH_BAD_USAGE ||
            strstr(made.error.sentence, all[k].part) == NULL)
            fail_msg("case %zu: %d, %s", k, made.status,
                     made.error.sentence);
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
    assert_int_equal(
        pleach_sample(path, full, NULL, NULL, &options, NULL, &error),
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
    pleach_sample_options options = {.saplings = 50000,
                                     .listener = &listener};
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
    assert_near(share(made.facts.nodes, made.facts.saplings) - 1, wanted,
                0.4);
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
        cmocka_unit_test(test_popularity),
        cmocka_unit_test(test_focus),
        cmocka_unit_test(test_shares_of_variants),
        cmocka_unit_test(test_synonyms),
        cmocka_unit_test(test_kinds_of_variants),
        cmocka_unit_test(test_typos),
        cmocka_unit_test(test_polysemy),
        cmocka_unit_test(test_number_of_tags),
        cmocka_unit_test(test_where_tags_come_from),
        cmocka_unit_test(test_order_of_tags),
        cmocka_unit_test(test_bad_options_get_a_sentence),
        cmocka_unit_test(test_taxonomy_without_children),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_cancelling),
        cmocka_unit_test(test_wordnet_animals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
