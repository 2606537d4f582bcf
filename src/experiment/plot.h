/* plot.h: what pictures of figures share: axes, text and colours in SVG. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PLOT_H
#define PL_PLOT_H

#include <stddef.h>
#include <stdio.h>

/* Where a plot lies, in pixels. */
typedef struct pl_frame {
    int left, top, width, height;
} pl_frame;

/* Curves are told apart by colour (also by people who see few), dashes and
 * names. */
typedef struct pl_curve_look {
    const char *name, *color, *dashes;
} pl_curve_look;

/* The opening tag, styles and a white ground. `title` says what it is to
 * those who cannot see it. */
void pl_plot_head(FILE *to, size_t width, size_t height, const char *title);

/* One decimal and a point, whatever the locale. */
void pl_plot_number(FILE *to, double value);
/* Text for XML, cut to `most` characters. */
void pl_plot_text(FILE *to, const char *text, size_t most);

/* The least of 1, 2, 5, 10, 20, ... that gives at most four steps. */
double pl_nice_step(double most);
/* How high `value` lies, of `most` at the frame's top. */
double pl_plot_y(const pl_frame *frame, double value, double most);
/* Lines across the frame from 0 to `most`, with their numbers at the left. */
void pl_plot_rows(FILE *to, const pl_frame *frame, double most, double step);

/* Opens the path of a curve; its d attribute is up to the caller, then
 * "\"/>\n". */
void pl_plot_stroke(FILE *to, const pl_curve_look *look);
/* A line, a dot and a name: one entry of the legend, at x. */
void pl_plot_entry(FILE *to, const pl_curve_look *look, int x, int y);

#endif
