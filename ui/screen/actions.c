/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions.c - the table of actions: keys, screens, needs, words and handlers */
#include "model/base/intl.h"
#include "ui/app/change.h"
#include "ui/app/content_check.h"
#include "ui/app/fix_run.h"
#include "ui/app/give_up.h"
#include "ui/app/given.h"
#include "ui/app/leave.h"
#include "ui/app/marks.h"
#include "ui/app/measure_run.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/list/compare.h"

#define CONTROL(letter) ((letter)&0x1fu)
#define ON(screen)      (1u << SCREEN_##screen)
#define ANY             ((1u << SCREEN_COUNT) - 1)

#define ROW(in, on, ...)                                                                 \
    {                                                                                    \
        .group = ACTIONS_##in, .screens = on, __VA_ARGS__                                \
    }

static struct effect redraw_screen(struct app *app)
{
    (void)app;
    return (struct effect){ .kind = EFFECT_REDRAW };
}

static struct effect suspend_program(struct app *app)
{
    if (fix_run_stays_awake(app))
        return effect_none;
    return (struct effect){ .kind = EFFECT_SUSPEND };
}

/* Every action has a printable key or an arrow; function keys and Escape are
 * alternatives. */
const struct action_row actions[ACTION_COUNT] = {
    [ACTION_UP] = ROW(MOVE, ANY, .keys = { KEY_CODE_UP, 'k', CONTROL('p') },
                      .help = N_("one row up")),
    [ACTION_DOWN] = ROW(MOVE, ANY, .keys = { KEY_CODE_DOWN, 'j', CONTROL('n') },
                        .help = N_("one row down")),
    [ACTION_PAGE_UP] =
        ROW(MOVE, ANY, .keys = { KEY_CODE_PAGE_UP }, .help = N_("one page up")),
    [ACTION_PAGE_DOWN] =
        ROW(MOVE, ANY, .keys = { ' ', KEY_CODE_PAGE_DOWN }, .help = N_("one page down"),
            .lacks = { ' ', ANY & ~(ON(HELP) | ON(PLAIN)) }),
    [ACTION_FIRST] =
        ROW(MOVE, ANY, .keys = { KEY_CODE_HOME }, .help = N_("the first row")),
    [ACTION_LAST] = ROW(MOVE, ANY, .keys = { KEY_CODE_END }, .help = N_("the last row")),
    [ACTION_MENU_LEFT] = ROW(MOVE, ON(TABLE), .keys = { KEY_CODE_LEFT },
                             .help = N_("the button to the left")),
    [ACTION_MENU_RIGHT] = ROW(MOVE, ON(TABLE), .keys = { KEY_CODE_RIGHT },
                              .help = N_("the button to the right")),
    [ACTION_PRESS] = ROW(MOVE, ON(TABLE), .keys = { KEY_CODE_ENTER },
                         .help = N_("press the selected button")),
    [ACTION_SHIFT_LEFT] = ROW(MOVE, ON(PLAIN), .keys = { KEY_CODE_LEFT },
                              .help = N_("the beginning of the lines")),
    [ACTION_SHIFT_RIGHT] =
        ROW(MOVE, ON(PLAIN), .keys = { KEY_CODE_RIGHT },
            .name = N_("the rest of the lines"), .help = N_("the rest of the lines")),
    [ACTION_RUN] =
        ROW(HERE,
            ON(DISKS) | ON(WHY) | ON(FORM) | ON(TYPES) | ON(NEW_TABLE) | ON(EMPTY) |
                ON(PLAN) | ON(HISTORY) | ON(RESUME) | ON(FIX_FOUND) | ON(FIX_PLAN) |
                ON(FIX_STARTS) | ON(FIX_CHECKS) | ON(ALIGN),
            .keys = { KEY_CODE_ENTER }, .name = N_("choose"),
            .help = N_("go on with what is selected")),
    [ACTION_PANE] =
        ROW(MOVE, ON(TABLE), .keys = { KEY_CODE_TAB, KEY_CODE_BACK_TAB },
            .run = table_pane, .needs = NEEDS_LIST,
            .help = N_("list every range of sectors, or only the important ones")),
    [ACTION_FIELD_NEXT] =
        ROW(MOVE, ON(FORM) | ON(NEW_TABLE) | ON(FIX_PLAN) | ON(FIX_STARTS),
            .keys = { KEY_CODE_TAB }, .name = N_("next"), .help = N_("the next field")),
    [ACTION_FIELD_BEFORE] =
        ROW(MOVE, ON(FORM) | ON(NEW_TABLE) | ON(FIX_PLAN) | ON(FIX_STARTS),
            .keys = { KEY_CODE_BACK_TAB }, .help = N_("the previous field")),
    [ACTION_FIND] = ROW(MOVE, ON(DISKS) | ON(TABLE) | ON(TYPES) | ON(HELP),
                        .keys = { '/' }, .name = N_("find"), .help = N_("find text")),
    [ACTION_FIND_NEXT] = ROW(MOVE, ON(DISKS) | ON(TABLE) | ON(HELP), .keys = { 'f' },
                             .name = N_("next"), .help = N_("find the next match")),
    [ACTION_GO] = ROW(MOVE, ON(TABLE), .keys = { 'g' }, .run = table_go,
                      .needs = NEEDS_LIST, .help = N_("go to a sector")),
    [ACTION_EXPLAIN] =
        ROW(LOOK, ON(TABLE) | ON(DETAILS), .keys = { 'y' }, .opens = SCREEN_WHY,
            .needs = NEEDS_LIST, .name = N_("Explain"),
            .help = N_("why it is judged so, and what each cure costs")),
    [ACTION_PARTITION] =
        ROW(LOOK, ON(TABLE), .keys = { 'X' }, .run = screen_details_partition,
            .needs = NEEDS_LIST | NEEDS_PARTITION, .name = N_("Details"),
            .help = N_("everything known of this partition"),
            .without = N_("There is no partition here: %s shows the disk."),
            .without_key = ACTION_DETAILS),
    [ACTION_DETAILS] =
        ROW(LOOK, ON(TABLE) | ON(DETAILS), .keys = { 'i' }, .run = screen_details_open,
            .needs = NEEDS_LIST, .name = N_("Disk"),
            .help = N_("everything known of this disk")),
    [ACTION_ZOOM_IN] = ROW(LOOK, ON(TABLE), .keys = { '+', '=' }, .run = table_zoom_in,
                           .needs = NEEDS_LIST, .name = N_("Zoom"),
                           .help = N_("zoom in on this start or end")),
    [ACTION_ZOOM_OUT] = ROW(LOOK, ON(TABLE), .keys = { '-', '_' }, .run = table_zoom_out,
                            .needs = NEEDS_LIST, .help = N_("zoom out")),
    [ACTION_ZOOM_ALL] = ROW(LOOK, ON(TABLE), .keys = { '0' }, .run = table_zoom_all,
                            .needs = NEEDS_LIST, .help = N_("show the whole disk")),
    [ACTION_NEXT_OFF] =
        ROW(MOVE, ON(TABLE), .keys = { 'z' }, .run = table_next_off, .needs = NEEDS_LIST,
            .help = N_("go to the next misaligned start")),
    [ACTION_EDGE] =
        ROW(LOOK, ON(TABLE), .keys = { 'e' }, .run = table_other_end, .needs = NEEDS_LIST,
            .help = N_("show the end of this row, or its start again")),
    [ACTION_COLUMNS] = ROW(LOOK, ON(TABLE), .keys = { 'x' }, .run = table_next_columns,
                           .needs = NEEDS_LIST, .name = N_("Columns"),
                           .help = N_("show other columns, then other units")),
    [ACTION_PLAIN] = ROW(LOOK, ON(TABLE), .keys = { 'p' }, .opens = SCREEN_PLAIN,
                         .needs = NEEDS_LIST, .help = N_("show the list as plain text")),
    [ACTION_VERIFY] =
        ROW(LOOK, ON(TABLE) | ON(DETAILS), .keys = { 'v' }, .opens = SCREEN_VERIFY,
            .needs = NEEDS_LIST, .name = N_("Verify"),
            .help = N_("verify the table: show what was found")),
    [ACTION_AIM] = ROW(HERE, ON(PLAN), .keys = { KEY_CODE_TAB, KEY_CODE_BACK_TAB },
                       .run = screen_plan_aim, .name = N_("other aim"),
                       .help = N_("show the plan for the next aim")),
    [ACTION_START] = ROW(HERE, ON(PLAN) | ON(FIX_PLAN), .keys = { 'm' },
                         .run = screen_plan_start, .name = N_("a start by hand"),
                         .help = N_("type another start for this partition")),
    [ACTION_FIX] = ROW(
        ALIGN, ON(TABLE) | ON(WHY) | ON(CHANGES) | ON(PLAN), .keys = { 'F' },
        .run = screen_fix_open, .needs = NEEDS_EDIT | NEEDS_NO_OTHER, .name = N_("Fix"),
        .help = N_("align all partitions with their data, step by step"),
        .without = N_("Other changes are pending: write them, or undo them, before "
                      "data is moved.")),
    [ACTION_PLAN] = ROW(ALIGN, ON(TABLE), .keys = { 'A' }, .run = screen_resume_or_plan,
                        .needs = NEEDS_LIST, .name = N_("Plan"),
                        .help = N_("plan how to align all partitions")),
    [ACTION_JOURNAL] = ROW(HERE, ON(FIX_CHECKS), .keys = { 'f' },
                           .run = screen_fix_journal, .name = N_("another file"),
                           .help = N_("put the journal into a file on another disk")),
    [ACTION_COMPARE_DATA] =
        ROW(HERE, ON(FIX_CHECKS), .keys = { 'c' }, .run = screen_fix_compare,
            .help = N_("compare the data after its move, or not")),
    [ACTION_CHECK] = ROW(HERE, ON(FIX_CHECKS) | ON(WRITTEN), .keys = { 'v' },
                         .run = content_check_toggle, .name = N_("check files"),
                         .help = N_("run file system checkers, or stop them")),
    [ACTION_BENCH] = ROW(
        ALIGN,
        ON(TABLE) | ON(WHY) | ON(PLAN) | ON(FIX_FOUND) | ON(FIX_PLAN) | ON(WRITTEN),
        .keys = { 'B' }, .run = screen_bench_open, .needs = NEEDS_DISK,
        .name = N_("Measure"), .help = N_("measure what this start costs on this drive")),
    [ACTION_PROBE] =
        ROW(ALIGN,
            ON(TABLE) | ON(DETAILS) | ON(WHY) | ON(PLAN) | ON(FIX_FOUND) | ON(FIX_PLAN),
            .keys = { 'P' }, .run = measure_run_open_probe, .needs = NEEDS_DISK,
            .name = N_("probe"),
            .help = N_("measure the physical sectors, and where they begin")),
    [ACTION_USE] = ROW(HERE, ON(BENCH) | ON(PROBE), .keys = { KEY_CODE_ENTER },
                       .run = measure_run_use, .name = N_("use this"),
                       .help = N_("begin, or use the result")),
    [ACTION_PAUSE] =
        ROW(HERE, ON(BENCH) | ON(PROBE), .keys = { ' ' }, .run = measure_run_pause,
            .name = N_("pause"), .help = N_("pause, or go on")),
    [ACTION_KEEP] =
        ROW(HERE, ON(BENCH) | ON(PROBE), .keys = { 's' }, .run = measure_run_keep,
            .name = N_("stop and keep"), .help = N_("stop and keep the result")),
    [ACTION_AGAIN] =
        ROW(HERE, ON(BENCH) | ON(PROBE), .keys = { 'r' }, .run = measure_run_again,
            .name = N_("again"), .help = N_("measure again")),
    [ACTION_OPEN_READ_ONLY] =
        ROW(HERE, ON(DISKS), .keys = { 'r' }, .run = screen_disks_read_only,
            .name = N_("open read-only"), .help = N_("open this disk read-only")),
    [ACTION_OPEN_IMAGE] =
        ROW(HERE, ON(DISKS), .keys = { 'o' }, .run = screen_disks_image,
            .name = N_("open an image file"), .help = N_("open an image file")),
    [ACTION_SET_PHYSICAL] =
        ROW(HERE, ON(DETAILS) | ON(FIX_FOUND), .keys = { 'p' }, .run = given_ask_physical,
            .needs = NEEDS_DISK, .name = N_("physical sector"),
            .help = N_("set the physical sector by hand")),
    [ACTION_SET_OFFSET] = ROW(HERE, ON(DETAILS), .keys = { 'a' }, .run = given_ask_offset,
                              .needs = NEEDS_DISK, .name = N_("alignment offset"),
                              .help = N_("set the alignment offset by hand")),
    [ACTION_SET_GRAIN] = ROW(LOOK, ON(TABLE) | ON(DETAILS), .keys = { 'G' },
                             .run = given_ask_grain, .needs = NEEDS_LIST,
                             .name = N_("grain"), .help = N_("set the grain by hand")),
    [ACTION_RESCAN] =
        ROW(LOOK, ON(DISKS) | ON(TABLE) | ON(DETAILS) | ON(RESUME),
            .keys = { 'R', KEY_CODE_F5, CONTROL('r') }, .name = N_("read again"),
            .help = N_("read everything again"), .lacks = { CONTROL('r'), ON(DETAILS) }),
    [ACTION_HELP_KEYS] = ROW(HERE, ON(HELP), .keys = { '1' }, .run = screen_help_keys,
                             .name = N_("keys"), .help = N_("show the keys")),
    [ACTION_HELP_WORDS] = ROW(HERE, ON(HELP), .keys = { '2' }, .run = screen_help_words,
                              .name = N_("words"), .help = N_("show the words")),
    [ACTION_HELP_RUN] =
        ROW(HERE, ON(HELP), .keys = { KEY_CODE_ENTER }, .run = screen_help_run,
            .name = N_("run"), .help = N_("choose an action, then run it")),
    [ACTION_NEW] =
        ROW(CHANGE, ON(TABLE), .keys = { 'n' }, .run = table_new, .needs = NEEDS_EDIT,
            .name = N_("New"), .help = N_("make a partition in this free space")),
    [ACTION_DELETE] = ROW(
        CHANGE, ON(TABLE), .keys = { 'd', KEY_CODE_DELETE }, .run = table_delete,
        .needs = NEEDS_EDIT | NEEDS_PARTITION | WORKS_ON_MARKS, .name = N_("Delete"),
        .help = N_("delete this partition"),
        .loses = N_("Its data is not found any more once this is written: delete (y/N)?"),
        .without = N_("There is no partition here to be deleted.")),
    [ACTION_RESIZE] =
        ROW(CHANGE, ON(TABLE), .keys = { 'r' }, .run = table_resize,
            .needs = NEEDS_EDIT | NEEDS_PARTITION, .name = N_("Resize"),
            .help = N_("change the size or the end"),
            .without = N_("There is no partition here to be resized: %s makes one."),
            .without_key = ACTION_NEW),
    [ACTION_MOVE] = ROW(CHANGE, ON(TABLE), .keys = { 'm' }, .run = table_move,
                        .needs = NEEDS_EDIT | NEEDS_PARTITION, .name = N_("Move"),
                        .help = N_("type another start; its data moves along"),
                        .without = N_("There is no partition here to be moved.")),
    [ACTION_ALIGN] = ROW(CHANGE, ON(TABLE), .keys = { 'a' }, .run = table_align,
                         .needs = NEEDS_EDIT | NEEDS_PARTITION, .name = N_("Align"),
                         .help = N_("take the best start; its data moves along"),
                         .without = N_("There is no partition here to be aligned.")),
    [ACTION_EMPTY] =
        ROW(CHANGE, ON(TABLE) | ON(EMPTY), .keys = { 'E' }, .run = table_empty,
            .needs = NEEDS_EDIT | NEEDS_PARTITION,
            .help = N_("read all of it to see if it is empty, or call it empty"),
            .without = N_("There is no partition here that could be empty.")),
    [ACTION_TYPE] = ROW(CHANGE, ON(TABLE), .keys = { 't' }, .run = screen_types_open,
                        .needs = NEEDS_EDIT | NEEDS_PARTITION | WORKS_ON_MARKS,
                        .name = N_("Type"), .help = N_("choose another type from a list"),
                        .without = N_("There is no partition here to have a type.")),
    [ACTION_BOOT] = ROW(CHANGE, ON(TABLE), .keys = { 'b' }, .run = table_boot,
                        .needs = NEEDS_EDIT | NEEDS_PARTITION, .name = N_("Boot"),
                        .help = N_("turn the boot flag on or off"),
                        .without = N_("There is no partition here to boot from.")),
    [ACTION_NAME] = ROW(CHANGE, ON(TABLE) | ON(TYPES), .keys = { 'c' },
                        .run = screen_types_name, .needs = NEEDS_EDIT, .name = N_("Name"),
                        .help = N_("change name, attributes, GUID (gpt)")),
    [ACTION_SORT] =
        ROW(CHANGE, ON(TABLE), .keys = { 's' }, .run = table_sort, .needs = NEEDS_EDIT,
            .help = N_("renumber in the order of the disk")),
    [ACTION_DISK_ID] = ROW(CHANGE, ON(TABLE), .keys = { 'D' }, .run = table_disk_id,
                           .needs = NEEDS_EDIT, .help = N_("change the disk id")),
    [ACTION_NEW_TABLE] =
        ROW(CHANGE, ON(TABLE), .keys = { 'N' }, .opens = SCREEN_NEW_TABLE,
            .needs = NEEDS_LIST | NEEDS_WRITABLE, .name = N_("New table"),
            .help = N_("make a new table, empty or with partitions")),
    [ACTION_CONVERT] =
        ROW(CHANGE, ON(TABLE), .keys = { 'C' }, .run = table_convert, .needs = NEEDS_EDIT,
            .help = N_("convert msdos to gpt, or back"),
            .loses = N_("Names, attributes or logicals may be lost: convert (y/N)?")),
    [ACTION_REPAIR] =
        ROW(CHANGE, ON(TABLE) | ON(VERIFY), .keys = { 'V' }, .run = table_repair,
            .needs = NEEDS_LIST, .help = N_("repair a damaged table")),
    [ACTION_MARK] = ROW(CHANGE, ON(TABLE), .keys = { ' ' }, .run = marks_toggle,
                        .needs = NEEDS_EDIT | NEEDS_PARTITION,
                        .help = N_("mark for delete, type, verify"),
                        .without = N_("There is no partition here to be marked.")),
    [ACTION_UNDO] = ROW(CHANGE, ON(TABLE) | ON(CHANGES) | ON(PLAN), .keys = { 'u' },
                        .run = change_undo, .needs = NEEDS_DISK | NEEDS_PENDING,
                        .name = N_("Undo"), .help = N_("undo the last change"),
                        .without = N_("There is nothing to undo.")),
    [ACTION_REDO] = ROW(CHANGE, ON(TABLE) | ON(CHANGES) | ON(PLAN), .keys = { 'U' },
                        .run = change_redo, .needs = NEEDS_DISK, .name = N_("Redo"),
                        .help = N_("make the undone change again")),
    [ACTION_CHANGES] = ROW(CHANGE, ON(TABLE), .keys = { 'l' }, .opens = SCREEN_CHANGES,
                           .needs = NEEDS_DISK, .name = N_("Changes"),
                           .help = N_("the list of pending changes")),
    [ACTION_DROP] =
        ROW(HERE, ON(CHANGES), .keys = { 'd', KEY_CODE_DELETE },
            .run = screen_changes_drop, .needs = NEEDS_DISK, .name = N_("drop"),
            .help = N_("take this change out of the list")),
    [ACTION_COMPARE] =
        ROW(HERE, ON(CHANGES) | ON(WRITE), .keys = { KEY_CODE_TAB, KEY_CODE_BACK_TAB },
            .run = compare_switch, .needs = NEEDS_DISK, .name = N_("before and after"),
            .help = N_("the table before and after the changes")),
    [ACTION_SAVE_SCRIPT] =
        ROW(CHANGE, ON(TABLE) | ON(CHANGES), .keys = { 'O' }, .run = change_save_script,
            .needs = NEEDS_DISK, .name = N_("save as script"),
            .help = N_("save the table as an sfdisk script")),
    [ACTION_LOAD_SCRIPT] =
        ROW(CHANGE, ON(TABLE), .keys = { 'I' }, .run = change_load_script,
            .needs = NEEDS_DISK, .name = N_("load a script"),
            .help = N_("load the table from an sfdisk script")),
    [ACTION_BACKUP] = ROW(CHANGE, ON(TABLE), .keys = { 'K' }, .run = change_backup,
                          .needs = NEEDS_DISK, .name = N_("back up"),
                          .help = N_("save the table's sectors in a backup file")),
    [ACTION_RESTORE] = ROW(CHANGE, ON(TABLE), .keys = { 'L' }, .run = change_restore,
                           .needs = NEEDS_DISK, .name = N_("restore"),
                           .help = N_("restore the table from a backup file")),
    [ACTION_HISTORY] =
        ROW(CHANGE, ON(TABLE), .keys = { 'H' }, .run = screen_history_open,
            .needs = NEEDS_DISK, .name = N_("history"),
            .help = N_("show tables saved before writes, and what changed")),
    [ACTION_MARK_SAVED] =
        ROW(HERE, ON(HISTORY), .keys = { ' ' }, .run = screen_history_mark,
            .needs = NEEDS_DISK, .name = N_("mark"),
            .help = N_("mark a table to compare others with")),
    [ACTION_PUT_BACK] =
        ROW(HERE, ON(HISTORY), .keys = { 'L' }, .run = screen_history_restore,
            .needs = NEEDS_DISK, .name = N_("restore"),
            .help = N_("restore this table: check it, then ask for yes")),
    [ACTION_FINISH] =
        ROW(HERE, ON(RESUME), .keys = { 'f' }, .run = fix_run_finish,
            .name = N_("finish"),
            .help = N_("complete the move: what is left, compared, then the rest")),
    [ACTION_TAKE_BACK] = ROW(HERE, ON(RESUME), .keys = { 't' }, .run = fix_run_take_back,
                             .name = N_("take back"),
                             .help = N_("take the move back: the data to its old place")),
    [ACTION_STOP_MOVE] =
        ROW(HERE, ON(MOVING), .keys = { 's' }, .run = fix_run_ask_stop,
            .name = N_("stop"), .help = N_("stop at a safe point; asks first")),
    [ACTION_GIVE_UP] =
        ROW(CHANGE,
            ON(TABLE) | ON(VERIFY) | ON(WHY) | ON(CHANGES) | ON(PLAN) | ON(HISTORY) |
                ON(FIX_PLAN) | ON(WRITE),
            .keys = { 'o' }, .run = screen_give_up, .needs = NEEDS_DISK,
            .name = N_("give up"), .help = N_("agree to what is refused; asks first")),
    [ACTION_WRITE] =
        ROW(CHANGE, ON(TABLE) | ON(CHANGES) | ON(PLAN) | ON(WRITE), .keys = { 'W' },
            .run = change_write, .needs = NEEDS_DISK | NEEDS_PENDING, .name = N_("Write"),
            .help = N_("write the changes: check them, then ask for yes"),
            .without = N_("Nothing is pending: there is nothing to write.")),
    [ACTION_WRITE_HINT] =
        ROW(CHANGE, ON(TABLE) | ON(CHANGES), .keys = { 'w' }, .run = change_hint,
            .needs = NEEDS_DISK, .help = N_("names the key that writes: W")),
    [ACTION_VALUE_BEFORE] =
        ROW(HERE, ON(FORM), .keys = { KEY_CODE_LEFT }, .help = N_("the previous value")),
    [ACTION_VALUE_NEXT] = ROW(HERE, ON(FORM), .keys = { ' ', KEY_CODE_RIGHT },
                              .name = N_("other value"), .help = N_("the next value")),
    [ACTION_TYPE_LIST] =
        ROW(HERE, ON(FORM), .keys = { CONTROL('t') }, .name = N_("list of types"),
            .help = N_("choose a type from the list")),
    [ACTION_HELP] =
        ROW(LEAVE, ANY, .keys = { '?', 'h', KEY_CODE_F1 }, .run = screen_help_open,
            .name = N_("Help"), .help = N_("the help for this screen")),
    [ACTION_BACK] =
        ROW(LEAVE, ANY & ~ON(RESUME), .keys = { 'q', KEY_CODE_ENTER }, .run = leave_back,
            .help = N_("go back; on the first screen tell which key quits"),
            .lacks = { KEY_CODE_ENTER, ANY & ~ON(WRITTEN) }),
    [ACTION_LATER] = ROW(HERE, ON(RESUME), .keys = { 'q' }, .run = leave_back,
                         .name = N_("leave alone"),
                         .help = N_("leave it as it is: nothing is written")),
    [ACTION_QUIT] = ROW(LEAVE, ANY, .keys = { 'Q', KEY_CODE_F10 }, .run = leave_quit,
                        .name = N_("Quit"), .help = N_("quit"),
                        .lacks = { 'Q', ANY & ~(ON(DISKS) | ON(TABLE)) }),
    [ACTION_CANCEL] =
        ROW(LEAVE, ANY, .keys = { CONTROL('g'), KEY_CODE_ESCAPE }, .run = leave_cancel,
            .help = N_("go back one screen, never quit")),
    [ACTION_REDRAW] = ROW(LEAVE, ANY, .keys = { CONTROL('l') }, .run = redraw_screen,
                          .help = N_("draw the screen again")),
    [ACTION_SUSPEND] = ROW(LEAVE, ANY, .keys = { CONTROL('z') }, .run = suspend_program,
                           .help = N_("go to the shell; fg there comes back")),
};
