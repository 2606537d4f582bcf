/* check_inputs.c: reads the inputs again and compares them with a taxonomy. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/strings.h"
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
    if (ledger->due.items == NULL)
        return true; /* no nodes, so nothing is due */
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

/* Inputs that are read together, since tables of one source may be parts of
 * each other. */
typedef struct other_inputs {
    PL_LIST(pleach_input) list;
    PL_LIST(const char *) recorded; /* what the taxonomy calls each */
    PL_LIST(pl_byte_list) bytes;
} other_inputs;

static void free_others(other_inputs *others)
{
    for (size_t k = 0; k < others->bytes.count; k++)
        pl_list_free(&others->bytes.items[k]);
    pl_list_free(&others->list);
    pl_list_free(&others->recorded);
    pl_list_free(&others->bytes);
}

/* Takes over the bytes, also on failure. */
static bool add_other(other_inputs *others, pleach_input input,
                      const char *recorded, pl_byte_list *bytes)
{
    if (!pl_list_push(&others->bytes, *bytes)) {
        pl_list_free(bytes);
        return false;
    }
    return pl_list_push(&others->list, input) &&
           pl_list_push(&others->recorded, recorded);
}

/* Ids are made of the names of inputs: of a folder that has moved they begin
 * with where it is now. */
static pleach_status note_other(pl_ledger *ledger, const other_inputs *others,
                                const pleach_node *node, pleach_error *error)
{
    for (size_t k = 0; k < others->list.count; k++) {
        const char *now = others->list.items[k].name;
        const char *was = others->recorded.items[k];
        size_t length = strlen(now);
        if (strcmp(now, was) == 0 || strncmp(node->id, now, length) != 0 ||
            node->id[length] != ':')
            continue;
        size_t room = strlen(was) + strlen(node->id + length) + 1;
        char *id = pl_allocate(room, 1);
        if (id == NULL)
            return pl_fail_memory(error);
        snprintf(id, room, "%s%s", was, node->id + length);
        pleach_status status = pl_ledger_note(
            ledger, node->owner, id, node->path, node->role, now, 0, error);
        pl_release(id);
        return status;
    }
    return pl_ledger_note(ledger, node->owner, node->id, node->path, node->role,
                          others->list.items[0].name, 0, error);
}

/* Documents, tables, path lists, folders: here the corpus, a room before this
 * one, enumerates the nodes. Only their places are taken from it.
 * So it is when malformed lines were left out: which ones, it alone knows. */
static pleach_status read_others(pl_ledger *ledger, const other_inputs *others,
                                 pleach_error *error)
{
    pleach_corpus *corpus = NULL;
    if (others->list.count == 0)
        return PLEACH_OK;
    pleach_status status = pleach_corpus_read(
        &corpus, others->list.items, others->list.count, &ledger->how, error);
    for (uint32_t node = 0; status == PLEACH_OK && node < corpus->node_count;
         node++) {
        pleach_node is;
        pl_describe_node(&is, corpus, node);
        status = note_other(ledger, others, &is, error);
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

/* Inputs of one base name are told apart by all of them, so these are read
 * together too. */
static bool is_read_by_line(const pl_ledger *ledger, const char *name,
                            const pl_byte_list *bytes, bool alike)
{
    const char *format = ledger->how.format;
    return !ledger->how.skip_bad && !alike &&
           (format == NULL ? is_json_lines(name, bytes)
                           : strcmp(format, "jsonl") == 0 &&
                                 is_json_lines(".jsonl", bytes));
}

/* `name` is what the taxonomy calls the input: ids are made from it. A folder
 * or a database has no bytes, and only the name it was given now. JSON Lines
 * are read at once, the others when all are there. */
static pleach_status take_input(pl_ledger *ledger, other_inputs *others,
                                const pleach_input *input, const char *name,
                                bool alike, pleach_error *error)
{
    pl_byte_list bytes = {0};
    if (pl_format_of_place(input) != NULL)
        return add_other(others, *input, name, &bytes) ? PLEACH_OK
                                                       : pl_fail_memory(error);
    pleach_status status = pl_load_bytes(&bytes, input, error);
    if (status != PLEACH_OK || is_read_by_line(ledger, name, &bytes, alike)) {
        if (status == PLEACH_OK)
            status = pl_ledger_read_lines(ledger, name, bytes.items,
                                          bytes.count, error);
        pl_list_free(&bytes);
        return status;
    }
    pleach_input read = {
        .name = name, .bytes = bytes.items, .size = bytes.count};
    return add_other(others, read, name, &bytes) ? PLEACH_OK
                                                 : pl_fail_memory(error);
}

/* ------------------------------------------------------- which inputs -- */

static const char *recorded_name(const pl_parsed *recorded, size_t k)
{
    return pl_parsed_text(pl_parsed_get(pl_parsed_at(recorded, k), "name"));
}

/* The last part of a path, without what says how to read it and the slash that
 * a folder may end with. */
static const char *file_name_of(const char *path, size_t *length)
{
    if (strncmp(path, "dir:", 4) == 0)
        path += 4;
    *length = strlen(path);
    while (*length > 1 && path[*length - 1] == '/')
        --*length;
    size_t start = *length;
    while (start > 0 && path[start - 1] != '/')
        start--;
    *length -= start;
    return path + start;
}

static bool have_one_name(const char *a, const char *b)
{
    size_t left, right;
    const char *name_a = file_name_of(a, &left);
    const char *name_b = file_name_of(b, &right);
    return left == right && memcmp(name_a, name_b, left) == 0;
}

/* A file may have moved since: the taxonomy's own name for it is the one of
 * the same base name, or the only one there is. */
static const char *name_of_given(const pl_parsed *recorded, const char *path,
                                 size_t count)
{
    if (count == 1 && pl_parsed_size(recorded) == 1 &&
        recorded_name(recorded, 0) != NULL)
        return recorded_name(recorded, 0);
    const char *best = path;
    for (size_t k = pl_parsed_size(recorded); k-- > 0;) {
        const char *name = recorded_name(recorded, k);
        if (name != NULL && strcmp(name, path) == 0)
            return name;
        if (name != NULL && have_one_name(name, path))
            best = name;
    }
    return best;
}

/* Whether two have one base name; false: no memory. */
static bool find_alike(const pl_parsed *recorded, bool *alike)
{
    pl_strings *names = pl_strings_new();
    bool enough = names != NULL;
    *alike = false;
    for (size_t k = 0; enough && k < pl_parsed_size(recorded); k++) {
        size_t length;
        const char *path = recorded_name(recorded, k);
        const char *name = file_name_of(path == NULL ? "" : path, &length);
        uint32_t number = pl_strings_add(names, name, length);
        enough = number != PL_NONE;
        *alike |= number < k;
    }
    pl_strings_free(names);
    return enough;
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
                                         other_inputs *others,
                                         const pl_parsed *recorded,
                                         const pleach_input *inputs,
                                         size_t count, pleach_error *error)
{
    bool alike;
    if (!ledger_open(ledger) || !find_alike(recorded, &alike))
        return pl_fail_memory(error);
    for (size_t k = 0; inputs != NULL && k < count; k++)
        PL_TRY(take_input(
            ledger, others, &inputs[k],
            name_of_given(recorded, pl_input_label(&inputs[k]), count), alike,
            error));
    for (size_t k = 0; inputs == NULL && k < pl_parsed_size(recorded); k++) {
        pleach_input input = {.name = recorded_name(recorded, k)};
        PL_TRY(take_input(ledger, others, &input, input.name, alike, error));
    }
    PL_TRY(read_others(ledger, others, error));
    return ledger_close(ledger, error);
}

/* As the report says that they were read; stems do not matter here. */
static pleach_read_options reading_of(const pl_parsed *report)
{
    return (pleach_read_options){
        .language = "none",
        .format = pl_parsed_text(pl_parsed_get(report, "input_format")),
        .columns = pl_parsed_text(pl_parsed_get(report, "columns")),
        .label_language =
            pl_parsed_text(pl_parsed_get(report, "label_language")),
        .skip_bad = pl_parsed_integer(pl_parsed_get(report, "skipped")) > 0};
}

/* Without the inputs the file can be right in itself; that they were not looked
 * at is said, and is no failure. */
pleach_status pl_check_inputs(pl_taxonomy_file *filed,
                              pleach_check_result *result,
                              const pleach_input *inputs, size_t count,
                              pleach_error *error)
{
    const pl_parsed *recorded = pl_parsed_get(filed->root, "inputs");
    pl_ledger ledger = {.filed = filed,
                        .how =
                            reading_of(pl_parsed_get(filed->root, "report"))};
    other_inputs others = {0};
    if (count == 0)
        inputs = NULL;
    if (inputs == NULL && !are_there(recorded))
        return PLEACH_OK;
    pleach_status status =
        compare_with_inputs(&ledger, &others, recorded, inputs, count, error);
    free_others(&others);
    pl_list_free(&ledger.due);
    if (status != PLEACH_OK)
        return status;
    result->inputs_compared = true;
    result->input_nodes = ledger.nodes;
    return PLEACH_OK;
}
