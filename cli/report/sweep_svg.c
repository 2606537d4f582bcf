/* sweep_svg.c: a sweep as a picture: clusters, trees and score by value. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>

#include "report/plot.h"
#include "report/report.h"
#include "report/text_table.h"

/* In pixels. */
enum {
    WIDTH = 720,
    HEIGHT = 400,
    TITLE_X = 24,
    LEGEND_Y = 50,
    LABELS_MOST = 9
};

static const plot_frame frame = {64, 76, 592, 264};

static const plot_look clusters_look = {"clusters", "#00609c", "none"};
static const plot_look trees_look = {"trees", "#b84a00", "7 3"};
static const plot_look score_look = {"pairwise F1 (right)", "#007a55", "2 3"};

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

static double sweep_x(const report_sweep *sweep, double value)
{
    double from = sweep->rows[0].value,
           to = sweep->rows[sweep->count - 1].value;
    double share = sweep->by_factors ? log(value / from) / log(to / from)
                                     : (value - from) / (to - from);
    return frame.left + frame.width * share;
}

/* The values along the bottom, some of them where there are many. */
static void put_values(FILE *to, const report_sweep *sweep)
{
    size_t last = sweep->count - 1;
    size_t every = 1 + (last - 1) / LABELS_MOST;
    for (size_t k = 0; k <= last; k += every) {
        double x = sweep_x(sweep, sweep->rows[k].value);
        fputs("<path class=\"grid\" d=\"M", to);
        plot_put_number(to, x);
        fprintf(to, " %dv5\"/><text class=\"tick middle\" x=\"",
                frame.top + frame.height);
        plot_put_number(to, x);
        fprintf(to, "\" y=\"%d\">%s</text>\n", frame.top + frame.height + 18,
                sweep->rows[k].label);
    }
    fprintf(to, "<text class=\"middle\" x=\"%d\" y=\"%d\">%s (%s)</text>\n",
            frame.left + frame.width / 2, HEIGHT - 16, sweep->what,
            sweep->by_factors ? "log scale" : "linear scale");
}

/* Scores have an axis of their own, from 0 to 1. */
static void put_score_axis(FILE *to)
{
    for (int tenths = 0; tenths <= 10; tenths += 2) {
        fprintf(to, "<text class=\"tick\" x=\"%d\" y=\"",
                frame.left + frame.width + 8);
        plot_put_number(to, plot_y(&frame, tenths, 10) + 4);
        fprintf(to, "\">%d.%d</text>\n", tenths / 10, tenths % 10);
    }
}

static void put_sweep_points(FILE *to, const report_sweep *sweep, figure *value,
                             const plot_look *look, double most, int decimals)
{
    for (size_t k = 0; k < sweep->count; k++) {
        const pleach_sweep_row *row = &sweep->rows[k];
        char number[CELL_ROOM];
        format_fixed(number, sizeof number, value(row), decimals);
        fprintf(to, "<circle r=\"2.6\" fill=\"%s\" cx=\"", look->color);
        plot_put_number(to, sweep_x(sweep, row->value));
        fputs("\" cy=\"", to);
        plot_put_number(to, plot_y(&frame, value(row), most));
        fprintf(to, "\"><title>%s %s: %s %s</title></circle>\n", sweep->what,
                row->label, number, look->name);
    }
}

static void put_sweep_curve(FILE *to, const report_sweep *sweep, figure *value,
                            const plot_look *look, double most, int decimals)
{
    plot_put_stroke(to, look);
    for (size_t k = 0; k < sweep->count; k++) {
        const pleach_sweep_row *row = &sweep->rows[k];
        fputs(k == 0 ? "M" : " L", to);
        plot_put_number(to, sweep_x(sweep, row->value));
        putc(' ', to);
        plot_put_number(to, plot_y(&frame, value(row), most));
    }
    fputs("\"/>\n", to);
    put_sweep_points(to, sweep, value, look, most, decimals);
}

static void put_head(FILE *to, const report_sweep *sweep)
{
    plot_put_head(to, WIDTH, HEIGHT,
                  sweep->scored ? "Clusters, trees and score by value"
                                : "Clusters and trees by value");
    fprintf(to, "<text class=\"title\" x=\"%d\" y=\"26\">What the %s does: ",
            TITLE_X, sweep->what);
    plot_put_text(to, sweep->rows[0].report.solver, 20);
    fputs(" on ", to);
    plot_put_text(to, sweep->rows[0].report.similarity, 60);
    fputs("</text>\n", to);
    plot_put_entry(to, &clusters_look, TITLE_X, LEGEND_Y);
    plot_put_entry(to, &trees_look, TITLE_X + 108, LEGEND_Y);
    if (sweep->scored)
        plot_put_entry(to, &score_look, TITLE_X + 192, LEGEND_Y);
}

void report_sweep_svg(const void *figures, FILE *to, bool color)
{
    const report_sweep *sweep = figures;
    double most = 1;
    (void)color;
    for (size_t k = 0; k < sweep->count; k++)
        most = fmax(most, clusters_of(&sweep->rows[k]));
    double step = plot_nice_step(most);
    most = ceil(most / step) * step;
    put_head(to, sweep);
    plot_put_rows(to, &frame, most, step);
    put_values(to, sweep);
    if (sweep->scored)
        put_score_axis(to);
    put_sweep_curve(to, sweep, clusters_of, &clusters_look, most, 0);
    put_sweep_curve(to, sweep, trees_of, &trees_look, most, 0);
    if (sweep->scored)
        put_sweep_curve(to, sweep, score_of, &score_look, 1, 4);
    fputs("</svg>\n", to);
}
