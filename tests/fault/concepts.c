/* concepts.c: every allocation fails while concepts are found. */
/* SPDX-License-Identifier: MIT */
#include "same/concepts.h"

#include "corpus_support.h"
#include "faults.h"

static pleach_corpus *corpus;
static uint32_t concepts_found;

/* Two titles with seven parts, "bird" in two places of each with other tags,
 * and names that are nearly the same. */
static void add_person(shown *text, int k)
{
    static const char *const format =
        "{\"owner\":\"p%d\",\"id\":\"%d\",\"name\":\"%s\",\"children\":["
        "{\"name\":\"pets\",\"children\":["
        "{\"name\":\"bird\",\"tags\":[\"cage\",\"perch\"]},"
        "{\"name\":\"poodle%s\",\"tags\":[\"bark\"]}]},"
        "{\"name\":\"wild life\",\"children\":["
        "{\"name\":\"bird\",\"tags\":[\"eagle\",\"sky\"]},"
        "{\"name\":\"%s\",\"tags\":[\"trunk\"]}]},"
        "{\"name\":\"farm\",\"tags\":[\"hay\"]},"
        "{\"name\":\"sea\",\"tags\":[\"salt\"]}]}\n"
        "{\"owner\":\"q%d\",\"id\":\"q%d\",\"name\":\"garden\",\"children\":["
        "{\"name\":\"bird\",\"tags\":[\"%s\"]}]}\n"
        "{\"owner\":\"q%d\",\"id\":\"r%d\",\"name\":\"pets\",\"children\":["
        "{\"name\":\"bird\",\"tags\":[\"%s\"]}]}\n";
    char line[2048];
    int length = snprintf(
        line, sizeof line, format, k, k, k % 2 ? "Fauna" : "All animals",
        k % 2 ? "s" : "", k % 3 ? "elephant" : "elepahnt", k, k,
        k % 2 ? "cage" : "sky", k, k, k % 2 ? "eagle" : "perch");
    assert_true(length > 0 && (size_t)length < sizeof line);
    show_text(text, line);
}

static pleach_status find(pleach_error *error)
{
    pl_concepts concepts;
    pl_scope scope = {.corpus = corpus, .arena = pl_arena_new(), .threads = 1};
    if (scope.arena == NULL) {
        *error = (pleach_error){.status = PLEACH_NO_MEMORY,
                                .sentence = "no memory for the test"};
        return PLEACH_NO_MEMORY;
    }
    pleach_status status =
        pl_concepts_find(&concepts, scope.arena, &scope, 1, error);
    if (status == PLEACH_OK)
        concepts_found = concepts.count;
    pl_arena_free(scope.arena);
    return status;
}

static void test_every_allocation(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    pleach_error error = {0};
    for (int k = 0; k < 8; k++)
        add_person(&text, k);
    corpus = read_text("f.jsonl", text.text);
    assert_int_equal(find(&error), PLEACH_OK);
    uint32_t right = concepts_found;
    assert_true(right > 5);
    fail_each_allocation(find, 60);
    assert_int_equal(concepts_found, right);
    pleach_corpus_free(corpus);
    free(text.text);
}

/* The same where pairs are told, as `explain` asks for. */
static pleach_status tell(pleach_error *error)
{
    pl_label_story story;
    return pl_concepts_tell(&story, corpus, NULL, 0, corpus->node_count - 1,
                            error);
}

static void test_telling(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    for (int k = 0; k < 2; k++)
        add_person(&text, k);
    corpus = read_text("f.jsonl", text.text);
    fail_each_allocation(tell, 50);
    pleach_corpus_free(corpus);
    free(text.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation),
        cmocka_unit_test(test_telling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
