/* summary.h: what a run has to say about itself, in sentences. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "outputs.h"
#include "pleach.h"

/* Says on standard error that the messages did not settle, and what helps. */
void summary_warn_not_converged(const pleach_report *report);

/* What a shape cost, unless it is to be quiet, and what it could not do. */
void summary_print_shape(const pleach_report *report, bool quiet);

/* What became of what people said, what is left to put right, and the
 * objective: up to three lines on standard error. */
void summary_print_quality(const pleach_report *report,
                           const cli_outputs *outputs);

/* Three to six lines on standard error, about so many inputs. */
void summary_print(const pleach_report *report, size_t files,
                   const cli_outputs *outputs, const pleach_stage_times *times);

#endif
