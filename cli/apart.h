/* apart.h: the process that reads for "pleach serve". */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_APART_H
#define CLI_APART_H

/* Reads what standard input brings (serve/apart.h) under limits, and writes the
 * reply to standard output. Does not return unless it was called by hand. */
int apart_run(void);

#endif
