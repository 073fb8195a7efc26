/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.c - everything a key can ask for, once */
#include "ui/app/command.h"

#include <assert.h>
#include <stddef.h>

#include "model/base/intl.h"

/* In the order of the enum, so that a command is its own index. */
static const struct command_row rows[COMMAND_COUNT] = {
    { COMMAND_NONE, "none", NULL, NULL },
    { COMMAND_UP, "up", NULL, N_("one row up") },
    { COMMAND_DOWN, "down", NULL, N_("one row down") },
    { COMMAND_PAGE_UP, "page-up", NULL, N_("one page up") },
    { COMMAND_PAGE_DOWN, "page-down", NULL, N_("one page down") },
    { COMMAND_FIRST, "first", NULL, N_("the first row") },
    { COMMAND_LAST, "last", NULL, N_("the last row") },
    { COMMAND_MENU_LEFT, "menu-left", NULL, N_("the button to the left") },
    { COMMAND_MENU_RIGHT, "menu-right", NULL, N_("the button to the right") },
    { COMMAND_SHIFT_LEFT, "shift-left", NULL, N_("the beginning of the lines") },
    { COMMAND_SHIFT_RIGHT, "shift-right", N_("the rest of the lines"),
      N_("the rest of the lines") },
    { COMMAND_RUN, "run", N_("choose"), N_("do what is selected") },
    { COMMAND_PANE, "pane", NULL, N_("partitions, or every extent") },
    { COMMAND_EXPLAIN, "explain", N_("Explain"),
      N_("why it is judged so, and what each cure costs") },
    { COMMAND_DETAILS, "details", N_("Details"), N_("everything known of this disk") },
    { COMMAND_ZOOM_IN, "zoom-in", N_("Zoom"), N_("zoom in around the edge") },
    { COMMAND_ZOOM_OUT, "zoom-out", NULL, N_("zoom out") },
    { COMMAND_ZOOM_ALL, "zoom-all", NULL, N_("the whole disk") },
    { COMMAND_NEXT_OFF, "next-off", NULL, N_("next boundary that is off") },
    { COMMAND_EDGE, "edge", NULL, N_("show the start or the end") },
    { COMMAND_COLUMNS, "columns", N_("Columns"), N_("other columns and units") },
    { COMMAND_FIND, "find", N_("find"), N_("find a name, label, type") },
    { COMMAND_FIND_NEXT, "find-next", NULL, N_("find the next one") },
    { COMMAND_GO, "go", NULL, N_("go to a sector") },
    { COMMAND_PLAIN, "plain", NULL, N_("the list as plain text") },
    { COMMAND_VERIFY, "verify", N_("Verify"), N_("all that is known about the table") },
    { COMMAND_OPEN_READ_ONLY, "open-read-only", N_("open read-only"),
      N_("open this disk read-only") },
    { COMMAND_OPEN_IMAGE, "open-image", N_("open an image file"),
      N_("open an image file") },
    { COMMAND_RESCAN, "rescan", N_("read again"), N_("read everything again") },
    { COMMAND_SET_PHYSICAL, "set-physical", N_("physical sector"),
      N_("give the physical sector by hand") },
    { COMMAND_SET_OFFSET, "set-offset", N_("alignment offset"),
      N_("give the alignment offset by hand") },
    { COMMAND_SET_GRAIN, "set-grain", N_("grain"), N_("give the grain by hand") },
    { COMMAND_NEW, "new", N_("New"), N_("a new partition in this free space") },
    { COMMAND_DELETE, "delete", N_("Delete"), N_("delete this partition") },
    { COMMAND_RESIZE, "resize", N_("Resize"), N_("another size or end") },
    { COMMAND_MOVE, "move", N_("Move"), N_("another start, typed") },
    { COMMAND_ALIGN, "align", N_("Align"), N_("the best start, where no data moves") },
    { COMMAND_EMPTY, "empty", NULL, N_("read whether it is empty, or call it empty") },
    { COMMAND_TYPE, "type", N_("Type"), N_("another type, from a list") },
    { COMMAND_NAME, "name", N_("Name"), N_("name, attributes, GUID (gpt)") },
    { COMMAND_BOOT, "boot", N_("Boot"), N_("boot flag on or off") },
    { COMMAND_SORT, "sort", NULL, N_("number in the order of the disk") },
    { COMMAND_NEW_TABLE, "new-table", NULL, N_("a new table, or a whole layout") },
    { COMMAND_CONVERT, "convert", NULL, N_("msdos to gpt, or back") },
    { COMMAND_DISK_ID, "disk-id", NULL, N_("another disk id") },
    { COMMAND_REPAIR, "repair", NULL, N_("repair what is damaged in the table") },
    { COMMAND_FIELD_NEXT, "field-next", N_("next"), N_("the next field") },
    { COMMAND_FIELD_BEFORE, "field-before", NULL, N_("the field before") },
    { COMMAND_VALUE_NEXT, "value-next", N_("other value"), N_("another value") },
    { COMMAND_VALUE_BEFORE, "value-before", NULL, N_("the value before") },
    { COMMAND_TYPE_LIST, "type-list", N_("list of types"), N_("the list of types") },
    { COMMAND_UNDO, "undo", N_("Undo"), N_("take the last change back") },
    { COMMAND_REDO, "redo", N_("Redo"), N_("make the change that was undone") },
    { COMMAND_CHANGES, "changes", N_("Changes"), N_("the list of pending changes") },
    { COMMAND_DROP, "drop", N_("drop"), N_("take this change out of the list") },
    { COMMAND_COMPARE, "compare", N_("before and after"),
      N_("the table before and after the changes") },
    { COMMAND_WRITE, "write", N_("Write"), N_("check the changes, then ask for yes") },
    { COMMAND_WRITE_HINT, "write-hint", NULL, N_("says that upper-case W writes") },
    { COMMAND_SAVE_SCRIPT, "save-script", N_("save as script"),
      N_("save the table as an sfdisk script") },
    { COMMAND_LOAD_SCRIPT, "load-script", N_("load a script"),
      N_("make the table of an sfdisk script") },
    { COMMAND_BACKUP, "backup", N_("back up"), N_("keep the table's sectors in a file") },
    { COMMAND_RESTORE, "restore", N_("restore"), N_("bring the table of a backup back") },
    { COMMAND_BENCH, "bench", N_("Measure"),
      N_("what this start costs on this very drive") },
    { COMMAND_PROBE, "probe", N_("probe"), N_("find the physical sector by the clock") },
    { COMMAND_PAUSE, "pause", N_("pause"), N_("pause, and go on") },
    { COMMAND_USE, "use", N_("use this"), N_("begin; use the result") },
    { COMMAND_KEEP, "keep", N_("stop and keep"), N_("stop, keep the result") },
    { COMMAND_AGAIN, "again", N_("again"), N_("measure again") },
    { COMMAND_HELP, "help", N_("Help"), N_("the help for this screen") },
    { COMMAND_HELP_KEYS, "help-keys", N_("keys"), N_("the page of keys") },
    { COMMAND_HELP_WORDS, "help-words", N_("words"), N_("the page of words") },
    { COMMAND_REDRAW, "redraw", NULL, N_("draw the screen again") },
    { COMMAND_SUSPEND, "suspend", NULL, N_("to the shell; fg comes back") },
    { COMMAND_BACK, "back", N_("Quit"), N_("back, at the top quit") },
    { COMMAND_CANCEL, "cancel", NULL, N_("back one screen") },
    { COMMAND_QUIT, "quit", NULL, N_("quit at once") },
};

const struct command_row *command_row(enum command command)
{
    assert(command >= 0 && command < COMMAND_COUNT);
    return &rows[command];
}

bool command_scroll(enum command command, int count, int height, int *scroll)
{
    int last = count > height ? count - height : 0, page = height > 1 ? height - 1 : 1;
    int to = *scroll;

    switch ((int)command) {
    case COMMAND_UP:
        to--;
        break;
    case COMMAND_DOWN:
        to++;
        break;
    case COMMAND_PAGE_UP:
        to -= page;
        break;
    case COMMAND_PAGE_DOWN:
        to += page;
        break;
    case COMMAND_FIRST:
        to = 0;
        break;
    case COMMAND_LAST:
        to = last;
        break;
    default:
        return false;
    }
    *scroll = to < 0 ? 0 : to > last ? last : to;
    return true;
}
