/* read_paths.c: lists of paths. */
/* SPDX-License-Identifier: MIT */
#include "corpus_support.h"

static void test_separators(void **state)
{
    (void)state;
    const char *expected = "f.paths|f.paths:1|.|Animals>Pets~\n"
                           "f.paths|f.paths:1|0|Pets~>Birds,Cats\n";
    reads_as("f.paths", "Animals > Pets > Birds\nAnimals>Pets>Cats\n",
             expected);
    reads_as("f.paths", "Animals|Pets|Birds\nAnimals | Pets | Cats\n",
             expected);
    reads_as("f.paths", "/Animals/Pets/Birds/\r\nAnimals/Pets/Cats", expected);
    reads_as("f.paths", "Animals -> Pets --> Birds\nAnimals=> Pets->Cats\n",
             expected);
    /* One separator per file: the others are then part of names. */
    reads_as("f.paths", "a/b\nc > d/e\n",
             "f.paths|f.paths:1|.|a/b\nf.paths|f.paths:2|.|c>d/e\n");
}

static void test_merging(void **state)
{
    (void)state;
    reads_as("f.paths",
             "# a comment > that is skipped\n\n"
             "a > b\n"
             "x > y\n"
             "a > c\n"
             "a > b > d\n"
             "A > b\n"
             "a\n"
             "lone\n",
             "f.paths|f.paths:3|.|a>b~,c\n"
             "f.paths|f.paths:3|0|b~>d\n"
             "f.paths|f.paths:4|.|x>y\n"
             "f.paths|f.paths:7|.|A>b\n"
             "f.paths|f.paths:9|.|lone\n");
}

static void test_owners(void **state)
{
    (void)state;
    reads_as("f", "ann\ta > b\nbob\ta > c\n\nann\ta > d\n",
             "ann|f:1|.|a>b,d\nbob|f:2|.|a>c\n");
    reads_as("f.paths", "\ta/b\nann\ta/c\n",
             "ann|f.paths:2|.|a>c\nf.paths|f.paths:1|.|a>b\n");
    /* A tab in some lines only is no column. */
    reads_as("f.paths", "x\ta/b\nc/d\n",
             "f.paths|f.paths:1|.|x a>b\nf.paths|f.paths:2|.|c>d\n");
}

/* What `find` prints. */
static void test_find(void **state)
{
    (void)state;
    reads_as("f.txt", ".\n./pets\n./pets/dogs\n./pets/dogs/a.b\n",
             "f.txt|f.txt:2|.|pets>dogs~\nf.txt|f.txt:2|0|dogs~>a.b\n");
    reads_as("f.paths", "a/./b\n",
             "f.paths|f.paths:1|.|a>.~\n"
             "f.paths|f.paths:1|0|.~>b\n");
}

static void test_detection(void **state)
{
    (void)state;
    reads_as("f.txt", "# note\na > b\n", "f.txt|f.txt:2|.|a>b\n");
    reads_as("f.txt", "a/b\n", "f.txt|f.txt:1|.|a>b\n");
    reads_as("f.txt", "a | b, c\n", "f.txt|f.txt:1|.|a>b, c\n");
}

static void test_bad_lines(void **state)
{
    (void)state;
    refuse("f.paths", "", 1, 1, "empty");
    refuse("f.paths", "# only a comment\n\n", 1, 1, "empty");
    refuse("f.paths", "a/b\na//c\n", 2, 3, "between two separators");
    refuse("f.paths", "a/b\n///\n", 2, 1, "no name");
    refuse("f.paths", "a/b\na/\xFF\n", 2, 3, "0xFF");
    refuse_bytes("f.paths", "a/b\0\n", 5, PLEACH_BAD_DATA, 1, 4, "NUL");
    char deep[2 * 65 + 1];
    for (size_t k = 0; k < 65; k++)
        memcpy(deep + 2 * k, "a/", 3);
    refuse("f.paths", deep, 1, 129, "deeper than 64");
    deep[2 * 64] = '\0';
    pleach_corpus_free(read_text("f.paths", deep));
}

static void test_skip_bad(void **state)
{
    (void)state;
    pleach_read_options options = {.skip_bad = true};
    pleach_corpus *corpus =
        read_text_with("f.paths", "a/b\na//lost\na/c\n\xFF\n", &options);
    char *seen = show_corpus(corpus);
    assert_string_equal(seen, "f.paths|f.paths:1|.|a>b,c\n");
    assert_int_equal(corpus->facts.skipped, 2);
    free(seen);
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_separators), cmocka_unit_test(test_merging),
        cmocka_unit_test(test_owners),     cmocka_unit_test(test_find),
        cmocka_unit_test(test_detection),  cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_skip_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
