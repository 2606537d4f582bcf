/* shares.c: processes that read the same agree on it, and those that do not are
 * told so. The processes are threads here. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include "post_office.h"

static const char PETS[] =
    "{\"owner\":\"ann\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"}]}\n"
    "{\"owner\":\"bob\",\"name\":\"pet\",\"children\":[{\"name\":\"cat\"}]}\n";

typedef struct reading {
    const char *text;
    pleach_status status;
    pleach_error error;
    uint64_t hierarchies;
    pthread_t thread;
    rank_state state;
    pleach_exchange exchange;
} reading;

static void *read_all(void *context)
{
    reading *r = context;
    pleach_corpus *corpus = NULL;
    r->status = pleach_corpus_read(
        &corpus, &(pleach_input){"in.jsonl", r->text, strlen(r->text)}, 1,
        &(pleach_read_options){.exchange = &r->exchange}, &r->error);
    if (r->status == PLEACH_OK)
        r->hierarchies = pleach_corpus_get_facts(corpus)->hierarchies;
    pleach_corpus_free(corpus);
    return NULL;
}

/* One rank for each text. */
static void read_with(reading *ranks, const char *const *texts, uint32_t count)
{
    post_office office;
    post_open(&office, count);
    for (uint32_t r = 0; r < count; r++) {
        ranks[r] = (reading){.text = texts[r]};
        ranks[r].exchange = post_exchange(&ranks[r].state, &office, r);
        ranks[r].exchange.place = "Somewhere";
        assert_int_equal(
            pthread_create(&ranks[r].thread, NULL, read_all, &ranks[r]), 0);
    }
    for (uint32_t r = 0; r < count; r++)
        pthread_join(ranks[r].thread, NULL);
    post_close(&office);
}

static void the_same_inputs(void **state)
{
    const char *texts[MOST_RANKS];
    reading ranks[MOST_RANKS];
    (void)state;
    for (uint32_t count = 1; count <= MOST_RANKS; count++) {
        for (uint32_t r = 0; r < count; r++)
            texts[r] = PETS;
        read_with(ranks, texts, count);
        for (uint32_t r = 0; r < count; r++) {
            assert_int_equal(ranks[r].status, PLEACH_OK);
            assert_int_equal(ranks[r].hierarchies, 2);
        }
    }
}

/* `from` of one text replaced by `to`, which is as long. */
static char *changed(const char *from, const char *to)
{
    char *text = strdup(PETS);
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    return text;
}

static void expect_refusal(const char *text, uint32_t who, uint32_t count)
{
    const char *texts[MOST_RANKS];
    char expected[64];
    reading ranks[MOST_RANKS];
    for (uint32_t r = 0; r < count; r++)
        texts[r] = r == who ? text : PETS;
    snprintf(expected, sizeof expected, "Rank %u of %u read other inputs",
             who == 0 ? 1 : who, count);
    read_with(ranks, texts, count);
    for (uint32_t r = 0; r < count; r++) {
        assert_int_equal(ranks[r].status, PLEACH_BAD_DATA);
        assert_non_null(strstr(ranks[r].error.sentence, expected));
    }
}

/* As many bytes, lines, nodes and people: only what they say differs. */
static void others_of_the_same_size(void **state)
{
    static const char *const changes[][2] = {
        {"dog", "cow"},
        {"ann", "eve"},
        {"bob\",\"name\":\"pet", "bob\",\"name\":\"zoo"}};
    (void)state;
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        char *text = changed(changes[k][0], changes[k][1]);
        for (uint32_t who = 0; who < 4; who++)
            expect_refusal(text, who, 4);
        free(text);
    }
}

static void bad_for_one_is_bad_for_all(void **state)
{
    const char *texts[] = {PETS, "{\"name\":", PETS};
    reading ranks[3];
    (void)state;
    read_with(ranks, texts, 3);
    for (uint32_t r = 0; r < 3; r++) {
        assert_int_equal(ranks[r].status, PLEACH_BAD_DATA);
        assert_int_equal(ranks[r].error.line, 1);
        assert_string_equal(ranks[r].error.sentence, ranks[1].error.sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_inputs),
        cmocka_unit_test(others_of_the_same_size),
        cmocka_unit_test(bad_for_one_is_bad_for_all),
    };
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
