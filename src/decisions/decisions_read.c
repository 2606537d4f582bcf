/* decisions_read.c: a TSV of decisions, each line proved before any counts. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "decisions/decisions.h"
#include "read/tsv_rows.h"

static const struct {
    const char *word;
    bool two;
    const char *needs;
} kinds[] = {
    [PLEACH_SAME] = {"same", true, "two things that are one"},
    [PLEACH_DIFFERENT] = {"different", true, "two things that are not one"},
    [PLEACH_UNDER] = {"under", true, "a thing and its parent"},
    [PLEACH_NOT_UNDER] = {"not-under", true,
                          "a thing and what is not its parent"},
    [PLEACH_TOP] = {"top", false, "one thing"},
    [PLEACH_NAME] = {"name", true, "a thing and what it is called"},
    [PLEACH_DROP] = {"drop", false, "one thing"},
    [PLEACH_KEEP_BRANCH] = {"keep-branch", false, "one thing"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };
/* Cells of a line: the kind, A, B, who, when. */
enum { CELL_KIND, CELL_A, CELL_B, CELL_WHO, CELL_WHEN, CELLS };

/* What A and B of a line name. */
typedef struct operands {
    pl_operand of[2];
} operands;

typedef struct decisions_reader {
    pleach_decisions *made;
    pl_tsv tsv;
    PL_LIST(pleach_decision) items;
    PL_LIST(operands) operands;
} decisions_reader;

bool pl_decision_takes_two(pleach_decision_kind kind)
{
    return kinds[kind].two;
}

void pl_decision_text(const pleach_decision *decision, char *to, size_t room)
{
    const char *b = decision->b == NULL ? "" : decision->b;
    snprintf(to, room, "%s %.*s%s%.*s", decision->word,
             pl_text_cut(decision->a, strlen(decision->a), 60), decision->a,
             *b == '\0'                       ? ""
             : decision->kind == PLEACH_UNDER ? " below "
                                              : " | ",
             pl_text_cut(b, strlen(b), 60), b);
}

/* A cell without white space around it, copied. */
static const char *copy_cell(decisions_reader *r, size_t cell)
{
    const char *bytes = cell < r->tsv.count ? r->tsv.cell[cell].bytes : "";
    size_t length = cell < r->tsv.count ? r->tsv.cell[cell].length : 0;
    pl_text_trim(&bytes, &length);
    return pl_arena_text(r->made->arena, bytes, length);
}

/* Whoever mistypes the word is told all that there are. */
static pleach_status find_kind(pleach_decision *to, const decisions_reader *r,
                               pleach_error *error)
{
    const char *bytes = r->tsv.cell[CELL_KIND].bytes;
    size_t length = r->tsv.cell[CELL_KIND].length;
    pl_text_trim(&bytes, &length);
    for (uint32_t k = 0; k < KINDS; k++)
        if (pl_text_is_word(bytes, length, kinds[k].word)) {
            to->kind = (pleach_decision_kind)k;
            to->word = kinds[k].word;
            return PLEACH_OK;
        }
    return pl_tsv_fail(&r->tsv, error,
                       "\"%.*s\" is no decision. A line begins with same, "
                       "different, under, not-under, top, name, drop or "
                       "keep-branch, and a tab or \" | \" follows.",
                       pl_text_cut(bytes, length, 40), bytes);
}

/* Too many cells are refused rather than passed over: a tab inside of a name
 * would else decide about another one. */
static pleach_status check_cells(const decisions_reader *r,
                                 const pleach_decision *item,
                                 pleach_error *error)
{
    bool two = kinds[item->kind].two;
    bool second = item->b != NULL && *item->b != '\0';
    if (*item->a == '\0' || (two && !second))
        return pl_tsv_fail(&r->tsv, error,
                           "\"%s\" needs %s: put a tab or \" | \" before each.",
                           item->word, kinds[item->kind].needs);
    if (!two && second)
        return pl_tsv_fail(&r->tsv, error,
                           "\"%s\" is about one thing, and \"%.*s\" is a "
                           "second one. (Who and when stand in the fourth and "
                           "fifth column.)",
                           item->word,
                           pl_text_cut(item->b, strlen(item->b), 40), item->b);
    if (r->tsv.count > CELLS)
        return pl_tsv_fail(&r->tsv, error,
                           "This line has %zu columns; a decision has five at "
                           "most: kind, A, B, who, when.",
                           r->tsv.count);
    return PLEACH_OK;
}

/* ------------------------------------------------------------- operands -- */

/* Takes quotes off a text that is quoted as a whole, and halves those in it.
 * False: it is not quoted, and stays. */
static bool unquote(char *text)
{
    size_t length = strlen(text), to = 0;
    if (length < 2 || text[0] != '"' || text[length - 1] != '"')
        return false;
    for (size_t k = 1; k + 1 < length; k++) {
        if (text[k] == '"' && (k + 2 >= length || text[k + 1] != '"'))
            return false;
        k += text[k] == '"';
    }
    for (size_t k = 1; k + 1 < length; k++) {
        k += text[k] == '"';
        text[to++] = text[k];
    }
    text[to] = '\0';
    return true;
}

static bool is_path(const char *text)
{
    if (strcmp(text, ".") == 0)
        return true;
    return *text != '\0' && strspn(text, "0123456789/") == strlen(text);
}

/* The last " under " that is not inside quotes; NULL: there is none. */
static const char *find_under(const char *text)
{
    static const char word[] = " under ";
    const char *found = NULL;
    bool quoted = false;
    for (; *text != '\0'; text++) {
        quoted ^= *text == '"';
        if (!quoted && strncmp(text, word, sizeof word - 1) == 0)
            found = text;
    }
    return found;
}

/* "bird under pet", with either part quoted or not. */
static void read_sense(pl_operand *to, pl_arena *arena, const char *text,
                       const char *under)
{
    const char *parent = under + strlen(" under ");
    size_t length = (size_t)(under - text), rest = strlen(parent);
    pl_text_trim(&text, &length);
    pl_text_trim(&parent, &rest);
    char *name = pl_arena_text(arena, text, length);
    char *above = pl_arena_text(arena, parent, rest);
    if (pl_arena_failed(arena))
        return;
    unquote(name);
    unquote(above);
    to->name = name;
    to->parent = above;
}

/* "ours.csv: Shop > Cameras", as crosswalks tell sources and paths. */
static void read_address(pl_operand *to, pl_arena *arena, const char *text)
{
    const char *colon = strstr(text, ": ");
    if (colon == NULL || colon == text || colon[2] == '\0')
        return;
    const char *names = colon + 2;
    to->source = pl_arena_text(arena, text, (size_t)(colon - text));
    to->names = to->last = names;
    for (const char *at = names; (at = strstr(at, " > ")) != NULL;)
        to->last = at += 3;
}

/* Quotes make a text a name, whatever it looks like; ID:PATH comes before
 * SOURCE: NAMES, and that before NAME under NAME. */
static void read_operand(pl_operand *to, pl_arena *arena, const char *text)
{
    char *name = pl_arena_text(arena, text, strlen(text));
    if (name == NULL)
        return;
    bool quoted = unquote(name);
    const char *colon = strrchr(text, ':'), *under = find_under(text);
    to->name = name;
    if (quoted)
        return;
    read_address(to, arena, text);
    if (colon != NULL && colon > text && is_path(colon + 1)) {
        to->id = pl_arena_text(arena, text, (size_t)(colon - text));
        to->path = colon + 1;
    } else if (under != NULL && under != text) {
        read_sense(to, arena, text, under);
    }
}

/* A label may be quoted; it is not an operand. */
static void read_operands(operands *to, pl_arena *arena, pleach_decision *item)
{
    read_operand(&to->of[0], arena, item->a);
    if (item->b == NULL)
        return;
    if (item->kind != PLEACH_NAME) {
        read_operand(&to->of[1], arena, item->b);
        return;
    }
    char *label = pl_arena_text(arena, item->b, strlen(item->b));
    if (label == NULL)
        return;
    unquote(label);
    item->b = label;
}

/* A blank name would match every node whose name normalises to nothing. */
static pleach_status check_operands(const decisions_reader *r,
                                    const pleach_decision *item,
                                    const operands *named, pleach_error *error)
{
    for (uint32_t side = 0; side < 2; side++) {
        const char *const texts[] = {
            named->of[side].name, named->of[side].parent,
            item->kind == PLEACH_NAME ? item->b : NULL};
        for (uint32_t k = 0; k < 3; k++)
            if (texts[k] != NULL &&
                pl_text_is_blank(texts[k], strlen(texts[k])))
                return pl_tsv_fail(&r->tsv, error,
                                   "A name of this decision is blank.");
    }
    return PLEACH_OK;
}

/* ----------------------------------------------------------------- lines -- */

/* "same | bird | Birds", as reviews and explanations show it. Whoever has a
 * bar inside of a name needs tabs. */
static pleach_status split_at_bars(decisions_reader *r, pleach_error *error)
{
    static const char bar[] = " | ";
    pl_tsv *tsv = &r->tsv;
    while (tsv->count <= CELL_B + 1) {
        pl_tsv_cell *last = &tsv->cell[tsv->count - 1];
        size_t at = 0;
        while (at + sizeof bar - 1 <= last->length &&
               memcmp(last->bytes + at, bar, sizeof bar - 1) != 0)
            at++;
        if (at + sizeof bar - 1 > last->length)
            return PLEACH_OK;
        last[1] = (pl_tsv_cell){last->bytes + at + sizeof bar - 1,
                                last->length - at - (sizeof bar - 1)};
        last->length = at;
        tsv->count++;
    }
    return pl_tsv_fail(tsv, error,
                       "Between bars stand a kind, A and B. For a name with a "
                       "bar, or who and when, put tabs instead.");
}

/* Comments and empty lines are let through, as people write these files by
 * hand. */
static pleach_status read_line(decisions_reader *r, pleach_error *error)
{
    pleach_decision item = {.line = r->tsv.line};
    operands named = {0};
    const char *bytes = r->tsv.cell[0].bytes;
    size_t length = r->tsv.cell[0].length;
    pl_text_trim(&bytes, &length);
    if ((length > 0 && *bytes == '#') || (length == 0 && r->tsv.count == 1))
        return PLEACH_OK;
    if (r->tsv.count == 1)
        PL_TRY(split_at_bars(r, error));
    PL_TRY(find_kind(&item, r, error));
    item.a = copy_cell(r, CELL_A);
    item.b = copy_cell(r, CELL_B);
    item.who = copy_cell(r, CELL_WHO);
    item.when = copy_cell(r, CELL_WHEN);
    PL_TRY(pl_check_memory(r->made->arena, error));
    PL_TRY(check_cells(r, &item, error));
    if (!kinds[item.kind].two)
        item.b = NULL;
    read_operands(&named, r->made->arena, &item);
    PL_TRY(pl_check_memory(r->made->arena, error));
    PL_TRY(check_operands(r, &item, &named, error));
    pl_list_add(&r->items, item);
    pl_list_add(&r->operands, named);
    return PLEACH_OK;
}

static pleach_status read_decisions(pleach_decisions *made,
                                    const pl_byte_list *bytes,
                                    pleach_error *error)
{
    decisions_reader r = {.made = made,
                          .items = {.arena = made->arena},
                          .operands = {.arena = made->arena}};
    bool ended = false;
    pl_tsv_open(&r.tsv, made->file, bytes->items, bytes->count);
    for (;;) {
        PL_TRY(pl_tsv_next(&r.tsv, &ended, error));
        if (ended)
            break;
        PL_TRY(read_line(&r, error));
    }
    made->count = r.items.count;
    made->items = r.items.items;
    made->operand = (pl_operand(*)[2])r.operands.items;
    return pl_check_memory(made->arena, error);
}

/* The name of the input is copied, since messages about decisions come long
 * after it was read. */
pleach_status pleach_decisions_read(pleach_decisions **decisions,
                                    const pleach_input *input,
                                    pleach_error *error)
{
    pl_byte_list bytes = {0};
    const char *label = pl_input_label(input);
    pl_arena *arena;
    pleach_decisions *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->arena = arena;
    made->file = pl_arena_text(arena, label, strlen(label));
    pleach_status status = pl_check_memory(arena, error);
    if (status == PLEACH_OK)
        status = pl_load_bytes(&bytes, input, error);
    if (status == PLEACH_OK)
        status = read_decisions(made, &bytes, error);
    pl_list_free(&bytes);
    if (status == PLEACH_OK)
        *decisions = made;
    else
        pl_arena_free(arena);
    return status;
}

const pleach_decision *pleach_decisions_list(const pleach_decisions *decisions,
                                             size_t *count)
{
    *count = decisions->count;
    return decisions->items;
}

void pleach_decisions_free(pleach_decisions *decisions)
{
    if (decisions != NULL)
        pl_arena_free(decisions->arena);
}
