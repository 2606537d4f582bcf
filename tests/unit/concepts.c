/* concepts.c: what nodes mean: labels, pairs of them, senses, and where a
 * concept stands. */
/* SPDX-License-Identifier: MIT */
#include "same/concepts.h"
#include "same/name_reader.h"

#include <math.h>
#include <stdarg.h>

#include "corpus_support.h"
#include "random.h"
#include "random_corpus.h"
#include "same/affinity.h"
#include "same/label_words.h"
#include "same/labels.h"
#include "taxonomy/taxonomy.h"

/* ------------------------------------------------------------- support -- */

static void add(shown *text, const char *format, ...)
{
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof line);
    show_text(text, line);
}

typedef struct compared {
    pleach_corpus *corpus;
    pleach_affinity *affinity;
} compared;

static compared compare(const char *text, const char *similarity)
{
    compared c = {.corpus = read_text("f.jsonl", text)};
    pleach_error error = {0};
    pleach_affinity_options options = {.similarity = similarity};
    if (pleach_affinity_compare(&c.affinity, c.corpus, &options, &error) !=
        PLEACH_OK)
        fail_msg("%s: %s", similarity, error.sentence);
    assert_non_null(c.affinity->node_concept);
    return c;
}

static void end(compared *c)
{
    pleach_affinity_free(c->affinity);
    pleach_corpus_free(c->corpus);
}

/* The n-th node (from 0, saplings in order) of hierarchy `id`. */
static uint32_t node_of(const pleach_corpus *corpus, const char *id, uint32_t n)
{
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        uint32_t h = corpus->sapling_hierarchy[corpus->node_sapling[node]];
        if (strcmp(corpus->hierarchy_id[h], id) == 0 && n-- == 0)
            return node;
    }
    fail_msg("no such node in %s", id);
    return 0;
}

static bool agree(const compared *c, const char *id, uint32_t n,
                  const char *other_id, uint32_t other_n)
{
    const uint32_t *means = c->affinity->node_concept;
    return means[node_of(c->corpus, id, n)] ==
           means[node_of(c->corpus, other_id, other_n)];
}

static char *random_text(uint64_t seed, uint32_t tags)
{
    pl_random random;
    random_corpus_shape shape = {40, 12, 4, 3, tags};
    pl_random_seed(&random, seed);
    random_corpus lines = random_corpus_new(&random, &shape);
    char *text = random_corpus_text(&lines);
    random_corpus_free(&lines);
    return text;
}

/* -------------------------------------------------------------- labels -- */

static uint32_t label_of(const pl_labels *labels, const char *name)
{
    const pleach_corpus *c = labels->corpus;
    for (uint32_t n = 0; n < c->node_count; n++)
        if (strcmp(pl_strings_at(c->spellings, c->node_spelling[n]), name) == 0)
            return labels->of_node[n];
    fail_msg("no node is called %s", name);
    return 0;
}

static void test_labels(void **state)
{
    (void)state;
    pleach_corpus *corpus = read_text(
        "f.jsonl", "{\"name\":\"Work Horse\"}\n{\"name\":\"workhorse\"}\n"
                   "{\"name\":\"WORK-HORSE!\"}\n{\"name\":\"reviewer\"}\n"
                   "{\"name\":\"review\"}\n{\"name\":\"Reviews\"}\n"
                   "{\"name\":\"!!\"}\n{\"name\":\"??\"}\n"
                   "{\"name\":\"Ｒｅｖｉｅｗ\"}\n");
    pl_arena *arena = pl_arena_new();
    pl_labels labels;
    assert_int_equal(pl_labels_make(&labels, arena, corpus, NULL), PLEACH_OK);
    uint32_t horse = label_of(&labels, "Work Horse");
    assert_int_equal(label_of(&labels, "workhorse"), horse);
    assert_int_equal(label_of(&labels, "WORK-HORSE!"), horse);
    assert_string_equal(
        pl_strings_at(corpus->spellings, labels.spelling[horse]),
        "WORK-HORSE!"); /* tells more than "workhorse" */
    uint32_t review = label_of(&labels, "review");
    assert_int_equal(label_of(&labels, "Ｒｅｖｉｅｗ"), review);
    assert_int_not_equal(label_of(&labels, "reviewer"), review);
    assert_int_not_equal(label_of(&labels, "Reviews"), review);
    assert_int_not_equal(label_of(&labels, "!!"), label_of(&labels, "??"));
    assert_int_equal(labels.count, 6);
    assert_int_equal(labels.first[labels.count], corpus->node_count);
    for (uint32_t x = 0; x < labels.count; x++)
        for (uint64_t k = labels.first[x]; k < labels.first[x + 1]; k++) {
            assert_int_equal(labels.of_node[labels.node[k]], x);
            assert_true(k == labels.first[x] ||
                        labels.node[k - 1] < labels.node[k]);
        }
    pl_arena_free(arena);
    pleach_corpus_free(corpus);
}

/* --------------------------------------------------------------- pairs -- */

/* Lists of four people each: a name, and another beside it in some of them. */
static shown four_lists(const char *name, const char *beside)
{
    shown text = {NULL, 0};
    for (int k = 0; k < 8; k++) {
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"list\",\"children\":["
            "{\"name\":\"%s\"},",
            k, k, k < 4 ? name : beside);
        add(&text, "{\"name\":\"Java\"},{\"name\":\"Python\"}]}\n");
    }
    return text;
}

/* Signs that tell are no slips: neither beside each other nor alone. */
static void test_signs(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {{"C", "C++", false},      {"C#", "C++", false},
                 {"Net", ".NET", false},   {"Paramount", "Paramount+", false},
                 {"AT&T", "ATT", true},    {"e-mail", "email", true},
                 {"Yahoo", "Yahoo!", true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        shown text = four_lists(cases[k].a, cases[k].b);
        compared c = compare(text.text, "concept");
        if (agree(&c, "0", 1, "4", 1) != cases[k].same)
            fail_msg("%s, %s", cases[k].a, cases[k].b);
        assert_true(agree(&c, "0", 1, "1", 1));
        assert_true(agree(&c, "4", 1, "5", 1));
        end(&c);
        free(text.text);
    }
    shown text = {NULL, 0};
    for (int k = 0; k < 4; k++)
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"list\",\"children\":["
            "{\"name\":\"C\"},{\"name\":\"C++\"},{\"name\":\"C#\"}]}\n",
            k, k);
    compared c = compare(text.text, "concept");
    for (uint32_t n = 1; n < 4; n++) {
        assert_true(agree(&c, "0", n, "3", n)); /* each is one concept */
        assert_false(agree(&c, "0", n, "3", n % 3 + 1));
    }
    end(&c);
    free(text.text);
}

/* Four people with "wildlife", four with "fauna", above the same animals. */
static shown two_names(void)
{
    shown text = {NULL, 0};
    for (int k = 0; k < 8; k++)
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"%s\",\"children\":["
            "{\"name\":\"bear\",\"tags\":[\"fur\",\"claw\"]},"
            "{\"name\":\"wolf\",\"tags\":[\"fur\",\"claw\"]},"
            "{\"name\":\"crane\",\"tags\":[\"wing\",\"claw\"]}]}\n",
            k, k, k < 4 ? "wildlife" : "fauna");
    return text;
}

static void test_synonyms_are_joined(void **state)
{
    (void)state;
    shown text = two_names();
    compared c = compare(text.text, "concept");
    assert_true(agree(&c, "0", 0, "7", 0));
    assert_true(agree(&c, "0", 0, "1", 0));
    /* The children have the same parents and even tags, and yet: */
    assert_false(agree(&c, "0", 1, "7", 2));
    assert_false(agree(&c, "0", 1, "0", 2));
    assert_true(agree(&c, "0", 1, "7", 1));
    end(&c);
    free(text.text);
}

static void test_told_apart(void **state)
{
    (void)state;
    shown text = two_names();
    add(&text, "{\"owner\":\"p9\",\"id\":\"9\",\"name\":\"all\",\"children\":["
               "{\"name\":\"wildlife\",\"tags\":[\"fur\"]},"
               "{\"name\":\"fauna\",\"tags\":[\"fur\"]}]}\n");
    compared c = compare(text.text, "concept");
    assert_false(agree(&c, "0", 0, "7", 0));
    end(&c);
    free(text.text);
}

static void test_head_words(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    static const char *const names[] = {"polar bear", "white polar bear",
                                        "polar light"};
    for (int k = 0; k < 9; k++)
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"arctic\","
            "\"children\":[{\"name\":\"%s\",\"tags\":[%s]},"
            "{\"name\":\"thing %d\",\"tags\":[\"t%d\"]}]}\n",
            k, k, names[k % 3],
            k % 3 == 2 ? "\"green\",\"sky\"" : "\"ice\",\"fur\"", k, k);
    compared c = compare(text.text, "concept");
    assert_true(agree(&c, "0", 1, "1", 1));
    assert_false(agree(&c, "0", 1, "2", 1));
    assert_false(agree(&c, "0", 2, "1", 2)); /* only "thing" in common */
    end(&c);
    free(text.text);
}

/* Whoever has both names means two things by them. */
/* Eight people with the same lists, four of whom have a theater among the arts
 * and four a home theater, among these as well or among the gear. */
static shown theaters(bool among_arts)
{
    static const char *const list =
        "{\"owner\":\"p%d\",\"id\":\"%s%d\",\"name\":\"%s\",\"children\":["
        "{\"name\":\"%s\"},%s]}\n";
    static const char *const arts =
        "{\"name\":\"Opera\"},{\"name\":\"Dance\"},{\"name\":\"Ballet\"}";
    static const char *const gear =
        "{\"name\":\"Cameras\"},{\"name\":\"Radios\"},{\"name\":\"Phones\"}";
    shown text = {NULL, 0};
    for (int k = 0; k < 8; k++) {
        bool home = k >= 4;
        add(&text, list, k, "a", k, "Arts",
            !home        ? "Theater"
            : among_arts ? "Home Theater"
                         : "Concerts",
            arts);
        add(&text, list, k, "g", k, "Gear",
            home && !among_arts ? "Home Theater" : "Clocks", gear);
    }
    return text;
}

/* A name with a word more may be the same, but not among other things. */
static void test_contained_elsewhere(void **state)
{
    (void)state;
    shown near = theaters(true), away = theaters(false);
    compared c = compare(near.text, "concept");
    assert_true(agree(&c, "a0", 1, "a4", 1));
    end(&c);
    c = compare(away.text, "concept");
    assert_false(agree(&c, "a0", 1, "g4", 1));
    end(&c);
    free(near.text);
    free(away.text);
}

static void test_one_person(void **state)
{
    (void)state;
    compared c =
        compare("{\"id\":\"1\",\"name\":\"a\",\"children\":[{\"name\":\"bird\","
                "\"children\":[{\"name\":\"owl\"},{\"name\":\"owls\"}]},"
                "{\"name\":\"dog\"}]}\n",
                "concept");
    /* a, bird and dog; bird, owl and owls. */
    const uint32_t *means = c.affinity->node_concept;
    uint32_t nodes = c.corpus->node_count;
    assert_int_equal(nodes, 6);
    for (uint32_t a = 0; a < nodes; a++)
        for (uint32_t b = a + 1; b < nodes; b++)
            assert_int_equal(means[a] == means[b], c.corpus->node_twin[a] == b);
    end(&c);
}

/* --------------------------------------------- what must not be merged -- */

/* Two roots of two people with the same children, and nothing else. */
static void expect_apart(const char *name, const char *other,
                         const char *children)
{
    shown text = {NULL, 0};
    for (int k = 0; k < 8; k++)
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"%s\","
            "\"children\":[%s]}\n",
            k, k, k < 4 ? name : other, children);
    const char *const specs[] = {"concept", "concept:4 + 0.5*context:2"};
    for (int k = 0; k < 2; k++) {
        compared c = compare(text.text, specs[k]);
        assert_false(agree(&c, "0", 0, "7", 0));
        const uint32_t *slot = c.affinity->node_slot;
        assert_int_equal(pl_find_pair(c.affinity,
                                      slot[node_of(c.corpus, "0", 0)],
                                      slot[node_of(c.corpus, "7", 0)]),
                         UINT64_MAX);
        end(&c);
    }
    free(text.text);
}

static void test_children_alone(void **state)
{
    (void)state;
    expect_apart("Asia", "Oceania",
                 "{\"name\":\"Fiji\"},{\"name\":\"Samoa\"},"
                 "{\"name\":\"Tonga\"},{\"name\":\"Palau\"}");
    expect_apart("Education", "Science",
                 "{\"name\":\"Astronomy\"},{\"name\":\"Biology\"},"
                 "{\"name\":\"Physics\"}");
    expect_apart("Cyclejs", "Raspberry Pi",
                 "{\"name\":\"Libraries\"},{\"name\":\"Tools\"},"
                 "{\"name\":\"Community\"},{\"name\":\"Books\"}");
}

/* One person has `top` with so many things below it, another `leaf` below
 * lengths. */
static bool is_leaf_the_top(const char *top, int things, const char *leaf)
{
    shown text = {NULL, 0};
    add(&text,
        "{\"owner\":\"a\",\"id\":\"a\",\"name\":\"%s\","
        "\"children\":[{\"name\":\"Bit\"}",
        top);
    for (int k = 1; k < things; k++)
        add(&text, ",{\"name\":\"Word of %d\"}", 8 << k);
    add(&text,
        "]}\n{\"owner\":\"b\",\"id\":\"b\",\"name\":\"Length\","
        "\"children\":[{\"name\":\"%s\"},{\"name\":\"Foot\"},"
        "{\"name\":\"Inch\"},{\"name\":\"Yard\"}]}\n",
        leaf);
    compared c = compare(text.text, "concept");
    bool same = agree(&c, "a", 0, "b", 1);
    end(&c);
    free(text.text);
    return same;
}

/* A part of something is what has much below it if their names are the same,
 * and not where they are alike only. */
static void test_top_and_leaf(void **state)
{
    (void)state;
    assert_false(is_leaf_the_top("Container", 9, "Contact lens"));
    assert_true(is_leaf_the_top("Datum Unit", 9, "Units of Datum"));
}

/* Long names are the same in any order of their words, too. */
static void test_many_words(void **state)
{
    (void)state;
    compared c = compare(
        "{\"owner\":\"a\",\"id\":\"a\",\"name\":\"list\",\"children\":[{"
        "\"name\":"
        "\"red green blue white black brown pink grey gold silver violet cyan "
        "teal navy lime olive coral beige\"}]}\n"
        "{\"owner\":\"b\",\"id\":\"b\",\"name\":\"list\",\"children\":[{"
        "\"name\":"
        "\"beige red green blue white black brown pink grey gold silver violet "
        "cyan teal navy lime olive coral\"}]}\n",
        "concept");
    assert_true(agree(&c, "a", 1, "b", 1));
    end(&c);
}

/* Siblings of one shop, found by all shops to hold the same. */
static void test_siblings_stay_apart(void **state)
{
    (void)state;
    static const char *const bands[] = {"Madonna", "AC/DC", "Cher"};
    shown text = {NULL, 0};
    for (int k = 0; k < 3; k++)
        add(&text,
            "{\"owner\":\"s%d\",\"id\":\"%d\",\"name\":\"Music\","
            "\"children\":[{\"name\":\"%s\",\"children\":["
            "{\"name\":\"CDs\"},{\"name\":\"Posters\"},{\"name\":\"Shirts\"}]},"
            "{\"name\":\"%s\",\"children\":[{\"name\":\"CDs\"},"
            "{\"name\":\"Posters\"},{\"name\":\"Shirts\"}]}]}\n",
            k, k, bands[k], bands[(k + 1) % 3]);
    compared c = compare(text.text, "concept");
    const uint32_t *means = c.affinity->node_concept;
    const pleach_corpus *corpus = c.corpus;
    for (uint32_t a = 0; a < corpus->node_count; a++)
        for (uint32_t b = 0; b < corpus->node_count; b++)
            if (corpus->node_sapling[a] == corpus->node_sapling[b] && a != b)
                assert_true(means[a] != means[b]);
    end(&c);
    free(text.text);
}

/* A node is never what stands above it, however far, or beside that. */
static void test_ancestors_stay_apart(void **state)
{
    (void)state;
    compared c = compare(
        "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"billing problem\","
        "\"children\":[{\"name\":\"money\",\"children\":["
        "{\"name\":\"cards\",\"children\":[{\"name\":\"billing problems\"}"
        "]}]},{\"name\":\"card\"}]}\n",
        "concept");
    const pleach_corpus *corpus = c.corpus;
    for (uint32_t a = 0; a < corpus->node_count; a++)
        for (uint32_t b = 0; b < corpus->node_count; b++)
            assert_int_equal(c.affinity->node_concept[a] ==
                                 c.affinity->node_concept[b],
                             a == b || corpus->node_twin[a] == b);
    end(&c);
}

/* Not even under one name; but those below are one concept again. */
static void test_same_name_below(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    for (int k = 0; k < 3; k++)
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"Mexico\","
            "\"children\":[{\"name\":\"Mexico\",\"children\":["
            "{\"name\":\"Toluca\"}]}]}\n",
            k, k);
    compared c = compare(text.text, "concept");
    for (uint32_t k = 0; k < c.corpus->sapling_count; k++) {
        uint32_t root = c.corpus->sapling_first[k];
        assert_int_not_equal(c.affinity->node_concept[root],
                             c.affinity->node_concept[root + 1]);
    }
    assert_true(agree(&c, "0", 0, "2", 0));
    assert_true(agree(&c, "0", 1, "2", 1));
    end(&c);
    free(text.text);
}

/* ------------------------------------------------------- as people write -- */

/* Whether two names of different people mean the same, beside ten names that
 * everybody has. */
static bool mean_the_same(const char *name, const char *other)
{
    shown text = {NULL, 0};
    for (int k = 0; k < 2; k++) {
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"all\","
            "\"children\":[{\"name\":\"%s\"}",
            k, k, k == 0 ? name : other);
        for (int m = 0; m < 10; m++)
            add(&text, ",{\"name\":\"x%c y%c\"}", 'a' + m, 'a' + m);
        add(&text, "]}\n");
    }
    compared c = compare(text.text, "concept");
    bool same = agree(&c, "0", 1, "1", 1);
    end(&c);
    free(text.text);
    return same;
}

static void test_spellings(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"Rājasthān", "Rajasthan"},
        {"Café culture", "Cafe Culture"},
        {"Łódź", "Lodz"},
        {"Food & Drink", "Food and Drink"},
        {"2. Billing", "Billing"},
        {"1.3) Billing", "billing"},
        {"\xF0\x9F\x92\xB3 Billing", "Billing"},
        {"Programme Committee (PC)", "Program Committee"},
        {"Organisation", "organization"},
        {"Colour pictures", "color pictures"},
        {"goose barnacle", "barnacle, goose"},
        {"work horse", "workhorses"},
        {"Accomodation list", "Accommodation list"},
        {"The list of the colour(s)", "list colours"},
        {"Mice", "mouse"},
        {"Penknives", "penknife"},
        {"Women's shoes", "Woman shoe"},
        {"Grandchildren", "grandchild"},
        {"People", "persons"},
        {"Cacti", "cactus"},
        {"Buses", "bus"},
        {"Grey tyres", "gray tires"},
        {"Brocolli", "broccoli"},
        {"Raccoon", "Racoon"},
        {"Data modelling", "Data modeling"},
        {"Router wi-fi", "wifi router"},
        {"unsplash.com", "Unsplash"},
    };
    static const char *const other[][2] = {
        {"2007 photos", "2008 photos"},
        {"chapter 1", "chapter 2"},
        {"Ireland", "Portugal"},
        {"!!", "??"},
        {"Pears", "Peas"},
        {"Tables", "Tablets"},
        {"Ireland", "Iceland"},
        {"Cardiology", "Radiology"},
        {"Macroeconomics", "Microeconomics"},
        {"Shirts", "T-shirts"},
        {"New", "News"},
        {"Omen", "Oman"},
        {"People", "Personal"},
        {"Medium", "Media"},
    };
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        if (!mean_the_same(same[k][0], same[k][1]))
            fail_msg("%s is not %s", same[k][0], same[k][1]);
    for (size_t k = 0; k < sizeof other / sizeof *other; k++)
        if (mean_the_same(other[k][0], other[k][1]))
            fail_msg("%s is %s", other[k][0], other[k][1]);
}

/* Plurals that no rule makes are known by every name of their language. */
static void test_languages(void **state)
{
    (void)state;
    static const char *const names[] = {"english", "en", "eng", "german"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        pl_name_reader reader;
        PL_SCRATCH(scratch);
        pleach_error error;
        assert_int_equal(
            pl_name_reader_open(&reader, scratch, names[k], &error), PLEACH_OK);
        assert_true(pl_name_reader_read(&reader, "Mice", 4));
        assert_int_equal(reader.sorted.items[1] == 'o',
                         strcmp(names[k], "german") != 0);
    }
}

/* Connectives are left out only where they connect. */
static void test_connectives(void **state)
{
    (void)state;
    static const char *const read[][2] = {
        {"eSports", "e sport "},
        {"Vitamin A", "a vitamin "},
        {"Arte e Cultura", "arte cultura "},
        {"The Art of the Cat(s)", "art cat "},
        {"of mice", "mouse of "},
        {"The The", "the "},
        {"a s", "a s "},
        {"2. food.org", "food "},
        {".com", "com "},
        {"ask food.com", "ask com food "},
        {"Node.js", "js node "},
    };
    pl_name_reader reader;
    PL_SCRATCH(scratch);
    pleach_error error;
    assert_int_equal(pl_name_reader_open(&reader, scratch, "english", &error),
                     PLEACH_OK);
    for (size_t k = 0; k < sizeof read / sizeof *read; k++) {
        assert_true(
            pl_name_reader_read(&reader, read[k][0], strlen(read[k][0])));
        assert_int_equal(reader.sorted.count, strlen(read[k][1]));
        assert_memory_equal(reader.sorted.items, read[k][1],
                            reader.sorted.count);
    }
}

/* A name with a word more is the same below one parent, and another thing
 * elsewhere. */
static void test_word_more(void **state)
{
    (void)state;
    static const char *const names[] = {"bird", "horse", "lizard", "whale",
                                        "spider"};
    for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
        shown text = {NULL, 0};
        for (int k = 0; k < 10; k++)
            add(&text,
                "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"%s\","
                "\"children\":[{\"name\":\"%s%s\"},{\"name\":\"u%c\"}]}\n",
                k, k, elsewhere && k > 4 ? "kitchen" : "animal", names[k % 5],
                k > 4 ? " dishes" : "", 'a' + k);
        compared c = compare(text.text, "concept");
        assert_int_equal(agree(&c, "0", 1, "5", 1), !elsewhere);
        end(&c);
        free(text.text);
    }
}

/* Ten people have horses with a `name` below `above`, one has another name,
 * below `other_above`; `more` is said by somebody else. */
static bool joins_below(const char *name, const char *above, const char *other,
                        const char *other_above, const char *more)
{
    shown text = {NULL, 0};
    for (int k = 0; k < 11; k++)
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"%s\","
            "\"children\":[{\"name\":\"%s\"},{\"name\":\"mare\"}]}\n",
            k, k, k < 10 ? above : other_above, k < 10 ? name : other);
    /* Names enough for words to be rare. */
    for (int k = 0; k < 40; k++)
        add(&text,
            "{\"owner\":\"q%d\",\"id\":\"q%d\",\"name\":\"things%c%c\","
            "\"children\":[{\"name\":\"item%c%c\"}]}\n",
            k, k, 'a' + k % 8, 'a' + k / 8, 'a' + k / 8, 'a' + k % 8);
    show_text(&text, more);
    compared c = compare(text.text, "concept");
    bool joined = agree(&c, "0", 1, "10", 1);
    end(&c);
    free(text.text);
    return joined;
}

/* Names with more to them and slips are joined where they stand below the
 * same, unless somebody has both. */
static void test_longer_names(void **state)
{
    (void)state;
    assert_true(joins_below("sire", "horse", "sire 2008", "horse", ""));
    assert_true(joins_below("finisher", "horse", "finnisher", "horse", ""));
    assert_true(joins_below("grub", "larva", "my grub", "larva", ""));
    assert_false(joins_below("stallion", "horse", "gelding", "horse", ""));
    assert_false(joins_below("sire", "horse", "sire 2008", "horse",
                             "{\"owner\":\"z\",\"id\":\"z\",\"name\":\"horse\","
                             "\"children\":[{\"name\":\"sire\"},"
                             "{\"name\":\"sire 2008\"}]}\n"));
}

/* One of eight has a name beside its plural, or beside another name: only the
 * latter tells them apart. With `often`, half of them do. */
static bool joins_beside(const char *name, const char *other, bool often)
{
    shown text = {NULL, 0};
    for (int k = 0; k < 16; k++) {
        bool both = k == 15 || (often && k > 11);
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"lake\","
            "\"children\":[{\"name\":\"%s\"}%s%s%s]}\n",
            k, k, k < 8 ? name : other, both ? ",{\"name\":\"" : "",
            both ? name : "", both ? "\"}" : "");
    }
    compared c = compare(text.text, "concept");
    bool joined = agree(&c, "0", 1, "8", 1);
    end(&c);
    free(text.text);
    return joined;
}

static void test_plurals_beside(void **state)
{
    (void)state;
    assert_true(joins_beside("swan", "swans", false));
    assert_false(joins_beside("swan", "swans", true));
    assert_false(joins_beside("swan", "swain", false));
}

/* -------------------------------------------------------------- senses -- */

enum { PETS, WILD };
static const char *const folder[] = {"pets", "wildlife"};
static const char *const bird_tags[] = {"\"cage\",\"perch\"",
                                        "\"eagle\",\"sky\""};
static const char *const other[] = {"dog", "bear"};
static const char *const other_tags[] = {"\"puppy\"", "\"den\""};

/* Of as many people, each called `who` and a number. */
static void add_birds_of(shown *text, int kind, int count, const char *tags,
                         const char *who)
{
    for (int k = 0; k < count; k++)
        add(text,
            "{\"owner\":\"%s%d\",\"id\":\"%s%d\",\"name\":\"%s\","
            "\"children\":[{\"name\":\"bird\",\"tags\":[%s]},"
            "{\"name\":\"%s\",\"tags\":[%s]}]}\n",
            who, k, folder[kind], k, folder[kind], tags, other[kind],
            other_tags[kind]);
}

/* Whoever has pets and wildlife means two things by a bird. */
static void add_birds(shown *text, int kind, int count, const char *tags)
{
    add_birds_of(text, kind, count, tags, "p");
}

/* An odd one: a bird without tags beside what others have there. */
static void add_untagged(shown *text, int kind)
{
    add(text,
        "{\"owner\":\"odd%d\",\"id\":\"odd%d\",\"name\":\"%s\",\"children\":["
        "{\"name\":\"bird\"},{\"name\":\"%s\",\"tags\":[%s]}]}\n",
        kind, kind, folder[kind], other[kind], other_tags[kind]);
}

static void expect_two_birds(int pets, int wild)
{
    shown text = {NULL, 0};
    char id[32];
    add_birds(&text, PETS, pets, bird_tags[PETS]);
    add_birds(&text, WILD, wild, bird_tags[WILD]);
    add_untagged(&text, PETS);
    add_untagged(&text, WILD);
    compared c = compare(text.text, "concept");
    for (int k = 0; k < pets; k++) {
        snprintf(id, sizeof id, "pets%d", k);
        assert_true(agree(&c, "pets0", 1, id, 1));
    }
    for (int k = 0; k < wild; k++) {
        snprintf(id, sizeof id, "wildlife%d", k);
        assert_true(agree(&c, "wildlife0", 1, id, 1));
    }
    assert_false(agree(&c, "pets0", 1, "wildlife0", 1));
    assert_true(agree(&c, "odd0", 1, "pets0", 1));
    assert_true(agree(&c, "odd1", 1, "wildlife0", 1));
    end(&c);
    free(text.text);
}

static void test_two_senses(void **state)
{
    (void)state;
    expect_two_birds(4, 4);
    expect_two_birds(3, 9);
    expect_two_birds(70, 90); /* more than are looked at */
    expect_two_birds(300, 100);
}

/* Even where nobody has both: their tags have nothing in common. */
static void test_senses_of_strangers(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    add_birds_of(&text, PETS, 30, bird_tags[PETS], "keeper");
    add_birds_of(&text, WILD, 30, bird_tags[WILD], "ranger");
    compared c = compare(text.text, "concept");
    assert_false(agree(&c, "pets0", 1, "wildlife29", 1));
    assert_true(agree(&c, "pets0", 1, "pets29", 1));
    end(&c);
    free(text.text);
}

static void test_one_sense(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    add_birds(&text, PETS, 40, "\"wing\",\"egg\"");
    add_birds(&text, WILD, 40, "\"wing\",\"egg\"");
    compared c = compare(text.text, "concept");
    assert_true(agree(&c, "pets0", 1, "wildlife39", 1));
    assert_true(agree(&c, "pets0", 1, "pets39", 1));
    end(&c);
    free(text.text);
    /* Two nodes make no sense of their own. */
    text = (shown){NULL, 0};
    add_birds(&text, PETS, 30, bird_tags[PETS]);
    add_birds(&text, WILD, 2, bird_tags[WILD]);
    c = compare(text.text, "concept");
    assert_true(agree(&c, "pets0", 1, "wildlife1", 1));
    end(&c);
    free(text.text);
}

/* Without tags the parents tell, where people have a name twice: "Western" of
 * three countries, as four people list them. Who has it once, below a country
 * of his own, means another one. */
static void test_senses_by_parents(void **state)
{
    (void)state;
    static const char *const country[] = {"Ghana", "Kenya", "Zambia"};
    shown text = {NULL, 0};
    char id[8], that[8];
    for (int k = 0; k < 4; k++) {
        add(&text,
            "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"Africa\","
            "\"children\":[",
            k, k);
        for (int m = 0; m < 3; m++)
            add(&text,
                "%s{\"name\":\"%s\",\"children\":[{\"name\":\"Western\"},"
                "{\"name\":\"Eastern\"},{\"name\":\"%s town\"}]}",
                m > 0 ? "," : "", country[m], country[m]);
        add(&text, "]}\n");
    }
    add(&text, "{\"owner\":\"p9\",\"id\":\"9\",\"name\":\"Atlantis\","
               "\"children\":[{\"name\":\"Western\"}]}\n");
    compared c = compare(text.text, "concept");
    for (int k = 0; k < 12; k++)
        for (int m = 0; m < 12; m++) {
            snprintf(id, sizeof id, "%d", k / 3);
            snprintf(that, sizeof that, "%d", m / 3);
            /* After the root and its three leaves, four nodes a country. */
            assert_int_equal(agree(&c, id, 5 + 4 * (uint32_t)(k % 3), that,
                                   5 + 4 * (uint32_t)(m % 3)),
                             k % 3 == m % 3);
        }
    for (uint32_t m = 0; m < 3; m++)
        assert_false(agree(&c, "9", 1, "0", 5 + 4 * m));
    end(&c);
    free(text.text);
}

/* --------------------------------------------------------- whole corpora -- */

static void test_twins_agree(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        char *text = random_text(seed, (uint32_t)seed % 4);
        compared c = compare(text, "concept");
        const uint32_t *means = c.affinity->node_concept;
        for (uint32_t n = 0; n < c.corpus->node_count; n++) {
            uint32_t twin = c.corpus->node_twin[n];
            assert_true(means[n] < c.corpus->node_count);
            assert_true(twin == PL_NONE || means[n] == means[twin]);
        }
        end(&c);
        free(text);
    }
}

static uint32_t common_tags(const pleach_corpus *c, uint32_t a, uint32_t b)
{
    uint32_t common = 0;
    for (uint64_t i = c->tag_first[a]; i < c->tag_first[a + 1]; i++)
        for (uint64_t j = c->tag_first[b]; j < c->tag_first[b + 1]; j++)
            common += c->tag_id[i] == c->tag_id[j];
    return common;
}

static bool mostly_tagged(const pleach_corpus *c)
{
    uint32_t tagged = 0;
    for (uint32_t n = 0; n < c->node_count; n++)
        tagged += c->tag_first[n + 1] > c->tag_first[n];
    return 2 * tagged >= c->node_count;
}

/* What concept:J must be between two nodes of different saplings; 0 stands
 * for no J. */
static double formula(const compared *c, uint32_t a, uint32_t b, double scale)
{
    const uint32_t *means = c->affinity->node_concept;
    if (means[a] != means[b])
        return 0;
    if (c->corpus->node_twin[a] == b || scale == 0)
        return 1;
    return 0.8 + 0.2 * fmin(1, common_tags(c->corpus, a, b) / scale);
}

static double stored(const compared *c, uint32_t a, uint32_t b)
{
    const uint32_t *slot = c->affinity->node_slot;
    uint64_t at = pl_find_pair(c->affinity, slot[a], slot[b]);
    return at == UINT64_MAX ? 0 : c->affinity->pair_similarity[at];
}

/* The plain way, by an index inside concepts, and the way of sums. */
static void expect_equal(const compared *plain, const compared *mixed,
                         double scale)
{
    const pleach_corpus *corpus = plain->corpus;
    bool tagged = mostly_tagged(corpus);
    assert_memory_equal(plain->affinity->node_concept,
                        mixed->affinity->node_concept,
                        corpus->node_count * sizeof(uint32_t));
    for (uint32_t a = 0; a < corpus->node_count; a++)
        for (uint32_t b = 0; b < corpus->node_count; b++) {
            double value = stored(plain, a, b);
            if (corpus->node_sapling[a] == corpus->node_sapling[b])
                continue;
            assert_true(fabs(value - stored(mixed, a, b)) < 1e-6);
            if (tagged)
                assert_true(fabs(value - formula(plain, a, b, scale)) < 1e-6);
        }
}

static void test_plain_and_mixed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        char *text = random_text(seed, (uint32_t)seed % 4);
        char plain_spec[32], mixed_spec[64];
        int scale = 1 + (int)(seed % 3);
        snprintf(plain_spec, sizeof plain_spec, "concept:%d", scale);
        snprintf(mixed_spec, sizeof mixed_spec, "0.5*concept:%d+0.5*concept:%d",
                 scale, scale);
        compared plain = compare(text, plain_spec);
        compared mixed = compare(text, mixed_spec);
        expect_equal(&plain, &mixed, scale);
        end(&plain);
        end(&mixed);
        plain = compare(text, "concept");
        mixed = compare(text, "0.5*concept + 0.5*concept");
        expect_equal(&plain, &mixed, 0);
        end(&plain);
        end(&mixed);
        free(text);
    }
}

/* Tiny, odd and nameless corpora come through. */
static void test_odd_corpora(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"name\":\"a\"}\n",
        "{\"name\":\"!\"}\n{\"name\":\"!\"}\n{\"name\":\"?\"}\n",
        "{\"name\":\"!\",\"children\":[{\"name\":\"!\"},{\"name\":\"?\"}]}\n",
        "{\"name\":\"a\",\"tags\":[\"t\"]}\n{\"name\":\"a\",\"tags\":[\"t\"]}\n"
        "{\"name\":\"a\",\"tags\":[\"t\"]}\n{\"name\":\"a\",\"tags\":[\"u\"]}\n"
        "{\"name\":\"a\",\"tags\":[\"u\"]}\n{\"name\":\"a\",\"tags\":[\"u\"]}\n"
        "{\"name\":\"a\"}\n",
    };
    static const char *const specs[] = {"concept", "concept:2",
                                        "concept:2 + 0.5*context:2"};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            compared c = compare(texts[t], specs[k]);
            end(&c);
        }
    compared c = compare(texts[1], "concept");
    const uint32_t *means = c.affinity->node_concept;
    /* Two "!" are one, "?" is another. */
    assert_int_equal((means[0] == means[1]) + (means[1] == means[2]) +
                         (means[0] == means[2]),
                     1);
    end(&c);
}

/* -------------------------------------------------------------- places -- */

static uint32_t size_of(const pleach_taxonomy *forest, uint32_t c)
{
    return forest->member_first[c + 1] - forest->member_first[c];
}

/* Returns how many clusters are called after another one. */
static uint32_t expect_places(const compared *c)
{
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_clusters_options options = {.solver = PLEACH_SOLVER_JOINT,
                                       .max_iterations = 100};
    uint32_t followers = 0;
    assert_int_equal(
        pleach_clusters_find(&clusters, c->affinity, &options, NULL),
        PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&forest, clusters, NULL), PLEACH_OK);
    const uint32_t *concept = forest->concept;
    for (uint32_t a = 0; a < forest->cluster_count; a++) {
        const uint32_t *slot_node = c->affinity->slot_node;
        const uint32_t *means = c->affinity->node_concept;
        uint32_t meant = means[slot_node[forest->exemplar[a]]];
        followers += concept[a] != a;
        assert_int_equal(concept[concept[a]], concept[a]);
        for (uint32_t b = 0; b < forest->cluster_count; b++) {
            if (means[slot_node[forest->exemplar[b]]] != meant)
                continue;
            assert_int_equal(concept[a], concept[b]);
            uint32_t head = concept[a];
            assert_true(
                size_of(forest, head) > size_of(forest, b) ||
                (size_of(forest, head) == size_of(forest, b) && head <= b));
        }
    }
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    return followers;
}

static void test_places(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    add_birds(&text, PETS, 5, "\"wing\",\"egg\"");
    add_birds(&text, WILD, 7, "\"wing\",\"egg\"");
    add(&text,
        "{\"owner\":\"q\",\"id\":\"q\",\"name\":\"animals\",\"children\":["
        "{\"name\":\"pets\"},{\"name\":\"wildlife\"}]}\n");
    compared c = compare(text.text, "concept");
    assert_int_equal(expect_places(&c), 1); /* the birds below the pets */
    end(&c);
    free(text.text);
    for (uint64_t seed = 0; seed < 6; seed++) {
        char *some = random_text(seed, 3);
        c = compare(some, seed % 2 ? "concept:2" : "concept + 0.5*context:4");
        expect_places(&c);
        end(&c);
        free(some);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_synonyms_are_joined),
        cmocka_unit_test(test_told_apart),
        cmocka_unit_test(test_head_words),
        cmocka_unit_test(test_contained_elsewhere),
        cmocka_unit_test(test_one_person),
        cmocka_unit_test(test_children_alone),
        cmocka_unit_test(test_top_and_leaf),
        cmocka_unit_test(test_many_words),
        cmocka_unit_test(test_siblings_stay_apart),
        cmocka_unit_test(test_ancestors_stay_apart),
        cmocka_unit_test(test_same_name_below),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_connectives),
        cmocka_unit_test(test_word_more),
        cmocka_unit_test(test_longer_names),
        cmocka_unit_test(test_plurals_beside),
        cmocka_unit_test(test_two_senses),
        cmocka_unit_test(test_senses_by_parents),
        cmocka_unit_test(test_senses_of_strangers),
        cmocka_unit_test(test_one_sense),
        cmocka_unit_test(test_twins_agree),
        cmocka_unit_test(test_plain_and_mixed),
        cmocka_unit_test(test_odd_corpora),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
