/* read_knowledge.c: synonyms first, then vectors. */
/* SPDX-License-Identifier: MIT */
#include "same/read_knowledge.h"

#include "base/status.h"
#include "same/known_files.h"
#include "same/label_synonyms.h"
#include "same/label_vectors.h"

pleach_status pl_read_knowledge(pl_label_knowledge *knowledge, pl_arena *arena,
                                const pl_labels *labels,
                                const pl_label_words *words,
                                const pl_scope *scope, pleach_error *error)
{
    PL_TRY(pl_label_synonyms_read(knowledge, labels, words, scope, error));
    for (uint32_t k = 0; scope->known != NULL && k < scope->known->count; k++)
        if (scope->known->files[k].vectors) {
            pl_scope reading = pl_scope_of_file(scope, k);
            PL_TRY(pl_label_vectors_read(knowledge, arena, labels, words,
                                         &reading, scope->known->files[k].path,
                                         error));
        }
    return PLEACH_OK;
}
