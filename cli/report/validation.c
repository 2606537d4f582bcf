/* validation.c: what hidden people say: text, JSON. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>

#include "report/json.h"
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

static void put_json_shares(report_json *json, const char *key,
                            const pleach_foresight *from)
{
    report_json_open(json, key, '{');
    report_json_real(json, "agree", from->agree);
    report_json_real(json, "direct", from->direct);
    report_json_real(json, "contradict", from->contradict);
    report_json_real(json, "chance", from->chance);
    report_json_real(json, "gain", from->gain);
    report_json_close(json, '}');
}

static void put_json_both(report_json *json,
                          const pleach_validation_figures *figures, size_t row)
{
    put_json_shares(json, "grown", foresight_of(figures, row, false));
    put_json_shares(json, "votes", foresight_of(figures, row, true));
    report_json_close(json, '}');
}

/* Mean and spread stand behind the folds, under their own names. */
void report_validation_json(const void *given, FILE *to)
{
    const pleach_validation_figures *figures = given;
    report_json json = {.to = to};
    report_json_open(&json, NULL, '{');
    report_json_text(&json, "solver", figures->solver);
    report_json_text(&json, "similarity", figures->similarity);
    report_json_real(&json, "hide", figures->hide);
    report_json_count(&json, "people", figures->people);
    report_json_line(&json);
    report_json_open(&json, "folds", '[');
    for (size_t r = 0; r < figures->folds; r++) {
        const pleach_validation_row *row = &figures->rows[r];
        report_json_line(&json);
        report_json_open(&json, NULL, '{');
        report_json_count(&json, "hidden", row->hidden);
        report_json_count(&json, "said", row->said);
        report_json_count(&json, "statements", row->statements);
        put_json_both(&json, figures, r);
    }
    report_json_line(&json);
    report_json_close(&json, ']');
    for (size_t k = 0; k < 2; k++) {
        report_json_line(&json);
        report_json_open(&json, k == 0 ? "mean" : "spread", '{');
        put_json_both(&json, figures, figures->folds + k);
    }
    report_json_line(&json);
    report_json_close(&json, '}');
}
