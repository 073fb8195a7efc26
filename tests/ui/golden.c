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

#include <check.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/canvas_dump.h"
#include "ui/app/app.h"
#include "ui/screen/frame/screen.h"

static const struct golden_size sizes[] = {
    { 80, 24 },
    { 100, 40 },
    { 60, 15 },
    { 40, 12 },
};

const struct golden_size *golden_size_at(size_t index)
{
    return index < ARRAY_SIZE(sizes) ? &sizes[index] : NULL;
}

const struct scene *golden_scene(const char *name)
{
    size_t at = 0;

    while (scene_at(at) && strcmp(scene_at(at)->name, name) != 0)
        at++;
    ck_assert_msg(scene_at(at) != NULL, "there is no scene %s", name);
    return scene_at(at);
}

struct canvas *golden_canvas(const struct scene *scene, struct golden_size size,
                             enum level keys, enum level glyphs)
{
    struct canvas *canvas = canvas_new(size.rows, size.cols, glyphs);
    struct app app;

    app_init(&app, &screen_ui, keys, size.rows, size.cols);
    scene->prepare(&app);
    app_draw(&app, canvas);
    app_finish(&app);
    return canvas;
}

char *golden_draw(const struct scene *scene, struct golden_size size, enum level keys,
                  enum level glyphs)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = golden_canvas(scene, size, keys, glyphs);

    return canvas_dump(canvas);
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

/* Each size has its fixed number of rows, so a comparison line by line is enough. */
static void print_diff(const char *path, const char *test, const char *want,
                       const char *got)
{
    printf("# --- %s\n# +++ what is drawn now\n", path);
    for (int line = 1; *want || *got; line++) {
        CLEANUP(freep) char *old = take_line(&want);
        CLEANUP(freep) char *new = take_line(&got);
        if (old && new && !strcmp(old, new))
            continue;
        printf("# line %d\n", line);
        if (old)
            printf("# -%s\n", old);
        if (new)
            printf("# +%s\n", new);
    }
    printf("# To accept it: ALIDADE_ACCEPT=1 meson test %s -C %s\n", test,
           getenv("ALIDADE_BUILD_DIR"));
}

bool golden_match(const char *path, const char *got, const char *test)
{
    if (getenv("ALIDADE_ACCEPT"))
        return accept(path, got);
    CLEANUP(freep) char *want = read_file(path);
    if (want && !strcmp(want, got))
        return true;
    print_diff(path, test, want ? want : "", got);
    return false;
}

/* The scene in all sizes, as the file holds it; free(). */
static char *draw_all(const struct scene *scene)
{
    struct str text = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
        CLEANUP(freep)
        char *screen = golden_draw(scene, sizes[i], LEVEL_UTF8, LEVEL_UTF8);
        str_printf(&text, "== %dx%d\n%s", sizes[i].cols, sizes[i].rows, screen);
    }
    return str_take(&text);
}

bool golden_check(const struct scene *scene, const char *language)
{
    CLEANUP(freep)
    char *path = xasprintf("%s/%s%s%s.txt", getenv("ALIDADE_GOLDEN_DIR"), scene->name,
                           language ? "-" : "", language ? language : "");
    CLEANUP(freep) char *got = draw_all(scene);

    return golden_match(path, got, "golden");
}

bool golden_speak(const char *language, const char **ret_why)
{
    const char *catalogues = getenv("ALIDADE_PO_DIR");
    CLEANUP(freep)
    char *catalogue =
        xasprintf("%s/%s/LC_MESSAGES/alidade.mo", catalogues, language ? language : "");

    if (!setlocale(LC_ALL, "C.UTF-8")) {
        *ret_why = "the locale C.UTF-8 is not there";
        return false;
    }
    if (!language) {
        unsetenv("LANGUAGE");
        textdomain("messages"); /* which has no catalogue */
        return true;
    }
    if (access(catalogue, R_OK) != 0) {
        *ret_why = "it has no catalogue in the build";
        return false;
    }
    /* gettext asks LANGUAGE first in every locale but plain C.  It keeps what it has
     * looked up until textdomain() is called, so that call comes last. */
    setenv("LANGUAGE", language, 1);
    bindtextdomain("alidade", catalogues);
    bind_textdomain_codeset("alidade", "UTF-8");
    textdomain("alidade");
    return true;
}
