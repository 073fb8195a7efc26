/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask_files.h - the files that the field for a path offers */
#ifndef ALIDADE_UI_APP_ASK_FILES_H
#define ALIDADE_UI_APP_ASK_FILES_H

#include "ui/app/state.h"
#include "ui/draw/canvas.h"

void file_choices_finish(struct file_choices *choices);
/* Adds the paths of KIND that were used before, unless they are offered already. */
void ask_files_add_used(struct app *app, enum recent_kind kind);
/* Up and Down put another of the files into the field; false for other keys, and where
 * there are none. */
bool ask_files_key(struct app *app, uint32_t key);
/* Puts the file that SPOT is on into the field; nothing happens for other spots. */
void ask_files_click(struct app *app, struct spot spot);
/* Draws the files in the rows above BOTTOM. */
void ask_files_draw(const struct app *app, struct canvas *canvas, int bottom);

#endif
