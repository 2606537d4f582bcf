/* check_inputs.c: reads the inputs again and compares them with a taxonomy. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "check/check.h"
#include "corpus/corpus.h"
#include "read/input_bytes.h"
#include "read/reader.h"

/* ------------------------------------------------------------- ledger -- */

static bool ledger_open(pl_ledger *ledger)
{
    const pl_taxonomy_file *filed = ledger->filed;
    uint32_t nodes = pl_strings_count(filed->nodes);
    if (!pl_list_room(&ledger->due, nodes))
        return false;
    ledger->due.count = nodes;
    if (nodes > 0)
        memset(ledger->due.items, 0, nodes * sizeof *ledger->due.items);
    for (uint32_t k = 0; k < filed->member_count; k++)
        ledger->due.items[filed->member[k].key]++;
    for (uint32_t k = 0; k < filed->discarded_count; k++)
        ledger->due.items[filed->discarded[k].key]++;
    return true;
}

/* Each node of the inputs settles one that is due. What is due in the end was
 * invented, and what comes without being due was lost. */
pleach_status pl_ledger_note(pl_ledger *ledger, const char *owner,
                             const char *id, const char *path, const char *role,
                             const char *input, uint64_t line,
                             pleach_error *error)
{
    uint32_t key = pl_taxonomy_file_key(ledger->filed, owner, id, path, role);
    if (key == PL_NONE)
        return pl_fail_memory(error);
    ledger->nodes++;
    if (key < ledger->due.count && ledger->due.items[key]-- > 0)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, input, line, 0,
                      "The %s is lost: the taxonomy has it neither in a "
                      "cluster nor as discarded.",
                      pl_taxonomy_file_describe(ledger->filed, key).text);
}

static pleach_status ledger_close(const pl_ledger *ledger, pleach_error *error)
{
    for (size_t key = 0; key < ledger->due.count; key++)
        if (ledger->due.items[key] > 0)
            return pl_taxonomy_file_broken(
                ledger->filed, error,
                "The %s is invented: it is not in the inputs.",
                pl_taxonomy_file_describe(ledger->filed, (uint32_t)key).text);
    return PLEACH_OK;
}

/* Documents, tables, path lists, folders: here the corpus, a room before this
 * one, enumerates the nodes. Only their places are taken from it.
 * So it is when malformed lines were left out: which ones, it alone knows. */
static pleach_status read_corpus(pl_ledger *ledger, const char *input,
                                 const char *bytes, size_t size,
                                 pleach_error *error)
{
    pleach_corpus *corpus = NULL;
    pleach_input source = {.name = input, .bytes = bytes, .size = size};
    pleach_read_options options = {.language = "none",
                                   .skip_bad = ledger->skip_bad};
    pleach_status status =
        pleach_corpus_read(&corpus, &source, 1, &options, error);
    for (uint32_t node = 0; status == PLEACH_OK && node < corpus->node_count;
         node++) {
        pleach_node is;
        pl_describe_node(&is, corpus, node);
        status = pl_ledger_note(ledger, is.owner, is.id, is.path, is.role,
                                input, 0, error);
    }
    pleach_corpus_free(corpus);
    return status;
}

/* -------------------------------------------------------------- files -- */

static bool is_white(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* The first line that is not blank is an object by itself, and one as pleach
 * writes them: other people's JSON fits on a line, too. */
static bool is_json_lines(const char *name, const pl_byte_list *bytes)
{
    size_t at = 0, end;
    if (bytes->count >= 3 && memcmp(bytes->items, "\xEF\xBB\xBF", 3) == 0)
        at = 3;
    while (at < bytes->count && is_white(bytes->items[at]))
        at++;
    for (end = at; end < bytes->count && bytes->items[end] != '\n';)
        end++;
    while (end > at && is_white(bytes->items[end - 1]))
        end--;
    return end > at && bytes->items[at] == '{' &&
           bytes->items[end - 1] == '}' &&
           pl_format_is_own_json(name, bytes->items, bytes->count);
}

/* `name` is what the taxonomy calls the input: ids are made from it. A folder
 * or a database has no bytes, and only the name it was given now. */
static pleach_status take_input(pl_ledger *ledger, const pleach_input *input,
                                const char *name, pleach_error *error)
{
    pl_byte_list bytes = {0};
    if (pl_format_of_place(input) != NULL)
        return read_corpus(ledger, input->name, NULL, 0, error);
    pleach_status status = pl_load_bytes(&bytes, input, error);
    bool lines = !ledger->skip_bad && is_json_lines(name, &bytes);
    if (status == PLEACH_OK && lines)
        status =
            pl_ledger_read_lines(ledger, name, bytes.items, bytes.count, error);
    else if (status == PLEACH_OK)
        status = read_corpus(ledger, name, bytes.items, bytes.count, error);
    pl_list_free(&bytes);
    return status;
}

/* ------------------------------------------------------- which inputs -- */

static const char *recorded_name(const pl_parsed *recorded, size_t k)
{
    return pl_parsed_text(pl_parsed_get(pl_parsed_at(recorded, k), "name"));
}

static const char *file_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* A file may have moved since: the taxonomy's own name for it is the one of
 * the same base name, or the only one there is. */
static const char *name_of_given(const pl_parsed *recorded, const char *path,
                                 size_t count)
{
    if (count == 1 && pl_parsed_size(recorded) == 1 &&
        recorded_name(recorded, 0) != NULL)
        return recorded_name(recorded, 0);
    for (size_t k = 0; k < pl_parsed_size(recorded); k++) {
        const char *name = recorded_name(recorded, k);
        if (name != NULL && strcmp(file_name_of(name), file_name_of(path)) == 0)
            return name;
    }
    return path;
}

static bool are_there(const pl_parsed *recorded)
{
    for (size_t k = 0; k < pl_parsed_size(recorded); k++)
        if (!pl_may_be_input(recorded_name(recorded, k)))
            return false;
    return pl_parsed_size(recorded) > 0;
}

/* Inputs may have moved since: those given are matched with the names that the
 * file recorded, since ids are made of them. */
static pleach_status compare_with_inputs(pl_ledger *ledger,
                                         const pl_parsed *recorded,
                                         const pleach_input *inputs,
                                         size_t count, pleach_error *error)
{
    if (!ledger_open(ledger))
        return pl_fail_memory(error);
    for (size_t k = 0; inputs != NULL && k < count; k++)
        PL_TRY(take_input(
            ledger, &inputs[k],
            name_of_given(recorded, pl_input_label(&inputs[k]), count), error));
    for (size_t k = 0; inputs == NULL && k < pl_parsed_size(recorded); k++) {
        pleach_input input = {.name = recorded_name(recorded, k)};
        PL_TRY(take_input(ledger, &input, input.name, error));
    }
    return ledger_close(ledger, error);
}

/* Without the inputs the file can be right in itself; that they were not looked
 * at is said, and is no failure. */
pleach_status pl_check_inputs(pl_taxonomy_file *filed,
                              pleach_check_result *result,
                              const pleach_input *inputs, size_t count,
                              pleach_error *error)
{
    const pl_parsed *recorded = pl_parsed_get(filed->root, "inputs");
    const pl_parsed *report = pl_parsed_get(filed->root, "report");
    const pl_parsed *skipped = pl_parsed_get(report, "skipped");
    pl_ledger ledger = {.filed = filed,
                        .skip_bad = pl_parsed_integer(skipped) > 0};
    if (count == 0)
        inputs = NULL;
    if (inputs == NULL && !are_there(recorded))
        return PLEACH_OK;
    pleach_status status =
        compare_with_inputs(&ledger, recorded, inputs, count, error);
    pl_list_free(&ledger.due);
    if (status != PLEACH_OK)
        return status;
    result->inputs_compared = true;
    result->input_nodes = ledger.nodes;
    return PLEACH_OK;
}
