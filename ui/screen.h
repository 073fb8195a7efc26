/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.h - the screens there are; app.c shows them, they never call each other */
#ifndef ALIDADE_UI_SCREEN_H
#define ALIDADE_UI_SCREEN_H

#include "ui/app.h"

extern const struct screen screen_table;

/* Smallest size that anything is drawn at. */
#define SCREEN_LEAST_ROWS 10
#define SCREEN_LEAST_COLS 40

#endif
