/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.h - the state of the program, and the functions that every screen uses */
#ifndef ALIDADE_UI_APP_STATE_H
#define ALIDADE_UI_APP_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/align/suggest.h"
#include "model/base/lines.h"
#include "model/disk/disk_info.h"
#include "model/disk/layout.h"
#include "model/edit/queue.h"
#include "model/measure/saved_result.h"
#include "model/measure/test_area.h"
#include "model/move/plan/fixing_live.h"
#include "model/report/details.h"
#include "model/report/fix.h"
#include "model/report/history.h"
#include "model/write/commit_report.h"
#include "ui/app/action.h"
#include "ui/app/consent.h"
#include "ui/app/event.h"
#include "ui/app/fix_look.h"
#include "ui/app/recent.h"
#include "ui/draw/canvas.h"
#include "ui/draw/field.h"
#include "ui/draw/key.h"
#include "ui/draw/mouse.h"
#include "ui/draw/pager.h"

enum screen_id {
    SCREEN_DISKS, /* the picker */
    SCREEN_TABLE, /* the main screen */
    SCREEN_WHY,
    SCREEN_DETAILS,
    SCREEN_VERIFY, /* what was found of the table */
    SCREEN_HELP,
    SCREEN_PLAIN,      /* the lines of `alidade list` */
    SCREEN_FORM,       /* the values of one edit */
    SCREEN_TYPES,      /* a partition type to choose */
    SCREEN_NEW_TABLE,  /* templates, and a table from one typed line */
    SCREEN_CHANGES,    /* pending and undone edits */
    SCREEN_WRITE,      /* what will be written, and the consent */
    SCREEN_WRITTEN,    /* what was written, and what the kernel sees */
    SCREEN_BENCH,      /* the measured cost of a start */
    SCREEN_PROBE,      /* the measured physical sector and its offset */
    SCREEN_EMPTY,      /* whether a partition without a signature is empty */
    SCREEN_PLAN,       /* the plan for the whole disk */
    SCREEN_HISTORY,    /* tables saved before writes */
    SCREEN_RESUME,     /* a move that has not ended */
    SCREEN_MOVING,     /* a move that runs */
    SCREEN_FIX_FOUND,  /* wizard, step 1: what was found */
    SCREEN_FIX_PLAN,   /* step 2: where each partition goes */
    SCREEN_FIX_STARTS, /* step 2: a start by hand for each of them */
    SCREEN_FIX_CHECKS, /* step 3: what was checked, and where the journal is */
    SCREEN_ALIGN,      /* the plan, or the nearest free start of a partition */
    SCREEN_COUNT,
};

enum ask {
    ASK_NOTHING,
    ASK_PATH,        /* o on the picker */
    ASK_FIND,        /* / */
    ASK_RUN,         /* help: an action that loses something */
    ASK_SECTOR,      /* g */
    ASK_START,       /* plan: of a partition, by hand */
    ASK_PHYSICAL,    /* details: physical sector by hand */
    ASK_OFFSET,      /* details: alignment offset by hand */
    ASK_GRAIN,       /* G: grain by hand */
    ASK_SAVE_SCRIPT, /* O */
    ASK_LOAD_SCRIPT, /* I */
    ASK_BACKUP,      /* K */
    ASK_RESTORE,     /* L */
    ASK_JOURNAL,     /* wizard: a file for the journal */
    ASK_GIVE_UP,     /* o: a range that no table names, or the disk as a whole */
    ASK_CONSENT,     /* write: yes or no; the screen draws the field itself */
};

/* Leaving that discards pending edits, after a question. */
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

/* A change that is being written, saved or restored. */
struct change_state {
    struct consent_gate consent;       /* when keys begin to count */
    struct rehearsal_report rehearsal; /* the planned writes */
    struct layout *restored;           /* the layout of a backup; else NULL */
    struct commit_report report;       /* what was written */
    char failure[ERR_TEXT];            /* the error; empty: none */
    bool is_move;                      /* REPORT is that of a move */
    bool is_early;                     /* some keys were typed before the question */
    char *script;                      /* the script to save */
    enum ask naming;                   /* the field that EVENT_NAMED opens */
};

/* What is given up by a question of its own, see ui/app/give_up.h.  Zero-initialised:
 * nothing. */
struct given_up {
    struct owner_run *ranges; /* that no table names; owned */
    uint64_t *starts;         /* of these; owned */
    size_t count;
    struct lines disk; /* what the open disk as a whole belongs to */
    char *asked_disk;  /* the question is about that; NULL: about ASKED; owned */
    struct owner_run asked;
};

/* A move that has not ended, and one that runs. Zero-initialised: there is none. */
struct fix_state {
    bool is_begun;                   /* as an EVENT_LAYOUT has told */
    bool is_shown;                   /* the screen of the move was shown for this disk */
    bool has_status;                 /* the move was looked at, and can go on */
    struct report_fix_status status; /* without plan, path and journal */
    struct journal_step step;        /* that it is about */
    struct lines found;              /* the same in sentences */
    struct lines differences;        /* what another program has changed; else none */
    char refusal[ERR_TEXT];          /* why it cannot go on; empty: it can */
    unsigned swap; /* number of the swap partition with the journal; 0: none */
    int row;       /* selected: what to do */
    bool is_rollback;
    bool is_rehearsed; /* the write screen is about it, and asks */
    struct lines stop; /* what a stop means */
    bool is_at_work;   /* it runs */
    bool is_asked;     /* whether to stop it */
    bool is_stopping;
    struct fix_live live; /* latest state */
    unsigned *moved;      /* numbers of what is moved or made again; owned */
    size_t moved_count;
    char *gain;           /* what it gains, as measured before; NULL: not measured */
    unsigned gain_number; /* of the partition that is about */
    enum fix_end end;     /* of the last one */
};

/* Whether a partition without a signature is empty. */
struct empty_question {
    uint32_t id;      /* of the extent */
    struct edit then; /* the edit that needs it to be empty */
    bool has_then;
    struct empty_live live;
};

/* What to measure. */
struct measure_request {
    bool is_probe;
    bool is_read_only;          /* it was announced that nothing is written */
    struct bench_starts starts; /* of a bench */
    struct test_area area;      /* as announced; no bytes: none was found */
};

/* What to do when the running job has ended. */
enum measure_then {
    THEN_STAY,
    THEN_KEEP,
    THEN_LEAVE,
    THEN_USE, /* save the result and leave the screen */
};

/* Zero-initialised: nothing has been measured. */
struct measure_job {
    struct measure_request request; /* of the job, or of the shown result */
    struct measure_live live;       /* latest state of the job */
    bool is_at_work;                /* the worker uses the disk: nothing may be written */
    bool is_saved;             /* live is a saved result, not a job of this session */
    enum measure_then then;    /* what to do when the job has ended */
    char refusal[ERR_TEXT];    /* why the last job does not write; empty if it does */
    bool is_refused;           /* it could not even start */
    struct saved_result saved; /* of the open disk: measured now or earlier */
    bool has_saved;
};

/* The choices of the wizard that carries a plan out; the plan is that of the plan page,
 * see plan_of(). */
struct wizard {
    struct fix_look look;
    uint64_t place;     /* first sector of the journal's place, or JOURNAL_ANYWHERE */
    char journal[256];  /* path of a file or device for the journal; empty: none */
    bool skips_check;   /* data is not compared afterwards */
    struct lines steps; /* of the plan that is rehearsed, and its price */
};

/* What the checkers of file systems find of the partitions that the wizard moves. */
struct content_check {
    struct checker_list before; /* the move; not run yet, or their results */
    struct checker_list after;  /* empty: not run */
    bool is_after;              /* LIVE, or what ended last, is after the move */
    struct content_live live;
    char log[256]; /* path of the log with their output; empty: none */
};

#define APP_STACK 8

/* State of a paste. */
struct paste {
    bool is_on;
    bool is_gap;   /* after a newline or a tab: a blank, if more text follows */
    bool is_typed; /* some of it was typed into a field */
    bool is_lost;  /* some of it had no field */
};

struct screen;

/* The screens, by their id, and the table of actions; both are borrowed. */
struct ui {
    const struct screen *const *screens;
    const struct action_row *actions;
};

/* Owned by the caller of app_update(), which alone changes it; screens read it. */
#define MARKS_MAX 128 /* partitions that can be marked */

struct app {
    const struct ui *ui;
    int rows, cols;
    enum level level;
    bool is_slow_line; /* 38400 baud or less: the cursor is only a marker */
    bool has_mouse;    /* the terminal tells what its mouse does */
    bool is_lazy;      /* the loop sends EVENT_IDLE: panes may lag behind the keys */

    void *own[SCREEN_COUNT];         /* the state of each screen, known to it alone */
    enum screen_id stack[APP_STACK]; /* the last one is visible */
    int depth;
    int scrolls[APP_STACK]; /* first line shown of those that are not visible */

    struct picker picker;

    struct queue *queue;       /* pending edits; NULL until a disk is open */
    struct guid_source guids;  /* seed of new GUIDs */
    struct layout *layout;     /* the queue's preview, which all screens show */
    struct disk_info info;     /* the open disk; its layout is NULL */
    struct found_list found;   /* contents of the open disk without an entry; owned */
    struct search_live search; /* for them */
    bool is_read_only;
    bool is_opening;                     /* the picker has asked for the next disk */
    struct suggest_context context;      /* of layout */
    struct suggest_context base_context; /* of the queue's base */
    struct limits_given given;           /* for the open disk */
    struct limits_given given_first;     /* for disks that are opened next */

    uint32_t selected; /* id of the selected extent */
    struct {
        uint32_t ids[MARKS_MAX];
        size_t count;
    } marks;            /* ids of marked partitions */
    unsigned group;     /* of the last edits that were made together */
    uint32_t shown;     /* the extent that map, ruler and text show; lags if is_lazy */
    bool shows_end;     /* the ruler follows the end of the selected extent */
    int zoom;           /* index of the scale; 0: whole disk */
    int columns;        /* index into the column sets of the table */
    bool is_state_told; /* a key was typed after the worst finding was shown */
    bool is_edge_set;   /* zoom and ruler show edge_lba instead of the selection */
    uint64_t edge_lba;

    int scroll; /* first line shown */
    struct details details;

    enum ask asking;
    enum ask answered; /* the path that the last key gave: asked again if it fails */
    char prompt[512];  /* text before the field */
    struct field field;
    struct file_choices choices; /* of the field, if ask_has_choices() */
    bool is_typing; /* into a screen's own field, since the last EVENT_IDLE; if is_lazy */
    struct paste paste;
    char find[64]; /* what was searched last */

    enum leave leaving; /* the user is asked whether to discard pending edits */
    /* changes, write, history: shows both tables instead of the list */
    bool is_comparing;

    struct recent recent; /* types and paths used last */
    struct change_state change;
    struct given_up given_up;
    struct history history; /* of the open disk, when its screen was opened */

    struct empty_question empty;

    struct measure_job job; /* a bench or a probe */

    struct fix_state fix;
    struct wizard wizard;
    struct content_check content;

    char message[512]; /* one sentence below the box; empty: the screen's own text */
    bool is_message_error;
};

/* A screen: its functions, and the size of its own state. */
struct screen {
    const char *title; /* N_(): the name in the help; not NULL */
    size_t own_size;   /* of its zero-initialised state; 0: none */
    /* Called when it is shown above another one; may be NULL. */
    void (*opened)(struct app *app);
    /* Called when another disk is opened; may be NULL. */
    void (*reset)(struct app *app);
    /* Called when more is known of the open disk, also below other screens; may be NULL.
     */
    void (*learned)(struct app *app);
    void (*draw)(const struct app *app, struct canvas *canvas);
    struct effect (*handle)(struct app *app, enum action action);
    /* Called when Enter ends a field; NULL if the screen asks for nothing. */
    struct effect (*answer)(struct app *app, enum ask asked, const char *text);
    /* Called for a click on a SPOT_ROW, with its value: only selects.  NULL if the screen
     * puts none. */
    void (*select)(struct app *app, uint32_t row);
    /* Called for a click on a SPOT_BUTTON or _EXTENT that the screen put; NULL if it puts
     * none. */
    struct effect (*click)(struct app *app, struct spot spot);
    /* Types KEY into the screen's own fields; false if KEY is an action.  May be NULL. */
    bool (*take)(struct app *app, uint32_t key);
    /* Adds what the signs of the selected row mean, in WIDTH columns, for the help; NULL
     * if it has none. */
    void (*add_signs)(const struct app *app, int width, struct pager *ret);
};

/* Smallest size that screens are drawn at. */
#define SCREEN_MIN_ROWS 10
#define SCREEN_MIN_COLS 40

/* True if no screen can be drawn, so that the user cannot have read it. */
bool app_is_too_small(const struct app *app);
enum screen_id app_screen(const struct app *app);
/* True while SCREEN is shown, also below another one. */
bool app_has_screen(const struct app *app, enum screen_id screen);
void app_push(struct app *app, enum screen_id screen);
/* Goes back one screen if there is one. */
void app_back(struct app *app);
/* Goes back until SCREEN is visible, or the first one. */
void app_back_to(struct app *app, enum screen_id screen);
void app_say(struct app *app, bool is_error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Opens the field with TEXT behind PROMPT (translated).  Enter calls struct
 * screen.answer. */
void app_ask(struct app *app, enum ask what, const char *prompt, const char *text);
/* True if TEXT, an answer to a question with "(y/N)", means yes. */
bool app_is_y(const char *text);

#endif
