/* corpus.c: order, identity, facts, warnings, sources of a corpus. */
/* SPDX-License-Identifier: MIT */
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/builder.h"
#include "corpus_support.h"

/* --------------------------------------------------------------- order -- */

static const char *const lines[] = {
    "{\"owner\":\"u2\",\"id\":\"b\",\"name\":\"pet\",\"children\":"
    "[{\"name\":\"cat\",\"tags\":{\"fur\":1.5,\"z\":0.1}}]}\n",
    "{\"owner\":\"u1\",\"id\":\"c\",\"name\":\"Pets\",\"tags\":[\"a\"],"
    "\"children\":[{\"name\":\"dog\",\"children\":[{\"name\":\"pug\","
    "\"tags\":{\"fur\":1,\"bark\":2}}]}]}\n",
    "{\"owner\":\"u1\",\"id\":\"a\",\"name\":\"wild\",\"children\":"
    "[{\"name\":\"Dog\"}]}\n",
    /* No id: told apart by what they say, and equal ones by number. */
    "{\"owner\":\"u1\",\"name\":\"x\",\"children\":[{\"name\":\"y\"}]}\n",
    "{\"owner\":\"u1\",\"name\":\"x\",\"children\":[{\"name\":\"y\"}]}\n",
    "{\"owner\":\"u1\",\"name\":\"x\",\"tags\":[\"q\",\"r\"]}\n",
    /* The same id twice, with other contents. */
    "{\"owner\":\"u1\",\"id\":\"a\",\"name\":\"tame\",\"children\":"
    "[{\"name\":\"cow\",\"tags\":[\"moo\"]}]}\n",
    "{\"name\":\"!?\",\"children\":[{\"name\":\"caf\\u00e9\"}]}\n",
};
enum { LINES = sizeof lines / sizeof *lines };

static pleach_corpus *read_in_order(const int *order)
{
    shown text = {NULL, 0};
    for (int k = 0; k < LINES; k++)
        show_text(&text, lines[order[k]]);
    pleach_corpus *corpus = read_text("f.jsonl", text.text);
    free(text.text);
    return corpus;
}

static void test_any_order(void **state)
{
    (void)state;
    int order[LINES];
    for (int k = 0; k < LINES; k++)
        order[k] = k;
    pleach_corpus *first = read_in_order(order);
    uint32_t random = 1;
    for (int round = 0; round < 200; round++) {
        for (int k = LINES - 1; k > 0; k--) {
            random = random * 1664525u + 1013904223u;
            int other = (int)((random >> 8) % (uint32_t)(k + 1));
            int swap = order[k];
            order[k] = order[other];
            order[other] = swap;
        }
        pleach_corpus *again = read_in_order(order);
        same_but_ids(first, again);
        pleach_corpus_free(again);
    }
    pleach_corpus_free(first);
}

/* Files in another order, and lines moved between them, change nothing. */
static void test_any_split(void **state)
{
    (void)state;
    const char *one = "{\"owner\":\"o\",\"name\":\"a\",\"children\":"
                      "[{\"name\":\"b\"}]}\n";
    const char *two = "{\"owner\":\"o\",\"name\":\"c\",\"tags\":[\"t\"]}\n";
    pleach_input forth[] = {{"1.jsonl", one, strlen(one)},
                            {"2.jsonl", two, strlen(two)}};
    pleach_input back[] = {{"9.jsonl", two, strlen(two)},
                           {"8.jsonl", one, strlen(one)}};
    pleach_corpus *a, *b;
    assert_int_equal(pleach_corpus_read(&a, forth, 2, NULL, NULL), PLEACH_OK);
    assert_int_equal(pleach_corpus_read(&b, back, 2, NULL, NULL), PLEACH_OK);
    same_but_ids(a, b);
    assert_string_equal(a->input_name[0], "1.jsonl");
    assert_string_equal(b->input_name[0], "8.jsonl");
    assert_string_equal(b->input_name[1], "9.jsonl");
    pleach_corpus_free(a);
    pleach_corpus_free(b);
}

static void test_identities_differ(void **state)
{
    (void)state;
    int order[LINES];
    for (int k = 0; k < LINES; k++)
        order[k] = k;
    pleach_corpus *corpus = read_in_order(order);
    for (uint32_t a = 0; a < corpus->node_count; a++)
        for (uint32_t b = a + 1; b < corpus->node_count; b++)
            assert_true(corpus->node_identity[a] != corpus->node_identity[b]);
    pleach_corpus_free(corpus);
}

/* ------------------------------------------------------------ structure -- */

static void test_structure(void **state)
{
    (void)state;
    int order[LINES];
    for (int k = 0; k < LINES; k++)
        order[k] = k;
    pleach_corpus *corpus = read_in_order(order);
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint32_t root = pl_root_of(corpus, n);
        assert_true(root <= n);
        assert_int_equal(pl_is_root(corpus, n), root == n);
        for (uint64_t k = corpus->tag_first[n] + 1;
             k < corpus->tag_first[n + 1]; k++)
            assert_true(corpus->tag_id[k - 1] < corpus->tag_id[k]);
        uint32_t twin = corpus->node_twin[n];
        if (twin == PL_NONE)
            continue;
        char here[64], there[64];
        assert_int_equal(corpus->node_twin[twin], n);
        pl_node_path(corpus, n, here, sizeof here);
        pl_node_path(corpus, twin, there, sizeof there);
        assert_string_equal(here, there);
        assert_int_not_equal(pl_is_root(corpus, n), pl_is_root(corpus, twin));
    }
    pleach_corpus_free(corpus);
}

static void test_node_path(void **state)
{
    (void)state;
    pleach_corpus *corpus = read_text("f.paths", "a/b/c\na/d\n");
    const char *expected[] = {".", "0", "1", "0", "0/0"};
    assert_int_equal(corpus->node_count, 5);
    for (uint32_t n = 0; n < 5; n++) {
        char path[8], cut[2];
        assert_int_equal(pl_node_path(corpus, n, path, sizeof path),
                         strlen(expected[n]));
        assert_string_equal(path, expected[n]);
        assert_int_equal(pl_node_path(corpus, n, cut, sizeof cut),
                         strlen(expected[n]));
        assert_int_equal(cut[0], expected[n][0]);
        assert_int_equal(cut[1], '\0');
    }
    pleach_corpus_free(corpus);
}

/* ---------------------------------------------------------------- facts -- */

static void test_facts_and_warnings(void **state)
{
    (void)state;
    heard to = {0};
    pleach_listener listener = {.warn = hear, .context = &to};
    pleach_read_options options = {.listener = &listener};
    pleach_corpus *corpus = read_text_with(
        "f.jsonl",
        "{\"id\":\"a\",\"name\":\"Birds\",\"children\":[{\"name\":\"bird\"}]}\n"
        "{\"id\":\"a\",\"owner\":\"o\",\"name\":\"x\",\"children\":"
        "[{\"name\":\"y\"}]}\n"
        "{\"id\":\"a\",\"name\":\"z\",\"children\":[{\"name\":\"y\"}]}\n"
        "{\"id\":\"b\",\"name\":\"lone\"}\n"
        "{\"id\":\"c\",\"name\":\"w\",\"children\":[{\"name\":\"!!!\","
        "\"children\":[{\"name\":\"v\"}]}]}\n",
        &options);
    const pleach_corpus_facts *facts = pleach_corpus_get_facts(corpus);
    assert_int_equal(facts->hierarchies, 5);
    assert_int_equal(facts->saplings, 6);
    assert_int_equal(facts->nodes, 11);
    assert_int_equal(facts->names, 8); /* bird x y z lone w !!! v */
    assert_int_equal(facts->owners, 2);
    assert_int_equal(facts->duplicate_ids, 3);
    assert_int_equal(facts->leafless, 1);
    assert_int_equal(facts->nameless, 2);
    assert_int_equal(facts->skipped, 0);
    assert_int_equal(to.warnings, 4); /* two ids, one lone, one !!! */
    assert_string_equal(to.last.file, "f.jsonl");
    assert_int_equal(to.last.line, 5);
    assert_string_equal(corpus->language, "english");
    pleach_corpus_free(corpus);
}

/* More nodes than numbers: a sentence, not an overflow. */
static void test_too_many(void **state)
{
    (void)state;
    pl_read_progress progress = {0};
    pl_builder *builder;
    pl_draft draft = {0};
    pl_arena *arena = pl_arena_new();
    pl_origin origin = {"f", 0, 1};
    pleach_error error;
    assert_int_equal(pl_builder_new(&builder, "none", &progress, &error),
                     PLEACH_OK);
    pl_draft_in_arena(&draft, arena);
    assert_true(pl_draft_keep(&draft, &draft.owner, "o", 1));
    pl_draft_node top = {.parent = PL_NONE};
    assert_true(pl_draft_keep(&draft, &top.name, "a", 1));
    assert_true(pl_list_push(&draft.nodes, top));
    builder->nodes.count = PL_NONE - 2;
    assert_int_equal(pl_builder_add(builder, &draft, &origin, &error),
                     PLEACH_NO_MEMORY);
    assert_non_null(strstr(error.sentence, "4294967294 nodes"));
    builder->nodes.count = 0;
    assert_int_equal(pl_builder_add(builder, &draft, &origin, &error),
                     PLEACH_OK);
    pl_builder_free(builder);
    pl_arena_free(arena);
}

static void test_wrong_options(void **state)
{
    (void)state;
    pleach_corpus *corpus = NULL;
    pleach_error error;
    pleach_read_options format = {.format = "xls"};
    pleach_read_options language = {.language = "klingon"};
    const char *text = "{\"name\":\"a\"}";
    assert_int_equal(
        read_bytes(&corpus, "f", text, strlen(text), &format, &error),
        PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "jsonl"));
    assert_int_equal(
        read_bytes(&corpus, "f", text, strlen(text), &language, &error),
        PLEACH_BAD_USAGE);
    assert_int_equal(pleach_corpus_read(&corpus, NULL, 0, NULL, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(pleach_corpus_read(&corpus, NULL, 0, NULL, NULL),
                     PLEACH_BAD_USAGE);
    pleach_corpus_free(NULL);
}

/* ------------------------------------------------------------- progress -- */

typedef struct meter {
    int calls, allowed;
    uint64_t done, total;
} meter;

static bool measure(void *context, const pleach_progress *progress)
{
    meter *to = context;
    assert_string_equal(progress->stage, "read");
    assert_true(progress->done >= to->done);
    to->done = progress->done;
    to->total = progress->total;
    return ++to->calls <= to->allowed;
}

static void test_progress(void **state)
{
    (void)state;
    const char *line = "{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}\n";
    size_t length = strlen(line), count = (5u << 20) / length;
    char *text = malloc(length * count);
    assert_non_null(text);
    for (size_t k = 0; k < count; k++)
        memcpy(text + k * length, line, length);
    meter to = {.allowed = 100};
    pleach_listener listener = {.progress = measure, .context = &to};
    pleach_read_options options = {.format = "jsonl", .listener = &listener};
    FILE *file = fopen("progress.jsonl", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, length, count, file), count);
    fclose(file);
    pleach_input input = {.name = "progress.jsonl"};
    pleach_corpus *corpus;
    pleach_error error;
    assert_int_equal(pleach_corpus_read(&corpus, &input, 1, &options, &error),
                     PLEACH_OK);
    assert_in_range(to.calls, 3, 6);
    assert_int_equal(to.total, length * count);
    assert_true(to.done <= to.total);
    pleach_corpus_free(corpus);
    corpus = NULL;
    to = (meter){.allowed = 1};
    assert_int_equal(pleach_corpus_read(&corpus, &input, 1, &options, &error),
                     PLEACH_CANCELLED);
    assert_null(corpus);
    assert_int_equal(to.calls, 2);
    remove("progress.jsonl");
    free(text);
}

/* -------------------------------------------------------------- sources -- */

static void refuse_file(const char *name, pleach_status expected)
{
    pleach_corpus *corpus = NULL;
    pleach_error error = {0};
    pleach_input input = {.name = name};
    assert_int_equal(pleach_corpus_read(&corpus, &input, 1, NULL, &error),
                     expected);
    assert_string_equal(error.file, name);
    assert_true(strlen(error.sentence) > 20);
}

static void test_files(void **state)
{
    (void)state;
    refuse_file("no-such-file.jsonl", PLEACH_IO);
    refuse_file(".", PLEACH_BAD_DATA);
    FILE *file = fopen("empty.jsonl", "wb");
    assert_non_null(file);
    fclose(file);
    refuse_file("empty.jsonl", PLEACH_BAD_DATA);
    if (geteuid() != 0) { /* root may read everything */
        chmod("empty.jsonl", 0);
        refuse_file("empty.jsonl", PLEACH_IO);
    }
    remove("empty.jsonl");
}

static void test_stdin(void **state)
{
    (void)state;
    int before = dup(STDIN_FILENO);
    int ends[2];
    const char *text = "{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}\n";
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, strlen(text)), strlen(text));
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    pleach_input input = {.name = "-"};
    pleach_corpus *corpus;
    assert_int_equal(pleach_corpus_read(&corpus, &input, 1, NULL, NULL),
                     PLEACH_OK);
    assert_string_equal(corpus->hierarchy_id[0], "-:1");
    pleach_corpus_free(corpus);
    dup2(before, STDIN_FILENO);
    close(before);
}

/* ------------------------------------------------------------- real data -- */

static void counts_are(const char *file, const char *language,
                       uint32_t saplings, uint32_t nodes, uint32_t names)
{
    const char *folder = getenv("PLEACH_DATA");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s",
             folder != NULL ? folder : PLEACH_SOURCE_DIR "/../shared/data",
             file);
    if (access(path, R_OK) != 0) {
        print_message("skipped: there is no %s\n", path);
        skip();
    }
    pleach_input input = {.name = path};
    pleach_read_options options = {.language = language};
    pleach_corpus *corpus;
    pleach_error error;
    assert_int_equal(pleach_corpus_read(&corpus, &input, 1, &options, &error),
                     PLEACH_OK);
    assert_int_equal(corpus->sapling_count, saplings);
    assert_int_equal(corpus->node_count, nodes);
    if (names != 0)
        assert_int_equal(pl_strings_count(corpus->spellings), names);
    pleach_corpus_free(corpus);
}

static void test_real_data(void **state)
{
    (void)state;
    counts_are("flickr/flickr_saplings.jsonl", "none", 20758, 95414, 13337);
    counts_are("icons/icons_saplings.jsonl", NULL, 950, 48731, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_any_split),
        cmocka_unit_test(test_identities_differ),
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_node_path),
        cmocka_unit_test(test_facts_and_warnings),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_stdin),
        cmocka_unit_test(test_real_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
