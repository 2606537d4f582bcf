/* part.c: a part of a corpus is what reading that part alone would give. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "corpus_support.h"
#include "random_corpus.h"

static void same_corpus(const pleach_corpus *a, const pleach_corpus *b)
{
    same_but_ids(a, b);
    for (uint32_t h = 0; h < a->hierarchy_count; h++)
        assert_string_equal(a->hierarchy_id[h], b->hierarchy_id[h]);
}

static pleach_corpus *part_of(const pleach_corpus *whole, const uint8_t *kept)
{
    pleach_corpus *part = NULL;
    assert_int_equal(pleach_corpus_part(&part, whole, kept, NULL), PLEACH_OK);
    return part;
}

/* Owners are called o0 to o4. */
static void compare(const random_corpus *lines, const uint8_t *kept)
{
    random_corpus rest = {.count = 0};
    uint8_t kept_here[5];
    for (uint32_t k = 0; k < lines->count; k++) {
        char *owner = strstr(lines->line[k], "\"owner\":\"o");
        if (kept[owner[10] - '0'])
            rest.line[rest.count++] = lines->line[k];
    }
    char *text = random_corpus_text(lines), *less = random_corpus_text(&rest);
    pleach_corpus *whole = read_text("t.jsonl", text);
    uint32_t owners = pl_strings_count(whole->owners);
    for (uint32_t k = 0; k < owners; k++)
        kept_here[k] = kept[pl_strings_at(whole->owners, k)[1] - '0'];
    if (owners > 1 && rest.count > 0) {
        pleach_corpus *alone = read_text("t.jsonl", less);
        pleach_corpus *part = part_of(whole, kept_here);
        same_corpus(part, alone);
        pleach_corpus_free(part);
        pleach_corpus_free(alone);
    }
    pleach_corpus_free(whole);
    free(text);
    free(less);
}

static void test_random_parts(void **state)
{
    pl_random random;
    random_corpus_shape shape = {20, 8, 4, 3, 5};
    (void)state;
    pl_random_seed(&random, 5);
    for (int round = 0; round < 300; round++) {
        uint8_t kept[5];
        random_corpus lines = random_corpus_new(&random, &shape);
        for (int k = 0; k < 5; k++)
            kept[k] = pl_random_chance(&random, 0.6);
        compare(&lines, kept);
        random_corpus_free(&lines);
    }
}

/* Where nobody is named, hierarchies are people. */
static void test_hierarchies_are_people(void **state)
{
    static const char text[] =
        "{\"id\":\"1\",\"name\":\"a\",\"children\":[\"b\"]}\n"
        "{\"id\":\"2\",\"name\":\"c\",\"children\":[\"d\"]}\n";
    pleach_corpus *whole = read_text("t.jsonl", text);
    pleach_corpus *alone = read_text("t.jsonl", strchr(text, '\n') + 1);
    (void)state;
    assert_int_equal(pl_person_count(whole), 2);
    pleach_corpus *part = part_of(whole, (const uint8_t[]){0, 1});
    same_corpus(part, alone);
    pleach_corpus_free(part);
    pleach_corpus_free(alone);
    pleach_corpus_free(whole);
}

/* Further names: those of hidden people go, with the keys only they need. */
static void test_further_names(void **state)
{
    static const char *const lines[] = {
        "{\"owner\":\"x\",\"id\":\"1\",\"name\":\"dog\",\"altLabels\":"
        "[\"Hounds\",\"beast\"],\"children\":[{\"name\":\"pug\"}]}\n",
        "{\"owner\":\"y\",\"id\":\"2\",\"name\":\"dog\",\"children\":"
        "[{\"name\":\"pug\",\"altLabels\":[\"hound\",\"apple\"]}]}\n",
        "{\"owner\":\"z\",\"id\":\"3\",\"name\":\"dog\",\"children\":"
        "[{\"name\":\"pug\"}]}\n"};
    char text[1024] = "";
    (void)state;
    for (int k = 0; k < 3; k++)
        strcat(text, lines[k]);
    pleach_corpus *whole = read_text("t.jsonl", text);
    assert_int_equal(pl_strings_count(whole->alt_labels), 4);
    for (int k = 0; k < 3; k++) {
        uint8_t kept[3] = {k == 0, k == 1, k == 2};
        pleach_corpus *part = part_of(whole, kept);
        pleach_corpus *alone = read_text("t.jsonl", lines[k]);
        assert_int_equal(part->alt_first == NULL, k == 2);
        same_corpus(part, alone);
        pleach_corpus_free(part);
        pleach_corpus_free(alone);
    }
    pleach_corpus_free(whole);
}

/* Rows of a table that follow each other up are hierarchies of their own, and
 * one maker's: they are kept or hidden together, and so are twins. */
static void test_twins_stay_together(void **state)
{
    static const char text[] = "owner,parent,child\nann,animal,dog\n"
                               "ann,dog,poodle\nbob,animal,cat\n";
    pleach_corpus *whole = read_text("t.csv", text);
    (void)state;
    assert_int_equal(pl_person_count(whole), 2);
    for (int k = 0; k < 2; k++) {
        uint8_t kept[2] = {k == 0, k == 1};
        pleach_corpus *part = part_of(whole, kept);
        uint32_t twins = 0;
        for (uint32_t n = 0; n < part->node_count; n++)
            twins += part->node_twin[n] != PL_NONE;
        assert_int_equal(twins, k == 0 ? 2 : 0);
        pleach_corpus_free(part);
    }
    pleach_corpus_free(whole);
}

/* A file that names nobody is one maker's, unless it is a list of hierarchies.
 */
static void test_who_is_somebody(void **state)
{
    static const struct {
        const char *name, *text;
        uint32_t people;
    } cases[] = {{"t.paths", "Men > Shoes\nWomen > Shoes\n", 1},
                 {"t.csv", "parent,child\nMen,Shoes\nWomen,Shoes\n", 1},
                 {"t.jsonl", "{\"name\":\"a\"}\n{\"name\":\"b\"}\n", 2},
                 {"t.json", "[{\"name\":\"a\"},{\"name\":\"b\"}]", 2},
                 {"t.jsonl",
                  "{\"owner\":\"o\",\"name\":\"a\"}\n"
                  "{\"owner\":\"o\",\"name\":\"b\"}\n",
                  1},
                 {"t.yaml", "Men: [Shoes]\nWomen: [Shoes]\n", 1}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pleach_corpus *corpus = read_text(cases[k].name, cases[k].text);
        assert_int_equal(pl_person_count(corpus), cases[k].people);
        pleach_corpus_free(corpus);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_parts),
        cmocka_unit_test(test_hierarchies_are_people),
        cmocka_unit_test(test_further_names),
        cmocka_unit_test(test_twins_stay_together),
        cmocka_unit_test(test_who_is_somebody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
