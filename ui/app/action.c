/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action.c - everything a key can ask for, once */
#include "ui/app/action.h"

#include <assert.h>
#include <stddef.h>

#include "model/base/intl.h"

/* In the order of the enum, so that an action is its own index. */
static const struct action_row rows[ACTION_COUNT] = {
    { ACTION_NONE, "none", NULL, NULL },
    { ACTION_UP, "up", NULL, N_("one row up") },
    { ACTION_DOWN, "down", NULL, N_("one row down") },
    { ACTION_PAGE_UP, "page-up", NULL, N_("one page up") },
    { ACTION_PAGE_DOWN, "page-down", NULL, N_("one page down") },
    { ACTION_FIRST, "first", NULL, N_("the first row") },
    { ACTION_LAST, "last", NULL, N_("the last row") },
    { ACTION_MENU_LEFT, "menu-left", NULL, N_("the button to the left") },
    { ACTION_MENU_RIGHT, "menu-right", NULL, N_("the button to the right") },
    { ACTION_SHIFT_LEFT, "shift-left", NULL, N_("the beginning of the lines") },
    { ACTION_SHIFT_RIGHT, "shift-right", N_("the rest of the lines"),
      N_("the rest of the lines") },
    { ACTION_RUN, "run", N_("choose"), N_("do what is selected") },
    { ACTION_PANE, "pane", NULL, N_("partitions, or every extent") },
    { ACTION_EXPLAIN, "explain", N_("Explain"),
      N_("why it is judged so, and what each cure costs") },
    { ACTION_DETAILS, "details", N_("Details"), N_("everything known of this disk") },
    { ACTION_ZOOM_IN, "zoom-in", N_("Zoom"), N_("zoom in around the edge") },
    { ACTION_ZOOM_OUT, "zoom-out", NULL, N_("zoom out") },
    { ACTION_ZOOM_ALL, "zoom-all", NULL, N_("the whole disk") },
    { ACTION_NEXT_OFF, "next-off", NULL, N_("next boundary that is off") },
    { ACTION_EDGE, "edge", NULL, N_("show the start or the end") },
    { ACTION_COLUMNS, "columns", N_("Columns"), N_("other columns and units") },
    { ACTION_FIND, "find", N_("find"), N_("find a name, label, type") },
    { ACTION_FIND_NEXT, "find-next", NULL, N_("find the next one") },
    { ACTION_GO, "go", NULL, N_("go to a sector") },
    { ACTION_PLAIN, "plain", NULL, N_("the list as plain text") },
    { ACTION_VERIFY, "verify", N_("Verify"), N_("all that is known about the table") },
    { ACTION_OPEN_READ_ONLY, "open-read-only", N_("open read-only"),
      N_("open this disk read-only") },
    { ACTION_OPEN_IMAGE, "open-image", N_("open an image file"),
      N_("open an image file") },
    { ACTION_RESCAN, "rescan", N_("read again"), N_("read everything again") },
    { ACTION_SET_PHYSICAL, "set-physical", N_("physical sector"),
      N_("give the physical sector by hand") },
    { ACTION_SET_OFFSET, "set-offset", N_("alignment offset"),
      N_("give the alignment offset by hand") },
    { ACTION_SET_GRAIN, "set-grain", N_("grain"), N_("give the grain by hand") },
    { ACTION_NEW, "new", N_("New"), N_("a new partition in this free space") },
    { ACTION_DELETE, "delete", N_("Delete"), N_("delete this partition") },
    { ACTION_RESIZE, "resize", N_("Resize"), N_("another size or end") },
    { ACTION_MOVE, "move", N_("Move"), N_("another start, typed") },
    { ACTION_ALIGN, "align", N_("Align"), N_("the best start, where no data moves") },
    { ACTION_EMPTY, "empty", NULL, N_("read whether it is empty, or call it empty") },
    { ACTION_TYPE, "type", N_("Type"), N_("another type, from a list") },
    { ACTION_NAME, "name", N_("Name"), N_("name, attributes, GUID (gpt)") },
    { ACTION_BOOT, "boot", N_("Boot"), N_("boot flag on or off") },
    { ACTION_SORT, "sort", NULL, N_("number in the order of the disk") },
    { ACTION_NEW_TABLE, "new-table", NULL, N_("a new table, or a whole layout") },
    { ACTION_CONVERT, "convert", NULL, N_("msdos to gpt, or back") },
    { ACTION_DISK_ID, "disk-id", NULL, N_("another disk id") },
    { ACTION_REPAIR, "repair", NULL, N_("repair what is damaged in the table") },
    { ACTION_FIELD_NEXT, "field-next", N_("next"), N_("the next field") },
    { ACTION_FIELD_BEFORE, "field-before", NULL, N_("the field before") },
    { ACTION_VALUE_NEXT, "value-next", N_("other value"), N_("another value") },
    { ACTION_VALUE_BEFORE, "value-before", NULL, N_("the value before") },
    { ACTION_TYPE_LIST, "type-list", N_("list of types"), N_("the list of types") },
    { ACTION_UNDO, "undo", N_("Undo"), N_("take the last change back") },
    { ACTION_REDO, "redo", N_("Redo"), N_("make the change that was undone") },
    { ACTION_CHANGES, "changes", N_("Changes"), N_("the list of pending changes") },
    { ACTION_DROP, "drop", N_("drop"), N_("take this change out of the list") },
    { ACTION_COMPARE, "compare", N_("before and after"),
      N_("the table before and after the changes") },
    { ACTION_WRITE, "write", N_("Write"), N_("check the changes, then ask for yes") },
    { ACTION_WRITE_HINT, "write-hint", NULL, N_("says that upper-case W writes") },
    { ACTION_SAVE_SCRIPT, "save-script", N_("save as script"),
      N_("save the table as an sfdisk script") },
    { ACTION_LOAD_SCRIPT, "load-script", N_("load a script"),
      N_("make the table of an sfdisk script") },
    { ACTION_BACKUP, "backup", N_("back up"), N_("keep the table's sectors in a file") },
    { ACTION_RESTORE, "restore", N_("restore"), N_("bring the table of a backup back") },
    { ACTION_BENCH, "bench", N_("Measure"),
      N_("what this start costs on this very drive") },
    { ACTION_PROBE, "probe", N_("probe"), N_("find the physical sector by the clock") },
    { ACTION_PAUSE, "pause", N_("pause"), N_("pause, and go on") },
    { ACTION_USE, "use", N_("use this"), N_("begin; use the result") },
    { ACTION_KEEP, "keep", N_("stop and keep"), N_("stop, keep the result") },
    { ACTION_AGAIN, "again", N_("again"), N_("measure again") },
    { ACTION_HELP, "help", N_("Help"), N_("the help for this screen") },
    { ACTION_HELP_KEYS, "help-keys", N_("keys"), N_("the page of keys") },
    { ACTION_HELP_WORDS, "help-words", N_("words"), N_("the page of words") },
    { ACTION_REDRAW, "redraw", NULL, N_("draw the screen again") },
    { ACTION_SUSPEND, "suspend", NULL, N_("to the shell; fg comes back") },
    { ACTION_BACK, "back", N_("Quit"), N_("back, at the top quit") },
    { ACTION_CANCEL, "cancel", NULL, N_("back one screen") },
    { ACTION_QUIT, "quit", NULL, N_("quit at once") },
};

const struct action_row *action_row(enum action action)
{
    assert(action >= 0 && action < ACTION_COUNT);
    return &rows[action];
}

bool action_scroll(enum action action, int count, int height, int *scroll)
{
    int last = count > height ? count - height : 0, page = height > 1 ? height - 1 : 1;
    int to = *scroll;

    switch ((int)action) {
    case ACTION_UP:
        to--;
        break;
    case ACTION_DOWN:
        to++;
        break;
    case ACTION_PAGE_UP:
        to -= page;
        break;
    case ACTION_PAGE_DOWN:
        to += page;
        break;
    case ACTION_FIRST:
        to = 0;
        break;
    case ACTION_LAST:
        to = last;
        break;
    default:
        return false;
    }
    *scroll = to < 0 ? 0 : to > last ? last : to;
    return true;
}
