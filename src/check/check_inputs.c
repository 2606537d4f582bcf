/* check_inputs.c: reads the inputs again and compares them with a taxonomy. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/strings.h"
#include "base/text.h"
#include "check/check.h"
#include "corpus/corpus.h"
#include "read/input_bytes.h"
#include "read/reader.h"

/* ------------------------------------------------------------- ledger -- */

/* The number of what is told of a node, added when new; PL_NONE: no memory,
 * which the arena remembers. */
static uint32_t add_record(pl_ledger *ledger, uint32_t key, const char *name,
                           const char *source_id)
{
    size_t length = ledger->silent ? 0 : strlen(name);
    size_t more = source_id == NULL ? 0 : strlen(source_id) + 1;
    ledger->scratch.count = 0;
    pl_list_add_all(&ledger->scratch, (const char *)&key, sizeof key);
    pl_list_add_all(&ledger->scratch, name, length);
    pl_list_add(&ledger->scratch, '\0');
    pl_list_add_all(&ledger->scratch, source_id, more);
    uint32_t record = pl_strings_add(ledger->records, ledger->scratch.items,
                                     ledger->scratch.count);
    if (record == ledger->due.count) {
        pl_list_add(&ledger->due, 0);
        pl_list_add(&ledger->home, PL_NONE);
    }
    return record < ledger->home.count ? record : PL_NONE;
}

static void list_due(pl_ledger *ledger, const pl_filed_node *node,
                     uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t record =
            add_record(ledger, node[k].key, node[k].name, node[k].source_id);
        if (record == PL_NONE)
            return;
        uint32_t *home = &ledger->home.items[record];
        *home = ledger->due.items[record]++ == 0 || *home == node[k].cluster
                    ? node[k].cluster
                    : PL_SEVERAL;
    }
}

/* What stands for several nodes gives its tags to no cluster for certain. */
static pleach_status ledger_open(pl_ledger *ledger, pleach_error *error)
{
    pl_proof *proof = ledger->proof;
    const pl_taxonomy_file *filed = proof->filed;
    ledger->records = pl_strings_in(filed->arena);
    proof->tags = pl_weighed_start(filed);
    PL_TRY(pl_check_memory(filed->arena, error));
    ledger->due.arena = ledger->home.arena = filed->arena;
    ledger->scratch.arena = filed->arena;
    ledger->keys = pl_strings_count(filed->nodes);
    ledger->silent = true;
    for (uint32_t k = 0; k < filed->member_count && ledger->silent; k++)
        ledger->silent = *filed->member[k].name == '\0';
    list_due(ledger, filed->member, filed->member_count);
    list_due(ledger, filed->discarded, filed->discarded_count);
    for (uint32_t k = 0; k < filed->member_count; k++) {
        uint32_t record =
            add_record(ledger, filed->member[k].key, filed->member[k].name,
                       filed->member[k].source_id);
        if (record != PL_NONE)
            proof->doubtful[filed->member[k].cluster] |=
                ledger->home.items[record] == PL_SEVERAL;
    }
    return pl_check_memory(filed->arena, error);
}

/* Each node of the inputs settles one that is due. What is due in the end was
 * invented, and what comes without being due was lost. */
pleach_status pl_ledger_note(pl_ledger *ledger, const pl_finding *node,
                             uint32_t *home, pleach_error *error)
{
    pl_taxonomy_file *filed = ledger->proof->filed;
    uint32_t key =
        pl_filed_key(filed, node->owner, node->id, node->path, node->role);
    uint32_t record =
        key == PL_NONE ? PL_NONE
                       : add_record(ledger, key, node->name, node->source_id);
    if (record == PL_NONE)
        return pl_fail_memory(error);
    ledger->proof->result.input_nodes++;
    *home = ledger->home.items[record];
    if (ledger->due.items[record]-- > 0)
        return PLEACH_OK;
    if (key < ledger->keys && ledger->due.items[record] == -1)
        return pl_fail_at(
            error, PLEACH_BAD_DATA, node->input, node->line, 0,
            "The %s is \"%.*s\" here: the taxonomy calls it something else.",
            pl_filed_describe(filed, key).text,
            pl_text_cut(node->name, strlen(node->name), 60), node->name);
    return pl_fail_at(error, PLEACH_BAD_DATA, node->input, node->line, 0,
                      "The %s is lost: the taxonomy has it neither in a "
                      "cluster nor as discarded.",
                      pl_filed_describe(filed, key).text);
}

static pleach_status ledger_close(const pl_ledger *ledger, pleach_error *error)
{
    for (uint32_t record = 0; record < ledger->due.count; record++) {
        uint32_t key;
        if (ledger->due.items[record] <= 0)
            continue;
        memcpy(&key, pl_strings_at(ledger->records, record), sizeof key);
        return pl_broken(ledger->proof->filed, error,
                         "The %s is invented: it is not in the inputs.",
                         pl_filed_describe(ledger->proof->filed, key).text);
    }
    return PLEACH_OK;
}

/* Inputs that are read together, since tables of one source may be parts of
 * each other. */
typedef struct other_inputs {
    PL_LIST(pleach_input) list;
    PL_LIST(const char *) recorded; /* what the taxonomy calls each */
} other_inputs;

static void add_other(other_inputs *others, pleach_input input,
                      const char *recorded)
{
    pl_list_add(&others->list, input);
    pl_list_add(&others->recorded, recorded);
}

/* Ids are made of the names of inputs: of a folder that has moved they begin
 * with where it is now. NULL: no memory. */
static const char *find_recorded_id(const char *id, const other_inputs *others,
                                    pl_arena *arena)
{
    for (size_t k = 0; k < others->list.count; k++) {
        const char *now = others->list.items[k].name;
        const char *was = others->recorded.items[k];
        size_t length = strlen(now);
        if (strcmp(now, was) == 0 || strncmp(id, now, length) != 0 ||
            id[length] != ':')
            continue;
        size_t room = strlen(was) + strlen(id + length) + 1;
        char *made = PL_ARENA_ARRAY(arena, char, room);
        if (made != NULL)
            snprintf(made, room, "%s%s", was, id + length);
        return made;
    }
    return id;
}

/* Other formats than JSON Lines are read by the usual readers, and their nodes
 * noted one by one. */
static pleach_status note_other(pl_ledger *ledger, const other_inputs *others,
                                const pleach_corpus *corpus, uint32_t number,
                                pleach_error *error)
{
    pl_arena *arena = ledger->proof->filed->arena;
    pleach_node is;
    uint32_t home = PL_NONE;
    pl_describe_node(&is, corpus, number);
    pl_finding node = {is.owner,
                       find_recorded_id(is.id, others, arena),
                       is.path,
                       is.role,
                       is.name,
                       is.source_id,
                       others->list.items[0].name,
                       0};
    PL_TRY(pl_check_memory(arena, error));
    PL_TRY(pl_ledger_note(ledger, &node, &home, error));
    for (uint64_t t = corpus->tag_first[number];
         home < PL_SEVERAL && t < corpus->tag_first[number + 1]; t++) {
        uint32_t tag = corpus->tag_id[t];
        pl_weigh(&ledger->proof->tags, home, pl_strings_at(corpus->tags, tag),
                 pl_strings_length(corpus->tags, tag),
                 (double)corpus->tag_count[t]);
    }
    return PLEACH_OK;
}

/* Documents, tables, path lists, folders: here the corpus, a room before this
 * one, enumerates the nodes. Only what was said is taken from it.
 * So it is when malformed lines were left out: which ones, it alone knows. */
static pleach_status read_others(pl_ledger *ledger, const other_inputs *others,
                                 pleach_error *error)
{
    pleach_corpus *corpus = NULL;
    if (others->list.count == 0)
        return PLEACH_OK;
    pleach_status status = pleach_corpus_read(
        &corpus, others->list.items, others->list.count, &ledger->how, error);
    /* How to read them is said by the taxonomy, and not by whoever asks. */
    if (status == PLEACH_BAD_USAGE &&
        (ledger->how.format != NULL || ledger->how.columns != NULL))
        status = error->status = PLEACH_BAD_DATA;
    if (status != PLEACH_OK)
        return status;
    for (uint32_t n = 0; status == PLEACH_OK && n < corpus->node_count; n++)
        status = note_other(ledger, others, corpus, n, error);
    ledger->somebody |= !corpus->each_is_somebody;
    ledger->skipped = corpus->facts.skipped;
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
    pl_byte_list bytes = {.arena = others->list.arena};
    if (pl_format_of_place(input) != NULL) {
        add_other(others, *input, name);
        return PLEACH_OK;
    }
    PL_TRY(pl_load_bytes(&bytes, input, error));
    if (!is_read_by_line(ledger, name, &bytes, alike)) {
        pleach_input read = {
            .name = name, .bytes = bytes.items, .size = bytes.count};
        add_other(others, read, name);
        return PLEACH_OK;
    }
    PL_TRY(pl_ledger_read_lines(ledger, name, bytes.items, bytes.count, error));
    pl_list_free(&bytes);
    return PLEACH_OK;
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

/* Whether two have one base name. */
static pleach_status find_alike(const pl_parsed *recorded, bool *alike,
                                pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_strings *names = pl_strings_in(scratch);
    *alike = false;
    PL_TRY(pl_check_memory(scratch, error));
    for (size_t k = 0; k < pl_parsed_size(recorded); k++) {
        size_t length;
        const char *path = recorded_name(recorded, k);
        const char *name = file_name_of(path == NULL ? "" : path, &length);
        *alike |= pl_strings_add(names, name, length) < k;
    }
    return pl_check_memory(scratch, error);
}

static bool are_there(const pl_parsed *recorded)
{
    for (size_t k = 0; k < pl_parsed_size(recorded); k++)
        if (!pl_may_be_input(recorded_name(recorded, k)))
            return false;
    return pl_parsed_size(recorded) > 0;
}

/* Whether the inputs that were given are just those that the file names. */
static bool are_recorded(const pl_parsed *recorded, const pleach_input *inputs,
                         size_t count)
{
    bool same = pl_parsed_size(recorded) == count;
    for (size_t k = 0; k < count && same; k++) {
        same = false;
        for (size_t l = 0; l < count && !same; l++) {
            const char *name = recorded_name(recorded, l);
            same =
                name != NULL && strcmp(name, pl_input_label(&inputs[k])) == 0;
        }
    }
    return same;
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
    PL_TRY(ledger_open(ledger, error));
    PL_TRY(find_alike(recorded, &alike, error));
    for (size_t k = 0; inputs != NULL && k < count; k++)
        PL_TRY(take_input(
            ledger, others, &inputs[k],
            name_of_given(recorded, pl_input_label(&inputs[k]), count), alike,
            error));
    for (size_t k = 0; inputs == NULL && k < pl_parsed_size(recorded); k++) {
        pleach_input input = {.name = recorded_name(recorded, k)};
        PL_TRY(take_input(ledger, others, &input, input.name, alike, error));
    }
    PL_TRY(pl_check_memory(others->list.arena, error));
    PL_TRY(read_others(ledger, others, error));
    PL_TRY(pl_check_memory(ledger->proof->filed->arena, error));
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

/* Takes over what the inputs tell beyond their nodes. */
static pleach_status settle(pl_ledger *ledger, pleach_error *error)
{
    pl_proof *proof = ledger->proof;
    const pl_parsed *skipped = pl_parsed_get(proof->filed->report, "skipped");
    proof->by_hierarchy = !ledger->somebody;
    proof->result.inputs_compared = true;
    if (skipped != NULL &&
        (!pl_parsed_is(skipped, PL_PARSED_INTEGER) ||
         (uint64_t)pl_parsed_integer(skipped) != ledger->skipped))
        return pl_broken(proof->filed, error,
                         "The report's \"skipped\" should be %llu.",
                         (unsigned long long)ledger->skipped);
    return PLEACH_OK;
}

/* What only the inputs could prove, and they were not looked at. */
static void doubt_all(pl_proof *proof)
{
    static const char *const parts[] = {"clusters.members", "discarded"};
    static const char *const names[] = {"owner", "id",   "path",
                                        "role",  "name", "source_id"};
    for (size_t k = 0; k < 12; k++)
        pl_doubt_field(proof, parts[k / 6], names[k % 6]);
    pl_doubt_field(proof, "inputs", "name");
    pl_doubt_field(proof, "report", "skipped");
    proof->tags_known = false;
}

/* Without the inputs the file can be right in itself; that they were not looked
 * at is told in the result. */
pleach_status pl_check_inputs(pl_proof *proof, const pleach_input *inputs,
                              size_t count, pleach_error *error)
{
    const pl_parsed *root = proof->filed->root;
    const pl_parsed *recorded = pl_parsed_get(root, "inputs");
    pl_ledger ledger = {.proof = proof,
                        .how = reading_of(proof->filed->report)};
    PL_SCRATCH(scratch);
    other_inputs others = {.list = {.arena = scratch},
                           .recorded = {.arena = scratch}};
    if (count == 0)
        inputs = NULL;
    if (inputs == NULL && !are_there(recorded)) {
        doubt_all(proof);
        return PLEACH_OK;
    }
    if (inputs != NULL && !are_recorded(recorded, inputs, count))
        pl_doubt_field(proof, "inputs", "name");
    proof->tags_known = true;
    PL_TRY(
        compare_with_inputs(&ledger, &others, recorded, inputs, count, error));
    return settle(&ledger, error);
}
