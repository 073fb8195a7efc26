/* SPDX-License-Identifier: GPL-3.0-or-later */
/* golden.h - screens compared with the ones that were looked at and accepted */
#ifndef ALIDADE_TESTS_GOLDEN_H
#define ALIDADE_TESTS_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/draw/canvas.h"
#include "ui/scenes.h"

/* The size of a terminal in characters. */
struct golden_size {
    int cols, rows;
};

/* Every scene is drawn in these sizes; NULL past the last one. */
const struct golden_size *golden_size_at(size_t index);

/* The scene of this name; ends the test where there is none. */
const struct scene *golden_scene(const char *name);
/* SCENE as it is drawn in SIZE, as in golden_draw(); canvas_free(). */
struct canvas *golden_canvas(const struct scene *scene, struct golden_size size,
                             enum level keys, enum level glyphs);
/* SCENE as it is drawn in SIZE in the current language, on a terminal of level KEYS whose
 * glyphs are drawn as at level GLYPHS; free(). */
char *golden_draw(const struct scene *scene, struct golden_size size, enum level keys,
                  enum level glyphs);

/* Compares GOT with the file at PATH.  A difference is printed line by line, with the
 * command that accepts what TEST draws now, and gives false.  Under ALIDADE_ACCEPT=1 the
 * file is written instead. */
bool golden_match(const char *path, const char *got, const char *test);
/* Draws SCENE in all sizes in UTF-8 and compares them with golden/NAME[-LANGUAGE].txt
 * (LANGUAGE NULL: English), in which the line "== 80x24" stands before each size, as in
 * golden_match(). */
bool golden_check(const struct scene *scene, const char *language);

/* Uses LANGUAGE from now on (NULL: English).  False, with *RET_WHY saying why, where the
 * build has no catalogue of it. */
bool golden_speak(const char *language, const char **ret_why);

#endif
