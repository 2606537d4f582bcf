/* jobs.c: work that waits for a thread, first come first served. */
/* SPDX-License-Identifier: MIT */
#include "serve/jobs.h"

#include <pthread.h>
#include <stdlib.h>

enum { JOBS_WAITING = 256, JOBS_THREADS = 4 };

typedef struct job {
    void (*run)(void *context);
    void *context;
} job;

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    job waiting[JOBS_WAITING]; /* a ring */
    size_t first, count;
    bool ending;
    pthread_t threads[JOBS_THREADS];
    size_t thread_count;
};

/* What waits when the end comes is still done, as somebody waits for it. */
static void *work_off(void *context)
{
    jobs *from = context;
    pthread_mutex_lock(&from->lock);
    for (;;) {
        while (from->count == 0 && !from->ending)
            pthread_cond_wait(&from->changed, &from->lock);
        if (from->count == 0)
            break;
        job next = from->waiting[from->first];
        from->first = (from->first + 1) % JOBS_WAITING;
        from->count--;
        pthread_mutex_unlock(&from->lock);
        next.run(next.context);
        pthread_mutex_lock(&from->lock);
    }
    pthread_mutex_unlock(&from->lock);
    return NULL;
}

/* Fewer threads than wanted will do; none will not. */
jobs *jobs_start(size_t threads)
{
    jobs *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->changed, NULL);
    while (made->thread_count < threads && made->thread_count < JOBS_THREADS &&
           pthread_create(&made->threads[made->thread_count], NULL, work_off,
                          made) == 0)
        made->thread_count++;
    if (made->thread_count > 0)
        return made;
    jobs_free(made);
    return NULL;
}

bool jobs_add(jobs *to, void (*run)(void *context), void *context)
{
    pthread_mutex_lock(&to->lock);
    bool taken = !to->ending && to->count < JOBS_WAITING;
    if (taken) {
        to->waiting[(to->first + to->count) % JOBS_WAITING] =
            (job){run, context};
        to->count++;
        pthread_cond_signal(&to->changed);
    }
    pthread_mutex_unlock(&to->lock);
    return taken;
}

void jobs_end(jobs *ended)
{
    if (ended == NULL)
        return;
    pthread_mutex_lock(&ended->lock);
    ended->ending = true;
    pthread_cond_broadcast(&ended->changed);
    pthread_mutex_unlock(&ended->lock);
    for (size_t k = 0; k < ended->thread_count; k++)
        pthread_join(ended->threads[k], NULL);
    ended->thread_count = 0;
}

void jobs_free(jobs *freed)
{
    if (freed == NULL)
        return;
    jobs_end(freed);
    pthread_cond_destroy(&freed->changed);
    pthread_mutex_destroy(&freed->lock);
    free(freed);
}
