/* source.c: packed input that is whole, damaged, followed by other things. */
/* SPDX-License-Identifier: MIT */
#include <zlib.h>
#include <zstd.h>

#include "corpus_support.h"

static size_t pack_gzip(const char *text, size_t length, char *to, size_t room)
{
    z_stream stream = {.next_in = (z_const Bytef *)text,
                       .avail_in = (uInt)length,
                       .next_out = (Bytef *)to,
                       .avail_out = (uInt)room};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, 0);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return stream.total_out;
}

static size_t pack_zstd(const char *text, size_t length, char *to, size_t room)
{
    ZSTD_CCtx *with = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(with, ZSTD_c_checksumFlag, 1);
    size_t size = ZSTD_compress2(with, to, room, text, length);
    ZSTD_freeCCtx(with);
    assert_false(ZSTD_isError(size));
    return size;
}

typedef size_t packing(const char *text, size_t length, char *to, size_t room);
static packing *const packings[] = {pack_gzip, pack_zstd};

/* One hierarchy of each of two people, in a member of its own. */
static size_t pack_two(packing *pack, char *to, size_t room, size_t *first)
{
    static const char one[] =
        "{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}\n";
    static const char two[] =
        "{\"name\":\"c\",\"children\":[{\"name\":\"d\"}]}\n";
    *first = pack(one, sizeof one - 1, to, room);
    return *first + pack(two, sizeof two - 1, to + *first, room - *first);
}

static void test_compressed(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        char packed[4096];
        size_t first, size = pack_two(packings[k], packed, 4096, &first);
        pleach_corpus *corpus;
        pleach_error error;
        assert_int_equal(
            read_bytes(&corpus, "f.jsonl", packed, size, NULL, &error),
            PLEACH_OK);
        assert_int_equal(corpus->node_count, 4);
        pleach_corpus_free(corpus);
        /* Cut short, it is refused at any length but a whole member's. */
        for (size_t cut = 1; cut < size; cut++) {
            pleach_status status =
                read_bytes(&corpus, "f.jsonl", packed, cut, NULL, &error);
            assert_int_equal(status,
                             cut == first ? PLEACH_OK : PLEACH_BAD_DATA);
            if (status == PLEACH_OK)
                pleach_corpus_free(corpus);
            else
                assert_true(strlen(error.sentence) > 20);
        }
    }
}

/* A bit that nobody looks at leaves everything as it was. */
static bool is_whole(pleach_corpus *corpus)
{
    bool same = corpus->node_count == 4;
    for (uint32_t k = 0; same && k < 4; k++)
        same = strlen(pl_strings_at(corpus->spellings, k)) == 1 &&
               pl_strings_at(corpus->spellings, k)[0] == "abcd"[k];
    pleach_corpus_free(corpus);
    return same;
}

/* Each bit turned round, in either member, is found: with wrong sums, too. */
static void test_damaged(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        char packed[4096];
        size_t first, size = pack_two(packings[k], packed, 4096, &first);
        uint32_t unseen = 0;
        for (size_t bit = 0; bit < 8 * size; bit++) {
            pleach_corpus *corpus;
            pleach_error error = {0};
            packed[bit / 8] ^= (char)(1 << bit % 8);
            pleach_status status =
                read_bytes(&corpus, "f.jsonl", packed, size, NULL, &error);
            packed[bit / 8] ^= (char)(1 << bit % 8);
            assert_true(status == PLEACH_BAD_DATA ||
                        (status == PLEACH_OK && is_whole(corpus)));
            unseen += status == PLEACH_OK;
        }
        /* Times and systems in headers, padding. */
        assert_in_range(unseen, 0, 8 * size / 5);
    }
}

static void test_garbage_behind(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        char packed[4096];
        size_t first, size = pack_two(packings[k], packed, 4000, &first);
        pleach_corpus *corpus;
        pleach_error error = {0};
        pleach_read_options options = {.skip_bad = true};
        memcpy(packed + size, "{\"name\":\"e\"}\n", 13);
        assert_int_equal(
            read_bytes(&corpus, "f.jsonl", packed, size + 13, NULL, &error),
            PLEACH_BAD_DATA);
        /* What was whole before it is read, where that is asked for. */
        assert_int_equal(
            read_bytes(&corpus, "f.jsonl", packed, size + 13, &options, &error),
            PLEACH_OK);
        assert_int_equal(corpus->node_count, 4);
        assert_int_equal(corpus->facts.skipped, 1);
        pleach_corpus_free(corpus);
    }
}

/* A megabyte that becomes a gigabyte, and plain text beyond a limit. */
static void test_too_large(void **state)
{
    (void)state;
    enum { TEXT = 80 << 20, LINE = 4096 };
    char *text = malloc(TEXT), *packed = malloc(1 << 20);
    assert_true(text != NULL && packed != NULL);
    memset(text, ' ', TEXT);
    for (size_t at = LINE - 1; at < TEXT; at += LINE)
        text[at] = '\n';
    size_t size = pack_zstd(text, TEXT, packed, 1 << 20);
    pleach_corpus *corpus;
    pleach_error error;
    assert_int_equal(read_bytes(&corpus, "f.jsonl", packed, size, NULL, &error),
                     PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "more than 250 times"));
    free(packed);
    pleach_read_options options = {.max_input = TEXT - 1};
    assert_int_equal(
        read_bytes(&corpus, "f.jsonl", text, TEXT, &options, &error),
        PLEACH_BAD_DATA);
    assert_non_null(strstr(error.sentence, "83886079 bytes"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compressed),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_garbage_behind),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
