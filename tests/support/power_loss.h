/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power_loss.h - cuts the power of a program that writes a disk, and of what resumes it
 *
 * A scene is a program on a disk in memory (cutting.h) whose cache loses what was not
 * flushed. Its first run goes forward, each later one resumes what a cut has left,
 * forward or back. A cut comes after a call, which is a write or a flush that succeeded:
 * all that the program does from then on fails. Then the disk is checked as another
 * system would find it, and the next run begins; one that is not cut has to come to its
 * end, and the disk to what it should be then.
 *
 * All is deterministic: a run depends on nothing but the disk and its direction, subsets
 * have numbers (images.h), and what is random has the seed .turn, or the number of its
 * cut. Equal images are tried once. Each failure is printed with its replay id,
 *
 *     SCENE:BEHAVIOUR:CALL.SUBSET.BLOCK/CALL.SUBSET.BLOCK:DIRECTIONS
 *
 * with one CALL.SUBSET.BLOCK for each run that was cut: after how many calls of that run,
 * which subset of the sectors that were not flushed is durable (a: all of them; k: the
 * cache was kept; r: CALL is a read, which was stale), the first sector of the block that
 * is unreadable or -; and one letter for each run after it, f (forward) or b (back). A
 * program with power_loss_main() replays it: --replay ID. */
#ifndef ALIDADE_TESTS_POWER_LOSS_H
#define ALIDADE_TESTS_POWER_LOSS_H

#include <stdio.h>

#include "model/base/err.h"
#include "support/cutting.h"

enum { POWER_LOSS_CUTS = 4 };

/* What a cut does to the sectors that were not flushed. */
enum power_loss_behaviour {
    POWER_IN_ORDER,     /* the first so many of them are durable */
    POWER_OUT_OF_ORDER, /* any subset is */
    POWER_TORN, /* in order; one physical block of those being written can be unreadable,
                   all its sectors, until it is written whole */
    POWER_BOTH, /* out of order and torn: what the three before can leave is among it */
    POWER_KILL, /* the first cut, in chains each second one, only ends the process: what
                   it wrote is still read, and lost with the next cut; others are as BOTH
                 */
    POWER_STALE_READ, /* cuts as BOTH, but the last one is none: one read gives what is
                         durable in place of what was written */
    POWER_BEHAVIOURS
};

/* Which calls are cut. */
enum power_loss_mode {
    POWER_NONE,       /* none: the first run */
    POWER_LINEAR,     /* after call 1, 2, 3, ... of successive runs, to the end of one */
    POWER_LOG,        /* after call 1, 2, 4, ... */
    POWER_EXHAUSTIVE, /* each sequence of .cuts cuts, at each call, with each image */
};

enum power_loss_end {
    POWER_DONE,    /* what was to be done is */
    POWER_BACK,    /* it was taken back */
    POWER_STOPPED, /* an error, see ERR */
    POWER_ASKS,    /* the program finds a change that is not its own */
    POWER_ENDS
};

struct power_loss_scene {
    char name[48];              /* without ':' */
    const struct cutting *disk; /* before the first run; its cache is empty */
    /* The first run, or what resumes it, to its end; IS_BACK: takes it back. */
    enum power_loss_end (*run)(void *context, struct cutting *disk, bool is_back,
                               struct err *err);
    /* NULL, or what is wrong; with IS_END after a run that was not cut. */
    const char *(*check)(void *context, struct cutting *disk, bool is_end);
    /* What a person does after a cut that was checked: a change of DISK that depends on
     * nothing but it and SEED. Optional. */
    void (*use)(void *context, struct cutting *disk, uint64_t seed);
    void *context;
    unsigned left_out; /* bits: 1 << behaviour, which the program is known to fail */
    const char *why;   /* it does */
};

struct power_loss_wish {
    enum power_loss_mode mode;
    enum power_loss_behaviour behaviour;
    unsigned cuts; /* of POWER_EXHAUSTIVE: 1 to POWER_LOSS_CUTS */
    /* Images at each call of the run with that cut, spread over all; 0: all. */
    unsigned limits[POWER_LOSS_CUTS];
    /* Of the images of the last cut one in so many goes on forward, and one back; all are
     * checked. 0: none. Of kills and stale reads one in so many is tried; 0: each. */
    unsigned resume_apart, apart;
    unsigned turn;       /* selects which */
    unsigned skip_flush; /* of the first run: this flush does nothing; 0: none */
    bool stops;          /* at the first disk that is wrong */
};

/* Zero-initialised. */
struct power_loss_totals {
    unsigned scenes;
    unsigned long made;                    /* images, also equal ones */
    unsigned long images[POWER_LOSS_CUTS]; /* distinct ones of a scene, by their cut */
    unsigned long runs, ends[POWER_ENDS];  /* ends: of the runs that were not cut */
    unsigned long bad, lost; /* lost: of them with a wrong disk, not just stopped */
    double seconds;          /* of the processor */
    char first[800];
};

/* Does nothing if the scene leaves the behaviour out. */
void power_loss_run(const struct power_loss_scene *scene,
                    const struct power_loss_wish *wish, struct power_loss_totals *totals);
enum power_loss_case {
    POWER_TRIED,
    POWER_NO_IMAGE, /* a cut cannot leave that */
    POWER_NO_CALL,  /* a run has fewer calls, or ID is none of SCENE */
};
/* Only the case ID, which is counted; TRACE gets its calls, or is NULL. */
enum power_loss_case power_loss_try(const struct power_loss_scene *scene, const char *id,
                                    FILE *trace, struct power_loss_totals *totals);
/* Returns the number of distinct images. */
unsigned long power_loss_images(const struct power_loss_totals *totals);
/* WISH: what was counted, or NULL. */
void power_loss_print(const struct power_loss_wish *wish,
                      const struct power_loss_totals *totals);

/* The main of a program with scenes. Without arguments runs its tests. With --replay ID
 * tries that: MAKE returns the scene with NAME, or NULL. */
int power_loss_main(int argc, char **argv,
                    const struct power_loss_scene *(*make)(const char *name));

#endif
