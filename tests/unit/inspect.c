/* inspect.c: a taxonomy asked for all it knows, grown and loaded alike. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grown_text.h"
#include "sinks.h"

static const char CORPUS[] =
    "{\"owner\": \"ann\", \"id\": \"t\", \"name\": \"Animal\", \"children\": ["
    "{\"name\": \"Dog\", \"tags\": {\"leash\": 2, \"bone\": 5}, \"children\": "
    "[{\"name\": \"Poodle\"}]}, {\"name\": \"Cat\"}]}\n"
    "{\"owner\": \"bob\", \"id\": \"u\", \"name\": \"animals\", \"children\": ["
    "{\"name\": \"dogs\", \"tags\": {\"leash\": 4}}]}\n";

static grown_text grow(void)
{
    return grow_text("x.jsonl", CORPUS, "name", NULL);
}

typedef PL_LIST(char) bytes;

static bool keep(void *context, const void *from, size_t size)
{
    bytes *to = context;
    assert_true(pl_list_room(to, size));
    memcpy(to->items + to->count, from, size);
    to->count += size;
    return true;
}

static bytes write_json(const pleach_taxonomy *taxonomy)
{
    bytes text = {0};
    pleach_sink to = {.write = keep, .context = &text};
    pleach_write_options how = {.format = "json"};
    assert_int_equal(pleach_taxonomy_write(taxonomy, &to, &how, NULL),
                     PLEACH_OK);
    return text;
}

static pleach_status load(pleach_taxonomy **taxonomy, const void *text,
                          size_t size, pleach_error *error)
{
    pleach_input input = {.name = "memory", .bytes = text, .size = size};
    *taxonomy = NULL;
    pleach_status status = pleach_taxonomy_load(taxonomy, &input, error);
    assert_int_equal(*taxonomy != NULL, status == PLEACH_OK);
    return status;
}

/* The number of the cluster of a name. */
static uint32_t find(const pleach_taxonomy *taxonomy, const char *key,
                     pleach_cluster *cluster)
{
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++) {
        assert_int_equal(pleach_taxonomy_cluster(cluster, taxonomy, c, NULL),
                         PLEACH_OK);
        if (strcmp(cluster->key, key) == 0)
            return c;
    }
    fail_msg("There is no cluster %s.", key);
    return PLEACH_NO_CLUSTER;
}

static void check_animals(const pleach_taxonomy *taxonomy)
{
    pleach_cluster animal, dog, poodle, cat;
    uint32_t a = find(taxonomy, "anim", &animal);
    uint32_t d = find(taxonomy, "dog", &dog);
    uint32_t p = find(taxonomy, "poodl", &poodle);
    uint32_t c = find(taxonomy, "cat", &cat);
    assert_int_equal(pleach_taxonomy_clusters(taxonomy), 4);
    assert_int_equal(a, 0);
    assert_int_equal(animal.id, 0);
    assert_int_equal(animal.parent, PLEACH_NO_CLUSTER);
    assert_int_equal(animal.child_count, 2);
    assert_int_equal(animal.end, 4);
    assert_int_equal(animal.size, 2);
    assert_int_equal(animal.people, 2);
    assert_int_equal(animal.edge_people, 0);
    assert_int_equal(dog.parent, a);
    assert_int_equal(dog.depth, 1);
    assert_int_equal(dog.child_count, 1);
    assert_int_equal(dog.end, d + 2);
    assert_int_equal(dog.size, 3);
    assert_int_equal(dog.edge_people, 2);
    assert_int_equal(dog.in_favour, 2);
    assert_int_equal(dog.against + dog.skipping + dog.top, 0);
    assert_int_equal(dog.concept, d);
    assert_int_equal(p, d + 1);
    assert_int_equal(poodle.parent, d);
    assert_int_equal(poodle.depth, 2);
    assert_int_equal(cat.parent, a);
    assert_int_equal(c, d + 2); /* the next child is where the first ends */
    assert_true(dog.net_similarity > 0);
}

/* All members of all clusters are nodes of the corpus, each there once. */
static void check_members(const pleach_taxonomy *taxonomy)
{
    uint32_t seen = 0, exemplars = 0;
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++) {
        pleach_cluster cluster;
        assert_int_equal(pleach_taxonomy_cluster(&cluster, taxonomy, c, NULL),
                         PLEACH_OK);
        assert_true(cluster.exemplar < cluster.size);
        for (uint32_t k = 0; k < cluster.size; k++) {
            pleach_member member;
            assert_int_equal(
                pleach_taxonomy_member(&member, taxonomy, c, k, NULL),
                PLEACH_OK);
            bool ann = strcmp(member.node.owner, "ann") == 0;
            assert_string_equal(member.node.id, ann ? "t" : "u");
            assert_true(strcmp(member.node.role, "root") == 0 ||
                        strcmp(member.node.path, ".") != 0);
            assert_true(member.similarity > 0);
            exemplars += k == cluster.exemplar;
            seen++;
        }
    }
    assert_int_equal(seen, 7);
    assert_int_equal(exemplars, pleach_taxonomy_clusters(taxonomy));
}

static void check_tags(const pleach_taxonomy *taxonomy)
{
    pleach_cluster dog;
    pleach_tag tags[4] = {{NULL, 0}};
    size_t count = 4;
    uint32_t d = find(taxonomy, "dog", &dog);
    assert_int_equal(pleach_taxonomy_tags(tags, &count, taxonomy, d, NULL),
                     PLEACH_OK);
    assert_int_equal(count, 2);
    /* ann's dog is a leaf and a root. */
    assert_string_equal(tags[0].text, "bone");
    assert_true(tags[0].count == 10);
    assert_string_equal(tags[1].text, "leash");
    assert_true(tags[1].count == 8);
    count = 1;
    tags[1] = (pleach_tag){"untouched", -1};
    assert_int_equal(pleach_taxonomy_tags(tags, &count, taxonomy, d, NULL),
                     PLEACH_OK);
    assert_int_equal(count, 1);
    assert_string_equal(tags[1].text, "untouched");
    count = 0;
    assert_int_equal(pleach_taxonomy_tags(NULL, &count, taxonomy, d, NULL),
                     PLEACH_OK);
    assert_int_equal(count, 0);
}

static void check_wrong_numbers(const pleach_taxonomy *taxonomy)
{
    static const uint32_t wrong[] = {4, 5, PLEACH_NO_CLUSTER};
    pleach_cluster cluster = {.size = 77};
    pleach_member member = {.similarity = 77};
    size_t count = 77;
    for (size_t k = 0; k < 3; k++) {
        pleach_error error = {0};
        assert_int_equal(
            pleach_taxonomy_cluster(&cluster, taxonomy, wrong[k], &error),
            PLEACH_BAD_USAGE);
        assert_non_null(strstr(error.sentence, "has 4, counted from 0"));
        assert_int_equal(
            pleach_taxonomy_member(&member, taxonomy, wrong[k], 0, &error),
            PLEACH_BAD_USAGE);
        assert_int_equal(
            pleach_taxonomy_tags(NULL, &count, taxonomy, wrong[k], &error),
            PLEACH_BAD_USAGE);
        assert_int_equal(
            pleach_taxonomy_member(&member, taxonomy, 0, wrong[k], &error),
            PLEACH_BAD_USAGE);
        assert_non_null(strstr(error.sentence, "Cluster 0 has no member"));
    }
    assert_int_equal(cluster.size, 77);
    assert_true(member.similarity == 77);
    assert_int_equal(count, 77);
}

static void check_all(const pleach_taxonomy *taxonomy)
{
    check_animals(taxonomy);
    check_members(taxonomy);
    check_tags(taxonomy);
    check_wrong_numbers(taxonomy);
}

static void test_grown(void **state)
{
    grown_text all = grow();
    (void)state;
    check_all(all.forest);
    grown_text_free(&all);
}

static void test_loaded(void **state)
{
    grown_text all = grow();
    bytes text = write_json(all.forest);
    pleach_taxonomy *loaded;
    (void)state;
    assert_int_equal(load(&loaded, text.items, text.count, NULL), PLEACH_OK);
    memset(text.items, 'x', text.count); /* nothing is borrowed */
    check_all(loaded);
    const pleach_report *a = pleach_taxonomy_report(all.forest);
    const pleach_report *b = pleach_taxonomy_report(loaded);
    assert_int_equal(a->clusters, b->clusters);
    assert_int_equal(a->trees, b->trees);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->names, b->names);
    assert_int_equal(a->statements_held, b->statements_held);
    assert_memory_equal(a->level_instances, b->level_instances,
                        a->levels * sizeof *a->level_instances);
    assert_string_equal(a->solver, b->solver);
    assert_string_equal(a->similarity, b->similarity);
    assert_true(fabs(a->net_similarity - b->net_similarity) < 1e-8);
    assert_true(fabs(a->aut - b->aut) < 1e-9);
    pl_list_free(&text);
    pleach_taxonomy_free(loaded);
    grown_text_free(&all);
}

/* What needs a corpus says so instead of failing in odd ways. */
static void test_loaded_is_not_grown(void **state)
{
    grown_text all = grow();
    bytes text = write_json(all.forest);
    pleach_taxonomy *loaded;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(load(&loaded, text.items, text.count, NULL), PLEACH_OK);
    assert_int_equal(pleach_taxonomy_write(loaded, TO(stdout), NULL, &error),
                     PLEACH_BAD_USAGE);
    assert_non_null(strstr(error.sentence, "was loaded"));
    pl_list_free(&text);
    pleach_taxonomy_free(loaded);
    grown_text_free(&all);
}

/* A file whose clusters stand in the opposite order, with other ids. */
static void test_any_order(void **state)
{
    grown_text all = grow();
    bytes text = write_json(all.forest);
    json_t *root = json_loadb(text.items, text.count, 0, NULL);
    json_t *clusters = json_object_get(root, "clusters");
    json_t *turned = json_array();
    static const char *const fields[] = {"id", "parent", "concept"};
    (void)state;
    for (size_t c = json_array_size(clusters); c-- > 0;) {
        json_t *cluster = json_array_get(clusters, c);
        for (size_t f = 0; f < 3; f++) {
            json_t *id = json_object_get(cluster, fields[f]);
            if (json_is_integer(id))
                json_object_set_new(cluster, fields[f],
                                    json_integer(7 * json_integer_value(id)));
        }
        json_array_append(turned, cluster);
    }
    json_object_set_new(root, "clusters", turned);
    char *other = json_dumps(root, 0);
    pleach_taxonomy *loaded;
    pleach_cluster animal, cat, dog;
    assert_int_equal(load(&loaded, other, strlen(other), NULL), PLEACH_OK);
    assert_int_equal(find(loaded, "anim", &animal), 0);
    assert_int_equal(find(loaded, "cat", &cat), 1);
    assert_int_equal(find(loaded, "dog", &dog), 2);
    assert_int_equal(dog.id, 7);
    assert_int_equal(dog.concept, 2);
    assert_int_equal(dog.end, 4);
    assert_int_equal(dog.parent, 0);
    check_members(loaded);
    pleach_taxonomy_free(loaded);
    free(other);
    json_decref(root);
    pl_list_free(&text);
    grown_text_free(&all);
}

/* ------------------------------------------------------------- damage -- */

static void refuse_damaged(json_t *root, const char *word)
{
    pleach_taxonomy *loaded;
    pleach_error error = {0};
    char *text = json_dumps(root, 0);
    assert_int_equal(load(&loaded, text, strlen(text), &error),
                     PLEACH_BAD_DATA);
    if (strstr(error.sentence, word) == NULL)
        fail_msg("%s", error.sentence);
    free(text);
}

static json_t *cluster_of(json_t *root, size_t c)
{
    return json_array_get(json_object_get(root, "clusters"), c);
}

static void test_damaged(void **state)
{
    grown_text all = grow();
    bytes text = write_json(all.forest);
    char deep[1100];
    (void)state;
    memset(deep, 0, sizeof deep);
    for (size_t k = 0; k < 1024; k += 2)
        memcpy(deep + k, "0/", 2);
    deep[1023] = '\0';
    for (int what = 0; what < 6; what++) {
        json_t *root = json_loadb(text.items, text.count, 0, NULL);
        json_t *member =
            json_array_get(json_object_get(cluster_of(root, 3), "members"), 0);
        json_t *exemplar = json_object_get(cluster_of(root, 3), "exemplar");
        static const char *const words[] = {
            "format",      "loop", "does not exist", "not one of its members",
            "longer than", "size"};
        if (what == 0)
            json_object_set_new(root, "format", json_integer(1));
        if (what == 1)
            json_object_set_new(cluster_of(root, 0), "parent", json_integer(2));
        if (what == 2)
            json_object_set_new(cluster_of(root, 1), "parent",
                                json_integer(99));
        if (what == 3)
            json_object_set_new(exemplar, "id", json_string("elsewhere"));
        if (what == 4)
            json_object_set_new(member, "path", json_string(deep));
        if (what == 5)
            json_array_clear(json_object_get(cluster_of(root, 3), "members"));
        refuse_damaged(root, words[what]);
        json_decref(root);
    }
    pl_list_free(&text);
    grown_text_free(&all);
}

/* A file cut short anywhere is refused, and nothing leaks. */
static void test_cut_short(void **state)
{
    grown_text all = grow();
    bytes text = write_json(all.forest);
    (void)state;
    for (size_t size = 0; size + 2 < text.count; size += 7) {
        pleach_taxonomy *loaded;
        pleach_error error = {0};
        assert_int_equal(load(&loaded, text.items, size, &error),
                         PLEACH_BAD_DATA);
        assert_string_equal(error.file, "memory");
    }
    pl_list_free(&text);
    grown_text_free(&all);
}

static void test_no_input(void **state)
{
    pleach_taxonomy *loaded = NULL;
    pleach_error error = {0};
    (void)state;
    assert_int_equal(pleach_taxonomy_load(&loaded, NULL, &error),
                     PLEACH_BAD_USAGE);
    assert_int_equal(
        pleach_taxonomy_load(&loaded, &(pleach_input){.name = NULL}, &error),
        PLEACH_BAD_USAGE);
    assert_int_equal(
        pleach_taxonomy_load(&loaded, FILE_AT("/nowhere.json"), &error),
        PLEACH_IO);
    assert_int_equal(pleach_taxonomy_load(&loaded, FILE_AT("/"), &error),
                     PLEACH_BAD_DATA);
    assert_null(loaded);
}

/* An empty forest is one. */
static void test_nothing_in_it(void **state)
{
    static const char text[] = "{\"format\": \"pleach-taxonomy/1\", "
                               "\"clusters\": [], \"discarded\": []}";
    pleach_taxonomy *loaded;
    (void)state;
    assert_int_equal(load(&loaded, text, sizeof text - 1, NULL), PLEACH_OK);
    assert_int_equal(pleach_taxonomy_clusters(loaded), 0);
    assert_int_equal(pleach_taxonomy_report(loaded)->trees, 0);
    assert_null(pleach_taxonomy_report(loaded)->solver);
    pleach_taxonomy_free(loaded);
    pleach_taxonomy_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grown),
        cmocka_unit_test(test_loaded),
        cmocka_unit_test(test_loaded_is_not_grown),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_no_input),
        cmocka_unit_test(test_nothing_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
