/* taxonomy.c: from inputs of every kind to a taxonomy that stands the proof. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pleach_curate.h"
#include "sinks.h"

static char folder[64], taxonomy_path[96], input_path[96];

static void write_input(const char *name, const void *bytes, size_t size)
{
    snprintf(input_path, sizeof input_path, "%s/%s", folder, name);
    FILE *to = fopen(input_path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, size, to), size);
    assert_int_equal(fclose(to), 0);
}

/* Reads, compares, clusters, grows and saves. */
static void make_taxonomy(const pleach_read_options *reading, const char *seed)
{
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_error error = {0};
    pleach_input input = {.name = input_path};
    pleach_affinity_options comparing = {.similarity = "name", .seed = seed};
    pleach_clusters_options solving = {.solver = PLEACH_SOLVER_AP,
                                       .max_iterations = 50};
    if (pleach_corpus_read(&corpus, &input, 1, reading, &error) != PLEACH_OK ||
        pleach_affinity_compare(&affinity, corpus, &comparing, &error) !=
            PLEACH_OK ||
        pleach_clusters_find(&clusters, affinity, &solving, &error) !=
            PLEACH_OK ||
        pleach_taxonomy_grow(&forest, clusters, &error) != PLEACH_OK ||
        save_json(forest, taxonomy_path, &error) != PLEACH_OK)
        fail_msg("%s: %s", input_path, error.sentence);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
}

static void expect_proof(uint64_t nodes, uint64_t discarded)
{
    pleach_check_result result = {0};
    pleach_error error = {0};
    if (pleach_check(&result, FILE_AT(taxonomy_path), NULL, 0, &error) !=
        PLEACH_OK)
        fail_msg("%s: %s", error.file, error.sentence);
    assert_true(result.inputs_compared);
    assert_int_equal(result.input_nodes, nodes);
    assert_int_equal(result.discarded, discarded);
    assert_int_equal(result.members, nodes - discarded);
    unlink(input_path);
}

static void expect_proof_of(const char *name, const char *text, uint64_t nodes)
{
    write_input(name, text, strlen(text));
    make_taxonomy(NULL, NULL);
    expect_proof(nodes, 0);
}

static void test_json_lines(void **state)
{
    (void)state;
    expect_proof_of(
        "a.jsonl",
        "\xEF\xBB\xBF{\"name\":\"Pets\",\"children\":[{\"name\":"
        "\"dog\",\"children\":[{\"name\":\"poodle\"}]}]}\n"
        "{\"id\":12,\"owner\":3,\"name\":\"pet\",\"tags\":null,"
        "\"children\":[{\"name\":\"Dogs\"},{\"name\":\"!!!\"}]}\n"
        "{\"id\":12,\"owner\":3,\"name\":\"pet\",\"children\":[]}\n",
        8);
}

static void test_documents(void **state)
{
    (void)state;
    expect_proof_of("a.json",
                    "[\n {\"name\": \"Pet\",\n  \"children\": [{\"name\": "
                    "\"dog\"}]},\n {\"name\": \"pet\"}\n]\n",
                    3);
}

static void test_tables_and_paths(void **state)
{
    (void)state;
    expect_proof_of("a.csv",
                    "owner,parent,child,tags\nann,Pet,Dog,\nann,Pet,Cat,\n"
                    "bob,pet,dog,x:2;y\n",
                    5);
    expect_proof_of("a.paths", "Animals > Pets > Birds\nAnimals > Wild\n", 5);
}

static void test_compressed_lines(void **state)
{
    /* {"name":"Pet","children":[{"name":"dog"}]} through gzip. */
    static const unsigned char packed[] = {
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56,
        0xca, 0x4b, 0xcc, 0x4d, 0x55, 0xb2, 0x52, 0x0a, 0x48, 0x2d, 0x51, 0xd2,
        0x51, 0x4a, 0xce, 0xc8, 0xcc, 0x49, 0x29, 0x4a, 0xcd, 0x53, 0xb2, 0x8a,
        0xae, 0x86, 0xc9, 0xa4, 0xe4, 0xa7, 0x2b, 0xd5, 0xc6, 0xd6, 0x72, 0x01,
        0x00, 0x14, 0x6f, 0x02, 0xd7, 0x2b, 0x00, 0x00, 0x00};
    (void)state;
    write_input("a.jsonl.gz", packed, sizeof packed);
    make_taxonomy(NULL, NULL);
    expect_proof(2, 0);
}

static void test_lines_that_were_left_out(void **state)
{
    static const char text[] =
        "{\"name\":\"Pet\",\"children\":[{\"name\":\"dog\"}]}\n"
        "{\"name\":\"Pet\",\"name\":\"Pet\"}\n"
        "{\"name\":\"Pet\",\"tags\":{\"x\":-1}}\n"
        "{broken\n"
        "{\"name\":\"cat\"}\n";
    (void)state;
    write_input("a.jsonl", text, sizeof text - 1);
    make_taxonomy(&(pleach_read_options){.skip_bad = true}, NULL);
    expect_proof(3, 0);
}

static void test_a_seed_discards_with_a_reason(void **state)
{
    static const char text[] =
        "{\"id\":\"1\",\"name\":\"animal\",\"children\":[{\"name\":\"pet\"}]}\n"
        "{\"id\":\"2\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"},"
        "{\"name\":\"animal\"}]}\n"
        "{\"id\":\"3\",\"name\":\"stone\",\"children\":[{\"name\":\"dog\"}]}\n";
    (void)state;
    write_input("a.jsonl", text, sizeof text - 1);
    make_taxonomy(NULL, "animal");
    expect_proof(7, 3);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/pleach-taxonomy-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(taxonomy_path, sizeof taxonomy_path, "%s/taxonomy.json", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(taxonomy_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_lines),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_tables_and_paths),
        cmocka_unit_test(test_compressed_lines),
        cmocka_unit_test(test_lines_that_were_left_out),
        cmocka_unit_test(test_a_seed_discards_with_a_reason),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
