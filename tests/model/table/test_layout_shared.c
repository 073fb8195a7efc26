/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout_shared.c - parts of a table that share a sector, and layouts that differ */
#include <stdlib.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/table_image.h"
#include "support/test.h"

enum { SIZE = 80000 }; /* sectors of 512 bytes */

/* The header is alone in LBA 1: with larger sectors it shares the first with the MBR. */
TEST(a_header_may_share_the_first_sector)
{
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 2);
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE / 8, 4096);
    struct err err = { 0 };

    table.primary.entries_lba += 30;
    for (size_t i = 0; i < table.count; i++)
        table.entries[i].last_lba += 4; /* whole sectors of 4096 bytes */
    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 4096, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_uint_eq(layout_label(layout)->written_for, 512);
    ck_assert_uint_eq(layout_find_number(layout, 1)->start, 256);
}

static bool has_role(const struct layout *layout, enum extent_role role)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->role == role)
            return true;
    return false;
}

/* The backup is in the last sector: of a disk that lost it nothing is left, of one that
 * did not there is a damaged copy. */
TEST(a_backup_one_sector_past_the_end_is_gone)
{
    for (unsigned lost = 0; lost < 2; lost++) {
        struct gpt_table table = image_gpt(SIZE, 512, 128, 1);
        struct sparse disk = image_new(SIZE, 512);
        struct err err = { 0 };
        image_put_gpt(&disk, &table);
        sparse_put(&disk, (SIZE - 1) * 512, "damaged", 7);
        disk.size_bytes -= 512 * lost;
        CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
        ck_assert_msg(layout != NULL, "%s", err.text);
        ck_assert(has_role(layout, ROLE_GPT_PRIMARY));
        ck_assert_int_eq(has_role(layout, ROLE_GPT_BACKUP), !lost);
        gpt_finish(&table);
        sparse_finish(&disk);
    }
}

TEST(sectors_beyond_32_bits_are_told)
{
    uint64_t most = label_addressable(LABEL_MSDOS);

    for (unsigned more = 0; more < 2; more++) {
        struct sparse disk = image_new(most + more, 512);
        struct err err = { 0 };
        CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
        table->primary[0] = (struct mbr_entry){ 0, 0x83, 2048, 4096 };
        image_put_mbr(&disk, table, 512);
        CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
        ck_assert_msg(layout != NULL, "%s", err.text);
        const struct note *note = layout_note_find(layout, NOTE_MSDOS_NOT_ADDRESSABLE);
        ck_assert_int_eq(note != NULL, more);
        sparse_finish(&disk);
    }
}

/* Two EBRs in one sector of 4096 bytes: one of them has none of its own. */
static const struct {
    uint64_t ebr;
    bool is_read;
} ebrs[] = { { 8008, true }, { 8001, false }, { 8007, false } };

TEST_EACH(an_ebr_has_a_sector_of_its_own, ebrs)
{
    struct mbr_entry first = { .type = 0x83, .start = 8016, .length = 800 };
    struct mbr_entry second = { .type = 0x83, .start = 16000, .length = 800 };
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE / 8, 4096);
    struct err err = { 0 };

    table->primary[0] = (struct mbr_entry){ 0, 0x05, 8000, 40000 };
    mbr_add_logical(table, 0, 8000, &first);
    mbr_add_logical(table, 0, ebrs[_i].ebr, &second);
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 4096, &err);
    ck_assert_msg((layout && layout_label(layout)->written_for == 512) ==
                      ebrs[_i].is_read,
                  "%s", err.text);
}

/* One limit that is another one. */
static const struct {
    struct limits_given given;
    uint64_t size;
    bool is_equal;
    uint64_t logical; /* 0: 512 */
} limits[] = {
    { { .physical = 4096 }, 10000, true, 0 },
    { { .physical = 4096 }, 10000, false, 4096 },
    { { .physical = 8192 }, 10000, false, 0 },
    { { .physical = 4096, .has_alignment_offset = true, .alignment_offset = 512 },
      10000,
      false,
      0 },
    { { .physical = 4096, .grain = 8192 }, 10000, false, 0 },
    { { .physical = 4096 }, 10001, false, 0 },
};

TEST_EACH(layouts_of_other_limits_are_not_equal, limits)
{
    struct disks_spec spec = { .size = 10000,
                               .label = LABEL_NONE,
                               .given = { .physical = 4096 } };
    CLEANUP(layout_unrefp) struct layout *a = disks_build(&spec);

    spec.size = limits[_i].size;
    spec.logical = limits[_i].logical;
    spec.given = limits[_i].given;
    CLEANUP(layout_unrefp) struct layout *b = disks_build(&spec);
    ck_assert_int_eq(layout_equal(a, b), limits[_i].is_equal);
    ck_assert_int_eq(layout_equal(b, a), limits[_i].is_equal);
}
