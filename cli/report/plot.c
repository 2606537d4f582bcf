/* plot.c: axes, text and colours in SVG. */
/* SPDX-License-Identifier: MIT */
#include "report/plot.h"

#include <string.h>
#include <utf8proc.h>

#include "report/text_table.h"

void plot_put_head(FILE *to, size_t width, size_t height, const char *title)
{
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" "
            "height=\"%zu\" viewBox=\"0 0 %zu %zu\" role=\"img\" "
            "aria-labelledby=\"what\">\n",
            width, height, width, height);
    fprintf(to, "<title id=\"what\">%s</title>\n", title);
    fputs("<style>\n"
          "text { font: 11px system-ui, sans-serif; fill: #333 }\n"
          ".title { font-size: 14px; font-weight: 600; fill: #111 }\n"
          ".tick { fill: #666 }\n"
          ".end { text-anchor: end }\n"
          ".middle { text-anchor: middle }\n"
          ".grid { stroke: #ddd; fill: none }\n"
          "tspan { font-weight: 600 }\n"
          "</style>\n"
          "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
          to);
}

void plot_put_number(FILE *to, double value)
{
    char number[64];
    format_fixed(number, sizeof number, value, 1);
    fputs(number, to);
}

void plot_put_text(FILE *to, const char *text, size_t most)
{
    size_t length = strlen(text), shown = 0;
    for (size_t at = 0; at < length; shown++) {
        utf8proc_int32_t code;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                             (utf8proc_ssize_t)(length - at), &code);
        if (shown == most) {
            fputs("\xE2\x80\xA6", to);
            return;
        }
        if (step <= 0 || code < 0x20 || code >= 0xFFFE)
            fputs("\xEF\xBF\xBD", to);
        else if (code == '<' || code == '>' || code == '&' || code == '"')
            fprintf(to, "&#%d;", (int)code);
        else
            fwrite(text + at, 1, (size_t)step, to);
        at += step > 0 ? (size_t)step : 1;
    }
}

double plot_nice_step(double most)
{
    double step = 1;
    for (int k = 0; step * 4 < most; k++)
        step *= k % 3 == 1 ? 2.5 : 2;
    return step;
}

double plot_y(const plot_frame *frame, double value, double most)
{
    return frame->top + frame->height * (1 - value / most);
}

void plot_put_rows(FILE *to, const plot_frame *frame, double most, double step)
{
    for (int row = 0; row * step <= most; row++) {
        double at = row * step;
        fprintf(to, "<path class=\"grid\" d=\"M%d ", frame->left);
        plot_put_number(to, plot_y(frame, at, most));
        fprintf(to, "h%d\"/><text class=\"tick end\" x=\"%d\" y=\"",
                frame->width, frame->left - 6);
        plot_put_number(to, plot_y(frame, at, most) + 4);
        fprintf(to, "\">%.0f</text>\n", at);
    }
}

void plot_put_stroke(FILE *to, const plot_look *look)
{
    fprintf(to,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
            "stroke-dasharray=\"%s\" d=\"",
            look->color, look->dashes);
}

void plot_put_entry(FILE *to, const plot_look *look, int x, int y)
{
    fprintf(to,
            "<path stroke=\"%s\" stroke-width=\"2\" "
            "stroke-dasharray=\"%s\" d=\"M%d %dh28\"/>"
            "<circle r=\"2.6\" fill=\"%s\" cx=\"%d\" cy=\"%d\"/>"
            "<text x=\"%d\" y=\"%d\">%s</text>\n",
            look->color, look->dashes, x, y, look->color, x + 14, y, x + 34,
            y + 4, look->name);
}
