/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screens.c - all screens by their id */
#include "ui/screen/frame/screen.h"

static const struct screen *const screens[SCREEN_COUNT] = {
    [SCREEN_DISKS] = &screen_disks,
    [SCREEN_TABLE] = &screen_table,
    [SCREEN_WHY] = &screen_why,
    [SCREEN_DETAILS] = &screen_details,
    [SCREEN_VERIFY] = &screen_verify,
    [SCREEN_HELP] = &screen_help,
    [SCREEN_PLAIN] = &screen_plain,
    [SCREEN_PLAN] = &screen_plan,
    [SCREEN_FORM] = &screen_form,
    [SCREEN_TYPES] = &screen_types,
    [SCREEN_NEW_TABLE] = &screen_new_table,
    [SCREEN_CHANGES] = &screen_changes,
    [SCREEN_WRITE] = &screen_write,
    [SCREEN_WRITTEN] = &screen_written,
    [SCREEN_EMPTY] = &screen_empty,
    [SCREEN_BENCH] = &screen_bench,
    [SCREEN_PROBE] = &screen_probe,
    [SCREEN_HISTORY] = &screen_history,
    [SCREEN_FIX_FOUND] = &screen_fix_found,
    [SCREEN_FIX_PLAN] = &screen_fix_plan,
    [SCREEN_FIX_CHECKS] = &screen_fix_checks,
    [SCREEN_RESUME] = &screen_resume,
    [SCREEN_MOVING] = &screen_moving,
    [SCREEN_FIX_STARTS] = &screen_fix_starts,
    [SCREEN_ALIGN] = &screen_align,
};

const struct ui screen_ui = { .screens = screens, .actions = actions };
