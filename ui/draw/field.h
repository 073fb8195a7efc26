/* SPDX-License-Identifier: GPL-3.0-or-later */
/* field.h - a line of text that a person edits */
#ifndef ALIDADE_UI_DRAW_FIELD_H
#define ALIDADE_UI_DRAW_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/draw/canvas.h"

/* UTF-8; the cursor is a byte offset at a character's start. */
struct field {
    char text[256];
    size_t cursor;
    bool is_fresh; /* the text gives way to what is typed */
};

void field_set(struct field *field, const char *text);
/* The same with a text that is only proposed. */
void field_offer(struct field *field, const char *text);
/* Arrows, Home, End, Backspace, Delete, ^A ^E ^U ^W and characters; false for keys that
 * mean nothing to a field (Enter, Escape, Tab ...). */
bool field_key(struct field *field, uint32_t key);

/* WIDTH columns of it, with the hardware cursor in sight. */
void field_draw(const struct field *field, struct canvas *canvas, int row, int col,
                int width);

#endif
