/* sample_options.c: the defaults and limits of pleach_sample. */
/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "base/status.h"
#include "lab/sample.h"

/* Shares lie in [0, 1]. */
static const struct {
    const char *name;
    size_t field;
    double usual;
} shares[] = {
    {"shortcut", offsetof(pleach_sample_options, shortcut), 0.08},
    {"noise", offsetof(pleach_sample_options, noise), 0.05},
    {"polysemy", offsetof(pleach_sample_options, polysemy), 0},
    {"variation", offsetof(pleach_sample_options, variation), 0.3},
    {"synonym", offsetof(pleach_sample_options, synonym), 0.1},
    {"typo", offsetof(pleach_sample_options, typo), 0.01},
    {"decor", offsetof(pleach_sample_options, decor), 0.02},
};

static pleach_status settle(double *value, const char *name, double usual,
                            double least, double most, pleach_error *error)
{
    if (*value == 0)
        *value = usual;
    else if (*value == PLEACH_NONE)
        *value = 0;
    else if (!(*value >= least && *value <= most))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The option %s must lie between %g and %g; it is %g.",
                       name, least, most, *value);
    return PLEACH_OK;
}

/* Each option is checked, then what concerns several. */
pleach_status pl_sample_settle(pleach_sample_options *options,
                               pleach_error *error)
{
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
        PL_TRY(settle((double *)(void *)((char *)options + shares[k].field),
                      shares[k].name, shares[k].usual, 0, 1, error));
    PL_TRY(
        settle(&options->tags_per_node, "tags-per-node", 20, 1, 1000, error));
    if (options->users > 0 && options->saplings > 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "Give the number of users or that of saplings, not "
                       "both: one follows from the other.");
    if (options->users == 0)
        options->users = 1000;
    /* A hair above 1 is rounding. */
    if (options->noise + options->shortcut > 1 + 1e-9)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The options noise and shortcut are shares of the same "
                       "leaves; together they must not exceed 1.");
    return PLEACH_OK;
}
