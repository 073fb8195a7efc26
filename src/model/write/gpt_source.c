/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_source.c - reads the GPT on the disk, including the bytes to be kept */
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/write/gpt_private.h"

static const struct gpt_copy *gpt_source_copy(const struct gpt_source *source,
                                              enum gpt_side side)
{
    return side == SIDE_PRIMARY ? &source->table.primary : &source->table.backup;
}

/* Reads COUNT bytes from LBA on; LBA is in sectors of the size for which the table was
 * written. */
static uint8_t *gpt_source_bytes(const struct write_work *work,
                                 const struct gpt_source *source, uint64_t lba,
                                 size_t count)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);

    return reader_read(&work->now, lba * source->table.logical, bytes, count)
               ? TAKE(bytes)
               : NULL;
}

/* Selects the copy from which the new table is made: the one shown by the base layout, or
 * the backup if the preview keeps that one of two different copies. */
static void choose_copy(const struct write_work *work, struct gpt_source *source)
{
    source->layout = work->base;
    if (!source->table.do_copies_differ || !layout_label(work->preview)->is_from_backup)
        return;
    source->layout = layout_other(work->base);
    source->table.is_from_backup = true;
}

static bool read_array_and_headers(const struct write_work *work,
                                   struct gpt_source *source)
{
    const struct gpt_copy *good = gpt_good_copy(&source->table);
    uint64_t logical = source->table.logical;
    size_t bytes = (size_t)(gpt_array_sectors(good, logical) * logical);

    source->array = gpt_source_bytes(work, source, good->entries_lba, bytes);
    for (enum gpt_side side = SIDE_PRIMARY; side < SIDE_COUNT; side++) {
        if (gpt_source_copy(source, side)->state)
            continue;
        /* It could be read before, but reading a failing disk may fail at any time. */
        source->header[side] =
            gpt_source_bytes(work, source, gpt_source_copy(source, side)->lba, logical);
        if (!source->header[side])
            return false;
    }
    return source->array;
}

bool gpt_source_read(const struct write_work *work, struct gpt_source *ret,
                     struct err *err)
{
    const struct label *label = layout_label(work->base);
    uint64_t logical = label->written_for ? label->written_for : work->logical;

    *ret = (struct gpt_source){ 0 };
    if (label->kind != LABEL_GPT)
        return true;
    ret->has_table =
        gpt_decode(&work->now, logical, work->disk->size / logical, &ret->table) ||
        (layout_note_find(work->base, NOTE_GPT_NUMBERS) &&
         gpt_decode_numbers(&work->now, logical, work->disk->size / logical,
                            &ret->table) >= GPT_NUMBERS_CONFIRMED);
    choose_copy(work, ret);
    if (ret->has_table && gpt_good_copy(&ret->table)->entry_bytes != GPT_ENTRY_BYTES)
        (void)err_refuse(
            err, REFUSAL_WRITE_GPT_ENTRY_SIZE,
            _("A GPT whose entries have %1$u bytes instead of %2$u is not "
              "written. It gets entries of %2$u bytes with alidade dump DISK "
              ">TABLE and sfdisk DISK <TABLE."),
            (unsigned)gpt_good_copy(&ret->table)->entry_bytes, GPT_ENTRY_BYTES);
    else if (ret->has_table && read_array_and_headers(work, ret))
        return true;
    else
        (void)err_set(err, ERR_IO, _("The GPT cannot be read."));
    gpt_source_finish(ret);
    return false;
}

void gpt_source_finish(struct gpt_source *source)
{
    if (source->has_table)
        gpt_finish(&source->table);
    free(source->array);
    for (enum gpt_side side = SIDE_PRIMARY; side < SIDE_COUNT; side++)
        free(source->header[side]);
    *source = (struct gpt_source){ 0 };
}

bool gpt_source_is_good(const struct gpt_source *source, enum gpt_side side)
{
    bool counts = (side == SIDE_BACKUP) == source->table.is_from_backup;

    return source->has_table && !gpt_source_copy(source, side)->state &&
           (counts || !source->table.do_copies_differ);
}
