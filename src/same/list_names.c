/* list_names.c: all labels, those of most nodes first. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "base/order.h"
#include "base/status.h"
#include "base/stream.h"
#include "pleach_curate.h"
#include "same/labels.h"

/* How the nodes of a label spell it, once per node, and how many they are. An
 * inner node has two roles, and is one. */
static uint32_t list_spellings(const pl_labels *labels, uint32_t label,
                               uint32_t *uses)
{
    const pleach_corpus *c = labels->corpus;
    uint32_t count = 0;
    for (uint64_t k = labels->first[label]; k < labels->first[label + 1]; k++) {
        uint32_t node = labels->node[k];
        if (pl_entry_of(c, node) == node)
            uses[count++] = c->node_spelling[node];
    }
    return count;
}

/* Of equally common ones the first in byte order, as they are numbered. */
static uint32_t find_commonest(uint32_t *uses, uint32_t count)
{
    uint32_t best = 0, most = 0;
    qsort(uses, count, sizeof *uses, pl_compare_uint32);
    for (uint32_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && uses[to] == uses[from];)
            to++;
        if (to - from > most) {
            most = to - from;
            best = uses[from];
        }
    }
    return best;
}

static void put_counted_name(FILE *to, const char *name, size_t length,
                             uint32_t count, bool json)
{
    if (json) {
        pl_json line;
        pl_json_start(&line, to);
        pl_json_open(&line, '{');
        pl_json_key(&line, "name");
        pl_json_bytes(&line, name, length);
        pl_json_put_integer(&line, "count", count);
        pl_json_close(&line, '}');
        putc('\n', to);
        return;
    }
    for (size_t k = 0; k < length; k++) /* a tab would end the name */
        putc((unsigned char)name[k] < ' ' ? ' ' : name[k], to);
    fprintf(to, "\t%" PRIu32 "\n", count);
}

static pleach_status put_names(FILE *to, const pl_labels *labels,
                               pl_arena *arena, bool json, pleach_error *error)
{
    const pl_strings *spellings = labels->corpus->spellings;
    uint64_t *order = PL_ARENA_ARRAY(arena, uint64_t, labels->count);
    uint32_t *uses =
        PL_ARENA_ARRAY(arena, uint32_t, labels->corpus->node_count);
    if (order == NULL || uses == NULL)
        return pl_fail_memory(error);
    for (uint32_t x = 0; x < labels->count; x++)
        order[x] =
            (uint64_t)(UINT32_MAX - list_spellings(labels, x, uses)) << 32 | x;
    if (labels->count > 1)
        qsort(order, labels->count, sizeof *order, pl_compare_uint64);
    for (uint32_t k = 0; k < labels->count; k++) {
        uint32_t count = list_spellings(labels, (uint32_t)order[k], uses);
        uint32_t spelling = find_commonest(uses, count);
        put_counted_name(to, pl_strings_at(spellings, spelling),
                         pl_strings_length(spellings, spelling), count, json);
    }
    return PLEACH_OK;
}

pleach_status pleach_names_write(const pleach_corpus *corpus,
                                 const pleach_sink *to, bool json,
                                 pleach_error *error)
{
    pl_stream stream;
    pl_labels labels;
    pl_arena *arena = pl_arena_new();
    pleach_status status = arena == NULL
                               ? pl_fail_memory(error)
                               : pl_labels_make(&labels, arena, corpus, error);
    if (status == PLEACH_OK)
        status = pl_stream_open(&stream, to, error);
    if (status == PLEACH_OK)
        status = pl_stream_close(
            &stream, put_names(stream.to, &labels, arena, json, error), error);
    pl_arena_free(arena);
    return status;
}
