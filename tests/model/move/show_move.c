/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_move.c - the zones and fields of a file used as a partition, for move_tools.py
 *
 *   show_move zones FILE          prints START LENGTH of each zone, in 512-byte sectors
 *   show_move fields FILE FROM TO changes the fields in FILE, as if it was moved from LBA
 *                                 FROM to TO; prints OFFSET BEFORE AFTER of each
 *   show_move guard SEED          prints a guard sector of a random move as hexadecimal
 *                                 digits */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/content/inside.h"
#include "model/move/log/records.h"
#include "model/move/plan/fields.h"
#include "model/move/plan/zones.h"

enum { SECTOR = 512 };

typedef unsigned long long ull;

static bool read_file(void *context, uint64_t offset, void *buf, size_t count)
{
    return !fseeko(context, (off_t)offset, SEEK_SET) &&
           fread(buf, 1, count, context) == count;
}

static int show_zones(const struct reader *part, const struct content *content)
{
    struct zones zones;

    if (!zones_find(content, part, SECTOR, &zones))
        return EXIT_FAILURE;
    for (size_t i = 0; i < zones.count; i++)
        printf("%llu %llu\n", (ull)zones.at[i].start, (ull)zones.at[i].length);
    return EXIT_SUCCESS;
}

static bool change_sector(const struct reader *part, const struct fields *fields,
                          uint64_t offset)
{
    uint8_t sector[SECTOR];

    return reader_read(part, offset, sector, sizeof(sector)) &&
           fields_apply(fields, offset, sector, sizeof(sector)) &&
           !fseeko(part->context, (off_t)offset, SEEK_SET) &&
           fwrite(sector, 1, sizeof(sector), part->context) == sizeof(sector) &&
           !fflush(part->context);
}

/* A field is applied once, even if its sector has others. */
static bool change_field(const struct reader *part, const struct move_field *field)
{
    struct fields one = { .at = { *field }, .count = 1 };
    uint64_t first = field->offset / SECTOR;
    uint64_t last = (field->offset + field->width * field->repeat - 1) / SECTOR;

    for (uint64_t i = first; i <= last; i++)
        if (!change_sector(part, &one, i * SECTOR))
            return false;
    return true;
}

static int show_fields(const struct reader *part, const struct content *content,
                       char **argv)
{
    struct extent extent = { .kind = EXTENT_PARTITION,
                             .number = 1,
                             .start = strtoull(argv[0], NULL, 10),
                             .length = part->size / SECTOR,
                             .content = *content };
    struct fields_move move = { &extent, 0, strtoull(argv[1], NULL, 10), 0, SECTOR };
    struct fields fields;
    struct err err = { 0 };

    if (!fields_find(&move, part, &fields, &err))
        return EXIT_FAILURE;
    for (size_t i = 0; i < fields.count; i++) {
        printf("%llu %llu %llu\n", (ull)fields.at[i].offset, (ull)fields.at[i].before,
               (ull)fields.at[i].after);
        if (!change_field(part, &fields.at[i]))
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static int show_guard(uint64_t seed)
{
    struct guid_source source = { { seed + 1 } };
    struct record_guard guard = {
        .owner = { guid_source_draw(&source), UINT64_C(1) << 40 },
        .place = { .kind = JOURNAL_TAIL,
                   .logical = SECTOR,
                   .block = 4096,
                   .start = 9999,
                   .bytes = 1 << 20 },
    };
    uint8_t sector[SECTOR];

    record_guard_encode(&guard, sector);
    for (size_t i = 0; i < sizeof(sector); i++)
        printf("%02x", sector[i]);
    putchar('\n');
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "guard"))
        return show_guard(strtoull(argv[2], NULL, 10));
    struct content content = { .state = CONTENT_FOUND };
    FILE *file = argc >= 3 ? fopen(argv[2], "r+b") : NULL;

    if (!file || fseeko(file, 0, SEEK_END))
        return 2;
    struct reader part = { read_file, file, (uint64_t)ftello(file) };
    if (!inside_decode(&part, NULL, &content.inside))
        return EXIT_FAILURE;
    int result = !strcmp(argv[1], "zones") ? show_zones(&part, &content)
                 : argc == 5               ? show_fields(&part, &content, argv + 3)
                                           : 2;
    return fclose(file) ? EXIT_FAILURE : result;
}
