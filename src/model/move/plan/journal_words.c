/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_words.c - names of the places where a journal can be */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/move/plan/journal_place.h"

const char *journal_kind_id(enum journal_kind kind)
{
    static const char *const ids[] = {
        [JOURNAL_GAP] = "gap",     [JOURNAL_TAIL] = "tail",     [JOURNAL_EMPTY] = "empty",
        [JOURNAL_SWAP] = "swap",   [JOURNAL_DEVICE] = "device", [JOURNAL_FILE] = "file",
        [JOURNAL_FRONT] = "front",
    };

    return ids[kind];
}

char *journal_place_words(const struct journal_place *place)
{
    if (place->offer)
        return utf8_clean(place->offer->path);
    if (place->kind == JOURNAL_SWAP)
        return xasprintf(_("swap partition %u"), place->number);
    if (place->kind == JOURNAL_EMPTY)
        return xasprintf(_("empty partition %u"), place->number);
    if (place->kind == JOURNAL_FRONT)
        return xasprintf(_("sector %llu, if zeros follow"), (ull)place->start);
    return xasprintf(_("free space at sector %llu"), (ull)place->start);
}
