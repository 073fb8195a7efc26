/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_kept.c - lists bytes that libparted would have changed unnecessarily */
#include "device/commit/rehearsal_kept.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"

enum { SIGNATURE_AT = MBR_CODE_BYTES };

/* One of two disks: the planned one, or the shadow. */
struct side {
    struct reader reader;
    uint8_t sector[MBR_BYTES]; /* LBA 0 */
    struct mbr_table mbr;
    struct gpt_table gpt;
};

struct work {
    struct side ours;
    struct side theirs;
    const struct layout *base;
    const struct layout *preview;
    struct lines *ret;
};

static bool read_side(struct side *side, const struct reader *reader,
                      const struct limits *limits)
{
    side->reader = *reader;
    return reader_read(reader, 0, side->sector, sizeof(side->sector)) &&
           mbr_decode(reader, limits->logical, &side->mbr, ERR_IGNORED);
}

static bool sectors_differ(const struct work *work, size_t offset, size_t count)
{
    return memcmp(work->ours.sector + offset, work->theirs.sector + offset, count) != 0;
}

static void compare_code(struct work *work)
{
    if (sectors_differ(work, 0, MBR_CODE_BYTES))
        lines_add(work->ret, "%s",
                  _("libparted would write boot code of its own into sector 0: what is "
                    "there stays."));
}

static void compare_signature(struct work *work)
{
    const char *before = layout_label(work->base)->id;
    const char *after = layout_label(work->preview)->id;

    if (sectors_differ(work, SIGNATURE_AT, 4) && !strcmp(before, after))
        lines_add(work->ret,
                  _("libparted would give the disk another signature: %08x stays."),
                  (unsigned)work->ours.mbr.signature);
}

static bool is_empty_entry_cleared(const struct work *work, unsigned slot)
{
    const struct mbr_entry *ours = &work->ours.mbr.primary[slot];
    const struct mbr_entry *theirs = &work->theirs.mbr.primary[slot];

    return !mbr_entry_is_used(ours) && (ours->type || ours->length) && !theirs->type &&
           !theirs->length;
}

static void compare_empty_entries(struct work *work)
{
    unsigned cleared = 0;

    for (unsigned i = 0; i < MBR_SLOTS; i++)
        cleared += is_empty_entry_cleared(work, i);
    if (cleared)
        lines_add(work->ret,
                  ngettext("libparted would clear %u MBR entry that is not in use: it "
                           "stays.",
                           "libparted would clear %u MBR entries that are not in use: "
                           "they stay.",
                           cleared),
                  cleared);
}

/* Returns the LBA of the EBR of the logical partition that starts at LBA; 0: none. */
static uint64_t find_ebr(const struct mbr_table *table, uint64_t lba)
{
    for (size_t i = 0; i < table->logical_count; i++)
        if (table->logicals[i].entry.start == lba)
            return table->links[table->logicals[i].link].lba;
    return 0;
}

static bool was_logical_at(const struct layout *base, uint64_t start)
{
    const struct extent *extent = layout_find_lba(base, start);

    return extent && extent->kind == EXTENT_LOGICAL && extent->start == start;
}

static void compare_ebrs(struct work *work)
{
    const struct mbr_table *ours = &work->ours.mbr;
    unsigned moved = 0;

    for (size_t i = 0; i < ours->logical_count; i++) {
        uint64_t start = ours->logicals[i].entry.start;
        moved += was_logical_at(work->base, start) &&
                 find_ebr(ours, start) != find_ebr(&work->theirs.mbr, start);
    }
    if (moved)
        lines_add(work->ret,
                  ngettext("libparted would put the EBR of %u logical partition "
                           "elsewhere: it stays where it is.",
                           "libparted would put the EBRs of %u logical partitions "
                           "elsewhere: they stay where they are.",
                           moved),
                  moved);
}

static void compare_protective(struct work *work)
{
    if (work->ours.mbr.kind == MBR_HYBRID && work->theirs.mbr.kind != MBR_HYBRID)
        lines_add(
            work->ret, "%s",
            _("libparted would replace the hybrid MBR by a plain protective one: it "
              "stays."));
    else if (sectors_differ(work, SIGNATURE_AT, MBR_BYTES - SIGNATURE_AT))
        lines_add(work->ret, "%s",
                  _("libparted would write the protective MBR anew: its bytes stay as "
                    "they are."));
}

static void compare_arrays(struct work *work)
{
    uint64_t ours = gpt_good_copy(&work->ours.gpt)->entries_lba;
    uint64_t theirs = gpt_good_copy(&work->theirs.gpt)->entries_lba;

    if (ours != theirs)
        lines_add(work->ret,
                  _("libparted would move the entries of the GPT from sector %1$llu to "
                    "%2$llu: they stay."),
                  (ull)ours, (ull)theirs);
}

static void compare_headers(struct work *work)
{
    const struct gpt_copy *ours = gpt_good_copy(&work->ours.gpt);
    const struct gpt_copy *theirs = gpt_good_copy(&work->theirs.gpt);

    if (work->ours.gpt.backup.lba != work->theirs.gpt.backup.lba)
        lines_add(work->ret,
                  _("libparted would write the backup GPT to sector %1$llu: it stays at "
                    "%2$llu."),
                  (ull)work->theirs.gpt.backup.lba, (ull)work->ours.gpt.backup.lba);
    if (ours->first_usable != theirs->first_usable ||
        ours->last_usable != theirs->last_usable)
        lines_add(work->ret,
                  _("libparted would call sectors %1$llu to %2$llu usable: %3$llu to "
                    "%4$llu are."),
                  (ull)theirs->first_usable, (ull)theirs->last_usable,
                  (ull)ours->first_usable, (ull)ours->last_usable);
}

static void compare_gpts(struct work *work)
{
    const struct limits *limits = layout_limits(work->preview);

    if (gpt_decode(&work->ours.reader, limits->logical, limits->size, &work->ours.gpt) &&
        gpt_decode(&work->theirs.reader, limits->logical, limits->size,
                   &work->theirs.gpt)) {
        compare_arrays(work);
        compare_headers(work);
    }
    gpt_finish(&work->ours.gpt);
    gpt_finish(&work->theirs.gpt);
}

void rehearsal_kept(const struct reader *ours, const struct reader *theirs,
                    const struct layout *base, const struct layout *preview,
                    bool is_fresh, struct lines *ret)
{
    const struct limits *limits = layout_limits(preview);
    CLEANUP(freep) struct work *work = xcalloc(1, sizeof(*work));

    work->base = base;
    work->preview = preview;
    work->ret = ret;
    if (!read_side(&work->ours, ours, limits) ||
        !read_side(&work->theirs, theirs, limits))
        return;
    compare_code(work);
    if (is_fresh)
        return;
    if (layout_label(preview)->kind == LABEL_GPT) {
        compare_protective(work);
        compare_gpts(work);
    } else {
        compare_signature(work);
        compare_empty_entries(work);
        compare_ebrs(work);
    }
}
