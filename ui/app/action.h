/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action.h - everything a key can ask for, once */
#ifndef ALIDADE_UI_APP_ACTION_H
#define ALIDADE_UI_APP_ACTION_H

#include <stdbool.h>

enum action {
    ACTION_NONE,
    ACTION_UP,
    ACTION_DOWN,
    ACTION_PAGE_UP,
    ACTION_PAGE_DOWN,
    ACTION_FIRST,
    ACTION_LAST,
    ACTION_MENU_LEFT,
    ACTION_MENU_RIGHT,
    ACTION_SHIFT_LEFT, /* plain list */
    ACTION_SHIFT_RIGHT,
    ACTION_RUN,  /* Enter: the selected button, row or disk */
    ACTION_PANE, /* Tab */
    ACTION_EXPLAIN,
    ACTION_DETAILS,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_ALL,
    ACTION_NEXT_OFF, /* z: the next boundary that is off */
    ACTION_EDGE,     /* e: start or end in the ruler */
    ACTION_COLUMNS,  /* x: columns and units of the table */
    ACTION_FIND,
    ACTION_FIND_NEXT,
    ACTION_GO,     /* g: to a sector */
    ACTION_PLAIN,  /* p: the list as plain text */
    ACTION_VERIFY, /* v: the notes of the table */
    ACTION_OPEN_READ_ONLY,
    ACTION_OPEN_IMAGE,
    ACTION_RESCAN,
    ACTION_SET_PHYSICAL, /* details: by hand */
    ACTION_SET_OFFSET,
    ACTION_SET_GRAIN, /* G */
    ACTION_NEW,       /* n: a partition in free space */
    ACTION_DELETE,
    ACTION_RESIZE,
    ACTION_MOVE,  /* m: another start, typed */
    ACTION_ALIGN, /* a: the best start */
    ACTION_EMPTY, /* E: read whether it is empty, or call it so */
    ACTION_TYPE,
    ACTION_NAME, /* c: name, attributes, GUID */
    ACTION_BOOT,
    ACTION_SORT,
    ACTION_NEW_TABLE, /* N: capitals are for the whole disk */
    ACTION_CONVERT,
    ACTION_DISK_ID,
    ACTION_REPAIR,
    ACTION_FIELD_NEXT, /* Tab in a form */
    ACTION_FIELD_BEFORE,
    ACTION_VALUE_NEXT, /* of a choice or a tick */
    ACTION_VALUE_BEFORE,
    ACTION_TYPE_LIST, /* Ctrl-T in a form */
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_CHANGES, /* l: the list of pending edits */
    ACTION_DROP,    /* changes: the selected one */
    ACTION_COMPARE, /* changes, write: both tables */
    ACTION_WRITE,
    ACTION_WRITE_HINT,  /* w: says which key writes */
    ACTION_SAVE_SCRIPT, /* O */
    ACTION_LOAD_SCRIPT, /* I */
    ACTION_BACKUP,      /* K */
    ACTION_RESTORE,     /* L */
    ACTION_BENCH,       /* B: capitals are for the whole disk */
    ACTION_PROBE,       /* P */
    ACTION_PAUSE,       /* bench, probe: wait, go on */
    ACTION_USE,         /* ... begin, use the result */
    ACTION_KEEP,        /* ... stop and keep */
    ACTION_AGAIN,       /* ... once more */
    ACTION_HELP,
    ACTION_HELP_KEYS,  /* help page 1 */
    ACTION_HELP_WORDS, /* help page 2 */
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_BACK,   /* q: at the first screen it quits */
    ACTION_CANCEL, /* Esc: never quits */
    ACTION_QUIT,   /* F10 */
    ACTION_COUNT,
};

struct action_row {
    enum action action;
    const char *id;   /* stable: "zoom-in" */
    const char *name; /* N_(): a button's or foot line's word; NULL = none */
    const char *help; /* N_(): one line of the help page */
};

/* The row of ACTION; never NULL. */
const struct action_row *action_row(enum action action);
/* Changes *SCROLL as ACTION asks, so that COUNT lines fill HEIGHT where they can; false
 * for actions that scroll nothing. */
bool action_scroll(enum action action, int count, int height, int *scroll);

#endif
