/* sample.h: what the files behind pleach_sample share. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SAMPLE_H
#define PL_SAMPLE_H

#include "base/out_buffer.h"
#include "base/random.h"
#include "lab/gold.h"
#include "lab/spellings.h"
#include "lab/vocabulary.h"
#include "pleach_lab.h"

/* Replaces 0 by the default and PLEACH_NONE by 0; a sentence for what cannot
 * be. */
PLEACH_CHECKED pleach_status pl_sample_settle(pleach_sample_options *options,
                                              pleach_error *error);

/* Gives a share of the concepts the name of an unrelated one, and counts the
 * names that several concepts have. */
PLEACH_CHECKED pleach_status pl_sample_rename(pl_gold *gold, pl_random *random,
                                              double share,
                                              pleach_sample_facts *facts,
                                              pleach_error *error);

/* Lets people write their saplings until there are enough. At least one
 * concept has a kid. */
PLEACH_CHECKED pleach_status pl_sample_tell(
    pl_gold *gold, pl_random *random, const pleach_sample_options *options,
    pl_out_buffer *saplings, pl_out_buffer *truth, pleach_sample_facts *facts,
    pleach_error *error);

#endif
