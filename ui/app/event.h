/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event.h - what happens to the program, and what it asks the loop to do */
#ifndef ALIDADE_UI_APP_EVENT_H
#define ALIDADE_UI_APP_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/align/suggest.h"
#include "model/base/lines.h"
#include "model/content/checker.h"
#include "model/disk/disk_info.h"
#include "model/disk/layout.h"
#include "model/found/list.h"
#include "model/measure/saved_result.h"
#include "model/move/plan/fixing_live.h"
#include "model/report/details.h"
#include "model/report/fix.h"
#include "model/report/history.h"
#include "model/write/commit_report.h"
#include "ui/app/action.h"
#include "ui/app/fix_look.h"
#include "ui/draw/mouse.h"

enum event_kind {
    EVENT_KEY,       /* key, ms */
    EVENT_MOUSE,     /* mouse, ms */
    EVENT_SHOWN,     /* ms: the consent screen is visible since then; is_early */
    EVENT_RESIZE,    /* rows, cols */
    EVENT_DISKS,     /* disks, disk_count: ownership passes to the app */
    EVENT_LAYOUT,    /* layout: a reference passes to the app; info describes the disk */
    EVENT_DETAILS,   /* details: ownership passes to the app */
    EVENT_COMPLETED, /* text: the completed path */
    EVENT_ERROR,     /* text: one sentence */
    EVENT_SAID,      /* text: one sentence that is no error */
    EVENT_REHEARSED, /* takes rehearsal, and the layout of a restore; text: refusal */
    EVENT_COMMITTED, /* takes commit; text: NULL, or the error */
    EVENT_SCRIPT,    /* text: a script that was read from a file */
    EVENT_HISTORY,   /* history: ownership passes to the app */
    EVENT_NAMED,     /* text: the proposed path for the field; choices: others, taken */
    EVENT_MEASURE,   /* live: state of the running job; borrowed */
    EVENT_MEASURED,  /* live: how it ended; text: why it did not start, or NULL; saved */
    EVENT_EMPTY, /* empty: progress of reading; text: why it could not start, or NULL */
    EVENT_UNFINISHED, /* status: of a move that has not ended; else text: why not; takes
                       * rehearsal.differences: what another program has changed */
    EVENT_FIX,        /* fix: progress of the move that runs; borrowed */
    EVENT_FIXED,      /* takes commit; fix_end; text: NULL, or why it is not complete; of
                       * a move that was resumed, takes checked: what can check it */
    EVENT_FIX_LOOKED, /* look: ownership passes to the app; text: NULL, or why the place
                       * that was named for the journal is no good */
    EVENT_READ_SPEED, /* speed: how fast the disk of the wizard is read */
    EVENT_CHECKED,   /* content; when they have ended: takes checked, and text is the path
                      * of the log, or NULL; without checked: why they did not start */
    EVENT_SEARCH,    /* search: for contents without an entry */
    EVENT_INTERRUPT, /* Ctrl-C */
    EVENT_IDLE, /* no key was pressed for some time: draw what lags behind the keys */
};

/* Progress of the search for contents without an entry. */
struct search_live {
    bool is_wanted;  /* it is not over, or could not be made to its end */
    uint64_t places; /* that were looked at so far */
};

/* Progress of reading a partition to its end. */
struct empty_live {
    uint64_t done_bytes;
    uint64_t total_bytes;
    uint64_t failed_at; /* byte on the disk */
    bool is_failed;
    bool is_at_work;
};

/* Progress of a fix that runs, for its screen. */
struct fix_live {
    enum fixing_phase phase;
    struct report_fix_live report;   /* with rate and time left */
    const struct journal_plan *plan; /* borrowed while it runs; NULL: not known yet */
    const char *journal;             /* file or device with it; NULL: on the disk */
    uint64_t waited_ms;              /* since the drive has answered for the last time */
    char finish[24];                 /* the time of day when it is done; "": not known */
};

/* Progress of the checkers of file systems. */
struct content_live {
    bool is_at_work;
    unsigned number; /* of the partition; 0: none yet */
    char type[32];
    char program[16];
    unsigned seconds; /* since the first one was started */
};

/* How it has ended. */
enum fix_end {
    FIX_END_COMPLETE,
    FIX_END_TAKEN_BACK,
    FIX_END_STOPPED,
    FIX_END_FAILED,
};

/* Files that a field offers; the most likely one first. */
struct file_choices {
    struct lines paths;
    struct lines notes; /* what each of them is */
};

struct event {
    enum event_kind kind;
    uint32_t key;
    struct mouse mouse;
    uint64_t ms;   /* of a monotonic clock; a key was typed then or later */
    bool is_early; /* keys were typed, and dropped, while that was worked out */
    int rows, cols;
    struct disk_info *disks;
    size_t disk_count;
    struct layout *layout;
    struct disk_info info; /* path, model, serial, transport; its layout is NULL */
    bool is_begun; /* with layout: a plan that nothing on the disk leads to has steps left
                    */
    const struct found_list *found; /* with layout, borrowed: contents without an entry;
                                     * NULL: none known */
    struct search_live search;      /* the same; also with layout */
    struct boot_gap gap;            /* with layout */
    struct details details;
    struct history history;
    struct rehearsal_report rehearsal;
    bool is_fix;       /* with rehearsal: it is that of a move, and takes stop */
    struct lines stop; /* what a stop of the move means */
    struct commit_report commit;
    const struct report_fix_status *status; /* borrowed */
    const struct fix_live *fix;             /* borrowed */
    enum fix_end fix_end;
    struct empty_live empty;
    struct fix_look look;
    struct move_speed speed;
    struct content_live content;
    struct checker_list checked;
    struct file_choices choices;
    const struct measure_live *live;  /* borrowed */
    const struct saved_result *saved; /* borrowed; also with layout; NULL: none */
    const char *text;
};

enum effect_kind {
    EFFECT_NONE,
    EFFECT_ACTION, /* action: app_update() runs it next */
    EFFECT_QUIT,
    EFFECT_DISKS,    /* list the disks of the machine -> EVENT_DISKS */
    EFFECT_OPEN,     /* path, is_read_only -> EVENT_LAYOUT or EVENT_ERROR */
    EFFECT_REREAD,   /* the open disk again, with given -> EVENT_LAYOUT */
    EFFECT_DETAILS,  /* of the open disk -> EVENT_DETAILS */
    EFFECT_COMPLETE, /* path: what has been typed -> EVENT_COMPLETED */
    EFFECT_REDRAW,   /* paint the whole screen again */
    EFFECT_SUSPEND,  /* back to the shell */

    EFFECT_REHEARSE,         /* the queue's base and preview; starts, as in the
                              * other rehearsals -> EVENT_REHEARSED */
    EFFECT_REHEARSE_RESTORE, /* path: a backup for the open disk; NULL: that of the
                              * last time -> EVENT_REHEARSED */
    EFFECT_COMMIT,           /* what was rehearsed -> EVENT_COMMITTED */
    EFFECT_FORGET,           /* discards the rehearsal */
    EFFECT_NAME_BACKUP,      /* a name for a new backup -> EVENT_NAMED */
    EFFECT_FIND_BACKUP,      /* the backups of the open disk -> EVENT_NAMED */
    EFFECT_FIND_SCRIPT,      /* the scripts in the current folder -> EVENT_NAMED */
    EFFECT_BACKUP,           /* path: a new file for the table's sectors -> EVENT_SAID */
    EFFECT_SAVE_SCRIPT,      /* path, text: a new file -> EVENT_SAID */
    EFFECT_LOAD_SCRIPT,      /* path -> EVENT_SCRIPT */
    EFFECT_HISTORY,          /* saved tables of the open disk -> EVENT_HISTORY */

    EFFECT_MEASURE, /* app->job.request, on the worker -> EVENT_MEASURE, EVENT_MEASURED */
    EFFECT_MEASURE_PAUSE, /* is_paused */
    EFFECT_MEASURE_STOP,  /* after the current request -> EVENT_MEASURED */
    EFFECT_MEASURE_KEEP,  /* the last result, for this drive -> EVENT_SAID, EVENT_ERROR */
    EFFECT_MEASURE_USE,   /* the probe's result, at once -> EVENT_LAYOUT */

    EFFECT_UNFINISHED,   /* looks at the move on the open disk -> EVENT_UNFINISHED */
    EFFECT_RESUME,       /* is_rollback, writes_table: rehearses it -> EVENT_REHEARSED */
    EFFECT_FIX,          /* what was rehearsed, on the worker -> EVENT_FIX, EVENT_FIXED */
    EFFECT_FIX_STOP,     /* at the next safe point -> EVENT_FIXED */
    EFFECT_FIX_LOOK,     /* the plan of the wizard -> EVENT_FIX_LOOKED */
    EFFECT_FIX_REHEARSE, /* that plan, with app->wizard -> EVENT_REHEARSED */

    EFFECT_CHECK,      /* what app->content is about, on the worker -> EVENT_CHECKED;
                        * leaving the screen stops it */
    EFFECT_CHECK_STOP, /* kills the checker -> EVENT_CHECKED */

    EFFECT_SEARCH, /* if that search was stopped, again -> EVENT_SEARCH, EVENT_LAYOUT */

    EFFECT_EMPTY_READ, /* app->empty.id, on the worker -> EVENT_LAYOUT, EVENT_EMPTY;
                        * leaving the screen stops it */
};

struct effect {
    enum effect_kind kind;
    enum action action;
    const char *path;       /* borrowed from the app until the next event */
    const char *text;       /* the same */
    const uint64_t *starts; /* of known ranges that are given up; the same */
    size_t start_count;
    bool is_read_only;
    bool is_paused;
    bool is_rollback;
    bool writes_table; /* of a fix, again */
    struct limits_given given;
};

extern const struct effect effect_none;

#endif
