/* write_svg.c: a picture of the forest, laid out by Graphviz. */
/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "base/memory.h"
#include "base/status.h"
#include "base/stream.h"
#include "write/write_dot.h"

#if defined(PLEACH_HAS_GRAPHVIZ) && PLEACH_HAS_GRAPHVIZ

#include <graphviz/gvc.h>
#include <pthread.h>
#include <sys/mman.h>

/* Above this many clusters a layout takes minutes and nobody could read it:
 * the ones with most below them are drawn, with notes on the others. */
enum { DRAWABLE = 2000 };

/* Graphviz would print to stderr, which is not the library's to use. */
static int swallow(char *message)
{
    (void)message;
    return 0;
}

/* Graphviz is not made for threads. And its text plugin remembers a font name
 * that belongs to the context it saw last, also after that one is freed: so
 * there is one context, for good. */
static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;
static GVC_t *context;

/* Graphviz and the libraries of fonts crash where memory is short, so it is
 * tried beforehand whether there is enough: addresses for them and a thread of
 * theirs, and bytes for this picture: 2,000 clusters, described by 190 KB, took
 * 14 MB. */
static bool has_room(size_t described)
{
    enum { LIBRARIES = 64 << 20, LEAST = 8 << 20, PER_BYTE = 100 };
    void *space = mmap(NULL, LIBRARIES, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *bytes = pl_allocate(LEAST + PER_BYTE * described, 1);
    bool enough = space != MAP_FAILED && bytes != NULL;
    if (space != MAP_FAILED)
        munmap(space, LIBRARIES);
    pl_release(bytes);
    return enough;
}

static void *wait_at_gate(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* The library of fonts ends the process when it cannot start its threads, so
 * it is tried beforehand whether as many can be had at once. */
static bool has_threads(void)
{
    enum { FONT_THREADS = 4 };
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t others[FONT_THREADS];
    int started = 0;
    pthread_mutex_lock(&gate);
    while (started < FONT_THREADS &&
           pthread_create(&others[started], NULL, wait_at_gate, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (int k = 0; k < started; k++)
        pthread_join(others[k], NULL);
    return started == FONT_THREADS;
}

/* Graphviz keeps one context for the whole program and prints what it finds
 * odd, so the context is kept and the printing swallowed. */
static bool render(const char *dot, FILE *to)
{
    char *picture = NULL;
    unsigned int length = 0;
    if (context == NULL)
        context = gvContext();
    if (context == NULL)
        return false;
    agseterrf(swallow);
    graph_t *graph = agmemread(dot);
    bool laid_out = graph != NULL && gvLayout(context, graph, "dot") == 0;
    bool rendered =
        laid_out && gvRenderData(context, graph, "svg", &picture, &length) == 0;
    if (rendered)
        fwrite(picture, 1, length, to);
    gvFreeRenderData(picture);
    if (laid_out)
        gvFreeLayout(context, graph);
    if (graph != NULL)
        agclose(graph);
    agseterrf(NULL);
    return rendered;
}

/* Graphviz is not made for several threads at once. */
static pleach_status draw_svg(const char *dot, FILE *to, pleach_error *error)
{
    if (!has_threads())
        return pl_fail(error, PLEACH_IO,
                       "The system does not let the threads start that "
                       "Graphviz draws with. Write .dot instead, or allow "
                       "more.");
    pthread_mutex_lock(&drawing);
    bool drawn = render(dot, to);
    pthread_mutex_unlock(&drawing);
    if (drawn)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_IO,
                   "Graphviz could not draw the picture. Write .dot instead "
                   "and look at what its command \"dot\" says.");
}

/* Graphviz needs hours for what nobody could look at anyway, hence the limit.
 */
pleach_status pl_write_svg(const pleach_taxonomy *forest, FILE *to,
                           const pleach_write_options *options,
                           pleach_error *error)
{
    pl_view_limits limits = {.max_depth = options->max_depth,
                             .max_breadth = options->max_breadth,
                             .max_clusters = DRAWABLE};
    pl_printed dot = {0};
    FILE *memory = pl_print_to_memory(&dot);
    if (memory == NULL)
        return pl_fail_memory(error);
    bool enough = pl_put_dot(forest, memory, &limits) && !ferror(memory);
    enough = fclose(memory) == 0 && enough && pl_list_push(&dot, '\0');
    enough = enough && has_room(dot.count);
    pleach_status status =
        enough ? draw_svg(dot.items, to, error) : pl_fail_memory(error);
    pl_list_free(&dot);
    return status;
}

#else

pleach_status pl_write_svg(const pleach_taxonomy *forest, FILE *to,
                           const pleach_write_options *options,
                           pleach_error *error)
{
    (void)forest, (void)to, (void)options;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "This pleach was built without Graphviz and cannot draw "
                   "SVG. Write .dot instead, or build with "
                   "-DPLEACH_GRAPHVIZ=ON.");
}

#endif
