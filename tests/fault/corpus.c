/* corpus.c: every allocation of reading and selecting fails once. */
/* SPDX-License-Identifier: MIT */
#include "corpus/select.h"
#include "corpus_support.h"

/* Each k-th allocation fails in turn, alone or with all that follow, until
 * none is left to fail, packed on the way or not: no crash, no leak, and the
 * sentence about memory. Who goes on all the same, as libcsv does with less
 * than it asked for, has lost nothing. */
static void read_with_faults(const char *name, const char *text, bool once,
                             bool pack)
{
    pleach_input input = {name, text, strlen(text)};
    pleach_corpus *whole = read_text(name, text);
    char *expected = show_corpus(whole);
    bool met = true;
    for (int64_t k = 0; met; k++) {
        pleach_corpus *corpus;
        pleach_error error = {0};
        pl_memory_fail_after(k, once);
        pleach_status status =
            pack ? read_packed(&corpus, &input, 1, NULL, &error)
                 : read_bytes(&corpus, name, text, strlen(text), NULL, &error);
        pl_memory_fail_after(-1, false);
        if (status == PLEACH_OK) {
            char *seen = show_corpus(corpus);
            if (strcmp(seen, expected) != 0 ||
                pl_strings_count(corpus->payloads) !=
                    pl_strings_count(whole->payloads))
                fail_msg("without allocation %lld %s is read as\n%s",
                         (long long)k, text, seen);
            met = pl_memory_fault_met();
            assert_true(met || k > 20);
            free(seen);
            pleach_corpus_free(corpus);
            continue;
        }
        if (status != PLEACH_NO_MEMORY)
            fail_msg("without allocation %lld %s is %s", (long long)k, text,
                     error.sentence);
        assert_int_equal(error.status, PLEACH_NO_MEMORY);
        assert_non_null(strstr(error.sentence, "memory"));
        assert_null(corpus);
    }
    free(expected);
    pleach_corpus_free(whole);
}

static void read_both_ways(const char *name, const char *text)
{
    read_with_faults(name, text, true, false);
    read_with_faults(name, text, false, false);
    read_with_faults(name, text, true, true);
    read_with_faults(name, text, false, true);
}

static const char *const jsonl =
    "{\"owner\":\"ann\",\"id\":\"1\",\"name\":\"Pets\",\"children\":["
    "{\"name\":\"Cats\",\"children\":[{\"name\":\"tabby\",\"tags\":{\"f\":1}}],"
    "\"tags\":[\"Fur\",\"caf\xC3\xA9\"]},{\"name\":\"\xC3\xA9t\xC3\xA9\"}],"
    "\"tags\":[\"late\"]}\n"
    "{\"name\":\"!!!\",\"id\":\"1\"}\n";

static void test_jsonl(void **state)
{
    (void)state;
    read_both_ways("f.jsonl", jsonl);
    read_both_ways("f.json", "[{\"name\":\"a\",\"tags\":[\"x\"]}]");
}

static void test_csv(void **state)
{
    (void)state;
    read_both_ways("f.csv",
                   "owner,parent,child,tags,id\nann,animal,pet,x:1;y,7\n"
                   "ann,pet,\"two\nlines\",,\nbob,alone,,z,\n");
    read_both_ways("f.csv", "parent,child,synonyms,description\nanimal,pet,"
                            "x;y,some words\npet,dog,,\n,pet,z,\n");
    read_both_ways("f.csv", "id,name,parent_id\n1,a,0\n0,b,\n");
    read_both_ways("f.csv",
                   "conceptType,conceptUri,preferredLabel,altLabels,broaderUri,"
                   "broaderLabel,code,description\n"
                   "Skill,u:1,A,a|b,u:2,B,1,some words\nSkill,u:3,C,,,,1.1,\n"
                   "Skill,u:3,D,,u:4 | u:2,,,\n");
    read_both_ways("f.csv",
                   "Level 0 URI,Level 0 preferred term,Level 1 URI,Level 1 "
                   "preferred term,Description\nu:1,A,u:2,B,words\n");
}

static void test_paths(void **state)
{
    (void)state;
    read_both_ways("f.paths", "ann\ta > b > c\nbob\ta > d\n");
}

/* What is told by its look alone, and formats of one file each. */
static void test_looks(void **state)
{
    static const char *const texts[] = {
        "# Animals\n- **Dogs**: they bark\n- Cats: purr\n  - Tabby\n",
        "I. Animals\nA. Dogs\nB. Cats\n1. Tabby\n",
        "Animals\n\tDogs\n\t\t{hounds}\n\t[Cats]\n",
        "Animals\n|-- Dogs\n`-- Cats\n    `-- Tabby\n",
        "parent,child,note\nPets,Dogs,loud\n",
        "ann,pet,cat\nann,pet,dog\nbob,Pets,cow\n",
        "See:\n```json\n{\"Pets\": [\"Dogs\"]}\n```\nBye.\n",
        "| Level 1 | Level 2 |\n|---|---|\n| Pets | Dogs |\n",
        "format-version: 1.2\n[Term]\nid: X:2\nname: dog\nis_a: X:1\n"
        "synonym: \"hound\" EXACT []\ndef: \"It barks\"\n",
        "1 - Pets\n3 - Pets > Dogs\n",
        "{\"name\": \"A\", \"x\": [\"y\", {\"z\": 1}], \"children\": "
        "[\"b\"]}\n{\"name\": \"C\"}\n",
        "{\"Animals\": {\"Dogs\": {\"name\": \"D\", \"size\": {\"w\": "
        "[1, 2]}, \"keywords\": [\"bark\"]}, \"Cats\": [\"Tabby\"]}}",
        "[{\"id\": \"a\", \"name\": \"A\", \"items\": [{\"id\": \"b\"}]}, "
        "{\"id\": \"b\", \"name\": \"B\"}]",
    };
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        read_both_ways("f", texts[k]);
}

#ifdef PLEACH_HAS_YAML
static void test_records(void **state)
{
    (void)state;
    read_both_ways("f.yaml", "[{\"name\": \"B\", \"parents\": [\"A\", \"C\"], "
                             "\"tags\": [\"x\", \"y\"], \"items\": [\"k\"]}]");
    read_both_ways("f.yaml", "[{\"level1\": \"A\", \"level2\": \"B\", "
                             "\"items\": [\"k\"], \"links\": [\"u\"]}]");
    read_both_ways("f.yaml", "[{\"parent\": \"A\", \"children\": [\"B\"]}]");
    read_both_ways("f.yaml", "[{\"id\": 1, \"name\": \"A\", \"children\": "
                             "[2]}, {\"id\": 2, \"name\": \"B\"}]");
}
#endif

static void test_jsonld(void **state)
{
    (void)state;
    read_both_ways("f.jsonld",
                   "{\"@context\": {\"s\": \"http://www.w3.org/2004/02/skos/"
                   "core#\", \"@base\": \"http://e/\", \"l\": {\"@id\": "
                   "\"s:prefLabel\", \"@container\": \"@language\"}}, "
                   "\"@id\": \"a\", \"l\": {\"en\": [\"A\", \"B\"]}, "
                   "\"s:narrower\": {\"@list\": [\"b\", {\"@id\": \"c\", "
                   "\"s:prefLabel\": {\"@value\": \"C\", \"@language\": "
                   "\"de\"}, \"s:definition\": \"two words\"}]}}");
}

static void test_select(void **state)
{
    (void)state;
    pleach_corpus *corpus = read_text("f.jsonl", jsonl);
    pleach_status status = PLEACH_NO_MEMORY;
    for (int64_t k = 0; status != PLEACH_OK; k++) {
        pl_selection selection;
        pl_arena *arena = pl_arena_new();
        assert_non_null(arena);
        pl_memory_fail_after(k, true);
        status = pl_select(&selection, arena, corpus, "pet", 0, NULL);
        pl_memory_fail_after(-1, false);
        assert_true(status == PLEACH_OK || status == PLEACH_NO_MEMORY);
        pl_arena_free(arena);
    }
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jsonl),   cmocka_unit_test(test_csv),
        cmocka_unit_test(test_paths),   cmocka_unit_test(test_jsonld),
        cmocka_unit_test(test_looks),
#ifdef PLEACH_HAS_YAML
        cmocka_unit_test(test_records),
#endif
        cmocka_unit_test(test_select),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
