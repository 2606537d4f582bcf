/* layout.h: orders what was staged by content and lays out the corpus. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_LAYOUT_H
#define PL_LAYOUT_H

#include "corpus/builder.h"

/* Orders everything and moves it into a corpus. The builder is
 * empty afterwards, whether or not it worked. */
PLEACH_CHECKED pleach_status pl_builder_finish(pl_builder *builder,
                                               pleach_corpus **corpus,
                                               const pleach_input *inputs,
                                               size_t count,
                                               pleach_error *error);

#endif
