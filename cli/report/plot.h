/* plot.h: what pictures of figures share: axes, text and colours in SVG. */
/* SPDX-License-Identifier: MIT */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include <stddef.h>
#include <stdio.h>

/* Where a plot lies, in pixels. */
typedef struct plot_frame {
    int left, top, width, height;
} plot_frame;

/* Curves are told apart by colour (also by people who see few), dashes and
 * names. */
typedef struct plot_look {
    const char *name, *color, *dashes;
} plot_look;

/* The opening tag, styles and a white ground. `title` says what it is to
 * those who cannot see it. */
void plot_put_head(FILE *to, size_t width, size_t height, const char *title);

/* One decimal and a point, whatever the locale. */
void plot_put_number(FILE *to, double value);
/* Text for XML, cut to `most` characters. */
void plot_put_text(FILE *to, const char *text, size_t most);

/* The least of 1, 2, 5, 10, 20, ... that gives at most four steps. */
double plot_nice_step(double most);
/* How high `value` lies, of `most` at the frame's top. */
double plot_y(const plot_frame *frame, double value, double most);
/* Lines across the frame from 0 to `most`, with their numbers at the left. */
void plot_put_rows(FILE *to, const plot_frame *frame, double most, double step);

/* Opens the path of a curve; its d attribute is up to the caller, then
 * "\"/>\n". */
void plot_put_stroke(FILE *to, const plot_look *look);
/* A line, a dot and a name: one entry of the legend, at x. */
void plot_put_entry(FILE *to, const plot_look *look, int x, int y);

#endif
