/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.h - the screens there are; app.c shows them, they never call each other */
#ifndef ALIDADE_UI_SCREEN_H
#define ALIDADE_UI_SCREEN_H

#include "ui/app.h"

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

/* True if it is not known whether EXTENT is empty, so that the user is asked: data of
 * unknown kind, and partitions that were not read to their end. */
bool screen_empty_is_asked(const struct extent *extent);
/* Opens the question for EXTENT.  THEN (or NULL) is done once it is empty. */
void screen_empty_open(struct app *app, const struct extent *extent,
                       const struct edit *then);
/* An EVENT_EMPTY. */
void screen_empty_news(struct app *app, const struct event *event);
/* True while the screen is open, perhaps below another one. */
bool screen_empty_reads(const struct app *app);

/* The row that the picker begins on: one with a problem, the system disk last. */
size_t screen_disks_default(const struct disk_info *disks, size_t count);

/* Smallest size that anything is drawn at. */
#define SCREEN_LEAST_ROWS 10
#define SCREEN_LEAST_COLS 40

#endif
