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

static void put_json_shares(pl_json *json, const char *key,
                            const pleach_foresight *from)
{
    report_open(json, key, '{');
    report_real(json, "agree", from->agree);
    report_real(json, "direct", from->direct);
    report_real(json, "contradict", from->contradict);
    report_real(json, "chance", from->chance);
    report_real(json, "gain", from->gain);
    pl_json_close(json, '}');
}

static void put_json_both(pl_json *json,
                          const pleach_validation_figures *figures, size_t row)
{
    put_json_shares(json, "grown", foresight_of(figures, row, false));
    put_json_shares(json, "votes", foresight_of(figures, row, true));
    pl_json_close(json, '}');
}

/* Mean and spread stand behind the folds, under their own names. */
void report_validation_json(const void *given, FILE *to)
{
    const pleach_validation_figures *figures = given;
    pl_json json;
    pl_json_start(&json, to);
    pl_json_open(&json, '{');
    pl_json_put_text(&json, "solver", figures->solver);
    pl_json_put_text(&json, "similarity", figures->similarity);
    report_real(&json, "hide", figures->hide);
    pl_json_put_integer(&json, "people", figures->people);
    pl_json_line(&json);
    report_open(&json, "folds", '[');
    for (size_t r = 0; r < figures->folds; r++) {
        const pleach_validation_row *row = &figures->rows[r];
        pl_json_line(&json);
        pl_json_open(&json, '{');
        pl_json_put_integer(&json, "hidden", row->hidden);
        pl_json_put_integer(&json, "said", row->said);
        pl_json_put_integer(&json, "statements", row->statements);
        put_json_both(&json, figures, r);
    }
    pl_json_line(&json);
    pl_json_close(&json, ']');
    for (size_t k = 0; k < 2; k++) {
        pl_json_line(&json);
        report_open(&json, k == 0 ? "mean" : "spread", '{');
        put_json_both(&json, figures, figures->folds + k);
    }
    pl_json_line(&json);
    pl_json_close(&json, '}');
    putc('\n', to);
}
