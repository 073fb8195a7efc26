/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - describes the layout of each demo disk */
#include "device/demo/disk.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/types.h"

#define PARTS(table)      .parts = (table), .count = ARRAY_SIZE(table)
#define MSDOS(n, t, s, l) .number = (n), .type = (t), .start = (s), .length = (l)
#define GPT(n, t, s, l)   .number = (n), .guid = TYPE_GPT_##t, .start = (s), .length = (l)
#define BSD(c, t, s, l)   .letter = (c), .type = (t), .start = (s), .length = (l)
#define HOLDS(f, name)    .fs = DEMO_FS_##f, .label = (name)

/* Cylinders of 255 x 63 sectors, which was the usual alignment until about 2009. */
static const struct demo_part legacy[] = {
    { MSDOS(1, 0x07, 63, 204796557), HOLDS(NTFS, "WINXP"), .is_bootable = true },
    { MSDOS(2, 0x83, 204796620, 1707789825), HOLDS(EXT4, "data") },
    { MSDOS(3, 0x0F, 1912586445, 40933620), HOLDS(NONE, "") },
    { MSDOS(5, 0x82, 1912586508, 40933557), HOLDS(SWAP, "") },
};

/* There is no free sector between partitions or at the end. */
static const struct demo_part touching[] = {
    { MSDOS(1, 0x83, 63, 2088387), HOLDS(EXT4, "boot"), .is_bootable = true },
    { MSDOS(2, 0x82, 2088450, 1028160), HOLDS(SWAP, "") },
    { MSDOS(3, 0x0C, 3116610, 2056257), HOLDS(FAT32, "SHARE") },
    { MSDOS(4, 0x05, 5172867, 3215741), HOLDS(NONE, "") },
    { MSDOS(5, 0x83, 5172930, 1028097), HOLDS(EXT4, "home") },
    { MSDOS(6, 0x8E, 6201091, 2187517), HOLDS(LVM, "store") },
};

static const struct demo_part gpt34[] = {
    { GPT(1, LINUX, 34, 3907029101), HOLDS(EXT4, "vault"), .name = "vault" },
};

static const struct demo_part aligned[] = {
    { GPT(1, EFI_SYSTEM, 2048, 1048576), HOLDS(FAT32, "EFI"), .name = "EFI system" },
    { GPT(2, LINUX_SWAP, 1050624, 33554432), HOLDS(SWAP, ""), .name = "swap" },
    { GPT(3, LINUX, 34605056, 453787648), HOLDS(EXT4, "root"), .name = "root" },
};

/* From a published measurement of January 2010 on a WD10EARS; c is the whole disk.
 * OpenBSD's swap has no signature. */
static const struct demo_part openbsd[] = {
    { MSDOS(4, 0xA6, 63, 1953520002), HOLDS(NONE, ""), .is_bootable = true },
    { BSD('a', 7, 63, 20000000), HOLDS(FFS, "/") },
    { BSD('b', 1, 20000063, 2000000), HOLDS(NONE, "") },
    { BSD('c', 0, 0, 1953525168), HOLDS(NONE, "") },
    { BSD('d', 7, 22000063, 20000000), HOLDS(FFS, "/usr") },
    { BSD('e', 7, 42000063, 20000000), HOLDS(FFS, "/usr/obj") },
    { BSD('f', 7, 62000063, 20000000), HOLDS(FFS, "/usr/src") },
};

static const struct demo_part native[] = {
    { GPT(1, EFI_SYSTEM, 256, 131072), HOLDS(FAT32, "EFI"), .name = "EFI system" },
    { GPT(2, LINUX, 131328, 243952384), HOLDS(XFS, "store"), .name = "store" },
};

/* Partition boundaries at 8, 258 and 1458 GB, rounded to 1 MiB. */
static const struct demo_part raid[] = {
    { GPT(1, LINUX_SWAP, 2048, 15622144), HOLDS(SWAP, ""), .name = "swap" },
    { GPT(2, LINUX, 15624192, 488282112), HOLDS(EXT4, "root"), .name = "root" },
    { GPT(3, LINUX_RAID, 503906304, 2343749632), HOLDS(MD, "alidade:0"), .name = "md0" },
    { GPT(4, LINUX_RAID, 2847655936, 3012876288), HOLDS(MD, "alidade:1"), .name = "md1" },
};

static const struct demo_part jumper[] = {
    { MSDOS(1, 0x07, 63, 1953520002), HOLDS(NTFS, "WINXP"), .is_bootable = true },
};

/* In the order of the plan: one is moved, one is being moved, and one swap area is to be
 * aligned. */
static const struct demo_part interrupted[] = {
    { MSDOS(1, 0x0C, 63, 208782), HOLDS(FAT32, "CAMERA") },
    { MSDOS(2, 0x83, 208845, 1060290), HOLDS(EXT4, "photos"), .is_filled = true },
    { MSDOS(3, 0x82, 1269135, 1028160), HOLDS(SWAP, "") },
};

static const struct demo_disk disks[DEMO_COUNT] = {
    [DEMO_LEGACY] = { .name = "legacy",
                      PARTS(legacy),
                      .options = "",
                      .logical = 512,
                      .about = N_(
                          "a 1 TB disk of 2010 cut into cylinders: all starts are off"),
                      .size = 1953525168,
                      .signature = 0x5A3C9D21,
                      .grub_sectors = 50 },
    [DEMO_TOUCHING] = { .name = "touching",
                        PARTS(touching),
                        .options = "",
                        .logical = 512,
                        .about = N_("4 GiB full to the last sector: five starts are off"),
                        .size = 8388608,
                        .signature = 0x7E11D1CE },
    [DEMO_GPT34] = { .name = "gpt34",
                     PARTS(gpt34),
                     .options = "",
                     .logical = 512,
                     .about =
                         N_("a GPT whose first partition begins right behind it, at 34"),
                     .size = 3907029168,
                     .is_gpt = true },
    [DEMO_ALIGNED] = { .name = "aligned",
                       PARTS(aligned),
                       .options = "",
                       .logical = 512,
                       .about = N_("a GPT with everything on 1 MiB: nothing to do"),
                       .size = 488397168,
                       .is_gpt = true },
    [DEMO_OPENBSD] = { .name = "openbsd",
                       PARTS(openbsd),
                       .options = "",
                       .logical = 512,
                       .about = N_("a BSD label in a slice at 63, and what lies in it"),
                       .size = 1953525168,
                       .signature = 0x0B5D0046 },
    [DEMO_4KN] = { .name = "4kn",
                   PARTS(native),
                   .options = "--sector-size=4096",
                   .about = N_("a GPT on a disk with 4096-byte logical sectors"),
                   .given = { .logical = 4096 },
                   .size = 244190646,
                   .logical = 4096,
                   .is_gpt = true },
    [DEMO_RAID] = { .name = "raid",
                    PARTS(raid),
                    .options = "",
                    .logical = 512,
                    .about = N_("3 TB with swap, ext4 and two members of a RAID"),
                    .size = 5860533168,
                    .is_gpt = true },
    [DEMO_JUMPER] = { .name = "jumper",
                      PARTS(jumper),
                      .logical = 512,
                      .options = "--physical-sector=4096 --alignment-offset=3584",
                      .about = N_("a disk with the XP jumper set: 63 is right, 64 would "
                                  "be wrong"),
                      .given = { .physical = 4096,
                                 .alignment_offset = 3584,
                                 .has_alignment_offset = true },
                      .size = 1953525168,
                      .signature = 0x0EA45FEE },
    [DEMO_INTERRUPTED] = { .name = "interrupted",
                           PARTS(interrupted),
                           .options = "",
                           .logical = 512,
                           .about = N_("2 GiB on which a fix was killed while it moved "
                                       "partition 2"),
                           .size = 4194304,
                           .signature = 0x1A7E55ED,
                           .moving = 2 },
};

const struct demo_disk *demo_disk_at(enum demo_kind kind)
{
    return &disks[kind];
}
