/* SPDX-License-Identifier: GPL-3.0-or-later */
/* style.c - converts styles to what the terminal has: attributes, 8 or 256 colours; reads
 * terminal-colors.d */
#include "ui/term/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"

#define DEFAULT (-1)

/* The characters carry the meaning, colours only help.  Never red against green, and
 * never blue text in 8 colours, which a console shows too dark.  White text is used on
 * red only, yellow and cyan are used for no text: they cannot be read on a light
 * background.  All can be read on white and on black: check_contrast.py computes it. */
static const struct {
    attr_t mono;
    short fore8, back8;
    attr_t with8;
    short fore256, back256;
    attr_t with256;
} looks[STYLE_COUNT] = {
    [STYLE_NORMAL] = { 0, DEFAULT, DEFAULT, 0, DEFAULT, DEFAULT, 0 },
    [STYLE_HEADER] = { A_REVERSE, DEFAULT, DEFAULT, A_REVERSE, DEFAULT, DEFAULT,
                       A_REVERSE },
    /* No colour: the terminal would have to switch it twice in every row. */
    [STYLE_FRAME] = { 0, DEFAULT, DEFAULT, 0, DEFAULT, DEFAULT, 0 },
    [STYLE_TITLE] = { 0, DEFAULT, DEFAULT, 0, DEFAULT, DEFAULT, 0 },
    [STYLE_HEAD] = { A_BOLD, DEFAULT, DEFAULT, A_BOLD, DEFAULT, DEFAULT, A_BOLD },
    [STYLE_OK] = { 0, DEFAULT, DEFAULT, 0, 63, DEFAULT, 0 },
    [STYLE_OFF] = { A_BOLD, COLOR_RED, DEFAULT, A_BOLD, 131, DEFAULT, A_BOLD },
    [STYLE_OFF_EDGE] = { A_REVERSE, COLOR_BLACK, COLOR_YELLOW, 0, 16, 214, 0 },
    [STYLE_FREE] = { 0, DEFAULT, DEFAULT, A_DIM, 243, DEFAULT, 0 },
    [STYLE_TABLE] = { A_BOLD, DEFAULT, DEFAULT, A_BOLD, DEFAULT, DEFAULT, A_BOLD },
    [STYLE_NOTE] = { 0, DEFAULT, DEFAULT, A_DIM, 243, DEFAULT, 0 },
    [STYLE_ERROR] = { A_REVERSE | A_BOLD, COLOR_WHITE, COLOR_RED, A_BOLD, 231, 160, 0 },
    [STYLE_KEY] = { 0, DEFAULT, DEFAULT, 0, DEFAULT, DEFAULT, 0 },
    [STYLE_BAR_OK] = { 0, DEFAULT, DEFAULT, 0, 33, DEFAULT, 0 },
    [STYLE_BAR_OFF] = { A_BOLD, COLOR_RED, DEFAULT, A_BOLD, 166, DEFAULT, 0 },
    [STYLE_CHANGED] = { A_BOLD, COLOR_MAGENTA, DEFAULT, A_BOLD, 163, DEFAULT, A_BOLD },
};

const char *term_sequence(int style, const char *name, char buf[TERM_SEQUENCE])
{
    bool has_256 = strstr(name, "256color") != NULL;
    attr_t with = has_256 ? looks[style].with256 : looks[style].with8;
    const short colors[] = { has_256 ? looks[style].fore256 : looks[style].fore8,
                             has_256 ? looks[style].back256 : looks[style].back8 };
    int used = snprintf(buf, TERM_SEQUENCE, "\x1b[0%s%s", with & A_BOLD ? ";1" : "",
                        with & A_REVERSE ? ";7" : "");

    for (int i = 0; i < 2; i++)
        if (colors[i] != DEFAULT)
            used += snprintf(buf + used, TERM_SEQUENCE - (size_t)used,
                             has_256 ? ";%d8;5;%d" : ";%d%d", 3 + i, colors[i]);
    (void)snprintf(buf + used, TERM_SEQUENCE - (size_t)used, "m"); /* it fits */
    return buf;
}

static bool is_console(void)
{
    return !strncmp(termname(), "linux", 5) || line_of(STDOUT_FILENO) == LINE_CONSOLE;
}

void term_set_styles(struct term *term, enum color_mode color)
{
    bool has_colors = color != COLOR_NEVER && start_color() == OK && COLORS >= 8 &&
                      use_default_colors() == OK;
    bool has_256 = has_colors && COLORS >= 256;
    attr_t hidden = is_console() ? A_DIM : 0;
    short count = 0; /* pairs in use */

    for (int i = 0; i < STYLE_COUNT; i++) {
        short fore = has_256 ? looks[i].fore256 : looks[i].fore8;
        short back = has_256 ? looks[i].back256 : looks[i].back8;

        /* A Linux console shows dim text too dark. */
        term->attributes[i] = !has_colors ? looks[i].mono
                              : has_256   ? looks[i].with256
                                          : looks[i].with8 & ~hidden;
        term->pairs[i] = 0;
        if (!has_colors || (fore == DEFAULT && back == DEFAULT))
            continue;
        /* Styles with the same colours share a pair, so that no change is sent. */
        short pair = 1;
        short used_fore, used_back;
        while (pair <= count && pair_content(pair, &used_fore, &used_back) == OK &&
               (used_fore != fore || used_back != back))
            pair++;
        if (pair > count && init_pair(pair, fore, back) != OK)
            continue;
        count = pair > count ? pair : count;
        term->pairs[i] = pair;
    }
}

static bool is_there(const char *dir, const char *below, const char *file)
{
    CLEANUP(freep) char *path = xasprintf("%s%s/terminal-colors.d/%s", dir, below, file);

    return access(path, R_OK) == 0;
}

/* The first directory with a matching file decides, and in it the most specific name
 * (terminal-colors.d(5)). */
bool term_colors_disabled(const char *name)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const struct {
        const char *dir, *below;
    } dirs[] = {
        { config, "" },
        { config ? NULL : home, "/.config" },
        { "/etc", "" },
    };
    CLEANUP(freep) char *exact = xasprintf("alidade@%s", name);
    CLEANUP(freep) char *terminal = xasprintf("@%s", name);
    const char *who[] = { exact, "alidade", terminal, "" };

    for (size_t d = 0; d < ARRAY_SIZE(dirs); d++) {
        for (size_t i = 0; dirs[d].dir && i < ARRAY_SIZE(who); i++) {
            const char *dot = *who[i] ? "." : "";
            CLEANUP(freep) char *disable = xasprintf("%s%sdisable", who[i], dot);
            CLEANUP(freep) char *enable = xasprintf("%s%senable", who[i], dot);

            if (is_there(dirs[d].dir, dirs[d].below, enable))
                return false;
            if (is_there(dirs[d].dir, dirs[d].below, disable))
                return true;
        }
    }
    return false;
}
