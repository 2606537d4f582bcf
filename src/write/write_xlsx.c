/* write_xlsx.c: a workbook: the tree and the entries. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* P_tmpdir */
#include "base/status.h"
#include "write/write.h"

#if defined(PLEACH_HAS_XLSX)
#include <lazy/libzip.h>
#include <lazy/xlsxwriter.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "taxonomy/votes.h"
#include "write/node_table.h"
#include "write/plain_texts.h"

/* What a cell holds at most, in units of UTF-16. */
enum { CELL_UNITS = 32767, WIDE = 24 };

typedef PL_LIST(char) text;

typedef struct workbook {
    const pleach_taxonomy *forest;
    lxw_workbook *book;
    lxw_worksheet *sheet;
    lxw_row_t row;
    lxw_format *bold, *pale, *percent;
    pl_arena *arena;
    text cell, words;
    pl_name_path path;
    uint64_t cut; /* texts that were too long for a cell */
} workbook;

/* ----------------------------------------------------------------- cells -- */

/* "_x0041_" would be read as the character of that number. */
static bool looks_escaped(const char *at)
{
    return at[0] == '_' && at[1] == 'x' &&
           strspn(at + 2, "0123456789abcdefABCDEF") >= 4 && at[6] == '_';
}

static size_t character_bytes(char first)
{
    unsigned char byte = (unsigned char)first;
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/* What fits into a cell, with its NUL, in self->cell. */
static void fit_text(workbook *self, const char *from)
{
    size_t units = 0;
    self->cell.count = 0;
    while (*from != '\0') {
        size_t bytes = character_bytes(*from);
        bool escaped = looks_escaped(from);
        units += escaped ? 7 : bytes == 4 ? 2 : 1;
        if (units > CELL_UNITS) {
            self->cut++;
            break;
        }
        if (escaped)
            pl_list_add_all(&self->cell, "_x005F", 6);
        if (pl_is_no_character(from))
            pl_list_add_all(&self->cell, "\xEF\xBF\xBD", 3);
        else
            pl_list_add_all(&self->cell, from, bytes);
        from += bytes;
    }
    pl_list_add(&self->cell, '\0');
}

/* As a string, whatever it begins with: nothing is a formula. */
static void put_words(workbook *self, size_t column, const char *words,
                      lxw_format *format)
{
    fit_text(self, words);
    if (*words != '\0' && !pl_arena_failed(self->arena))
        worksheet_write_string(self->sheet, self->row, (lxw_col_t)column,
                               self->cell.items, format);
}

static void put_count(workbook *self, size_t column, uint64_t number)
{
    worksheet_write_number(self->sheet, self->row, (lxw_col_t)column,
                           (double)number, NULL);
}

/* Spreadsheets have doubles, which do not tell large ids apart. */
static void put_id(workbook *self, size_t column, const char *id)
{
    uint64_t number = strtoull(id, NULL, 10);
    if (number <= (uint64_t)1 << 53)
        put_count(self, column, number);
    else
        put_words(self, column, id, NULL);
}

static void put_cluster_id(workbook *self, size_t column, int64_t id)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, id);
    put_id(self, column, digits);
}

static void start_sheet(workbook *self, const char *name, uint32_t part)
{
    char title[LXW_SHEETNAME_MAX + 1];
    snprintf(title, sizeof title, part == 0 ? "%s" : "%s %" PRIu32, name,
             part + 1);
    self->sheet = workbook_add_worksheet(self->book, title);
    self->row = 0;
    worksheet_freeze_panes(self->sheet, 1, 0);
}

static void end_sheet(workbook *self, size_t columns)
{
    if (self->row > 0 && columns > 0)
        worksheet_autofilter(self->sheet, 0, 0, self->row - 1,
                             (lxw_col_t)(columns - 1));
}

static void put_header(workbook *self, size_t first, const char *const *names,
                       size_t count)
{
    for (size_t k = 0; k < count; k++)
        put_words(self, first + k, names[k], self->bold);
    self->row++;
}

/* ------------------------------------------------------------------ tree -- */

static const char *path_to(workbook *self, uint32_t c)
{
    const char *path =
        c == PL_NONE ? "" : pl_cluster_path(&self->path, self->forest, c);
    return path == NULL ? "" : path;
}

/* "2 people have it below A > B; 1 person has it on top" */
static void say_wish(workbook *self, uint32_t people, const char *place)
{
    char start[80];
    snprintf(start, sizeof start, "%s%" PRIu32 " %s it %s",
             self->words.count > 0 ? "; " : "", people,
             people == 1 ? "person has" : "people have",
             *place == '\0' ? "on top" : "below ");
    pl_list_add_all(&self->words, start, strlen(start));
    pl_list_add_all(&self->words, place, strlen(place));
}

/* Those who would have it elsewhere: what somebody might have to correct. */
static pleach_status put_doubts(workbook *self, size_t column, uint32_t c,
                                const pleach_cluster *cluster,
                                pleach_error *error)
{
    pleach_rival rivals[PL_MOST_RIVALS];
    size_t count = PL_MOST_RIVALS;
    PL_TRY(pleach_taxonomy_rivals(rivals, &count, self->forest, c, error));
    self->words.count = 0;
    for (size_t k = 0; k < count; k++)
        say_wish(self, rivals[k].people, path_to(self, rivals[k].parent));
    if (cluster->top > 0)
        say_wish(self, cluster->top, "");
    pl_list_add(&self->words, '\0');
    PL_TRY(pl_check_memory(self->arena, error));
    put_words(self, column, self->words.items, NULL);
    return PLEACH_OK;
}

/* The share of those who spoke about its place that agree with it: of a top,
 * all who have it and put it below nothing else. */
static void put_confidence(workbook *self, size_t column,
                           const pleach_cluster *is)
{
    double agree = (double)is->in_favour + is->skipping;
    double all = agree + is->against + is->top;
    if (is->parent == PL_NONE) {
        all = is->people;
        agree = is->against < is->people ? is->people - is->against : 0;
    }
    if (all > 0)
        worksheet_write_number(self->sheet, self->row, (lxw_col_t)column,
                               agree / all, self->percent);
}

/* The names above stand in each row, so that rows can be sorted and filtered;
 * they are pale, so that the tree is seen. */
static pleach_status put_tree(workbook *self, pleach_error *error)
{
    static const char *const names[] = {"People", "Entries", "Confidence",
                                        "Look at", "Id"};
    uint32_t levels = pleach_taxonomy_report(self->forest)->levels;
    const char **above = PL_ARENA_ARRAY(self->arena, const char *, levels);
    char level[24];
    PL_TRY(pl_check_memory(self->arena, error));
    start_sheet(self, "Tree", 0);
    for (uint32_t k = 0; k < levels; k++) {
        snprintf(level, sizeof level, "Level %" PRIu32, k + 1);
        put_words(self, k, level, self->bold);
    }
    worksheet_set_column(self->sheet, 0, (lxw_col_t)(levels + 4), WIDE, NULL);
    put_header(self, levels, names, 5);
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(self->forest); c++) {
        pleach_cluster is;
        PL_TRY(pleach_taxonomy_cluster(&is, self->forest, c, error));
        above[is.depth] = is.name;
        for (uint32_t k = 0; k <= is.depth; k++)
            put_words(self, k, above[k], k < is.depth ? self->pale : NULL);
        put_count(self, levels, is.people);
        put_count(self, levels + 1, is.entries);
        put_confidence(self, levels + 2, &is);
        PL_TRY(put_doubts(self, levels + 3, c, &is, error));
        put_cluster_id(self, levels + 4, is.id);
        self->row++;
    }
    end_sheet(self, levels + 5);
    return PLEACH_OK;
}

/* --------------------------------------------------------------- entries -- */

static void put_node_header(workbook *self, const pl_node_table *table,
                            uint32_t part)
{
    start_sheet(self, "Entries", part);
    for (size_t k = 0; k < table->shown.count; k++)
        put_words(self, k, pl_strings_at(table->columns, table->shown.items[k]),
                  self->bold);
    worksheet_set_column(self->sheet, 0, (lxw_col_t)(table->shown.count - 1),
                         WIDE, NULL);
    self->row++;
}

/* What does not fit onto one sheet goes on on the next. */
static pleach_status put_entries(workbook *self, pl_node_table *table,
                                 pleach_error *error)
{
    size_t columns = table->shown.count;
    uint32_t part = 0;
    put_node_header(self, table, part);
    for (uint32_t n = 0; n < table->nodes.list.count; n++) {
        if (self->row == LXW_ROW_MAX) {
            end_sheet(self, columns);
            put_node_header(self, table, ++part);
        }
        PL_TRY(pl_node_table_row(table, n, error));
        for (size_t k = 0; k < columns; k++) {
            const char *cell = pl_node_table_cell(table, table->shown.items[k]);
            if (table->shown.items[k] == PL_NODE_CLUSTER && *cell != '\0')
                put_id(self, k, cell);
            else
                put_words(self, k, cell, NULL);
        }
        self->row++;
    }
    end_sheet(self, columns);
    return PLEACH_OK;
}

/* ----------------------------------------------------------------- whole -- */

/* A workbook has fewer rows and columns than there may be concepts and
 * levels. */
static pleach_status check_limits(const pleach_taxonomy *forest,
                                  const pl_node_table *table,
                                  pleach_error *error)
{
    enum { OTHER_COLUMNS = 5 };
    uint32_t levels = pleach_taxonomy_report(forest)->levels;
    if (pleach_taxonomy_clusters(forest) < LXW_ROW_MAX &&
        levels + OTHER_COLUMNS <= LXW_COL_MAX &&
        table->shown.count <= LXW_COL_MAX)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "A sheet of a workbook has %d rows and %d columns, and this "
                   "result needs more. Write .sqlite or .csv instead.",
                   LXW_ROW_MAX, LXW_COL_MAX);
}

static pleach_status put_sheets(workbook *self, pleach_error *error)
{
    pl_node_table table;
    pleach_status status = pl_node_table_make(&table, self->forest, error);
    if (status == PLEACH_OK)
        status = check_limits(self->forest, &table, error);
    if (status == PLEACH_OK)
        status = put_tree(self, error);
    if (status == PLEACH_OK)
        status = put_entries(self, &table, error);
    pl_node_table_free(&table);
    return status == PLEACH_OK ? pl_check_memory(self->arena, error) : status;
}

/* The date is fixed, so that the same result has the same bytes. */
static bool start_book(workbook *self, const char *path)
{
    lxw_workbook_options options = {.constant_memory = LXW_TRUE};
    lxw_doc_properties properties = {.created = 946684800};
    self->book = workbook_new_opt(path, &options);
    if (self->book == NULL)
        return false;
    self->bold = workbook_add_format(self->book);
    self->pale = workbook_add_format(self->book);
    self->percent = workbook_add_format(self->book);
    if (self->bold == NULL || self->pale == NULL || self->percent == NULL)
        return false;
    format_set_bold(self->bold);
    format_set_font_color(self->pale, 0x909090);
    format_set_num_format(self->percent, "0%");
    return workbook_set_properties(self->book, &properties) == LXW_NO_ERROR;
}

static pleach_status fail_workbook(pleach_error *error)
{
    return pl_fail(error, PLEACH_IO,
                   "The workbook could not be made in %s: is there room for "
                   "it?",
                   P_tmpdir);
}

/* The library writes to a file of its own. */
static pleach_status make_book(const pleach_taxonomy *forest, const char *path,
                               uint64_t *cut, pleach_error *error)
{
    PL_SCRATCH(arena);
    workbook self = {
        .forest = forest,
        .arena = arena,
        .cell = {.arena = arena},
        .words = {.arena = arena},
        .path = {.text = {.arena = arena}, .names = {.arena = arena}}};
    pleach_status status = start_book(&self, path) ? put_sheets(&self, error)
                                                   : pl_fail_memory(error);
    if (self.book != NULL && workbook_close(self.book) != LXW_NO_ERROR &&
        status == PLEACH_OK)
        status = fail_workbook(error);
    *cut = self.cut;
    return status;
}

/* Whether XML ends with the end of the element that it begins with: `first` and
 * `last` are its first bytes and its last. */
static bool is_closed(const char *first, const char *last)
{
    char end[64];
    const char *root = first;
    do
        root = strchr(root + 1, '<');
    while (root != NULL && root[1] == '?');
    const char *tag = strrchr(last, '<');
    if (root == NULL || tag == NULL)
        return false;
    snprintf(end, sizeof end, "</%.*s>", (int)strcspn(root + 1, " />"),
             root + 1);
    return strncmp(tag, end, strlen(end)) == 0;
}

/* The whole of a part, by its sum, and up to its end. */
static bool is_part_whole(zip_t *zip, zip_uint64_t part)
{
    enum { SEEN = 255 };
    char bytes[1 << 14], first[SEEN + 1] = "", last[SEEN + 1] = "";
    zip_file_t *file = zip_fopen_index(zip, part, 0);
    zip_int64_t count = 0;
    while (file != NULL && (count = zip_fread(file, bytes, sizeof bytes)) > 0) {
        size_t size = (size_t)count, kept = strlen(last);
        size_t seen = size < SEEN ? size : SEEN;
        if (*first == '\0')
            memcpy(first, bytes, seen);
        kept = kept + seen > SEEN ? SEEN - seen : kept;
        memmove(last, last + strlen(last) - kept, kept);
        memcpy(last + kept, bytes + size - seen, seen);
        last[kept + seen] = '\0';
    }
    return file != NULL && zip_fclose(file) == 0 && count == 0 &&
           is_closed(first, last);
}

/* The library does not look whether what it writes is written, so a disk that
 * is full cuts a part off: all of it is read again. */
static bool is_book_whole(const char *path)
{
    zip_t *zip = zip_open(path, ZIP_RDONLY, NULL);
    bool whole = zip != NULL && zip_get_num_entries(zip, 0) > 0;
    for (zip_int64_t k = 0; whole && k < zip_get_num_entries(zip, 0); k++)
        whole = is_part_whole(zip, (zip_uint64_t)k);
    if (zip != NULL)
        zip_discard(zip);
    return whole;
}

static bool copy_file(int file, FILE *to)
{
    char bytes[1 << 14];
    ssize_t count;
    while ((count = read(file, bytes, sizeof bytes)) > 0)
        fwrite(bytes, 1, (size_t)count, to);
    return count == 0;
}

/* Through a file of a name that nobody else has, which is gone afterwards. */
pleach_status pl_write_xlsx(const pleach_taxonomy *forest, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    char path[] = P_tmpdir "/pleach-XXXXXX";
    pleach_error note = {0};
    uint64_t cut = 0;
    PL_TRY(pl_check_library(lazy_xlsxwriter(), error));
    PL_TRY(pl_check_library(lazy_libzip(), error));
    int file = mkstemp(path);
    if (file < 0)
        return fail_workbook(error);
    pleach_status status = make_book(forest, path, &cut, error);
    if (status == PLEACH_OK && (!is_book_whole(path) || !copy_file(file, to)))
        status = fail_workbook(error);
    close(file);
    unlink(path);
    snprintf(note.sentence, sizeof note.sentence,
             "A cell of a workbook has room for %d characters: %" PRIu64
             " texts were cut.",
             CELL_UNITS, cut);
    if (status == PLEACH_OK && cut > 0)
        pl_tell_note(options, &note);
    return status;
}
#else
pleach_status pl_write_xlsx(const pleach_taxonomy *forest, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    (void)forest;
    (void)to;
    (void)options;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "This pleach was built without libxlsxwriter. Build it with "
                   "that, or write another format.");
}
#endif
