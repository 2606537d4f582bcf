/* serve_asking.h: how the server has a command answer its questions. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_SERVE_ASKING_H
#define CLI_SERVE_ASKING_H

#include "serve/asker.h"

/* What an asker runs; the context is the cli_options of the server's start. */
pleach_status serve_asking_run(asker *by, void *context, pleach_error *error);

#endif
