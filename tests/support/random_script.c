/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_script.c - chains of logical partitions, and scripts that change some of them */
#include "support/random_script.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/table/mbr.h"

enum { LOGICALS_MAX = 9, ROWS_MAX = 24, FIRST_LOGICAL = 5 };

static bool one_in(struct rng *rng, uint64_t n)
{
    return rng_below(rng, n) == 0;
}

/* Sectors between two neighbours: often none, often a few, sometimes many. */
static uint64_t gap(struct rng *rng)
{
    return one_in(rng, 3) ? 0 : rng_below(rng, one_in(rng, 4) ? 3000 : 70);
}

struct place {
    uint64_t ebr;
    struct mbr_entry entry;
};

/* STYLE is the distance from an EBR to its logical; 0: any. */
static size_t place_logicals(struct rng *rng, uint64_t start, bool is_tight,
                             struct place ret[LOGICALS_MAX])
{
    static const uint64_t styles[] = { 1, 63, 2048, 0 };
    size_t count = 1 + rng_below(rng, LOGICALS_MAX);
    uint64_t style = is_tight ? 1 : styles[rng_below(rng, 4)], at = start;

    for (size_t i = 0; i < count; i++) {
        uint64_t distance = style && !one_in(rng, 8) ? style : 1 + gap(rng);
        ret[i].ebr = i && !is_tight ? at + gap(rng) : at;
        ret[i].entry = (struct mbr_entry){ .type = one_in(rng, 3) ? 0x82 : 0x83,
                                           .start = ret[i].ebr + distance,
                                           .length = 1 + rng_below(rng, 4000) };
        at = ret[i].entry.start + ret[i].entry.length;
    }
    return count;
}

/* All but the first EBR, which lies where the container begins, change places. */
static void shuffle(struct rng *rng, struct place *places, size_t count)
{
    for (size_t i = count - 1; i > 1; i--) {
        size_t k = 1 + rng_below(rng, i);
        struct place place = places[i];
        places[i] = places[k];
        places[k] = place;
    }
}

static void put_chain(struct rng *rng, struct mbr_table *table, uint64_t start,
                      bool is_tight)
{
    struct place places[LOGICALS_MAX];
    size_t count = place_logicals(rng, start, is_tight, places);
    const struct mbr_entry *last = &places[count - 1].entry;
    uint64_t end = last->start + last->length + (is_tight ? 0 : gap(rng));

    table->primary[1] = (struct mbr_entry){ .type = one_in(rng, 2) ? 0x05 : 0x0f,
                                            .start = start,
                                            .length = end - start };
    if (one_in(rng, 4))
        shuffle(rng, places, count);
    for (size_t i = 0; i < count; i++)
        mbr_add_logical(table, 1, places[i].ebr, &places[i].entry);
    uint64_t third = end + gap(rng);
    if (one_in(rng, 2))
        table->primary[2] = (struct mbr_entry){ .type = 7,
                                                .start = third,
                                                .length = 1 + rng_below(rng, 4000) };
}

struct sectors random_logicals(struct rng *rng)
{
    struct sectors disk = { .size = 80000, .logical = 512 };
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    CLEANUP(freep)
    struct mbr_sector *sectors = xcalloc(MBR_SECTORS_MAX, sizeof(*sectors));
    uint64_t first = 1 + gap(rng), length = 1 + rng_below(rng, 3000);

    table->signature = 1 + (uint32_t)rng_below(rng, UINT32_MAX);
    if (one_in(rng, 2))
        table->primary[0] = (struct mbr_entry){ 0, 0x83, first, length };
    put_chain(rng, table, first + length + gap(rng), one_in(rng, 5));
    size_t count = mbr_encode(table, sectors);
    for (size_t i = 0; i < count; i++)
        sectors_put_bytes(&disk, sectors[i].lba * 512, sectors[i].bytes, MBR_BYTES);
    return disk;
}

/* One line of a script; primaries have their number, logicals are counted. */
struct row {
    enum extent_kind kind;
    unsigned number;
    uint64_t start;
    uint64_t length;
    char type[40];
};

struct rows {
    const struct layout *base;
    struct row at[ROWS_MAX];
    size_t count;
};

static void read_rows(struct rows *rows)
{
    for (unsigned number = 1; number < ROWS_MAX; number++) {
        const struct extent *extent = layout_find_number(rows->base, number);
        if (!extent)
            continue;
        struct row *row = &rows->at[rows->count++];
        *row = (struct row){ extent->kind, number, extent->start, extent->length, "" };
        copy_text(row->type, sizeof(row->type), extent->type);
    }
}

static struct row *any_row(struct rng *rng, struct rows *rows)
{
    return &rows->at[rng_below(rng, rows->count)];
}

static void remove_row(struct rows *rows, struct row *row)
{
    size_t index = (size_t)(row - rows->at);

    memmove(row, row + 1, (--rows->count - index) * sizeof(*row));
}

static void insert_row(struct rows *rows, size_t index, const struct row *row)
{
    struct row copy = *row;

    if (rows->count == ROWS_MAX)
        return;
    memmove(&rows->at[index + 1], &rows->at[index],
            (rows->count++ - index) * sizeof(copy));
    rows->at[index] = copy;
}

/* The first sector from ROW's start on that another row of its level has. */
static uint64_t next_start(const struct rows *rows, const struct row *row)
{
    uint64_t next = layout_limits(rows->base)->size;

    for (size_t i = 0; i < rows->count; i++) {
        const struct row *other = &rows->at[i];
        bool is_inside = row->kind == EXTENT_LOGICAL && other->kind == EXTENT_EXTENDED;
        uint64_t at = is_inside ? other->start + other->length : other->start;
        bool is_level =
            is_inside || (other->kind == EXTENT_LOGICAL) == (row->kind == EXTENT_LOGICAL);
        if (is_level && at > row->start && at < next)
            next = at;
    }
    return next;
}

static void resize_row(struct rng *rng, struct rows *rows, struct row *row)
{
    uint64_t room = next_start(rows, row) - row->start;

    if (one_in(rng, 2) || room <= row->length)
        row->length = 1 + rng_below(rng, row->length);
    else
        row->length += rng_below(rng, room - row->length + 1);
}

/* Into free space of the base, or right behind what is there. */
static bool find_free(struct rng *rng, const struct rows *rows, struct row *row)
{
    bool is_inside = row->kind == EXTENT_LOGICAL;

    for (unsigned tries = 0; tries < 30; tries++) {
        const struct extent *hole =
            layout_at(rows->base, rng_below(rng, layout_count(rows->base)));
        if (hole->kind != EXTENT_FREE || !hole->parent == is_inside || hole->length < 2)
            continue;
        row->start = hole->start + 1 + rng_below(rng, one_in(rng, 2) ? 1 : hole->length);
        row->length = 1 + rng_below(rng, next_start(rows, row) - row->start);
        return true;
    }
    return false;
}

static void move_row(struct rng *rng, struct rows *rows, struct row *row)
{
    uint64_t by = 1 + rng_below(rng, 100);

    if (one_in(rng, 2)) {
        (void)find_free(rng, rows, row); /* stays where there is none */
        return;
    }
    if (row->length > by)
        row->length -= by;
    row->start += by;
}

/* The place of a logical in the chain: that of the disk, or any. */
static void add_logical(struct rng *rng, struct rows *rows)
{
    struct row row = { EXTENT_LOGICAL, 0, 0, 0, "83" };
    size_t index = 0;

    if (!find_free(rng, rows, &row))
        return;
    while (index < rows->count &&
           (rows->at[index].kind != EXTENT_LOGICAL || rows->at[index].start < row.start))
        index++;
    insert_row(rows, one_in(rng, 3) ? rows->count : index, &row);
}

static void add_primary(struct rng *rng, struct rows *rows)
{
    struct row row = { EXTENT_PARTITION, 4, 0, 0, "7" };

    if (find_free(rng, rows, &row))
        insert_row(rows, 0, &row);
}

static void swap_rows(struct rng *rng, struct rows *rows)
{
    struct row *a = any_row(rng, rows), *b = any_row(rng, rows);

    if (a->kind != EXTENT_LOGICAL || b->kind != EXTENT_LOGICAL)
        return;
    struct row row = *a;
    *a = *b;
    *b = row;
}

/* A logical becomes a primary, or the other way round. */
static void turn_row(struct rng *rng, struct rows *rows)
{
    struct row *row = any_row(rng, rows);

    if (row->kind == EXTENT_EXTENDED)
        return;
    row->kind = row->kind == EXTENT_LOGICAL ? EXTENT_PARTITION : EXTENT_LOGICAL;
    row->number = 4;
}

static void change_rows(struct rng *rng, struct rows *rows)
{
    struct row *row = any_row(rng, rows);

    switch (rng_below(rng, 20)) {
    case 0 ... 4:
        resize_row(rng, rows, row);
        break;
    case 5 ... 7:
        move_row(rng, rows, row);
        break;
    case 8 ... 10:
        if (rows->count > 1 && row->kind != EXTENT_EXTENDED)
            remove_row(rows, row);
        break;
    case 11 ... 14:
        add_logical(rng, rows);
        break;
    case 15:
        add_primary(rng, rows);
        break;
    case 16 ... 17:
        swap_rows(rng, rows);
        break;
    case 18:
        copy_text(row->type, sizeof(row->type), row->kind == EXTENT_EXTENDED ? "f" : "7");
        break;
    default:
        turn_row(rng, rows);
    }
}

static char *print_rows(const struct rows *rows)
{
    unsigned number = FIRST_LOGICAL;
    struct str text = { 0 };

    str_printf(&text, "label: dos\nlabel-id: %s\n", layout_label(rows->base)->id);
    for (size_t pass = 0; pass < 2; pass++) /* the container before what is in it */
        for (size_t i = 0; i < rows->count; i++) {
            const struct row *row = &rows->at[i];
            bool is_logical = row->kind == EXTENT_LOGICAL;
            if (is_logical == (pass == 1))
                str_printf(&text, "%u : start=%" PRIu64 ", size=%" PRIu64 ", type=%s\n",
                           is_logical ? number++ : row->number, row->start, row->length,
                           row->type);
        }
    return str_take(&text);
}

char *random_script(struct rng *rng, const struct layout *base)
{
    struct rows rows = { .base = base };

    read_rows(&rows);
    for (uint64_t changes = 1 + rng_below(rng, 4); changes && rows.count; changes--)
        change_rows(rng, &rows);
    return print_rows(&rows);
}
