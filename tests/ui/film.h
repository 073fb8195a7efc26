/* SPDX-License-Identifier: GPL-3.0-or-later */
/* film.h - canvases one after the other as one picture in SVG that moves
 *
 * Each row is drawn once for all frames in which it is the same.  Who asks for less
 * motion sees the last frame. */
#ifndef ALIDADE_TESTS_FILM_H
#define ALIDADE_TESTS_FILM_H

#include "ui/svg.h"

#define FILM_MAX 64 /* frames */

struct film;

struct film *film_new(void);
void film_free(struct film *film); /* accepts NULL */
void film_freep(struct film **film);

/* Adds CANVAS for MS milliseconds.  Below it is what was typed last (NULL: nothing), and
 * what is to be seen. */
void film_add(struct film *film, const struct canvas *canvas, unsigned ms,
              const char *key, const char *caption);
/* The whole film, which begins again at its end; free(). */
char *film_draw(const struct film *film, const struct svg_words *words);

#endif
