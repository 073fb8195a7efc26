/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_form_used.c - the form for another size of a partition in use */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/app/app.h"
#include "ui/person.h"

/* 20 GiB with a GPT: an ext4 in use, and free space behind it. */
static struct layout *half_used(enum use_kind use, const char *where)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 20971520 },
    };
    struct disks_spec spec = {
        .size = 41943040, .label = LABEL_GPT, .parts = parts, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent *extent =
        layout_builder_find(builder, layout_find_number(layout, 1)->id);

    extent->content = disks_content(INSIDE_EXT, NULL);
    extent->content.state = CONTENT_FOUND;
    extent->use.kind = use;
    copy_text(extent->use.where, sizeof(extent->use.where), where);
    return layout_builder_refinish(builder);
}

TEST(a_mounted_partition_can_grow)
{
    struct app app;

    person_opens(&app, half_used(USE_MOUNT, "/srv"), 24, 80);
    person_types(&app, "r");
    person_expects(&app, "At most 41940959 s");
    person_expects(&app, "It is in use: it can grow, and cannot shrink.");
    person_types(&app, "5GiB\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_FORM);
    ck_assert_ptr_nonnull(strstr(app.message, "mounted on /srv: while it is in use it"));
    person_types(&app, "\033r12GiB");
    person_expects(&app, "resize2fs /dev/sda1");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

TEST(why_swap_in_use_cannot_grow_is_said_first)
{
    struct app app;

    person_opens(&app, half_used(USE_SWAP, ""), 24, 80);
    person_types(&app, "r");
    person_expects(&app, "Partition 1 is in use as swap:");
    app_finish(&app);
}
