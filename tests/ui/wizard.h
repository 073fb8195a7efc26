/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wizard.h - a user at the wizard that aligns all partitions */
#ifndef ALIDADE_TESTS_WIZARD_H
#define ALIDADE_TESTS_WIZARD_H

#include "ui/person.h"

struct effect wizard_press(struct app *app, uint32_t key);
/* The answer to a look at the disk; REFUSAL may be NULL. */
void wizard_look(struct app *app, const char *refusal);
/* The first step, at 80x24; LAYOUT passes to the app. */
void wizard_open(struct app *app, struct layout *layout);
/* The last step for disks_legacy(). */
void wizard_open_checks(struct app *app);
/* Fails if TEXT is not in the message. */
void wizard_expect_message(const struct app *app, const char *text);

#endif
