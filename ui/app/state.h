/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.h - the program's state, and what every screen does with it */
#ifndef ALIDADE_UI_APP_STATE_H
#define ALIDADE_UI_APP_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/size.h"
#include "model/disk/disk_info.h"
#include "model/disk/layout.h"
#include "model/edit/queue.h"
#include "model/report/details.h"
#include "model/write/commit_report.h"
#include "ui/app/action.h"
#include "ui/app/consent.h"
#include "ui/app/measure_job.h"
#include "ui/draw/canvas.h"
#include "ui/draw/field.h"
#include "ui/draw/key.h"

enum event_kind {
    EVENT_KEY,       /* key, ms */
    EVENT_SHOWN,     /* ms: the consent screen stands on the terminal since then */
    EVENT_RESIZE,    /* rows, cols */
    EVENT_DISKS,     /* disks, disk_count: ownership passes to the app */
    EVENT_LAYOUT,    /* layout: a reference passes to the app; info describes the disk */
    EVENT_DETAILS,   /* details: ownership passes to the app */
    EVENT_COMPLETED, /* text: the completed path of a field */
    EVENT_ERROR,     /* text: one sentence */
    EVENT_SAID,      /* text: one sentence that is no error */
    EVENT_REHEARSED, /* rehearsal passes to the app; text: NULL, or why it is refused;
                      * layout: what a restore leads to (the reference passes) or NULL */
    EVENT_COMMITTED, /* commit passes to the app; text: NULL, or what went wrong */
    EVENT_SCRIPT,    /* text: a script that was read from a file */
    EVENT_NAMED,     /* text: a path to begin with, for the field that is to be opened */
    EVENT_MEASURE,   /* live: what is known of the job at work; borrowed */
    EVENT_MEASURED,  /* live: how it ended (text: NULL, or why it could not even start);
                      * measurement: all that is kept of this disk now */
    EVENT_EMPTY, /* empty: how far the reading of a partition is; text: NULL, or why it
                  * could not begin */
    EVENT_INTERRUPT, /* Ctrl-C */
    EVENT_IDLE,      /* no key for a while: what lags behind the cursor is drawn now */
};

/* A partition that is read whole. */
struct empty_live {
    uint64_t done_bytes;
    uint64_t total_bytes;
    uint64_t failed_at; /* byte of the disk */
    bool is_failed;
    bool is_at_work;
};

struct event {
    enum event_kind kind;
    uint32_t key;
    uint64_t ms; /* of a clock that only goes forward; a key was typed then or later */
    int rows, cols;
    struct disk_info *disks;
    size_t disk_count;
    struct layout *layout;
    struct disk_info info; /* path, model, serial, transport; its layout is NULL */
    uint64_t grub_sectors; /* with layout: a core image in the MBR gap, 0 = none */
    struct details details;
    struct rehearsal_report rehearsal;
    struct commit_report commit;
    struct empty_live empty;
    const struct measure_live *live;  /* borrowed */
    const struct saved_result *saved; /* borrowed; with layout too; NULL: nothing */
    const char *text;
};

enum effect_kind {
    EFFECT_NONE,
    EFFECT_ACTION, /* action: of a screen to app_update(), which carries it out */
    EFFECT_QUIT,
    EFFECT_DISKS,    /* list the disks of the machine -> EVENT_DISKS */
    EFFECT_OPEN,     /* path, is_read_only -> EVENT_LAYOUT or EVENT_ERROR */
    EFFECT_REREAD,   /* the open disk again, with given -> EVENT_LAYOUT */
    EFFECT_DETAILS,  /* of the open disk -> EVENT_DETAILS */
    EFFECT_COMPLETE, /* path: what has been typed -> EVENT_COMPLETED */
    EFFECT_REDRAW,   /* paint everything anew */
    EFFECT_SUSPEND,  /* back to the shell */

    EFFECT_REHEARSE,         /* the queue's base and preview -> EVENT_REHEARSED */
    EFFECT_REHEARSE_RESTORE, /* path: a backup, onto the open disk -> EVENT_REHEARSED */
    EFFECT_COMMIT,           /* what was rehearsed last -> EVENT_COMMITTED */
    EFFECT_FORGET,           /* what was rehearsed will not be written */
    EFFECT_NAME_BACKUP,      /* a name for a new backup -> EVENT_NAMED */
    EFFECT_FIND_BACKUP,      /* where backups lie -> EVENT_NAMED */
    EFFECT_BACKUP,           /* path: a new file for the table's sectors -> EVENT_SAID */
    EFFECT_SAVE_SCRIPT,      /* path, text: a new file -> EVENT_SAID */
    EFFECT_LOAD_SCRIPT,      /* path -> EVENT_SCRIPT */

    EFFECT_MEASURE, /* app->job.request, on the worker -> EVENT_MEASURE, EVENT_MEASURED */
    EFFECT_MEASURE_PAUSE, /* is_paused */
    EFFECT_MEASURE_STOP,  /* after the request under way -> EVENT_MEASURED */
    EFFECT_MEASURE_KEEP,  /* the last result, for this drive -> EVENT_SAID, EVENT_ERROR */
    EFFECT_MEASURE_USE,   /* what the probe found, at once -> EVENT_LAYOUT */

    EFFECT_EMPTY_READ, /* app->empty.id, on the worker -> EVENT_LAYOUT, EVENT_EMPTY;
                        * leaving the screen stops it */
};

struct effect {
    enum effect_kind kind;
    enum action action;
    const char *path; /* borrowed from the app until the next event */
    const char *text; /* the same */
    bool is_read_only;
    bool is_paused;
    struct limits_given given;
};

extern const struct effect effect_none;

enum screen_id {
    SCREEN_DISKS, /* the picker */
    SCREEN_TABLE, /* the main screen */
    SCREEN_WHY,
    SCREEN_DETAILS,
    SCREEN_HELP,
    SCREEN_PLAIN,     /* the lines of `alidade list` */
    SCREEN_FORM,      /* the values of one edit */
    SCREEN_TYPES,     /* a partition type to choose */
    SCREEN_NEW_TABLE, /* templates, and a table from one typed line */
    SCREEN_CHANGES,   /* pending and undone edits */
    SCREEN_WRITE,     /* what will be written, and the consent */
    SCREEN_WRITTEN,   /* what was written, and what the kernel sees */
    SCREEN_BENCH,     /* what a start costs on this drive, by the clock */
    SCREEN_PROBE,     /* the physical sector and its offset, by the clock */
    SCREEN_EMPTY,     /* whether a partition without a signature is empty */
    SCREEN_COUNT,
};

enum ask {
    ASK_NOTHING,
    ASK_PATH,        /* o on the picker */
    ASK_FIND,        /* / */
    ASK_SECTOR,      /* g */
    ASK_PHYSICAL,    /* details: physical sector by hand */
    ASK_OFFSET,      /* details: alignment offset by hand */
    ASK_GRAIN,       /* G: grain by hand */
    ASK_SAVE_SCRIPT, /* O */
    ASK_LOAD_SCRIPT, /* I */
    ASK_BACKUP,      /* K */
    ASK_RESTORE,     /* L */
    ASK_CONSENT,     /* write: yes, or back; the screen draws the field itself */
};

/* What forgets pending edits, and is asked about before. */
enum leave {
    LEAVE_NOT,
    LEAVE_QUIT,
    LEAVE_BACK, /* to the picker */
};

/* The disks of the machine. */
struct picker {
    struct disk_info *disks;
    size_t count;
    size_t selected;
    bool is_chosen; /* by a key: a rescan keeps the row */
};

/* Pending changes on their way to the disk or to a file. */
struct change_state {
    struct consent_gate consent;       /* since when keys count */
    struct rehearsal_report rehearsal; /* what will be done */
    struct layout *restored;           /* what a backup leads to; else NULL */
    struct commit_report report;       /* what was done */
    char failure[512];                 /* what went wrong; empty: nothing */
    char *script;                      /* what is to be saved */
    enum ask naming;                   /* the field that EVENT_NAMED opens */
};

/* Whether a partition without a signature is empty. */
struct empty_question {
    uint32_t id;      /* of the extent */
    struct edit then; /* what needs it to be empty */
    bool has_then;
    struct empty_live live;
};

#define APP_STACK 6

/* What is known of the text that comes in. */
struct paste {
    bool is_on;
    bool is_gap;   /* the end of a line or a tab: a blank, if more follows */
    bool is_typed; /* some of it stands in a field */
    bool is_lost;  /* some of it had no field to go to */
};

struct screen;

/* The screens, by their id, and the table of actions; both are borrowed. */
struct ui {
    const struct screen *const *screens;
    const struct action_row *actions;
};

/* Owned by the shell, changed by app_update alone; screens read it. */
struct app {
    const struct ui *ui;
    int rows, cols;
    enum level level;
    bool is_slow_line; /* 38400 baud or less: the cursor is a marker alone */
    bool is_lazy;      /* the loop sends EVENT_IDLE: panes may lag behind the cursor */

    void *own[SCREEN_COUNT]; /* the states of the screens; nobody else knows them */
    enum screen_id stack[APP_STACK]; /* the last one is shown */
    int depth;

    struct picker picker;

    struct queue *queue;      /* pending edits; NULL until a disk is open */
    struct guid_source guids; /* the shell's seed */
    struct layout *layout;    /* the queue's preview: what every screen shows */
    struct disk_info info;    /* the open disk; its layout is NULL */
    bool is_read_only;
    bool is_opening; /* the picker has asked for the disk that comes next */
    uint64_t grub_sectors;
    struct limits_given given;       /* for the open disk */
    struct limits_given given_first; /* what each other disk starts with */

    uint32_t selected;  /* id of the selected extent */
    uint32_t shown;     /* the one that map, ruler and text speak of; lags if is_lazy */
    bool shows_end;     /* the ruler follows the end of the selected extent */
    int zoom;           /* index into the table of scales; 0 = whole disk */
    int columns;        /* index into the column sets of the table */
    bool is_state_told; /* a key was typed after the worst finding was shown */
    bool is_edge_set;   /* zoom and ruler look at edge_lba instead of the selection */
    uint64_t edge_lba;

    int scroll; /* first line shown */
    struct details details;

    enum ask asking;
    char prompt[64]; /* what is asked, before the field */
    struct field field;
    struct paste paste;
    char find[64]; /* what / looked for last */

    enum leave leaving; /* the person is asked whether to forget pending edits */
    bool is_comparing;  /* changes, write: both tables instead of the list */

    struct change_state change;

    struct empty_question empty;

    struct measure_job job; /* a bench or a probe */

    char message[512]; /* one sentence below the box; empty = the screen's own words */
    bool is_message_error;
};

/* A screen is a row of functions, and a state of its own. */
struct screen {
    const char *title; /* N_(): its name on the help page; NULL: it has none */
    size_t own_size;   /* of its state, which begins as zeros; 0: it has none */
    /* It is shown from now on, above another one; NULL: its state stays as it was left.
     */
    void (*opened)(struct app *app);
    /* Another disk is open; NULL: nothing in its state belongs to the last one. */
    void (*reset)(struct app *app);
    void (*draw)(const struct app *app, struct canvas *canvas);
    struct effect (*handle)(struct app *app, enum action action);
    /* The person ended a field with Enter; NULL where nothing is asked. */
    struct effect (*answer)(struct app *app, enum ask asked, const char *text);
    /* A key that is typed into the screen's own fields; false: it is an action.  NULL
     * where there are no fields. */
    bool (*take)(struct app *app, uint32_t key);
};

/* Smallest size that anything is drawn at. */
#define SCREEN_MIN_ROWS 10
#define SCREEN_MIN_COLS 40

enum screen_id app_screen(const struct app *app);
void app_push(struct app *app, enum screen_id screen);
/* Goes back one screen, if there is one. */
void app_back(struct app *app);
/* Goes back until SCREEN is shown, or the first one. */
void app_back_to(struct app *app, enum screen_id screen);
void app_say(struct app *app, bool is_error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* PROMPT is translated; TEXT is what the field holds at first.  Then struct
 * screen.answer is called, unless the person goes back. */
void app_ask(struct app *app, enum ask what, const char *prompt, const char *text);

#endif
