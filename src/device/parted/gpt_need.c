/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_need.c - refuses a GPT whose entries do not fit into the memory of the child */
#include "device/parted/gpt_need.h"

#include "device/io/file.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

/* libparted looks for a GPT only where the MBR announces one. */
static bool is_gpt_announced(const struct reader *shadow)
{
    uint8_t sector[MBR_BYTES];

    if (!reader_read(shadow, 0, sector, sizeof(sector)))
        return false;
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (mbr_slot(sector, i)[MBR_ENTRY_AT_TYPE] == MBR_TYPE_PROTECTIVE)
            return true;
    return false;
}

/* libparted uses no header whose checksum is wrong either, but one of any revision. */
static bool copy_exceeds(const struct gpt_copy *copy)
{
    return copy->state != GPT_BAD_HEADER_CRC &&
           (uint64_t)copy->entry_count * copy->entry_bytes > PARTED_ARRAY_MAX;
}

bool gpt_need_exceeds(const struct parted_how *how)
{
    static const int fd = PARTED_SHADOW_FD;
    struct reader shadow = file_reader(&fd, how->sectors * how->logical);
    struct gpt_table table;

    if (!is_gpt_announced(&shadow))
        return false;
    bool has_entries = gpt_decode(&shadow, how->logical, how->sectors, &table);
    bool exceeds = copy_exceeds(&table.primary) || copy_exceeds(&table.backup);
    if (has_entries)
        gpt_finish(&table);
    return exceeds;
}
