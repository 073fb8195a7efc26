/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks.h - the read-only checkers of the file systems that are moved, run one after the
 * other; what each of them prints is kept in the log */
#ifndef ALIDADE_DEVICE_CHECK_CHECKS_H
#define ALIDADE_DEVICE_CHECK_CHECKS_H

#include "device/io/job.h"
#include "device/io/sys.h"
#include "model/content/checker.h"
#include "model/disk/layout.h"
#include "model/move/plan/moves.h"

/* Sets RET to the partitions of LAYOUT, on the disk at PATH, whose data is moved by MOVES
 * and for which there is a checker: not run yet, or CHECKER_ABSENT or _NO_NODE.
 * checker_list_finish(). */
void checks_find(const struct sys *sys, const char *path, const struct layout *layout,
                 const struct moves *moves, struct checker_list *ret);
/* Returns the commands that check the file systems of LIST as LAYOUT has them, joined to
 * one text; NULL if none can be run; free(). */
char *checks_commands(const struct sys *sys, const char *path,
                      const struct layout *layout, const struct checker_list *list);

struct checks;

/* Prepares to check the partitions of LIST, by their numbers, where LAYOUT has them now.
 * SYS is borrowed until checks_free(). */
struct checks *checks_new(const struct sys *sys, const char *path,
                          const struct layout *layout, const struct checker_list *list);
void checks_free(struct checks *checks); /* accepts NULL; after job_join() */

/* What runs now. */
struct checks_news {
    size_t done, count; /* programs */
    unsigned number;    /* of the partition; 0: none */
    char type[32];
    char program[16];
};

/* Return the functions of a job, whose news are a struct checks_news; stopping it kills
 * the checker that runs. */
struct job_work checks_job(struct checks *checks);
/* Returns what was found, in the order of the list; borrowed. */
const struct checker_list *checks_results(const struct checks *checks);
/* Returns the path of the log with the output; NULL if there is none; borrowed. */
const char *checks_log(const struct checks *checks);

#endif
