/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_explain_text.c - the explanation of an extent as lines of text */
#include "ui/cli/explain_text.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "support/disks.h"
#include "support/test.h"

static struct layout *(*const all_disks[])(void) = {
    disks_legacy,  disks_touching, disks_gpt34, disks_aligned,
    disks_openbsd, disks_4kn,      disks_raid,  disks_jumper,
};

/* The table of suggestions keeps its columns: on a narrow terminal it can be wider. */
static void check_width(char *text, int width)
{
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (text_width(line) > width)
            ck_abort_msg("%d columns: %s", text_width(line), line);
    }
}

TEST_EACH(no_line_is_wider_than_its_room, all_disks)
{
    CLEANUP(layout_unrefp) struct layout *layout = all_disks[_i]();

    for (size_t i = 0; i < layout_count(layout); i++) {
        CLEANUP(freep)
        char *text =
            explain_text(layout, layout_at(layout, i), GRUB_OF(0), 80, NULL, SCOPE_WHOLE);
        ck_assert_str_ne(text, "");
        ck_assert_int_eq(text[strlen(text) - 1], '\n');
        check_width(text, 80);
    }
}

TEST(sum_picture_and_cures_are_in_it)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    CLEANUP(freep)
    char *text = explain_text(layout, layout_find_number(layout, 1), GRUB_OF(50), 80,
                              NULL, SCOPE_WHOLE);

    ck_assert_ptr_nonnull(strstr(text, "= 7 x 4096 + 3584\n"));
    ck_assert_ptr_nonnull(strstr(text, "└┘└─────┬──────┘\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nCures (data to move: 97.7 GiB)\n"));
    ck_assert_ptr_nonnull(strstr(text, "     56  4 KiB       -7 s  gap before it"));
}

/* Without a partition's number these paragraphs are printed once. */
TEST(what_partitions_share_is_apart)
{
    static const char figures[] = "Measured by others", cures[] = "Cures (";
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    const struct extent *extent = layout_find_number(layout, 1);
    CLEANUP(freep)
    char *whole = explain_text(layout, extent, GRUB_OF(0), 80, NULL, SCOPE_WHOLE);
    CLEANUP(freep)
    char *own = explain_text(layout, extent, GRUB_OF(0), 80, NULL, SCOPE_OWN);
    CLEANUP(freep)
    char *shared = explain_text(layout, extent, GRUB_OF(0), 80, NULL, SCOPE_SHARED);

    ck_assert(strstr(whole, figures) && strstr(whole, cures));
    ck_assert(!strstr(own, figures) && strstr(own, cures));
    ck_assert(strstr(shared, figures) && !strstr(shared, cures));
    /* The titles and empty lines between are not theirs. */
    ck_assert_uint_le(strlen(own) + strlen(shared), strlen(whole));
}
