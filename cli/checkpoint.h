/* checkpoint.h: --checkpoint, --checkpoint-every and --resume. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_CHECKPOINT_H
#define CLI_CHECKPOINT_H

#include "options.h"

/* What the options say together makes sense; else says what does not. */
int checkpoint_check(const cli_options *options);

/* Opens the folder, and says what is found there. Leaves NULL where no folder
 * is asked for. All of a crew fail when one does. */
PLEACH_CHECKED pleach_status checkpoint_open(pleach_checkpoint **checkpoint,
                                             const cli_options *options,
                                             pleach_error *error);

/* Whether it can go on another time. `checkpoint` may be NULL. */
void checkpoint_say_interrupted(const pleach_checkpoint *checkpoint);

/* All is written: nothing is left to go on from. */
void checkpoint_finish(pleach_checkpoint *checkpoint);

#endif
