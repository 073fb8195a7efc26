/* SPDX-License-Identifier: GPL-3.0-or-later */
/* field.h - a line of text that a person edits */
#ifndef ALIDADE_UI_DRAW_FIELD_H
#define ALIDADE_UI_DRAW_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/draw/canvas.h"

/* The text is UTF-8; the cursor is the byte offset of a character. */
struct field {
    char text[256];
    size_t cursor;
    bool is_fresh; /* the first key that is typed replaces the text */
};

void field_set(struct field *field, const char *text);
/* The same, but what is typed replaces TEXT. */
void field_offer(struct field *field, const char *text);
/* Handles arrows, Home, End, Backspace, Delete, ^A ^E ^U ^W and characters; false for
 * other keys (Enter, Escape, Tab ...). */
bool field_key(struct field *field, uint32_t key);

/* Draws WIDTH columns of the text so that the hardware cursor is visible. */
void field_draw(const struct field *field, struct canvas *canvas, int row, int col,
                int width);

#endif
