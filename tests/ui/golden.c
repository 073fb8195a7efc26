/* SPDX-License-Identifier: GPL-3.0-or-later */
/* golden.c - screens compared with the ones that were looked at and accepted */
#include "ui/golden.h"

#include <errno.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/mem.h"
#include "model/str.h"
#include "ui/text.h"

static char *path_of(const char *name, struct golden_view view)
{
    return xasprintf("%s/%s-%dx%d%s%s%s.txt", getenv("ALIDADE_GOLDEN_DIR"), name,
                     view.cols, view.rows, view.language ? "-" : "",
                     view.language ? view.language : "",
                     view.level == LEVEL_ASCII ? "-ascii" : "");
}

/* NULL where there is no such file. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct str text = { 0 };
    char buf[4096];
    size_t count;

    if (!file)
        return NULL;
    while ((count = fread(buf, 1, sizeof(buf), file)) > 0)
        str_add_bytes(&text, buf, count);
    (void)fclose(file); /* read to its end */
    return str_take(&text);
}

static bool accept(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool is_written = file && fputs(text, file) >= 0;

    if (file && fclose(file) != 0)
        is_written = false;
    printf("# %s %s\n", is_written ? "accepted" : strerror(errno), path);
    return is_written;
}

/* The line that starts at *TEXT without its end; NULL at the end of the text. */
static char *take_line(const char **text)
{
    size_t length = strcspn(*text, "\n");

    if (!**text)
        return NULL;
    char *line = xasprintf("%.*s", (int)length, *text);
    *text += length + ((*text)[length] == '\n');
    return line;
}

/* Screens have fixed rows, so line against line says it all. */
static void print_diff(const char *path, const char *want, const char *got)
{
    printf("# --- %s\n# +++ what is drawn now\n", path);
    for (int row = 0; *want || *got; row++) {
        CLEANUP(freep) char *old = take_line(&want);
        CLEANUP(freep) char *new = take_line(&got);
        if (old && new && !strcmp(old, new))
            continue;
        printf("# row %d\n", row);
        if (old)
            printf("# -%s\n", old);
        if (new)
            printf("# +%s\n", new);
    }
    printf("# To accept it: ALIDADE_ACCEPT=1 meson test golden -C %s\n",
           getenv("ALIDADE_BUILD_DIR"));
}

/* No row may hang over the edge, in columns of a terminal. */
static bool does_fit(const char *text, int cols)
{
    for (char *line = take_line(&text); line; line = take_line(&text)) {
        int width = text_width(line);
        if (width > cols)
            printf("# %d columns: %s\n", width, line);
        free(line);
        if (width > cols)
            return false;
    }
    return true;
}

bool golden_check(const struct app *app, const char *name, struct golden_view view)
{
    CLEANUP(canvas_freep) struct canvas *canvas =
        canvas_new(view.rows, view.cols, view.level);
    CLEANUP(freep) char *path = path_of(name, view);

    app_draw(app, canvas);
    CLEANUP(freep) char *got = canvas_dump(canvas);
    if (!does_fit(got, view.cols))
        return false;
    if (getenv("ALIDADE_ACCEPT"))
        return accept(path, got);
    CLEANUP(freep) char *want = read_file(path);
    if (want && !strcmp(want, got))
        return true;
    print_diff(path, want ? want : "", got);
    return false;
}

bool golden_speak(const char *language, const char **ret_why)
{
    const char *catalogues = getenv("ALIDADE_PO_DIR");
    CLEANUP(freep) char *catalogue =
        xasprintf("%s/%s/LC_MESSAGES/alidade.mo", catalogues, language ? language : "");

    if (!setlocale(LC_ALL, "C.UTF-8")) {
        *ret_why = "the locale C.UTF-8 is not there";
        return false;
    }
    if (!language) {
        unsetenv("LANGUAGE");
        return true;
    }
    if (access(catalogue, R_OK) != 0) {
        *ret_why = "it has no catalogue in the build";
        return false;
    }
    /* gettext asks LANGUAGE first, whatever the locale is, unless that is plain C. */
    bindtextdomain("alidade", catalogues);
    bind_textdomain_codeset("alidade", "UTF-8");
    textdomain("alidade");
    setenv("LANGUAGE", language, 1);
    return true;
}
