/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_details_layout.c - rows about the whole disk */
#include "model/report/details.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/report/text.h"
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

TEST(the_minimum_of_nvme_is_named)
{
    struct limits limits = { .size = 2097152,
                             .logical = 512,
                             .physical = 4096,
                             .physical_reported = 512,
                             .minimum_io = 16384,
                             .grain = 1 << 20,
                             .notes = LIMIT_NVME_MINIMUM };
    struct err err = { 0 };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &(struct label){ 0 });
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, &err);
    struct disk_info info = { .path = "nvme.img", .layout = layout };
    struct report_disk disk = { .info = &info };
    CLEANUP(str_finish) struct str text = { 0 };
    struct details details = { 0 };

    ck_assert_msg(layout != NULL, "%s", err.text);
    details_add_layout(&details, layout);
    ck_assert_str_eq(value_of(&details, "minimum-io"),
                     "16384 B: preferred write granularity; judges nothing");
    ck_assert_msg(strstr(value_of(&details, "write-granularity"), "fdisk warns"), "%s",
                  value_of(&details, "write-granularity"));
    details_finish(&details);
    report_text_list(&disk, false, &text);
    ck_assert_msg(strstr(str_text(&text),
                         "Minimum I/O 16384 B (preferred write granularity), optimal "
                         "I/O 0 B\n"),
                  "%s", str_text(&text));
    ck_assert_msg(strstr(str_text(&text), "- The minimum I/O is the preferred"), "%s",
                  str_text(&text));
}
