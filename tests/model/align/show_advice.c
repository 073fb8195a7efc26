/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_advice.c - prints the advice on a file used as a partition, for advice_tools.sh
 *
 *   show_advice shrink|grow ext|ntfs|btrfs|swap NODE SECTORS
 *   show_advice make linux|raid|swap|fat|windows|lvm NODE SECTORS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/align/advice_private.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/disk/types.h"
#include "support/disks.h"

static const struct {
    const char *word;
    enum inside_kind inside;
    const char *type;
    uint64_t minimum_io, optimal_io;
} rows[] = {
    { "ext", INSIDE_EXT, TYPE_GPT_LINUX, 0, 0 },
    { "ntfs", INSIDE_NTFS, TYPE_GPT_WINDOWS, 0, 0 },
    { "btrfs", INSIDE_BTRFS, TYPE_GPT_LINUX, 0, 0 },
    { "linux", INSIDE_NONE, TYPE_GPT_LINUX, 0, 0 },
    { "raid", INSIDE_NONE, TYPE_GPT_LINUX, 65536, 262144 },
    { "swap", INSIDE_NONE, TYPE_GPT_LINUX_SWAP, 0, 0 },
    { "anew", INSIDE_SWAP, TYPE_GPT_LINUX_SWAP, 0, 0 },
    { "fat", INSIDE_NONE, TYPE_GPT_EFI_SYSTEM, 0, 0 },
    { "windows", INSIDE_NONE, TYPE_GPT_WINDOWS, 0, 0 },
    { "lvm", INSIDE_NONE, TYPE_GPT_LINUX_LVM, 65536, 1572864 },
};

int main(int argc, char **argv)
{
    struct lines lines = { 0 };

    for (size_t i = 0; argc == 5 && i < ARRAY_SIZE(rows); i++) {
        if (strcmp(rows[i].word, argv[2]) != 0)
            continue;
        uint64_t sectors = strtoull(argv[4], NULL, 10);
        const struct disks_part part = { .kind = EXTENT_PARTITION,
                                         .number = 1,
                                         .start = 6144,
                                         .length = sectors,
                                         .inside = rows[i].inside,
                                         .type = rows[i].type,
                                         .volume = "a 'name'" };
        const struct disks_spec spec = {
            .size = 16777216,
            .label = LABEL_GPT,
            .parts = &part,
            .count = 1,
            .said = { .minimum_io = rows[i].minimum_io,
                      .optimal_io = rows[i].optimal_io },
        };
        struct layout *layout = disks_build(&spec);
        const struct extent *extent = layout_find_number(layout, 1);
        CLEANUP(freep) char *node = shell_path(argv[3]);
        struct advice_target target = { layout_limits(layout), extent,
                                        sectors * layout_limits(layout)->logical, node,
                                        &lines };
        if (!strcmp(argv[1], "shrink"))
            advice_shrink(&target);
        else if (!strcmp(argv[1], "grow"))
            advice_grow(&target);
        else
            advice_make(&target, LABEL_GPT, rows[i].inside ? extent->content.type : NULL);
        layout_unref(layout);
    }
    for (size_t i = 0; i < lines.count; i++)
        (void)puts(lines.at[i]);
    lines_finish(&lines);
    return 0;
}
