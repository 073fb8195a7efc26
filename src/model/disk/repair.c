/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repair.c - repairs of damaged tables from their intact parts */
#include "model/disk/repair.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* The repairs of each note. */
static const struct {
    enum note_id note;
    enum repair repair;
} repairable[] = {
    { NOTE_GPT_NUMBERS, REPAIR_GPT_NUMBERS },
    { NOTE_GPT_PRIMARY_DAMAGED, REPAIR_GPT_PRIMARY },
    { NOTE_GPT_BACKUP_DAMAGED, REPAIR_GPT_BACKUP },
    { NOTE_GPT_COPIES_DIFFER, REPAIR_GPT_BACKUP },
    { NOTE_GPT_COPIES_DIFFER, REPAIR_GPT_TAKE_BACKUP },
    { NOTE_GPT_BACKUP_NOT_AT_END, REPAIR_GPT_MOVE_BACKUP },
    { NOTE_GPT_DISK_SHRUNK, REPAIR_GPT_MOVE_BACKUP },
    { NOTE_GPT_PMBR_MISSING, REPAIR_PROTECTIVE_MBR },
    { NOTE_GPT_PMBR_START, REPAIR_PROTECTIVE_MBR },
    { NOTE_GPT_PMBR_SIZE, REPAIR_PROTECTIVE_MBR },
    { NOTE_TABLE_OTHER_SECTOR_SIZE, REPAIR_SECTOR_SIZE },
};

static const struct {
    const char *id;
    const char *sentence; /* what it writes; follows the sentence of the note */
} repairs[REPAIR_COUNT] = {
    [REPAIR_GPT_NUMBERS] = { "gpt-numbers",
                             N_("Positions and checksums in the headers are written "
                                "anew; the entries stay as they are.") },
    [REPAIR_GPT_PRIMARY] = { "gpt-primary", N_("The primary header and its entries are "
                                               "written anew from the backup.") },
    [REPAIR_GPT_BACKUP] = { "gpt-backup", N_("The backup header and its entries are "
                                             "written anew from the primary.") },
    [REPAIR_GPT_TAKE_BACKUP] = { "gpt-take-backup",
                                 N_("The backup counts: the primary header and its "
                                    "entries are written anew from it.") },
    [REPAIR_GPT_MOVE_BACKUP] = { "gpt-move-backup",
                                 N_("The backup is written at the end of the disk, and "
                                    "the usable range goes up to it.") },
    [REPAIR_PROTECTIVE_MBR] = { "protective-mbr", N_("A protective MBR over the whole "
                                                     "disk is written.") },
    [REPAIR_SECTOR_SIZE] = { "sector-size",
                             N_("The table is written anew for the sectors of this disk; "
                                "each partition keeps its bytes.") },
    [REPAIR_DROP] = { "drop", N_("The entry is taken out of the table; no other byte of "
                                 "the disk changes.") },
    [REPAIR_CUT] = { "cut", N_("The entry is made to end where the disk or the extended "
                               "partition ends; what lay behind that is not there.") },
    [REPAIR_END_CHAIN] = { "end-chain", N_("The link is taken out: the chain ends before "
                                           "it.") },
};

static const struct note *note_of(const struct layout *layout, enum repair repair)
{
    for (size_t i = 0; i < ARRAY_SIZE(repairable); i++) {
        const struct note *note = layout_note_find(layout, repairable[i].note);
        if (repairable[i].repair == repair && note)
            return note;
    }
    return NULL;
}

/* What a copy of the table should be in the middle of a move is in the move's journal. */
bool repair_is_wanted(const struct layout *layout, enum repair repair)
{
    return note_of(layout, repair) && !layout_note_find(layout, NOTE_MOVE_IN_PROGRESS) &&
           (repair != REPAIR_GPT_TAKE_BACKUP || layout_other(layout));
}

bool repair_frees(const struct layout *layout, const struct extent *extent)
{
    return extent->role == ROLE_UNADDRESSABLE &&
           extent->start > layout_label(layout)->last_usable &&
           repair_is_wanted(layout, REPAIR_GPT_MOVE_BACKUP);
}

bool repair_is_choice(const struct layout *layout)
{
    return repair_is_wanted(layout, REPAIR_GPT_TAKE_BACKUP);
}

size_t repair_list(const struct layout *layout, enum repair ret[REPAIR_COUNT])
{
    size_t count = 0;

    for (unsigned i = 0; i < REPAIR_COUNT; i++)
        if (repair_is_wanted(layout, (enum repair)i))
            ret[count++] = (enum repair)i;
    return count;
}

const char *repair_id(enum repair repair)
{
    return repairs[repair].id;
}

char *repair_words(const struct layout *layout, enum repair repair)
{
    const struct note *note = note_of(layout, repair);

    if (!note)
        return xstrdup(_(repairs[repair].sentence));
    return xasprintf("%s %s", note->text, _(repairs[repair].sentence));
}
