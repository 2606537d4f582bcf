/* commands.h: one function per subcommand, each in a file of its own. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "options.h"

/* Each returns the exit code. */
int grow_run(const cli_options *options);
int check_run(const cli_options *options);
int view_run(const cli_options *options);
int score_run(const cli_options *options);
int explain_run(const cli_options *options);
int diff_run(const cli_options *options);
int ask_run(const cli_options *options);
int review_run(const cli_options *options);
int validate_run(const cli_options *options);
int names_run(const cli_options *options);
int convert_run(const cli_options *options);
int crosswalk_run(const cli_options *options);
int serve_run(const cli_options *options);

#endif
