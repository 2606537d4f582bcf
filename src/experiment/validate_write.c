/* validate_write.c: the formats of a validation: text, Markdown, CSV, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "experiment/text_table.h"
#include "experiment/validate.h"
#include "score/score.h"
#include "write/write.h"

/* -------------------------------------------------------------- columns -- */

enum { COUNTS = 2, SHARES = 4, COLUMNS = COUNTS + 2 * SHARES };

static const char *label_of(const void *of, size_t row)
{
    return ((const pleach_validation *)of)->labels[row];
}

static const pleach_foresight *
foresight_of(const pleach_validation_figures *figures, size_t row, bool votes)
{
    if (row < figures->folds)
        return votes ? &figures->rows[row].votes : &figures->rows[row].grown;
    if (row == figures->folds)
        return votes ? &figures->votes_mean : &figures->grown_mean;
    return votes ? &figures->votes_spread : &figures->grown_spread;
}

static void put_figure(const void *of, size_t row, size_t column, char *to)
{
    const pleach_validation_figures *figures =
        &((const pleach_validation *)of)->figures;
    if (column < COUNTS) {
        const pleach_validation_row *fold =
            row < figures->folds ? &figures->rows[row] : NULL;
        if (fold == NULL)
            *to = '\0';
        else
            snprintf(to, PL_CELL_ROOM, "%" PRIu64,
                     column == 0 ? fold->hidden : fold->statements);
        return;
    }
    const pleach_foresight *from =
        foresight_of(figures, row, column >= COUNTS + SHARES);
    const double shares[SHARES] = {from->agree, from->contradict, from->chance,
                                   from->gain};
    pl_format_fixed(to, PL_CELL_ROOM, shares[(column - COUNTS) % SHARES], 4);
}

static void fill_columns(pl_column *columns, const char *solver)
{
    static const char *const counts[COUNTS] = {"hidden", "statements"};
    static const char *const shares[SHARES] = {"agree", "contradict", "chance",
                                               "gain"};
    static const char *const votes[SHARES] = {
        "votes: agree", "votes: contradict", "votes: chance", "votes: gain"};
    for (size_t c = 0; c < COUNTS; c++)
        columns[c] = (pl_column){"", counts[c], NULL, false, false};
    for (size_t c = 0; c < SHARES; c++) {
        columns[COUNTS + c] =
            (pl_column){solver, shares[c], NULL, false, false};
        columns[COUNTS + SHARES + c] =
            (pl_column){"votes", shares[c], votes[c], false, false};
    }
}

typedef void put_cells(const pl_text_table *cells, FILE *to, bool color);

static void put_table(const pleach_validation *validation, FILE *to, bool color,
                      put_cells *put)
{
    pl_column columns[COLUMNS];
    fill_columns(columns, validation->figures.solver);
    pl_text_table cells = {.label_title = "fold",
                           .columns = columns,
                           .column_count = COLUMNS,
                           .row_count = validation->figures.folds + 2,
                           .of = validation,
                           .label = label_of,
                           .put = put_figure};
    put(&cells, to, color);
}

static void put_text(const pleach_validation *validation, FILE *to, bool color)
{
    put_table(validation, to, color, pl_text_table_text);
    pl_text_table_note(to, color,
                       "shares of what hidden people say about names that "
                       "the others know;\n"
                       "gain = agree - contradict - chance\n");
}

static void put_markdown_cells(const pl_text_table *cells, FILE *to, bool color)
{
    (void)color;
    pl_text_table_markdown(cells, to);
}

static void put_markdown(const pleach_validation *validation, FILE *to,
                         bool color)
{
    put_table(validation, to, color, put_markdown_cells);
}

/* ------------------------------------------------------------------ CSV -- */

static void put_csv_shares(FILE *to, const pleach_foresight *from)
{
    pl_csv_real(to, from->agree);
    pl_csv_real(to, from->direct);
    pl_csv_real(to, from->contradict);
    pl_csv_real(to, from->chance);
    pl_csv_real(to, from->gain);
}

static void put_csv(const pleach_validation *validation, FILE *to, bool color)
{
    const pleach_validation_figures *figures = &validation->figures;
    (void)color;
    fputs("fold,hidden,said,statements,agree,direct,contradict,chance,gain,"
          "votes_agree,votes_direct,votes_contradict,votes_chance,"
          "votes_gain\n",
          to);
    for (size_t r = 0; r < figures->folds + 2; r++) {
        const pleach_validation_row *row = &figures->rows[r];
        fputs(validation->labels[r], to);
        if (r < figures->folds)
            fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, row->hidden,
                    row->said, row->statements);
        else
            fputs(",,,", to);
        put_csv_shares(to, foresight_of(figures, r, false));
        put_csv_shares(to, foresight_of(figures, r, true));
        putc('\n', to);
    }
}

/* ----------------------------------------------------------------- JSON -- */

static void put_json_shares(pl_json *json, const char *key,
                            const pleach_foresight *from)
{
    pl_json_key(json, key);
    pl_json_open(json, '{');
    pl_put_real(json, "agree", from->agree);
    pl_put_real(json, "direct", from->direct);
    pl_put_real(json, "contradict", from->contradict);
    pl_put_real(json, "chance", from->chance);
    pl_put_real(json, "gain", from->gain);
    pl_json_close(json, '}');
}

static void put_json_both(pl_json *json,
                          const pleach_validation_figures *figures, size_t row)
{
    put_json_shares(json, "grown", foresight_of(figures, row, false));
    put_json_shares(json, "votes", foresight_of(figures, row, true));
    pl_json_close(json, '}');
}

static void put_json(const pleach_validation *validation, FILE *to, bool color)
{
    const pleach_validation_figures *figures = &validation->figures;
    pl_json json;
    (void)color;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_json_key(&json, "solver");
    pl_json_text(&json, figures->solver);
    pl_json_key(&json, "similarity");
    pl_json_text(&json, figures->similarity);
    pl_put_real(&json, "hide", figures->hide);
    pl_put_count(&json, "people", figures->people);
    pl_json_line(&json);
    pl_json_key(&json, "folds");
    pl_json_open(&json, '[');
    for (size_t r = 0; r < figures->folds; r++) {
        const pleach_validation_row *row = &figures->rows[r];
        pl_json_line(&json);
        pl_json_open(&json, '{');
        pl_put_count(&json, "hidden", row->hidden);
        pl_put_count(&json, "said", row->said);
        pl_put_count(&json, "statements", row->statements);
        put_json_both(&json, figures, r);
    }
    pl_json_line(&json);
    pl_json_close(&json, ']');
    for (size_t k = 0; k < 2; k++) {
        pl_json_line(&json);
        pl_json_key(&json, validation->labels[figures->folds + k]);
        pl_json_open(&json, '{');
        put_json_both(&json, figures, figures->folds + k);
    }
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}

/* -------------------------------------------------------------- formats -- */

typedef void writer(const pleach_validation *validation, FILE *to, bool color);

static writer *find_writer(const char *format)
{
    static const struct {
        const char *name;
        writer *write;
    } formats[] = {{"text", put_text},
                   {"markdown", put_markdown},
                   {"csv", put_csv},
                   {"json", put_json}};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (format == NULL || strcmp(format, formats[k].name) == 0)
            return formats[k].write;
    return NULL;
}

pleach_status pleach_validation_write(const pleach_validation *validation,
                                      const pleach_sink *to,
                                      const pleach_write_options *options,
                                      pleach_error *error)
{
    pl_stream stream;
    const char *format = options == NULL ? NULL : options->format;
    writer *write = find_writer(format);
    if (write == NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no format \"%.40s\" for a validation. Known "
                       "are: text, markdown, csv, json.",
                       format);
    PL_TRY(pl_stream_open(&stream, to, error));
    write(validation, stream.to, options != NULL && options->color);
    return pl_stream_close(&stream, PLEACH_OK, error);
}
