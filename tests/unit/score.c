/* score.c: scores computed by hand, and files that cannot be scored. */
/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* strsep */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/score_truth.h"
#include "report/report.h"
#include "sinks.h"

#define NEAR(actual, expected) assert_true(fabs((actual) - (expected)) < 1e-12)

static char *result_path, *reference_path;

static void write_file(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
}

enum { MOST_ROWS = 16, CELLS = 5 };

/* Rows of id, path, role, name and cluster as a taxonomy of single clusters;
 * without a cluster they are discarded. */
typedef struct table {
    char text[1024];
    const char *cell[MOST_ROWS][CELLS];
    size_t count;
} table;

static void cut_rows(table *t, const char *rows)
{
    char *line, *at = strcpy(t->text, rows);
    t->count = 0;
    while ((line = strsep(&at, "\n")) != NULL && *line != '\0') {
        for (size_t k = 0; k < CELLS; k++)
            t->cell[t->count][k] = strsep(&line, "\t");
        t->count++;
    }
}

static void put_node(FILE *to, const char *const *cell)
{
    fprintf(to,
            "{\"owner\": \"o\", \"id\": \"%s\", \"path\": \"%s\", \"role\": "
            "\"%s\", \"name\": \"%s\", \"similarity\": 0.5, \"reason\": "
            "\"r\"}",
            cell[0], cell[1], cell[2], cell[3]);
}

/* The members of a cluster, or what is discarded where it is "". */
static size_t put_members(FILE *to, const table *t, const char *cluster)
{
    size_t count = 0;
    for (size_t k = 0; k < t->count; k++)
        if (strcmp(t->cell[k][4], cluster) == 0) {
            fputs(count++ == 0 ? "" : ", ", to);
            put_node(to, t->cell[k]);
        }
    return count;
}

/* Ours to free. */
static char *as_taxonomy(const char *rows)
{
    table t;
    char *text = NULL;
    size_t length, clusters = 0;
    FILE *to = open_memstream(&text, &length);
    cut_rows(&t, rows);
    fputs("{\"format\": \"pleach-taxonomy/1\", \"clusters\": [", to);
    for (size_t k = 0; k < t.count; k++) {
        const char *cluster = t.cell[k][4];
        size_t first = 0, size = 0;
        while (strcmp(t.cell[first][4], cluster) != 0)
            first++;
        if (first != k || *cluster == '\0')
            continue;
        fprintf(to,
                "%s{\"id\": %s, \"name\": \"n\", \"parent\": null, "
                "\"depth\": 0, \"net_similarity\": 1, \"exemplar\": ",
                clusters++ == 0 ? "" : ", ", cluster);
        put_node(to, t.cell[k]);
        fputs(", \"members\": [", to);
        size = put_members(to, &t, cluster);
        fprintf(to, "], \"size\": %zu}", size);
    }
    fputs("], \"discarded\": [", to);
    put_members(to, &t, "");
    fputs("]}", to);
    fclose(to);
    return text;
}

static pleach_status score(pleach_score_figures *figures, const char *result,
                           const char *reference, pleach_score_options options,
                           pleach_error *error)
{
    write_file(result_path, result);
    write_file(reference_path, reference);
    pleach_score_figures *made = NULL;
    pleach_status status = pleach_score(
        &made, FILE_AT(result_path), FILE_AT(reference_path), &options, error);
    *figures = made == NULL ? (pleach_score_figures){0} : *made;
    pleach_score_free(made);
    return status;
}

static pleach_score_figures scored(const char *result, const char *reference,
                                   pleach_reference against)
{
    pleach_score_figures figures;
    pleach_error error = {0};
    pleach_status status =
        score(&figures, result, reference,
              (pleach_score_options){.against = against}, &error);
    if (status != PLEACH_OK)
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.sentence);
    return figures;
}

static const char truth[] = "id\tpath\tname\tgold\tkind\n"
                            "a\t.\tPets\tpet\troot\n"
                            "a\t0\tBirds\tpet.bird\tok\n"
                            "b\t.\tpet\tpet\troot\n"
                            "b\t0\tbird\tpet.bird\tok\n"
                            "c\t.\tbird\twild.bird\troot\n";

/* Rows against a truth. */
static pleach_score_figures scored_rows(const char *rows, const char *right)
{
    char *result = as_taxonomy(rows);
    pleach_score_figures figures = scored(result, right, PLEACH_TRUTH);
    free(result);
    return figures;
}

/* Clusters {a., b.}, {a0}, {b0, c.}: of the pairs (pet, pet) and (pet.bird,
 * pet.bird) one is found, and one more is claimed. */
static void test_pairs(void **state)
{
    (void)state;
    pleach_score_figures is = scored_rows("a\t.\troot\tPets\t7\n"
                                          "a\t0\tleaf\tBirds\t3\n"
                                          "b\t.\troot\tpet\t7\n"
                                          "b\t0\tleaf\tbird\t9\n"
                                          "c\t.\troot\tbird\t9\n",
                                          truth);
    assert_int_equal(is.nodes, 5);
    assert_int_equal(is.concepts, 3);
    assert_int_equal(is.missing, 0);
    assert_int_equal(is.given.clusters, 3);
    NEAR(is.given.pairs.precision, 1.0 / 2);
    NEAR(is.given.pairs.recall, 1.0 / 2);
    NEAR(is.given.pairs.f1, 1.0 / 2);
    /* By name only the two "bird" meet, wrongly. */
    assert_int_equal(is.same_name.clusters, 4);
    NEAR(is.same_name.pairs.precision, 0);
    NEAR(is.same_name.pairs.f1, 0);
    /* By key pet = pets, and all birds: 1 + 3 pairs, 2 right. */
    assert_int_equal(is.same_key.clusters, 2);
    NEAR(is.same_key.pairs.precision, 2.0 / 4);
    NEAR(is.same_key.pairs.recall, 1);
}

/* Missing and discarded nodes stand alone: nothing claimed is precise. */
static void test_nodes_alone(void **state)
{
    (void)state;
    pleach_score_figures is =
        scored_rows("a\t.\troot\tPets\t\nb\t.\troot\tpet\t\n", truth);
    assert_int_equal(is.missing, 3);
    assert_int_equal(is.given.clusters, 5);
    NEAR(is.given.pairs.precision, 1);
    NEAR(is.given.pairs.recall, 0);
    NEAR(is.given.pairs.f1, 0);
}

/* An inner node has two rows; its root row counts, wherever it stands. */
static void test_the_root_row_counts(void **state)
{
    static const char *const rows[] = {"a\t0\troot\tx\t1\na\t0\tleaf\tx\t2\n",
                                       "a\t0\tleaf\tx\t2\na\t0\troot\tx\t1\n"};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        char text[256];
        snprintf(text, sizeof text, "%sb\t0\tleaf\tx\t1\n", rows[k]);
        pleach_score_figures is =
            scored_rows(text, "id\tpath\tname\tgold\na\t0\tx\tg\nb\t0\tx\tg\n");
        assert_int_equal(is.torn, 1);
        NEAR(is.given.pairs.f1, 1);
    }
}

static void test_plain_keys(void **state)
{
    static const struct {
        const char *name, *key;
    } cases[] = {
        {"Pets", "pet"},      {"Bus_es 2", "buses2"},
        {"glasses", "glass"}, {"S", ""},
        {"es", ""},           {"\xC3\x84pfel!", "\xC3\xA4pfel"},
        {"e\xCC\x81t", "et"}, {"", ""},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char key[64];
        size_t length =
            pl_plain_key(key, cases[k].name, strlen(cases[k].name), 0);
        assert_int_equal(length, strlen(cases[k].key));
        assert_memory_equal(key, cases[k].key, length);
    }
}

/* ----------------------------------------------------------- alignment -- */

static const char alignment[] = "ontologyA\tnameA\tontologyB\tnameB\trelation\n"
                                "x\tPaper\ty\tArticle\t=\n"
                                "x\tAuthor\ty\tAuthor\t=\n"
                                "y\tChair\tx\tHead\t~\n"
                                "x\tPaper\tz\tPaper\t=\n";
/* A row of a crosswalk. */
#define CROSSING(from, name, to, other, match, sign)                           \
    from ",i,.," name "," name "," to ",i,.," other "," other "," match        \
         ",1,why,,," sign ",1\n"
#define CROSSWALK                                                              \
    "from,id,node,name,path,to,to_id,to_node,to_name,to_path,match,"           \
    "confidence,why,source_id,to_source_id,relation,rank\n"
static const char conference[] =
    CROSSWALK CROSSING("x", "Paper", "y", "Article", "exact",
                       "=") CROSSING("y", "Article", "x", "Paper", "exact", "=")
        CROSSING("x", "Paper", "y", "Talk", "exact", "=")
            CROSSING("x", "Author", "y", "Author", "candidate", "=")
                CROSSING("x", "Head", "y", "Chair", "exact", "=")
                    CROSSING("x", "Paper", "z", "Paper", "exact", "=")
                        CROSSING("y", "Talk", "z", "Paper", "exact", "=")
                            CROSSING("w", "Paper", "x", "Paper", "exact", "=");

/* x-y: claimed Paper = Article, Paper = Talk, and Head = Chair, which is not
 * sure. x-z: Paper = Paper. y-z is not compared. */
static void test_alignment(void **state)
{
    (void)state;
    pleach_score_figures is = scored(conference, alignment, PLEACH_ALIGNMENT);
    assert_int_equal(is.pair_count, 2);
    assert_int_equal(is.all.wanted, 3);
    assert_int_equal(is.all.claimed, 3);
    assert_int_equal(is.all.right, 2);
    assert_int_equal(is.unsure, 1);
    NEAR(is.all.found.precision, 2.0 / 3);
    NEAR(is.all.found.recall, 2.0 / 3);
    NEAR(is.mean.precision, (0.5 + 1) / 2);
    NEAR(is.mean.recall, (0.5 + 1) / 2);
}

/* ------------------------------------------------------------ bad data -- */

static void refuse(const char *result, const char *reference,
                   pleach_reference against, const char *file, uint64_t line,
                   const char *word)
{
    pleach_score_figures figures;
    pleach_error error = {0};
    pleach_status status =
        score(&figures, result, reference,
              (pleach_score_options){.against = against}, &error);
    if (status != PLEACH_BAD_DATA || strcmp(error.file, file) != 0 ||
        error.line != line || strstr(error.sentence, word) == NULL)
        fail_msg("status %d at %s:%d: %s", status, error.file, (int)error.line,
                 error.sentence);
}

static void test_bad_references(void **state)
{
    char *one = as_taxonomy("a\t.\troot\tx\t1\n");
    const char *file = reference_path;
    (void)state;
    refuse(one, "", PLEACH_TRUTH, file, 0, "empty");
    refuse(one, "\n\n", PLEACH_TRUTH, file, 0, "empty");
    refuse(one, "id\tpath\tname\tgold\n", PLEACH_TRUTH, file, 1, "no row");
    refuse(one, "id\tpath\tgold\n", PLEACH_TRUTH, file, 1, "\"name\"");
    refuse(one, "id\tpath\tname\tgold\na\t.\tx\n", PLEACH_TRUTH, file, 2,
           "has 3 cells, and 4 are needed");
    refuse(one, "id\tpath\tname\tgold\na\t.\tx\tg\n\na\t.\tx\tg\n",
           PLEACH_TRUTH, file, 4, "twice");
    refuse(one, "id\tpath\tname\tgold\na\t.\tx\t\n", PLEACH_TRUTH, file, 2,
           "no gold concept");
    refuse(one, "id\tpath\tname\tgold\na\t.\t\xFF\tg\n", PLEACH_TRUTH, file, 2,
           "not UTF-8");
    refuse(one, "", PLEACH_ALIGNMENT, file, 0, "empty");
    refuse(one, "ontologyA\tnameA\tontologyB\n", PLEACH_ALIGNMENT, file, 1,
           "\"nameB\"");
    refuse(one, "ontologyA\tnameA\tontologyB\tnameB\nx\ty\n", PLEACH_ALIGNMENT,
           file, 2, "has 2 cells");
    refuse(one, "ontologyA\tnameA\tontologyB\tnameB\nx\ty\tx\tz\n",
           PLEACH_ALIGNMENT, file, 2, "one ontology");
    free(one);
}

static void test_bad_results(void **state)
{
    const char *file = result_path;
    (void)state;
    refuse("", truth, PLEACH_TRUTH, file, 1, "not JSON");
    refuse("id\tpath\tcluster\n", truth, PLEACH_TRUTH, file, 1, "not JSON");
    refuse("{\"format\": 1}", truth, PLEACH_TRUTH, file, 0, "no taxonomy");
    refuse("{\n\"format\" 1}", truth, PLEACH_TRUTH, file, 2, "not JSON");
    refuse("id\tpath\tcluster\nx:a\t.\t1\n", alignment, PLEACH_ALIGNMENT, file,
           0, "scores a crosswalk");
    refuse(CROSSWALK CROSSING("q", "n", "x", "n", "exact", "="), alignment,
           PLEACH_ALIGNMENT, file, 0, "No node of the crosswalk");
    refuse(CROSSWALK "x,i,.,n\n", alignment, PLEACH_ALIGNMENT, file, 2,
           "This row has 4 cells");
}

static void test_missing_files(void **state)
{
    pleach_error error = {0};
    (void)state;
    char *one = as_taxonomy("a\t.\troot\tx\t1\n");
    write_file(result_path, one);
    free(one);
    pleach_score_figures *none = NULL;
    assert_int_equal(pleach_score(&none, FILE_AT("/nonexistent"),
                                  FILE_AT(result_path), NULL, &error),
                     PLEACH_IO);
    assert_int_equal(pleach_score(&none, FILE_AT(result_path),
                                  FILE_AT("/nonexistent"), NULL, &error),
                     PLEACH_IO);
    assert_null(none);
    assert_string_equal(error.file, "/nonexistent");
}

static int set_up(void **state)
{
    static char result[] = "/tmp/pleach-score-XXXXXX";
    static char reference[] = "/tmp/pleach-right-XXXXXX";
    (void)state;
    result_path = result;
    reference_path = reference;
    return close(mkstemp(result)) | close(mkstemp(reference));
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(result_path) | unlink(reference_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_nodes_alone),
        cmocka_unit_test(test_the_root_row_counts),
        cmocka_unit_test(test_plain_keys),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_bad_references),
        cmocka_unit_test(test_bad_results),
        cmocka_unit_test(test_missing_files),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
