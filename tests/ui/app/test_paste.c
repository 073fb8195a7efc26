/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_paste.c - pasted text is typed where there is a field, and never runs an action */
#include "ui/app/paste.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/app/app.h"
#include "ui/person.h"

static struct effect press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(app, &event);
}

static void paste(struct app *app, const char *text)
{
    ck_assert_int_eq(press(app, KEY_CODE_PASTE).kind, EFFECT_NONE);
    for (; *text; text++) {
        uint32_t key = *text == '\n'   ? (uint32_t)KEY_CODE_ENTER
                       : *text == '\t' ? (uint32_t)KEY_CODE_TAB
                                       : (unsigned char)*text;
        ck_assert_int_eq(press(app, key).kind, EFFECT_NONE);
    }
    ck_assert_int_eq(press(app, KEY_CODE_PASTE_END).kind, EFFECT_NONE);
}

/* On the legacy disk: KEYS, then TEXT is pasted; compares pending edits and the screen.
 * */
static const struct {
    const char *keys;
    const char *text;
    size_t pending;
    const char *seen;
} rows[] = {
    { "", "ddqW\nyes\n", 0, "What was pasted is ignored: no field is open" },
    { "d", "q", 1, "What was pasted is ignored" },
    { "dq", "Q", 1, "1 change is not written" },
    { "n", "512s\n", 0, "Size   512s" },
    { "n", "1M\niB", 0, "Size   1M iB" },
    { "n", "\n\n1MiB\n\n", 0, "Size   1MiB" },
    { "n\t", "lll\n", 0, "[primary]" },
    { "d", "", 1, "Pending: delete" },
    { "jt", "swap\n", 0, "Types" },
    { "jt/", "swap\n", 0, "Types with 'swap'" },
    { "I", "a\tb\n", 0, "Script to load: a b" },
    { "G", "64KiB\n", 0, "(empty: as found): 64KiB" },
    { "N\003\003\003\003\003\003\003", "8GB swap,\n\trest raid\n", 0,
      "8GB swap, rest raid" },
};

TEST_EACH(it_is_typed_where_there_is_a_field, rows)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, rows[_i].keys);
    paste(&app, rows[_i].text);
    ck_assert_uint_eq(app_pending(&app), rows[_i].pending);
    person_expects(&app, rows[_i].seen);
    app_finish(&app);
}

/* The end mark may be lost: Ctrl-C ends the paste. */
TEST(an_interrupt_ends_it)
{
    struct event interrupt = { .kind = EVENT_INTERRUPT };
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    (void)press(&app, KEY_CODE_PASTE);
    person_types(&app, "d");
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert_int_eq(app_update(&app, &interrupt).kind, EFFECT_QUIT);
    person_types(&app, "d");
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}
