/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h - everything a key can ask for, once */
#ifndef ALIDADE_UI_APP_COMMAND_H
#define ALIDADE_UI_APP_COMMAND_H

#include <stdbool.h>

enum command {
    COMMAND_NONE,
    COMMAND_UP,
    COMMAND_DOWN,
    COMMAND_PAGE_UP,
    COMMAND_PAGE_DOWN,
    COMMAND_FIRST,
    COMMAND_LAST,
    COMMAND_MENU_LEFT,
    COMMAND_MENU_RIGHT,
    COMMAND_SHIFT_LEFT, /* plain list */
    COMMAND_SHIFT_RIGHT,
    COMMAND_RUN,  /* Enter: the selected button, row or disk */
    COMMAND_PANE, /* Tab */
    COMMAND_EXPLAIN,
    COMMAND_DETAILS,
    COMMAND_ZOOM_IN,
    COMMAND_ZOOM_OUT,
    COMMAND_ZOOM_ALL,
    COMMAND_NEXT_OFF, /* z: the next boundary that is off */
    COMMAND_EDGE,     /* e: start or end in the ruler */
    COMMAND_COLUMNS,  /* x: columns and units of the table */
    COMMAND_FIND,
    COMMAND_FIND_NEXT,
    COMMAND_GO,     /* g: to a sector */
    COMMAND_PLAIN,  /* p: the list as plain text */
    COMMAND_VERIFY, /* v: the notes of the table */
    COMMAND_OPEN_READ_ONLY,
    COMMAND_OPEN_IMAGE,
    COMMAND_RESCAN,
    COMMAND_SET_PHYSICAL, /* details: by hand */
    COMMAND_SET_OFFSET,
    COMMAND_SET_GRAIN, /* G */
    COMMAND_NEW,       /* n: a partition in free space */
    COMMAND_DELETE,
    COMMAND_RESIZE,
    COMMAND_MOVE,  /* m: another start, typed */
    COMMAND_ALIGN, /* a: the best start */
    COMMAND_EMPTY, /* E: read whether it is empty, or call it so */
    COMMAND_TYPE,
    COMMAND_NAME, /* c: name, attributes, GUID */
    COMMAND_BOOT,
    COMMAND_SORT,
    COMMAND_NEW_TABLE, /* N: capitals are for the whole disk */
    COMMAND_CONVERT,
    COMMAND_DISK_ID,
    COMMAND_REPAIR,
    COMMAND_FIELD_NEXT, /* Tab in a form */
    COMMAND_FIELD_BEFORE,
    COMMAND_VALUE_NEXT, /* of a choice or a tick */
    COMMAND_VALUE_BEFORE,
    COMMAND_TYPE_LIST, /* Ctrl-T in a form */
    COMMAND_UNDO,
    COMMAND_REDO,
    COMMAND_CHANGES, /* l: the list of pending edits */
    COMMAND_DROP,    /* changes: the selected one */
    COMMAND_COMPARE, /* changes, write: both tables */
    COMMAND_WRITE,
    COMMAND_WRITE_HINT,  /* w: says which key writes */
    COMMAND_SAVE_SCRIPT, /* O */
    COMMAND_LOAD_SCRIPT, /* I */
    COMMAND_BACKUP,      /* K */
    COMMAND_RESTORE,     /* L */
    COMMAND_BENCH,       /* B: capitals are for the whole disk */
    COMMAND_PROBE,       /* P */
    COMMAND_PAUSE,       /* bench, probe: wait, go on */
    COMMAND_USE,         /* ... begin, use the result */
    COMMAND_KEEP,        /* ... stop and keep */
    COMMAND_AGAIN,       /* ... once more */
    COMMAND_HELP,
    COMMAND_HELP_KEYS,  /* help page 1 */
    COMMAND_HELP_WORDS, /* help page 2 */
    COMMAND_REDRAW,
    COMMAND_SUSPEND,
    COMMAND_BACK,   /* q: at the first screen it quits */
    COMMAND_CANCEL, /* Esc: never quits */
    COMMAND_QUIT,   /* F10 */
    COMMAND_COUNT,
};

struct command_row {
    enum command command;
    const char *id;   /* stable: "zoom-in" */
    const char *name; /* N_(): a button's or foot line's word; NULL = none */
    const char *help; /* N_(): one line of the help page */
};

/* The row of COMMAND; never NULL. */
const struct command_row *command_row(enum command command);
/* Changes *SCROLL as COMMAND asks, so that COUNT lines fill HEIGHT where they can; false
 * for commands that scroll nothing. */
bool command_scroll(enum command command, int count, int height, int *scroll);

#endif
