/* terminal.c: asks the system and the environment about the streams. */
/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool distrusted;

void terminal_distrust(void)
{
    distrusted = true;
}

bool terminal_is(FILE *stream)
{
    return !distrusted && isatty(fileno(stream)) == 1;
}

bool terminal_can_redraw(FILE *stream)
{
    const char *kind = getenv("TERM");
    return terminal_is(stream) && kind != NULL && strcmp(kind, "dumb") != 0;
}

unsigned terminal_width(FILE *stream)
{
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

bool terminal_color(FILE *stream, const char *when)
{
    if (when != NULL && strcmp(when, "always") == 0)
        return true;
    if (when != NULL && strcmp(when, "never") == 0)
        return false;
    const char *no_color = getenv("NO_COLOR");
    if (no_color != NULL && no_color[0] != '\0')
        return false;
    return terminal_can_redraw(stream);
}
