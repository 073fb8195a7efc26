/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_wrong_input.c - wrong input in forms and lists is named and kept */
#include <string.h>

#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

/* Wrong input: each a sentence, and all that was typed is still there. */
static const struct {
    struct layout *(*disk)(void);
    const char *keys;
    const char *says, *kept;
} wrongs[] = {
    { disks_half_free, "jn2GiB\tnothing like it\n", "No type is called",
      "nothing like it" },
    { disks_half_free, "jn2GiB\tlinux\ta name that is too long for a partition\n", "36",
      "a name that is too long for a partition" },
    { disks_aligned, "ca name that is too long for a partition\n", "36",
      "a name that is too long for a partition" },
    { disks_aligned, "c\tnonsense\n", "is no GUID", "nonsense" },
    { disks_half_free, "jn999TiB\n", "there is room for", "999TiB" },
    { disks_legacy, "Dxyz\n", "xyz", "xyz" },
    { disks_legacy, "jt/nothing like it\n", "No type has this", "nothing like it" },
    { disks_half_free, "N\003\003\003\003\003\003\0038GB linxu name=a\n",
      "No type is called", "8GB linxu name=a" },
};

TEST_EACH(wrong_input_is_said_and_kept, wrongs)
{
    struct app app;

    person_opens(&app, wrongs[_i].disk(), 24, 80);
    person_types(&app, wrongs[_i].keys);
    ck_assert_int_ne(app_screen(&app), SCREEN_TABLE);
    ck_assert(app.is_message_error);
    ck_assert_msg(strstr(app.message, wrongs[_i].says), "%s", app.message);
    person_expects(&app, wrongs[_i].kept);
    ck_assert_uint_eq(app_pending(&app), 0);
    app_finish(&app);
}
