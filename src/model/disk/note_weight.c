/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note_weight.c - orders the notes of a layout by severity */
#include "model/disk/note_weight.h"

#include "model/base/mem.h"

/* Orders by weight, then, if A is ranked, by id. */
static bool comes_before(const struct note *a, const struct note *b)
{
    enum note_weight weight_a = note_weight(a->id), weight_b = note_weight(b->id);

    if (weight_a != weight_b)
        return weight_a > weight_b;
    return a->id < NOTE_RANKED_COUNT && a->id < b->id;
}

const struct note *note_worst(const struct layout *layout, enum note_weight weight)
{
    const struct note *worst = NULL;

    for (size_t i = 0; i < layout_note_count(layout); i++) {
        const struct note *note = layout_note_at(layout, i);

        if (note_weight(note->id) >= weight && (!worst || comes_before(note, worst)))
            worst = note;
    }
    return worst;
}

bool note_has_damage(const struct layout *layout)
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

        for (; at > 0 && comes_before(note, list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = note;
    }
    *ret = list;
    return count;
}
