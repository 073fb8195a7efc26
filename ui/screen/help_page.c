/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_page.c - the lines of the help: a row for each action, what can be typed, words */
#include "ui/screen/help_page.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "ui/app/keymap.h"

#define KEY_COLUMNS 16 /* at most a quarter of the width */

static const char *const group_names[ACTION_GROUPS] = {
    [ACTIONS_HERE] = N_("On this screen"),
    [ACTIONS_ALIGN] = N_("Align and measure"),
    [ACTIONS_CHANGE] = N_("Change (nothing is written before W)"),
    [ACTIONS_MOVE] = N_("Moving about"),
    [ACTIONS_LOOK] = N_("Look"),
    [ACTIONS_LEAVE] = N_("Help and leave"),
};

/* What takes the place of a key, and what it means. */
struct sign {
    const char *sign;    /* N_(): TRANSLATORS: at most 15 columns */
    const char *meaning; /* N_() */
};

static const struct sign mouse[] = {
    { N_("mouse"), N_("rows, buttons, the map, keys below; wheel") },
    { N_("Shift+mouse"), N_("selects text") },
};

/* What the fields of a form accept. */
static const struct sign typed[] = {
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

static const struct sign signs[] = {
    { "!", N_("a start that is off the boundary") },
    { "│", N_("a start on it; in the ruler the boundary itself") },
    { "▒", N_("a misaligned partition") },
    { "█", N_("an aligned partition") },
    { "·", N_("free space") },
    { "1 2 3", N_("in the ruler: the partition that owns the sector") },
    { "M", N_("in the ruler: the partition table") },
};

/* Marks line FIRST as the beginning of a row of VALUE; 0: of a number of its own. */
static void begin_row(struct help_page *page, int first, int value)
{
    page->lines.lines[first].value = value ? value : ACTION_COUNT + page->rows++;
}

static void begin_part(struct help_page *page, const char *title)
{
    if (page->lines.count)
        pager_add(&page->lines, STYLE_NORMAL, "");
    pager_add(&page->lines, STYLE_HEAD, title);
    begin_row(page, page->lines.count - 1, 0);
}

static int key_columns(const struct help_page *page)
{
    return page->width / 4 < KEY_COLUMNS ? page->width / 4 : KEY_COLUMNS;
}

static void add_pair(struct help_page *page, int value, const char *key, const char *text)
{
    int first = page->lines.count;

    pager_add_pair(&page->lines, key_columns(page), page->width, key, text);
    begin_row(page, first, value);
}

static void add_signs(struct help_page *page, const struct sign *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_pair(page, 0, _(rows[i].sign), _(rows[i].meaning));
}

/* True for what changes the table while a move has not ended: it would be refused. */
static bool is_barred(const struct app *app, const struct action_row *row)
{
    return app->fix.is_shown && row->needs & (NEEDS_WRITABLE | NEEDS_PENDING);
}

/* Adds a title, and a row for each action of GROUP that has a key on SCREEN, with as many
 * of its keys as fit. */
static void add_group(struct help_page *page, const struct app *app,
                      enum screen_id screen, enum action_group group)
{
    bool has_title = false;
    char keys[KEY_LIST];

    for (enum action i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
        const struct action_row *row = keymap_row(app, i);
        int max = ACTION_KEYS;

        if (row->group != group || is_barred(app, row))
            continue;
        if (!*keymap_keys(app, screen, i, max, keys))
            continue;
        while (text_width(keys) >= key_columns(page) && --max > 0)
            keymap_keys(app, screen, i, max, keys);
        if (!has_title)
            begin_part(page, _(group_names[group]));
        has_title = true;
        add_pair(page, (int)i, keys, _(row->help));
    }
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
         "name the boundary that it is on. Where an end is off, which costs no speed, "
         "the details tell.") },
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

/* The signs of the selected row, all signs, and the glossary. */
static void add_glossary(struct help_page *page, const struct app *app,
                         const struct screen *below)
{
    struct pager own = { 0 };

    page->words = page->lines.count + 1; /* behind an empty line */
    if (below->add_signs)
        below->add_signs(app, page->width, &own);
    if (own.count)
        begin_part(page, _("The selected row"));
    pager_append(&page->lines, &own);
    begin_part(page, _("Signs"));
    add_signs(page, signs, ARRAY_SIZE(signs));
    for (size_t i = 0; help_page_word(i); i++) {
        CLEANUP(freep) char *text = help_page_word_text(i);
        begin_part(page, help_page_word(i));
        pager_add_wrapped(&page->lines, STYLE_NORMAL, 2, page->width, text);
    }
}

struct help_page help_page_of(const struct app *app, enum screen_id screen, int width)
{
    struct help_page page = { .width = width };

    for (enum action_group group = 0; group < ACTION_GROUPS; group++) {
        add_group(&page, app, screen, group);
        if (group == ACTIONS_HERE && screen == SCREEN_FORM) {
            begin_part(&page, _("What can be typed"));
            add_signs(&page, typed, ARRAY_SIZE(typed));
        }
        if (group == ACTIONS_MOVE && app->has_mouse)
            add_signs(&page, mouse, ARRAY_SIZE(mouse));
    }
    add_glossary(&page, app, app->ui->screens[screen]);
    return page;
}

bool help_is_action(int value)
{
    return value > ACTION_NONE && value < ACTION_COUNT;
}

int help_page_line(const struct help_page *page, int value)
{
    for (int i = 0; value && i < page->lines.count; i++) {
        if (page->lines.lines[i].value == value)
            return i;
    }
    return -1;
}

int help_page_find(const struct app *app, const struct help_page *page, int first,
                   const char *find)
{
    int value = page->lines.lines[first].value, end = first + 1;
    const char *name =
        help_is_action(value) ? keymap_row(app, (enum action)value)->name : NULL;

    while (end < page->lines.count && !page->lines.lines[end].value)
        end++;
    int line = pager_find(&page->lines, first, end, find);
    return line < 0 && name && strcasestr(_(name), find) ? first : line;
}
