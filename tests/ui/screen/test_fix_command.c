/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_command.c - the command and the keys that the last step of the wizard names */
#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/wizard.h"

static struct app app;

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

TEST(the_command_has_all_that_the_plan_was_made_with)
{
    const struct limits_given given = { .physical = 8192, .grain = 2 * 1024 * 1024 };
    CLEANUP(layout_unrefp) struct layout *legacy = disks_legacy_with(&given);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(legacy);

    layout_builder_find(builder, layout_find_number(legacy, 1)->id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_CALLED };
    wizard_open(&app, layout_builder_refinish(builder));
    person_types(&app, "\n\n");
    wizard_look(&app, NULL);
    person_expects(&app, "alidade fix --physical-sector=8192 --grain=2097152");
    person_expects(&app, "--empty=1 /dev/sda");
}

TEST(the_key_is_named_that_calls_a_partition_empty)
{
    CLEANUP(layout_unrefp) struct layout *legacy = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(legacy);

    layout_builder_find(builder, layout_find_number(legacy, 2)->id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_SAMPLED };
    wizard_open(&app, layout_builder_refinish(builder));
    person_types(&app, "\n\n");
    wizard_look(&app, NULL);
    person_expects(&app, "E on the main screen reads all of such a partition");
    app_finish(&app);
    wizard_open_checks(&app);
    person_lacks(&app, "E on the main screen");
}
