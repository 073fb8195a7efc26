/* SPDX-License-Identifier: GPL-3.0-or-later */
/* film_fix.h - the legacy disk is aligned with its data, as a film */
#ifndef ALIDADE_TESTS_FILM_FIX_H
#define ALIDADE_TESTS_FILM_FIX_H

#include "ui/film.h"

/* Types fix_keys[], and answers what the program asks for as its loop would do on that
 * disk; free(). */
struct film *film_of_fix(void);

#endif
