/* explain.c: answers about small forests whose numbers are known. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pleach_curate.h"
#include "sinks.h"
#include "solver_words.h"

static char input[] = "/tmp/pleach-explain-XXXXXX";
static char taxonomy[] = "/tmp/pleach-explained-XXXXXX";

static void write_file(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
}

/* Grows a corpus by `similarity` into the taxonomy file. */
static void grow_by(const char *solver, const char *text,
                    const char *similarity, const char *seed)
{
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_input from = {.name = input};
    pleach_error error = {0};
    write_file(input, text);
    assert_int_equal(
        pleach_corpus_read(&corpus, &from, 1,
                           &(pleach_read_options){.format = "jsonl"}, &error),
        PLEACH_OK);
    assert_int_equal(
        pleach_affinity_compare(
            &affinity, corpus,
            &(pleach_affinity_options){.similarity = similarity, .seed = seed},
            &error),
        PLEACH_OK);
    assert_int_equal(
        pleach_clusters_find(
            &clusters, affinity,
            &(pleach_clusters_options){.solver = solver_of(solver)}, &error),
        PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&forest, clusters, &error),
                     PLEACH_OK);
    assert_int_equal(save_json(forest, taxonomy, &error), PLEACH_OK);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

static void grow(const char *text, const char *similarity, const char *seed)
{
    grow_by("rap", text, similarity, seed);
}

/* What is printed, ours to free. */
static char *printed(const char *a, const char *b)
{
    char *text = NULL;
    size_t length;
    pleach_error error = {0};
    FILE *to = open_memstream(&text, &length);
    if (pleach_explain(TO(to), FILE_AT(taxonomy), a, b, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    fclose(to);
    return text;
}

/* Whether the answer has a text in it. */
static bool tells(const char *a, const char *b, const char *wanted)
{
    char *text = printed(a, b);
    bool found = strstr(text, wanted) != NULL;
    free(text);
    return found;
}

static void refuse(const char *a, const char *b, pleach_status expected,
                   const char *word)
{
    pleach_error error = {0};
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_int_equal(pleach_explain(TO(to), FILE_AT(taxonomy), a, b, &error),
                     expected);
    fclose(to);
    assert_int_equal(length, 0);
    if (strstr(error.sentence, word) == NULL)
        fail_msg("%s", error.sentence);
    free(text);
}

/* Two kinds of bird, and a bird without tags. */
static const char pets[] =
    "{\"owner\": \"ann\", \"id\": \"a\", \"name\": \"Pets\", \"tags\": "
    "[\"home\"], \"children\": [{\"name\": \"Birds\", \"tags\": [\"parrot\", "
    "\"cage\"]}, {\"name\": \"Dogs\"}]}\n"
    "{\"owner\": \"bob\", \"id\": \"b\", \"name\": \"pet\", \"tags\": "
    "[\"home\"], \"children\": [{\"name\": \"bird\", \"tags\": [\"parrot\"]}]}"
    "\n"
    "{\"owner\": \"cat\", \"id\": \"c\", \"name\": \"Wildlife\", \"children\": "
    "[{\"name\": \"bird\", \"tags\": [\"parrot\", \"eagle\"]}]}\n";

static void test_merged(void **state)
{
    (void)state;
    grow(pets, "tags", NULL);
    assert_true(tells("a:0", "b:0", "Merged:\n"));
    assert_true(tells("a:0", "b:0", "similarity tags: 1\n"));
    assert_true(tells("a:0", "b:0", "the same name: \"bird\" once"));
    assert_false(tells("a:0", "b:0", "cannot be computed"));
}

/* The birds would like to merge, but pets and wildlife have no similarity. */
static void test_single_parent(void **state)
{
    (void)state;
    grow(pets, "tags", NULL);
    assert_true(tells("b:0", "c:0", "Not merged:\n"));
    assert_true(tells("b:0", "c:0", "similarity tags: 1\n"));
    assert_true(tells("b:0", "c:0", "has a single parent, and theirs are #"));
}

static void test_one_sapling(void **state)
{
    (void)state;
    grow(pets, "tags", NULL);
    assert_true(tells("a:0", "a:1", "they are of one sapling"));
    assert_true(tells("a", "a:1", "they are of one sapling"));
    assert_true(tells("a", "a:1", "it would make a loop: #"));
    assert_true(tells("a", "a:1", "Dogs is under #"));
}

/* Ann's tree has bird below pet, bob's pet below bird: only one of the two can
 * be merged. */
static void test_loop(void **state)
{
    (void)state;
    grow("{\"owner\": \"ann\", \"id\": \"a\", \"name\": \"pet\", \"tags\": "
         "[\"p\"], \"children\": [{\"name\": \"bird\", \"tags\": [\"q\"]}]}\n"
         "{\"owner\": \"bob\", \"id\": \"b\", \"name\": \"bird\", \"tags\": "
         "[\"q\"], \"children\": [{\"name\": \"pet\", \"tags\": [\"p\"]}]}\n",
         "tags", NULL);
    bool pet = tells("a", "b:0", "Merged:\n");
    assert_int_not_equal(pet, tells("b", "a:0", "Merged:\n"));
    assert_true(pet ? tells("b", "a:0", "would make a loop")
                    : tells("a", "b:0", "would make a loop"));
}

static void test_a_cluster(void **state)
{
    (void)state;
    grow(pets, "tags", NULL);
    char *text = printed("a:0", NULL), *number = strchr(text, '#'), bare[32];
    assert_non_null(strstr(text, ": 2 entries by 2 people\n"));
    assert_non_null(strstr(text, "2 people put it there (ann, bob)\n"));
    assert_non_null(strstr(text, ", under \"Pets\""));
    assert_non_null(strstr(text, "other clusters of this name:\n    #"));
    assert_non_null(number);
    number[strcspn(number, " ")] = '\0';
    snprintf(bare, sizeof bare, "%s", number + 1);
    char *by_number = printed(bare, NULL), *by_hash = printed(number, NULL);
    assert_string_equal(by_number, by_hash);
    free(by_number);
    free(by_hash);
    free(text);
    assert_true(tells("Wildlife", NULL, "Wildlife: 1 entry by 1 person"));
    assert_true(tells("Wildlife", NULL, "at the top of its tree"));
}

/* Three people put rooks below birds, one below games, one higher up, and one
 * has them on top. */
static const char rooks[] =
    "{\"owner\": \"a\", \"id\": \"1\", \"name\": \"Animals\", \"children\": "
    "[{\"name\": \"Birds\"}, {\"name\": \"Rooks\"}]}\n"
    "{\"owner\": \"b\", \"id\": \"2\", \"name\": \"Animals\", \"children\": "
    "[{\"name\": \"Birds\", \"children\": [{\"name\": \"Rooks\"}]}]}\n"
    "{\"owner\": \"c\", \"id\": \"3\", \"name\": \"Birds\", \"children\": "
    "[{\"name\": \"Rooks\"}]}\n"
    "{\"owner\": \"d\", \"id\": \"4\", \"name\": \"Birds\", \"children\": "
    "[{\"name\": \"Rooks\"}]}\n"
    "{\"owner\": \"e\", \"id\": \"5\", \"name\": \"Games\", \"children\": "
    "[{\"name\": \"Rooks\"}, {\"name\": \"Chess\"}]}\n"
    "{\"owner\": \"f\", \"id\": \"6\", \"name\": \"Rooks\", \"children\": "
    "[{\"name\": \"Nests\"}]}\n";

static void test_voices_of_a_cluster(void **state)
{
    (void)state;
    grow_by("votes", rooks, "name", NULL);
    char *text = printed("Rooks", NULL);
    assert_non_null(strstr(text, " Birds: 3 people put it there ("));
    assert_non_null(strstr(text, "1 person leaves a level out"));
    assert_non_null(strstr(text, "1 person puts it elsewhere:\n"));
    assert_non_null(strstr(text, " Games: 1 person (e)\n"));
    assert_non_null(strstr(text, "1 person has it at the top\n"));
    free(text);
}

/* Nothing is said in a file from before there were voices. */
static void test_a_file_without_voices(void **state)
{
    (void)state;
    grow_by("votes", rooks, "name", NULL);
    json_t *root = json_load_file(taxonomy, 0, NULL), *each;
    size_t k;
    json_array_foreach(json_object_get(root, "clusters"), k, each)
    {
        json_object_del(each, "voices");
        json_object_del(each, "rivals");
    }
    assert_int_equal(json_dump_file(root, taxonomy, 0), 0);
    json_decref(root);
    char *text = printed("Rooks", NULL);
    assert_non_null(strstr(text, "3 people put it there"));
    assert_null(strstr(text, "overruled"));
    free(text);
}

/* Where people may be overruled, two parents forbid nothing. */
static void test_two_parents_may_merge(void **state)
{
    (void)state;
    grow_by("votes", rooks, "name", NULL);
    assert_false(tells("Chess", "Nests", "cannot be computed"));
    assert_false(tells("Chess", "Nests", "a cluster has a single parent"));
    assert_true(tells("Animals", "Rooks", "one lies above the other: #"));
}

/* Without the inputs, what the file has is all there is. */
static void test_inputs_are_gone(void **state)
{
    (void)state;
    grow(pets, "tags", NULL);
    write_file(input, "{\"owner\": \"x\", \"id\": \"y\", \"name\": \"z\"}\n");
    char *text = printed("b:0", "c:0");
    assert_non_null(strstr(text, "cannot be computed again: The inputs have "
                                 "changed"));
    assert_non_null(strstr(text, "has a single parent"));
    free(text);
    unlink(input);
    assert_true(tells("b:0", "c:0", input));
    assert_true(tells("b:0", "c:0", "a cluster has a single parent"));
}

static void test_around_a_seed(void **state)
{
    (void)state;
    grow(pets, "tags", "pet");
    assert_true(tells("a:0", "b:0", "Only what is around a seed"));
    assert_true(tells("a:0", "c", "Not merged, since one is in no cluster:\n"));
    refuse("c", NULL, PLEACH_BAD_DATA, "not reached from the seed");
}

static void test_questions_without_sense(void **state)
{
    (void)state;
    grow(pets, "tags", NULL);
    refuse("nothing", NULL, PLEACH_BAD_DATA, "name a cluster (#12");
    refuse("#99", NULL, PLEACH_BAD_DATA, "\"#99\"");
    refuse("a:7", NULL, PLEACH_BAD_DATA, "\"a:7\"");
    refuse("a", "a", PLEACH_BAD_USAGE, "the same node");
    refuse("0", "c0", PLEACH_BAD_USAGE, "the same cluster");
    grow("{\"owner\": \"x\", \"id\": \"1x\", \"name\": \"b\"}\n"
         "{\"owner\": \"y\", \"id\": \"2x\", \"name\": \"b\"}\n",
         "tags", NULL);
    refuse("b", NULL, PLEACH_BAD_DATA,
           "2 clusters are named \"b\": #0 b at the top, #1 b at the top; ");
}

/* Namesakes are named by what is above them, as far up as it takes. */
static void test_names_above(void **state)
{
    (void)state;
    grow("{\"id\": \"x\", \"name\": \"Work\", \"children\": [{\"name\": "
         "\"Mail\", \"children\": [{\"name\": \"2020\"}]}]}\n"
         "{\"id\": \"y\", \"name\": \"Home\", \"children\": [{\"name\": "
         "\"Mail\", \"children\": [{\"name\": \"2020\"}]}, {\"name\": "
         "\"Photos under glass\", \"children\": [{\"name\": \"2020\"}]}]}\n",
         "tags", NULL);
    refuse("2020", NULL, PLEACH_BAD_DATA, "3 clusters are named \"2020\": #");
    refuse("2020", NULL, PLEACH_BAD_DATA, " 2020 under Mail under Work");
    refuse("2020", NULL, PLEACH_BAD_DATA, " 2020 under Mail under Home");
    refuse("2020", NULL, PLEACH_BAD_DATA, " 2020 under Photos under glass");
    refuse("2020 under Mail", NULL, PLEACH_BAD_DATA,
           "2 clusters are named \"2020 under Mail\": #");
    refuse("2020 under Mail under Photos", NULL, PLEACH_BAD_DATA, "neither");
    refuse("2020 under", NULL, PLEACH_BAD_DATA, "neither");
    refuse("2020 under Mail under Work under ", NULL, PLEACH_BAD_DATA,
           "neither");
    char *text = printed("2020 under Mail under Work", NULL);
    assert_non_null(strstr(text, "leaf 0/0 of x, under \"Mail\""));
    free(text);
    text = printed("2020 under Photos under glass under Home", NULL);
    assert_non_null(strstr(text, "leaf 1/0 of y"));
    free(text);
    text = printed("Photos under glass", NULL);
    assert_non_null(strstr(text, "leaf 1 of y"));
    free(text);
}

/* Of names that are too long nothing is shown, as two may begin alike and end
 * inside a character. */
static void test_long_names_above(void **state)
{
    (void)state;
    char name[400] = "", text[2000];
    for (size_t k = 0; k < 150; k++)
        strcat(name, "\xc3\xa4");
    snprintf(text, sizeof text,
             "{\"id\": \"x\", \"name\": \"%s one\", \"children\": "
             "[{\"name\": \"2020\"}]}\n"
             "{\"id\": \"y\", \"name\": \"%s two\", \"children\": "
             "[{\"name\": \"2020\"}]}\n",
             name, name);
    grow(text, "tags", NULL);
    refuse("2020", NULL, PLEACH_BAD_DATA, "\"2020\": #1, #3; say which one.");
}

/* A cluster on top that some put below another says who has it there; who puts
 * it below something is not among them. */
static void test_voices_at_the_top(void **state)
{
    (void)state;
    grow_by("votes",
            "{\"owner\": \"a\", \"id\": \"1\", \"name\": \"Europe\", "
            "\"children\": [{\"name\": \"France\"}]}\n"
            "{\"owner\": \"b\", \"id\": \"2\", \"name\": \"Europe\", "
            "\"children\": [{\"name\": \"France\"}]}\n"
            "{\"owner\": \"b\", \"id\": \"3\", \"name\": \"Europe\", "
            "\"children\": [{\"name\": \"Spain\"}]}\n"
            "{\"owner\": \"c\", \"id\": \"4\", \"name\": \"France\", "
            "\"children\": [{\"name\": \"Europe\"}]}\n"
            "{\"owner\": \"c\", \"id\": \"5\", \"name\": \"Europe\", "
            "\"children\": [{\"name\": \"Spain\"}]}\n",
            "name", NULL);
    char *text = printed("Europe", NULL);
    if (strstr(text, "  at the top of its tree: 2 people have it there (b, "
                     "a)\n  overruled: 1 person puts it elsewhere:\n") == NULL)
        fail_msg("%s", text);
    free(text);
}

static int set_up(void **state)
{
    (void)state;
    return close(mkstemp(input)) | close(mkstemp(taxonomy));
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(input) | unlink(taxonomy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merged),
        cmocka_unit_test(test_single_parent),
        cmocka_unit_test(test_one_sapling),
        cmocka_unit_test(test_loop),
        cmocka_unit_test(test_a_cluster),
        cmocka_unit_test(test_voices_of_a_cluster),
        cmocka_unit_test(test_a_file_without_voices),
        cmocka_unit_test(test_two_parents_may_merge),
        cmocka_unit_test(test_inputs_are_gone),
        cmocka_unit_test(test_around_a_seed),
        cmocka_unit_test(test_questions_without_sense),
        cmocka_unit_test(test_names_above),
        cmocka_unit_test(test_long_names_above),
        cmocka_unit_test(test_voices_at_the_top),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
