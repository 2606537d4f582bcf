/* packed.c: what one process reads and another makes a corpus of. */
/* SPDX-License-Identifier: MIT */
#include "corpus_support.h"
#include "fuzz/reading.h"

static char *pack(size_t *size, const pleach_input *inputs, size_t count)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, size);
    pleach_sink sink = {.stream = to};
    assert_int_equal(pleach_corpus_pack(&sink, inputs, count, NULL, NULL),
                     PLEACH_OK);
    fclose(to);
    return text;
}

/* Tables that belong together, and whatever else there is, in any company. */
static void test_several_inputs(void **state)
{
    static const char *const names[] = {
        "skillGroups_en.csv", "museum-north.ttl",
        "skills_en.csv",      "topics-3.yaml",
        "bookmarks.html",     "broaderRelationsSkillPillar_en.csv"};
    enum { COUNT = sizeof names / sizeof *names };
    char paths[COUNT][512];
    pleach_input inputs[COUNT] = {{.name = NULL}};
    pleach_corpus *alone = NULL, *other;
    (void)state;
    for (size_t k = 0; k < COUNT; k++) {
        snprintf(paths[k], sizeof paths[k],
                 PLEACH_SOURCE_DIR "/examples/cookbook/%s", names[k]);
        inputs[k].name = paths[k];
    }
    assert_int_equal(pleach_corpus_read(&alone, inputs, COUNT, NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(read_packed(&other, inputs, COUNT, NULL, NULL), PLEACH_OK);
    same_but_ids(alone, other);
    same_strings(alone->ids, other->ids);
    same_strings(alone->source_ids, other->source_ids);
    assert_memory_equal(&alone->facts, &other->facts, sizeof alone->facts);
    pleach_corpus_free(alone);
    pleach_corpus_free(other);
}

static void test_options(void **state)
{
    pleach_read_options options = {.skip_bad = true,
                                   .columns = "parent=1,name=2"};
    pleach_input input = {"f.csv", "a,b\nPets,\nPets,Dogs\n", 19};
    pleach_corpus *corpus, *alone = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_corpus_read(&alone, &input, 1, &options, NULL),
                     PLEACH_OK);
    assert_int_equal(read_packed(&corpus, &input, 1, &options, NULL),
                     PLEACH_OK);
    assert_int_equal(corpus->facts.skipped, alone->facts.skipped);
    assert_string_equal(corpus->columns, options.columns);
    pleach_corpus_free(corpus);
    pleach_corpus_free(alone);
    input = (pleach_input){"f.jsonl", "{\"name\": ", 9};
    assert_int_equal(read_packed(&corpus, &input, 1, NULL, &error),
                     PLEACH_BAD_DATA);
    assert_int_equal(error.line, 1);
    assert_int_equal(pleach_corpus_unpack(&corpus, NULL, &input, 1, NULL, NULL),
                     PLEACH_BAD_USAGE);
}

static bool unpacks(const char *bytes, size_t size, const pleach_input *inputs)
{
    char *exact = malloc(size + 1); /* reading beyond it is found */
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    pleach_input packed = {"packed", exact, size};
    pleach_status status =
        pleach_corpus_unpack(&corpus, &packed, inputs, 2, NULL, &error);
    assert_true(status == PLEACH_OK || error.status == PLEACH_BAD_DATA);
    if (status == PLEACH_OK)
        check_corpus(corpus);
    pleach_corpus_free(corpus);
    free(exact);
    return status == PLEACH_OK;
}

/* Cut anywhere, and with each byte changed in several ways. */
static void test_hostile_bytes(void **state)
{
    static const char edges[] = "parent,child\nPets,Dogs\nDogs,Terriers\n";
    static const char trees[] =
        "{\"owner\": \"ann\", \"id\": \"x\", \"name\": \"A\", \"tags\": "
        "{\"t\": 2}, \"children\": [{\"name\": \"B\", \"altLabels\": [\"b\"], "
        "\"children\": [\"C\"]}, {\"id\": \"d\", "
        "\"name\": \"D\"}]}\n";
    const pleach_input inputs[] = {{"a.csv", edges, sizeof edges - 1},
                                   {"b.jsonl", trees, sizeof trees - 1}};
    size_t size, taken = 0;
    char *packed = pack(&size, inputs, 2);
    (void)state;
    assert_true(unpacks(packed, size, inputs));
    for (size_t cut = 0; cut < size; cut++)
        assert_false(unpacks(packed, cut, inputs));
    for (size_t at = 0; at < size; at++)
        for (int change = 1; change < 256; change++) {
            packed[at] = (char)(packed[at] ^ change);
            taken += unpacks(packed, size, inputs);
            packed[at] = (char)(packed[at] ^ change);
        }
    assert_true(taken > 0); /* other letters are other names */
    free(packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_inputs),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
