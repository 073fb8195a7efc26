/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_boot_notes.c - what moving data means for the boot loaders of a disk */
#include "model/report/boot_notes.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/disks.h"
#include "support/test.h"

enum { SIZE = 1 << 20, FIRST = 63, SECOND = 200063, LENGTH = 100000 };

/* Partitions 1 and 2 are off the grid; CORE is where GRUB's record in sector BOOT leads;
 * 0: there is none, and TEXT is in that sector at OFFSET. */
static const struct {
    enum label_kind label;
    const char *type; /* of partition 2; NULL: the usual one */
    uint64_t boot, core;
    const char *text;
    size_t offset;
    const char *id; /* NULL: no note */
    unsigned number;
    const char *part;
} rows[] = {
    { LABEL_MSDOS, NULL, 0, 0, "", 0, NULL, 0, "" },
    { LABEL_MSDOS, NULL, 0, 1, NULL, 0, "boot-grub-stays", 0, "starts as before" },
    { LABEL_GPT, NULL, 0, 190000, NULL, 0, "boot-grub-stays", 0, "starts as before" },
    { LABEL_MSDOS, NULL, 0, SECOND + 500, NULL, 0, "boot-grub-moves", 2, "grub-install" },
    /* Its first sector is before the partition, and the last ones are in it. */
    { LABEL_MSDOS, NULL, 0, SECOND - 2, NULL, 0, "boot-grub-moves", 2, "grub-install" },
    { LABEL_MSDOS, NULL, SECOND, SECOND + 2, NULL, 0, "boot-grub-moves", 2,
      "partition 2" },
    { LABEL_MSDOS, NULL, 0, FIRST + 37, NULL, 0, "boot-grub-moves", 1, "partition 1" },
    { LABEL_MSDOS, NULL, 0, 0, "LILO", 6, "boot-lilo", 0, "until lilo was run" },
    { LABEL_MSDOS, NULL, SECOND, 0, "EXTLINUX", 3, "boot-syslinux", 2, "partition 2" },
    { LABEL_MSDOS, NULL, FIRST, 0, "NTLDR is missing", 0x1a0, "boot-ntldr", 1,
      "other drive letters" },
    { LABEL_MSDOS, NULL, FIRST, 0, "BOOTMGR is missing", 0x1a0, "boot-windows", 1,
      "bcdboot" },
    { LABEL_GPT, NULL, FIRST, 0, "BOOTMGR is missing", 0x1a0, NULL, 0, "" },
    { LABEL_MSDOS, "ef", 0, 0, "", 0, "boot-esp", 2, "efibootmgr" },
    { LABEL_GPT, "C12A7328-F81F-11D2-BA4B-00A0C93EC93B", 0, 0, "", 0, "boot-esp", 2,
      "efibootmgr" },
};

static struct layout *two_parts(int row)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = FIRST,
          .length = LENGTH,
          .inside = INSIDE_EXT },
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = SECOND,
          .length = LENGTH,
          .inside = INSIDE_EXT,
          .type = rows[row].type },
    };
    const struct disks_spec spec = {
        .size = SIZE, .label = rows[row].label, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static bool read_row(void *context, uint64_t offset, void *buf, size_t count)
{
    int row = *(const int *)context;
    uint8_t *bytes = buf;
    uint64_t lba = offset / 512;

    memset(bytes, 0, count);
    if (lba == rows[row].boot) {
        put_le16(bytes, 510, 0xAA55);
        if (rows[row].text)
            memcpy(bytes + rows[row].offset, rows[row].text, strlen(rows[row].text));
    }
    if (lba == rows[row].boot && rows[row].core) {
        memcpy(bytes + 0x180, "GRUB \0Geom\0Hard Disk\0Read\0 Error", 33);
        put_le16(bytes, 0x5A, 0x8000);
        put_le64(bytes, 0x5C, rows[row].core);
    } else if (lba == rows[row].core) {
        memcpy(bytes + 0x170, "loading", 7);
        put_le64(bytes, 0x1F4, rows[row].core + 1);
        put_le16(bytes, 0x1FC, 49);
    }
    return true;
}

TEST_EACH(what_boots_from_fixed_places_is_named, rows)
{
    CLEANUP(layout_unrefp) struct layout *layout = two_parts(_i);
    CLEANUP(boot_notes_finish) struct boot_notes notes = { 0 };
    int row = _i;
    const struct reader disk = { read_row, &row, UINT64_C(512) * SIZE };
    const struct moves_want want = { .aim = MOVES_NUDGE };
    struct moves moves;
    struct err err = { 0 };

    ck_assert_msg(moves_make(layout, &want, &moves, &err), "%s", err.text);
    ck_assert_uint_eq(moves.sectors, 2 * LENGTH);
    boot_notes_find(layout, &moves, &disk, &notes);
    ck_assert_uint_eq(notes.count, rows[_i].id != NULL);
    CLEANUP(lines_finish) struct lines before = { 0 }, after = { 0 }, done = { 0 };
    boot_notes_lines(&notes, &before);
    boot_notes_after_lines(&notes, &after, &done);
    ck_assert_uint_eq(before.count, notes.count);
    if (notes.count) {
        bool needs_nothing = !strcmp(rows[_i].id, "boot-grub-stays");
        ck_assert_uint_eq(after.count, !needs_nothing);
        ck_assert_uint_eq(done.count, needs_nothing);
        ck_assert_str_eq(notes.at[0].id, rows[_i].id);
        ck_assert_uint_eq(notes.at[0].number, rows[_i].number);
        ck_assert_msg(strstr(notes.at[0].text, rows[_i].part), "%s", notes.at[0].text);
    }
    moves_finish(&moves);
}

/* Its sectors are named in the boot record as before: they are outside of the partition
 * by then. */
TEST(grub_is_not_called_unmoved_after_the_move)
{
    int row = 6;
    CLEANUP(layout_unrefp) struct layout *layout = two_parts(row);
    CLEANUP(boot_notes_finish) struct boot_notes notes = { 0 };
    const struct reader disk = { read_row, &row, UINT64_C(512) * SIZE };
    const struct moves_want want = { .aim = MOVES_MIB };
    struct moves moves;
    struct err err = { 0 };

    ck_assert_uint_eq(rows[row].core, FIRST + 37);
    ck_assert_msg(moves_make(layout, &want, &moves, &err), "%s", err.text);
    ck_assert_uint_eq(layout_find_number(moves.result, 1)->start, 2048);
    boot_notes_find(moves.result, &moves, &disk, &notes);
    ck_assert_uint_eq(notes.count, 1);
    ck_assert_str_eq(notes.at[0].id, "boot-grub-moves");
    ck_assert_uint_eq(notes.at[0].number, 1);
    moves_finish(&moves);
}
