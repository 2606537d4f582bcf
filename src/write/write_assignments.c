/* write_assignments.c: one line per node of the input: its cluster, its
 * concept, and what became of what it says. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "taxonomy/votes.h"
#include "write/write.h"

/* What would break a table apart becomes a space. */
static void put_field(FILE *to, const char *bytes, size_t length)
{
    for (size_t k = 0; k < length; k++) {
        unsigned char byte = (unsigned char)bytes[k];
        putc(byte < 0x20 || byte == 0x7F ? ' ' : byte, to);
    }
}

/* A discarded node has a row too, with nothing in it: every node of the input
 * is found again. */
static void put_assignment_row(FILE *to, const pleach_node *facts,
                               const pleach_taxonomy *forest, uint32_t slot)
{
    put_field(to, facts->id, strlen(facts->id));
    fprintf(to, "\t%s\t%s\t", facts->path, facts->role);
    put_field(to, facts->name, strlen(facts->name));
    putc('\t', to);
    if (slot != PL_NONE) {
        uint32_t cluster = forest->slot_cluster[slot];
        fprintf(to, "%" PRIu64 "\t%" PRIu64 "\t%s\n",
                pl_cluster_id(forest, cluster),
                pl_cluster_id(forest, forest->concept[cluster]),
                pl_stance_word(forest, slot));
    } else {
        fputs("\t\t\n", to);
    }
}

pleach_status pl_write_assignments(const pleach_taxonomy *forest, FILE *to,
                                   const pleach_write_options *options,
                                   pleach_error *error)
{
    const pleach_corpus *corpus = forest->corpus;
    (void)options, (void)error;
    fputs("id\tpath\trole\tname\tcluster\tconcept\tstance\n", to);
    for (uint32_t node = 0; node < corpus->node_count; node++) {
        pleach_node facts;
        pl_describe_node(&facts, corpus, node);
        put_assignment_row(to, &facts, forest,
                           forest->affinity->node_slot[node]);
    }
    return PLEACH_OK;
}
