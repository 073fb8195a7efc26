/* SPDX-License-Identifier: GPL-3.0-or-later */
/* term.c - starts, examines and restores the terminal */
#include "model/base/refusal.h"
#include "ui/term/private.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/term/terminfo.h"

#define ESCAPE_DELAY_MS 100
#define SLOW_BAUD       38400

/* A character in the last column moves the cursor of such a terminal to the next line. */
static bool wraps_at_once(void)
{
    return tigetflag("am") == 1 && tigetflag("xenl") != 1;
}

/* Names of terminfo that say nothing about the terminal. */
static bool tells_nothing(const char *name)
{
    static const char *const names[] = { "dumb", "unknown", "network", "dialup" };

    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        if (!strcmp(name, names[i]))
            return true;
    }
    return false;
}

/* Without UTF-8 curses sends "repeat this character", which terminfo has for xterm, and
 * many that call themselves so do not know.  With UTF-8 it sends the characters; it looks
 * for that once, here. */
static SCREEN *new_screen(const char *name)
{
    CLEANUP(freep) char *locale = xstrdup(setlocale(LC_CTYPE, NULL));

    if (terminfo_knows(name, "rep"))
        (void)setlocale(LC_CTYPE, "C.UTF-8"); /* where there is none nothing changes */
    SCREEN *screen = newterm(name, stdout, stdin);
    (void)setlocale(LC_CTYPE, locale); /* it was the locale before */
    return screen;
}

/* Tries the name that was ASKED for, then what the kind of LINE suggests: rescue systems
 * have few entries.  NULL if terminfo knows none of them. */
static SCREEN *open_screen(const char *asked, enum line line, const char **ret_name)
{
    const char *names[] = { asked, line_terminal(line), "vt100" };

    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        SCREEN *screen = *names[i] ? new_screen(names[i]) : NULL;

        *ret_name = names[i];
        if (screen)
            return screen;
    }
    return NULL;
}

/* Pseudo terminals and consoles report 38400 baud, but are fast. */
static bool is_slow_line(void)
{
    int baud = baudrate();

    if (baud <= 0 || baud > SLOW_BAUD)
        return false;
    return baud < SLOW_BAUD || line_of(STDOUT_FILENO) == LINE_SERIAL;
}

/* The vt terminals and ansi draw lines, but not from UTF-8. */
static bool speaks_utf8(const char *name)
{
    return !strcmp(nl_langinfo(CODESET), "UTF-8") && strncmp(name, "vt", 2) != 0 &&
           strcmp(name, "ansi") != 0;
}

static enum level choose_level(const char *name, bool is_ascii, bool is_slow)
{
    /* A line glyph takes three bytes as UTF-8, and a single one seven by terminfo, with
     * the changes of the character set. */
    if (is_ascii || is_slow)
        return LEVEL_ASCII;
    if (speaks_utf8(name))
        return LEVEL_UTF8;
    /* Its line glyphs are bytes of code page 437, which few that call themselves so have.
     */
    if (!strcmp(name, "ansi"))
        return LEVEL_ASCII;
    return terminfo_has("acsc") ? LEVEL_ACS : LEVEL_ASCII;
}

static int number_in_environment(const char *variable)
{
    const char *text = getenv(variable);
    char *end;
    long number = text ? strtol(text, &end, 10) : 0;

    return number > 0 && number < 10000 && *end == '\0' ? (int)number : 0;
}

/* The size from LINES or COLUMNS, else from the KERNEL, which reports 0 on serial lines:
 * then USUAL.  GIVEN is limited to it if it is known. */
static int size_of(int given, const char *variable, int kernel, int usual)
{
    int told = number_in_environment(variable) ? number_in_environment(variable) : kernel;

    if (!told)
        return given ? given : usual;
    return given && given < told ? given : told;
}

static void ask_size(struct term *term)
{
    struct winsize size = { 0 };

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){ 0 };
    term->rows = size_of(term->rows_given, "LINES", size.ws_row, 24);
    term->cols = size_of(term->cols_given, "COLUMNS", size.ws_col, 80);
}

static void set_modes(void)
{
    /* None of these fails on a screen that is open. */
    (void)cbreak();
    (void)noecho();
    (void)nonl();
    (void)intrflush(stdscr, FALSE);
    (void)keypad(stdscr, TRUE);
    term_define_keys();
    (void)nodelay(stdscr, TRUE);
    (void)typeahead(-1); /* typed keys do not interrupt a frame */
    (void)set_escdelay(ESCAPE_DELAY_MS);
}

static struct term *term_refuse(struct err *err, const char *name)
{
    (void)err_refuse(
        err, REFUSAL_TERMINAL_TOO_SIMPLE,
        _("This terminal (%s) cannot show screens. Try: alidade list, alidade "
          "check or alidade explain."),
        *name ? name : "TERM"); /* the caller gets NULL */
    return NULL;
}

static struct term *term_refuse_all(struct err *err, const char *known)
{
    (void)err_refuse(
        err, REFUSAL_NO_TERMINFO,
        _("There is no terminfo database here: not even %s is described. "
          "Install ncurses-base or set TERMINFO to its directory. These work "
          "without it: alidade list, alidade check, alidade explain."),
        known); /* the caller gets NULL */
    return NULL;
}

static void describe(struct term *term, const struct term_options *options,
                     const char *name)
{
    enum color_mode color = options->color;

    term->is_slow = is_slow_line();
    term->level = choose_level(name, options->is_ascii, term->is_slow);
    term->has_reverse = terminfo_has("rev");
    /* The characters carry the meaning: on a slow line colours only take time. */
    if (color == COLOR_AUTO && (term->is_slow || term_colors_disabled(name)))
        color = COLOR_NEVER;
    term_set_styles(term, color);
}

const char *term_version(void)
{
    return curses_version();
}

/* Terminals mark the beginning and end of pasted text (xterm, ctlseqs: private mode 2004)
 * or ignore the request. */
static void mark_pastes(bool is_on)
{
    const char *bytes = is_on ? "\033[?2004h" : "\033[?2004l";

    /* Not by stdio: a crash handler restores the terminal too. */
    (void)!write(STDOUT_FILENO, bytes, strlen(bytes)); /* fails if it is gone */
}

void term_suspend(void)
{
    mark_pastes(false);
    if (endwin() != OK || terminfo_has("rmcup") || !terminfo_has("el"))
        return;
    /* The screen stays, and the shell's prompt goes into its last row. */
    (void)putp(tigetstr("el"));
    (void)fflush(stdout); /* fails if the terminal is gone */
}

struct term *term_start(const struct term_options *options, struct err *err)
{
    const char *asked = getenv("TERM") ? getenv("TERM") : "", *name;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return term_refuse(err, asked);
    if (tells_nothing(asked))
        return term_refuse(err, asked);
    SCREEN *screen = open_screen(asked, line_of(STDOUT_FILENO), &name);
    if (!screen)
        return term_refuse_all(err, name);
    if (!terminfo_has("cup")) {
        (void)endwin(); /* nothing was shown yet */
        delscreen(screen);
        return term_refuse(err, asked);
    }
    struct term *term = xcalloc(1, sizeof(*term));
    term->screen = screen;
    term->rows_given = options->rows;
    term->cols_given = options->cols;
    set_modes();
    mark_pastes(true);
    describe(term, options, name);
    term->has_mouse = !options->has_no_mouse && term_start_mouse();
    if (!*asked)
        (void)snprintf(term->note, sizeof(term->note),
                       _("TERM is not set: the terminal is taken for %s."), name);
    else if (strcmp(asked, name) != 0)
        (void)snprintf(term->note, sizeof(term->note),
                       _("The terminal %1$s is not known here: taken for %2$s."), asked,
                       name); /* cut if the name is too long */
    term->wraps_at_once = wraps_at_once();
    term->is_shared = line_of(STDOUT_FILENO) != LINE_PTY;
    ask_size(term);
    (void)resize_term(term->rows, term->cols); /* refused only for impossible sizes */
    return term;
}

void term_stop(struct term *term)
{
    if (!term)
        return;
    term_suspend();
    delscreen(term->screen);
    free(term->shown);
    free(term);
}

void term_resume(struct term *term)
{
    mark_pastes(true);
    (void)term_resize(term); /* painted completely in any case */
    term_redraw(term);
}

enum level term_level(const struct term *term)
{
    return term->level;
}

bool term_is_slow(const struct term *term)
{
    return term->is_slow;
}

bool term_is_shared(const struct term *term)
{
    return term->is_shared;
}

bool term_has_mouse(const struct term *term)
{
    return term->has_mouse;
}

const char *term_note(const struct term *term)
{
    return *term->note ? term->note : NULL;
}

bool term_resize(struct term *term)
{
    int rows = term->rows, cols = term->cols;

    ask_size(term);
    if (rows == term->rows && cols == term->cols)
        return false;
    (void)resize_term(term->rows, term->cols); /* refused only for impossible sizes */
    term_redraw(term);
    return true;
}

void term_size(const struct term *term, int *ret_rows, int *ret_cols)
{
    *ret_rows = term->rows;
    *ret_cols = term->cols - (term->wraps_at_once && term->cols > 1);
}

void term_drain(void)
{
    (void)tcdrain(STDOUT_FILENO); /* a terminal that is gone ends the loop elsewhere */
}

void term_redraw(struct term *term)
{
    free(term->shown);
    term->shown = NULL;
    (void)clearok(stdscr, TRUE); /* cannot fail on stdscr */
}
