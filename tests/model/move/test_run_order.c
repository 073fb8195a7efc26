/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_order.c - the order in which a fix is carried out, completed or taken back */
#include "model/move/log/run_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

/* Each letter of STEPS is a step; a capital has a rest point before it.  The heads from
 * the first on, turned at the head of step TURN if that is there: "F0", "B0", "X2". */
static const struct {
    const char *steps;
    int turn;
    const char *heads;
} rows[] = {
    { "A", -1, "F0 X1 D0" },
    { "A", 0, "F0 B0 X0 D1" },
    { "Abc", -1, "F0 F1 F2 X3 D0" },
    { "Abc", 2, "F0 F1 F2 B2 B1 B0 X0 D1" },
    { "AbCdE", -1, "F0 F1 F2 F3 F4 X5 D0" },
    { "AbCdE", 1, "F0 F1 B1 B0 X0 D1" },
    { "AbCdE", 2, "F0 F1 F2 B2 X2 D1" },
    { "AbCdE", 3, "F0 F1 F2 F3 B3 B2 X2 D1" },
    { "AbCdE", 4, "F0 F1 F2 F3 F4 B4 X4 D1" },
};

static struct redo_log log_of(const char *steps)
{
    struct redo_log log = { 0 };

    for (; *steps; steps++)
        (void)log_steps_add(&log.steps,
                            &(struct log_step){ .kind = LOG_GUARD,
                                                .flags = *steps < 'a' ? LOG_REST : 0 });
    return log;
}

static void say(char *text, size_t size, struct run_head head)
{
    size_t used = strlen(text);

    (void)snprintf(text + used, size - used, "%s%c%u", used ? " " : "",
                   " FBXD"[head.direction], head.step);
}

TEST_EACH(heads_follow_each_other, rows)
{
    struct redo_log log = log_of(rows[_i].steps);
    struct run_head head = run_order_first();
    char text[128] = "";

    say(text, sizeof(text), head);
    while (head.direction != RUN_DONE) {
        ck_assert(run_order_is_sound(&log, head));
        bool is_turned = run_order_can_turn(head) && head.step == rows[_i].turn;
        struct run_head next =
            is_turned ? run_order_turn(head) : run_order_next(&log, head);
        if (!is_turned)
            ck_assert_uint_eq(run_order_end(&log, head), next.direction == RUN_DONE
                                                             ? head.step
                                                             : run_order_end(&log, next));
        head = next;
        say(text, sizeof(text), head);
    }
    ck_assert_str_eq(text, rows[_i].heads);
    ck_assert_int_eq(run_order_next(&log, head).direction, RUN_DONE);
    redo_log_finish(&log);
}

static const struct {
    struct run_head head;
    bool is_sound;
} heads[] = {
    { { RUN_FORWARD, 0 }, true },  { { RUN_FORWARD, 4 }, true },
    { { RUN_FORWARD, 5 }, false }, { { RUN_BACK, 4 }, true },
    { { RUN_BACK, 5 }, false },    { { RUN_EXIT, 0 }, true },
    { { RUN_EXIT, 1 }, false },    { { RUN_EXIT, 2 }, true },
    { { RUN_EXIT, 5 }, true },     { { RUN_EXIT, 6 }, false },
    { { RUN_DONE, 0 }, true },     { { RUN_DONE, 1 }, true },
    { { RUN_DONE, 2 }, false },    { { 0, 0 }, false },
    { { 5, 0 }, false },
};

TEST_EACH(a_head_is_of_a_step_or_a_rest_point, heads)
{
    struct redo_log log = log_of("AbCdE");

    ck_assert_int_eq(run_order_is_sound(&log, heads[_i].head), heads[_i].is_sound);
    redo_log_finish(&log);
}
