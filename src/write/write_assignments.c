/* write_assignments.c: one line per node of the input, its
 * cluster and its concept. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "write/write.h"

/* What would break a table apart becomes a space. */
static void put_field(FILE *to, const char *bytes, size_t length)
{
    for (size_t k = 0; k < length; k++) {
        unsigned char byte = (unsigned char)bytes[k];
        putc(byte < 0x20 || byte == 0x7F ? ' ' : byte, to);
    }
}

static void put_assignment_row(FILE *to, const pleach_node *facts,
                               const uint32_t *concept, uint32_t cluster)
{
    put_field(to, facts->id, strlen(facts->id));
    fprintf(to, "\t%s\t%s\t", facts->path, facts->role);
    put_field(to, facts->name, strlen(facts->name));
    putc('\t', to);
    if (cluster != PL_NONE)
        fprintf(to, "%" PRIu32 "\t%" PRIu32, cluster, concept[cluster]);
    else
        putc('\t', to);
    putc('\n', to);
}

pleach_status pl_write_assignments(const pleach_taxonomy *forest, FILE *to,
                                   const pleach_write_options *options,
                                   pleach_error *error)
{
    const pleach_corpus *corpus = forest->corpus;
    (void)options, (void)error;
    fputs("id\tpath\trole\tname\tcluster\tconcept\n", to);
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        uint32_t slot = forest->affinity->node_slot[node];
        pleach_node facts;
        pl_describe_node(&facts, corpus, node);
        put_assignment_row(to, &facts, forest->concept,
                           slot == PL_NONE ? PL_NONE
                                           : forest->slot_cluster[slot]);
    }
    return PLEACH_OK;
}
