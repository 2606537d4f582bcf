/* placing.c: who said what is counted right, and clusters hang where the
 * shares of their voices want them; held against slow counting, by the book. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "placing/agreement.h"
#include "placing/join_siblings.h"
#include "placing/more_parents.h"
#include "placing/place.h"
#include "placing/second_places.h"
#include "placing/shortcuts.h"

/* A corpus grown by name, so that clusters are names: the model by itself. */
typedef struct grown {
    pleach_corpus *corpus;
    pleach_affinity *affinity;
    uint32_t *cluster; /* per slot: its key */
    uint32_t count;
    pl_arena *arena;
    pl_statements said;
    uint32_t *parent;
} grown;

static const pl_titles *titles_of(const grown *g)
{
    pl_titles *titles = PL_ARENA_ARRAY(g->arena, pl_titles, 1);
    assert_int_equal(pl_titles_find(titles, g->arena, &g->said, NULL, NULL),
                     PLEACH_OK);
    return titles;
}

static grown grow(const char *text, const pl_place_rules *rules)
{
    grown g = {.arena = pl_arena_new()};
    pleach_input input = {"test", text, strlen(text)};
    pleach_read_options read = {.format = "jsonl", .language = "none"};
    pleach_affinity_options compare = {.similarity = "name", .threads = 1};
    uint64_t closing;
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
    pl_place_rules all = *rules;
    all.titles = titles_of(&g);
    assert_int_equal(pl_place(g.parent, &closing, &g.said, &all, NULL),
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

static const pl_place_rules USUAL = {.shortcut = 0.5, .top = 0.4};

/* Whether people hardly agree with the forest. */
static bool disagree(grown *g)
{
    pl_lineage forest;
    assert_true(pl_lineage_take(&forest, g->arena, g->count));
    pl_lineage_number(&forest, g->parent);
    return pl_people_disagree(titles_of(g), &forest);
}

/* How many clusters there are once places were looked for. */
static uint32_t find_places(grown *g, double dissent)
{
    pl_place_rules rules = USUAL;
    uint32_t count = g->count;
    rules.titles = titles_of(g);
    rules.disagreeing = disagree(g);
    assert_int_equal(pl_find_second_places(g->cluster, &count, &g->said,
                                           g->parent, &rules, dissent,
                                           g->affinity, NULL),
                     PLEACH_OK);
    return count;
}
static const pl_place_rules VOTES = {.by_count = true};

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
    grown g = grow(text, &USUAL);
    uint32_t dog = named(&g, "dog");
    assert_int_equal(pl_voices_for(&g.said, dog, named(&g, "pet")), 4);
    assert_int_equal(pl_voices_for(&g.said, dog, named(&g, "farm")), 1);
    assert_int_equal(pl_voices_for(&g.said, dog, dog), 0);
    assert_int_equal(g.said.total[dog], 5);
    assert_int_equal(g.said.speakers[dog], 4);
    assert_int_equal(g.said.multiple[dog], 1);
    assert_int_equal(g.said.tops[dog], 1);
    assert_int_equal(g.said.considered[dog], 0);
    assert_int_equal(g.said.children[dog], 1);
    assert_string_equal(above(&g, "dog"), "pet");
    end(&g);
}

/* Many mention pasta, and some of them put food below it: more than those who
 * have it right, but a smaller share of what is said about food. */
static void test_shares_tell_up_from_down(void **state)
{
    char text[16384] = "";
    (void)state;
    say(text, "a", 10, UNDER("food", "pasta"));
    say(text, "b", 12, UNDER("pasta", "food"));
    say(text, "c", 9, UNDER("shop", "food"));
    say(text, "d", 3, UNDER("pasta", "penne"));
    grown g = grow(text, &USUAL);
    assert_string_equal(above(&g, "pasta"), "food");
    assert_string_equal(above(&g, "food"), "shop");
    end(&g);
    g = grow(text, &VOTES);
    assert_string_equal(above(&g, "food"), "pasta");
    end(&g);
}

/* Who left a level out supports the longer path. */
static void test_shortcuts_support_the_longer_path(void **state)
{
    char text[16384] = "";
    static const pl_place_rules strict = {.shortcut = 0, .top = 0.4};
    (void)state;
    say(text, "a", 4, UNDER("animal", "owl"));
    say(text, "b", 3, UNDER("bird", "owl"));
    say(text, "c", 5, UNDER("animal", "bird"));
    grown g = grow(text, &USUAL);
    assert_string_equal(above(&g, "owl"), "bird");
    end(&g);
    g = grow(text, &strict);
    assert_string_equal(above(&g, "owl"), "animal");
    end(&g);
}

#define BESIDE(group, leaf)                                                    \
    "\"name\": \"animal\", \"children\": [{\"name\": \"" group                 \
    "\", \"children\": [{\"name\": \"" leaf "\"}]}, {\"name\": \"owl\"}]"
#define BIRD_OWL                                                               \
    "\"name\": \"animal\", \"children\": [{\"name\": \"bird\", "               \
    "\"children\": [{\"name\": \"owl\"}]}]"

/* Who goes deep and has no birds cannot have put owls there, which is more
 * than half a voice for birds; who has birds, and owls beside them, is none. A
 * level that one person has between what the others say is not against them,
 * unless three others have owls right below the top of everything. */
static void test_shortcuts_of_those_who_know(void **state)
{
    static const struct {
        const char *others;
        int leaving, right;
        bool topped; /* something is above animals */
        double each;
        const char *above;
    } cases[] = {{BESIDE("fish", "trout"), 3, 2, false, 0.75, "bird"},
                 {BESIDE("fish", "trout"), 2, 1, false, 0.75, "bird"},
                 {BESIDE("fish", "trout"), 3, 1, false, 0.75, "animal"},
                 {BESIDE("fish", "trout"), 3, 1, true, 0.75, "bird"},
                 {BESIDE("bird", "robin"), 3, 2, false, 0, "animal"},
                 {UNDER("animal", "owl"), 3, 1, false, 0.5, "animal"},
                 {UNDER("animal", "owl"), 3, 1, true, 0.5, "bird"}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[16384] = "";
        say(text, "a", cases[k].leaving, cases[k].others);
        say(text, "b", cases[k].right, BIRD_OWL);
        say(text, "c", cases[k].topped ? 3 : 0, UNDER("life", "animal"));
        grown g = grow(text, &USUAL);
        uint32_t owl = named(&g, "owl"), bird = named(&g, "bird");
        uint32_t animal = named(&g, "animal");
        assert_true(pl_shortcut_weight(&g.said, owl, bird, animal, 0.5) ==
                    cases[k].leaving * cases[k].each);
        assert_true(pl_shortcut_weight(&g.said, bird, owl, bird, 0.5) == 0);
        assert_string_equal(above(&g, "owl"), cases[k].above);
        end(&g);
    }
    char text[4096] = "";
    say(text, "a", 2, BESIDE("fish", "trout"));
    say(text, "b", 1, BIRD_OWL);
    grown g = grow(text, &USUAL);
    assert_true(pl_shortcut_weight(&g.said, named(&g, "owl"), named(&g, "bird"),
                                   named(&g, "animal"), 0.9) == 2);
    end(&g);
}

/* Names decide between equals, and against one voice. */
static void test_names_speak(void **state)
{
    char text[4096] = "";
    (void)state;
    say(text, "a", 1, UNDER("planning system", "system"));
    say(text, "b", 1, UNDER("computer", "planning system"));
    say(text, "c", 1, UNDER("robot", "planning system"));
    say(text, "d", 1, UNDER("system", "planning system"));
    grown g = grow(text, &USUAL);
    assert_string_equal(above(&g, "planning system"), "system");
    assert_string_equal(above(&g, "system"), "-");
    end(&g);
    say(text, "e", 1, UNDER("planning system", "system"));
    say(text, "f", 9, UNDER("computer", "planning system"));
    g = grow(text, &USUAL);
    assert_string_equal(above(&g, "planning system"), "computer");
    assert_string_equal(above(&g, "system"), "planning system");
    end(&g);
}

/* What one person alone says, and nobody contradicts, comes back as it was,
 * whatever the names are. */
static void test_names_do_not_contradict(void **state)
{
    (void)state;
    grown g = grow("{\"owner\": \"a\", \"id\": \"a\", \"name\": \"home "
                   "garden\", \"children\": [{\"name\": \"garden\", "
                   "\"children\": [{\"name\": \"hose\"}]}]}\n",
                   &USUAL);
    assert_string_equal(above(&g, "garden"), "home garden");
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
    grown g = grow(text, &USUAL);
    assert_string_equal(above(&g, "shark"), "ray finned");
    end(&g);
}

/* One person does not hang a broad concept below a narrow one that they knew as
 * a leaf; two do. */
static void test_one_voice_against_generality(void **state)
{
    (void)state;
    for (int voices = 1; voices < 3; voices++) {
        char text[16384] = "", tree[128];
        say(text, "a", voices, UNDER("western europe", "france"));
        for (int k = 0; k < 20; k++) {
            sprintf(tree, UNDER("france", "department%d"), k);
            say(text, "b", 1, tree);
        }
        grown g = grow(text, &USUAL);
        assert_string_equal(above(&g, "france"),
                            voices == 1 ? "-" : "western europe");
        end(&g);
    }
}

/* Where people hardly agree, one of them does not hang what four have something
 * below; where they agree, one is enough. */
static void test_one_voice_among_many_who_disagree(void **state)
{
    (void)state;
    for (int heads = 3; heads < 5; heads++)
        for (int agree = 0; agree < 2; agree++) {
            char text[32768] = "", tree[128];
            say(text, "a", 1, UNDER("theme", "life"));
            say(text, "b", 9, UNDER("theme", "color"));
            say(text, "c", heads, UNDER("life", "garden"));
            for (int k = 0; k < 50; k++) {
                sprintf(tree, UNDER("root%d", "leaf%d"), k, k);
                say(text, "d", 1, tree);
                sprintf(tree, UNDER("%s%d", "leaf%d"), agree ? "root" : "base",
                        k, k);
                say(text, "e", 1, tree);
            }
            grown g = grow(text, &USUAL);
            pl_place_rules rules = USUAL;
            rules.disagreeing = disagree(&g);
            assert_int_equal(rules.disagreeing, !agree);
            assert_string_equal(above(&g, "life"), "theme");
            end(&g);
            g = grow(text, &rules);
            assert_string_equal(above(&g, "life"),
                                heads == 4 && !agree ? "-" : "theme");
            end(&g);
        }
}

/* A level of one person wins by those who leave it out, if people agree; where
 * they hardly do, it lends nothing, and loses where it is as good as others. */
static void test_a_level_of_one(void **state)
{
    char text[8192] = "";
    (void)state;
    say(text, "a", 2, UNDER("library", "javascript"));
    say(text, "b", 1, UNDER("javascript", "minimizer"));
    say(text, "c", 1, UNDER("minimizer", "image"));
    say(text, "d", 1, UNDER("library", "image"));
    for (int disagreeing = 0; disagreeing < 2; disagreeing++) {
        pl_place_rules rules = USUAL;
        rules.disagreeing = disagreeing > 0;
        grown g = grow(text, &rules);
        assert_string_equal(above(&g, "image"),
                            disagreeing ? "library" : "minimizer");
        end(&g);
    }
}

/* People who have a topic and its parts the wrong way round name one part or
 * another. A topic stays on top then, and its parts hang below it as far as
 * anybody has it right; not where one parent has most voices, nor where it is
 * a level that people know a place for. */
static void test_topics_and_parts_turned(void **state)
{
    enum { TURNED, AGREED, KNOWN, CASES };
    (void)state;
    for (int is = TURNED; is < CASES; is++) {
        char text[32768] = "";
        say(text, "a", is == AGREED ? 20 : 8, UNDER("outdoor sport", "sport"));
        say(text, "b", 6, UNDER("skiing", "sport"));
        say(text, "c", 4, UNDER("racing", "sport"));
        say(text, "d", 2, UNDER("sport", "tennis"));
        say(text, "e", 3, UNDER("skiing", "slalom"));
        say(text, "f", 1, UNDER("sport", "skiing"));
        /* Without those who have the two the wrong way round, a tie. */
        say(text, "g", 1, UNDER("leisure", "skiing"));
        say(text, "h", 1, UNDER("leisure", "chess"));
        if (is == KNOWN)
            say(text, "i", 4, UNDER("leisure", "outdoor sport"));
        grown g = grow(text, &USUAL);
        assert_string_equal(above(&g, "skiing"),
                            is == AGREED ? "leisure" : "sport");
        assert_string_equal(above(&g, "sport"),
                            is == TURNED ? "-" : "outdoor sport");
        end(&g);
    }
}

/* One leaf does not outweigh those who have it on top of deep trees. */
static void test_one_voice_does_not_hang_a_top(void **state)
{
    char text[16384] = "";
    (void)state;
    say(text, "a", 5,
        "\"name\": \"sport\", \"children\": [{\"name\": \"ball\", "
        "\"children\": [{\"name\": \"tennis\"}]}]");
    say(text, "b", 1,
        "\"name\": \"book\", \"children\": [{\"name\": \"non fiction\", "
        "\"children\": [{\"name\": \"sport\"}]}]");
    grown g = grow(text, &USUAL);
    assert_string_equal(above(&g, "sport"), "-");
    end(&g);
    g = grow(text, &VOTES);
    assert_string_equal(above(&g, "sport"), "non fiction");
    end(&g);
}

/* Each tree in one top of its own says nothing against those without it. */
static void test_wrappers(void **state)
{
    char text[16384] = "";
    (void)state;
    say(text, "a", 3,
        "\"name\": \"red\", \"children\": [{\"name\": \"wine\", "
        "\"children\": [{\"name\": \"rioja\"}]}]");
    say(text, "a", 3,
        "\"name\": \"green\", \"children\": [{\"name\": \"tea\", "
        "\"children\": [{\"name\": \"sencha\"}]}]");
    say(text, "a", 3,
        "\"name\": \"black\", \"children\": [{\"name\": \"coffee\", "
        "\"children\": [{\"name\": \"mocha\"}]}]");
    say(text, "w", 1,
        "\"name\": \"all\", \"children\": [{\"name\": \"red\"}, "
        "{\"name\": \"green\"}, {\"name\": \"black\"}]");
    grown g = grow(text, &USUAL);
    assert_string_equal(above(&g, "red"), "all");
    assert_string_equal(above(&g, "black"), "all");
    end(&g);
}

/* A name that its own people use in several places gets several places, its
 * children follow, and a root goes with its other copy. */
static void test_second_places(void **state)
{
    char text[16384] = "";
    (void)state;
    say(text, "a", 4,
        "\"name\": \"africa\", \"children\": [{\"name\": \"ghana\", "
        "\"children\": [{\"name\": \"western\", \"children\": [{\"name\": "
        "\"tarkwa\"}]}]}, {\"name\": \"gambia\", \"children\": [{\"name\": "
        "\"western\", \"children\": [{\"name\": \"brikama\"}]}]}]");
    grown g = grow(text, &USUAL);
    uint32_t western = named(&g, "western");
    assert_int_equal(find_places(&g, 0.4), g.count + 1);
    const pleach_affinity *a = g.affinity;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        uint32_t root = a->slot_parent[i], twin = pl_twin_slot(a, i);
        if (twin != PL_NONE)
            assert_int_equal(g.cluster[i], g.cluster[twin]);
        if (a->corpus->node_key[a->slot_node[i]] != western || root == PL_NONE)
            continue;
        bool main = g.cluster[root] == g.parent[western];
        assert_int_equal(g.cluster[i], main ? western : g.count);
    }
    end(&g);
}

/* A third of the voices in another tree make a second place, unless that tree
 * has something else in common with where the others hang it. */
static void test_another_world(void **state)
{
    (void)state;
    for (int few = 2; few <= 4; few++)
        for (int common = 0; common < 2; common++) {
            char text[16384] = "";
            say(text, "a", 6, UNDER("pet", "bird"));
            say(text, "b", few, UNDER("wildlife", "bird"));
            say(text, "c", 2 * common, UNDER("pet", "fish"));
            say(text, "d", common, UNDER("wildlife", "fish"));
            grown g = grow(text, &USUAL);
            assert_int_equal(find_places(&g, 0.4),
                             g.count + (3 * few >= 6 + few && !common));
            end(&g);
        }
}

/* A dear dissent makes second places without anybody's own testimony. */
static void test_dear_dissent(void **state)
{
    char text[16384] = "";
    (void)state;
    say(text, "a", 7, UNDER("pet", "bird"));
    say(text, "b", 3, UNDER("wildlife", "bird"));
    for (int dear = 0; dear < 2; dear++) {
        grown g = grow(text, &USUAL);
        assert_int_equal(find_places(&g, dear ? 4 : 0.4),
                         g.count + (uint32_t)dear);
        end(&g);
    }
}

/* Two people agree against two others: what their things have in common, and
 * not with the others', makes it two; or one, where they have. */
static void expect_clusters(int pets, const char *of_pets,
                            const char *of_wildlife, uint64_t clusters_expected)
{
    char text[8192] = "";
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *taxonomy = NULL;
    say(text, "a", pets, of_pets);
    say(text, "b", 2, of_wildlife);
    pleach_input input = {"test", text, strlen(text)};
    pleach_read_options read = {.format = "jsonl"};
    pleach_affinity_options compare = {.similarity = "concept:2"};
    assert_int_equal(pleach_corpus_read(&corpus, &input, 1, &read, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_affinity_compare(&affinity, corpus, &compare, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_clusters_find(&clusters, affinity, NULL, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_taxonomy_grow(&taxonomy, clusters, NULL),
                     PLEACH_OK);
    assert_int_equal(pleach_taxonomy_report(taxonomy)->clusters,
                     clusters_expected);
    pleach_taxonomy_free(taxonomy);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

#define TAGGED(root, leaf, tags)                                               \
    "\"name\": \"" root "\", \"children\": [{\"name\": \"" leaf                \
    "\", \"tags\": [\"" leaf "ish\"]}, {\"name\": \"bird\", \"tags\": [" tags  \
    "]}]"

static void test_tags_part_places(void **state)
{
    (void)state;
    for (int pets = 2; pets <= 11; pets += 8)
        expect_clusters(pets, TAGGED("pet", "dog", "\"cage\", \"seed\""),
                        TAGGED("wildlife", "bear", "\"sky\", \"eagle\""), 6);
    /* Two of thirteen are less than a sixth. */
    expect_clusters(11, TAGGED("pet", "dog", "\"cage\", \"seed\""),
                    TAGGED("wildlife", "bear", "\"sky\", \"eagle\""), 5);
    expect_clusters(2, TAGGED("pet", "dog", "\"wing\", \"egg\""),
                    TAGGED("wildlife", "bear", "\"wing\", \"egg\""), 5);
}

/* How many clusters more there are once places were looked for. */
static uint32_t count_more_places(const char *text)
{
    grown g = grow(text, &USUAL);
    uint32_t more = find_places(&g, 0.4) - g.count;
    end(&g);
    return more;
}

/* Two who disagree about one thing keep their own places, children or not, if
 * these are in trees that have nothing else in common; as soon as two agree, or
 * something else is in both, the third is overruled. In a corpus where people
 * never agree each keeps their own place anyhow. */
static void test_nobody_agrees(void **state)
{
    (void)state;
    for (int agree = 0; agree < 2; agree++)
        for (int leaf = 0; leaf < 4; leaf++)
            for (int others = 0; others < 51; others += 50) {
                char text[65536] = "", tree[128];
                bool in_both = leaf >= 2;
                say(text, "a", 1 + agree, UNDER("chef", "soft skill"));
                say(text, "b", 1, UNDER("nurse", "soft skill"));
                if (leaf % 2 == 0)
                    say(text, "c", 1, UNDER("soft skill", "listening"));
                for (int k = 0; k < 2 && in_both; k++) {
                    say(text, "f", 2, UNDER("chef", "hygiene"));
                    say(text, "g", 1, UNDER("nurse", "hygiene"));
                }
                for (int k = 0; k < 2 * others; k++) {
                    sprintf(tree, UNDER("root%d", "leaf%d"), k, k / 2);
                    say(text, "d", 1, tree);
                    sprintf(tree, UNDER("base%d", "leaf%d"), k, k / 2);
                    say(text, "e", 1, tree);
                }
                /* Each of the others' leaves has four places, three more. */
                uint32_t more = 3 * (uint32_t)others;
                bool apart = !agree && (others > 0 || !in_both);
                assert_int_equal(count_more_places(text), more + apart);
            }
}

/* Of many a few agree by chance: a name that a small part of its people have
 * where it hangs has no place of its own. */
static void test_few_agree(void **state)
{
    (void)state;
    for (int agree = 2; agree < 4; agree++) {
        char text[16384] = "", tree[128], who[8];
        say(text, "a", agree, UNDER("work", "misc"));
        for (int k = 0; k < 7; k++) {
            sprintf(who, "b%d-", k);
            sprintf(tree, UNDER("root%d", "misc"), k);
            say(text, who, 1, tree);
            sprintf(tree, UNDER("root%d", "leaf%d"), k, k);
            say(text, "c", 2, tree);
        }
        /* Two of nine are less than a quarter, three of ten are not. */
        assert_int_equal(count_more_places(text), agree == 2 ? 7 : 0);
    }
}

/* So does a leaf, if four or more disagree. Who left a level out agrees. */
static void test_nobody_agrees_on_a_leaf(void **state)
{
    static const struct {
        const char *fourth;
        uint32_t more;
    } cases[] = {
        {"", 0}, {UNDER("diary", "misc"), 3}, {UNDER("house", "misc"), 0}};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        char text[16384] = "";
        say(text, "a", 1, UNDER("work", "misc"));
        say(text, "b", 1, UNDER("music", "misc"));
        say(text, "c", 1, UNDER("garden", "misc"));
        if (*cases[k].fourth != '\0')
            say(text, "d", 1, cases[k].fourth);
        /* All of them, so that whichever place it has is below it. */
        say(text, "e", 2, UNDER("house", "work"));
        say(text, "e", 2, UNDER("house", "music"));
        say(text, "e", 2, UNDER("house", "garden"));
        assert_int_equal(count_more_places(text), cases[k].more);
    }
}

/* Everybody titles the same collection in another way: its topics stay whole
 * and meet below the widest title. Without the same things in them they are
 * sections that many have, each of their own; and titles that several people
 * use are concepts. */
static void test_titles_of_one_collection(void **state)
{
    static const char *titles[] = {"diy", "hardware", "renovation", "shop"};
    static const char *topics[] = {"kitchen", "bath", "tool", "paint"};
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        char text[16384] = "", tree[1024], who[8];
        for (int t = 0; t < 4; t++) {
            sprintf(tree, "\"name\": \"%s\", \"children\": [", titles[t]);
            for (int k = 0; k < 4; k++)
                sprintf(tree + strlen(tree),
                        "%s{\"name\": \"%s\", \"children\": [{\"name\": "
                        "\"thing%d of%d\"}]}",
                        k == 0 ? "" : ", ", topics[k], k, kind == 1 ? t : 0);
            if (t == 2)
                strcat(tree, ", {\"name\": \"plaster\"}");
            strcat(tree, "]");
            sprintf(who, "p%d-", t);
            say(text, who, kind == 2 ? 2 : 1, tree);
        }
        grown g = grow(text, &USUAL);
        for (int k = 0; k < 4 && kind == 0; k++)
            assert_string_equal(above(&g, topics[k]), "renovation");
        assert_int_equal(pl_are_titles_of_one(titles_of(&g), named(&g, "diy"),
                                              named(&g, "shop")),
                         kind == 0);
        assert_false(pl_are_titles_of_one(titles_of(&g), named(&g, "kitchen"),
                                          named(&g, "bath")));
        end(&g);
        if (kind < 2)
            assert_int_equal(count_more_places(text), kind == 0 ? 0 : 12);
    }
}

/* What a university has, below a title of its own: faculties of its own with
 * subjects that all have, and so many rooms of its own. */
typedef struct university {
    bool own_algebra; /* what is in maths is its own, too */
    bool one_level;   /* its only level has all subjects */
    bool few;         /* some subjects are missing */
    bool library;     /* right below the title */
    int rooms;
} university;

static void say_university(char *text, int number, const university *has)
{
    char tree[2048], who[16];
    int n = number;
    sprintf(tree,
            "\"name\": \"university%d\", \"children\": [{\"name\": "
            "\"faculty%d\", \"children\": [{\"name\": \"maths\", "
            "\"children\": [{\"name\": \"algebra%d\"}]}, {\"name\": "
            "\"physics\"}%s%s",
            n, n, has->own_algebra ? n : 0,
            has->few ? "" : ", {\"name\": \"logic\"}",
            has->one_level ? "" : "]}");
    if (!has->one_level)
        sprintf(tree + strlen(tree),
                ", {\"name\": \"school%d\", \"children\": [{\"name\": "
                "\"law\"}",
                n);
    else
        strcat(tree, ", {\"name\": \"law\"}");
    if (!has->few)
        strcat(tree, ", {\"name\": \"history\"}");
    strcat(tree, has->library ? "]}, {\"name\": \"library\"}" : "]}");
    for (int k = 0; k < has->rooms; k++)
        sprintf(tree + strlen(tree), ", {\"name\": \"room%dx%d\"}", n, k);
    strcat(tree, "]");
    sprintf(who, "u%d-", n);
    say(text, who, 1, tree);
}

/* Where what stands below a subject is the same for all, the only tops of
 * people who have much in common are titles of one thing; not where each has
 * something else in it, nor where somebody has another top, four concepts in
 * common (five are enough), less than a quarter (six of 24 are one), or one
 * level only. */
static void test_wholes_of_one_field(void **state)
{
    static const struct {
        university has;
        bool canteen, one;
    } cases[] = {{{.rooms = 0}, false, true},
                 {{.own_algebra = true}, false, false},
                 {{.rooms = 0}, true, false},
                 {{.few = true}, false, false},
                 {{.rooms = 15}, false, true},
                 {{.rooms = 16}, false, false},
                 {{.one_level = true}, false, false}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[16384] = "";
        for (int u = 0; u < 4; u++)
            say_university(text, u, &cases[k].has);
        if (cases[k].canteen)
            say(text, "u0-", 1, UNDER("canteen", "soup"));
        grown g = grow(text, &USUAL);
        uint32_t first = named(&g, "university0");
        const pl_titles *titles = titles_of(&g);
        assert_int_equal(
            pl_are_titles_of_one(titles, first, named(&g, "university1")),
            cases[k].one);
        assert_int_equal(
            pl_are_titles_of_one(titles, named(&g, "university1"), first),
            cases[k].one);
        if (cases[k].canteen)
            assert_true(pl_are_titles_of_one(titles, named(&g, "university2"),
                                             named(&g, "university3")));
        assert_false(
            pl_are_titles_of_one(titles, first, named(&g, "faculty0")));
        end(&g);
    }
}

/* Who has many rooms that nobody else has, and fewer subjects of those that
 * others have, does not name the whole. */
static void test_widest_whole(void **state)
{
    (void)state;
    char text[16384] = "";
    for (int u = 0; u < 4; u++)
        say_university(text, u,
                       &(university){.library = true,
                                     .few = u == 0,
                                     .rooms = u == 0 ? 5 : 0});
    grown g = grow(text, &USUAL);
    assert_true(pl_are_titles_of_one(titles_of(&g), named(&g, "university0"),
                                     named(&g, "university1")));
    assert_string_equal(above(&g, "library"), "university1");
    end(&g);
}

/* Two put metals below chemistry, eight have them on top: whoever has levels
 * below levels would have known better, who has long lists only may not, if
 * people agree about anything. */
static void test_tops_of_flat_people(void **state)
{
    enum { MUCH = 30 };
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        pl_place_rules rules = USUAL;
        bool deep = kind == 1;
        rules.disagreeing = kind == 2;
        char text[65536] = "", tree[4096], list[2048] = "";
        for (int k = 0; k < MUCH; k++)
            sprintf(list + strlen(list), ", {\"name\": \"metal%d\"}", k);
        sprintf(tree,
                "\"name\": \"metal\", \"children\": [{\"name\": \"iron\"%s}"
                "%s]",
                deep ? ", \"children\": [{\"name\": \"steel\"}]" : "", list);
        say(text, "a", 8, tree);
        sprintf(tree,
                "\"name\": \"chemistry\", \"children\": [{\"name\": "
                "\"metal\"}%s]",
                list);
        say(text, "b", 2, tree);
        grown g = grow(text, &rules);
        assert_int_equal(g.said.considered[named(&g, "metal")], 8);
        assert_string_equal(above(&g, "metal"), kind > 0 ? "-" : "chemistry");
        end(&g);
    }
}

/* Where people hardly agree, the only top of somebody may be their title, which
 * no one voice hangs; but not if the only one who puts it anywhere has things
 * below it, too. */
static void test_titles_below_others(void **state)
{
#define CUISINE                                                                \
    "\"name\": \"cuisine\", \"children\": [{\"name\": \"asia\", "              \
    "\"children\": [{\"name\": \"japan\"}]}, {\"name\": \"europe\"}]"
    static const struct {
        const char *said;
        int others;
        const char *above;
    } cases[] = {
        {"\"name\": \"recipe\", \"children\": [{" CUISINE "}]", 0, "recipe"},
        {"\"name\": \"recipe\", \"children\": [{" CUISINE "}]", 1, "-"},
        {UNDER("recipe", "cuisine"), 0, "-"}};
    pl_place_rules rules = USUAL;
    (void)state;
    rules.disagreeing = true;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[4096] = "";
        say(text, "a", 1, CUISINE);
        say(text, "b", 1, cases[k].said);
        say(text, "c", cases[k].others, UNDER("travel", "cuisine"));
        grown g = grow(text, &rules);
        assert_string_equal(above(&g, "cuisine"), cases[k].above);
        end(&g);
    }
#undef CUISINE
}

/* Of equal parents the one comes last that as many have the other way round. */
static void test_ties_look_at_the_reverse(void **state)
{
    (void)state;
    for (int reversed = 0; reversed < 2; reversed++) {
        char text[4096] = "";
        say(text, "a", 1, UNDER("paper", "money"));
        say(text, "b", 1, UNDER("bank", "money"));
        say(text, "c", 1, UNDER("bank", "card"));
        say(text, "d", 3, UNDER("paper", "letter"));
        say(text, "e", 1, UNDER("paper", "receipt"));
        say(text, "f", reversed, UNDER("money", "bank"));
        say(text, "g", 2, UNDER("house", "bank"));
        grown g = grow(text, &USUAL);
        assert_string_equal(above(&g, "money"), reversed ? "paper" : "bank");
        end(&g);
    }
}

/* One thing that its source has in two places is not ambiguous; it is where
 * the same person has the name in a third, without an id. */
static void test_one_thing_in_several_places(void **state)
{
    static const char *const THIRD[] = {"farm", "wild"};
    char text[4096], tree[256];
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        *text = '\0';
        say(text, "ben", 1, UNDER("pet", "cat"));
        say(text, "ann", 1, UNDER("pet", "goat\", \"id\": \"urn:goat"));
        say(text, "ann", 1, UNDER("farm", "goat\", \"id\": \"urn:goat"));
        sprintf(tree, UNDER("%s", "goat"), THIRD[k]);
        say(text, "ann", 1, tree);
        grown g = grow(text, &USUAL);
        uint32_t goat = named(&g, "goat");
        assert_int_equal(g.said.multiple[goat], k);
        assert_int_equal(g.said.repeated[goat], 1);
        end(&g);
    }
}

/* How many clusters are left over once siblings are joined. */
static uint32_t join_siblings(grown *g)
{
    uint32_t joined = 0;
    assert_int_equal(pl_join_siblings(g->cluster, &joined, g->count, g->parent,
                                      NULL, g->affinity, NULL),
                     PLEACH_OK);
    return joined;
}

/* The cluster that a name's nodes are in. */
static uint32_t home(const grown *g, const char *name)
{
    uint32_t key = named(g, name);
    for (uint32_t i = 0; i < g->affinity->slot_count; i++)
        if (g->corpus->node_key[g->affinity->slot_node[i]] == key)
            return g->cluster[i];
    return PL_NONE;
}

/* Below one parent, what names add may say nothing: a year, the parent's name,
 * a last word that siblings have, too; not a number, nor a word that is a name
 * itself or that few have, and not where somebody has both. */
static void test_siblings_by_name(void **state)
{
    static const struct {
        const char *one, *two;
        bool same;
    } EXPECTED[] = {{"trip", "trip 2008", true},
                    {"accessory", "zambia accessory", true},
                    {"history", "history zambia", true},
                    {"western", "western province", true},
                    {"central", "central province", false},
                    {"column", "column 2", false},
                    {"lusaka", "lusaka town", false},
                    {"copper", "copper belt", false}};
    static const char *const OTHERS[] = {"north province", "south province",
                                         "a town", "b town", "c town"};
    enum { KINDS = sizeof EXPECTED / sizeof *EXPECTED };
    char text[16384] = "", tree[256];
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        sprintf(tree, UNDER("zambia", "%s"), EXPECTED[k].one);
        say(text, "a", 2, tree);
        sprintf(tree, UNDER("zambia", "%s"), EXPECTED[k].two);
        say(text, k == 4 ? "a" : "b", 1, tree);
    }
    for (int k = 0; k < 5; k++) {
        sprintf(tree, UNDER("zambia", "%s"), OTHERS[k]);
        say(text, "c", 1, tree);
    }
    say(text, "d", 1, UNDER("place", "town"));
    grown g = grow(text, &USUAL);
    assert_int_equal(join_siblings(&g), 4);
    for (int k = 0; k < KINDS; k++)
        assert_int_equal(home(&g, EXPECTED[k].one) == home(&g, EXPECTED[k].two),
                         EXPECTED[k].same);
    end(&g);
}

/* Clusters of one name below one parent are one, below two they are not. */
static void test_siblings_of_one_name(void **state)
{
    char text[4096] = "";
    uint32_t seen[2] = {PL_NONE, PL_NONE};
    (void)state;
    say(text, "a", 1, UNDER("pet", "bird"));
    say(text, "b", 1, UNDER("pet", "bird"));
    say(text, "c", 1, UNDER("sky", "bird"));
    say(text, "d", 2, UNDER("sky", "cloud"));
    for (int apart = 0; apart < 2; apart++) {
        grown g = grow(text, &USUAL);
        uint32_t bird = named(&g, "bird"), at = 0;
        /* One of the birds as a cluster of its own. */
        for (uint32_t i = 0; i < g.affinity->slot_count; i++)
            if (g.cluster[i] == bird && at++ == 0)
                g.cluster[i] = g.count;
        uint32_t parents[16];
        memcpy(parents, g.parent, g.count * sizeof *parents);
        parents[g.count] = named(&g, apart ? "sky" : "pet");
        g.parent = parents;
        g.count++;
        seen[apart] = join_siblings(&g);
        end(&g);
    }
    assert_int_equal(seen[0], 1);
    assert_int_equal(seen[1], 0);
}

/* What one person has two of does not become one through a third: of years, the
 * first by name is the one that has none. */
static void test_siblings_of_one_person(void **state)
{
    char text[4096] = "";
    (void)state;
    say(text, "a", 2, UNDER("ghana", "western"));
    say(text, "b", 1,
        UNDER("ghana", "western 2009\"}, {\"name\": \"western 2008"));
    grown g = grow(text, &USUAL);
    assert_int_equal(join_siblings(&g), 1);
    assert_int_equal(home(&g, "western"), home(&g, "western 2008"));
    assert_int_not_equal(home(&g, "western"), home(&g, "western 2009"));
    end(&g);
}

/* Nor do three clusters of one name, of which one person has the first and the
 * last. */
static void test_three_siblings_of_one_name(void **state)
{
    char text[4096] = "";
    uint32_t parents[16], mine = 0;
    (void)state;
    say(text, "ann", 1, UNDER("pet", "bird"));
    say(text, "ann", 1, UNDER("pet", "bird"));
    say(text, "ben", 1, UNDER("pet", "bird"));
    grown g = grow(text, &USUAL);
    uint32_t bird = named(&g, "bird"), pet = named(&g, "pet");
    uint32_t ben = pl_person_count(g.corpus) - 1;
    for (uint32_t i = 0; i < g.affinity->slot_count; i++) {
        if (g.cluster[i] != bird)
            continue;
        if (pl_person_of(g.corpus, g.affinity->slot_node[i]) == ben)
            g.cluster[i] = g.count;
        else if (mine++ > 0)
            g.cluster[i] = g.count + 1;
    }
    memcpy(parents, g.parent, g.count * sizeof *parents);
    parents[g.count] = parents[g.count + 1] = pet;
    g.parent = parents;
    g.count += 2;
    assert_int_equal(join_siblings(&g), 1);
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

static void expect_counts(const grown *g, uint32_t c)
{
    uint32_t people = pl_person_count(g->corpus), total = 0, speakers = 0;
    uint32_t multiple = 0;
    for (uint32_t p = 0; p < g->count; p++) {
        uint32_t voices = 0;
        for (uint32_t k = 0; k < people; k++)
            voices += has_said(g, k, c, p);
        assert_int_equal(pl_voices_for(&g->said, c, p), voices);
        total += voices;
    }
    for (uint32_t k = 0; k < people; k++) {
        uint32_t parents = 0;
        for (uint32_t p = 0; p < g->count; p++)
            parents += has_said(g, k, c, p);
        speakers += parents > 0;
        multiple += parents > 1;
    }
    uint32_t heads = 0;
    for (uint32_t k = 0; k < people; k++) {
        bool is_head = false;
        for (uint32_t below = 0; below < g->count; below++)
            is_head = is_head || has_said(g, k, below, c);
        heads += is_head;
    }
    assert_int_equal(g->said.heads[c], heads);
    assert_int_equal(g->said.total[c], total);
    assert_int_equal(g->said.speakers[c], speakers);
    assert_int_equal(g->said.multiple[c], multiple);
}

/* Numbers say the same as walking up. */
static void expect_lineage(const grown *g)
{
    pl_lineage forest;
    assert_true(pl_lineage_take(&forest, g->arena, g->count));
    pl_lineage_number(&forest, g->parent);
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
            assert_true(pl_voices_for(&g->said, c, g->parent[c]) > 0);
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
                uint32_t at = p, voices = pl_voices_for(&g->said, c, p);
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
            uint32_t voices = pl_voices_for(&g->said, c, more.parent[k]);
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
        grown g = grow(text, &USUAL);
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
        grown g = grow(text, &USUAL);
        for (uint32_t c = 0; c < g.count; c++)
            expect_counts(&g, c);
        expect_forest(&g);
        expect_lineage(&g);
        end(&g);
        g = grow(text, &VOTES);
        expect_forest(&g);
        expect_lineage(&g);
        expect_heaviest_first(&g);
        end(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_person_has_one_voice),
        cmocka_unit_test(test_shares_tell_up_from_down),
        cmocka_unit_test(test_shortcuts_support_the_longer_path),
        cmocka_unit_test(test_shortcuts_of_those_who_know),
        cmocka_unit_test(test_names_speak),
        cmocka_unit_test(test_ties_look_at_children),
        cmocka_unit_test(test_one_voice_against_generality),
        cmocka_unit_test(test_one_voice_among_many_who_disagree),
        cmocka_unit_test(test_a_level_of_one),
        cmocka_unit_test(test_topics_and_parts_turned),
        cmocka_unit_test(test_one_voice_does_not_hang_a_top),
        cmocka_unit_test(test_wrappers),
        cmocka_unit_test(test_second_places),
        cmocka_unit_test(test_another_world),
        cmocka_unit_test(test_dear_dissent),
        cmocka_unit_test(test_tags_part_places),
        cmocka_unit_test(test_nobody_agrees),
        cmocka_unit_test(test_few_agree),
        cmocka_unit_test(test_nobody_agrees_on_a_leaf),
        cmocka_unit_test(test_titles_of_one_collection),
        cmocka_unit_test(test_wholes_of_one_field),
        cmocka_unit_test(test_widest_whole),
        cmocka_unit_test(test_tops_of_flat_people),
        cmocka_unit_test(test_ties_look_at_the_reverse),
        cmocka_unit_test(test_titles_below_others),
        cmocka_unit_test(test_one_thing_in_several_places),
        cmocka_unit_test(test_siblings_by_name),
        cmocka_unit_test(test_siblings_of_one_name),
        cmocka_unit_test(test_siblings_of_one_person),
        cmocka_unit_test(test_three_siblings_of_one_name),
        cmocka_unit_test(test_random_corpora),
        cmocka_unit_test(test_names_do_not_contradict),
        cmocka_unit_test(test_more_parents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
