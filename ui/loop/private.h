/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of the loop share */
#ifndef ALIDADE_UI_LOOP_PRIVATE_H
#define ALIDADE_UI_LOOP_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "device/commit/commit_steps.h"
#include "model/base/err.h"
#include "ui/app/state.h"
#include "ui/loop/checks.h"
#include "ui/loop/console.h"
#include "ui/loop/disk.h"
#include "ui/loop/empty.h"
#include "ui/loop/fix.h"
#include "ui/loop/list.h"
#include "ui/loop/measure.h"
#include "ui/loop/read_speed.h"
#include "ui/term/term.h"

/* Zero-initialised: nothing is rehearsed. */
struct loop_commit {
    struct commit *commit; /* rehearsed; waits for the person's consent */
    char *restored;        /* path of the backup that was rehearsed last; owned */
    const char
        *backup_path; /* borrowed: --backup, for the first write; NULL: automatic */
    const struct commit_watch *watch; /* borrowed; of the effect that runs, or NULL */
    struct err err;                   /* sentence of the last answer */
    char *text;                       /* the same */
};

struct loop {
    struct term *term;
    struct app app;
    struct console console;
    struct loop_disk disk;
    struct loop_list list;
    struct loop_commit commit;
    struct loop_measure measure;
    struct loop_empty empty;
    struct loop_fix fix;
    struct loop_checks checks;
    struct loop_read_speed read_speed; /* for the wizard */
    struct err err;                    /* sentence of the current event */
    char *completed;                   /* path of the current event */
    struct loop_attended *attended;    /* the effect on the worker; NULL: none */
    bool has_dropped;                  /* keys, since the last one that was passed on */
    bool is_done;
    bool is_dirty;            /* the screen is to be redrawn */
    bool is_lagging;          /* the panes that follow the cursor are to be redrawn */
    int ending_signal;        /* 0: none */
    int silent;               /* times that input was readable without a key */
    uint64_t key_ms, news_ms; /* times of the last key and the last results */
};

/* Redraws the screen. */
void loop_paint(struct loop *loop);
/* Passes EVENT to the app and runs the effect that it returns, until there is no further
 * event. */
void loop_send(struct loop *loop, struct event event);
/* Fills an EVENT_LAYOUT with all that is known of the open disk. */
void loop_give_disk(const struct loop *loop, struct event *ret);
/* Fills an EVENT_DISKS with the disks of the machine, whose tables are not read yet. */
void loop_list_disks(struct loop *loop, struct event *ret);
/* Fills an EVENT_RESIZE. */
void loop_ask_size(const struct loop *loop, struct event *ret);
/* Opens PATH with the limits GIVEN, and those measured in this session; on failure the
 * disk that was open stays open. */
bool loop_open(struct loop *loop, const char *path, const struct limits_given *given,
               bool is_read_only, struct err *err) MUST_USE;
/* Has the open disk searched for a fix that its contents show.  Returns false if it does
 * not answer, and the person does not wait. */
bool loop_look(struct loop *loop) MUST_USE;
/* Waits until something comes, or a wait ends, and passes it on. */
void loop_wait(struct loop *loop);
/* Input was readable, IS_ANY with a key: too often without one the terminal is gone. */
void loop_count_silence(struct loop *loop, bool is_any);
/* Passes a signal on that has come. */
void loop_take_signal(struct loop *loop, int number);
/* The time in ms until libparted is to be asked about the table: at the first edit, or
 * when no key was pressed for some time.  -1: not now. */
int loop_opinion_left(const struct loop *loop);
/* The time in ms between two events with what was found on the disk. */
uint64_t loop_news_wait(const struct loop *loop);
/* Tells the app that the question for consent is on the screen.  Keys that were typed
 * before its last byte had left are passed on first, and discarded by the app. */
void loop_announce_consent(struct loop *loop);
/* True while a job uses the disk alone. */
bool loop_is_busy(const struct loop *loop);
/* Stops the program as Ctrl-Z does; returns when it continues. */
void loop_suspend(struct loop *loop);

/* Runs EFFECT if it is one of rehearsal, commit, backup, history and script; else returns
 * false. RET is the answer, EVENT_IDLE if there is none: its texts are valid until the
 * next call. */
bool loop_commit_do(struct loop *loop, const struct effect *effect, struct event *ret);
void loop_commit_finish(struct loop_commit *commit);

#endif
