/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_backup_file.c - a backup comes back as it was, and nothing else is taken for one
 */
#include "model/write/backup_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

enum { LOGICAL = 512 };

static struct backup_file new_backup(void)
{
    struct backup_file backup = { .size = 4096, .logical = LOGICAL };
    uint8_t sectors[4 * LOGICAL];

    copy_text(backup.path, sizeof(backup.path), "/dev/sda");
    copy_text(backup.model, sizeof(backup.model), "WDC WD10EARS-00Y5B1");
    copy_text(backup.label, sizeof(backup.label), "msdos");
    copy_text(backup.time, sizeof(backup.time), "2026-11-20T16:30:00Z");
    for (size_t i = 0; i < sizeof(sectors); i++)
        sectors[i] = (uint8_t)(i * 7 + i / LOGICAL);
    backup_file_add(&backup, 4095, 1, sectors);
    backup_file_add(&backup, 0, 4, sectors);
    backup_file_add(&backup, 63, 1, sectors + LOGICAL);
    return backup;
}

TEST(what_was_saved_comes_back)
{
    struct backup_file backup = new_backup(), again;
    CLEANUP(freep) uint8_t *bytes = NULL;
    struct err err = { 0 };
    size_t count = backup_file_encode(&backup, &bytes);

    ck_assert_msg(backup_file_decode(bytes, count, &again, &err), "%s", err.text);
    ck_assert_str_eq(again.path, "/dev/sda");
    ck_assert_str_eq(again.model, "WDC WD10EARS-00Y5B1");
    ck_assert_str_eq(again.serial, "");
    ck_assert_str_eq(again.label, "msdos");
    ck_assert_str_eq(again.time, "2026-11-20T16:30:00Z");
    ck_assert_uint_eq(again.size, 4096);
    ck_assert_uint_eq(again.logical, LOGICAL);
    ck_assert_uint_eq(again.count, backup.count);
    for (size_t i = 0; i < backup.count; i++) {
        ck_assert_uint_eq(again.runs[i].lba, backup.runs[i].lba);
        ck_assert_uint_eq(again.runs[i].count, backup.runs[i].count);
        ck_assert_mem_eq(again.runs[i].bytes, backup.runs[i].bytes,
                         backup.runs[i].count * LOGICAL);
    }
    backup_file_finish(&again);
    backup_file_finish(&backup);
}

/* With dd, on a machine that has nothing else. */
TEST(the_lines_say_where_the_sectors_lie)
{
    CLEANUP(backup_file_finish) struct backup_file backup = new_backup();
    CLEANUP(freep) uint8_t *bytes = NULL;
    size_t count = backup_file_encode(&backup, &bytes);
    const char *line = strstr((const char *)bytes, "sectors: first 63, count 1, byte ");
    unsigned long long place = 0;

    ck_assert_ptr_nonnull(line);
    ck_assert_int_eq(sscanf(line, "sectors: first 63, count 1, byte %llu", &place), 1);
    ck_assert_uint_eq(place % LOGICAL, 0);
    ck_assert_uint_le(place + LOGICAL, count);
    ck_assert_mem_eq(bytes + place, backup.runs[1].bytes, LOGICAL);
}

TEST(texts_cannot_forge_lines)
{
    struct backup_file backup = new_backup(), again;
    CLEANUP(freep) uint8_t *bytes = NULL;
    struct err err = { 0 };

    copy_text(backup.path, sizeof(backup.path), "/tmp/a\nsectors: first 9\033[2J");
    size_t count = backup_file_encode(&backup, &bytes);
    ck_assert_msg(backup_file_decode(bytes, count, &again, &err), "%s", err.text);
    ck_assert_str_eq(again.path, "/tmp/a?sectors: first 9?[2J");
    ck_assert_uint_eq(again.count, 3);
    backup_file_finish(&again);
    backup_file_finish(&backup);
}

TEST(every_changed_byte_is_seen)
{
    struct backup_file backup = new_backup(), again;
    CLEANUP(freep) uint8_t *bytes = NULL;
    size_t count = backup_file_encode(&backup, &bytes);

    for (size_t at = 0; at < count; at++) {
        struct err err = { 0 };
        bytes[at] ^= 0x10;
        ck_assert_msg(!backup_file_decode(bytes, count, &again, &err), "byte %zu", at);
        ck_assert_int_eq(err.code, ERR_UNREADABLE);
        bytes[at] ^= 0x10;
    }
    backup_file_finish(&backup);
}

TEST(a_cut_backup_is_refused)
{
    struct backup_file backup = new_backup(), again;
    CLEANUP(freep) uint8_t *bytes = NULL;
    size_t count = backup_file_encode(&backup, &bytes);
    struct err err = { 0 };

    ck_assert(!backup_file_decode(bytes, count - 1, &again, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "cut"));
    for (size_t length = 0; length < count; length++) {
        err = (struct err){ 0 };
        CLEANUP(freep) uint8_t *part = xmalloc(length ? length : 1);
        memcpy(part, bytes, length);
        ck_assert(!backup_file_decode(part, length, &again, &err));
        ck_assert_int_eq(err.code, ERR_UNREADABLE);
    }
    backup_file_finish(&backup);
}

/* Lines of another file, with what could be asked of memory by lying. */
static const char *const hostile[] = {
    "",
    "\n",
    "alidade backup",
    "alidade backup 2\n",
    "alidade backup 1\nto put it back: x\nchecksum: 0\ndisk: \nmodel: \nserial: \n"
    "table: \ntime: \nsector size: 512\ndisk sectors: 18446744073709551615\n"
    "sectors: first 18446744073709551615, count 18446744073709551615, byte 1 of\nend\n",
    "alidade backup 1\nto put it back: x\nchecksum: 0\ndisk: \nmodel: \nserial: \n"
    "table: \ntime: \nsector size: 512\ndisk sectors: 99\n"
    "sectors: first 0, count 99, byte 512 of this file\n"
    "sectors: first 5, count 1, byte 512 of this file\nend\n",
    "alidade backup 1\nto put it back: x\nchecksum: 0\ndisk: \nmodel: \nserial: \n"
    "table: \ntime: \nsector size: 513\ndisk sectors: 99\n"
    "sectors: first 0, count 1, byte 512 of this file\nend\n",
    "label: dos\nlabel-id: 0x5a3c9d21\n",
};

TEST_EACH(what_is_no_backup_is_refused, hostile)
{
    struct backup_file again;
    struct err err = { 0 };

    ck_assert(!backup_file_decode((const uint8_t *)hostile[_i], strlen(hostile[_i]),
                                  &again, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
}

TEST(a_file_of_a_newer_version_is_named_so)
{
    struct backup_file again;
    struct err err = { 0 };

    ck_assert(
        !backup_file_decode((const uint8_t *)"alidade backup 2\n", 17, &again, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "newer"));
}

static const struct {
    uint64_t lba, count;
    size_t want; /* runs, when added to 10..19 and 30..39 */
} added[] = {
    { 0, 5, 3 },  { 5, 5, 2 },   { 12, 3, 2 }, { 20, 10, 1 },
    { 0, 50, 1 }, { 18, 14, 1 }, { 40, 1, 2 }, { 41, 1, 3 },
};

TEST_EACH(what_is_added_fills_the_holes_alone, added)
{
    CLEANUP(backup_file_finish)
    struct backup_file backup = { .size = 100, .logical = LOGICAL };
    CLEANUP(freep) uint8_t *old = xmalloc(10 * LOGICAL);
    CLEANUP(freep) uint8_t *new = xmalloc(50 * LOGICAL);

    memset(old, 'o', 10 * LOGICAL);
    memset(new, 'n', 50 * LOGICAL);
    backup_file_add(&backup, 30, 10, old);
    backup_file_add(&backup, 10, 10, old);
    backup_file_add(&backup, added[_i].lba, added[_i].count, new);
    ck_assert_uint_eq(backup.count, added[_i].want);
    for (size_t i = 0; i < backup.count; i++) {
        const struct sector_run *run = &backup.runs[i];
        for (uint64_t s = 0; s < run->count; s++) {
            uint64_t lba = run->lba + s;
            bool is_old = (lba >= 10 && lba < 20) || (lba >= 30 && lba < 40);
            ck_assert_int_eq(run->bytes[s * LOGICAL], is_old ? 'o' : 'n');
        }
        if (i)
            ck_assert_uint_gt(run->lba, run[-1].lba + run[-1].count);
    }
}
