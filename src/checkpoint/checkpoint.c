/* checkpoint.c: where the state is kept, and when. */
/* SPDX-License-Identifier: MIT */
#include "checkpoint/checkpoint.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "affinity/partition.h"
#include "base/status.h"
#include "checkpoint/checkpoint_identity.h"
#include "checkpoint/folder_lock.h"

static const char FILE_NAME[] = "/pleach.checkpoint";
static const char LOCK_NAME[] = "/pleach.lock";
static const char BELONGS[] = "belongs";
static const double USUAL_SECONDS = 60;
/* Writing waits until so many times as long has been worked. */
static const double WORK_PER_WRITING = 20;
enum { MOST_LISTERS = 4 };
/* Processes ask so often, in shares of the time between checkpoints. */
static const double ASKING_SHARE = 0.02;
enum { MOST_BETWEEN = 1000 };

struct pleach_checkpoint {
    char *path;
    double every; /* seconds; 0: by what writing costs */
    bool writes;  /* this process has the file */
    pl_lock *lock;
    const pleach_listener *warned; /* who hears warnings */
    bool warning_given;

    pl_state_reader *reader; /* to go on from; NULL: from the beginning */
    bool loaded;             /* some process has a reader */
    bool found;              /* there is a whole checkpoint on the disk */
    pl_run_identity belongs; /* what it is a checkpoint of */
    const pleach_affinity *affinity;
    struct {
        pl_lister *list;
        void *context;
    } listers[MOST_LISTERS];
    uint32_t depth;
    pl_sections sections;

    double due;
    /* With several processes: pauses until they ask rank 0 again whether it
     * is time, as it said when they last did. */
    uint32_t left, between;
    double asked;
    pleach_listener ear;
    const pleach_listener *heard;
    bool stopped;
};

static double checkpoint_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ------------------------------------------------------------- opening -- */

static pleach_status make_folder(const char *folder, pleach_error *error)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_IO, folder, 0, 0,
                      "The folder for checkpoints could not be made: %s.",
                      errno == ENOENT
                          ? "the folder that it is to be in does not exist"
                          : strerror(errno));
}

static char *join_folder(const char *folder, const char *name)
{
    size_t room = strlen(folder) + strlen(name) + 1;
    char *path = pl_allocate(room, 1);
    if (path != NULL)
        snprintf(path, room, "%s%s", folder, name);
    return path;
}

static pleach_status lock_folder(pleach_checkpoint *c, const char *folder,
                                 pleach_error *error)
{
    char *path = join_folder(folder, LOCK_NAME);
    if (path == NULL)
        return pl_fail_memory(error);
    pleach_status status = pl_lock_take(&c->lock, path, error);
    pl_release(path);
    return status;
}

/* Found now, not when hours of work are to be written. */
static pleach_status try_writing(const pleach_checkpoint *c,
                                 pleach_error *error)
{
    pl_state_writer *writer;
    PL_TRY(pl_state_create(&writer, c->path, error));
    pl_state_abandon(writer);
    return PLEACH_OK;
}

/* Writing is tried before the run starts. A folder that turns out to be
 * read-only after an hour would be found too late. */
static pleach_status look_into(pleach_checkpoint *c, const char *folder,
                               bool resume, pleach_error *error)
{
    struct stat facts;
    PL_TRY(make_folder(folder, error));
    PL_TRY(lock_folder(c, folder, error));
    PL_TRY(try_writing(c, error));
    if (stat(c->path, &facts) != 0 && errno == ENOENT)
        return PLEACH_OK;
    if (resume) {
        PL_TRY(pl_state_open(&c->reader, c->path, error));
        c->found = true;
        return PLEACH_OK;
    }
    return pl_fail_at(error, PLEACH_BAD_DATA, c->path, 0, 0,
                      "There is a checkpoint of a run that has not finished. "
                      "Go on from it with --resume, or remove the file to "
                      "start anew.");
}

/* Only the first process touches the folder: several would lock each other out.
 */
pleach_status pleach_checkpoint_open(pleach_checkpoint **checkpoint,
                                     const char *folder,
                                     const pleach_checkpoint_options *options,
                                     pleach_error *error)
{
    static const pleach_checkpoint_options usual;
    const pleach_checkpoint_options *o = options == NULL ? &usual : options;
    pleach_checkpoint *c = pl_allocate(1, sizeof *c);
    if (c == NULL)
        return pl_fail_memory(error);
    c->every = o->every;
    c->warned = o->listener;
    c->writes = o->exchange == NULL || o->exchange->rank == 0;
    c->path = join_folder(folder, FILE_NAME);
    pleach_status status = c->path == NULL ? pl_fail_memory(error) : PLEACH_OK;
    if (status == PLEACH_OK && c->writes)
        status = look_into(c, folder, o->resume, error);
    if (status == PLEACH_OK)
        *checkpoint = c;
    else
        pleach_checkpoint_free(c);
    return status;
}

bool pleach_checkpoint_found(const pleach_checkpoint *checkpoint)
{
    return checkpoint->found;
}

pleach_status pleach_checkpoint_remove(pleach_checkpoint *c,
                                       pleach_error *error)
{
    return c->writes ? pl_state_remove(c->path, error) : PLEACH_OK;
}

void pleach_checkpoint_free(pleach_checkpoint *c)
{
    if (c == NULL)
        return;
    pl_state_close(c->reader);
    pl_lock_free(c->lock);
    pl_release(c->path);
    pl_release(c);
}

/* ----------------------------------------------------------- beginning -- */

static pleach_status recognise(pleach_checkpoint *c, pleach_error *error)
{
    pl_run_identity then = "";
    const pl_state_section *found = pl_state_find(c->reader, BELONGS);
    if (found == NULL || found->size != 1 || found->count >= sizeof then)
        return pl_fail_at(error, PLEACH_BAD_DATA, c->path, 0, 0,
                          "The checkpoint does not say what it is of. Remove "
                          "the file to start anew.");
    PL_TRY(pl_state_get(c->reader, found, 0, then, found->count, error));
    return pl_run_identity_compare(c->belongs, then, c->path, error);
}

/* What one process found is so for all. */
static pleach_status agree(pleach_checkpoint *c, pleach_status status,
                           pleach_error *error)
{
    const pl_partition *partition = c->affinity->partition;
    uint32_t verdict[2] = {(uint32_t)status, c->reader != NULL};
    if (partition != NULL) {
        pleach_status told =
            pl_exchange_tell(partition->exchange, 0, verdict, sizeof verdict,
                             c->writes ? NULL : error);
        if (told != PLEACH_OK)
            return status != PLEACH_OK ? status : told;
    }
    c->loaded = verdict[1] != 0;
    if (verdict[0] != PLEACH_OK && status == PLEACH_OK)
        return pl_fail(error, (pleach_status)verdict[0],
                       "The checkpoint is of another run.");
    return status;
}

/* What is found must be of the same corpus, similarity and solver. Going on
 * with another would give an answer that no run gives. */
pleach_status pl_checkpoint_begin(pleach_checkpoint *c,
                                  const pleach_affinity *affinity,
                                  const char *solver,
                                  const pleach_clusters_options *options,
                                  pleach_error *error)
{
    uint64_t hash;
    if (c == NULL)
        return PLEACH_OK;
    c->affinity = affinity;
    c->depth = 0;
    c->stopped = false;
    c->due = checkpoint_clock() + (c->every > 0 ? c->every : USUAL_SECONDS);
    PL_TRY(pl_run_identity_hash(&hash, affinity, error));
    pleach_status status = PLEACH_OK;
    if (c->writes) {
        pl_run_identity_describe(c->belongs, affinity, solver, options, hash);
        if (c->reader != NULL)
            status = recognise(c, error);
    }
    return agree(c, status, error);
}

void pl_checkpoint_end(pleach_checkpoint *c)
{
    if (c == NULL)
        return;
    pl_state_close(c->reader);
    c->reader = NULL;
    c->loaded = false;
    c->affinity = NULL;
}

/* ----------------------------------------------------------- progress -- */

/* Iterations end in a pause soon; other stages are not kept halfway. */
static bool hear_checkpoint(void *context, const pleach_progress *progress)
{
    pleach_checkpoint *c = context;
    if (!c->stopped && c->heard != NULL && c->heard->progress != NULL)
        c->stopped = !c->heard->progress(c->heard->context, progress);
    return !c->stopped || strcmp(progress->stage, "cluster") == 0;
}

static void hear_warning(void *context, const pleach_error *warning)
{
    pleach_checkpoint *c = context;
    if (c->heard != NULL && c->heard->warn != NULL)
        c->heard->warn(c->heard->context, warning);
}

const pleach_listener *pl_checkpoint_listener(pleach_checkpoint *c,
                                              const pleach_listener *listener)
{
    if (c == NULL)
        return listener;
    c->heard = listener;
    c->ear = (pleach_listener){
        .progress = hear_checkpoint, .warn = hear_warning, .context = c};
    return &c->ear;
}

/* ------------------------------------------------------------- listing -- */

static pl_section *add_section(pl_sections *sections, const char *name)
{
    sections->overfull |= sections->count == PL_STATE_MOST;
    if (sections->overfull) /* nobody looks at the list then */
        sections->count = 0;
    pl_section *section = &sections->items[sections->count++];
    *section = (pl_section){.reach = PL_SAME};
    int length = snprintf(section->name, sizeof section->name, "%s.%s",
                          sections->of, name);
    sections->overfull |= length < 0 || length >= (int)sizeof section->name;
    return section;
}

void pl_sections_add(pl_sections *sections, const char *name, pl_reach reach,
                     void *bytes, uint64_t size, uint64_t count)
{
    pl_section *section = add_section(sections, name);
    section->reach = reach;
    section->bytes = bytes;
    section->size = size;
    section->count = count;
}

void pl_sections_add_grown(pl_sections *sections, const char *name,
                           void **array, uint64_t size, uint64_t count,
                           pl_arena *arena)
{
    pl_section *section = add_section(sections, name);
    section->bytes = *array;
    section->grown = array;
    section->arena = arena;
    section->size = size;
    section->count = count;
}

/* ----------------------------------------------------------- restoring -- */

static pleach_status fail_overfull(pleach_error *error)
{
    return pl_fail(error, PLEACH_IO,
                   "The state has more parts, or longer names, than a "
                   "checkpoint can have.");
}

static pleach_status list_anew(pleach_checkpoint *c, pl_lister *list,
                               void *context, pleach_error *error)
{
    c->sections.count = 0;
    c->sections.overfull = false;
    list(context, &c->sections);
    return c->sections.overfull ? fail_overfull(error) : PLEACH_OK;
}

/* Each judges what it has; all hear what the others found. */
static pleach_status judge_all(pleach_checkpoint *c, pl_judge *judge,
                               const void *context, pleach_error *error)
{
    const pl_partition *partition = c->affinity->partition;
    bool sound = judge(context);
    uint8_t mine = sound;
    if (partition != NULL)
        PL_TRY(pl_exchange_share(partition->exchange,
                                 (pleach_parcel){&mine, sizeof mine},
                                 partition->inbox, error));
    for (uint32_t r = 0; partition != NULL && r < partition->exchange->ranks;
         r++)
        sound &= *(const uint8_t *)partition->inbox[r].bytes != 0;
    if (sound)
        return PLEACH_OK;
    return pl_fail_at(error, PLEACH_BAD_DATA, c->path, 0, 0,
                      "The checkpoint is damaged: there are numbers in it "
                      "that cannot be. Remove the file to start anew.");
}

/* Sections are listed anew after each that is loaded, because the size of one
 * may be a number in another. */
static pleach_status restore(pleach_checkpoint *c, pl_lister *list,
                             pl_judge *judge, void *context, bool *restored,
                             pleach_error *error)
{
    const pleach_exchange *exchange = c->affinity->partition == NULL
                                          ? NULL
                                          : c->affinity->partition->exchange;
    const pl_sections *s = &c->sections;
    PL_TRY(list_anew(c, list, context, error));
    uint8_t there =
        c->reader != NULL && pl_state_find(c->reader, s->items[0].name) != NULL;
    if (exchange != NULL)
        PL_TRY(pl_exchange_tell(exchange, 0, &there, sizeof there, error));
    for (uint32_t k = 0; there && k < s->count; k++) {
        pl_section section = s->items[k];
        PL_TRY(pl_section_load(&section, c->affinity, c->reader, error));
        PL_TRY(list_anew(c, list, context, error));
    }
    *restored = there;
    return there ? judge_all(c, judge, context, error) : PLEACH_OK;
}

/* Solvers nest (the portfolio runs others), and each adds its own part of the
 * state while it runs. */
pleach_status pl_checkpoint_enter(pleach_checkpoint *c, pl_lister *list,
                                  pl_judge *judge, void *context,
                                  bool *restored, pleach_error *error)
{
    *restored = false;
    if (c == NULL)
        return PLEACH_OK;
    if (c->depth == MOST_LISTERS)
        return fail_overfull(error);
    if (c->loaded)
        PL_TRY(restore(c, list, judge, context, restored, error));
    /* Another stage, another pace. */
    c->left = c->between = 0;
    c->asked = checkpoint_clock();
    c->listers[c->depth].list = list;
    c->listers[c->depth].context = context;
    c->depth++;
    return PLEACH_OK;
}

void pl_checkpoint_leave(pleach_checkpoint *c)
{
    if (c != NULL)
        c->depth--;
}

/* ------------------------------------------------------------- writing -- */

/* Once is enough to know that there is a problem; the next may succeed. */
static void warn(pleach_checkpoint *c, const pleach_error *failure)
{
    const pleach_listener *listener = c->warned;
    pleach_error warning = *failure;
    snprintf(warning.sentence, sizeof warning.sentence,
             "%.300s The run goes on; the last whole checkpoint stays.",
             failure->sentence);
    if (!c->warning_given && listener != NULL && listener->warn != NULL)
        listener->warn(listener->context, &warning);
    c->warning_given = true;
}

/* What the state belongs to comes first, so that a wrong one is refused before
 * anything else is read. */
static pleach_status save_all(pleach_checkpoint *c, pl_state_writer *writer,
                              pleach_error *failure, pleach_error *error)
{
    pl_section belongs = {
        .size = 1, .count = strlen(c->belongs), .bytes = c->belongs};
    snprintf(belongs.name, sizeof belongs.name, "%s", BELONGS);
    PL_TRY(pl_section_save(&belongs, c->affinity, writer, failure, error));
    for (uint32_t d = 0; d < c->depth; d++) {
        const pl_sections *s = &c->sections;
        PL_TRY(list_anew(c, c->listers[d].list, c->listers[d].context, error));
        for (uint32_t k = 0; k < s->count; k++)
            PL_TRY(pl_section_save(&s->items[k], c->affinity, writer, failure,
                                   error));
    }
    return PLEACH_OK;
}

/* That it could not be written is a warning. The run itself is fine, and its
 * answer should not be lost to a full disk. */
static pleach_status write_state(pleach_checkpoint *c, pleach_error *error)
{
    pl_state_writer *writer = NULL;
    pleach_error failure = {0};
    double start = checkpoint_clock();
    if (c->writes)
        failure.status = pl_state_create(&writer, c->path, &failure);
    pleach_status status = save_all(c, writer, &failure, error);
    if (status != PLEACH_OK || failure.status != PLEACH_OK)
        pl_state_abandon(writer);
    else if (writer != NULL)
        failure.status = pl_state_commit(writer, &failure);
    if (failure.status != PLEACH_OK)
        warn(c, &failure);
    else
        c->found = c->writes;
    double end = checkpoint_clock(), rest = (end - start) * WORK_PER_WRITING;
    if (c->every > 0)
        rest = c->every;
    else if (rest < USUAL_SECONDS)
        rest = USUAL_SECONDS;
    c->due = end + rest;
    return status;
}

/* How many pauses may pass before the next question: at today's pace a small
 * share of the time, and never many more than the last time. */
static uint32_t next_question(const pleach_checkpoint *c, double time)
{
    double every = c->every > 0 ? c->every : USUAL_SECONDS;
    double pace = (time - c->asked) / (c->between + 1);
    double pauses = pace > 0 ? every * ASKING_SHARE / pace : 0;
    uint32_t most = 2 * c->between + 1;
    most = most < MOST_BETWEEN ? most : MOST_BETWEEN;
    return pauses < most ? (uint32_t)pauses : most;
}

/* All write at the same pause: rank 0 has the clock. */
static pleach_status ask(pleach_checkpoint *c, const pleach_exchange *exchange,
                         bool *due, pleach_error *error)
{
    double time = checkpoint_clock();
    uint32_t answer[2] = {time >= c->due, next_question(c, time)};
    *due = false;
    if (c->left > 0) {
        c->left--;
        return PLEACH_OK;
    }
    PL_TRY(pl_exchange_tell(exchange, 0, answer, sizeof answer, error));
    c->asked = time;
    c->left = c->between = answer[1];
    *due = answer[0] != 0;
    return PLEACH_OK;
}

/* All processes have to write at the same iteration, so when it is time is
 * asked of all of them together. */
pleach_status pl_checkpoint_pause(pleach_checkpoint *c, pleach_error *error)
{
    if (c == NULL)
        return PLEACH_OK;
    const pl_partition *partition = c->affinity->partition;
    bool due = c->stopped || checkpoint_clock() >= c->due;
    /* Interrupted, the others may not come to the meeting any more. */
    if (partition != NULL && c->stopped)
        due = false;
    else if (partition != NULL)
        PL_TRY(ask(c, partition->exchange, &due, error));
    if (due)
        PL_TRY(write_state(c, error));
    if (c->stopped)
        return pl_fail(error, PLEACH_CANCELLED, "It was interrupted.");
    return PLEACH_OK;
}
