/* write_graph.c: Graphviz digraphs. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "made_up.h"

static size_t count(const char *text, const char *word)
{
    size_t found = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        found++;
    return found;
}

static void test_nodes_and_edges(void **state)
{
    made_up *made = made_up_animals();
    pleach_taxonomy *forest = made_up_grow(made);
    char *dot = made_up_write(forest, &(pleach_write_options){.format = "dot"});
    (void)state;
    assert_int_equal(count(dot, " -> "), 6);
    assert_non_null(strstr(dot, "c1 [label=\"dog (3)\"]"));
    /* Two people: the root of 2. */
    assert_non_null(strstr(dot, "c0 -> c1 [penwidth=1.4]"));
    assert_non_null(strstr(dot, "c6 -> c7 [penwidth=1.0"));
    free(dot);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_labels_are_escaped(void **state)
{
    static const char *const lines[] = {"a|1|.|a\"b\\N&lt;\n"};
    made_up *made = made_up_new(lines, 1, NULL);
    pleach_taxonomy *forest = made_up_grow(made);
    char *dot = made_up_write(forest, &(pleach_write_options){.format = "dot"});
    (void)state;
    assert_non_null(strstr(dot, "label=\"a&#34;b\\\\N&#38;lt;  (1)\""));
    free(dot);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_and_edges),
        cmocka_unit_test(test_labels_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
