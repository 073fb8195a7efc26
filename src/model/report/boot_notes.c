/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot_notes.c - what moving data means for the boot loaders of a disk
 *
 * What finds its files by partition number or UUID starts as before. What has sectors or
 * starts written down elsewhere does not. */
#include "model/report/boot_notes.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/content/boot.h"
#include "model/content/grub.h"
#include "model/disk/types.h"

enum { SECTOR = 512 };

enum boot_kind {
    BOOT_NOTE_GRUB_STAYS,
    BOOT_NOTE_GRUB_MOVES,
    BOOT_NOTE_LILO,
    BOOT_NOTE_SYSLINUX,
    BOOT_NOTE_NTLDR,
    BOOT_NOTE_WINDOWS,
    BOOT_NOTE_ESP,
};

/* Stable, for JSON. */
static const char *const ids[] = {
    [BOOT_NOTE_GRUB_STAYS] = "boot-grub-stays",
    [BOOT_NOTE_GRUB_MOVES] = "boot-grub-moves",
    [BOOT_NOTE_LILO] = "boot-lilo",
    [BOOT_NOTE_SYSLINUX] = "boot-syslinux",
    [BOOT_NOTE_NTLDR] = "boot-ntldr",
    [BOOT_NOTE_WINDOWS] = "boot-windows",
    [BOOT_NOTE_ESP] = "boot-esp",
};

/* The argument is the number of the partition. */
static const char *const sentences[] = {
    [BOOT_NOTE_GRUB_STAYS] =
        N_("GRUB's core image is not in what is moved: it starts as before."),
    [BOOT_NOTE_GRUB_MOVES] = N_(
        "GRUB is loaded from fixed sectors of partition %u, which is moved: the machine "
        "does not start from this disk until grub-install was run from a rescue "
        "system."),
    [BOOT_NOTE_LILO] = N_(
        "LILO loads fixed sectors: the machine does not start from this disk until lilo "
        "was run from a rescue system."),
    [BOOT_NOTE_SYSLINUX] = N_(
        "SYSLINUX or EXTLINUX is in the boot sector of partition %u, which is moved: if "
        "it does not start, install it again."),
    [BOOT_NOTE_NTLDR] =
        N_("NTLDR is in the boot sector of partition %u, which is written for the new "
           "start: Windows starts, but can give other drive letters."),
    [BOOT_NOTE_WINDOWS] =
        N_("Windows finds partition %u by disk signature and start: after the move its "
           "Startup Repair, or bcdboot, has to be run from the installation medium."),
    [BOOT_NOTE_ESP] =
        N_("Partition %u is an EFI system partition: firmware that remembers its start "
           "does not find it until its boot entry is created again, with efibootmgr or "
           "bcdboot."),
};

/* True if the first partition stands for all. */
static bool is_told_once(enum boot_kind kind)
{
    return kind != BOOT_NOTE_GRUB_MOVES && kind != BOOT_NOTE_SYSLINUX &&
           kind != BOOT_NOTE_ESP;
}

/* The disk that is looked at. */
struct boot_look {
    const struct layout *layout;
    const struct moves *moves;
    const struct reader *disk;
    struct boot_notes *notes;
};

static bool is_boot_moved(const struct boot_look *look, const struct extent *extent)
{
    for (size_t i = 0; i < look->moves->step_count; i++)
        if (look->moves->steps[i].action == MOVES_DATA &&
            look->moves->steps[i].id == extent->id)
            return true;
    return false;
}

static bool has_boot_note(const struct boot_notes *notes, enum boot_kind kind,
                          unsigned number)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->at[i].id == ids[kind] &&
            (is_told_once(kind) || notes->at[i].number == number))
            return true;
    return false;
}

static void add_boot_note(const struct boot_look *look, enum boot_kind kind,
                          unsigned number)
{
    struct boot_notes *notes = look->notes;

    if (has_boot_note(notes, kind, number))
        return;
    notes->at = xrealloc(notes->at, notes->count + 1, sizeof(*notes->at));
    notes->at[notes->count++] =
        (struct boot_note){ ids[kind], number, xasprintf(_(sentences[kind]), number) };
}

/* --- GRUB --- */

/* Notes the partitions with sectors of RUN that are moved; false if there are none. The
 * boot record names the old places, also after the move. */
static bool note_run(const struct boot_look *look, const struct grub_run *run)
{
    bool is_any = false;

    for (size_t i = 0; i < look->moves->step_count; i++) {
        const struct moves_step *step = &look->moves->steps[i];
        if (step->action != MOVES_DATA || run->start >= step->from + step->sectors ||
            step->from >= run->start + run->length)
            continue;
        add_boot_note(look, BOOT_NOTE_GRUB_MOVES,
                      layout_find(look->layout, step->id)->number);
        is_any = true;
    }
    return is_any;
}

/* The BIOS knows sectors of 512 bytes. */
static void note_grub(const struct boot_look *look, const uint8_t *boot)
{
    struct grub_run runs[GRUB_RUNS_MAX];
    size_t count = layout_limits(look->layout)->logical == SECTOR
                       ? grub_runs(look->disk, boot, runs)
                       : 0;
    bool is_any = false;

    for (size_t i = 0; i < count; i++)
        is_any |= note_run(look, &runs[i]);
    if (count && !is_any)
        add_boot_note(look, BOOT_NOTE_GRUB_STAYS, 0);
}

/* --- boot sectors --- */

static enum boot_code read_boot(const struct boot_look *look, uint64_t lba, uint8_t *ret)
{
    uint64_t offset = lba * layout_limits(look->layout)->logical;

    return reader_read(look->disk, offset, ret, SECTOR) ? boot_code_of(ret)
                                                        : BOOT_UNKNOWN;
}

static void note_disk(const struct boot_look *look)
{
    uint8_t boot[SECTOR];
    enum boot_code code = read_boot(look, 0, boot);

    if (code == BOOT_GRUB)
        note_grub(look, boot);
    else if (code == BOOT_LILO)
        add_boot_note(look, BOOT_NOTE_LILO, 0);
}

static void note_partition(const struct boot_look *look, const struct extent *extent)
{
    bool is_msdos = layout_label(look->layout)->kind == LABEL_MSDOS;
    uint8_t boot[SECTOR];

    switch (read_boot(look, extent->start, boot)) {
    case BOOT_GRUB:
        note_grub(look, boot);
        break;
    case BOOT_LILO:
        add_boot_note(look, BOOT_NOTE_LILO, extent->number);
        break;
    case BOOT_SYSLINUX:
        add_boot_note(look, BOOT_NOTE_SYSLINUX, extent->number);
        break;
    case BOOT_NTLDR:
        add_boot_note(look, BOOT_NOTE_NTLDR, extent->number);
        break;
    case BOOT_BOOTMGR:
        if (is_msdos)
            add_boot_note(look, BOOT_NOTE_WINDOWS, extent->number);
        break;
    case BOOT_UNKNOWN:
    case BOOT_CODE_COUNT:
        break;
    }
    if (!strcmp(extent->type, is_msdos ? TYPE_MSDOS_EFI_SYSTEM : TYPE_GPT_EFI_SYSTEM))
        add_boot_note(look, BOOT_NOTE_ESP, extent->number);
}

void boot_notes_find(const struct layout *layout, const struct moves *moves,
                     const struct reader *disk, struct boot_notes *ret)
{
    struct boot_look look = { layout, moves, disk, ret };

    if (!moves->sectors)
        return;
    note_disk(&look);
    LAYOUT_EACH (extent, layout)
        if (is_boot_moved(&look, extent))
            note_partition(&look, extent);
}

void boot_notes_lines(const struct boot_notes *notes, struct lines *ret)
{
    for (size_t i = 0; i < notes->count; i++)
        lines_add(ret, "%s", notes->at[i].text);
}

void boot_notes_after_lines(const struct boot_notes *notes, struct lines *ret_to_do,
                            struct lines *ret_done)
{
    for (size_t i = 0; i < notes->count; i++)
        lines_add(notes->at[i].id == ids[BOOT_NOTE_GRUB_STAYS] ? ret_done : ret_to_do,
                  "%s", notes->at[i].text);
}

void boot_notes_finish(struct boot_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->at[i].text);
    free(notes->at);
    *notes = (struct boot_notes){ 0 };
}
