/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action.c - moving and scrolling, for every screen with rows */
#include "ui/app/action.h"

bool action_move(enum action action, int count, int page, int *at)
{
    const int targets[] = {
        [ACTION_UP] = *at - 1,
        [ACTION_DOWN] = *at + 1,
        [ACTION_PAGE_UP] = *at - page,
        [ACTION_PAGE_DOWN] = *at + page,
        [ACTION_FIRST] = 0,
        [ACTION_LAST] = count - 1,
    };

    if (action < ACTION_UP || action > ACTION_LAST)
        return false;
    int to = targets[action];
    to = to < count ? to : count - 1;
    *at = to > 0 ? to : 0;
    return true;
}

bool action_scroll(enum action action, int count, int height, int *scroll)
{
    int last = count > height ? count - height : 0;

    return action_move(action, last + 1, height > 1 ? height - 1 : 1, scroll);
}
