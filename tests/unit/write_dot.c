/* write_dot.c: Graphviz digraphs and the pictures made of them. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "made_up.h"
#include "sinks.h"

/* Graphviz and the font libraries below it keep memory for their own use. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libgvc\nleak:libcgraph\nleak:libgvplugin\nleak:libpango\n"
           "leak:libfontconfig\nleak:libglib\nleak:libgobject\nleak:libcairo\n"
           "leak:libltdl\nleak:libexpat\nleak:libthai\nleak:libharfbuzz\n";
}

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
    assert_non_null(
        strstr(dot, "c0 -> c1 [penwidth=1.4, tooltip=\"2 people\"]"));
    assert_non_null(strstr(dot, "c6 -> c7 [penwidth=1.0"));
    free(dot);
    dot = made_up_write(
        forest, &(pleach_write_options){.format = "dot", .max_breadth = 1});
    assert_int_equal(count(dot, "more\""), 2);
    assert_non_null(strstr(dot, "... 1 more trees"));
    assert_null(strstr(dot, "Cat"));
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
    assert_non_null(strstr(dot, "label=\"a\\\"b\\\\N&amp;lt;  (1)\""));
    free(dot);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

/* A build without Graphviz says so, and this test has nothing to look at. */
static char *draw(const pleach_taxonomy *forest)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    pleach_error error = {0};
    pleach_status status = pleach_taxonomy_write(
        forest, TO(to), &(pleach_write_options){.format = "svg"}, &error);
    fclose(to);
    if (status == PLEACH_OK)
        return text;
    free(text);
    if (strstr(error.sentence, "without Graphviz") == NULL)
        fail_msg("%s", error.sentence);
    print_message("skipped: %s\n", error.sentence);
    return NULL;
}

static void test_a_picture_shows_the_names(void **state)
{
    static const char *const lines[] = {"a|1|.|Fish & <Chips>\">d\xC3\xA9j"};
    made_up *made = made_up_new(lines, 1, NULL);
    pleach_taxonomy *forest = made_up_grow(made);
    char *svg = draw(forest);
    (void)state;
    if (svg != NULL) {
        assert_non_null(strstr(svg, "<svg"));
        assert_non_null(strstr(svg, "</svg>"));
        /* '>' ends the root's name in the notation of made_up.h. */
        assert_non_null(strstr(svg, "Fish &amp; &lt;Chips"));
        assert_non_null(strstr(svg, "j (1)"));
    }
    free(svg);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

static void test_a_large_forest_is_cut_down(void **state)
{
    enum { TREES = 2030 };
    static char text[TREES][48];
    static const char *lines[TREES];
    (void)state;
    for (int k = 0; k < TREES; k++) {
        snprintf(text[k], sizeof text[k], "a|%d|.|t%d", k, k);
        if (k < 10)
            snprintf(text[k], sizeof text[k], "a|%d|.|t%d>x%d", k, k, k);
        lines[k] = text[k];
    }
    made_up *made = made_up_new(lines, TREES, NULL);
    pleach_taxonomy *forest = made_up_grow(made);
    char *svg = draw(forest);
    if (svg != NULL) {
        assert_int_equal(count(svg, "class=\"node\""), 2001);
        assert_non_null(strstr(svg, "... 40 more trees"));
        assert_non_null(strstr(svg, ">x9 (1)<"));
    }
    free(svg);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_and_edges),
        cmocka_unit_test(test_labels_are_escaped),
        cmocka_unit_test(test_a_picture_shows_the_names),
        cmocka_unit_test(test_a_large_forest_is_cut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
