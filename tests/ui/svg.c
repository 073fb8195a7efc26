/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg.c - a canvas as a picture in SVG */
#include "ui/svg.h"

#include "model/base/mem.h"

enum { BAR = 30 }; /* height of the bar with the title */

/* Black and white behind text: the colours of styles can be read on these. */
static const char rules_begin[] =
    "svg{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',"
    "'Liberation Mono',monospace;fill:#1f2328}\n"
    "text{white-space:pre}\n"
    "path{shape-rendering:crispEdges}\n"
    ".h{font-weight:bold}\n"
    ".cb,.w{fill:#fff}\n"
    ".w{stroke:#8c959f}\n"
    ".t{fill:#eaeef2}\n"
    ".d{fill:#afb8c1}\n"
    ".n{font-size:13px;text-anchor:middle}\n";
static const char rules_dark[] = "@media(prefers-color-scheme:dark){\n"
                                 "svg{fill:#e6edf3}\n"
                                 ".cb,.w{fill:#000}\n"
                                 ".w{stroke:#57606a}\n"
                                 ".t{fill:#21262d}\n"
                                 ".d{fill:#57606a}\n"
                                 "}\n";

static void add_element(struct str *out, const char *name, const char *text)
{
    str_printf(out, "<%1$s id=\"%1$s\">", name);
    svg_add_text(out, text);
    str_printf(out, "</%s>\n", name);
}

/* The corners of the bar are those of the window. */
static void add_window(struct str *out, const char *title, int width, int height)
{
    str_printf(out,
               "<rect class=\"w\" x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" "
               "rx=\"8\"/>\n",
               width - 1, height - 1);
    str_printf(out,
               "<path class=\"t\" d=\"M1 %dV8.5A7.5 7.5 0 0 1 8.5 1H%dA7.5 7.5 0 0 1 "
               "%d 8.5V%dz\"/>\n",
               BAR, width - 9, width - 1, BAR);
    str_printf(out,
               "<g class=\"d\"><circle cx=\"20\" cy=\"15\" r=\"5\"/>"
               "<circle cx=\"38\" cy=\"15\" r=\"5\"/>"
               "<circle cx=\"56\" cy=\"15\" r=\"5\"/></g>\n"
               "<text class=\"n\" x=\"%d\" y=\"20\">",
               width / 2);
    svg_add_text(out, title);
    str_add(out, "</text>\n");
}

void svg_add_begin(struct str *out, const struct svg_words *words, int rows, int cols,
                   int foot, const struct palette *palette, const char *rules)
{
    int width = cols * CELL_WIDTH + 2 * SVG_SIDE;
    int height = SVG_TOP + rows * CELL_HEIGHT + foot;

    str_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" "
               "viewBox=\"0 0 %1$d %2$d\" role=\"img\" aria-labelledby=\"title desc\">\n",
               width, height);
    add_element(out, "title", words->title);
    add_element(out, "desc", words->text);
    str_printf(out, "<style>\n%s", rules_begin);
    palette_add_rules(palette, out);
    str_printf(out, "%s%s</style>\n", rules, rules_dark);
    palette_add_patterns(palette, out);
    add_window(out, words->window, width, height);
}

void svg_add_row_begin(struct str *out, int row)
{
    str_printf(out, "<g transform=\"translate(%d %d)\">", SVG_SIDE,
               SVG_TOP + row * CELL_HEIGHT + CELL_BASE);
}

char *svg_draw(const struct canvas *canvas, const struct svg_words *words)
{
    CLEANUP(str_finish) struct str rows = { 0 };
    struct palette palette = { 0 };
    struct str out = { 0 };

    for (int row = 0; row < canvas_rows(canvas); row++) {
        svg_add_row_begin(&rows, row);
        svg_add_row(&rows, &palette, canvas, row);
        str_add(&rows, "</g>\n");
    }
    svg_add_begin(&out, words, canvas_rows(canvas), canvas_cols(canvas), SVG_FOOT,
                  &palette, "");
    str_printf(&out, "%s</svg>\n", str_text(&rows));
    return str_take(&out);
}
