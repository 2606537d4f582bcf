/* matches.c: finds matches among what nodes carry. */
/* SPDX-License-Identifier: MIT */
#include "corpus/matches.h"

#include <string.h>

#include "base/status.h"

pl_match_kind pl_match_kind_of(const pl_carried *value)
{
    static const struct {
        const char *property;
        pl_match_kind kind;
    } kinds[] = {{"skos:exactMatch", PL_MATCH_SAME},
                 {PL_OWL_SAME, PL_MATCH_SAME},
                 {PL_OWL_EQUIVALENT, PL_MATCH_SAME},
                 {"skos:closeMatch", PL_MATCH_CLOSE},
                 {"skos:broadMatch", PL_MATCH_OTHER},
                 {"skos:narrowMatch", PL_MATCH_OTHER},
                 {"skos:relatedMatch", PL_MATCH_OTHER}};
    for (size_t k = 0; value->address && k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(pl_carried_property(value), kinds[k].property) == 0)
            return kinds[k].kind;
    return PL_MATCH_NONE;
}

bool pl_mentions_match(const char *payload)
{
    static const char *const words[] = {"exactMatch\"", "closeMatch\"",
                                        PL_OWL_SAME, PL_OWL_EQUIVALENT};
    for (size_t k = 0; payload != NULL && k < sizeof words / sizeof *words; k++)
        if (strstr(payload, words[k]) != NULL)
            return true;
    return false;
}

pleach_status pl_list_matches(pl_match_list *matches, pl_arena *arena,
                              const pleach_corpus *corpus, pleach_error *error)
{
    pl_carried_list values = {.arena = arena};
    for (uint32_t n = 0; corpus->node_payload && n < corpus->node_count; n++) {
        const char *payload = pl_payload_of(corpus, n);
        if (pl_entry_of(corpus, n) != n || !pl_mentions_match(payload))
            continue;
        values.count = 0;
        PL_TRY(pl_payload_list(&values, arena, payload, error));
        for (size_t k = 0; k < values.count; k++) {
            const pl_carried *value = &values.items[k];
            pl_match_kind kind = pl_match_kind_of(value);
            size_t subject = pl_carried_subject(value);
            const char *whose =
                subject == 0
                    ? NULL
                    : pl_arena_text(arena, value->property + 1, subject);
            if (kind == PL_MATCH_SAME || kind == PL_MATCH_CLOSE)
                pl_list_add(matches, ((pl_match){n, whose, kind,
                                                 pl_carried_property(value),
                                                 value->text}));
        }
    }
    return pl_check_memory(arena, error);
}
