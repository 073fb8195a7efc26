/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mouse.c - converts what the terminal reports of its mouse */
#include "ui/term/private.h"

#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"

static const struct {
    mmask_t mask;
    enum mouse_kind kind;
} buttons[] = {
    { BUTTON1_PRESSED, MOUSE_CLICK },
    { BUTTON4_PRESSED, MOUSE_WHEEL_UP },
    { BUTTON5_PRESSED, MOUSE_WHEEL_DOWN },
};

/* The Linux console has no mouse without gpm, whose library would look for it in vain. */
static bool lacks_mouse(void)
{
    return !strncmp(termname(), "linux", 5) && access("/dev/gpmctl", F_OK);
}

bool term_start_mouse(void)
{
    mmask_t wanted = 0;

    if (lacks_mouse())
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(buttons); i++)
        wanted |= buttons[i].mask;
    (void)mouseinterval(0); /* a press is told at once: it may be the first of two */
    return mousemask(wanted, NULL) != 0;
}

struct mouse term_mouse_of(const MEVENT *event)
{
    struct mouse mouse = { MOUSE_NOTHING, event->y, event->x };

    for (size_t i = 0; i < ARRAY_SIZE(buttons); i++) {
        if (event->bstate & buttons[i].mask)
            mouse.kind = buttons[i].kind;
    }
    return mouse;
}

struct mouse term_mouse(void)
{
    MEVENT event = { 0 };

    return getmouse(&event) == OK ? term_mouse_of(&event)
                                  : (struct mouse){ MOUSE_NOTHING, 0, 0 };
}
