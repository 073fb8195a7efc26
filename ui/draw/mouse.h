/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mouse.h - what a mouse does, independent of the terminal */
#ifndef ALIDADE_UI_DRAW_MOUSE_H
#define ALIDADE_UI_DRAW_MOUSE_H

enum mouse_kind {
    MOUSE_NOTHING, /* what has no meaning here, such as the right button */
    MOUSE_CLICK,   /* the left button, when it is pressed */
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN,
};

struct mouse {
    enum mouse_kind kind;
    int row, col; /* of the cell under it, from 0 */
};

#endif
