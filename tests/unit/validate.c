/* validate.c: forests judged by hand, and people hidden in turn. */
/* SPDX-License-Identifier: MIT */
#include "lab/foresight.h"
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_support.h"
#include "pleach_lab.h"
#include "reports.h"

#define NEAR(actual, expected) assert_true(fabs((actual) - (expected)) < 1e-12)

/* ------------------------------------------------------------- judging -- */

enum { ANIMAL, PET, DOG, CAT, KEYS };

/* animal > pet > dog; cat; keys stand in reverse. */
static const uint32_t place[KEYS] = {3, 2, 1, 0};
static const uint32_t parent[KEYS] = {PL_NONE, 2, 3, PL_NONE};
static const pl_named_places forest = {KEYS, parent, place};
static const pl_voice statements[] = {
    {DOG, ANIMAL, 0}, {DOG, PET, 1}, {ANIMAL, DOG, 2}, {CAT, ANIMAL, 3}};

static void test_judging(void **state)
{
    pleach_foresight is;
    (void)state;
    assert_true(pl_foresight_judge(&is, &forest, statements, 4));
    NEAR(is.agree, 2.0 / 4);
    NEAR(is.direct, 1.0 / 4);
    NEAR(is.contradict, 1.0 / 4);
    NEAR(is.chance, 6.0 / 16);
    NEAR(is.gain, is.agree - is.contradict - is.chance);
    assert_true(pl_foresight_judge(&is, &forest, statements, 0));
    assert_true(isnan(is.agree) && isnan(is.chance) && isnan(is.gain));
}

/* Chance is the mean over all orders of the parents. */
static void test_chance(void **state)
{
    double sum = 0, orders = 0, agree;
    pleach_foresight is;
    (void)state;
    for (int code = 0; code < 256; code++) {
        pl_voice shuffled[4];
        unsigned taken = 0;
        for (int k = 0; k < 4; k++) {
            int from = code >> (2 * k) & 3;
            shuffled[k] = statements[k];
            shuffled[k].parent = statements[from].parent;
            taken |= 1u << from;
        }
        if (taken != 15)
            continue;
        assert_true(pl_foresight_judge(&is, &forest, shuffled, 4));
        agree = is.agree;
        sum += agree;
        orders++;
    }
    NEAR(orders, 24);
    assert_true(pl_foresight_judge(&is, &forest, statements, 4));
    NEAR(is.chance, sum / orders);
}

static void test_summary(void **state)
{
    const pleach_foresight some[] = {{.agree = 1, .gain = 2},
                                     {.agree = NAN, .gain = 4},
                                     {.agree = 2, .gain = 6}};
    pleach_foresight mean, spread;
    (void)state;
    pl_foresight_summarise(&mean, &spread, some, 3, sizeof *some);
    NEAR(mean.agree, 1.5);
    NEAR(spread.agree, sqrt(0.5));
    NEAR(mean.gain, 4);
    NEAR(spread.gain, 2);
    NEAR(mean.chance, 0);
    pl_foresight_summarise(&mean, &spread, some, 1, sizeof *some);
    NEAR(mean.gain, 2);
    assert_true(isnan(spread.gain));
}

/* -------------------------------------------------------------- hiding -- */

/* So many people who say the same; the last says something of its own too,
 * and the first says all of it twice. */
static char *make_text(int people, bool backwards)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    for (int k = 0; k < people; k++) {
        int who = backwards ? people - 1 - k : k;
        for (int again = 0; again < (who == 0 ? 2 : 1); again++)
            fprintf(to,
                    "{\"owner\":\"p%d\",\"id\":\"a%d\",\"name\":\"animal\","
                    "\"children\":[{\"name\":\"pet\",\"children\":[{\"name\":"
                    "\"dog\"},{\"name\":\"Cats\"}]},{\"name\":\"fish\"}]}\n",
                    who, who + 100 * again);
        if (who == people - 1)
            fputs("{\"owner\":\"loner\",\"id\":\"z\",\"name\":\"attic\","
                  "\"children\":[{\"name\":\"dog\"},{\"name\":\"attic\"}]}\n",
                  to);
    }
    fclose(to);
    return text;
}

static pleach_validation *validated(const pleach_corpus *corpus,
                                    const pleach_validation_options *options)
{
    pleach_validation *made = NULL;
    pleach_error error = {0};
    if (pleach_validate(&made, corpus, options, &error) != PLEACH_OK)
        fail_msg("%s", error.sentence);
    return made;
}

static void check_foresight(const pleach_foresight *is, double statements_there)
{
    if (statements_there == 0) {
        assert_true(isnan(is->gain));
        return;
    }
    /* The parent is animal twice and pet twice; above dog and cat are both,
     * above pet and fish is one. */
    NEAR(is->agree, 1);
    NEAR(is->direct, 1);
    NEAR(is->contradict, 0);
    NEAR(is->chance, 0.75);
    NEAR(is->gain, 0.25);
}

/* Ten people agree, and one says that dogs belong into attics, a name that
 * nobody else knows. Eleven folds hide each once. */
static void test_everybody_is_hidden_once(void **state)
{
    char *text = make_text(10, false);
    pleach_corpus *corpus = read_text("t.jsonl", text);
    pleach_validation_options options = {
        .hide = 1.0 / 11, .folds = 11, .affinity = {.similarity = "name"}};
    pleach_validation *made = validated(corpus, &options);
    const pleach_validation_figures *is = pleach_validation_get_figures(made);
    uint64_t said = 0, loners = 0;
    (void)state;
    assert_int_equal(is->people, 11);
    assert_int_equal(is->folds, 11);
    assert_string_equal(is->solver, "consensus");
    assert_string_equal(is->similarity, "name");
    for (size_t k = 0; k < is->folds; k++) {
        const pleach_validation_row *row = &is->rows[k];
        assert_int_equal(row->hidden, 1);
        said += row->said;
        loners += row->statements == 0;
        assert_int_equal(row->said, row->statements == 0 ? 1 : 4);
        check_foresight(&row->grown, (double)row->statements);
        check_foresight(&row->votes, (double)row->statements);
    }
    assert_int_equal(said, 41);
    assert_int_equal(loners, 1);
    NEAR(is->grown_mean.gain, 0.25);
    NEAR(is->votes_spread.gain, 0);
    pleach_validation_free(made);
    pleach_corpus_free(corpus);
    free(text);
}

static void test_the_same_in_any_order(void **state)
{
    char *first = NULL;
    (void)state;
    for (int k = 0; k < 4; k++) {
        char *text = make_text(9, k % 2 == 1);
        pleach_corpus *corpus = read_text("t.jsonl", text);
        pleach_validation_options options = {
            .affinity = {.threads = 1 + (uint32_t)k / 2},
            .clusters = {.threads = 1 + (uint32_t)k / 2}};
        pleach_validation *made = validated(corpus, &options);
        assert_int_equal(pleach_validation_get_figures(made)->folds, 5);
        assert_int_equal(pleach_validation_get_figures(made)->rows[0].hidden,
                         2);
        char *json = report_as(report_validation_json,
                               pleach_validation_get_figures(made));
        if (first == NULL)
            first = strdup(json);
        assert_string_equal(first, json);
        free(json);
        pleach_validation_free(made);
        pleach_corpus_free(corpus);
        free(text);
    }
    free(first);
}

/* One dissenter of four: when others are hidden, the majority stands. */
static void test_contradiction(void **state)
{
    static const char text[] =
        "{\"id\":\"1\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"}]}\n"
        "{\"id\":\"2\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"}]}\n"
        "{\"id\":\"3\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"}]}\n"
        "{\"id\":\"4\",\"name\":\"dog\",\"children\":[{\"name\":\"pet\"}]}\n";
    pleach_corpus *corpus = read_text("t.jsonl", text);
    pleach_validation_options options = {.hide = 0.25, .folds = 4};
    pleach_validation *made = validated(corpus, &options);
    const pleach_validation_figures *is = pleach_validation_get_figures(made);
    (void)state;
    assert_int_equal(is->people, 4);
    NEAR(is->votes_mean.agree, 0.75);
    NEAR(is->votes_mean.contradict, 0.25);
    pleach_validation_free(made);
    pleach_corpus_free(corpus);
}

/* ------------------------------------------------------------- formats -- */

static void test_formats(void **state)
{
    char *lines = make_text(10, false);
    pleach_corpus *corpus = read_text("t.jsonl", lines);
    pleach_validation_options options = {
        .hide = 1.0 / 11, .folds = 11, .affinity = {.similarity = "name"}};
    pleach_validation *made = validated(corpus, &options);
    (void)state;
    char *text =
        report_as(report_validation_text, pleach_validation_get_figures(made));
    assert_non_null(strstr(text, "\nfold    hidden  statements   agree  "));
    assert_non_null(strstr(text, "\nmean                        1.0000"));
    free(text);
    text =
        report_as(report_validation_json, pleach_validation_get_figures(made));
    json_t *json = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(json, "folds")), 11);
    NEAR(json_real_value(json_object_get(
             json_object_get(json_object_get(json, "mean"), "votes"), "gain")),
         0.25);
    json_decref(json);
    free(text);
    pleach_validation_free(made);
    pleach_corpus_free(corpus);
    free(lines);
}

/* ----------------------------------------------------------- refusals -- */

static void refuse_to_validate(const char *text, double hide,
                               pleach_status expected, const char *word)
{
    pleach_corpus *corpus = read_text("t.jsonl", text);
    pleach_validation *made = NULL;
    pleach_error error = {0};
    assert_int_equal(pleach_validate(&made, corpus,
                                     &(pleach_validation_options){.hide = hide},
                                     &error),
                     expected);
    if (strstr(error.sentence, word) == NULL)
        fail_msg("%s", error.sentence);
    assert_null(made);
    pleach_corpus_free(corpus);
}

static void test_refusals(void **state)
{
    static const char one[] =
        "{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}\n";
    static const char two[] =
        "{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}\n"
        "{\"name\":\"c\",\"children\":[{\"name\":\"d\"}]}\n";
    (void)state;
    refuse_to_validate(one, 0, PLEACH_BAD_DATA, "one person");
    refuse_to_validate(two, 0, PLEACH_BAD_DATA, "nothing to validate with");
    refuse_to_validate(two, 1, PLEACH_BAD_USAGE, "below 1");
    refuse_to_validate(two, -0.1, PLEACH_BAD_USAGE, "above 0");
    refuse_to_validate(two, NAN, PLEACH_BAD_USAGE, "above 0");
}

static bool stop(void *context, const pleach_progress *progress)
{
    assert_string_equal(progress->stage, "validate");
    assert_int_equal(progress->total, 5);
    ++*(int *)context;
    return false;
}

static void test_cancelling(void **state)
{
    char *text = make_text(10, false);
    pleach_corpus *corpus = read_text("t.jsonl", text);
    int calls = 0;
    pleach_listener listener = {.progress = stop, .context = &calls};
    pleach_validation *made = NULL;
    (void)state;
    assert_int_equal(
        pleach_validate(&made, corpus,
                        &(pleach_validation_options){.listener = &listener},
                        NULL),
        PLEACH_CANCELLED);
    assert_null(made);
    assert_true(calls > 0);
    pleach_corpus_free(corpus);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judging),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_everybody_is_hidden_once),
        cmocka_unit_test(test_the_same_in_any_order),
        cmocka_unit_test(test_contradiction),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_cancelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
