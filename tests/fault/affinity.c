/* affinity.c: every allocation of every term fails once. */
/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "corpus_support.h"
#include "same/affinity.h"

static const char *const usual =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"work horse\","
    "\"children\":[{\"name\":\"poodle\",\"tags\":[\"fur\",\"bark\"],"
    "\"children\":[{\"name\":\"elephant\"}]},"
    "{\"name\":\"bird\",\"tags\":[\"wing\"]}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"workhorse\","
    "\"children\":[{\"name\":\"poodles\",\"tags\":[\"fur\"]},"
    "{\"name\":\"bird\",\"tags\":[\"wing\",\"bark\"]}]}\n"
    "{\"owner\":\"c\",\"id\":\"3\",\"name\":\"elepahnt\"}\n";

static void write_file(char *path, const char *content)
{
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), strlen(content));
    close(file);
}

static void fail_each_with(const char *text, pleach_affinity_options options)
{
    pleach_corpus *corpus = read_text("f.jsonl", text);
    options.threads = 1;
    for (int once = 0; once < 2; once++) {
        pleach_status status = PLEACH_NO_MEMORY;
        int64_t allowed = 0;
        for (; status != PLEACH_OK && allowed < 20000; allowed++) {
            pleach_affinity *affinity = NULL;
            pleach_error error = {0};
            pl_memory_fail_after(allowed, once != 0);
            status =
                pleach_affinity_compare(&affinity, corpus, &options, &error);
            pl_memory_fail_after(-1, false);
            pleach_affinity_free(affinity);
            if (status != PLEACH_OK && status != PLEACH_NO_MEMORY)
                fail_msg("%s: status %d: %s", options.similarity, status,
                         error.sentence);
        }
        assert_int_equal(status, PLEACH_OK);
        assert_false(pl_memory_fault_met());
        assert_true(allowed > 10);
    }
    pleach_corpus_free(corpus);
}

static void fail_each_allocation(const char *text, const char *similarity,
                                 uint32_t crowd)
{
    fail_each_with(text,
                   (pleach_affinity_options){.similarity = similarity,
                                             .candidates = crowd == 0 ? 0 : 1,
                                             .crowd = crowd});
}

static void test_terms(void **state)
{
    (void)state;
    static const char *const specs[] = {"tags:2", "0.5*tags + name",
                                        "name + context:2"};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++)
        fail_each_allocation(usual, specs[k], 0);
}

/* Two kinds of bird, one of them under two names. */
static void test_concepts(void **state)
{
    (void)state;
    char birds[4096] = "";
    for (int k = 0; k < 8; k++)
        snprintf(birds + strlen(birds), sizeof birds - strlen(birds),
                 "{\"owner\":\"%d\",\"id\":\"%d\",\"name\":\"%s\","
                 "\"children\":[{\"name\":\"%s\"%s},{\"name\":\"%s\"},"
                 "{\"name\":\"%s\"}]}\n",
                 k, k, k < 4 ? "pets" : "wildlife", k == 1 ? "birds" : "bird",
                 k == 7  ? ""
                 : k < 4 ? ",\"tags\":[\"cage\",\"perch\"]"
                         : ",\"tags\":[\"eagle\",\"sky\"]",
                 k < 4 ? "dog" : "bear", k < 4 ? "cat" : "wolf");
    static const char *const specs[] = {"concept", "concept:2"};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++)
        fail_each_allocation(birds, specs[k], 0);
}

static void test_crowds(void **state)
{
    (void)state;
    fail_each_allocation(usual, "tags:2", 1);
    fail_each_allocation(usual, "context:2", 1);
    fail_each_allocation(usual, "0.3*name + 0.7*tags:2", 1);
}

/* What is known of names. */
static void test_knowledge(void **state)
{
    (void)state;
    char groups[] = "fault_groups_XXXXXX", thesaurus[] = "fault_th_XXXXXX";
    char vectors[] = "fault_vectors_XXXXXX", text[] = "fault_text_XXXXXX";
    const char *const synonyms[] = {groups, thesaurus};
    write_file(groups, "bird,elephant,unicorn\n!poodle,bird\n");
    write_file(thesaurus, "00000001 04 n 02 bird 0 elepahnt 0 000 |\n");
    write_file(vectors, "work\t1 2\nhorse\t2 1\nbird\t1 0\nPoodle\t1 1\n"
                        "nobody\t0 1\n");
    write_file(text, "2 2\nbird 1 0\npoodle 1 0.1\n");
    for (int k = 0; k < 2; k++)
        fail_each_with(usual, (pleach_affinity_options){
                                  .similarity = "concept:2",
                                  .synonyms = synonyms,
                                  .synonym_count = 2,
                                  .vectors = k == 0 ? vectors : text});
    unlink(groups);
    unlink(thesaurus);
    unlink(vectors);
    unlink(text);
}

/* Vectors on their way into the corpus. */
static void test_reading(void **state)
{
    (void)state;
    pleach_status status = PLEACH_NO_MEMORY;
    for (int64_t allowed = 0; status != PLEACH_OK; allowed++) {
        pleach_corpus *corpus;
        pleach_error error = {0};
        pl_memory_fail_after(allowed, false);
        status =
            read_bytes(&corpus, "f.jsonl", usual, strlen(usual), NULL, &error);
        pl_memory_fail_after(-1, false);
        pleach_corpus_free(corpus);
        assert_true(status == PLEACH_OK || status == PLEACH_NO_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms),   cmocka_unit_test(test_concepts),
        cmocka_unit_test(test_crowds),  cmocka_unit_test(test_knowledge),
        cmocka_unit_test(test_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
