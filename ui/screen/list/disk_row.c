/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk_row.c - a disk as a row of the picker */
#include "ui/screen/list/disk_row.h"

#include <stdio.h>

#include "model/align/judge.h"
#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/note_weight.h"
#include "ui/app/disk.h"

#define CELL_SIZE 160 /* at least SIZE_TEXT */
#define NARROW    60  /* narrower screens have short sizes */

typedef void make_cell(const struct disk_info *disk, char buf[CELL_SIZE]);

static void cell_device(const struct disk_info *disk, char buf[CELL_SIZE])
{
    copy_text(buf, CELL_SIZE, disk->path);
}

static void cell_model(const struct disk_info *disk, char buf[CELL_SIZE])
{
    copy_text(buf, CELL_SIZE, disk->model);
}

static void cell_size(const struct disk_info *disk, char buf[CELL_SIZE])
{
    (void)size_format(disk->size_bytes, SIZE_IEC, 0, buf);
}

static void cell_size_short(const struct disk_info *disk, char buf[CELL_SIZE])
{
    (void)size_format_short(disk->size_bytes, buf);
}

static void cell_bus(const struct disk_info *disk, char buf[CELL_SIZE])
{
    copy_text(buf, CELL_SIZE, disk->transport);
}

static void cell_sectors(const struct disk_info *disk, char buf[CELL_SIZE])
{
    const struct limits *limits = disk->layout ? layout_limits(disk->layout) : NULL;
    bool is_assumed = limits && limits->physical_source == SOURCE_ASSUMED;
    bool is_measured = limits && limits->physical_source == SOURCE_MEASURED;

    (void)snprintf(buf, CELL_SIZE, "%u/%llu%s", disk->logical,
                   is_measured ? (ull)limits->physical : disk->physical,
                   is_assumed ? " ?" : ""); /* it fits */
}

static void cell_table(const struct disk_info *disk, char buf[CELL_SIZE])
{
    bool has_table = disk->layout && layout_label(disk->layout)->kind != LABEL_NONE;

    copy_text(buf, CELL_SIZE, has_table ? label_name(layout_label(disk->layout)) : "-");
}

/* "3/4": used slots of an msdos table; "4": the partitions of any other table. */
static void cell_parts(const struct disk_info *disk, char buf[CELL_SIZE])
{
    unsigned slots = 0, parts = 0;

    for (size_t i = 0; disk->layout && i < layout_count(disk->layout); i++) {
        const struct extent *extent = layout_at(disk->layout, i);
        slots += extent->kind == EXTENT_PARTITION || extent->kind == EXTENT_EXTENDED;
        parts += extent_is_partition(extent);
    }
    if (!disk->layout)
        copy_text(buf, CELL_SIZE, "");
    else if (layout_label(disk->layout)->kind == LABEL_MSDOS)
        (void)snprintf(buf, CELL_SIZE, "%u/4", slots); /* it fits */
    else
        (void)snprintf(buf, CELL_SIZE, "%u", parts); /* it fits */
}

/* TRANSLATORS: the column "Alignment", 11 columns wide. */
static const char *ok_words(const struct layout *layout, struct judge_summary sum)
{
    if (!sum.judged)
        return "-";
    return verify_unread(layout) ? _("starts ok") : _("all ok");
}

static void cell_alignment(const struct disk_info *disk, char buf[CELL_SIZE])
{
    struct judge_summary sum = { 0 };

    if (disk->layout)
        sum = judge_all(disk->layout);
    /* TRANSLATORS: the column "Alignment", 11 columns wide. */
    if (!disk->layout)
        copy_text(buf, CELL_SIZE, _("not read"));
    else if (layout_label(disk->layout)->kind == LABEL_NONE)
        copy_text(buf, CELL_SIZE, _("no table"));
    else if (layout_note_find(disk->layout, NOTE_MOVE_IN_PROGRESS))
        copy_text(buf, CELL_SIZE, _("! moving"));
    else if (note_has_damage(disk->layout))
        copy_text(buf, CELL_SIZE, _("! damaged"));
    else if (sum.off)
        (void)snprintf(buf, CELL_SIZE, _("! %1$u of %2$u"), sum.off,
                       sum.judged); /* it fits */
    else
        copy_text(buf, CELL_SIZE, ok_words(disk->layout, sum));
}

static void cell_use(const struct disk_info *disk, char buf[CELL_SIZE])
{
    copy_text(buf, CELL_SIZE, disk->in_use[0] ? disk->in_use : _("no"));
}

/* TRANSLATORS: column heads of the list of disks; their widths are 12, 18, 9, 7, 6, 9,
 * 6, 5, 11 and 7 columns. */
static const struct column {
    const char *head; /* N_() */
    make_cell *make;
    int gap, width;
    int rank; /* the highest leaves first where space is short; 0 never leaves */
    bool is_right;
    bool is_narrow, is_wide; /* only on screens below NARROW, or only on wider ones */
} columns[] = {
    { N_("Device"), cell_device, 0, 12, 0, false, false, false },
    { N_("Model"), cell_model, 2, 18, 9, false, false, true },
    { N_("Size"), cell_size, 2, 9, 0, true, false, true },
    { N_("Size"), cell_size_short, 2, 7, 0, true, true, false },
    { N_("Bus"), cell_bus, 2, 6, 8, false, false, false },
    { N_("Log/Phys"), cell_sectors, 1, 9, 6, false, false, false },
    { N_("Table"), cell_table, 1, 6, 7, false, false, false },
    { N_("Parts"), cell_parts, 1, 5, 5, true, false, false },
    { N_("Alignment"), cell_alignment, 2, 11, 0, false, false, false },
    { N_("In use"), cell_use, 1, 7, 4, false, false, false },
};

static bool is_shown(const struct column *column, int cols, int rank)
{
    if (cols < NARROW ? column->is_wide : column->is_narrow)
        return false;
    return column->rank <= rank;
}

/* Returns the highest rank at which all columns fit. */
static int fitting_rank(int cols)
{
    for (int rank = 9; rank > 0; rank--) {
        int width = DISK_ROW_COLUMN;
        for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
            if (is_shown(&columns[i], cols, rank))
                width += columns[i].gap + columns[i].width;
        }
        if (width < cols)
            return rank;
    }
    return 0;
}

/* Draws the heads if DISK is NULL. */
static void draw_disk_row(struct canvas *canvas, int row, const struct disk_info *disk)
{
    int col = DISK_ROW_COLUMN, cols = canvas_cols(canvas), rank = fitting_rank(cols);

    for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
        const struct column *column = &columns[i];
        char text[CELL_SIZE];
        int style = disk ? STYLE_NORMAL : STYLE_HEAD, width = column->width;
        if (!is_shown(column, cols, rank))
            continue;
        col += column->gap;
        if (disk && column->make == cell_alignment && app_disk_is_off(disk))
            style = STYLE_OFF;
        if (i + 1 == ARRAY_SIZE(columns))
            width = cols - 1 - col; /* the last column takes the rest */
        if (disk)
            column->make(disk, text);
        (column->is_right ? canvas_put_right : canvas_put)(canvas, row, col, width, style,
                                                           disk ? text : _(column->head));
        col += width;
    }
}

void disk_row_draw_heads(struct canvas *canvas, int row)
{
    draw_disk_row(canvas, row, NULL);
}

void disk_row_draw(struct canvas *canvas, int row, const struct disk_info *disk)
{
    draw_disk_row(canvas, row, disk);
}
