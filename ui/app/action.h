/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action.h - the actions that keys ask for, and a row of their table */
#ifndef ALIDADE_UI_APP_ACTION_H
#define ALIDADE_UI_APP_ACTION_H

#include <stdint.h>

struct app;
struct effect;

/* In the order of each group of the help; the comments name the main key or the screen.
 */
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
    ACTION_PRESS,      /* Enter: the selected button */
    ACTION_SHIFT_LEFT, /* plain list */
    ACTION_SHIFT_RIGHT,
    ACTION_PANE,       /* Tab */
    ACTION_FIELD_NEXT, /* Tab in a form */
    ACTION_FIELD_BEFORE,
    ACTION_FIND,
    ACTION_FIND_NEXT,
    ACTION_GO, /* g: to a sector */
    ACTION_EXPLAIN,
    ACTION_PARTITION, /* X: details of the selected partition */
    ACTION_DETAILS,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_ALL,
    ACTION_NEXT_OFF,     /* z: the next boundary that is off */
    ACTION_EDGE,         /* e: start or end in the ruler */
    ACTION_COLUMNS,      /* x: columns and units of the table */
    ACTION_PLAIN,        /* p: the list as plain text */
    ACTION_VERIFY,       /* v: the notes about the table */
    ACTION_RUN,          /* Enter: the selected row, or the next step */
    ACTION_AIM,          /* plan: the next aim */
    ACTION_START,        /* plan: a start by hand */
    ACTION_FIX,          /* F: the wizard that carries the plan out */
    ACTION_PLAN,         /* A: the plan for the whole disk */
    ACTION_BENCH,        /* B: capitals are for the whole disk */
    ACTION_PROBE,        /* P */
    ACTION_USE,          /* bench, probe: start, or use the result */
    ACTION_PAUSE,        /* bench, probe: pause, continue */
    ACTION_KEEP,         /* bench, probe: stop and save the result */
    ACTION_AGAIN,        /* bench, probe: measure again */
    ACTION_JOURNAL,      /* wizard: a file for the journal */
    ACTION_COMPARE_DATA, /* wizard: whether data is compared after its move */
    ACTION_CHECK,        /* wizard, end of a move: the checkers of file systems */
    ACTION_OPEN_READ_ONLY,
    ACTION_OPEN_IMAGE,
    ACTION_SET_PHYSICAL, /* details: by hand */
    ACTION_SET_OFFSET,
    ACTION_SET_GRAIN, /* G */
    ACTION_RESCAN,
    ACTION_HELP_KEYS,  /* help: its first part */
    ACTION_HELP_WORDS, /* help: its second part */
    ACTION_HELP_RUN,   /* help: choose an action, run it */
    ACTION_NEW,        /* n: a partition in free space */
    ACTION_DELETE,
    ACTION_RESIZE,
    ACTION_MOVE,  /* m: another start, typed */
    ACTION_ALIGN, /* a: the best start */
    ACTION_EMPTY, /* E: ask whether the partition is empty */
    ACTION_TYPE,
    ACTION_BOOT,
    ACTION_NAME, /* c: name, attributes, GUID */
    ACTION_SORT,
    ACTION_DISK_ID,
    ACTION_NEW_TABLE, /* N: capitals are for the whole disk */
    ACTION_CONVERT,
    ACTION_REPAIR,
    ACTION_MARK, /* Space: delete, type and verify work on all marked */
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_CHANGES,     /* l: the list of pending edits */
    ACTION_DROP,        /* changes: the selected one */
    ACTION_COMPARE,     /* changes, write: both tables */
    ACTION_SAVE_SCRIPT, /* O */
    ACTION_LOAD_SCRIPT, /* I */
    ACTION_BACKUP,      /* K */
    ACTION_RESTORE,     /* L */
    ACTION_HISTORY,     /* H: tables saved before writes */
    ACTION_MARK_SAVED,  /* history: a second table, to compare with */
    ACTION_PUT_BACK,    /* history: the selected one */
    ACTION_FINISH,      /* a move that has not ended */
    ACTION_TAKE_BACK,
    ACTION_STOP_MOVE, /* one that runs: asks first */
    ACTION_GIVE_UP,   /* o: what no number names */
    ACTION_WRITE,
    ACTION_WRITE_HINT, /* w: says which key writes */
    ACTION_VALUE_BEFORE,
    ACTION_VALUE_NEXT, /* of a choice or a tick */
    ACTION_TYPE_LIST,  /* Ctrl-T in a form */
    ACTION_HELP,
    ACTION_BACK,   /* q: the first screen tells which key quits */
    ACTION_LATER,  /* q: a move that has not ended stays so */
    ACTION_QUIT,   /* Q, F10 */
    ACTION_CANCEL, /* Esc: never quits */
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_COUNT,
};

/* The part of the help that lists an action, in its order. */
enum action_group {
    ACTIONS_HERE,  /* only on few screens */
    ACTIONS_ALIGN, /* what the program is for */
    ACTIONS_CHANGE,
    ACTIONS_MOVE,
    ACTIONS_LOOK,
    ACTIONS_LEAVE,
    ACTION_GROUPS,
};

/* Conditions of an action; where one is not met, the message line says which. */
enum action_need {
    NEEDS_DISK = 1,       /* an open disk; no message where there is none */
    NEEDS_LIST = 2,       /* an open disk; hides the finding below the list */
    NEEDS_WRITABLE = 4,   /* not opened read-only */
    NEEDS_TABLE = 8,      /* a table that can be edited */
    NEEDS_PARTITION = 16, /* a partition is selected */
    NEEDS_PENDING = 32,   /* a change is pending */
    NEEDS_NO_OTHER = 64,  /* no change is pending but moves of data */
    WORKS_ON_MARKS = 128, /* marked partitions do in place of a selected one */
    NEEDS_EDIT = NEEDS_LIST | NEEDS_WRITABLE | NEEDS_TABLE,
};

#define ACTION_KEYS 4

struct action_row {
    enum action_group group;
    uint32_t screens; /* bits: 1 << enum screen_id */
    uint32_t
        keys[ACTION_KEYS]; /* on each of these screens, main key first; 0 ends the list */
    struct {
        uint32_t key, screens;
    } lacks;        /* a key that the action does not have on these screens */
    unsigned opens; /* enum screen_id of the screen to open; 0: call run */
    /* NULL: the current screen's handle() does it, as with all that moves a cursor. */
    struct effect (*run)(struct app *app);
    unsigned needs; /* enum action_need */
    /* N_(): the message where a partition or a change is missing; "%s" is the key on this
     * screen of the action WITHOUT_KEY. */
    const char *without;
    enum action without_key;
    const char
        *loses;       /* N_(): the question before help runs it; NULL: it loses nothing */
    const char *name; /* N_(): the name on buttons and in foot lines; NULL: none */
    const char *help; /* N_(): its row in the help, and below the buttons */
};

#endif
