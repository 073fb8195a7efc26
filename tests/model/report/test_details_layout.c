/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_details_layout.c - rows about the whole disk */
#include "model/report/details.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

#define JUMPER(bytes) .alignment_offset = bytes, .has_alignment_offset = true

/* A disk of 1 GiB; NULL: no such row. */
static const struct {
    struct limits_reported said;
    struct limits_given given;
    enum label_kind label;
    const char *id, *value;
} rows[] = {
    { { .physical = 4096 }, { 0 }, LABEL_GPT, "physical", "4096 B" },
    { { .physical = 512 }, { 0 }, LABEL_GPT, "physical", "4096 B; it says 512 B" },
    { { .physical = 4096 }, { 0 }, LABEL_GPT, "alignment-offset", "0 B" },
    { { .physical = 4096, JUMPER(512) }, { 0 }, LABEL_GPT, "alignment-offset", "512 B" },
    { { .physical = 4096, JUMPER(3584) },
      { 0 },
      LABEL_GPT,
      "alignment-offset",
      "3584 B: as with the XP jumper set" },
    { { .physical = 512 }, { .physical = 512 }, LABEL_GPT, "alignment-offset", "0 B" },
    { { .physical = 4096 }, { 0 }, LABEL_GPT, "minimum-io", NULL },
    { { .physical = 4096, .minimum_io = 4096 },
      { 0 },
      LABEL_GPT,
      "minimum-io",
      "4096 B; shown, judges nothing" },
    { { .physical = 4096 }, { 0 }, LABEL_GPT, "optimal-io", NULL },
    { { .physical = 4096, .optimal_io = 65536 },
      { 0 },
      LABEL_GPT,
      "optimal-io",
      "65536 B" },
    { { .physical = 4096, .optimal_io = 33553920 },
      { 0 },
      LABEL_GPT,
      "optimal-io",
      "33553920 B; refused" },
    { { .physical = 4096 }, { 0 }, LABEL_GPT, "grain", "1048576 B (1M)" },
    { { .physical = 4096 }, { 0 }, LABEL_GPT, "usable", "34 to 2097118" },
    { { .physical = 4096 }, { 0 }, LABEL_GPT, "entries", "room for 128 partitions" },
    { { .physical = 4096 }, { 0 }, LABEL_MSDOS, "entries", "room for 4 partitions" },
    { { .physical = 4096 }, { 0 }, LABEL_NONE, "entries", NULL },
    { { .physical = 4096 }, { 0 }, LABEL_NONE, "label-id", NULL },
};

static const char *value_of(const struct details *details, const char *id)
{
    for (size_t i = 0; i < details->count; i++)
        if (!strcmp(details->rows[i].id, id))
            return details->rows[i].value;
    return NULL;
}

TEST_EACH(a_disk_has_its_row, rows)
{
    struct disks_spec spec = { .size = 2097152,
                               .label = rows[_i].label,
                               .said = rows[_i].said,
                               .given = rows[_i].given };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    struct details details = { 0 };

    details_add_layout(&details, layout);
    const char *value = value_of(&details, rows[_i].id);
    if (rows[_i].value)
        ck_assert_str_eq(value, rows[_i].value);
    else
        ck_assert_ptr_null(value);
    details_finish(&details);
}
