/* ask.c: every allocation of choosing questions and using answers fails. */
/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "pleach_curate.h"

static const char text[] =
    "{\"owner\":\"a\",\"id\":\"h\",\"name\":\"pet\",\"children\":[{\"name\":"
    "\"bird\"},{\"name\":\"cat\",\"children\":[{\"name\":\"bird\"}]}]}\n"
    "{\"owner\":\"b\",\"id\":\"i\",\"name\":\"wild\",\"children\":[{\"name\":"
    "\"fowl\"},{\"name\":\"bird\"}]}\n";
static const char lines[] =
    "{\"question\":{\"id\":1,\"kind\":\"same\",\"names\":[{\"n\":1,\"name\":"
    "\"bird\",\"seen\":[\"pet > bird\"]},{\"n\":2,\"name\":\"bird\",\"seen\":["
    "\"pet > cat > bird\"]},{\"n\":3,\"name\":\"fowl\",\"seen\":[\"wild > "
    "fowl\"]}]},\"answer\":{\"groups\":[[1,3]]},\"command\":\"x\"}\n"
    "{\"question\":{\"id\":2,\"kind\":\"place\",\"name\":\"bird\",\"seen\":["
    "\"pet > bird\"],\"parents\":[{\"n\":1,\"name\":\"wild\",\"seen\":["
    "\"wild\"]}]},\"answer\":{\"parent\":1},\"command\":\"x\"}\n";

static pleach_review_about about;

/* From the text to questions, with answers. */
static pleach_status try_asking(pleach_error *error)
{
    pleach_corpus *corpus = NULL;
    pleach_affinity *affinity = NULL;
    pleach_clusters *clusters = NULL;
    pleach_taxonomy *forest = NULL;
    pleach_answers *answers = NULL;
    pleach_prompts *prompts = NULL;
    size_t count = 0;
    pleach_input input = {"saplings", text, strlen(text)};
    pleach_input said = {"answers", lines, strlen(lines)};
    pleach_status status = pleach_answers_read(&answers, &said, error);
    pleach_affinity_options compare = {.answers = answers, .threads = 1};
    if (status == PLEACH_OK)
        status = pleach_corpus_read(&corpus, &input, 1,
                                    &(pleach_read_options){.format = "jsonl"},
                                    error);
    if (status == PLEACH_OK)
        status = pleach_affinity_compare(&affinity, corpus, &compare, error);
    if (status == PLEACH_OK)
        status = pleach_clusters_find(&clusters, affinity, NULL, error);
    if (status == PLEACH_OK)
        status = pleach_taxonomy_grow(&forest, clusters, error);
    if (status == PLEACH_OK)
        status =
            pleach_prompts_choose(&prompts, forest, answers, about, 9, error);
    if (status == PLEACH_OK)
        assert_non_null(pleach_prompts_list(prompts, &count));
    pleach_prompts_free(prompts);
    pleach_taxonomy_free(forest);
    pleach_clusters_free(clusters);
    pleach_affinity_free(affinity);
    pleach_corpus_free(corpus);
    pleach_answers_free(answers);
    if (status == PLEACH_OK && about == PLEACH_REVIEW_ALL)
        assert_true(count > 0);
    return status;
}

static void test_asking(void **state)
{
    (void)state;
    about = PLEACH_REVIEW_ALL;
    fail_each_allocation(try_asking, 50);
    about = PLEACH_REVIEW_COUNTERPARTS;
    fail_each_allocation(try_asking, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_asking)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
