/* checkpoint.h: the state of a solver, kept so that another run goes on.
 *
 * Whoever iterates LISTS its state: arrays with names. The one list serves for
 * saving and for restoring, so the two cannot drift apart. What can be computed
 * again from the input is not in it, and neither is how many threads or
 * processes there are. Between two iterations is a PAUSE: time decides whether
 * the state is written there, and nothing else.
 *
 * Everything here takes NULL for a run without a checkpoint, and does nothing
 * then. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHECKPOINT_H
#define PL_CHECKPOINT_H

#include "affinity/affinity.h"
#include "checkpoint/state_file.h"

/* Where processes share the work: what of an array is whose. */
typedef enum pl_reach {
    PL_SAME,     /* the same in each */
    PL_BY_SLOT,  /* per slot; each has computed those of its blocks */
    PL_BY_BLOCK, /* per block; the same */
    PL_BY_PAIR,  /* per pair; the same, and each needs no others */
    PL_OWN,      /* each has its own part only, one after the other */
} pl_reach;

typedef struct pl_section {
    char name[PL_STATE_NAME];
    pl_reach reach;
    uint64_t size, count; /* of an element; elements that are here */
    void *bytes;
    void **grown; /* not NULL: the array has to be made first, in `arena` */
    pl_arena *arena;
} pl_section;

/* Names begin with `of`, so that several may list the same things. */
typedef struct pl_sections {
    const char *of;
    uint32_t count;
    bool
        overfull; /* there were more, or longer names, than there is room for */
    pl_section items[PL_STATE_MOST];
} pl_sections;

/* A number that tells how long the following arrays are goes before them:
 * the list is made anew after each section that was restored. */
typedef void pl_lister(void *context, pl_sections *sections);

/* Whether what was restored can be: every index within its array, every flag
 * 0 or 1. A checksum tells what has changed, not who wrote it. */
typedef bool pl_judge(const void *context);

void pl_sections_add(pl_sections *sections, const char *name, pl_reach reach,
                     void *bytes, uint64_t size, uint64_t count);
#define PL_STATE_ARRAY(sections, name, reach, array, count)                    \
    pl_sections_add((sections), (name), (reach), (array), sizeof *(array),     \
                    (count))
#define PL_STATE_ONE(sections, name, variable)                                 \
    pl_sections_add((sections), (name), PL_SAME, &(variable),                  \
                    sizeof(variable), 1)
/* An array that is as long as what was counted. */
void pl_sections_add_grown(pl_sections *sections, const char *name,
                           void **array, uint64_t size, uint64_t count,
                           pl_arena *arena);

/* Around all the work of a solver. `options` are complete. Refuses a
 * checkpoint that is of something else. */
PLEACH_CHECKED pleach_status pl_checkpoint_begin(
    pleach_checkpoint *checkpoint, const pleach_affinity *affinity,
    const char *solver, const pleach_clusters_options *options,
    pleach_error *error);
void pl_checkpoint_end(pleach_checkpoint *checkpoint);

/* A listener that stops the work between two iterations, where the state can
 * be kept, and tells `listener` the rest. */
const pleach_listener *pl_checkpoint_listener(pleach_checkpoint *checkpoint,
                                              const pleach_listener *listener);

/* Restores what is listed, where the checkpoint has it, and keeps it from here
 * on. Says whether it had. Refuses what cannot be. A failure leaves nothing to
 * leave. */
PLEACH_CHECKED pleach_status pl_checkpoint_enter(pleach_checkpoint *checkpoint,
                                                 pl_lister *list,
                                                 pl_judge *judge, void *context,
                                                 bool *restored,
                                                 pleach_error *error);
void pl_checkpoint_leave(pleach_checkpoint *checkpoint);

/* Writes the state when that is due. A file that cannot be written is a
 * warning. PLEACH_CANCELLED when the listener asked to stop. */
PLEACH_CHECKED pleach_status pl_checkpoint_pause(pleach_checkpoint *checkpoint,
                                                 pleach_error *error);

/* ------------------------------------------------------------ carrying -- */

/* Writes a section, from wherever its parts are; `writer` is NULL in processes
 * that do not write, and where writing has failed: then *failure says how. */
PLEACH_CHECKED pleach_status pl_section_save(const pl_section *section,
                                             const pleach_affinity *affinity,
                                             pl_state_writer *writer,
                                             pleach_error *failure,
                                             pleach_error *error);

/* Reads one; `reader` is NULL where another process reads. */
PLEACH_CHECKED pleach_status pl_section_load(const pl_section *section,
                                             const pleach_affinity *affinity,
                                             pl_state_reader *reader,
                                             pleach_error *error);

#endif
