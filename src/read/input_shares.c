/* input_shares.c: cuts the inputs where each process has about as many bytes.
 */
/* SPDX-License-Identifier: MIT */
#include "read/input_shares.h"

#include <string.h>

#include "base/text.h"
#include "read/read.h"
#include "read/read_joined.h"
#include "read/reader.h"

/* A compressed byte is as much work as so many plain ones. */
enum { COMPRESSED_WORK = 5 };

/* What the first process knows about an input. */
typedef struct outline {
    uint64_t size;
    uint64_t work;
    bool cut;    /* it can be */
    bool joined; /* with others, by one process */
} outline;

/* -------------------------------------------------------------- outlines -- */

/* An input that begins with some KiB of blanks may be empty, which only who
 * reads all of it can say. */
static bool can_be_cut(pl_reader *reader, const char *format)
{
    pl_format read;
    pl_piece start;
    return pl_source_has_parts(reader->source) &&
           pl_format_find(&read, format, reader, NULL) == PLEACH_OK &&
           read == pl_read_jsonl &&
           pl_source_peek(reader->source, &start, NULL) == PLEACH_OK &&
           !pl_text_is_blank(start.bytes, start.length);
}

static bool begins_joined(pl_reader *reader)
{
    pl_piece start;
    return pl_source_peek(reader->source, &start, NULL) == PLEACH_OK &&
           pl_joined_recognise(&start);
}

/* Who reads an input says what is wrong with it. */
static outline outline_of_input(const pleach_input *input, const char *format)
{
    pl_read_progress unheard = {.listener = NULL};
    pl_reader reader = {.file = input->name, .progress = &unheard};
    outline found = {.size = pl_source_size(input)};
    found.work = found.size;
    if (pl_source_open(&reader.source, input, &unheard, NULL) != PLEACH_OK)
        return found;
    found.cut = can_be_cut(&reader, format);
    found.joined = begins_joined(&reader);
    if (!pl_source_has_parts(reader.source))
        found.work *= COMPRESSED_WORK;
    pl_source_close(reader.source);
    return found;
}

/* The first process looks and tells: others may see other sizes, or nothing. */
static pleach_status get_outlines(outline *outlines, const pleach_input *inputs,
                                  size_t count, const char *format,
                                  const pleach_exchange *exchange,
                                  pleach_error *error)
{
    pleach_parcel *inbox = pl_allocate(exchange->ranks, sizeof *inbox);
    pleach_parcel mine = {outlines, count * sizeof *outlines};
    if (inbox == NULL)
        return pl_fail_memory(error);
    for (size_t k = 0; exchange->rank == 0 && k < count; k++)
        outlines[k] = outline_of_input(&inputs[k], format);
    pleach_status status = pl_exchange_share(exchange, mine, inbox, error);
    for (uint32_t r = 0; status == PLEACH_OK && r < exchange->ranks; r++)
        if (inbox[r].length != inbox[0].length)
            status = pl_fail(error, PLEACH_BAD_USAGE,
                             "The processes were not given the same inputs.");
    if (status == PLEACH_OK && exchange->rank != 0)
        memcpy(outlines, inbox[0].bytes, inbox[0].length);
    pl_release(inbox);
    return status;
}

/* --------------------------------------------------------------- cutting -- */

/* The work before rank r, if all have the same. */
static uint64_t begin_of(uint64_t total, uint32_t ranks, uint32_t r)
{
    return total / ranks * r + total % ranks * r / ranks;
}

/* What rank r reads of an input with `before` work before it. */
static pl_share cut_input(const outline *of, uint64_t before, uint64_t total,
                          uint32_t ranks, uint32_t r)
{
    uint64_t from = begin_of(total, ranks, r);
    uint64_t to = r + 1 == ranks ? UINT64_MAX : begin_of(total, ranks, r + 1);
    uint64_t middle = before + of->work / 2;
    pl_share share = {.mine = from <= middle && middle < to};
    if (of->joined)
        share.mine = r == 0;
    if (!of->cut)
        return share;
    share.part = (pl_part){.from = from > before ? from - before : 0,
                           .to = to > before ? to - before : 0,
                           .size = of->size,
                           .line = 1};
    if (share.part.to > of->size)
        share.part.to = of->size;
    share.mine = share.part.from < share.part.to;
    share.cut = share.mine;
    return share;
}

static void cut_all(pl_share *shares, const outline *outlines, size_t count,
                    uint64_t total, const pleach_exchange *exchange)
{
    uint64_t before = 0;
    for (size_t k = 0; k < count; k++) {
        shares[k] = cut_input(&outlines[k], before, total, exchange->ranks,
                              exchange->rank);
        before += outlines[k].work;
    }
}

/* --------------------------------------------------------------- numbers -- */

/* The lines of the part that another rank goes on with, if there is one. */
static uint64_t count_part_lines(const pl_share *shares,
                                 const pleach_input *inputs, size_t count)
{
    for (size_t k = count; k-- > 0;) {
        const pl_part *part = &shares[k].part;
        if (shares[k].mine)
            return shares[k].cut && part->to < part->size
                       ? pl_source_count_lines(&inputs[k], part)
                       : 0;
    }
    return 0;
}

/* Adds the lines that lower ranks have of the input that this one begins in
 * the middle of. */
static void add_lines(pl_share *shares, const outline *outlines, size_t count,
                      uint64_t total, const pleach_exchange *exchange,
                      const pleach_parcel *inbox)
{
    size_t first = 0;
    uint64_t before = 0;
    for (; first < count && !shares[first].mine; first++)
        before += outlines[first].work;
    if (first == count || !shares[first].cut || shares[first].part.from == 0)
        return;
    for (uint32_t r = 0; r < exchange->rank; r++) {
        uint64_t lines;
        memcpy(&lines, inbox[r].bytes, sizeof lines);
        if (cut_input(&outlines[first], before, total, exchange->ranks, r).mine)
            shares[first].part.line += lines;
    }
}

/* A process that begins in the middle of a file cannot know its line number,
 * and messages and ids without a name need it. */
static pleach_status number_lines(pl_share *shares, const outline *outlines,
                                  const pleach_input *inputs, size_t count,
                                  uint64_t total,
                                  const pleach_exchange *exchange,
                                  pleach_error *error)
{
    pleach_parcel *inbox = pl_allocate(exchange->ranks, sizeof *inbox);
    if (inbox == NULL)
        return pl_fail_memory(error);
    uint64_t lines = count_part_lines(shares, inputs, count);
    pleach_status status = pl_exchange_share(
        exchange, (pleach_parcel){&lines, sizeof lines}, inbox, error);
    if (status == PLEACH_OK)
        add_lines(shares, outlines, count, total, exchange, inbox);
    pl_release(inbox);
    return status;
}

/* Work is counted in bytes, which everybody can ask for without reading. */
pleach_status pl_shares_plan(pl_share *shares, const pleach_input *inputs,
                             size_t count, const char *format,
                             const pleach_exchange *exchange,
                             pleach_error *error)
{
    uint64_t total = 0;
    outline *outlines = pl_allocate(count, sizeof *outlines);
    pleach_status status =
        outlines == NULL
            ? pl_fail_memory(error)
            : get_outlines(outlines, inputs, count, format, exchange, error);
    if (status == PLEACH_OK) {
        for (size_t k = 0; k < count; k++)
            total += outlines[k].work;
        cut_all(shares, outlines, count, total, exchange);
        status = number_lines(shares, outlines, inputs, count, total, exchange,
                              error);
    }
    pl_release(outlines);
    return status;
}
