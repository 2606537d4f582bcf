/* score.c: every allocation of a score fails in turn. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "pleach_lab.h"
#include "sinks.h"

static char taxonomy[] = "/tmp/pleach-fault-taxonomy-XXXXXX";
static char reference[] = "/tmp/pleach-fault-right-XXXXXX";
static char gold[] = "/tmp/pleach-fault-gold-XXXXXX";

static void write_file(const char *path, const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
}

static void fail_each(const char *result, const char *right,
                      pleach_score_options options, int64_t at_least)
{
    write_file(reference, right);
    for (int once = 0; once < 2; once++) {
        pleach_status status = PLEACH_NO_MEMORY;
        int64_t allowed = 0;
        for (; status != PLEACH_OK && allowed < 10000; allowed++) {
            pleach_error error = {0};
            pleach_score_figures *figures = NULL;
            pl_memory_fail_after(allowed, once == 1);
            status = pleach_score(&figures, FILE_AT(result), FILE_AT(reference),
                                  &options, &error);
            pl_memory_fail_after(-1, false);
            pleach_score_free(figures);
            if (status != PLEACH_OK) {
                assert_int_equal(status, PLEACH_NO_MEMORY);
                assert_non_null(strstr(error.sentence, "memory"));
            }
        }
        assert_int_equal(status, PLEACH_OK);
        assert_false(pl_memory_fault_met());
        assert_true(allowed > at_least);
    }
}

static void test_truth(void **state)
{
    static const char right[] = "id\tpath\tname\tgold\n"
                                "x\t.\ta\tg\nx\t0\tb\tg\ny\t.\ta\th\n";
    (void)state;
    fail_each(taxonomy, right, (pleach_score_options){0}, 20);
    write_file(gold, "id\tparent\ng\t\nh\tg\n");
    fail_each(taxonomy, right, (pleach_score_options){.gold = FILE_AT(gold)},
              60);
}

static void test_alignment(void **state)
{
    (void)state;
    write_file(gold, "from,id,node,name,path,to,to_id,to_node,to_name,to_path,"
                     "match,confidence,why,source_id,to_source_id,relation,"
                     "rank\nx,i,.,a,a,y,i,.,b,b,exact,1,why,u:a,u:b,=,1\n");
    fail_each(gold, "ontologyA\tnameA\tontologyB\tnameB\nx\ta\ty\tb\n",
              (pleach_score_options){.against = PLEACH_ALIGNMENT}, 20);
    fail_each(gold,
              "<Cell><entity1 r='u:a'/><entity2 r='u:b'/>"
              "<relation>&lt;</relation></Cell>",
              (pleach_score_options){.against = PLEACH_ALIGNMENT}, 15);
}

static int set_up(void **state)
{
    (void)state;
    close(mkstemp(taxonomy));
    close(mkstemp(reference));
    close(mkstemp(gold));
#define NODE(id, path, role)                                                   \
    "{\"owner\": \"o\", \"id\": \"" id "\", \"path\": \"" path                 \
    "\", \"role\": \"" role "\", \"name\": \"a\", \"similarity\": 0.5}"
    write_file(taxonomy,
               "{\"format\": \"pleach-taxonomy/1\", \"clusters\": [{\"id\": 0, "
               "\"name\": \"a\", \"parent\": null, \"depth\": 0, \"size\": 2, "
               "\"net_similarity\": 1, \"exemplar\": " NODE("x", ".", "root") ", \"members\": [" NODE(
                   "x", ".",
                   "root") ", " NODE("y", ".",
                                     "root") "]}, {\"id\": 1, \"name\": \"b\", "
                                             "\"parent\": 0, \"depth\": 1, "
                                             "\"size\": 1, "
                                             "\"net_similarity\": 0.5, "
                                             "\"exemplar\": " NODE(
                                                 "x", "0",
                                                 "leaf") ", \"members\": "
                                                         "[" NODE("x", "0",
                                                                  "leaf") "]}],"
                                                                          " \"d"
                                                                          "isca"
                                                                          "rded"
                                                                          "\": "
                                                                          "[]"
                                                                          "}");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(taxonomy) | unlink(reference) | unlink(gold);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_alignment),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
