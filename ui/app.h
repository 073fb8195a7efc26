/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app.h - the program's state: events in, effects out, a canvas to look at */
#ifndef ALIDADE_UI_APP_H
#define ALIDADE_UI_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/details.h"
#include "model/disk_info.h"
#include "model/layout.h"
#include "model/size.h"
#include "ui/canvas.h"
#include "ui/command.h"
#include "ui/field.h"

/* Keys that are no character; characters are their Unicode value. */
enum key {
    KEY_CODE_BASE = 0x110000,
    KEY_CODE_UP = KEY_CODE_BASE,
    KEY_CODE_DOWN,
    KEY_CODE_LEFT,
    KEY_CODE_RIGHT,
    KEY_CODE_PAGE_UP,
    KEY_CODE_PAGE_DOWN,
    KEY_CODE_HOME,
    KEY_CODE_END,
    KEY_CODE_ENTER,
    KEY_CODE_BACKSPACE,
    KEY_CODE_DELETE,
    KEY_CODE_TAB,
    KEY_CODE_BACK_TAB,
    KEY_CODE_ESCAPE,
    KEY_CODE_F1,
    KEY_CODE_F5,
    KEY_CODE_F10,
    KEY_CODE_NONE, /* anything else */
};

enum event_kind {
    EVENT_KEY,       /* key */
    EVENT_RESIZE,    /* rows, cols */
    EVENT_DISKS,     /* disks, disk_count: ownership passes to the app */
    EVENT_LAYOUT,    /* layout: a reference passes to the app; info describes the disk */
    EVENT_DETAILS,   /* details: ownership passes to the app */
    EVENT_COMPLETED, /* text: the completed path of a field */
    EVENT_ERROR,     /* text: one sentence */
    EVENT_IDLE,      /* no key for a while: what lags behind the cursor is drawn now */
};

struct event {
    enum event_kind kind;
    uint32_t key;
    int rows, cols;
    struct disk_info *disks;
    size_t disk_count;
    struct layout *layout;
    struct disk_info info; /* path, model, serial, transport; its layout is NULL */
    uint64_t grub_sectors; /* with layout: a core image in the MBR gap, 0 = none */
    struct details details;
    const char *text;
};

enum effect_kind {
    EFFECT_NONE,
    EFFECT_QUIT,
    EFFECT_DISKS,    /* list the disks of the machine -> EVENT_DISKS */
    EFFECT_OPEN,     /* path, is_read_only -> EVENT_LAYOUT or EVENT_ERROR */
    EFFECT_REREAD,   /* the open disk again, with given -> EVENT_LAYOUT */
    EFFECT_DETAILS,  /* of the open disk -> EVENT_DETAILS */
    EFFECT_COMPLETE, /* path: what has been typed -> EVENT_COMPLETED */
    EFFECT_REDRAW,   /* paint everything anew */
    EFFECT_SUSPEND,  /* back to the shell */
};

struct effect {
    enum effect_kind kind;
    const char *path; /* borrowed from the app until the next event */
    bool is_read_only;
    struct limits_given given;
};

enum screen_id {
    SCREEN_DISKS, /* the picker */
    SCREEN_TABLE, /* the main screen */
    SCREEN_WHY,
    SCREEN_DETAILS,
    SCREEN_HELP,
    SCREEN_PLAIN, /* the lines of `alidade list` */
    SCREEN_COUNT,
};

enum pane {
    PANE_TABLE, /* partitions and free space worth a row */
    PANE_MAP,   /* every extent, however small */
};

enum ask {
    ASK_NOTHING,
    ASK_PATH,     /* o on the picker */
    ASK_FIND,     /* / */
    ASK_SECTOR,   /* g */
    ASK_PHYSICAL, /* details: physical sector by hand */
    ASK_OFFSET,   /* details: alignment offset by hand */
    ASK_GRAIN,    /* G: grain by hand */
};

#define APP_STACK 4

/* Owned by the shell, changed by app_update alone; screens read it. */
struct app {
    int rows, cols;
    enum level level;
    bool is_slow_line; /* 38400 baud or less: the cursor is a marker alone */
    bool is_lazy;      /* the loop sends EVENT_IDLE: panes may lag behind the cursor */

    enum screen_id stack[APP_STACK]; /* the last one is shown */
    int depth;

    struct disk_info *disks;
    size_t disk_count;
    size_t disk_selected;
    bool is_disk_chosen; /* by a key: a rescan keeps the row */

    struct layout *layout; /* NULL until a disk is open */
    struct disk_info info; /* the open disk; its layout is NULL */
    bool is_read_only;
    uint64_t grub_sectors;
    struct limits_given given;       /* for the open disk */
    struct limits_given given_first; /* what each other disk starts with */

    uint32_t selected; /* id of the selected extent */
    uint32_t shown;    /* the one that map, ruler and text speak of; lags if is_lazy */
    enum pane pane;
    bool shows_end; /* the ruler follows the end of the selected extent */
    int zoom;       /* index into the table of scales; 0 = whole disk */
    int columns;    /* index into the column sets of the table */
    enum size_unit unit;
    int menu;         /* selected button */
    size_t note;      /* the sentence that v says next */
    bool is_edge_set; /* zoom and ruler look at edge_lba instead of the selection */
    uint64_t edge_lba;

    int scroll; /* why, details, help: first line shown */
    int shift;  /* plain list: columns gone to the left */
    int help_page;
    int cure;   /* why: selected candidate */
    int detail; /* details: selected row */
    struct details details;

    enum ask asking;
    char prompt[64]; /* what is asked, before the field */
    struct field field;
    char find[64]; /* what / looked for last */

    char message[512]; /* one sentence below the box; empty = the screen's own words */
    bool is_message_error;
};

/* A screen is a row of functions; they meet in app.c's table alone. */
struct screen {
    void (*draw)(const struct app *app, struct canvas *canvas);
    struct effect (*handle)(struct app *app, enum command command);
    /* The person ended a field with Enter; NULL where nothing is asked. */
    struct effect (*answer)(struct app *app, enum ask asked, const char *text);
};

/* Starts on the picker. */
void app_init(struct app *app, enum level level, int rows, int cols);
/* Starts on the main screen instead (still empty); quitting it ends the program. */
void app_skip_picker(struct app *app);
void app_finish(struct app *app);

/* Takes the event's ownership where its kind says so. */
struct effect app_update(struct app *app, struct event *event);
void app_draw(const struct app *app, struct canvas *canvas);

/* For screens. */
enum screen_id app_screen(const struct app *app);
void app_push(struct app *app, enum screen_id screen);
/* What every screen understands: help, back, quit, redraw, suspend; the rest goes to the
 * screen that is shown. */
struct effect app_run(struct app *app, enum command command);
void app_say(struct app *app, bool is_error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* PROMPT is translated; TEXT is what the field holds at first.  Then struct
 * screen.answer is called, unless the person goes back. */
void app_ask(struct app *app, enum ask what, const char *prompt, const char *text);
/* What was given for the disk at PATH: by hand where it is open, else at the start. */
struct limits_given app_given_for(const struct app *app, const char *path);
/* The selected extent, or NULL while no disk is open. */
const struct extent *app_selected(const struct app *app);

#endif
