/* write_text.c: the tree that people read. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "made_up.h"

static void expect(made_up *made, const pleach_write_options *options,
                   const char *text)
{
    pleach_taxonomy *forest = NULL;
    assert_int_equal(pleach_taxonomy_grow(&forest, &made->clusters, NULL),
                     PLEACH_OK);
    char *written = made_up_write(forest, options);
    assert_string_equal(written, text);
    free(written);
    pleach_taxonomy_free(forest);
}

static void test_the_tree_has_branches(void **state)
{
    made_up *made = made_up_animals();
    (void)state;
    expect(made, NULL,
           "Animal (2)\n"
           "├── dog (3)\n"
           "│   ├── poodle (1)\n"
           "│   └── terrier (1)\n"
           "├── Bird (1)\n"
           "└── Cat (1)\n"
           "Pet (1)\n"
           "└── Bird (1)\n");
    made_up_free(made);
}

static void test_limits_say_what_they_hide(void **state)
{
    made_up *made = made_up_animals();
    (void)state;
    expect(made, &(pleach_write_options){.max_depth = 1},
           "Animal (2)\n"
           "├── dog (3)\n"
           "│   └── ... 2 more\n"
           "├── Bird (1)\n"
           "└── Cat (1)\n"
           "Pet (1)\n"
           "└── Bird (1)\n");
    expect(made, &(pleach_write_options){.max_breadth = 1},
           "Animal (2)\n"
           "├── dog (3)\n"
           "│   ├── poodle (1)\n"
           "│   └── ... 1 more\n"
           "└── ... 2 more\n"
           "... 1 more tree\n");
    made_up_free(made);
}

static void test_single_concepts_are_folded(void **state)
{
    static const char *const lines[] = {"a|1|.|Oak>acorn", "a|2|.|stone",
                                        "a|3|.|water"};
    static const char *const singles[] = {"a|2|.|stone", "a|3|.|water"};
    made_up *made = made_up_new(lines, 3, NULL);
    (void)state;
    expect(made, NULL,
           "Oak (1)\n"
           "└── acorn (1)\n"
           "and 2 single concepts: stone, water\n");
    made_up_free(made);
    made = made_up_new(singles, 2, NULL);
    expect(made, NULL, "stone (1)\nwater (1)\n");
    made_up_free(made);
}

static void test_many_single_concepts_take_one_line(void **state)
{
    enum { SINGLES = 1000 };
    static char text[SINGLES][32];
    const char *lines[SINGLES + 1];
    (void)state;
    for (int k = 0; k < SINGLES; k++) {
        snprintf(text[k], sizeof text[k], "a|%d|.|s%03d", k, k);
        lines[k] = text[k];
    }
    lines[SINGLES] = "b|x|.|Oak>acorn";
    made_up *made = made_up_new(lines, SINGLES + 1, NULL);
    expect(made, &(pleach_write_options){.max_breadth = 1},
           "Oak (1)\n"
           "└── acorn (1)\n"
           "and 1000 single concepts: s000, s001, s002, s003, s004, s005, "
           "s006, s007, s008, s009, s010, s011, ...\n");
    made_up_free(made);
}

static void test_names_cannot_steer_the_terminal(void **state)
{
    static const char *const lines[] = {"a|1|.|\033[2Jred>\xC2\x9B"
                                        "x\n,\xE2\x80\xAE"
                                        "abc,\xFFy,d\xC3\xA9j\xC3\xA0"};
    made_up *made = made_up_new(lines, 1, NULL);
    (void)state;
    expect(made, NULL,
           "\xEF\xBF\xBD[2Jred (1)\n"
           "├── d\xC3\xA9j\xC3\xA0 (1)\n"
           "├── \xEF\xBF\xBDx\xEF\xBF\xBD (1)\n"
           "├── \xEF\xBF\xBD"
           "abc (1)\n"
           "└── \xEF\xBF\xBDy (1)\n");
    made_up_free(made);
}

static void test_colours_only_when_asked_for(void **state)
{
    made_up *made = made_up_animals();
    pleach_taxonomy *forest = NULL;
    (void)state;
    assert_int_equal(pleach_taxonomy_grow(&forest, &made->clusters, NULL),
                     PLEACH_OK);
    char *plain = made_up_write(forest, NULL);
    char *bright = made_up_write(
        forest, &(pleach_write_options){.format = "text", .color = true});
    assert_null(strchr(plain, '\033'));
    assert_non_null(strstr(bright, "\033[1;32mAnimal\033[0m"));
    assert_non_null(strstr(bright, "\033[36mdog\033[0m"));
    free(plain);
    free(bright);
    pleach_taxonomy_free(forest);
    made_up_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tree_has_branches),
        cmocka_unit_test(test_limits_say_what_they_hide),
        cmocka_unit_test(test_single_concepts_are_folded),
        cmocka_unit_test(test_many_single_concepts_take_one_line),
        cmocka_unit_test(test_names_cannot_steer_the_terminal),
        cmocka_unit_test(test_colours_only_when_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
