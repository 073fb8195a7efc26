/* SPDX-License-Identifier: GPL-3.0-or-later */
/* film.c - canvases one after the other as one picture in SVG that moves */
#include "ui/film.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

enum {
    FOOT = 44,    /* pixels, for the caption */
    CHIP_SIDE = 8 /* left and right of a key */
};

/* A row as it is in some frames, each of them a bit. */
struct strip {
    int row; /* that behind the last one: the caption */
    char *svg;
    uint64_t frames;
};

struct film {
    int rows, cols;
    unsigned ends[FILM_MAX]; /* ms since the begin */
    unsigned count;
    struct strip *strips;
    size_t strip_count;
    struct palette palette;
};

struct film *film_new(void)
{
    return xcalloc(1, sizeof(struct film));
}

void film_free(struct film *film)
{
    if (!film)
        return;
    for (size_t i = 0; i < film->strip_count; i++)
        free(film->strips[i].svg);
    free(film->strips);
    free(film);
}

void film_freep(struct film **film)
{
    film_free(*film);
}

/* --- frames --- */

/* Takes SVG. */
static void film_put(struct film *film, int row, char *svg)
{
    uint64_t frame = UINT64_C(1) << film->count;

    for (size_t i = 0; i < film->strip_count; i++) {
        struct strip *strip = &film->strips[i];
        if (strip->row != row || strcmp(strip->svg, svg) != 0)
            continue;
        strip->frames |= frame;
        free(svg);
        return;
    }
    film->strips = xrealloc(film->strips, film->strip_count + 1, sizeof(*film->strips));
    film->strips[film->strip_count++] = (struct strip){ row, svg, frame };
}

static char *draw_caption(const char *key, const char *caption)
{
    int width = key ? (int)strlen(key) * CELL_WIDTH + 2 * CHIP_SIDE : 0;
    struct str out = { 0 };

    if (key) {
        str_printf(&out,
                   "<rect class=\"t\" y=\"-6\" width=\"%d\" height=\"24\" rx=\"5\"/>"
                   "<text x=\"%d\" y=\"11\" class=\"h\">",
                   width, CHIP_SIDE);
        svg_add_text(&out, key);
        str_add(&out, "</text>");
    }
    str_printf(&out, "<text x=\"%d\" y=\"11\">", key ? width + 2 * CHIP_SIDE : 0);
    svg_add_text(&out, caption);
    str_add(&out, "</text>");
    return str_take(&out);
}

void film_add(struct film *film, const struct canvas *canvas, unsigned ms,
              const char *key, const char *caption)
{
    assert(film->count < FILM_MAX);
    film->rows = canvas_rows(canvas);
    film->cols = canvas_cols(canvas);
    for (int row = 0; row < film->rows; row++) {
        struct str svg = { 0 };
        svg_add_row(&svg, &film->palette, canvas, row);
        film_put(film, row, str_take(&svg));
    }
    film_put(film, film->rows, draw_caption(key, caption));
    film->ends[film->count] = ms + (film->count ? film->ends[film->count - 1] : 0);
    film->count++;
}

/* --- when a strip is seen --- */

static uint64_t film_all(const struct film *film)
{
    return film->count < FILM_MAX ? (UINT64_C(1) << film->count) - 1 : UINT64_MAX;
}

static bool is_in(uint64_t frames, unsigned frame)
{
    return frames >> frame & 1;
}

/* The index of the first strip with the same frames: the name of their animation. */
static size_t name_of(const struct film *film, size_t index)
{
    size_t first = 0;

    while (film->strips[first].frames != film->strips[index].frames)
        first++;
    return first;
}

/* A key frame wherever it appears or is gone. */
static void add_key_frames(const struct film *film, size_t index, struct str *out)
{
    uint64_t frames = film->strips[index].frames;
    unsigned long long whole = film->ends[film->count - 1];

    str_printf(out, "@keyframes a%zu{", index);
    for (unsigned i = 0; i < film->count; i++) {
        unsigned long long at = i ? film->ends[i - 1] * 10000ull / whole : 0;
        if (!i || is_in(frames, i) != is_in(frames, i - 1))
            str_printf(out, "%llu.%02llu%%{visibility:%s}", at / 100, at % 100,
                       is_in(frames, i) ? "visible" : "hidden");
    }
    str_add(out, "}\n");
}

static char *film_rules(const struct film *film)
{
    unsigned whole = film->ends[film->count - 1];
    struct str out = { 0 };

    str_add(&out, ".a{visibility:hidden}\n.z{visibility:visible}\n"
                  "@media(prefers-reduced-motion:no-preference){\n");
    str_printf(&out, ".a{animation:%u.%03us step-end infinite}\n", whole / 1000,
               whole % 1000);
    for (size_t i = 0; i < film->strip_count; i++)
        if (name_of(film, i) == i && film->strips[i].frames != film_all(film))
            str_printf(&out, ".a%1$zu{animation-name:a%1$zu}\n", i);
    str_add(&out, "}\n");
    for (size_t i = 0; i < film->strip_count; i++)
        if (name_of(film, i) == i && film->strips[i].frames != film_all(film))
            add_key_frames(film, i, &out);
    return str_take(&out);
}

/* --- the picture --- */

static void add_strips(const struct film *film, int row, struct str *out)
{
    svg_add_row_begin(out, row);
    for (size_t i = 0; i < film->strip_count; i++) {
        const struct strip *strip = &film->strips[i];
        if (strip->row != row || !strip->svg[0])
            continue;
        if (strip->frames == film_all(film))
            str_printf(out, "%s", strip->svg);
        else
            str_printf(out, "\n<g class=\"a%s a%zu\">%s</g>",
                       is_in(strip->frames, film->count - 1) ? " z" : "",
                       name_of(film, i), strip->svg);
    }
    str_add(out, "</g>\n");
}

char *film_draw(const struct film *film, const struct svg_words *words)
{
    CLEANUP(freep) char *rules = film_rules(film);
    struct str out = { 0 };

    svg_add_begin(&out, words, film->rows, film->cols, FOOT, &film->palette, rules);
    for (int row = 0; row <= film->rows; row++)
        add_strips(film, row, &out);
    str_add(&out, "</svg>\n");
    return str_take(&out);
}
