/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.c - where contents begin on a disk whose table cannot be read */
#include "model/found.h"

#include <stdlib.h>
#include <string.h>

#include "model/intl.h"
#include "model/mem.h"
#include "model/num.h"
#include "model/str.h"
#include "model/table_gpt_layout.h"

#define PLACES_MAX      300
#define HINT_ENTRIES    128 /* of a GPT that is damaged */
#define ENTRY_BYTES     128
#define MAGIC_BYTES_MAX 10

struct place {
    uint64_t start;
    uint64_t length; /* sectors; 0: unknown */
    unsigned number; /* of the entry that names it; 0: none */
};

struct places {
    struct place at[PLACES_MAX];
    size_t count;
};

/* What libblkid knows too, in its first bytes; it says later what it is. */
static const struct {
    uint64_t offset;
    const char *bytes;
    size_t count;
} magics[] = {
    { 1080, "\x53\xef", 2 },
    { 0, "XFSB", 4 },
    { 3, "NTFS    ", 8 },
    { 3, "EXFAT   ", 8 },
    { 54, "FAT", 3 },
    { 82, "FAT32", 5 },
    { 0, "LUKS\xba\xbe", 6 },
    { 512, "LABELONE", 8 },
    { 4086, "SWAPSPACE2", 10 },
    { 65600, "_BHRfS_M", 8 },
    { 4096, "\xfc\x4e\x2b\xa9", 4 },
    { 32769, "CD001", 5 },
};

static bool has_content(const struct window *disk, uint64_t offset)
{
    uint8_t bytes[MAGIC_BYTES_MAX];

    for (size_t i = 0; i < ARRAY_SIZE(magics); i++)
        if (offset + magics[i].offset + magics[i].count <= disk->size &&
            window_read(disk, offset + magics[i].offset, bytes, magics[i].count) &&
            !memcmp(bytes, magics[i].bytes, magics[i].count))
            return true;
    return false;
}

static void add_place(const struct window *disk, const struct limits *limits,
                      struct places *places, const struct place *place)
{
    if (!place->start || place->start >= limits->size || places->count == PLACES_MAX)
        return;
    for (size_t i = 0; i < places->count; i++)
        if (places->at[i].start == place->start)
            return;
    if (has_content(disk, place->start * limits->logical))
        places->at[places->count++] = *place;
}

/* As far as it makes sense: nothing vouches for these bytes. */
static void add_hints(const struct window *disk, const struct limits *limits,
                      uint64_t lba, struct places *places)
{
    CLEANUP(freep) uint8_t *array = xmalloc(HINT_ENTRIES * ENTRY_BYTES);

    if (!window_read(disk, lba * limits->logical, array, HINT_ENTRIES * ENTRY_BYTES))
        return;
    for (unsigned i = 0; i < HINT_ENTRIES; i++) {
        const uint8_t *at = array + (size_t)i * ENTRY_BYTES;
        uint64_t first = le64_at(at, GPT_ENTRY_AT_FIRST);
        uint64_t last = le64_at(at, GPT_ENTRY_AT_LAST);
        struct place place = { first, last - first + 1, i + 1 };
        if (first && last >= first && last < limits->size)
            add_place(disk, limits, places, &place);
    }
}

/* Bytes: behind a GPT, the first track, 1 MiB, 4 MiB and what lies between. */
static void add_usual(const struct window *disk, const struct limits *limits,
                      struct places *places)
{
    static const uint64_t sectors[] = { 34, 40, 63, 64, 128, 256, 2048, 8192 };

    for (size_t i = 0; i < ARRAY_SIZE(sectors); i++) {
        struct place place = { sectors[i] * 512 / limits->logical, 0, 0 };
        if (sectors[i] * 512 % limits->logical == 0)
            add_place(disk, limits, places, &place);
    }
}

static int by_start(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    return x->start < y->start ? -1 : x->start > y->start;
}

/* A place whose end nobody says reaches to the next one. */
static struct extent extent_of(const struct places *places, size_t index, uint64_t size)
{
    const struct place *place = &places->at[index];
    uint64_t end = index + 1 < places->count ? places->at[index + 1].start : size;
    uint64_t length = place->length ? place->length : end - place->start;

    return (struct extent){ .kind = EXTENT_DAMAGED,
                            .said = EXTENT_PARTITION,
                            .fault = FAULT_NO_ENTRY,
                            .start = place->start,
                            .length = length,
                            .claimed = length,
                            .number = place->number };
}

static struct layout *with_places(struct layout *layout, const struct places *places)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    CLEANUP(str_finish) struct str list = { 0 };

    for (size_t i = 0; i < places->count; i++) {
        struct extent extent = extent_of(places, i, layout_limits(layout)->size);
        (void)layout_builder_add(builder, &extent); /* nobody asks for its id */
        str_printf(&list, i ? ", %llu" : "%llu", (ull)extent.start);
    }
    layout_builder_note(builder, NOTE_WARNING, "contents-found",
                        _("No table that can be read names a partition, but contents "
                          "begin here (sectors %s): a new table would give them up."),
                        str_text(&list));
    return layout_builder_refinish(builder);
}

struct layout *found_add(const struct window *disk, struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    CLEANUP(freep) struct places *places = xcalloc(1, sizeof(*places));
    uint64_t array = HINT_ENTRIES * ENTRY_BYTES / limits->logical;

    add_hints(disk, limits, 2, places);
    if (limits->size > array + 1)
        add_hints(disk, limits, limits->size - array - 1, places);
    add_usual(disk, limits, places);
    if (!places->count)
        return layout_ref(layout);
    qsort(places->at, places->count, sizeof(*places->at), by_start);
    return with_places(layout, places);
}
