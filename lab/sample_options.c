/* sample_options.c: the defaults and limits of pleach_sample. */
/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "base/status.h"
#include "lab/sample.h"

typedef struct option_limit {
    const char *name;
    size_t field;
    bool whole; /* a uint32_t; otherwise a double */
    double usual, least, most;
} option_limit;

#define AT(field) offsetof(pleach_sample_options, field)

/* 20 * tags-per-node * max-children tokens must fit into 32 bits. */
static const option_limit limits[] = {
    {"per-user", AT(per_user), false, 2.9, 1, 1e6},
    {"zipf", AT(zipf), false, 1, 0, 10},
    {"depth-bias", AT(depth_bias), false, 1.5, 0, 100},
    {"mean-children", AT(mean_children), false, 3.6, 1, 1e6},
    {"max-children", AT(max_children), true, 60, 1, 100000},
    {"focus", AT(focus), false, 0.3, 0, 1},
    {"shortcut", AT(shortcut), false, 0.08, 0, 1},
    {"noise", AT(noise), false, 0.05, 0, 1},
    {"inverted-share", AT(inverted_share), false, 0.4, 0, 1},
    {"polysemy", AT(polysemy), false, 0, 0, 1},
    {"variation", AT(variation), false, 0.3, 0, 1},
    {"synonym", AT(synonym), false, 0.1, 0, 1},
    {"typo", AT(typo), false, 0.01, 0, 1},
    {"decor", AT(decor), false, 0.02, 0, 1},
    {"tags-per-node", AT(tags_per_node), false, 20, 1, 1000},
    {"own-tags", AT(own_tags), true, 12, 1, 1000},
    {"overlap", AT(overlap), false, 0.2, 0, 1},
    {"ancestor-mix", AT(ancestor_mix), false, 0.25, 0, 1},
    {"background", AT(background), false, 0.15, 0, 1},
    {"background-size", AT(background_size), true, 500, 1, 1e6},
    {"user-tags", AT(user_tags), false, 0.05, 0, 1},
    {"tag-noise", AT(tag_noise), false, 0.03, 0, 1},
    {"untagged", AT(untagged), false, 0.2, 0, 1},
};

static pleach_status refuse_option(const option_limit *limit, double value,
                                   pleach_error *error)
{
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "The option %s must lie between %g and %g; it is %g.",
                   limit->name, limit->least, limit->most, value);
}

static pleach_status settle_whole(const option_limit *limit, uint32_t *value,
                                  pleach_error *error)
{
    if (*value == 0)
        *value = (uint32_t)limit->usual;
    if (*value > limit->most)
        return refuse_option(limit, *value, error);
    return PLEACH_OK;
}

/* Only tags-per-node can be switched off below its least value. */
static pleach_status settle_real(const option_limit *limit, double *value,
                                 pleach_error *error)
{
    bool none = limit->least == 0 || limit->field == AT(tags_per_node);
    if (*value == 0)
        *value = limit->usual;
    else if (*value == PLEACH_NONE && none)
        *value = 0;
    else if (!(*value >= limit->least && *value <= limit->most))
        return refuse_option(limit, *value, error);
    return PLEACH_OK;
}

/* A hair above 1 is rounding, as in 0.5 + 0.3 + 0.2. */
static bool too_much(double sum)
{
    return sum > 1 + 1e-9;
}

static pleach_status check_sums(const pleach_sample_options *options,
                                pleach_error *error)
{
    if (too_much(options->noise + options->shortcut))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The options noise and shortcut are shares of the same "
                       "leaves; together they must not exceed 1.");
    if (too_much(options->background + options->user_tags + options->tag_noise +
                 options->ancestor_mix))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The options background, user-tags, tag-noise and "
                       "ancestor-mix are shares of the same tags; together "
                       "they must not exceed 1.");
    return PLEACH_OK;
}

/* Each option is checked by a table of its limits, so that none can be
 * forgotten; what concerns several follows. */
pleach_status pl_sample_settle(pleach_sample_options *options,
                               pleach_error *error)
{
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        void *field = (char *)options + limits[k].field;
        PL_TRY(limits[k].whole ? settle_whole(&limits[k], field, error)
                               : settle_real(&limits[k], field, error));
    }
    if (options->users > 0 && options->saplings > 0)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "Give the number of users or that of saplings, not "
                       "both: one follows from the other.");
    if (options->users == 0)
        options->users = 1000;
    if ((unsigned)options->root_tags > PLEACH_ROOT_TAGS_ABSENT)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The option root-tags has no such value.");
    return check_sums(options, error);
}
