/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_form_new.c - the form of a new partition without a place for one */
#include "support/disks.h"
#include "support/refused.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/screen/forms/form_row.h"

/* The form is open on the free space at LBA. */
static void refuse_new(struct layout *layout, uint64_t lba, enum refusal refusal)
{
    const struct form form = { .kind = FORM_NEW, .lba = lba };
    struct form_edits edits;
    struct err err = { 0 };
    struct app app;

    person_opens(&app, layout, 24, 80);
    ck_assert(!form_new.edits(&app, &form, &edits, &err));
    ck_assert_refused(&err, refusal);
    app_finish(&app);
}

TEST(free_space_that_is_taken_meanwhile_is_told)
{
    refuse_new(disks_half_free(), 2048, REFUSAL_FREE_SPACE_GONE);
}

/* Between an EBR and its partition. */
TEST(free_space_for_an_ebr_alone_is_too_small)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 1, .start = 2048, .length = 4096 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 2050, .length = 4094 },
    };
    struct disks_spec spec = {
        .size = 8192, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    refuse_new(disks_build(&spec), 2049, REFUSAL_FREE_SPACE_TOO_SMALL);
}
