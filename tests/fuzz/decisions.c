/* Fuzz target: any bytes as decisions. What is read must be whole, and either
 * bear on a corpus or be refused with a sentence. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include "decisions/rulings.h"

static const char saplings[] =
    "{\"owner\":\"a\",\"id\":\"h\",\"name\":\"pet\",\"children\":[{\"name\":"
    "\"bird\"},{\"name\":\"cat\",\"children\":[{\"name\":\"lion\"}]}]}\n"
    "{\"owner\":\"b\",\"id\":\"i\",\"name\":\"wild\",\"children\":[{\"name\":"
    "\"birds\"}]}\n";

static void bear_on(const pleach_decisions *decisions)
{
    pleach_corpus *corpus = NULL;
    pleach_input input = {"corpus", saplings, sizeof saplings - 1};
    pleach_read_options options = {.format = "jsonl"};
    pleach_error error = {0};
    pl_rulings *rulings;
    pl_selection selection;
    pl_arena *arena = pl_arena_new();
    MUST(arena != NULL &&
         pleach_corpus_read(&corpus, &input, 1, &options, &error) == PLEACH_OK);
    MUST(pl_select(&selection, arena, corpus, NULL, 0, NULL) == PLEACH_OK);
    if (pl_rulings_make(&rulings, arena, &selection, corpus, decisions, NULL,
                        NULL, &error) != PLEACH_OK)
        MUST(error.sentence[0] != '\0' && error.line > 0);
    pl_arena_free(arena);
    pleach_corpus_free(corpus);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pleach_decisions *decisions = NULL;
    pleach_error error = {0};
    pleach_input input = {"fuzz", size > 0 ? (const void *)bytes : "", size};
    if (pleach_decisions_read(&decisions, &input, &error) != PLEACH_OK) {
        MUST(decisions == NULL && error.sentence[0] != '\0');
        return 0;
    }
    size_t count;
    const pleach_decision *list = pleach_decisions_list(decisions, &count);
    for (size_t k = 0; k < count; k++) {
        MUST(list[k].a[0] != '\0' && list[k].who && list[k].when);
        MUST(k == 0 || list[k].line > list[k - 1].line);
        MUST(pl_decision_takes_two(list[k].kind) == (list[k].b != NULL));
    }
    bear_on(decisions);
    pleach_decisions_free(decisions);
    return 0;
}
