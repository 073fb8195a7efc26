/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harmless.c - why an extent is not judged, as id, sentence and paragraph */
#include "model/align/harmless.h"

#include "model/base/intl.h"

static const struct {
    const char *id;
    const char *reason; /* N_(): for a list */
    const char *story;  /* N_(): for the explanation */
} words[HARMLESS_COUNT] = {
    [HARMLESS_FREE] = { "free", N_("Free space: nothing here to judge."),
                        N_("Free space: nothing is written here, so nothing is "
                           "judged.") },
    [HARMLESS_METADATA] = { "metadata",
                            N_("Sectors of the partition table itself: not judged."),
                            N_("These sectors belong to the partition table. They are "
                               "written when it changes, and at no other time.") },
    [HARMLESS_EXTENDED] = { "extended",
                            N_("A container for logical partitions: only one sector of "
                               "it is its own, so where it starts costs nothing."),
                            N_("An extended partition is only a container. The disk "
                               "reads one sector of it, the table of the first logical "
                               "partition; where it starts costs nothing.") },
    [HARMLESS_BIOS_BOOT] = { "bios-boot",
                             N_("A boot loader's own space, read once at boot: where it "
                                "starts costs nothing."),
                             N_("A BIOS boot partition holds the boot loader. It is read "
                                "once at each start and written when the loader is "
                                "installed: its alignment does not matter.") },
    [HARMLESS_MSR] = { "msr",
                       N_("Reserved by Windows and without data: where it starts costs "
                          "nothing."),
                       N_("A Microsoft reserved partition holds no file system; nothing "
                          "is written to it in daily use.") },
    [HARMLESS_RAW] = { "raw", N_("Stands for the whole slice or disk: not judged."),
                       N_("This entry stands for the whole slice or disk; the data is in "
                          "the other entries.") },
    [HARMLESS_UNUSED] = { "unused", N_("An entry that is not used: not judged."),
                          N_("This entry is not in use.") },
    [HARMLESS_OTHER_SECTORS] = { "other-sector-size",
                                 N_("The table was written for sectors of another size: "
                                    "no system finds this partition here."),
                                 N_("The table was written for sectors of another size: "
                                    "no system finds this partition here, so nothing is "
                                    "judged.") },
    [HARMLESS_PLACE_UNKNOWN] = { "place-unknown",
                                 N_("Where this lies on a disk is not known: not "
                                    "judged."),
                                 N_("Where this device lies on a disk is not known, so "
                                    "nothing on it is judged.") },
    [HARMLESS_DAMAGED] = { "damaged",
                           N_("A damaged entry of the table names these sectors: they "
                              "may hold data."),
                           N_("The start of a damaged entry is not judged.") },
    [HARMLESS_IN_IMAGE] = { "in-image",
                            N_("Lies inside the image that covers the disk: not judged."),
                            N_("This lies inside the image that covers the disk; its "
                               "place is fixed, since such an image is written as a "
                               "whole.") },
    [HARMLESS_KEPT] = { "kept",
                        N_("No entry of this table names these sectors, but others use "
                           "them: they are kept as they are."),
                        N_("This table has no entry for these sectors, but they hold "
                           "what others use: a bootable image, or a partition of the "
                           "MBR. They are kept as they are, and nothing is put there.") },
};

const char *harmless_id(enum harmless why)
{
    return words[why].id;
}

const char *harmless_reason(const struct extent *extent, enum harmless why)
{
    if (extent->role == ROLE_MBR_GAP)
        return _("Free space before the first partition: boot loaders live there.");
    if (extent->role == ROLE_EBR)
        return _("A link in the chain of logical partitions, one sector: where it lies "
                 "costs nothing.");
    return _(words[why].reason);
}

const char *harmless_story(const struct layout *layout, const struct extent *extent,
                           enum harmless why)
{
    if (extent->role == ROLE_UNADDRESSABLE && layout_label(layout)->kind != LABEL_MSDOS)
        return NULL;
    if (extent->role == ROLE_UNADDRESSABLE)
        return _("An msdos table numbers sectors with 32 bits: 512 x 2^32 bytes "
                 "are 2 TiB, 4096 x 2^32 are 16 TiB. What lies past that needs "
                 "a GPT.");
    return words[why].story ? _(words[why].story) : NULL;
}
