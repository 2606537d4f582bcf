/* titles.c: who has a title, and when titles are words for one field. */
/* SPDX-License-Identifier: MIT */
#include "same/titles.h"

#include "unit_world.h"

static const char *const part[] = {"nails",  "paint", "tools", "doors", "lamps",
                                   "plants", "tiles", "ropes", "glue",  "taps"};

/* Somebody's shop with `count` parts from the `first` on; a title is told from
 * a list by its seven parts. */
static void add_shop(shown *text, const char *owner, const char *title,
                     uint32_t first, uint32_t count)
{
    show_text(text, "{\"owner\":\"");
    show_text(text, owner);
    show_text(text, "\",\"name\":\"");
    show_text(text, title);
    show_text(text, "\",\"children\":[");
    for (uint32_t k = 0; k < count; k++) {
        show_text(text, k > 0 ? ",{\"name\":\"" : "{\"name\":\"");
        show_text(text, part[(first + k) % 10]);
        show_text(text, "\"}");
    }
    show_text(text, "]}\n");
}

static void take(unit_world *w, pl_titles *titles, shown *text)
{
    unit_world_start(w, text->text);
    assert_true(pl_titles_list(titles, w->arena, &w->units));
    free(text->text);
    *text = (shown){NULL, 0};
}

static bool is_title(const unit_world *w, const pl_titles *titles,
                     const char *name)
{
    bool found = false;
    for (uint32_t k = 0; k < titles->count; k++) {
        assert_true(k == 0 || titles->unit[k - 1] < titles->unit[k]);
        found |= titles->unit[k] == unit_named(w, name, 0);
    }
    return found;
}

static void test_who_has_one(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    unit_world w;
    pl_titles titles;
    add_shop(&text, "a", "Hardware", 0, 7);
    add_shop(&text, "b", "Small list", 0, 6); /* with its top, seven places */
    add_shop(&text, "c", "One of two", 0, 8);
    add_shop(&text, "c", "Two of two", 0, 8);
    take(&w, &titles, &text);
    assert_true(is_title(&w, &titles, "Hardware"));
    assert_int_equal(titles.count, 1);
    unit_world_end(&w);
    /* A name that most have elsewhere is none, half of them is enough. */
    for (int others = 1; others < 3; others++) {
        add_shop(&text, "a", "Nails", 1, 8);
        add_shop(&text, "b", "Shop", 0, 7);
        if (others == 2)
            add_shop(&text, "c", "Shop", 0, 7);
        take(&w, &titles, &text);
        assert_int_equal(is_title(&w, &titles, "Nails"), others == 1);
        assert_true(is_title(&w, &titles, "Shop"));
        unit_world_end(&w);
    }
}

/* Links all titles of a text; units mean themselves. */
static pl_link_list link_titles(unit_world *w, shown *text)
{
    pl_titles titles;
    pl_link_list links = {0};
    take(w, &titles, text);
    uint32_t *meaning = PL_ARENA_ARRAY(w->arena, uint32_t, w->units.count);
    for (uint32_t x = 0; x < w->units.count; x++)
        meaning[x] = x;
    assert_true(pl_list_push(&links, ((pl_link){0, 1, 7})));
    assert_true(pl_titles_link(&links, &titles, &w->units, meaning));
    assert_true(links.items[0].odds == 7); /* what was there stays */
    return links;
}

static bool is_linked(const pl_link_list *links, const unit_world *w,
                      const char *one, const char *other)
{
    uint32_t a = unit_named(w, one, 0), b = unit_named(w, other, 0);
    for (size_t k = 1; k < links->count; k++) {
        assert_true(links->items[k].a < links->items[k].b);
        if ((links->items[k].a == a && links->items[k].b == b) ||
            (links->items[k].a == b && links->items[k].b == a))
            return true;
    }
    return false;
}

/* Somebody whose parts nobody else has. */
static void add_stranger(shown *text, char letter)
{
    char line[512];
    int used =
        snprintf(line, sizeof line,
                 "{\"owner\":\"%c\",\"name\":\"title %c\",\"children\":[",
                 letter, letter);
    for (int k = 0; k < 7; k++)
        used += snprintf(line + used, sizeof line - (size_t)used,
                         "%s{\"name\":\"%c%c thing\"}", k > 0 ? "," : "",
                         letter, 'a' + k);
    show_text(text, line);
    show_text(text, "]}\n");
}

/* However many speak of something else, those of one field are linked, and
 * nobody else is. */
static void test_one_field(void **state)
{
    (void)state;
    for (int strangers = 0; strangers < 8; strangers++) {
        shown text = {NULL, 0};
        unit_world w;
        add_shop(&text, "A", "Hardware", 0, 7);
        add_shop(&text, "B", "DIY", 4, 9);
        for (int k = 0; k < strangers; k++)
            add_stranger(&text, (char)('c' + k));
        pl_link_list links = link_titles(&w, &text);
        assert_int_equal(links.count, 2);
        assert_true(is_linked(&links, &w, "DIY", "Hardware"));
        pl_list_free(&links);
        unit_world_end(&w);
    }
}

/* Two homonyms do not make two fields one, three names do. */
static void test_homonyms(void **state)
{
    (void)state;
    for (int common = 2; common < 4; common++) {
        shown text = {NULL, 0};
        unit_world w;
        show_text(&text, "{\"owner\":\"A\",\"name\":\"Orchestra\","
                         "\"children\":[{\"name\":\"Bass\"},"
                         "{\"name\":\"Drum\"},{\"name\":\"Harp\"},"
                         "{\"name\":\"Horn\"},{\"name\":\"Oboe\"},"
                         "{\"name\":\"Tuba\"},{\"name\":\"Viola\"}]}\n");
        show_text(&text, "{\"owner\":\"B\",\"name\":\"Angling\","
                         "\"children\":[{\"name\":\"Bass\"},"
                         "{\"name\":\"Drum\"},{\"name\":\"Cod\"},"
                         "{\"name\":\"Eel\"},{\"name\":\"Hook\"},"
                         "{\"name\":\"Line\"},{\"name\":\"");
        show_text(&text, common == 2 ? "Rod\"}]}\n" : "Horn\"}]}\n");
        pl_link_list links = link_titles(&w, &text);
        assert_int_equal(is_linked(&links, &w, "Angling", "Orchestra"),
                         common == 3);
        pl_list_free(&links);
        unit_world_end(&w);
    }
}

/* Three of one field are linked in pairs, and a stranger beside them is not. */
static void test_chained_field(void **state)
{
    (void)state;
    shown text = {NULL, 0};
    unit_world w;
    add_shop(&text, "A", "Hardware", 0, 7); /* 0 to 6 */
    add_shop(&text, "B", "DIY", 2, 7);      /* 2 to 8 */
    add_shop(&text, "C", "Home", 4, 7);     /* 4 to 9, 0 */
    add_stranger(&text, 'd');
    pl_link_list links = link_titles(&w, &text);
    assert_int_equal(links.count, 4);
    assert_true(is_linked(&links, &w, "Hardware", "Home"));
    pl_list_free(&links);
    unit_world_end(&w);
}

/* Lists with the same headings, each about a subject that others mention. */
static void test_subjects(void **state)
{
    (void)state;
    static const char *const subject[] = {"Bash", "Docker", "Lua", "Perl"};
    for (int mention = 0; mention < 2; mention++) {
        shown text = {NULL, 0};
        unit_world w;
        for (int k = 0; k < 4; k++) {
            char owner[] = {(char)('a' + k), 0};
            add_shop(&text, owner, subject[k], 0, 8);
        }
        show_text(&text, "{\"owner\":\"z\",\"name\":\"Languages\","
                         "\"children\":[");
        for (int k = 0; mention && k < 4; k++) {
            show_text(&text, "{\"name\":\"");
            show_text(&text, subject[k]);
            show_text(&text, "\"},");
        }
        show_text(&text, "{\"name\":\"nails\"}]}\n");
        pl_link_list links = link_titles(&w, &text);
        assert_int_equal(links.count, mention ? 1 : 1 + 6);
        pl_list_free(&links);
        unit_world_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_has_one),
        cmocka_unit_test(test_one_field),
        cmocka_unit_test(test_homonyms),
        cmocka_unit_test(test_chained_field),
        cmocka_unit_test(test_subjects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
