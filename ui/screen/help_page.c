/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_page.c - the lines of the help pages: keys by group, what can be typed, words */
#include "ui/screen/help_page.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "ui/app/keymap.h"

#define KEY_COLUMNS 14

static const char *const group_names[ACTION_GROUPS] = {
    [ACTIONS_MOVE] = N_("Move"),
    [ACTIONS_LOOK] = N_("Look"),
    /* TRANSLATORS: the head of a list of keys, 37 columns */
    [ACTIONS_CHANGE] = N_("Change (nothing is written before W)"),
    [ACTIONS_LEAVE] = N_("Leave"),
};

/* "↑ k ↓ j": the keys of COUNT actions from FIRST on, fewer of each if they are too wide.
 * */
static void keys_of(const struct help_source *source, enum action first, int count,
                    struct str *out)
{
    char keys[KEY_LIST];

    for (int max = 3; max > 0; max--) {
        str_clear(out);
        for (int i = 0; i < count; i++) {
            keymap_keys(source->app, source->screen, first + (unsigned)i, max, keys);
            str_printf(out, "%s%s", out->length && *keys ? " " : "", keys);
        }
        if (text_width(str_text(out)) < KEY_COLUMNS)
            return;
    }
}

/* True if each of COUNT actions from FIRST on has a key. */
static bool have_keys(const struct help_source *source, enum action first, int count)
{
    char keys[KEY_LIST];

    for (int i = 0; i < count; i++) {
        if (!*keymap_keys(source->app, source->screen, first + (unsigned)i, 1, keys))
            return false;
    }
    return true;
}

/* Adds the line of ACTION, or the one that it shares with the next actions if the screen
 * has all of them.  Returns the number of actions on that line. */
static int add_action(struct pager *page, const struct help_source *source, int width,
                      enum action action)
{
    const struct action_row *row = keymap_row(source->app, action);
    bool is_shared = source->is_brief && row->shared.help &&
                     have_keys(source, action, row->shared.count);
    int count = is_shared ? row->shared.count : 1;
    CLEANUP(str_finish) struct str keys = { 0 };

    keys_of(source, action, count, &keys);
    if (keys.length)
        pager_add_pair(page, KEY_COLUMNS, width, str_text(&keys),
                       _(is_shared ? row->shared.help : row->help));
    return count;
}

static void add_mouse(struct pager *page, int width)
{
    /* TRANSLATORS: instead of a key, at most 13 columns */
    pager_add_pair(page, KEY_COLUMNS, width, _("mouse"),
                   _("rows, buttons, the map, keys below; wheel"));
    /* TRANSLATORS: the Shift key and the mouse, at most 13 columns */
    pager_add_pair(page, KEY_COLUMNS, width, _("Shift+mouse"), _("selects text"));
}

void help_page_add_group(struct pager *page, const struct help_source *source,
                         enum action_group group, int width)
{
    struct pager lines = { 0 };

    for (int i = ACTION_NONE + 1; i < ACTION_COUNT;) {
        bool is_in = keymap_row(source->app, (enum action)i)->group == group;
        i += is_in ? add_action(&lines, source, width, (enum action)i) : 1;
    }
    if (group == ACTIONS_MOVE && source->app->has_mouse)
        add_mouse(&lines, width);
    if (lines.count && page->count)
        pager_add(page, STYLE_NORMAL, "");
    if (lines.count)
        pager_add(page, STYLE_HEAD, _(group_names[group]));
    pager_append(page, &lines);
}

/* What the fields of a form accept. */
static const struct {
    const char *example;
    const char *meaning; /* N_(): TRANSLATORS: 24 columns each */
} typed[] = {
    { "20GiB, 8GB", N_("powers of two, of ten") },
    { "2048s, 2048", N_("sectors") },
    { "50%", N_("of the free space") },
    { "63*512", N_("bytes, as a product") },
    { "..40959", N_("an end, that sector too") },
    { "+20G, -20G", N_("so much larger, smaller") },
    { "end-1GiB", N_("counted from the end") },
    { "Ctrl-U", N_("empties the field") },
    { "!", N_("before a field: wrong") },
};

void help_page_add_typed(struct pager *page, int width)
{
    if (page->count)
        pager_add(page, STYLE_NORMAL, "");
    pager_add(page, STYLE_HEAD, _("What can be typed"));
    for (size_t i = 0; i < ARRAY_SIZE(typed); i++)
        pager_add_pair(page, KEY_COLUMNS, width, typed[i].example, _(typed[i].meaning));
}

/* --- the words --- */

/* The bytes that a sector takes on the platter: gap, sync and address mark ("lead"),
 * data, error correction.  Source: IDEMA's Long Data Sector proposal of 2010. */
static const struct format {
    int data, lead, correction;
} formats[] = {
    { 512, 15, 50 },
    { 4096, 15, 100 },
};

static int format_total(const struct format *format)
{
    return format->lead + format->data + format->correction;
}

static double efficiency(const struct format *format)
{
    return 100.0 * format->data / format_total(format);
}

enum { WHY_4096 = 7 }; /* the term whose text has numbers to fill in */

/* Terms and their explanations. */
static const char *const words[][2] = {
    { "1b 3e 5l",
      N_("The letters behind a partition's number: b has the boot flag, e is the "
         "extended "
         "partition, l is a logical one inside it. A star before it: changed, not "
         "written.") },
    { "! +7 s",
      N_("The start is off: it lies 7 sectors past a boundary. 'ok 1M' and 'ok 4K' "
         "name the boundary that it is on. 'end +3': only the end is off, which costs "
         "no speed.") },
    { "512/512? 8n+7",
      N_("Logical and physical sector as the disk says; with ? the physical one is only "
         "assumed. 8n+7: boundaries are not the multiples of 8 but 7 sectors behind "
         "them.") },
    { N_("letters on the map"),
      N_("The content of a partition, in its second cell: e ext, n NTFS, f FAT, F exFAT, "
         "x XFS, b btrfs, s swap, c LUKS, l LVM, r RAID; for others the first letter of "
         "their name.") },
    { N_("sector"),
      N_("The smallest piece that a disk reads or writes. Disks number them from 0; the "
         "number is the LBA. '63 s' is 63 sectors.") },
    { N_("logical, physical sector"),
      N_("The logical sector is what the disk speaks of: 512 or 4096 bytes. The physical "
         "one is what it really writes. A part of a physical sector cannot be written: "
         "the whole of it is read, changed, written.") },
    { N_("512n, 512e, 4Kn"),
      N_("512n: 512-byte sectors, logical and physical. 512e: 4096-byte physical sectors "
         "shown as eight logical ones of 512. 4Kn: 4096 in both; some firmware cannot "
         "boot from it. 512?: says 512 and may hide 4096.") },
    [WHY_4096] = { N_("why 4096"),
                   /* TRANSLATORS: data + lead + correction = total; the share of data */
                   N_("A sector of %1$d bytes takes %2$d + %1$d + %3$d = %4$d bytes on "
                      "the platter: %1$d/%4$d = %5$.1f %% is data. One of %6$d takes "
                      "%7$d + %6$d + %8$d = %9$d: %6$d/%9$d = %10$.1f %%, with twice the "
                      "error correction.") },
    { N_("boundary"),
      N_("Where a physical sector begins: every 8 logical sectors of 512 bytes. A "
         "partition that starts on one is aligned; one that starts between two is off, "
         "and so is every block in it.") },
    { N_("grain"),
      N_("The step that new partitions are aligned to, 1 MiB as a rule. It is a multiple "
         "of every usual sector, page and RAID stripe, so it is right without knowing "
         "the disk.") },
    { N_("read-modify-write"),
      N_("To write a block that covers two physical sectors in part, the disk reads "
         "both, changes them in its memory and writes both: one write costs two reads "
         "and two writes, and on a turning disk a turn to wait.") },
    { N_("durable write"),
      N_("A write that the disk confirms when it is on the medium, not before. "
         "Databases, mail and package managers wait for such writes; they are what a "
         "misaligned start slows down, and what B measures.") },
    { /* xgettext:no-c-format */
      N_("99 % sure"),
      N_("Times are never the same twice. The interval beside a ratio holds the true "
         "one in 99 of 100 such measurements. Where all of it lies above 1.2 a start is "
         "called worth fixing.") },
    { N_("CHS and the 63"),
      N_("Old tools counted in cylinders of 255 heads x 63 sectors = 16065 sectors, and "
         "began the first partition one track in, at sector 63. 63 = 7 x 8 + 7 and 16065 "
         "= 2008 x 8 + 1: nearly all such starts are off.") },
    { N_("extended, EBR"),
      N_("An msdos table has four entries. One of them can be an extended partition: a "
         "container of logical ones, each with an EBR, a small table, in front of it. "
         "Where a container or an EBR starts does not matter.") },
    { N_("hidden sectors"),
      N_("A field in the boot sector of NTFS and FAT: how many sectors lie before the "
         "partition. Windows boots by it, so it must follow when the start moves.") },
    { N_("journal"),
      N_("Where a move writes sectors before it overwrites them: in free space of the "
         "disk, or in a file on another one. It also keeps the plan, and how far the "
         "move "
         "is. Whatever stops a move, it goes on from there.") },
    { N_("guard"),
      N_("What lies in place of the first sectors of a partition while its data is "
         "moved: "
         "no system takes the half-moved partition for a whole one. It leads to the "
         "journal, too.") },
};

const char *help_page_word(size_t index)
{
    return index < ARRAY_SIZE(words) ? _(words[index][0]) : NULL;
}

char *help_page_word_text(size_t index)
{
    const struct format *a = &formats[0], *b = &formats[1];
    const char *text = _(words[index][1]);

    if (index != WHY_4096)
        return xstrdup(text);
    return xasprintf(text, a->data, a->lead, a->correction, format_total(a),
                     efficiency(a), b->data, b->lead, b->correction, format_total(b),
                     efficiency(b));
}

struct pager help_page_words(int width)
{
    struct pager page = { 0 };

    for (size_t i = 0; help_page_word(i); i++) {
        CLEANUP(freep) char *text = help_page_word_text(i);
        if (i)
            pager_add(&page, STYLE_NORMAL, "");
        pager_add(&page, STYLE_HEAD, help_page_word(i));
        pager_add_wrapped(&page, STYLE_NORMAL, 2, width, text);
    }
    return page;
}
