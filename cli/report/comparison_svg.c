/* comparison_svg.c: a comparison as a picture: clusters per level, by seed. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/plot.h"
#include "report/report.h"
#include "report/text_table.h"

/* In pixels. A panel holds a title, the areas and a plot. */
enum {
    MARGIN = 16,
    HEAD = 64,
    PANEL_WIDTH = 236,
    PANEL_HEIGHT = 204,
    PANELS_PER_ROW = 4,
    PLOT_LEFT = 40,
    PLOT_TOP = 46,
    PLOT_WIDTH = PANEL_WIDTH - PLOT_LEFT - 20,
    PLOT_HEIGHT = PANEL_HEIGHT - PLOT_TOP - 34,
    LEVELS_LABELLED = 12,
    TITLE_LENGTH = 28
};

static const plot_frame frame = {PLOT_LEFT, PLOT_TOP, PLOT_WIDTH, PLOT_HEIGHT};

static const plot_look *style_of(const char *solver)
{
    static const plot_look styles[] = {{"ap", "#b84a00", "2 3"},
                                       {"rap", "#00609c", "7 3"},
                                       {"joint", "#007a55", "none"}};
    size_t k = 0;
    while (k < 2 && strcmp(styles[k].name, solver) != 0)
        k++;
    return &styles[k];
}

/* ---------------------------------------------------------------- scales -- */

typedef struct plot_scale {
    uint32_t last_level;
    double most, step; /* clusters */
} plot_scale;

static plot_scale scale_of(const pleach_comparison_row *rows, size_t count)
{
    plot_scale made = {.last_level = 1, .most = 1};
    for (size_t k = 0; k < count; k++)
        for (uint32_t level = 0; level < rows[k].best_levels; level++) {
            double clusters = (double)rows[k].best_level_clusters[level];
            made.most = fmax(made.most, clusters);
            if (level > made.last_level)
                made.last_level = level;
        }
    made.step = plot_nice_step(made.most);
    made.most = ceil(made.most / made.step) * made.step;
    return made;
}

static double level_x(const plot_scale *scale, uint32_t level)
{
    return PLOT_LEFT + (double)PLOT_WIDTH * level / scale->last_level;
}

static double y_of(const plot_scale *scale, double clusters)
{
    return plot_y(&frame, clusters, scale->most);
}

/* ----------------------------------------------------------------- panel -- */

static void put_grid(FILE *to, const plot_scale *scale)
{
    plot_put_rows(to, &frame, scale->most, scale->step);
    uint32_t every = 1 + scale->last_level / LEVELS_LABELLED;
    for (uint32_t level = 0; level <= scale->last_level; level += every) {
        fputs("<text class=\"tick middle\" x=\"", to);
        plot_put_number(to, level_x(scale, level));
        fprintf(to, "\" y=\"%d\">%" PRIu32 "</text>\n",
                PLOT_TOP + PLOT_HEIGHT + 16, level);
    }
}

static void put_level_points(FILE *to, const pleach_comparison_row *row,
                             const plot_scale *scale)
{
    for (uint32_t level = 0; level < row->best_levels; level++) {
        fputs(level == 0 ? "M" : " L", to);
        plot_put_number(to, level_x(scale, level));
        putc(' ', to);
        plot_put_number(to,
                        y_of(scale, (double)row->best_level_clusters[level]));
    }
}

static void put_level_curve(FILE *to, const pleach_comparison_row *row,
                            const plot_scale *scale)
{
    const plot_look *look = style_of(row->report.solver);
    if (row->best_levels == 0)
        return;
    fprintf(to, "<path fill=\"%s\" fill-opacity=\"0.13\" d=\"", look->color);
    put_level_points(to, row, scale);
    fprintf(to, " V%d H%d Z\"/>\n", PLOT_TOP + PLOT_HEIGHT, PLOT_LEFT);
    plot_put_stroke(to, look);
    put_level_points(to, row, scale);
    fputs("\"/>\n", to);
    for (uint32_t level = 0; level < row->best_levels; level++) {
        fprintf(to, "<circle r=\"2.6\" fill=\"%s\" cx=\"", look->color);
        plot_put_number(to, level_x(scale, level));
        fputs("\" cy=\"", to);
        plot_put_number(to,
                        y_of(scale, (double)row->best_level_clusters[level]));
        fprintf(to,
                "\"><title>%s: %" PRIu64 " clusters on level %" PRIu32
                "</title></circle>\n",
                row->report.solver, row->best_level_clusters[level], level);
    }
}

/* Large ones without decimals, so that three fit side by side. */
static void put_area(FILE *to, const pleach_comparison_row *row)
{
    char number[64];
    double area = row->best_name == NULL ? NAN : row->best.aut;
    format_fixed(number, sizeof number, area, area < 1000 ? 1 : 0);
    fputs(number, to);
}

static void put_areas(FILE *to, const pleach_comparison_row *rows, size_t count)
{
    fputs("<text class=\"note\" x=\"8\" y=\"34\">area", to);
    for (size_t k = 0; k < count; k++) {
        fprintf(to, "<tspan dx=\"8\" fill=\"%s\">%s ",
                style_of(rows[k].report.solver)->color, rows[k].report.solver);
        put_area(to, &rows[k]);
        fputs("</tspan>", to);
    }
    fputs("</text>\n", to);
}

static void put_panel(FILE *to, const report_comparison *comparison, size_t s)
{
    size_t solvers = comparison->solver_count;
    const pleach_comparison_row *rows = &comparison->rows[s * solvers];
    const char *seed = rows[0].report.seed;
    plot_scale plot = scale_of(rows, solvers);
    fprintf(to, "<g transform=\"translate(%zu %zu)\">\n",
            MARGIN + s % PANELS_PER_ROW * PANEL_WIDTH,
            HEAD + s / PANELS_PER_ROW * PANEL_HEIGHT);
    fputs("<text class=\"title\" x=\"8\" y=\"18\">", to);
    plot_put_text(to, seed != NULL ? seed : "(all)", TITLE_LENGTH);
    fputs("</text>\n", to);
    put_areas(to, rows, solvers);
    put_grid(to, &plot);
    for (size_t k = 0; k < solvers; k++)
        put_level_curve(to, &rows[k], &plot);
    fputs("</g>\n", to);
}

/* --------------------------------------------------------------- picture -- */

static void put_legend(FILE *to, const report_comparison *comparison)
{
    int x = MARGIN + 8;
    fprintf(to,
            "<text class=\"title\" x=\"%d\" y=\"26\">Clusters per level of "
            "the best tree</text>\n",
            x);
    for (size_t k = 0; k < comparison->solver_count; k++) {
        plot_put_entry(to, style_of(comparison->rows[k].report.solver), x, 46);
        x += 84;
    }
}

void report_comparison_svg(const void *figures, FILE *to, bool color)
{
    const report_comparison *comparison = figures;
    size_t seeds = comparison->seed_count;
    size_t across = seeds < PANELS_PER_ROW ? seeds : PANELS_PER_ROW;
    size_t down = (seeds + PANELS_PER_ROW - 1) / PANELS_PER_ROW;
    (void)color;
    size_t width = 2 * MARGIN + across * PANEL_WIDTH;
    size_t height = HEAD + down * PANEL_HEIGHT + MARGIN;
    if (across < 2) /* the legend needs more */
        width += PANEL_WIDTH / 2;
    plot_put_head(to, width, height,
                  "Clusters per level of each best tree, by seed and solver");
    put_legend(to, comparison);
    for (size_t s = 0; s < seeds; s++)
        put_panel(to, comparison, s);
    fprintf(to,
            "<text class=\"tick end\" x=\"%zu\" y=\"%zu\">across: level, 0 is "
            "the root; up: clusters</text>\n</svg>\n",
            width - MARGIN, height - 8);
}
