/* term_tags.c: tags in common:
 *     s = min(1, t / J)
 * with t the number of tags that both nodes have. */
/* SPDX-License-Identifier: MIT */
#include "same/term.h"

static double compare_common_tags(const pl_term *term, uint32_t a, uint32_t b)
{
    const pleach_corpus *corpus = term->state;
    uint64_t i = corpus->tag_first[a], j = corpus->tag_first[b];
    uint32_t common = 0;
    uint64_t i_end = corpus->tag_first[a + 1], j_end = corpus->tag_first[b + 1];
    while (i < i_end && j < j_end && common < term->number) {
        uint32_t left = corpus->tag_id[i], right = corpus->tag_id[j];
        common += left == right;
        i += left <= right;
        j += right <= left;
    }
    return common >= term->number ? 1 : common / term->number;
}

static pleach_status prepare_tags(pl_term *term, pl_scope *scope,
                                  pleach_error *error)
{
    (void)error;
    /* Read only. */
    term->state = (void *)(uintptr_t)scope->corpus;
    return PLEACH_OK;
}

const pl_term_kind pl_term_tags = {.name = "tags",
                                   .argument = PL_ARGUMENT_MAY,
                                   .usual = 1,
                                   .prepare = prepare_tags,
                                   .compare_nodes = compare_common_tags};
