/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mouse_report.c - what the terminal reports of its mouse, and what it means */
#include "ui/term/private.h"

#include "support/test.h"
#include "ui/draw/key.h"

static const struct {
    mmask_t state;
    enum mouse_kind want;
} reports[] = {
    { BUTTON1_PRESSED, MOUSE_CLICK },
    { BUTTON1_RELEASED, MOUSE_NOTHING },
    { BUTTON2_PRESSED, MOUSE_NOTHING },
    { BUTTON3_PRESSED, MOUSE_NOTHING },
    { BUTTON4_PRESSED, MOUSE_WHEEL_UP },
    { BUTTON5_PRESSED, MOUSE_WHEEL_DOWN },
    { REPORT_MOUSE_POSITION, MOUSE_NOTHING },
    { BUTTON1_PRESSED | BUTTON_SHIFT, MOUSE_CLICK },
};

TEST_EACH(a_report_is_a_click_a_wheel_or_nothing, reports)
{
    MEVENT event = { .x = 79, .y = 23, .bstate = reports[_i].state };
    struct mouse mouse = term_mouse_of(&event);

    ck_assert_int_eq(mouse.kind, reports[_i].want);
    ck_assert_int_eq(mouse.row, 23);
    ck_assert_int_eq(mouse.col, 79);
}

TEST(the_mouse_is_no_key)
{
    ck_assert_uint_eq(term_key_of(KEY_MOUSE, true), KEY_CODE_MOUSE);
    ck_assert_uint_ne(term_key_of(KEY_MOUSE, false), KEY_CODE_MOUSE);
}
