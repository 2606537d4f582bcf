/* progress.c: draws the progress line, at most ten times a second. */
/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "errors.h"
#include "signals.h"
#include "terminal.h"

#define REDRAW_SECONDS 0.1
#define BAR_WIDTH 10

static struct {
    bool drawing, colored;
    bool drawn;     /* a line of ours is on the terminal */
    char stage[16]; /* the one being timed */
    uint64_t done;  /* of that stage */
    double stage_start, last_drawn;
} line;

double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void progress_start(bool wanted, bool color)
{
    line.drawing = wanted && terminal_can_redraw(stderr);
    line.colored = color;
    line.last_drawn = clock_now();
}

void progress_clear(void)
{
    if (line.drawn)
        fputs("\r\033[K", stderr);
    line.drawn = false;
}

static const char *stage_words(const char *stage)
{
    static const char *const words[][2] = {
        {"read", "Reading"},       {"compare", "Comparing"},
        {"cluster", "Clustering"}, {"polish", "Polishing"},
        {"bound", "Bounding"},     {"grow", "Growing"},
        {"write", "Writing"},      {"validate", "Validating"},
    };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(stage, words[k][0]) == 0)
            return words[k][1];
    return stage;
}

static size_t append_words(char *to, size_t room, size_t used, const char *text)
{
    size_t length = strlen(text);
    if (used + length >= room)
        return used;
    memcpy(to + used, text, length + 1);
    return used + length;
}

static void format_bar(char *to, size_t room, double share)
{
    int full = (int)(share * BAR_WIDTH);
    size_t used = append_words(to, room, 0, " ");
    for (int k = 0; k < BAR_WIDTH; k++)
        used = append_words(to, room, used, k < full ? "#" : ".");
    snprintf(to + used, room - used, " %3d%%", (int)(share * 100));
}

/* An early answer ends the clustering sooner, hence "<". */
static void format_time_left(char *to, size_t room, double seconds, bool most)
{
    const char *about = most ? "< " : "";
    if (seconds < 90)
        snprintf(to, room, "  %s%.0f s left", about, seconds + 0.5);
    else if (seconds < 5400)
        snprintf(to, room, "  %s%.0f min left", about, seconds / 60 + 0.5);
    else
        snprintf(to, room, "  %s%.1f h left", about, seconds / 3600);
}

/* Draws "words bar notes time left" on the one line. */
static void draw_line(const char *words, double share, const char *notes,
                      double spent, bool most)
{
    char text[512], part[96];
    size_t used = append_words(text, sizeof text, 0, words);
    if (share >= 0) {
        share = share > 1 ? 1 : share;
        format_bar(part, sizeof part, share);
        used = append_words(text, sizeof text, used, part);
    }
    used = append_words(text, sizeof text, used, notes);
    if (share > 0.01 && spent > 0.5) {
        format_time_left(part, sizeof part, spent * (1 - share) / share, most);
        used = append_words(text, sizeof text, used, part);
    }
    /* A line that wraps could not be wiped. */
    unsigned width = terminal_width(stderr);
    if (used >= width)
        text[width - 1] = '\0';
    fprintf(stderr, line.colored ? "\r\033[K\033[2m%s\033[0m" : "\r\033[K%s",
            text);
    (void)fflush(stderr);
    line.drawn = true;
}

static double share_of(uint64_t done, uint64_t total)
{
    return total > 0 ? (double)done / (double)total : -1;
}

static void draw_progress(const pleach_progress *progress, double spent)
{
    char notes[96] = "";
    bool clustering = strcmp(progress->stage, "cluster") == 0;
    if (clustering)
        snprintf(notes, sizeof notes, "  iteration %u, net similarity %.1f",
                 (unsigned)progress->iteration, progress->net_similarity);
    draw_line(stage_words(progress->stage),
              share_of(progress->done, progress->total), notes, spent,
              clustering);
}

/* Whether it is time to draw; notes when a stage begins. */
static bool is_due(const char *stage, uint64_t done, double *spent)
{
    double now = clock_now();
    /* One solver after another reports the same stage from the start. */
    if (strncmp(line.stage, stage, sizeof line.stage - 1) != 0 ||
        done < line.done) {
        snprintf(line.stage, sizeof line.stage, "%s", stage);
        line.stage_start = now;
    }
    line.done = done;
    *spent = now - line.stage_start;
    if (now - line.last_drawn < REDRAW_SECONDS)
        return false;
    line.last_drawn = now;
    return true;
}

static struct {
    char stage[16];
    double total;
} latest;

static void note_total(const pleach_progress *progress)
{
    snprintf(latest.stage, sizeof latest.stage, "%s", progress->stage);
    latest.total = (double)progress->total;
}

double progress_total(const char *stage)
{
    return strcmp(stage, latest.stage) == 0 ? latest.total : 0;
}

bool progress_show(void *context, const pleach_progress *progress)
{
    double spent;
    (void)context;
    note_total(progress);
    if (signals_interrupted())
        return false;
    if (line.drawing && is_due(progress->stage, progress->done, &spent))
        draw_progress(progress, spent);
    return true;
}
