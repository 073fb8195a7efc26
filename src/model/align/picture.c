/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.c - a drawing to scale of blocks across physical sectors */
#include "model/align/picture.h"

#include <inttypes.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

#define WIDTH_MIN     24
#define NAME_COLUMNS  8
#define SECTORS_USUAL 4

/* Columns of a physical sector, the best first. */
static const int scales[] = { 16, 8, 4, 2 };

/* The drawing shows SECTORS physical sectors from the byte BASE on, each SCALE columns
 * wide, the first one at column LEFT.  BASE is negative for the sector that an alignment
 * offset cuts at the start of the disk. */
struct scene {
    const struct limits *limits;
    const struct blocks *blocks;
    struct block_cost cost;
    int64_t base;
    int sectors;
    int scale;
    int left;
    int width;
    bool has_before; /* shows one sector before that of the first block */
};

/* A row under construction, from left to right. */
struct row {
    struct str text;
    int columns;
};

static void row_add(struct row *row, const char *text)
{
    str_add(&row->text, text);
    row->columns += (int)utf8_columns(text);
}

static void row_repeat(struct row *row, int to_column, const char *glyph)
{
    while (row->columns < to_column)
        row_add(row, glyph);
}

/* Rounds down, except to a boundary that BYTE is past. */
static int column_of(const struct scene *scene, uint64_t byte)
{
    uint64_t distance = (uint64_t)((int64_t)byte - scene->base);
    uint64_t p = scene->limits->physical, scale = (uint64_t)scene->scale;
    uint64_t column = distance / p * scale + distance % p * scale / p;
    uint64_t last = (uint64_t)scene->sectors * scale + 1;

    if (distance % p && column % scale == 0)
        column++;
    return scene->left + (int)(column < last ? column : last);
}

static int right_edge(const struct scene *scene)
{
    return scene->left + scene->sectors * scene->scale;
}

static void start_row(const struct scene *scene, struct row *row, const char *name)
{
    size_t bytes;

    while (*name && row->columns + 2 < scene->left) {
        (void)utf8_decode(name, &bytes);
        str_add_bytes(&row->text, name, bytes);
        name += bytes;
        row->columns = (int)utf8_columns(str_text(&row->text));
    }
    row_repeat(row, scene->left, " ");
}

/* Draws the LBA of each boundary above its tick, if there is space. */
static char *draw_axis(const struct scene *scene)
{
    struct row row = { 0 };

    /* TRANSLATORS: the word before sector numbers; 8 columns at most. */
    start_row(scene, &row, _("sector"));
    for (int i = 0; i <= scene->sectors; i++) {
        int64_t byte = scene->base + i * (int64_t)scene->limits->physical;
        int column = scene->left + i * scene->scale;
        if (byte < 0 || (row.columns > scene->left && row.columns >= column))
            continue;
        CLEANUP(freep)
        char *number = xasprintf("%" PRId64, byte / (int64_t)scene->limits->logical);
        if (column + (int)utf8_columns(number) > scene->width)
            break;
        row_repeat(&row, column, " ");
        row_add(&row, number);
    }
    return str_take(&row.text);
}

static char *draw_disk(const struct scene *scene)
{
    struct row row = { 0 };

    /* TRANSLATORS: the physical sectors in the picture; 8 columns at most. */
    start_row(scene, &row, _("disk"));
    for (int i = 0; i < scene->sectors; i++) {
        row_add(&row, "│");
        row_repeat(&row, scene->left + (i + 1) * scene->scale, "·");
    }
    row_add(&row, "│");
    return str_take(&row.text);
}

static char *draw_blocks(const struct scene *scene)
{
    const struct blocks *blocks = scene->blocks;
    struct row row = { 0 };
    int edge = right_edge(scene);
    /* Blocks of less than two columns are drawn as one. */
    bool is_fine = blocks->size < 2 * scene->limits->physical / (uint64_t)scene->scale;

    start_row(scene, &row, blocks->name);
    row_repeat(&row, column_of(scene, blocks->first_byte), " ");
    for (uint64_t i = 0; row.columns <= edge; i++) {
        int next = column_of(scene, blocks->first_byte + (i + 1) * blocks->size);
        if (is_fine)
            next = edge + 1;
        CLEANUP(freep) char *number = xasprintf("%" PRIu64, blocks->first + i);
        row_add(&row, "│");
        if (row.columns + (int)utf8_columns(number) <= next && row.columns < edge)
            row_add(&row, number);
        row_repeat(&row, next <= edge ? next : edge + 1, "·");
    }
    return str_take(&row.text);
}

static void add_bracket(struct row *row, int from, int to)
{
    row_repeat(row, from, " ");
    if (to - from < 2) {
        row_add(row, "┴");
        return;
    }
    row_add(row, "└");
    if (to - from > 3)
        row_repeat(row, from + (to - from - 1) / 2, "─");
    if (to - from > 2)
        row_add(row, "┬");
    row_repeat(row, to - 1, "─");
    row_add(row, "┘");
}

/* The parts of the block that blocks_cost() counted: in its first sector, in whole
 * sectors, in the last one. */
struct parts {
    int column[4]; /* part i is drawn in [column[i], column[i + 1]) */
    uint64_t bytes[3];
    int count;
    bool is_cut; /* the block extends past the right edge of the picture */
};

static struct parts find_parts(const struct scene *scene)
{
    struct parts parts = { .column = { column_of(scene, scene->cost.byte) } };
    uint64_t p = scene->limits->physical, left = scene->blocks->size;
    uint64_t byte = scene->cost.byte;
    uint64_t past = (uint64_t)((int64_t)byte - blocks_sector(scene->limits, byte));
    uint64_t first = past ? p - past : 0;
    uint64_t sizes[] = { first < left ? first : left, 0, 0 };

    sizes[1] = (left - sizes[0]) / p * p;
    sizes[2] = left - sizes[0] - sizes[1];
    for (int i = 0; i < 3; i++) {
        if (!sizes[i])
            continue;
        byte += sizes[i];
        parts.bytes[parts.count] = sizes[i];
        parts.column[++parts.count] = column_of(scene, byte);
    }
    parts.is_cut = parts.column[parts.count] > right_edge(scene);
    return parts;
}

static char *draw_brackets(const struct parts *parts)
{
    struct row row = { 0 };

    for (int i = 0; i < parts->count; i++)
        add_bracket(&row, parts->column[i], parts->column[i + 1]);
    return str_take(&row.text);
}

/* "1/8" of a physical sector. */
static char *part_of_sector(const struct scene *scene, uint64_t bytes)
{
    uint64_t divisor = num_gcd(bytes, scene->limits->physical);

    return xasprintf("%" PRIu64 "/%" PRIu64, bytes / divisor,
                     scene->limits->physical / divisor);
}

/* Returns TEXT indented to COLUMN, or less if it would not fit. */
static char *place_below(const struct scene *scene, int column, const char *text)
{
    struct row row = { 0 };
    int last = scene->width - (int)utf8_columns(text);

    row_repeat(&row, column < last ? column : last, " ");
    row_add(&row, text);
    return str_take(&row.text);
}

/* Names the two parts of a block below the brackets, in one line if both fit. */
static void name_two_parts(const struct scene *scene, const struct parts *parts,
                           struct lines *ret)
{
    CLEANUP(freep) char *one = part_of_sector(scene, parts->bytes[0]);
    CLEANUP(freep) char *two = part_of_sector(scene, parts->bytes[1]);
    /* TRANSLATORS: %s is a part of a block, "1/8"; 20 columns at most. */
    CLEANUP(freep) char *here = xasprintf(_("%s in this sector"), one);
    /* TRANSLATORS: %s is a part of a block, "7/8"; 20 columns at most. */
    CLEANUP(freep) char *next = xasprintf(_("%s in the next"), two);
    int wide = (int)utf8_columns(here), gap = 2;
    int start = parts->column[1] - 1 - wide;

    if (start + wide + gap + (int)utf8_columns(next) > scene->width)
        start = scene->width - wide - gap - (int)utf8_columns(next);
    if (start < 0 && scene->width < wide + gap + (int)utf8_columns(next)) {
        lines_take(ret, place_below(scene, parts->column[0], here));
        lines_take(ret, place_below(scene, parts->column[1], next));
        return;
    }
    CLEANUP(freep) char *both = xasprintf("%s  %s", here, next);
    lines_take(ret, place_below(scene, start < 0 ? 0 : start, both));
}

static void name_parts(const struct scene *scene, const struct parts *parts,
                       struct lines *ret)
{
    uint64_t p = scene->limits->physical, size = scene->blocks->size;
    unsigned long whole = (unsigned long)(parts->bytes[1] / p);
    CLEANUP(freep) char *first = part_of_sector(scene, parts->bytes[0]);
    CLEANUP(freep) char *text = NULL;

    if (parts->count == 3) {
        CLEANUP(freep) char *last = part_of_sector(scene, parts->bytes[2]);
        text = xasprintf(ngettext("%1$s of a sector, %2$lu whole one, %3$s of the last",
                                  "%1$s of a sector, %2$lu whole ones, %3$s of the last",
                                  whole),
                         first, whole, last);
    } else if (parts->count == 1 && size % p == 0) {
        whole = (unsigned long)(size / p);
        text = xasprintf(ngettext("one block = %lu whole sector",
                                  "one block = %lu whole sectors", whole),
                         whole);
    } else if (parts->count == 1) {
        /* TRANSLATORS: %s is a part of a sector, "1/4". */
        text = xasprintf(_("one block = %s of a sector"), first);
    } else {
        return;
    }
    if ((int)utf8_columns(text) <= scene->width)
        lines_take(ret, place_below(scene, parts->column[0], text));
}

/* Shows the sectors that the block touches and one before, as wide as possible. */
static void choose_scale(struct scene *scene)
{
    int space = scene->width - scene->left - 1;
    uint64_t needed = scene->cost.writes + scene->has_before;

    for (size_t i = 0; i < ARRAY_SIZE(scales); i++) {
        int fit = space / scales[i];
        scene->scale = scales[i];
        scene->sectors = fit < SECTORS_USUAL ? fit : SECTORS_USUAL;
        if (needed <= (uint64_t)scene->sectors)
            return;
        if (needed <= (uint64_t)fit) {
            scene->sectors = (int)needed;
            return;
        }
    }
    scene->scale = scales[1];
    scene->sectors = space / scene->scale;
}

static int label_columns(const char *name)
{
    int columns = 0;
    const char *labels[] = { _("sector"), _("disk"), name };

    for (size_t i = 0; i < ARRAY_SIZE(labels); i++) {
        int own = (int)utf8_columns(labels[i]);
        columns = own > columns ? own : columns;
    }
    return columns < NAME_COLUMNS ? columns : NAME_COLUMNS;
}

void picture_draw(const struct limits *limits, const struct blocks *blocks, int width,
                  struct lines *ret)
{
    struct scene scene = { .limits = limits, .blocks = blocks, .width = width };

    if (width < WIDTH_MIN || !blocks_cost(limits, blocks, &scene.cost))
        return;
    scene.left = label_columns(blocks->name) + 2;
    scene.base = blocks_sector(limits, blocks->first_byte);
    scene.has_before = scene.base >= (int64_t)limits->physical;
    if (scene.has_before)
        scene.base -= (int64_t)limits->physical;
    choose_scale(&scene);
    struct parts parts = find_parts(&scene);
    lines_take(ret, draw_axis(&scene));
    lines_take(ret, draw_disk(&scene));
    lines_take(ret, draw_blocks(&scene));
    if (parts.is_cut)
        return;
    lines_take(ret, draw_brackets(&parts));
    if (parts.count == 2 && blocks->size <= limits->physical)
        name_two_parts(&scene, &parts, ret);
    else
        name_parts(&scene, &parts, ret);
}
