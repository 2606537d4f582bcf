/* sweep_svg.c: a sweep as a picture: clusters, trees and score by value. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>

#include "experiment/plot.h"
#include "experiment/sweep.h"

/* In pixels. */
enum {
    WIDTH = 720,
    HEIGHT = 400,
    TITLE_X = 24,
    LEGEND_Y = 50,
    LABELS_MOST = 9
};

static const pl_frame frame = {64, 76, 592, 264};

static const pl_curve_look clusters_look = {"clusters", "#00609c", "none"};
static const pl_curve_look trees_look = {"trees", "#b84a00", "7 3"};
static const pl_curve_look score_look = {"pairwise F1 (right)", "#007a55",
                                         "2 3"};

static double clusters_of(const pleach_sweep_row *row)
{
    return (double)row->report.clusters;
}

static double trees_of(const pleach_sweep_row *row)
{
    return (double)row->report.trees;
}

static double score_of(const pleach_sweep_row *row)
{
    return row->score.pairs.f1;
}

typedef double figure(const pleach_sweep_row *row);

static double sweep_x(const pl_sweep_range *range, double value)
{
    double share = range->by_factors
                       ? log(value / range->from) / log(range->to / range->from)
                       : (value - range->from) / (range->to - range->from);
    return frame.left + frame.width * share;
}

/* The values along the bottom, some of them where there are many. */
static void put_values(FILE *to, const pleach_sweep *sweep)
{
    uint32_t last = sweep->range.steps - 1;
    uint32_t every = 1 + (last - 1) / LABELS_MOST;
    for (uint32_t k = 0; k <= last; k += every) {
        double x = sweep_x(&sweep->range, sweep->rows[k].value);
        fputs("<path class=\"grid\" d=\"M", to);
        pl_plot_number(to, x);
        fprintf(to, " %dv5\"/><text class=\"tick middle\" x=\"",
                frame.top + frame.height);
        pl_plot_number(to, x);
        fprintf(to, "\" y=\"%d\">%s</text>\n", frame.top + frame.height + 18,
                sweep->rows[k].label);
    }
    fprintf(to, "<text class=\"middle\" x=\"%d\" y=\"%d\">%s (%s)</text>\n",
            frame.left + frame.width / 2, HEIGHT - 16, sweep->range.what,
            sweep->range.by_factors ? "log scale" : "linear scale");
}

/* Scores have an axis of their own, from 0 to 1. */
static void put_score_axis(FILE *to)
{
    for (int tenths = 0; tenths <= 10; tenths += 2) {
        fprintf(to, "<text class=\"tick\" x=\"%d\" y=\"",
                frame.left + frame.width + 8);
        pl_plot_number(to, pl_plot_y(&frame, tenths, 10) + 4);
        fprintf(to, "\">%d.%d</text>\n", tenths / 10, tenths % 10);
    }
}

static void put_sweep_points(FILE *to, const pleach_sweep *sweep, figure *value,
                             const pl_curve_look *look, double most,
                             int decimals)
{
    for (uint32_t k = 0; k < sweep->range.steps; k++) {
        const pleach_sweep_row *row = &sweep->rows[k];
        char number[PL_CELL_ROOM];
        pl_format_fixed(number, sizeof number, value(row), decimals);
        fprintf(to, "<circle r=\"2.6\" fill=\"%s\" cx=\"", look->color);
        pl_plot_number(to, sweep_x(&sweep->range, row->value));
        fputs("\" cy=\"", to);
        pl_plot_number(to, pl_plot_y(&frame, value(row), most));
        fprintf(to, "\"><title>%s %s: %s %s</title></circle>\n",
                sweep->range.what, row->label, number, look->name);
    }
}

static void put_sweep_curve(FILE *to, const pleach_sweep *sweep, figure *value,
                            const pl_curve_look *look, double most,
                            int decimals)
{
    pl_plot_stroke(to, look);
    for (uint32_t k = 0; k < sweep->range.steps; k++) {
        const pleach_sweep_row *row = &sweep->rows[k];
        fputs(k == 0 ? "M" : " L", to);
        pl_plot_number(to, sweep_x(&sweep->range, row->value));
        putc(' ', to);
        pl_plot_number(to, pl_plot_y(&frame, value(row), most));
    }
    fputs("\"/>\n", to);
    put_sweep_points(to, sweep, value, look, most, decimals);
}

static void put_head(FILE *to, const pleach_sweep *sweep)
{
    pl_plot_head(to, WIDTH, HEIGHT,
                 sweep->scored ? "Clusters, trees and score by value"
                               : "Clusters and trees by value");
    fprintf(to, "<text class=\"title\" x=\"%d\" y=\"26\">What the %s does: ",
            TITLE_X, sweep->range.what);
    pl_plot_text(to, sweep->rows[0].report.solver, 20);
    fputs(" on ", to);
    pl_plot_text(to, sweep->rows[0].report.similarity, 60);
    fputs("</text>\n", to);
    pl_plot_entry(to, &clusters_look, TITLE_X, LEGEND_Y);
    pl_plot_entry(to, &trees_look, TITLE_X + 108, LEGEND_Y);
    if (sweep->scored)
        pl_plot_entry(to, &score_look, TITLE_X + 192, LEGEND_Y);
}

void pl_sweep_svg(const pleach_sweep *sweep, FILE *to, bool color)
{
    double most = 1;
    (void)color;
    for (uint32_t k = 0; k < sweep->range.steps; k++)
        most = fmax(most, clusters_of(&sweep->rows[k]));
    double step = pl_nice_step(most);
    most = ceil(most / step) * step;
    put_head(to, sweep);
    pl_plot_rows(to, &frame, most, step);
    put_values(to, sweep);
    if (sweep->scored)
        put_score_axis(to);
    put_sweep_curve(to, sweep, clusters_of, &clusters_look, most, 0);
    put_sweep_curve(to, sweep, trees_of, &trees_look, most, 0);
    if (sweep->scored)
        put_sweep_curve(to, sweep, score_of, &score_look, 1, 4);
    fputs("</svg>\n", to);
}
