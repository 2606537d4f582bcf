/* select.c: which saplings a seed reaches. */
/* SPDX-License-Identifier: MIT */
#include "corpus/select.h"

#include "corpus_support.h"

static const char *const text = "ann\tAnimals > Pets\n"
                                "bob\tanimal > Wildlife\n"
                                "cid\tpet > cats\n"
                                "dan\tCat > tabby\n"
                                "eva\twild life > animals\n"
                                "fay\tPets > animal\n"
                                "gus\tcar > wheel\n";

/* Keeps what is not discarded: "root>leaf;..." in node order, with ! before a
 * seed's leaf. */
static void selects(const char *seed, uint32_t hops, uint32_t saplings,
                    uint32_t nodes, const char *expected)
{
    pleach_corpus *corpus = read_text("f.paths", text);
    pl_arena *arena = pl_arena_new();
    pl_selection selection;
    shown to = {NULL, 0};
    assert_int_equal(pl_select(&selection, arena, corpus, seed, hops, NULL),
                     PLEACH_OK);
    show_text(&to, "");
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        if (selection.discard[n] == PL_DISCARD_UNREACHED)
            continue;
        show_text(&to, pl_is_root(corpus, n) ? ";" : ">");
        if (selection.discard[n] == PL_DISCARD_SEED_LEAF)
            show_text(&to, "!");
        show_text(&to,
                  pl_strings_at(corpus->spellings, corpus->node_spelling[n]));
    }
    assert_string_equal(to.text, expected);
    assert_int_equal(selection.kept_saplings, saplings);
    assert_int_equal(selection.kept_nodes, nodes);
    if (seed == NULL)
        assert_int_equal(selection.seed_key, PL_NONE);
    else
        assert_string_equal(pl_strings_at(corpus->keys, selection.seed_key),
                            "anim");
    free(to.text);
    pl_arena_free(arena);
    pleach_corpus_free(corpus);
}

static void test_everything(void **state)
{
    (void)state;
    selects(NULL, 0, 7, 14,
            ";Animals>Pets;animal>Wildlife;pet>cats;Cat>tabby;"
            "wild life>animals;Pets>animal;car>wheel");
}

static void test_hops(void **state)
{
    (void)state;
    selects("ANIMALS", PLEACH_NO_HOPS, 2, 4, ";Animals>Pets;animal>Wildlife");
    selects("animal", 0, 4, 7,
            ";Animals>Pets;animal>Wildlife;pet>cats;Pets>!animal");
    selects("animal", 1, 4, 7,
            ";Animals>Pets;animal>Wildlife;pet>cats;Pets>!animal");
    selects("animal", 2, 5, 9,
            ";Animals>Pets;animal>Wildlife;pet>cats;Cat>tabby;Pets>!animal");
    selects("animal", 1000000, 5, 9,
            ";Animals>Pets;animal>Wildlife;pet>cats;Cat>tabby;Pets>!animal");
}

static void refuses(const char *seed, pleach_status expected, const char *word)
{
    pleach_corpus *corpus = read_text("f.paths", text);
    pl_arena *arena = pl_arena_new();
    pl_selection selection;
    pleach_error error;
    assert_int_equal(pl_select(&selection, arena, corpus, seed, 0, &error),
                     expected);
    if (strstr(error.sentence, word) == NULL)
        fail_msg("%s", error.sentence);
    pl_arena_free(arena);
    pleach_corpus_free(corpus);
}

static void test_unknown_seeds(void **state)
{
    (void)state;
    refuses("anymal", PLEACH_BAD_DATA, "named \"anymal\"");
    refuses("Cart", PLEACH_BAD_DATA, "pleach names");
    refuses("tabby", PLEACH_BAD_DATA, "No hierarchy has a root named");
    refuses("???", PLEACH_BAD_DATA, "???");
    refuses(" ", PLEACH_BAD_USAGE, "seed");
    refuses("\xFF", PLEACH_BAD_USAGE, "UTF-8");
}

static void test_reasons(void **state)
{
    (void)state;
    assert_string_equal(pl_discard_reason(PL_DISCARD_UNREACHED),
                        "not reached from the seed");
    assert_string_equal(pl_discard_reason(PL_DISCARD_SEED_LEAF),
                        "a leaf with the seed's name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything),
        cmocka_unit_test(test_hops),
        cmocka_unit_test(test_unknown_seeds),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
