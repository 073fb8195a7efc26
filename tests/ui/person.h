/* SPDX-License-Identifier: GPL-3.0-or-later */
/* person.h - a user at the main screen of a disk: types, looks, expects */
#ifndef ALIDADE_TESTS_PERSON_H
#define ALIDADE_TESTS_PERSON_H

#include "ui/app/app.h"
#include "ui/app/disk.h"

/* The main screen of /dev/sda; LAYOUT passes to the app. */
void person_opens(struct app *app, struct layout *layout, int rows, int cols);
/* '\n' is Enter, '\t' Tab, '\b' Backspace, '\033' Escape; Ctrl-A to Ctrl-C, which no
 * test types, are right, left and down. */
void person_types(struct app *app, const char *keys);
/* free() */
char *person_sees(const struct app *app);
/* Fails with the whole screen where TEXT is not on it. */
void person_expects(const struct app *app, const char *text);
/* Fails where it is. */
void person_lacks(const struct app *app, const char *text);

#endif
