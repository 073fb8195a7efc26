/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disks.c - the example disks that all tests share */
#include "support/disks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

#define CONTENT(word, type, usage, uuid, ...)                                            \
    {                                                                                    \
        type, usage, uuid,                                                               \
        {                                                                                \
            .kind = INSIDE_##word, __VA_ARGS__                                           \
        }                                                                                \
    }

/* What the decoders find in a usual volume of each kind. */
static const struct {
    const char *type;
    const char *usage;
    const char *uuid;
    struct inside inside;
} contents[INSIDE_COUNT] = {
    [INSIDE_BTRFS] = CONTENT(
        BTRFS, "btrfs", "filesystem", "a4e1c2d7-3d0b-4a6e-9f0e-52c1b9f3e7a8",
        .unit = 4096, .block = 4096, .proof_offset = 65600, .proof = "5f42485266535f4d"),
    [INSIDE_EXFAT] = CONTENT(EXFAT, "exfat", "filesystem", "5C1F-22E0",
                             .data_offset = 1 << 20, .unit = 32768, .block = 32768,
                             .proof_offset = 3, .proof = "4558464154202020"),
    [INSIDE_EXT] =
        CONTENT(EXT, "ext4", "filesystem", "3f1b2a6c-7d52-4f3e-8a0c-1d5be2a94c77",
                .unit = 4096, .block = 4096, .proof_offset = 1080, .proof = "53ef"),
    [INSIDE_FAT] =
        CONTENT(FAT, "vfat", "filesystem", "7A31-90CE", .data_offset = 1 << 20,
                .unit = 4096, .block = 4096, .proof_offset = 510, .proof = "55aa"),
    [INSIDE_LUKS] = CONTENT(
        LUKS, "crypto_LUKS", "crypto", "c5b2d9a0-68f4-4c1b-b7f3-90e4d1a6f823",
        .data_offset = 16 << 20, .unit = 4096, .block = 4096, .proof = "4c554b53babe"),
    [INSIDE_LVM] =
        CONTENT(LVM, "LVM2_member", "raid", "k3YbTf-0aQx-Wm2c-8uRz-VdN5-eJh1-PgL7sC",
                .data_offset = 1 << 20, .unit = 4 << 20, .proof_offset = 512,
                .proof = "4c4142454c4f4e45"),
    [INSIDE_MD] =
        CONTENT(MD, "linux_raid_member", "raid", "9e0d7b34-51c8-2f6a-e4b1-07a3c58d6f92",
                .data_offset = 128 << 20, .proof_offset = 4096, .proof = "fc4e2ba9"),
    [INSIDE_NTFS] =
        CONTENT(NTFS, "ntfs", "filesystem", "5E8C3F2A7B104D96", .unit = 4096,
                .block = 4096, .proof_offset = 3, .proof = "4e54465320202020"),
    [INSIDE_SWAP] = CONTENT(SWAP, "swap", "other", "0b6f4d18-92ea-4c57-a3d5-6e7180c4b9f2",
                            .unit = 4096, .block = 4096, .proof_offset = 4086,
                            .proof = "53574150535041434532", .is_remakeable = true),
    [INSIDE_XFS] =
        CONTENT(XFS, "xfs", "filesystem", "d27c9b51-4e0f-4f8a-86b3-2ca1e5f7093d",
                .unit = 4096, .block = 4096, .proof = "58465342"),
};

struct content disks_content(enum inside_kind kind, const char *volume)
{
    struct content content = { .state = CONTENT_NONE, .zeros = ZEROS_ALL };

    if (kind == INSIDE_NONE)
        return content;
    content = (struct content){ .state = CONTENT_FOUND };
    content.inside = contents[kind].inside;
    copy_text(content.type, sizeof(content.type), contents[kind].type);
    copy_text(content.usage, sizeof(content.usage), contents[kind].usage);
    copy_text(content.uuid, sizeof(content.uuid), contents[kind].uuid);
    copy_text(content.label, sizeof(content.label), volume ? volume : "");
    return content;
}

static void die(const char *why)
{
    fprintf(stderr, "disks: %s\n", why);
    abort();
}

static void add_metadata(struct layout_builder *builder, enum extent_role role,
                         uint64_t start, uint64_t length)
{
    struct extent extent = {
        .kind = EXTENT_METADATA, .role = role, .start = start, .length = length
    };

    layout_builder_add(builder, &extent);
}

/* Sectors of a GPT's header and 128 entries of 128 bytes. */
static uint64_t gpt_sectors(uint64_t logical)
{
    return 1 + 128 * 128 / logical;
}

/* What the label itself owns, and the range that is left. */
static void add_label(struct layout_builder *builder, const struct limits *limits,
                      enum label_kind kind)
{
    uint64_t gpt = gpt_sectors(limits->logical);

    if (kind == LABEL_MSDOS || kind == LABEL_GPT)
        add_metadata(builder, ROLE_MBR, 0, 1);
    if (kind == LABEL_GPT) {
        add_metadata(builder, ROLE_GPT_PRIMARY, 1, gpt);
        add_metadata(builder, ROLE_GPT_BACKUP, limits->size - gpt, gpt);
    }
}

static struct label label_of(const struct limits *limits, enum label_kind kind)
{
    struct label label = { .kind = kind, .last_usable = limits->size - 1 };
    uint64_t gpt = gpt_sectors(limits->logical);
    uint64_t addressable = label_addressable(kind);

    if (kind == LABEL_MSDOS) {
        label.first_usable = 1;
        label.entries = 4;
        copy_text(label.id, sizeof(label.id), "0x5a3c9d21");
    } else if (kind == LABEL_GPT) {
        label.first_usable = 1 + gpt;
        label.last_usable -= gpt;
        label.entries = 128;
        copy_text(label.id, sizeof(label.id), "1F6C2E7A-94B3-4D0E-A5C8-6B7D3E21F049");
    }
    if (addressable && label.last_usable >= addressable)
        label.last_usable = addressable - 1;
    return label;
}

static const char *type_of(enum label_kind label, const struct disks_part *part)
{
    if (part->type)
        return part->type;
    if (part->kind == EXTENT_SLICE)
        return "4.2BSD";
    if (label == LABEL_GPT)
        return "0FC63DAF-8483-4772-8E79-3D69D8477DE4";
    if (part->kind == EXTENT_EXTENDED)
        return "5";
    return part->inside == INSIDE_NTFS   ? "7"
           : part->inside == INSIDE_SWAP ? "82"
           : part->inside == INSIDE_FAT  ? "c"
           : part->inside == INSIDE_LVM  ? "8e"
                                         : "83";
}

static struct extent extent_of(enum label_kind label, const struct disks_part *part)
{
    struct extent extent = {
        .kind = part->kind,
        .role = part->role,
        .start = part->start,
        .length = part->length,
        .number = part->number,
        .letter = part->letter,
        .is_bootable = part->is_bootable,
        .content = disks_content(part->inside, part->volume),
    };

    if (part->kind != EXTENT_METADATA)
        copy_text(extent.type, sizeof(extent.type), type_of(label, part));
    return extent;
}

struct layout *disks_build(const struct disks_spec *spec)
{
    struct limits_reported said = spec->said;
    struct limits limits;
    struct err err = { 0 };
    uint32_t container = 0, partition = 0, ebr = 0;

    if (!said.logical)
        said.logical = spec->logical ? spec->logical : 512;
    if (!said.physical)
        said.physical = said.logical;
    said.size_bytes = spec->size * said.logical;
    if (!limits_settle(&said, &spec->given, &limits, &err))
        die(err.text);
    struct label label = label_of(&limits, spec->label);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    add_label(builder, &limits, spec->label);
    for (size_t i = 0; i < spec->count; i++) {
        const struct disks_part *part = &spec->parts[i];
        struct extent extent = extent_of(spec->label, part);
        if (part->kind == EXTENT_SLICE)
            extent.parent = partition;
        else if (part->kind == EXTENT_LOGICAL || part->role == ROLE_EBR)
            extent.parent = container;
        if (part->kind == EXTENT_LOGICAL)
            extent.ebr = ebr;
        uint32_t id = layout_builder_add(builder, &extent);
        if (part->kind == EXTENT_EXTENDED)
            container = id;
        else if (part->role == ROLE_EBR)
            ebr = id;
        else if (part->kind != EXTENT_SLICE && part->kind != EXTENT_METADATA)
            partition = id;
    }
    struct layout *layout = layout_builder_finish(builder, &err);
    if (!layout)
        die(err.text);
    return layout;
}

#define PART(what, n, from, sectors, ...)                                                \
    {                                                                                    \
        .kind = EXTENT_##what, .number = n, .start = from, .length = sectors,            \
        __VA_ARGS__                                                                      \
    }
#define EBR(lba)                                                                         \
    {                                                                                    \
        .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = lba, .length = 1             \
    }
#define PARTS(list) .parts = list, .count = ARRAY_SIZE(list)

static const struct disks_part legacy[] = {
    PART(PARTITION, 1, 63, 204796557, .inside = INSIDE_NTFS, .volume = "WINXP",
         .is_bootable = true),
    PART(PARTITION, 2, 204796620, 1707789825, .inside = INSIDE_EXT, .volume = "data"),
    PART(EXTENDED, 3, 1912586445, 40933620, .type = "f"),
    EBR(1912586445),
    PART(LOGICAL, 5, 1912586508, 40933557, .inside = INSIDE_SWAP),
};

struct layout *disks_legacy_with(const struct limits_given *given)
{
    struct disks_spec spec = {
        .size = 1953525168, .label = LABEL_MSDOS, .given = *given, PARTS(legacy)
    };

    return disks_build(&spec);
}

struct layout *disks_legacy(void)
{
    return disks_legacy_with(&(struct limits_given){ 0 });
}

static const struct disks_part touching[] = {
    PART(PARTITION, 1, 63, 2088387, .inside = INSIDE_EXT, .is_bootable = true),
    PART(PARTITION, 2, 2088450, 1028160, .inside = INSIDE_SWAP),
    PART(PARTITION, 3, 3116610, 2056257, .inside = INSIDE_FAT),
    PART(EXTENDED, 4, 5172867, 3215741, .type = "5"),
    EBR(5172867),
    PART(LOGICAL, 5, 5172930, 1028097, .inside = INSIDE_EXT),
    EBR(6201028),
    PART(LOGICAL, 6, 6201091, 2187517, .inside = INSIDE_LVM),
};

struct layout *disks_touching(void)
{
    struct disks_spec spec = { .size = 8388608, .label = LABEL_MSDOS, PARTS(touching) };

    return disks_build(&spec);
}

static const struct disks_part gpt34[] = {
    PART(PARTITION, 1, 34, 3907029101, .inside = INSIDE_EXT, .volume = "vault"),
};

struct layout *disks_gpt34(void)
{
    struct disks_spec spec = { .size = 3907029168, .label = LABEL_GPT, PARTS(gpt34) };

    return disks_build(&spec);
}

static const struct disks_part aligned[] = {
    PART(PARTITION, 1, 2048, 1048576, .inside = INSIDE_FAT, .volume = "EFI",
         .type = "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"),
    PART(PARTITION, 2, 1050624, 33554432, .inside = INSIDE_SWAP,
         .type = "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F"),
    PART(PARTITION, 3, 34605056, 453787648, .inside = INSIDE_EXT, .volume = "root"),
};

struct layout *disks_aligned(void)
{
    struct disks_spec spec = { .size = 488397168, .label = LABEL_GPT, PARTS(aligned) };

    return disks_build(&spec);
}

/* The sizes of the 2010 measurements: one slice, its entries up to f. */
static const struct disks_part openbsd[] = {
    PART(PARTITION, 4, 63, 1953525105, .type = "a6", .is_bootable = true),
    PART(SLICE, 0, 63, 20000000, .letter = 'a'),
    PART(SLICE, 0, 20000063, 2000000, .letter = 'b', .inside = INSIDE_SWAP,
         .type = "swap"),
    PART(SLICE, 0, 0, 1953525168, .letter = 'c', .role = ROLE_RAW, .type = "unused"),
    PART(SLICE, 0, 22000063, 20000000, .letter = 'd'),
    PART(SLICE, 0, 42000063, 20000000, .letter = 'e'),
    PART(SLICE, 0, 62000063, 1891525105, .letter = 'f'),
};

struct layout *disks_openbsd(void)
{
    struct disks_spec spec = { .size = 1953525168, .label = LABEL_MSDOS, PARTS(openbsd) };

    return disks_build(&spec);
}

struct layout *disks_openbsd_uneven(void)
{
    struct disks_part parts[ARRAY_SIZE(openbsd)];
    struct disks_spec spec = { .size = 1953525168, .label = LABEL_MSDOS, PARTS(parts) };
    struct disks_part *last = &parts[ARRAY_SIZE(parts) - 1];

    memcpy(parts, openbsd, sizeof(parts));
    last->start++;
    last->length--;
    return disks_build(&spec);
}

static const struct disks_part native[] = {
    PART(PARTITION, 1, 256, 131072, .inside = INSIDE_FAT, .volume = "EFI",
         .type = "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"),
    PART(PARTITION, 2, 131328, 243952384, .inside = INSIDE_XFS, .volume = "store"),
};

struct layout *disks_4kn(void)
{
    struct disks_spec spec = {
        .size = 244190646, .logical = 4096, .label = LABEL_GPT, PARTS(native)
    };

    return disks_build(&spec);
}

static const struct disks_part raid[] = {
    PART(PARTITION, 1, 2048, 15622144, .inside = INSIDE_SWAP,
         .type = "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F"),
    PART(PARTITION, 2, 15624192, 488282112, .inside = INSIDE_EXT, .volume = "root"),
    PART(PARTITION, 3, 503906304, 2343749632, .inside = INSIDE_MD,
         .type = "A19D880F-05FC-4D3B-A006-743F0F84911E"),
    PART(PARTITION, 4, 2847655936, 3012876288, .inside = INSIDE_MD,
         .type = "A19D880F-05FC-4D3B-A006-743F0F84911E"),
};

struct layout *disks_raid(void)
{
    struct disks_spec spec = { .size = 5860533168, .label = LABEL_GPT, PARTS(raid) };

    return disks_build(&spec);
}

static const struct disks_part jumper[] = {
    PART(PARTITION, 1, 63, 1953520002, .inside = INSIDE_NTFS, .volume = "WINXP",
         .is_bootable = true),
};

struct layout *disks_jumper(void)
{
    struct disks_spec spec = {
        .size = 1953525168,
        .label = LABEL_MSDOS,
        .said = { .physical = 4096,
                  .alignment_offset = 3584,
                  .has_alignment_offset = true },
        PARTS(jumper),
    };

    return disks_build(&spec);
}

struct layout *disks_found_out(void)
{
    struct disks_spec spec = {
        .size = 1953525168,
        .label = LABEL_MSDOS,
        .given = { .measured = { 4096, 3584, 0 } },
        PARTS(jumper),
    };

    return disks_build(&spec);
}

struct layout *disks_beyond(uint64_t logical)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 1048576000 },
    };
    struct disks_spec spec = { .size = UINT64_C(3) << 31,
                               .logical = logical,
                               .label = LABEL_MSDOS,
                               .parts = parts,
                               .count = 1 };

    return disks_build(&spec);
}

struct layout *disks_grown(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 41940959 },
    };
    struct disks_spec spec = {
        .size = 41943040, .label = LABEL_GPT, .parts = parts, .count = 1
    };
    CLEANUP(layout_unrefp) struct layout *small = disks_build(&spec);
    struct limits limits = *layout_limits(small);
    struct err err = { 0 };

    limits.size *= 2;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, layout_label(small));
    LAYOUT_EACH (extent, small)
        if (extent->kind != EXTENT_FREE)
            (void)layout_builder_add(builder, extent);
    layout_builder_note(builder, NOTE_GPT_BACKUP_NOT_AT_END, "The disk has grown.");
    return layout_builder_finish(builder, &err);
}

/* 20 GiB with a GPT, and half of it free. */
struct layout *disks_half_free(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 20971520 },
    };
    struct disks_spec spec = {
        .size = 41943040, .label = LABEL_GPT, .parts = parts, .count = 1
    };

    return disks_build(&spec);
}

struct layout *disks_moving(void)
{
    CLEANUP(layout_unrefp) struct layout *disk = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(disk);

    layout_builder_note(builder, NOTE_MOVE_IN_PROGRESS, "run: alidade resume");
    return layout_builder_refinish(builder);
}
