/* SPDX-License-Identifier: GPL-3.0-or-later */
/* objection.c - classifies libparted's exceptions
 *
 * Its texts contain numbers that may come from memory it never initialized, and advice
 * that destroys data, so none of them leaves the child. */
#include "device/parted/objection.h"

#include <parted/parted.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* Pieces without arguments of the texts of libparted 3.4 to 3.6; the first match counts.
 */
static const struct {
    const char *piece;
    enum parted_objection objection;
} pieces[] = {
    { "overlapping partitions", OBJECTION_OVERLAP },
    { "inside an extended partition", OBJECTION_OVERLAP },
    { "outside the disk", OBJECTION_OUTSIDE },
    { "end before the start", OBJECTION_BACKWARDS },
    { "outside of the extended partition", OBJECTION_LOGICAL_OUTSIDE },
    { "recursive partition", OBJECTION_ITSELF },
    { "Loop detected", OBJECTION_LOOP },
    { "there is a loop", OBJECTION_LOOP },
    { "wrong signature", OBJECTION_SIGNATURE },
    { "nvalid signature", OBJECTION_SIGNATURE },
    { "Bad checksum", OBJECTION_CHECKSUM },
    { "Checksum is wrong", OBJECTION_CHECKSUM },
    { "CRC mismatch", OBJECTION_CHECKSUM },
    { "Corrupted Sun disk label", OBJECTION_CHECKSUM },
    { "Both the primary and backup GPT", OBJECTION_GPT_BOTH },
    { "primary GPT table is corrupt", OBJECTION_GPT_PRIMARY },
    { "backup GPT table is corrupt", OBJECTION_GPT_BACKUP },
    { "backup GPT table is not at the end", OBJECTION_GPT_PLACE },
    { "Not all of the space available", OBJECTION_GPT_SIZE },
    { "GPT partition table is version", OBJECTION_GPT_REVISION },
    { "end of file while reading", OBJECTION_END },
    { "error during write", OBJECTION_END },
    { "Out of memory", OBJECTION_MEMORY },
    { "satisfy all constraints", OBJECTION_CONSTRAINT },
    { "-partition-table-imposed maximum", OBJECTION_RANGE },
    { "more than one extended partition", OBJECTION_TWO_EXTENDED },
    { "Too many primary partitions", OBJECTION_FULL },
    { "cannot create any more partitions", OBJECTION_FULL },
    { "Can't add another partition", OBJECTION_FULL },
    { "Unable to allocate a", OBJECTION_FULL },
    { "disk label is full", OBJECTION_FULL },
    { "CHS geometry", OBJECTION_GEOMETRY },
    { "cylinder boundaries", OBJECTION_GEOMETRY },
    { "cylinders, which is greater", OBJECTION_GEOMETRY },
    { "describes a disk bigger than", OBJECTION_DISK_SIZE },
    { "correspond to the size of your device", OBJECTION_DISK_SIZE },
    { "block size", OBJECTION_SECTOR_SIZE },
    { "sector size not equal to", OBJECTION_SECTOR_SIZE },
    { "region doesn't", OBJECTION_REGION },
    { "map entry", OBJECTION_CONFLICT },
    { "map entries", OBJECTION_CONFLICT },
    { "invalid length of 0 bytes", OBJECTION_CONFLICT },
    { "Windows Dynamic Disk", OBJECTION_DYNAMIC_DISK },
};

/* Noun phrases, which stand in parentheses or behind a colon. */
static const char *const texts[OBJECTION_COUNT] = {
    [OBJECTION_NONE] = N_("no reason given"),
    [OBJECTION_WARNING] = N_("a warning that alidade does not know"),
    [OBJECTION_ERROR] = N_("an error that alidade does not know"),
    [OBJECTION_BUG] = N_("a bug in libparted"),
    [OBJECTION_NO_FEATURE] = N_("something that libparted does not support"),
    [OBJECTION_BACKWARDS] = N_("a partition that ends before it starts"),
    [OBJECTION_CHECKSUM] = N_("a wrong checksum"),
    [OBJECTION_CONFLICT] = N_("entries that contradict each other"),
    [OBJECTION_CONSTRAINT] = N_("libparted's own rules for the place of a partition"),
    [OBJECTION_DISK_SIZE] = N_("a table for a disk of another size"),
    [OBJECTION_DYNAMIC_DISK] = N_("a partition of a Windows dynamic disk"),
    [OBJECTION_END] = N_("a table that leads past the end of the disk"),
    [OBJECTION_FULL] = N_("no unused entry in the table"),
    [OBJECTION_GEOMETRY] = N_("cylinders, heads and sectors that do not match the disk"),
    [OBJECTION_GPT_BACKUP] = N_("damage in the backup GPT"),
    [OBJECTION_GPT_BOTH] = N_("damage in both copies of the GPT"),
    [OBJECTION_GPT_PLACE] = N_("a backup GPT that is not at the end of the disk"),
    [OBJECTION_GPT_PRIMARY] = N_("damage in the primary GPT"),
    [OBJECTION_GPT_REVISION] = N_("a GPT of an unknown revision"),
    [OBJECTION_GPT_SIZE] = N_("a GPT that does not use the whole disk"),
    [OBJECTION_ITSELF] = N_("a partition that starts at the sector that names it"),
    [OBJECTION_LOGICAL_OUTSIDE] =
        N_("a logical partition outside the extended partition"),
    [OBJECTION_LOOP] = N_("a list that leads back to itself"),
    [OBJECTION_MEMORY] = N_("a table that needs too much memory"),
    [OBJECTION_OUTSIDE] = N_("a partition outside the disk"),
    [OBJECTION_OVERLAP] = N_("overlapping partitions"),
    [OBJECTION_RANGE] = N_("a start or size that such a table cannot hold"),
    [OBJECTION_REGION] = N_("a boot or data region that does not fill its partition"),
    [OBJECTION_SECTOR_SIZE] = N_("a table for another sector size"),
    [OBJECTION_SIGNATURE] = N_("a missing or wrong signature"),
    [OBJECTION_TWO_EXTENDED] = N_("more than one extended partition"),
};

enum parted_objection parted_objection_find(unsigned type, const char *message)
{
    for (size_t i = 0; message && i < ARRAY_SIZE(pieces); i++)
        if (strstr(message, pieces[i].piece))
            return pieces[i].objection;
    if (type == PED_EXCEPTION_INFORMATION || type == PED_EXCEPTION_WARNING)
        return OBJECTION_WARNING;
    if (type == PED_EXCEPTION_BUG)
        return OBJECTION_BUG;
    if (type == PED_EXCEPTION_NO_FEATURE)
        return OBJECTION_NO_FEATURE;
    return OBJECTION_ERROR;
}

const char *parted_objection_text(uint32_t objection)
{
    return _(texts[objection < OBJECTION_COUNT ? objection : OBJECTION_ERROR]);
}
