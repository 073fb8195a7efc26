/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg_row.c - one row of a canvas as elements of a picture */
#include "ui/svg_row.h"

#include <string.h>

#include "model/base/mem.h"

enum {
    TOP = -CELL_BASE,
    MIDDLE_X = CELL_WIDTH / 2,
    MIDDLE_Y = TOP + CELL_HEIGHT / 2 - 1,
};

void svg_add_text(struct str *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            str_add(out, "&amp;");
        else if (*text == '<')
            str_add(out, "&lt;");
        else if (*text == '"')
            str_add(out, "&quot;");
        else
            str_add_bytes(out, text, 1);
    }
}

/* --- glyphs that are shapes --- */

enum { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8 };

static const struct {
    const char *glyph;
    unsigned ways;
} lines[] = {
    { "─", LEFT | RIGHT },
    { "│", UP | DOWN },
    { "┌", RIGHT | DOWN },
    { "┐", LEFT | DOWN },
    { "└", RIGHT | UP },
    { "┘", LEFT | UP },
    { "├", RIGHT | UP | DOWN },
    { "┤", LEFT | UP | DOWN },
    { "┬", LEFT | RIGHT | DOWN },
    { "┴", LEFT | RIGHT | UP },
    { "┼", LEFT | RIGHT | UP | DOWN },
};

static const struct {
    const char *glyph;
    enum fill fill;
} areas[] = { { "█", FILL_PLAIN }, { "▒", FILL_CHECK }, { "░", FILL_DOTS } };

/* Paths from the left end of the base line on. */
static const struct {
    const char *glyph, *path;
} marks[] = {
    { "·", "m3.5-6h2v2h-2z" },
    { "↑", "m4.5-12 3.5 5h-3v9h-1v-9h-3z" },
    { "↓", "m4.5 2 3.5-5h-3v-9h-1v9h-3z" },
    { "←", "m0-5 5-3.5v3h4v1h-4v3z" },
    { "→", "m9-5-5-3.5v3h-4v1h4v3z" },
};

static unsigned ways_of(const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
        if (!strcmp(lines[i].glyph, text))
            return lines[i].ways;
    return 0;
}

static bool find_area(const char *text, enum fill *ret)
{
    for (size_t i = 0; i < ARRAY_SIZE(areas); i++) {
        *ret = areas[i].fill;
        if (!strcmp(areas[i].glyph, text))
            return true;
    }
    return false;
}

/* NULL: the glyph is none of them. */
static const char *mark_of(const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(marks); i++)
        if (!strcmp(marks[i].glyph, text))
            return marks[i].path;
    return NULL;
}

static bool is_letter(const struct cell *cell, struct ink ink)
{
    enum fill fill;

    return !ink.is_blank && cell->text[0] && strcmp(cell->text, " ") != 0 &&
           !ways_of(cell->text) && !mark_of(cell->text) && !find_area(cell->text, &fill);
}

/* --- boxes --- */

/* A rectangle, at first in its cell. */
struct box {
    int x, y, width, height; /* width 0: none */
    enum fill fill;
    int color;
};

static struct box paper_box(const struct cell *cell, struct ink ink)
{
    (void)cell; /* whatever is on it */
    return (struct box){ .y = TOP,
                         .width = ink.paper == INK_BACK ? 0 : CELL_WIDTH,
                         .height = CELL_HEIGHT,
                         .color = ink.paper };
}

static struct box area_box(const struct cell *cell, struct ink ink)
{
    struct box box = { .y = TOP, .height = CELL_HEIGHT, .color = ink.text };

    if (!ink.is_blank && find_area(cell->text, &box.fill))
        box.width = CELL_WIDTH;
    return box;
}

static struct box across_box(const struct cell *cell, struct ink ink)
{
    unsigned ways = ways_of(cell->text);
    int from = ways & LEFT ? 0 : MIDDLE_X;
    int end = ways & RIGHT ? CELL_WIDTH : MIDDLE_X + 1;

    return (struct box){ .x = from,
                         .y = MIDDLE_Y,
                         .width = ways & (LEFT | RIGHT) ? end - from : 0,
                         .height = 1,
                         .color = ink.text };
}

static struct box down_box(const struct cell *cell, struct ink ink)
{
    unsigned ways = ways_of(cell->text);
    int from = ways & UP ? TOP : MIDDLE_Y;
    int end = ways & DOWN ? TOP + CELL_HEIGHT : MIDDLE_Y + 1;

    return (struct box){ .x = MIDDLE_X,
                         .y = from,
                         .width = ways & (UP | DOWN) ? 1 : 0,
                         .height = end - from,
                         .color = ink.text };
}

/* --- paths --- */

/* A path of one colour that grows, with the box that is to be added. */
struct pen {
    struct str *out;
    struct palette *palette;
    struct str path;
    enum fill fill;
    int color;
    struct box box;
};

static void pen_close(struct pen *pen)
{
    if (pen->path.length) {
        str_add(pen->out, "<path");
        palette_add_class(pen->palette, pen->out, pen->fill, pen->color, false);
        str_printf(pen->out, " d=\"%s\"/>", str_text(&pen->path));
    }
    str_clear(&pen->path);
}

static void pen_dip(struct pen *pen, enum fill fill, int color)
{
    if (pen->fill != fill || pen->color != color)
        pen_close(pen);
    pen->fill = fill;
    pen->color = color;
}

static void pen_add_box(struct pen *pen)
{
    const struct box *box = &pen->box;

    if (!box->width)
        return;
    pen_dip(pen, box->fill, box->color);
    str_printf(&pen->path, "M%d%+dh%dv%dh-%dz", box->x, box->y, box->width, box->height,
               box->width);
    pen->box.width = 0;
}

/* What continues the last box makes it wider. */
static void pen_put_box(struct pen *pen, struct box box)
{
    struct box *last = &pen->box;

    if (last->width && last->x + last->width == box.x && last->y == box.y &&
        last->height == box.height && last->fill == box.fill &&
        last->color == box.color) {
        last->width += box.width;
        return;
    }
    pen_add_box(pen);
    *last = box;
}

static void add_boxes(struct pen *pen, const struct canvas *canvas, int row,
                      struct box (*box_of)(const struct cell *cell, struct ink ink))
{
    for (int col = 0; col < canvas_cols(canvas); col++) {
        const struct cell *cell = canvas_at(canvas, row, col);
        struct box box = box_of(cell, ink_of(cell));
        box.x += col * CELL_WIDTH;
        if (box.width)
            pen_put_box(pen, box);
    }
    pen_add_box(pen);
    pen_close(pen);
}

static void add_marks(struct pen *pen, const struct canvas *canvas, int row)
{
    for (int col = 0; col < canvas_cols(canvas); col++) {
        const struct cell *cell = canvas_at(canvas, row, col);
        const char *path = mark_of(cell->text);
        if (!path)
            continue;
        pen_dip(pen, FILL_PLAIN, ink_of(cell).text);
        str_printf(&pen->path, "M%d 0%s", col * CELL_WIDTH, path);
    }
    pen_close(pen);
}

/* --- letters --- */

/* Letters of one look that follow each other, with single blanks between them. */
struct run {
    struct str text;
    struct ink ink;
    int col, end; /* behind the last letter */
};

/* The width is given: the next run begins where its cell is, whatever font there is. */
static void add_run(struct str *out, struct palette *palette, struct run *run)
{
    if (run->text.length) {
        str_printf(out, "<text x=\"%d\"", run->col * CELL_WIDTH);
        palette_add_class(palette, out, FILL_PLAIN, run->ink.text, run->ink.is_bold);
        if (run->end - run->col > 1)
            str_printf(out, " textLength=\"%d\"", (run->end - run->col) * CELL_WIDTH);
        str_add(out, ">");
        svg_add_text(out, str_text(&run->text));
        str_add(out, "</text>");
    }
    str_clear(&run->text);
}

static bool continues(const struct run *run, struct ink ink, int col)
{
    return run->text.length && run->ink.text == ink.text &&
           run->ink.is_bold == ink.is_bold && col - run->end <= 1;
}

/* True for the left half of a wide character. */
static bool is_wide(const struct canvas *canvas, int row, int col)
{
    return col + 1 < canvas_cols(canvas) && !canvas_at(canvas, row, col + 1)->text[0];
}

static void add_letters(struct str *out, struct palette *palette,
                        const struct canvas *canvas, int row)
{
    struct run run = { .col = 0 };

    for (int col = 0; col < canvas_cols(canvas); col++) {
        const struct cell *cell = canvas_at(canvas, row, col);
        struct ink ink = ink_of(cell);
        if (!is_letter(cell, ink))
            continue;
        if (!continues(&run, ink, col)) {
            add_run(out, palette, &run);
            run.ink = ink;
            run.col = run.end = col;
        }
        if (col > run.end)
            str_add(&run.text, " ");
        str_add(&run.text, cell->text);
        run.end = col + 1 + is_wide(canvas, row, col);
    }
    add_run(out, palette, &run);
    str_finish(&run.text);
}

void svg_add_row(struct str *out, struct palette *palette, const struct canvas *canvas,
                 int row)
{
    struct pen pen = { .out = out, .palette = palette };

    add_boxes(&pen, canvas, row, paper_box);
    add_boxes(&pen, canvas, row, area_box);
    add_boxes(&pen, canvas, row, across_box);
    add_boxes(&pen, canvas, row, down_box);
    add_marks(&pen, canvas, row);
    add_letters(out, palette, canvas, row);
    str_finish(&pen.path);
}
