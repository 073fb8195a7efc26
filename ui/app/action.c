/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action.c - what several screens do alike when they are asked for an action */
#include "ui/app/action.h"

bool action_scroll(enum action action, int count, int height, int *scroll)
{
    int last = count > height ? count - height : 0, page = height > 1 ? height - 1 : 1;
    int to = *scroll;

    switch ((int)action) {
    case ACTION_UP:
        to--;
        break;
    case ACTION_DOWN:
        to++;
        break;
    case ACTION_PAGE_UP:
        to -= page;
        break;
    case ACTION_PAGE_DOWN:
        to += page;
        break;
    case ACTION_FIRST:
        to = 0;
        break;
    case ACTION_LAST:
        to = last;
        break;
    default:
        return false;
    }
    *scroll = to < 0 ? 0 : to > last ? last : to;
    return true;
}
