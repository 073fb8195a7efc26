/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wizard.c - a user at the wizard that aligns all partitions */
#include "ui/wizard.h"

#include <string.h>

#include "support/disks.h"
#include "support/test.h"

struct effect wizard_press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(app, &event);
}

void wizard_look(struct app *app, const char *refusal)
{
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    event.look.usual = typical_speed_of("sata", true);
    lines_add(&event.look.boot, "%s", "GRUB starts as before.");
    lines_add(&event.look.passed, "%s", "No suspended system was found.");
    if (refusal)
        lines_add(&event.look.refusals, "%s", refusal);
    (void)app_update(app, &event); /* nothing more is asked for */
}

void wizard_open(struct app *app, struct layout *layout)
{
    person_opens(app, layout, 24, 80);
    ck_assert_int_eq(wizard_press(app, 'F').kind, EFFECT_FIX_LOOK);
    wizard_look(app, NULL);
}

void wizard_open_checks(struct app *app)
{
    wizard_open(app, disks_legacy());
    ck_assert_int_eq(wizard_press(app, KEY_CODE_ENTER).kind, EFFECT_NONE);
    ck_assert_int_eq(wizard_press(app, KEY_CODE_ENTER).kind, EFFECT_FIX_LOOK);
    wizard_look(app, NULL);
}

void wizard_expect_message(const struct app *app, const char *text)
{
    ck_assert_msg(strstr(app->message, text) != NULL, "'%s' is not in '%s'", text,
                  app->message);
}
