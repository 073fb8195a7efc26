/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action.c - moving and scrolling, for every screen with rows */
#include "ui/app/action.h"

bool action_move(enum action action, int count, int page, int *at)
{
    int to = *at;

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
        to = count - 1;
        break;
    default:
        return false;
    }
    to = to < count ? to : count - 1;
    *at = to > 0 ? to : 0;
    return true;
}

bool action_scroll(enum action action, int count, int height, int *scroll)
{
    int last = count > height ? count - height : 0;

    return action_move(action, last + 1, height > 1 ? height - 1 : 1, scroll);
}
