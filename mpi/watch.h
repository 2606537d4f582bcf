/* watch.h: a process that waits for the one that works.
 *
 * What a launcher knows of a process that was killed is a number, and the file
 * that it was writing stays behind. So each rank is two processes: the one that
 * the launcher started only waits, and the other does all of the work. */
/* SPDX-License-Identifier: MIT */
#ifndef MPI_WATCH_H
#define MPI_WATCH_H

/* Returns in the process that works, before MPI is begun. Where no launcher
 * started this one, or where it cannot be, there is nobody to watch. */
void watch_begin(void);

#endif
