/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_demo.c - demo images hold what they say, for libblkid and for our own decoders */
#include "device/demo/demo.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <blkid/blkid.h>

#include "device/demo/disk.h"
#include "device/demo/interrupt.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/grub.h"
#include "model/content/inside.h"
#include "model/table/bsd.h"
#include "model/table/mbr.h"
#include "support/refused.h"
#include "support/test.h"

/* What libblkid calls each content; our decoders know all but FFS. */
static const struct {
    const char *type;
    enum inside_kind inside;
    bool has_label;
} contents[DEMO_FS_COUNT] = {
    [DEMO_FS_EXT4] = { "ext4", INSIDE_EXT, true },
    [DEMO_FS_FAT32] = { "vfat", INSIDE_FAT, true },
    [DEMO_FS_FFS] = { "ufs", INSIDE_NONE, false },
    [DEMO_FS_LVM] = { "LVM2_member", INSIDE_LVM, false },
    [DEMO_FS_MD] = { "linux_raid_member", INSIDE_MD, true },
    [DEMO_FS_NTFS] = { "ntfs", INSIDE_NTFS, true },
    [DEMO_FS_SWAP] = { "swap", INSIDE_SWAP, true },
    [DEMO_FS_XFS] = { "xfs", INSIDE_XFS, true },
};

struct opened {
    struct demo demo;
    const struct demo_disk *disk;
    int fd;
};

static struct opened open_demo(enum demo_kind kind)
{
    struct opened opened = { .disk = demo_disk_at(kind) };
    struct err err = { 0 };

    ck_assert_msg(demo_make(kind, NULL, &opened.demo, &err), "%s", err.text);
    opened.fd = open(opened.demo.path, O_RDONLY | O_CLOEXEC);
    ck_assert_int_ge(opened.fd, 0);
    /* Gone at once for everybody else: no failed check leaves it behind. */
    ck_assert(demo_remove(&opened.demo, &err));
    return opened;
}

static void close_demo(struct opened *opened)
{
    ck_assert_int_eq(close(opened->fd), 0);
    demo_finish(&opened->demo);
}

static bool read_image(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct opened *opened = context;

    return pread(opened->fd, buf, count, (off_t)offset) == (ssize_t)count;
}

static struct reader reader_of(struct opened *opened)
{
    return (struct reader){ read_image, opened,
                            opened->disk->size * opened->disk->logical };
}

static const char *value_of(blkid_probe probe, const char *name)
{
    const char *value = "";

    (void)blkid_probe_lookup_value(probe, name, &value,
                                   NULL); /* "" where there is none */
    return value;
}

static void check_blkid(struct opened *opened, const struct demo_part *part)
{
    uint64_t logical = opened->disk->logical;
    blkid_probe probe = blkid_new_probe();

    ck_assert_ptr_nonnull(probe);
    ck_assert_int_eq(blkid_probe_set_device(probe, opened->fd,
                                            (blkid_loff_t)(part->start * logical),
                                            (blkid_loff_t)(part->length * logical)),
                     0);
    ck_assert_int_eq(blkid_probe_set_sectorsize(probe, (unsigned)logical), 0);
    ck_assert_int_eq(blkid_probe_set_superblocks_flags(probe, BLKID_SUBLKS_TYPE |
                                                                  BLKID_SUBLKS_LABEL |
                                                                  BLKID_SUBLKS_UUID),
                     0);
    ck_assert_msg(blkid_do_safeprobe(probe) == 0, "partition %u %c", part->number,
                  part->letter);
    ck_assert_str_eq(value_of(probe, "TYPE"), contents[part->fs].type);
    if (contents[part->fs].has_label)
        ck_assert_str_eq(value_of(probe, "LABEL"), part->label);
    ck_assert_str_ne(value_of(probe, "UUID"), "");
    blkid_free_probe(probe);
}

/* Everything inside lies at a multiple of 4 KiB: only the start decides the verdict. */
static void check_inside(struct opened *opened, const struct demo_part *part)
{
    struct reader disk = reader_of(opened);
    uint64_t logical = opened->disk->logical;
    struct reader_part place;
    struct reader reader =
        reader_of_part(&place, &disk, part->start * logical, part->length * logical);
    struct inside inside = { 0 };

    if (contents[part->fs].inside == INSIDE_NONE)
        return;
    ck_assert(inside_decode(&reader, contents[part->fs].type, &inside));
    ck_assert_int_eq(inside.kind, contents[part->fs].inside);
    ck_assert_uint_eq(inside.data_offset % 4096, 0);
    ck_assert_uint_eq(inside.unit % 4096, 0);
}

/* In the middle of a move no content may be found. */
TEST_TIMES(libblkid_and_the_decoders_name_every_content, DEMO_INTERRUPTED)
{
    struct opened opened = open_demo((enum demo_kind)_i);
    size_t contents_count = 0;

    for (size_t i = 0; i < opened.disk->count; i++) {
        const struct demo_part *part = &opened.disk->parts[i];
        if (part->fs == DEMO_FS_NONE)
            continue;
        check_blkid(&opened, part);
        check_inside(&opened, part);
        contents_count++;
    }
    ck_assert_uint_gt(contents_count, 0);
    close_demo(&opened);
}

TEST_TIMES(the_image_is_private_sparse_and_as_long_as_the_disk, DEMO_COUNT)
{
    struct opened opened = open_demo((enum demo_kind)_i);
    /* In blocks of 512 bytes: of data that is moved, and its journal, there is more. */
    long blocks_max = opened.disk->moving ? 65536 : 4096;
    struct stat st;

    ck_assert_int_eq(fstat(opened.fd, &st), 0);
    ck_assert_uint_eq(st.st_mode & 0777, 0600);
    ck_assert_uint_eq((uint64_t)st.st_size, opened.disk->size * opened.disk->logical);
    ck_assert_int_lt(st.st_blocks, blocks_max);
    close_demo(&opened);
}

TEST_TIMES(limits_settle_with_the_options_that_go_with_it, DEMO_COUNT)
{
    const struct demo_disk *disk = demo_disk_at((enum demo_kind)_i);
    struct limits_reported said = { .size_bytes = disk->size * disk->logical };
    struct limits limits;
    struct err err = { 0 };

    ck_assert_msg(limits_settle(&said, &disk->given, &limits, &err), "%s", err.text);
    ck_assert_uint_eq(limits.size, disk->size);
    ck_assert_uint_eq(limits.logical, disk->logical);
    ck_assert_int_eq(disk->options[0] != 0, disk->given.logical || disk->given.physical ||
                                                disk->given.has_alignment_offset);
}

TEST_TIMES(names_are_found_and_others_are_not, DEMO_COUNT)
{
    enum demo_kind kind = DEMO_COUNT;

    ck_assert(demo_find(demo_name((enum demo_kind)_i), &kind));
    ck_assert_int_eq(kind, _i);
    ck_assert(!demo_find("floppy", &kind));
    ck_assert_uint_gt(strlen(demo_about((enum demo_kind)_i)), 10);
}

TEST(legacy_carries_a_core_image_of_50_sectors)
{
    struct opened opened = open_demo(DEMO_LEGACY);
    struct reader disk = reader_of(&opened);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };

    ck_assert_uint_eq(inside_grub_sectors(&disk, 1, 63), 50);
    ck_assert(mbr_decode(&disk, 512, table, &err));
    ck_assert_int_eq(table->kind, MBR_TABLE);
    ck_assert_uint_eq(table->signature, 0x5A3C9D21);
    ck_assert_uint_eq(table->primary[0].flag, 0x80);
    ck_assert_uint_eq(table->logical_count, 1);
    ck_assert_uint_eq(table->logicals[0].entry.start, 1912586508);
    close_demo(&opened);
}

TEST(openbsd_carries_the_published_label)
{
    struct opened opened = open_demo(DEMO_OPENBSD);
    struct reader disk = reader_of(&opened);
    struct reader_part place;
    struct reader slice = reader_of_part(&place, &disk, 63 * 512, UINT64_MAX);
    struct bsd_label label;

    ck_assert(bsd_decode(&slice, 512, BSD_OPENBSD, &label));
    ck_assert_uint_eq(label.size, 1953525168);
    ck_assert_uint_eq(label.bound_end, 1953520065);
    ck_assert_uint_eq(label.entries[0].start, 63);
    ck_assert_uint_eq(label.entries[2].length, 1953525168);
    ck_assert_uint_eq(label.entries[5].start, 62000063);
    close_demo(&opened);
}

TEST(nothing_is_written_over_what_is_there)
{
    char path[] = "/tmp/alidade-test-XXXXXX";
    int fd = mkstemp(path);
    struct demo demo = { 0 };
    struct err err = { 0 };
    struct stat st;

    ck_assert_int_ge(fd, 0);
    ck_assert(!demo_make(DEMO_LEGACY, path, &demo, &err));
    ck_assert_refused(&err, REFUSAL_DEMO_NOT_MADE);
    ck_assert_ptr_nonnull(strstr(err.text, path));
    ck_assert_ptr_null(demo.path);
    ck_assert_int_eq(fstat(fd, &st), 0);
    ck_assert_int_eq(st.st_size, 0);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(close(fd), 0);
}

/* The move of MOVING is to be interrupted on the disk of KIND. */
static void refuse_interrupt(enum demo_kind kind, unsigned moving, enum refusal refusal)
{
    struct demo demo = { 0 };
    struct err err = { 0 };
    struct demo_disk disk = *demo_disk_at(kind);

    disk.moving = moving;
    ck_assert_msg(demo_make(kind, NULL, &demo, &err), "%s", err.text);
    ck_assert(!demo_interrupt(demo.path, &disk, &err));
    ck_assert_refused(&err, refusal);
    ck_assert(demo_remove(&demo, &(struct err){ 0 }));
    demo_finish(&demo);
}

TEST(without_a_misaligned_partition_no_move_is_interrupted)
{
    refuse_interrupt(DEMO_ALIGNED, 1, REFUSAL_DEMO_NO_PLAN);
}

TEST(a_move_that_is_not_in_the_plan_is_not_interrupted)
{
    refuse_interrupt(DEMO_TOUCHING, 99, REFUSAL_DEMO_ENDED);
}

TEST(a_path_that_is_given_is_made_there)
{
    char directory[] = "/tmp/alidade-test-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(directory));
    CLEANUP(freep) char *path = xasprintf("%s/demo.img", directory);
    struct demo demo;
    struct err err = { 0 };

    ck_assert_msg(demo_make(DEMO_TOUCHING, path, &demo, &err), "%s", err.text);
    ck_assert_str_eq(demo.path, path);
    ck_assert(demo_remove(&demo, &err));
    ck_assert(!demo_remove(&demo, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    demo_finish(&demo);
    ck_assert_int_eq(rmdir(directory), 0);
}

/* A directory that cannot hold it is passed over. */
TEST(a_private_image_falls_back_to_tmp)
{
    struct demo demo;
    struct err err = { 0 };

    ck_assert_int_eq(setenv("XDG_RUNTIME_DIR", "/nonexistent", 1), 0);
    ck_assert_int_eq(setenv("TMPDIR", "relative", 1), 0);
    ck_assert_msg(demo_make(DEMO_4KN, NULL, &demo, &err), "%s", err.text);
    ck_assert_int_eq(strncmp(demo.path, "/tmp/alidade-4kn-", 17), 0);
    ck_assert_str_eq(demo.options, "--sector-size=4096");
    ck_assert_uint_eq(demo.given.logical, 4096);
    ck_assert(demo_remove(&demo, &err));
    demo_finish(&demo);
}
