/* checkpoint.c: opens the folder of checkpoints, and empties it in the end. */
/* SPDX-License-Identifier: MIT */
#include "checkpoint.h"

#include "crew.h"
#include "errors.h"
#include "progress.h"

int checkpoint_check(const cli_options *options)
{
    const char *alone = options->resume                 ? "resume"
                        : options->checkpoint_every > 0 ? "checkpoint-every"
                                                        : NULL;
    if (options->checkpoint == NULL && alone != NULL)
        return error_say(EXIT_USAGE,
                         "--%s needs a folder; add --checkpoint DIR.", alone);
    /* A run that went on would have only half of the lines. */
    if (options->checkpoint != NULL && options->trace != NULL)
        return error_say(EXIT_USAGE,
                         "--trace and --checkpoint do not go together: a run "
                         "that is resumed knows nothing of the iterations "
                         "before.");
    return EXIT_DONE;
}

/* At once: these are not about the input. */
static void print_warning(void *context, const pleach_error *warning)
{
    (void)context;
    progress_clear();
    warning_print(warning);
}

static const pleach_listener listener = {.warn = print_warning};

static void say_found(const pleach_checkpoint *checkpoint,
                      const cli_options *options)
{
    if (options->quiet || !options->resume)
        return;
    if (pleach_checkpoint_found(checkpoint))
        warning_say("Going on from the checkpoint in %s.", options->checkpoint);
    else
        warning_say("There is no checkpoint in %s yet: starting from the "
                    "beginning.",
                    options->checkpoint);
}

pleach_status checkpoint_open(pleach_checkpoint **checkpoint,
                              const cli_options *options, pleach_error *error)
{
    const cli_crew *crew = options->crew;
    if (options->checkpoint == NULL)
        return PLEACH_OK;
    pleach_checkpoint_options how = {
        .every = options->checkpoint_every,
        .resume = options->resume,
        .listener = options->quiet ? NULL : &listener,
        .exchange = crew == NULL ? NULL : crew->exchange,
    };
    pleach_status status =
        pleach_checkpoint_open(checkpoint, options->checkpoint, &how, error);
    if (crew != NULL)
        status = crew->agree(status, error);
    if (status == PLEACH_OK)
        say_found(*checkpoint, options);
    return status;
}

void checkpoint_say_interrupted(const pleach_checkpoint *checkpoint)
{
    if (checkpoint != NULL && pleach_checkpoint_found(checkpoint))
        error_say(EXIT_INTERRUPTED, "Interrupted; nothing was written but the "
                                    "checkpoint. --resume goes on from it.");
    else
        error_say(EXIT_INTERRUPTED, "Interrupted; nothing was written.");
}

void checkpoint_finish(pleach_checkpoint *checkpoint)
{
    pleach_error warning = {0};
    if (checkpoint != NULL &&
        pleach_checkpoint_remove(checkpoint, &warning) != PLEACH_OK)
        warning_print(&warning);
}
