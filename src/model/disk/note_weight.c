/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note_weight.c - how severe each note about a partition table is */
#include "model/disk/note_weight.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* The heaviest first.  An id that is missing here gets a weight by its level. */
static const struct row {
    const char *id;
    enum note_weight weight;
    const char *brief; /* TRANSLATORS: at most 28 columns each */
} rows[] = {
    { "table-broken", NOTE_WEIGHT_DAMAGE, N_("the table is damaged") },
    { "table-other-sector-size", NOTE_WEIGHT_DAMAGE, N_("wrong sector size") },
    { "gpt-both-damaged", NOTE_WEIGHT_DAMAGE, N_("both GPT copies damaged") },
    { "contents-found", NOTE_WEIGHT_DAMAGE, N_("contents without a table") },
    { "table-entry-damaged", NOTE_WEIGHT_DAMAGE, N_("damaged entries") },
    { "msdos-chain-broken", NOTE_WEIGHT_DAMAGE, N_("logical chain damaged") },
    { "gpt-pmbr-missing", NOTE_WEIGHT_DAMAGE, N_("no protective MBR") },
    { "gpt-pmbr-start", NOTE_WEIGHT_DAMAGE, N_("wrong protective MBR") },
    { "gpt-copies-differ", NOTE_WEIGHT_DAMAGE, N_("the GPT copies differ") },
    { "gpt-primary-damaged", NOTE_WEIGHT_DAMAGE, N_("primary GPT damaged") },
    { "gpt-disk-shrunk", NOTE_WEIGHT_DAMAGE, N_("GPT of a larger disk") },
    { "gpt-backup-damaged", NOTE_WEIGHT_DAMAGE, N_("backup GPT damaged") },
    { "msdos-ebr-signature", NOTE_WEIGHT_DAMAGE, N_("logical chain damaged") },
    { "bsd-entry-beyond", NOTE_WEIGHT_DAMAGE, N_("BSD label damaged") },
    { "bsd-entries-overlap", NOTE_WEIGHT_DAMAGE, N_("BSD label damaged") },
    { "kernel-differs", NOTE_WEIGHT_FINDING, N_("the kernel's table differs") },
    { "gpt-backup-not-at-end", NOTE_WEIGHT_FINDING, N_("the disk has grown") },
    { "gpt-hybrid-mismatch", NOTE_WEIGHT_FINDING, N_("hybrid MBR") },
    { "gpt-hybrid", NOTE_WEIGHT_FINDING, N_("hybrid MBR") },
    { "gpt-pmbr-size", NOTE_WEIGHT_FINDING, N_("wrong protective MBR") },
    { "gpt-not-announced", NOTE_WEIGHT_FINDING, N_("a GPT that does not count") },
    { "msdos-stale-gpt", NOTE_WEIGHT_FINDING, N_("a GPT that does not count") },
    { "msdos-boot-flag", NOTE_WEIGHT_FINDING, N_("wrong boot flag") },
    { "parted-differs", NOTE_WEIGHT_FINDING, N_("libparted reads it otherwise") },
    { "parted-refused", NOTE_WEIGHT_FINDING, N_("libparted cannot read it") },
    { "parted-crashed", NOTE_WEIGHT_FINDING, N_("libparted cannot read it") },
    { "parted-timeout", NOTE_WEIGHT_FINDING, N_("libparted cannot read it") },
    { "parted-missing", NOTE_WEIGHT_FINDING, N_("not cross-checked") },
    { "bsd-dedicated", NOTE_WEIGHT_FACT, NULL },
    { "iso-hybrid", NOTE_WEIGHT_FACT, NULL },
    { "disk-is-partition", NOTE_WEIGHT_FACT, NULL },
    { "disk-read-only", NOTE_WEIGHT_FACT, NULL },
    { "label-read-only", NOTE_WEIGHT_FACT, NULL },
    { "parted-limit", NOTE_WEIGHT_FACT, NULL },
};

static const struct row *find_row(const struct note *note)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        if (!strcmp(rows[i].id, note->id))
            return &rows[i];
    return NULL;
}

enum note_weight note_weight(const struct note *note)
{
    const struct row *row = find_row(note);

    if (row)
        return row->weight;
    return note->level == NOTE_INFO ? NOTE_WEIGHT_FACT : NOTE_WEIGHT_FINDING;
}

const char *note_brief(const struct note *note)
{
    const struct row *row = find_row(note);

    return row && row->brief ? _(row->brief) : _("see the notes");
}

/* True if A comes before B: by weight, then in the order of the rows. */
static bool is_heavier(const struct note *a, const struct note *b)
{
    const struct row *row_a = find_row(a), *row_b = find_row(b);

    if (note_weight(a) != note_weight(b))
        return note_weight(a) > note_weight(b);
    return row_a && (!row_b || row_a < row_b);
}

const struct note *note_worst(const struct layout *layout, enum note_weight weight)
{
    const struct note *worst = NULL;

    for (size_t i = 0; i < layout_note_count(layout); i++) {
        const struct note *note = layout_note_at(layout, i);

        if (note_weight(note) >= weight && (!worst || is_heavier(note, worst)))
            worst = note;
    }
    return worst;
}

bool note_is_damaged(const struct layout *layout)
{
    return note_worst(layout, NOTE_WEIGHT_DAMAGE);
}

size_t note_sorted(const struct layout *layout, const struct note ***ret)
{
    size_t count = layout_note_count(layout);
    const struct note **list = xcalloc(count + 1, sizeof(*list));

    /* Insertion keeps the order among equals. */
    for (size_t i = 0; i < count; i++) {
        const struct note *note = layout_note_at(layout, i);
        size_t at = i;

        for (; at > 0 && is_heavier(note, list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = note;
    }
    *ret = list;
    return count;
}
