/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.c - standard output and standard error */
#include "ui/cli/output.h"

#include <errno.h>
#include <iconv.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "model/base/glyph.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

/* Longer lines are harder to read, and shorter ones too short for pictures. */
enum { COLUMNS_MIN = 40, COLUMNS_MAX = 100 };

static bool output_is_utf8(void)
{
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* Writes '?' for one character that the other set lacks. */
static void put_rejected(FILE *file, char **from, size_t *left)
{
    fputc('?', file);
    do {
        ++*from;
        --*left;
    } while (*left && (**from & 0xc0) == 0x80);
}

static void put_converted(FILE *file, iconv_t converter, char *from, size_t left)
{
    char buf[1024];

    while (left) {
        char *to = buf;
        size_t room = sizeof(buf);
        size_t result = iconv(converter, &from, &left, &to, &room);
        fwrite(buf, 1, sizeof(buf) - room, file);
        if (result == (size_t)-1 && errno != E2BIG)
            put_rejected(file, &from, &left);
    }
}

void output_text(FILE *file, const char *text)
{
    if (!output_is_utf8()) {
        CLEANUP(freep) char *target = xasprintf("%s//TRANSLIT", nl_langinfo(CODESET));
        iconv_t converter = iconv_open(target, "UTF-8");
        if (converter != (iconv_t)-1) {
            CLEANUP(freep) char *copy = xstrdup(text);
            put_converted(file, converter, copy, strlen(copy));
            (void)iconv_close(converter); /* these sets have no shift state to flush */
            return;
        }
    }
    fputs(text, file);
}

void output_glyphs(const struct cli_options *options, FILE *file, const char *text)
{
    bool is_ascii = options->is_ascii || !output_is_utf8();
    CLEANUP(freep) char *ascii = glyph_ascii_text(text);

    output_text(file, is_ascii ? ascii : text);
}

void output_json(char *document)
{
    fputs(document, stdout);
    free(document);
}

void output_report(const char *text, char *document)
{
    if (document)
        output_json(document);
    else
        output_text(stdout, text);
    if (fflush(stdout) || ferror(stdout))
        output_text(stderr, text);
}

void output_complain(const char *sentence)
{
    CLEANUP(freep) char *clean = utf8_clean(sentence);

    fputs("alidade: ", stderr);
    output_text(stderr, clean);
    fputc('\n', stderr);
}

bool output_finish(struct err *err)
{
    if (!fflush(stdout) && !ferror(stdout))
        return true;
    return err_set(err, ERR_IO, _("The output cannot be written: %s."), strerror(errno));
}

static bool has_color(const struct cli_options *options, const char *terminal)
{
    if (options->color != COLOR_AUTO)
        return options->color == COLOR_ALWAYS;
    return isatty(STDOUT_FILENO) && *terminal && strcmp(terminal, "dumb") != 0 &&
           !term_colors_disabled(terminal);
}

const char *output_off_color(const struct cli_options *options, char buf[TERM_SEQUENCE])
{
    const char *terminal = getenv("TERM");

    terminal = terminal ? terminal : "";
    return has_color(options, terminal) ? term_sequence(STYLE_OFF, terminal, buf) : NULL;
}

int output_columns(const struct cli_options *options)
{
    struct winsize size;
    int cols = options->cols;

    if (!cols)
        cols = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : 80;
    return cols > COLUMNS_MAX ? COLUMNS_MAX : cols < COLUMNS_MIN ? COLUMNS_MIN : cols;
}
