/* placing.c: who said what is counted right, and clusters hang where most
 * people want them; held against slow counting, by the book. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place/more_parents.h"
#include "place/place.h"
#include "place/weights.h"
#include "random.h"

/* A corpus grown by name, so that clusters are names: the model by itself. */
typedef struct grown {
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    uint32_t *cluster; /* per slot: its key */
    uint32_t count;
    pl_arena *arena;
    pl_statements said;
    uint32_t *parent;
    uint64_t closing;
} grown;

static grown gather(const char *text)
{
    grown g = {.arena = pl_arena_new()};
    pleach_input input = {"test", text, strlen(text)};
    pleach_read_options read = {.format = "jsonl", .language = "none"};
    pleach_affinity_options compare = {.similarity = "name", .threads = 1};
    assert_int_equal(pleach_corpus_read(&g.corpus, &input, 1, &read, NULL),
                     PLEACH_OK);
    assert_int_equal(
        pleach_affinity_compare(&g.affinity, g.corpus, &compare, NULL),
        PLEACH_OK);
    g.count = pl_strings_count(g.corpus->keys);
    g.cluster = PL_ARENA_ARRAY(g.arena, uint32_t, g.affinity->slot_count);
    g.parent = PL_ARENA_ARRAY(g.arena, uint32_t, g.count);
    for (uint32_t i = 0; i < g.affinity->slot_count; i++)
        g.cluster[i] = g.corpus->node_key[g.affinity->slot_node[i]];
    assert_int_equal(pl_statements_gather(&g.said, g.arena, g.affinity,
                                          g.cluster, g.count, NULL),
                     PLEACH_OK);
    return g;
}

static grown grow(const char *text)
{
    grown g = gather(text);
    assert_int_equal(pl_place(g.parent, &g.closing, &g.said,
                              pl_person_count(g.corpus), NULL, NULL, NULL),
                     PLEACH_OK);
    return g;
}

static grown grow_by_count(const char *text)
{
    grown g = gather(text);
    assert_int_equal(
        pl_place_by_count(g.parent, &g.closing, &g.said, NULL, NULL),
        PLEACH_OK);
    return g;
}

static void end(grown *g)
{
    pleach_affinity_free(g->affinity);
    pleach_corpus_free(g->corpus);
    pl_arena_free(g->arena);
}

static uint32_t named(const grown *g, const char *name)
{
    uint32_t key = pl_strings_find(g->corpus->keys, name, strlen(name));
    assert_int_not_equal(key, PL_NONE);
    return key;
}

static const char *above(const grown *g, const char *name)
{
    uint32_t parent = g->parent[named(g, name)];
    return parent == PL_NONE ? "-" : pl_strings_at(g->corpus->keys, parent);
}

/* The statement that puts `child` below `parent`; PL_NONE: nobody made it. */
static uint32_t statement(const grown *g, uint32_t child, uint32_t parent)
{
    for (uint32_t k = g->said.first[child]; k < g->said.first[child + 1]; k++)
        if (g->said.parent[k] == parent)
            return k;
    return PL_NONE;
}

static uint32_t voices_for(const grown *g, uint32_t child, uint32_t parent)
{
    uint32_t k = statement(g, child, parent);
    return k == PL_NONE ? 0 : g->said.voices[k];
}

/* Appends COUNT people who each say the same. */
static void say(char *text, const char *who, int count, const char *tree)
{
    for (int k = 0; k < count; k++)
        sprintf(text + strlen(text),
                "{\"owner\": \"%s%d\", \"id\": \"%s%d-%zu\", %s}\n", who, k,
                who, k, strlen(text), tree);
}

#define UNDER(root, leaf)                                                      \
    "\"name\": \"" root "\", \"children\": [{\"name\": \"" leaf "\"}]"

static void test_a_person_has_one_voice(void **state)
{
    char text[4096] = "";
    (void)state;
    say(text, "ann", 1, UNDER("pet", "dog"));
    say(text, "ann", 1, UNDER("pet", "dog"));
    say(text, "ben", 2, UNDER("pet", "dog"));
    say(text, "cleo", 1, UNDER("farm", "dog"));
    say(text, "cleo", 1, UNDER("pet", "dog"));
    say(text, "dora", 1, UNDER("dog", "poodle"));
    grown g = grow(text);
    uint32_t dog = named(&g, "dog");
    assert_int_equal(voices_for(&g, dog, named(&g, "pet")), 4);
    assert_int_equal(voices_for(&g, dog, named(&g, "farm")), 1);
    assert_int_equal(voices_for(&g, dog, dog), 0);
    assert_int_equal(g.said.total[dog], 5);
    assert_int_equal(pl_holders(&g.said, dog), 5);
    assert_int_equal(g.said.tops[dog], 1);
    assert_int_equal(g.said.deep_tops[dog], 0);
    assert_int_equal(g.said.children[dog], 1);
    assert_string_equal(above(&g, "dog"), "pet");
    end(&g);
}

/* The heavier of two edges that close a loop stays. */
static void test_loops(void **state)
{
    char text[16384] = "";
    (void)state;
    say(text, "a", 10, UNDER("food", "pasta"));
    say(text, "b", 12, UNDER("pasta", "food"));
    say(text, "c", 9, UNDER("shop", "food"));
    grown g = grow(text);
    assert_string_equal(above(&g, "food"), "pasta");
    assert_string_equal(above(&g, "pasta"), "-");
    assert_int_equal(g.closing, 1);
    end(&g);
}

#define BESIDE(group, leaf)                                                    \
    "\"name\": \"animal\", \"children\": [{\"name\": \"" group                 \
    "\", \"children\": [{\"name\": \"" leaf "\"}]}, {\"name\": \"owl\"}]"
#define BIRD_OWL                                                               \
    "\"name\": \"animal\", \"children\": [{\"name\": \"bird\", "               \
    "\"children\": [{\"name\": \"owl\"}]}]"

/* Who has no birds and puts owls right below animals left a level out, and
 * speaks for the longer path; who has birds, and owls beside them, does not. */
static void test_levels_left_out(void **state)
{
    static const struct {
        const char *others;
        int leaving, right;
        uint32_t implied;
        const char *above;
    } cases[] = {{BESIDE("fish", "trout"), 3, 1, 3, "bird"},
                 {BESIDE("fish", "trout"), 6, 1, 6, "animal"},
                 {UNDER("animal", "owl"), 3, 1, 3, "bird"},
                 {BESIDE("bird", "robin"), 3, 2, 0, "animal"},
                 {BESIDE("bird", "robin"), 3, 4, 0, "bird"}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[16384] = "";
        say(text, "a", cases[k].leaving, cases[k].others);
        say(text, "b", cases[k].right, BIRD_OWL);
        grown g = grow(text);
        uint32_t owl = named(&g, "owl");
        pl_weighing w;
        pl_euler_tour forest;
        assert_true(
            pl_weighing_take(&w, g.arena, &g.said, pl_person_count(g.corpus)));
        assert_true(pl_euler_tour_take(&forest, g.arena, g.count));
        pl_euler_tour_number(&forest, g.parent);
        w.forest = &forest;
        pl_weigh_child(&w, owl);
        pl_support bird = w.support[statement(&g, owl, named(&g, "bird")) -
                                    g.said.first[owl]];
        assert_int_equal(bird.said, cases[k].right);
        assert_int_equal(bird.implied, cases[k].implied);
        assert_string_equal(above(&g, "owl"), cases[k].above);
        end(&g);
    }
}

#define SHOP_SPORTS                                                            \
    "\"name\": \"shop\", \"children\": [{\"name\": \"sports\", "               \
    "\"children\": [{\"name\": \"tent\"}]}]"

/* Three who have a bare leaf have less say than one who knows what is below;
 * four have more. Where nobody has anything below it, each has one voice. */
static void test_a_bare_leaf_carries_no_branch(void **state)
{
    (void)state;
    for (int bare = 3; bare < 5; bare++)
        for (int known = 0; known < 2; known++) {
            char text[8192] = "";
            say(text, "a", bare, UNDER("books", "sports"));
            say(text, "b", 1, known ? SHOP_SPORTS : UNDER("shop", "sports"));
            grown g = grow(text);
            assert_string_equal(above(&g, "sports"),
                                known && bare == 3 ? "shop" : "books");
            end(&g);
        }
}

#define DEEP_DOGS                                                              \
    "\"name\": \"dogs\", \"children\": [{\"name\": \"terriers\", "             \
    "\"children\": [{\"name\": \"fox\"}]}]"

/* Whoever goes deep below a top outweighs a bare leaf, be it their own; those
 * who have one level do not, however many they are. */
static void test_tops(void **state)
{
    static const struct {
        const char *tree;
        int tops, bare;
        const char *above;
    } cases[] = {{DEEP_DOGS, 1, 1, "-"},
                 {DEEP_DOGS, 1, 2, "outlet"},
                 {UNDER("dogs", "fox"), 6, 1, "outlet"}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[8192] = "";
        say(text, "a", cases[k].tops, cases[k].tree);
        say(text, "b", cases[k].bare, UNDER("outlet", "dogs"));
        grown g = grow(text);
        assert_string_equal(above(&g, "dogs"), cases[k].above);
        end(&g);
    }
    char text[4096] = "";
    say(text, "a", 1, DEEP_DOGS);
    say(text, "a", 1, UNDER("outlet", "dogs"));
    grown g = grow(text);
    assert_string_equal(above(&g, "dogs"), "-");
    assert_int_equal(g.said.tops[named(&g, "dogs")], 0);
    assert_int_equal(g.said.deep_tops[named(&g, "dogs")], 1);
    end(&g);
}

/* Two of so many who all name another parent are enough, or too few. */
static void test_outnumbered(void **state)
{
    (void)state;
    for (int others = 10; others <= 11; others++) {
        char text[8192] = "", tree[128];
        say(text, "a", 2, UNDER("pet", "dog"));
        for (int k = 0; k < others; k++) {
            snprintf(tree, sizeof tree, UNDER("place %c", "dog"), 'a' + k);
            say(text, (char[]){(char)('b' + k), '\0'}, 1, tree);
        }
        grown g = grow(text);
        assert_string_equal(above(&g, "dog"), others == 10 ? "pet" : "-");
        end(&g);
    }
}

/* Of one field, a thing that three place in three ways is below one of them;
 * where nearly nothing is in one place, it fits everywhere, and is a top. What
 * only one person places is not in doubt. */
static void test_common_headings(void **state)
{
    (void)state;
    for (int headings = 1; headings <= 40; headings += 39) {
        char text[16384] = "", tree[128], heading[16];
        for (int k = 0; k < headings; k++)
            for (int person = 0; person < 3; person++) {
                snprintf(heading, sizeof heading, "heading %c%c", 'a' + k / 26,
                         'a' + k % 26);
                snprintf(tree, sizeof tree,
                         "\"name\": \"list %c\", \"children\": [{\"name\": "
                         "\"%s\"}]",
                         'a' + person, heading);
                say(text, (char[]){(char)('a' + person), '\0'}, 1, tree);
            }
        say(text, "d", 1, UNDER("list d", "owl"));
        grown g = grow(text);
        assert_string_equal(above(&g, "owl"), "list d");
        if (headings == 1)
            assert_string_not_equal(above(&g, "heading aa"), "-");
        else
            assert_string_equal(above(&g, "heading aa"), "-");
        end(&g);
    }
}

/* What one person alone says, and nobody contradicts, comes back as it was. */
static void test_one_person(void **state)
{
    (void)state;
    grown g = grow("{\"owner\": \"a\", \"id\": \"a\", \"name\": \"home "
                   "garden\", \"children\": [{\"name\": \"garden\", "
                   "\"children\": [{\"name\": \"hose\"}]}]}\n");
    assert_string_equal(above(&g, "garden"), "home garden");
    assert_string_equal(above(&g, "hose"), "garden");
    end(&g);
}

/* Where voices tie, what has more below it than the child comes first, and of
 * such parents the one that fewer people speak of. */
static void test_ties_look_at_children(void **state)
{
    char text[8192] = "";
    (void)state;
    say(text, "a", 1, UNDER("stone bass", "shark"));
    say(text, "b", 1, UNDER("ray finned", "shark"));
    say(text, "c", 1, UNDER("fish", "shark"));
    say(text, "d", 1, UNDER("shark", "mako"));
    say(text, "e", 1, UNDER("ray finned", "ray"));
    say(text, "f", 5, UNDER("fish", "trout"));
    grown g = grow(text);
    assert_string_equal(above(&g, "shark"), "ray finned");
    end(&g);
}

/* Of one thing that its source has in two places, both are declared; not what
 * somebody only calls by that name. */
static void test_one_thing_in_several_places(void **state)
{
    char text[4096] = "";
    (void)state;
    say(text, "ann", 1, UNDER("pet", "goat\", \"id\": \"urn:goat"));
    say(text, "ann", 1, UNDER("farm", "goat\", \"id\": \"urn:goat"));
    say(text, "ann", 1, UNDER("wild", "goat"));
    grown g = grow(text);
    uint32_t goat = named(&g, "goat");
    assert_true(g.said.declared[statement(&g, goat, named(&g, "pet"))]);
    assert_true(g.said.declared[statement(&g, goat, named(&g, "farm"))]);
    assert_false(g.said.declared[statement(&g, goat, named(&g, "wild"))]);
    end(&g);
}

/* ----------------------------------------------------------- by the book -- */

static void random_text(pl_random *random, char *text)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    uint32_t lines = 3 + pl_random_below(random, 25);
    *text = '\0';
    for (uint32_t k = 0; k < lines; k++) {
        text += sprintf(text, "{\"owner\": \"o%u\", \"id\": \"%u\", ",
                        pl_random_below(random, 6), k);
        text += sprintf(text, "\"name\": \"%s\", \"children\": [",
                        names[pl_random_below(random, 7)]);
        uint32_t leaves = 1 + pl_random_below(random, 3);
        for (uint32_t l = 0; l < leaves; l++)
            text += sprintf(
                text,
                pl_random_below(random, 3) == 0
                    ? "%s{\"name\": \"%s\", \"children\": [{\"name\": \"g\"}]}"
                    : "%s{\"name\": \"%s\"}",
                l > 0 ? ", " : "", names[pl_random_below(random, 7)]);
        text += sprintf(text, "]}\n");
    }
}

/* Whether a person put c below p, by looking at every slot. */
static bool has_said(const grown *g, uint32_t person, uint32_t c, uint32_t p)
{
    const pleach_affinity *a = g->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (a->slot_parent[i] != PL_NONE && g->cluster[i] == c &&
            g->cluster[a->slot_parent[i]] == p && p != c &&
            pl_person_of(g->corpus, a->slot_node[i]) == person)
            return true;
    return false;
}

static bool has_node(const grown *g, uint32_t person, uint32_t c)
{
    const pleach_affinity *a = g->affinity;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (g->cluster[i] == c &&
            pl_person_of(g->corpus, a->slot_node[i]) == person)
            return true;
    return false;
}

static void expect_counts(const grown *g, uint32_t c)
{
    uint32_t people = pl_person_count(g->corpus), total = 0, holders = 0;
    for (uint32_t p = 0; p < g->count; p++) {
        uint32_t voices = 0;
        for (uint32_t k = 0; k < people; k++)
            voices += has_said(g, k, c, p);
        assert_int_equal(voices_for(g, c, p), voices);
        total += voices;
    }
    for (uint32_t k = 0; k < people; k++) {
        assert_int_equal(pl_has_node(&g->said, k, c), has_node(g, k, c));
        holders += has_node(g, k, c);
    }
    assert_int_equal(pl_holders(&g->said, c), holders);
    assert_int_equal(g->said.total[c], total);
}

/* Numbers say the same as walking up. */
static void expect_tour(const grown *g)
{
    pl_euler_tour forest;
    assert_true(pl_euler_tour_take(&forest, g->arena, g->count));
    pl_euler_tour_number(&forest, g->parent);
    for (uint32_t low = 0; low < g->count; low++)
        for (uint32_t up = 0; up < g->count; up++) {
            uint32_t at = low;
            while (at != PL_NONE && at != up)
                at = g->parent[at];
            assert_int_equal(pl_is_at_or_above(&forest, up, low), at == up);
        }
}

/* A forest: each parent was named by somebody, and walks upwards end. */
static void expect_forest(const grown *g)
{
    for (uint32_t c = 0; c < g->count; c++) {
        uint32_t at = c, steps = 0;
        if (g->parent[c] != PL_NONE)
            assert_true(voices_for(g, c, g->parent[c]) > 0);
        for (; at != PL_NONE && steps <= g->count; steps++)
            at = g->parent[at];
        assert_true(steps <= g->count);
    }
}

/* By count, written out: the heaviest edge of all that closes no loop. */
static void expect_heaviest_first(const grown *g)
{
    uint32_t parent[16];
    memset(parent, 0xff, sizeof parent);
    for (;;) {
        uint32_t most = 0, child = 0, up = 0;
        for (uint32_t c = 0; c < g->count; c++)
            for (uint32_t p = 0; p < g->count && parent[c] == PL_NONE; p++) {
                uint32_t at = p, voices = voices_for(g, c, p);
                while (at != PL_NONE && at != c)
                    at = parent[at];
                if (voices > most && at == PL_NONE) {
                    most = voices;
                    child = c;
                    up = p;
                }
            }
        if (most == 0)
            break;
        parent[child] = up;
    }
    for (uint32_t c = 0; c < g->count; c++)
        assert_int_equal(g->parent[c], parent[c]);
}

/* Whether `upper` is above `lower`, by any parent; slow, and never deeper
 * than there are clusters, unless there is a loop. */
static bool is_above(const grown *g, const pl_more_parents *more,
                     uint32_t upper, uint32_t lower)
{
    uint8_t reached[16] = {0};
    reached[lower] = 1;
    for (uint32_t round = 0; round < g->count; round++)
        for (uint32_t c = 0; c < g->count; c++) {
            if (!reached[c])
                continue;
            if (g->parent[c] != PL_NONE)
                reached[g->parent[c]] |= 2;
            for (uint32_t k = more->first[c]; k < more->first[c + 1]; k++)
                reached[more->parent[k]] |= 2;
        }
    return (reached[upper] & 2) != 0;
}

/* Further parents are named by two people or more, not too many, in order, of
 * another branch, and nothing is above itself. */
static uint32_t expect_more_parents(const grown *g, uint32_t most)
{
    pl_more_parents more;
    assert_true(
        pl_find_more_parents(&more, g->arena, &g->said, g->parent, NULL, most));
    for (uint32_t c = 0; c < g->count; c++) {
        assert_false(is_above(g, &more, c, c));
        assert_true(more.first[c + 1] - more.first[c] <= most);
        for (uint32_t k = more.first[c]; k < more.first[c + 1]; k++) {
            uint32_t voices = voices_for(g, c, more.parent[k]);
            assert_int_equal(more.voices[k], voices);
            assert_true(voices >= 2);
            assert_true(6 * voices >= g->said.total[c] + 2);
            assert_int_not_equal(g->parent[c], PL_NONE);
            assert_true(k == more.first[c] || voices <= more.voices[k - 1]);
            for (uint32_t up = g->parent[c]; up != PL_NONE; up = g->parent[up])
                assert_int_not_equal(up, more.parent[k]);
        }
    }
    return more.first[g->count];
}

static void test_more_parents(void **state)
{
    static char text[65536];
    uint32_t found[4] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        pl_random random;
        pl_random_seed(&random, seed);
        random_text(&random, text);
        grown g = grow(text);
        for (uint32_t most = 0; most < 4; most++)
            found[most] += expect_more_parents(&g, most);
        end(&g);
    }
    assert_int_equal(found[0], 0);
    assert_true(found[1] > 50 && found[2] >= found[1] && found[3] >= found[2]);
}

static void test_random_corpora(void **state)
{
    static char text[65536];
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        pl_random random;
        pl_random_seed(&random, seed);
        random_text(&random, text);
        grown g = grow(text);
        for (uint32_t c = 0; c < g.count; c++)
            expect_counts(&g, c);
        expect_forest(&g);
        expect_tour(&g);
        end(&g);
        g = grow_by_count(text);
        expect_forest(&g);
        expect_tour(&g);
        expect_heaviest_first(&g);
        end(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_person_has_one_voice),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_levels_left_out),
        cmocka_unit_test(test_a_bare_leaf_carries_no_branch),
        cmocka_unit_test(test_tops),
        cmocka_unit_test(test_outnumbered),
        cmocka_unit_test(test_common_headings),
        cmocka_unit_test(test_one_person),
        cmocka_unit_test(test_ties_look_at_children),
        cmocka_unit_test(test_one_thing_in_several_places),
        cmocka_unit_test(test_random_corpora),
        cmocka_unit_test(test_more_parents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
