/* decode.h: an answer read off the messages (docs/method.md, 5). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DECODE_H
#define PL_DECODE_H

#include "rap/messages.h"

/* Every exemplar of the block chooses itself, everyone else the exemplar
 * believed in most, themselves where there is none. Both arrays per slot of
 * the affinity; confidence is the belief in what was chosen. `marks` has room
 * for the block's slots. */
void pl_decode(const pl_messages *messages, uint32_t block, uint32_t *exemplar,
               float *confidence, uint32_t *marks);

#endif
