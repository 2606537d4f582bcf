/* serve_asking.c: how the server has a command answer its questions. */
/* SPDX-License-Identifier: MIT */
#if defined(PLEACH_HAS_SERVE)
#include "serve_asking.h"

#include "asking.h"

static pleach_status choose_next(pleach_prompts **prompts, asking *a,
                                 size_t most, pleach_error *error)
{
    return asker_choose(prompts, a->context, most, error);
}

static void tell_page(asking *a, size_t done, size_t count, size_t left)
{
    asker_note(a->context, &(asker_figures){.asked = a->asked,
                                            .unanswered = a->unanswered,
                                            .done = done,
                                            .total = count,
                                            .left = left,
                                            .bytes = a->bytes});
}

pleach_status serve_asking_run(asker *by, void *context, pleach_error *error)
{
    cli_options quiet = *(const cli_options *)context;
    pleach_sink to = asker_sink(by);
    quiet.quiet = true; /* the page tells what is missing */
    asking a = {.options = &quiet,
                .command = quiet.ask_with,
                .answers = asker_answers(by),
                .choose = choose_next,
                .tell = tell_page,
                .context = by,
                .names = asker_names(by),
                .stop = asker_is_over};
    return asking_go(&a, &to, error);
}
#else
typedef int serve_asking_is_empty;
#endif
