/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_tables.h - what must hold for every layout that tables_read makes */
#ifndef ALIDADE_TESTS_FUZZ_TABLES_H
#define ALIDADE_TESTS_FUZZ_TABLES_H

#include <stdlib.h>

#include "model/base/crc32.h"
#include "model/base/num.h"
#include "model/move/plan/moves_suggest.h"
#include "model/table/tables.h"

/* The checksums of the GPT header at byte HEADER and its entries made right: without this
 * nearly every mutation would end at them. */
static inline void fuzz_make_good(uint8_t *disk, size_t count, size_t header,
                                  uint64_t logical)
{
    if (header + 92 > count)
        return;
    uint64_t array = le64_at(disk, header + 72);
    uint64_t bytes = (uint64_t)le32_at(disk, header + 80) * le32_at(disk, header + 84);
    if (array < count / logical && bytes <= count - array * logical)
        put_le32(disk, header + 88, crc32_of(disk + array * logical, (size_t)bytes));
    put_le32(disk, header + 12, 92);
    put_le32(disk, header + 16, 0);
    put_le32(disk, header + 16, crc32_of(disk + header, 92));
}

/* The top-level extents, in order, cover [0, size) without a hole; damaged entries lie
 * over them. */
static inline void fuzz_check_tiles(const struct layout *layout)
{
    uint64_t at = 0;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->parent || extent->kind == EXTENT_DAMAGED)
            continue;
        if (extent->start != at || !extent->length)
            abort();
        at = extent_end(extent);
    }
    if (at != layout_limits(layout)->size)
        abort();
}

/* Every disk that is shown is planned, so that starts can be suggested: other ones. */
static inline void fuzz_plan(const struct layout *layout)
{
    static const struct move_speed unknown;
    struct suggest_context context =
        moves_suggest_context(layout, (struct boot_gap){ 0 }, &unknown);
    struct suggestion best;

    LAYOUT_EACH (extent, layout)
        if (suggest_best(layout, extent, context, &best) && best.start == extent->start)
            abort();
    moves_suggest_finish(&context);
}

/* Reads DISK as one of LOGICAL bytes a sector; aborts where a promise is broken: a layout
 * that covers the disk, or none, or an error with its sentence. */
static inline void fuzz_read_tables(const struct reader *disk, uint64_t logical)
{
    struct limits_reported said = { .logical = logical };
    struct limits_given given = { 0 };
    struct limits limits;
    struct layout *layout = NULL;
    struct err err = { 0 };

    said.size_bytes = disk->size - disk->size % logical;
    if (!limits_settle(&said, &given, &limits, &err))
        return;
    if (!tables_read(disk, &limits, &layout, &err)) {
        if (err.code != ERR_UNREADABLE || !err.text[0])
            abort();
        return;
    }
    if (layout) {
        fuzz_check_tiles(layout);
        fuzz_plan(layout);
    }
    layout_unref(layout);
}

#endif
