/* similarity.c: understands what people write after --similarity. */
#include "affinity/similarity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

/* Every similarity there is: a name, its evidence, what an equal name alone
 * is worth, and whether `:J` may (or must) follow. */
static const struct known {
    const char *name;
    pl_evidence_kind kind;
    double floor;
    bool takes_scale, needs_scale;
} known_similarities[] = {
    {"tags", PL_EVIDENCE_TAGS, 0.0, true, false},
    {"name", PL_EVIDENCE_NONE, 1.0, false, false},
    {"context", PL_EVIDENCE_CONTEXT, 0.1, true, true},
};

/* With more, one tag in common would round to nothing in common. */
static const double MOST_SCALE = 1e6;

enum { KNOWN_COUNT = sizeof known_similarities / sizeof *known_similarities };

static pleach_status not_understood(const char *spec, pleach_error *error)
{
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "The similarity '%.80s' is not known. Known are tags, "
                   "tags:J, name and context:J, where J is a number above 0 "
                   "and at most 1000000, such as tags:2 or context:4.",
                   spec);
}

/* With tags, a graded overlap of tags; without, the names around. */
static const char *choose(const pleach_corpus *corpus)
{
    return corpus->tag_first[corpus->node_count] > 0 ? "tags:2" : "context:4";
}

pleach_status pl_similarity_parse(pl_similarity *similarity, pl_arena *arena,
                                  const pleach_corpus *corpus, const char *spec,
                                  pleach_error *error)
{
    if (spec == NULL || strcmp(spec, "auto") == 0)
        spec = choose(corpus);
    const char *colon = strchr(spec, ':');
    size_t length = colon == NULL ? strlen(spec) : (size_t)(colon - spec);
    const struct known *found = NULL;
    for (size_t k = 0; k < KNOWN_COUNT; k++)
        if (strlen(known_similarities[k].name) == length &&
            strncmp(known_similarities[k].name, spec, length) == 0)
            found = &known_similarities[k];
    if (found == NULL || (colon != NULL && !found->takes_scale) ||
        (colon == NULL && found->needs_scale))
        return not_understood(spec, error);
    double scale = 1.0;
    if (colon != NULL) {
        char *end;
        scale = strtod(colon + 1, &end);
        if (end == colon + 1 || *end != '\0' ||
            !(scale > 0 && scale <= MOST_SCALE))
            return not_understood(spec, error);
    }
    char *name = pl_arena_take(arena, strlen(spec) + 1, 1);
    if (name == NULL)
        return pl_fail_memory(error);
    strcpy(name, spec);
    *similarity = (pl_similarity){name, found->kind, found->floor, scale};
    return PLEACH_OK;
}
