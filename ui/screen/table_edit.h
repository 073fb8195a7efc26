/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_edit.h - the edits of the main screen: at once, or through a form */
#ifndef ALIDADE_UI_SCREEN_TABLE_EDIT_H
#define ALIDADE_UI_SCREEN_TABLE_EDIT_H

#include "ui/app/state.h"

/* True for the actions that table_edit() carries out. */
bool table_edit_knows(enum action action);
/* A disk must be open. */
void table_edit(struct app *app, enum action action);

#endif
