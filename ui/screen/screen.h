/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.h - the screens there are; they never call each other */
#ifndef ALIDADE_UI_SCREEN_SCREEN_H
#define ALIDADE_UI_SCREEN_SCREEN_H

#include "ui/app/state.h"

/* All of them, by their id: what app_init() takes. */
extern const struct screen *const screens[SCREEN_COUNT];

extern const struct screen screen_bench;
extern const struct screen screen_changes;
extern const struct screen screen_details;
extern const struct screen screen_disks;
extern const struct screen screen_empty;
extern const struct screen screen_form;
extern const struct screen screen_help;
extern const struct screen screen_new_table;
extern const struct screen screen_plain;
extern const struct screen screen_probe;
extern const struct screen screen_table;
extern const struct screen screen_types;
extern const struct screen screen_why;
extern const struct screen screen_write;
extern const struct screen screen_written;

/* Opens the list of types for the selected partition, or says why not; from a form it
 * fills the form's field. */
void screen_types_open(struct app *app);
/* Opens the templates. */
void screen_new_table_open(struct app *app);

#endif
