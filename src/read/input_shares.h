/* input_shares.h: which process reads what of the inputs.
 *
 * Plain JSON Lines are cut anywhere: who has the byte at which a line begins
 * reads the line. Everything else (tables, whose rows of one hierarchy may
 * stand anywhere; documents; compressed files) is read whole by one process.
 * Shares are in the order of ranks: what comes before in the inputs is read
 * by a lower rank, or before by the same. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_INPUT_SHARES_H
#define PL_INPUT_SHARES_H

#include "base/exchange.h"
#include "read/source.h"

typedef struct pl_share {
    bool mine; /* some of this input is to be read here ... */
    bool cut;  /* ... but not all: the part */
    pl_part part;
} pl_share;

/* Fills one for each input; all ranks call it. The format is as in
 * pleach_read_options. */
PLEACH_CHECKED pleach_status pl_shares_plan(pl_share *shares,
                                            const pleach_input *inputs,
                                            size_t count, const char *format,
                                            const pleach_exchange *exchange,
                                            pleach_error *error);

#endif
