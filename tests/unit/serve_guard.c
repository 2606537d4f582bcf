/* serve_guard.c: who may speak to the server, and what bodies say. */
/* SPDX-License-Identifier: MIT */
#include "testing.h"

#if defined(PLEACH_HAS_SERVE)
#include <stdio.h>
#include <string.h>

#include "serve/bodies.h"
#include "serve/guard.h"
#include "serve/routes.h"

static guard local(void)
{
    guard made = {.address = "127.0.0.1", .port = 7532};
    assert_true(guard_draw_token(&made));
    return made;
}

static void test_tokens(void **state)
{
    guard by = local(), other = local();
    const char *rest = NULL;
    char path[80];
    (void)state;
    assert_int_equal(strlen(by.token), GUARD_TOKEN);
    assert_int_equal(strspn(by.token, "0123456789abcdef"), GUARD_TOKEN);
    assert_string_not_equal(by.token, other.token);
    snprintf(path, sizeof path, "/%s/api/state", by.token);
    assert_true(guard_opens(&by, path, &rest));
    assert_string_equal(rest, "api/state");
    assert_false(guard_opens(&other, path, &rest));
    path[GUARD_TOKEN] ^= 1;
    assert_false(guard_opens(&by, path, &rest));
    snprintf(path, sizeof path, "/%s", by.token);
    assert_false(guard_opens(&by, path, &rest));
    snprintf(path, sizeof path, "/%sx/", by.token);
    assert_false(guard_opens(&by, path, &rest));
    assert_false(guard_opens(&by, "/", &rest));
    assert_false(guard_opens(&by, "", &rest));
    assert_false(guard_opens(&by, "*", &rest));
}

static void test_hosts(void **state)
{
    guard by = local();
    static const char *const known[] = {"127.0.0.1:7532", "localhost:7532",
                                        "LocalHost:7532", "[::1]:7532",
                                        "127.1.2.3:7532"};
    static const char *const foreign[] = {
        "",          "evil.com",       "evil.com:7532",
        "127.0.0.1", "127.0.0.1:7533", "127.0.0.1.evil.com:7532",
        "[::1",      "127.0.0.1:",     "127.0.0.1:7532x",
        "[]:7532",   "10.0.0.1:7532",  "127.0.0.1:7532:7532",
        ":7532",     "[::1]7532",      "127.0.0.1:-7532"};
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        assert_true(guard_knows_host(&by, known[k]));
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++)
        assert_false(guard_knows_host(&by, foreign[k]));
    assert_false(guard_knows_host(&by, NULL));
    /* Whoever listens everywhere is called by any number, and by no name. */
    snprintf(by.address, sizeof by.address, "0.0.0.0");
    assert_true(guard_knows_host(&by, "10.0.0.1:7532"));
    assert_true(guard_knows_host(&by, "[fe80::1]:7532"));
    assert_false(guard_knows_host(&by, "rebound.evil.com:7532"));
}

static void test_origins(void **state)
{
    (void)state;
    assert_true(guard_knows_origin(NULL, "localhost:7532"));
    assert_true(guard_knows_origin("http://localhost:7532", "localhost:7532"));
    assert_false(guard_knows_origin("http://localhost:7532", "127.0.0.1:7532"));
    assert_false(
        guard_knows_origin("https://localhost:7532", "localhost:7532"));
    assert_false(guard_knows_origin("http://evil.com", "localhost:7532"));
    assert_false(guard_knows_origin("null", "localhost:7532"));
    assert_false(guard_knows_origin("", "localhost:7532"));
}

static void test_routes(void **state)
{
    unsigned status = 0;
    (void)state;
    assert_non_null(route_find("GET", "", &status));
    assert_non_null(route_find("POST", "api/try", &status));
    assert_null(route_find("GET", "api/try", &status));
    assert_int_equal(status, 405);
    assert_null(route_find("PUT", "api/state", &status));
    assert_int_equal(status, 405);
    static const char *const nowhere[] = {
        "api",        "api/", "../api/state", "api/../api/state", "API/STATE",
        "api/state/", "//"};
    for (size_t k = 0; k < sizeof nowhere / sizeof *nowhere; k++) {
        assert_null(route_find("GET", nowhere[k], &status));
        assert_int_equal(status, 404);
    }
}

static bool reads(const char *text, const char *sentence)
{
    posted read;
    char said[BODY_SENTENCE] = "";
    bool whole = body_read(&read, text, strlen(text), said);
    body_release(&read);
    if (sentence != NULL)
        assert_non_null(strstr(said, sentence));
    return whole;
}

static void test_bodies(void **state)
{
    posted read;
    char said[BODY_SENTENCE];
    static const char text[] =
        "{\"revision\": 3, \"who\": \"ann\", \"decisions\": [{\"kind\": "
        "\"same\", \"a\": \"bird\", \"b\": \"V\\u00f6gel\"}], \"remove\": "
        "[1, 2], \"else\": null}";
    (void)state;
    assert_true(body_read(&read, text, strlen(text), said));
    assert_int_equal(read.revision, 3);
    assert_int_equal(read.id, -1);
    assert_string_equal(read.who, "ann");
    assert_null(read.preview);
    assert_int_equal(json_array_size(read.decisions), 1);
    assert_int_equal(json_array_size(read.remove), 2);
    body_release(&read);
    assert_true(reads("{}", NULL));
    assert_false(reads("", "not JSON"));
    assert_false(reads("{\"a\": 1, \"a\": 2}", "not JSON"));
    assert_false(reads("[]", "object"));
    assert_false(reads("{\"revision\": -1}", "\"revision\""));
    assert_false(reads("{\"revision\": 1.5}", "\"revision\""));
    assert_false(reads("{\"who\": \"a\\tb\"}", "\"who\""));
    assert_false(reads("{\"who\": [1]}", "\"who\""));
    assert_false(reads("{\"decisions\": {}}", "\"decisions\""));
    assert_false(reads("{\"decisions\": [1]}", "object"));
    assert_false(reads("{\"decisions\": [{\"kind\": \"top\"}]}", "\"a\""));
    assert_false(reads("{\"decisions\": [{\"kind\": \"#\", \"a\": \"x\"}]}",
                       "\"kind\""));
    assert_false(reads("{\"decisions\": [{\"kind\": \"top\", \"a\": "
                       "\"x\\ntop\\ty\"}]}",
                       "\"a\""));
    assert_false(reads("{\"remove\": [\"1\"]}", "ids"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens), cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins), cmocka_unit_test(test_routes),
        cmocka_unit_test(test_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    return 77;
}
#endif
