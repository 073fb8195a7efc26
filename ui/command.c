/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.c - everything a key can ask for, once */
#include "ui/command.h"

#include <assert.h>
#include <stddef.h>

#include "model/intl.h"

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
    { COMMAND_VERIFY, "verify", N_("Verify"), N_("what is to be said of the table") },
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
