/* validation.c: what hidden people say: text, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>

#include "report/report.h"

/* Rows behind the folds are mean and spread. */
static const pleach_foresight *
foresight_of(const pleach_validation_figures *figures, size_t row, bool votes)
{
    if (row < figures->folds)
        return votes ? &figures->rows[row].votes : &figures->rows[row].grown;
    if (row == figures->folds)
        return votes ? &figures->votes_mean : &figures->grown_mean;
    return votes ? &figures->votes_spread : &figures->grown_spread;
}

/* ----------------------------------------------------------------- text -- */

/* "-" where it is not known. */
static void put_share(FILE *to, int width, double share)
{
    if (isfinite(share))
        fprintf(to, "  %*.4f", width, share);
    else
        fprintf(to, "  %*s", width, "-");
}

static void put_shares(FILE *to, const pleach_foresight *from)
{
    put_share(to, 6, from->agree);
    put_share(to, 10, from->contradict);
    put_share(to, 6, from->chance);
    put_share(to, 6, from->gain);
}

/* The same four shares twice: of the forest, and of the votes. */
void report_validation_text(const void *given, FILE *to)
{
    const pleach_validation_figures *figures = given;
    static const char shares[] = "   agree  contradict  chance    gain";
    fprintf(to, "%29s%-36s%s\n", "", figures->solver, "votes");
    fprintf(to, "fold    hidden  statements%s%s\n", shares, shares);
    for (size_t r = 0; r < figures->folds + 2; r++) {
        const pleach_validation_row *row = &figures->rows[r];
        if (r < figures->folds)
            fprintf(to, "%-6zu  %6" PRIu64 "  %10" PRIu64, r + 1, row->hidden,
                    row->statements);
        else
            fprintf(to, "%-26s", r == figures->folds ? "mean" : "spread");
        put_shares(to, foresight_of(figures, r, false));
        put_shares(to, foresight_of(figures, r, true));
        putc('\n', to);
    }
    fputs("shares of what hidden people say about names that the others "
          "know;\n"
          "gain = agree - contradict - chance\n",
          to);
}

/* ----------------------------------------------------------------- JSON -- */

static void put_json_both(pl_json *json,
                          const pleach_validation_figures *figures, size_t row)
{
    static const report_field shares[] = {
        {"agree", REPORT_REAL, offsetof(pleach_foresight, agree)},
        {"direct", REPORT_REAL, offsetof(pleach_foresight, direct)},
        {"contradict", REPORT_REAL, offsetof(pleach_foresight, contradict)},
        {"chance", REPORT_REAL, offsetof(pleach_foresight, chance)},
        {"gain", REPORT_REAL, offsetof(pleach_foresight, gain)},
        {.key = NULL}};
    report_object(json, "grown", shares, foresight_of(figures, row, false));
    report_object(json, "votes", shares, foresight_of(figures, row, true));
    pl_json_close(json, '}');
}

/* Mean and spread stand behind the folds, under their own names. */
void report_validation_json(const void *given, FILE *to)
{
    static const report_field head[] = {
        {"solver", REPORT_TEXT, offsetof(pleach_validation_figures, solver)},
        {"similarity", REPORT_TEXT,
         offsetof(pleach_validation_figures, similarity)},
        {"hide", REPORT_REAL, offsetof(pleach_validation_figures, hide)},
        {"people", REPORT_COUNT, offsetof(pleach_validation_figures, people)},
        {.key = NULL}};
    static const report_field counts[] = {
        {"hidden", REPORT_COUNT, offsetof(pleach_validation_row, hidden)},
        {"said", REPORT_COUNT, offsetof(pleach_validation_row, said)},
        {"statements", REPORT_COUNT,
         offsetof(pleach_validation_row, statements)},
        {.key = NULL}};
    const pleach_validation_figures *figures = given;
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    report_fields(&json, head, figures);
    pl_json_line(&json);
    pl_json_open_in(&json, "folds", '[');
    for (size_t r = 0; r < figures->folds; r++) {
        pl_json_line(&json);
        pl_json_open(&json, '{');
        report_fields(&json, counts, &figures->rows[r]);
        put_json_both(&json, figures, r);
    }
    pl_json_line(&json);
    pl_json_close(&json, ']');
    for (size_t k = 0; k < 2; k++) {
        pl_json_line(&json);
        pl_json_open_in(&json, k == 0 ? "mean" : "spread", '{');
        put_json_both(&json, figures, figures->folds + k);
    }
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}
