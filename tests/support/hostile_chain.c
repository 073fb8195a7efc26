/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile_chain.c - chains of EBRs that lead nowhere good */
#include "model/base/mem.h"
#include "support/hostile_private.h"

/* The container of all chains. */
#define FIRST 2048
#define LONG  100000

struct entry {
    uint8_t type;
    uint32_t start;
    uint32_t length;
};

struct ebr {
    uint32_t lba; /* 0: no more */
    struct entry entries[4];
};

struct lie {
    struct entry container; /* 0: FIRST and LONG */
    struct entry second;
    struct ebr ebrs[4];
};

static void put_ebr(int fd, const struct ebr *ebr)
{
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    for (unsigned i = 0; i < 4; i++)
        hostile_entry(sector, i, ebr->entries[i].type, ebr->entries[i].start,
                      ebr->entries[i].length);
    hostile_put(fd, (uint64_t)ebr->lba * HOSTILE_SECTOR, sector, sizeof sector);
}

static void make_chain(int fd, const void *of)
{
    static const struct entry usual = { 5, FIRST, LONG };
    const struct lie *lie = of;
    const struct entry *container = lie->container.type ? &lie->container : &usual;
    uint8_t sector[HOSTILE_SECTOR] = { 0 };

    hostile_entry(sector, 0, container->type, container->start, container->length);
    hostile_entry(sector, 1, lie->second.type, lie->second.start, lie->second.length);
    hostile_put(fd, 0, sector, sizeof sector);
    for (unsigned i = 0; i < ARRAY_SIZE(lie->ebrs) && lie->ebrs[i].lba; i++)
        put_ebr(fd, &lie->ebrs[i]);
}

/* COUNT links STEP sectors apart, each with a logical of LENGTH sectors; never an end. */
struct row {
    uint32_t count;
    uint32_t step;
    uint32_t length;
};

static void make_row(int fd, const void *of)
{
    static const struct lie usual = { .ebrs = { { 0 } } };
    const struct row *row = of;

    make_chain(fd, &usual);
    for (uint32_t i = 0; i < row->count; i++) {
        struct ebr ebr = { FIRST + i * row->step,
                           { { row->length ? 0x83 : 0, 2, row->length },
                             { 5, (i + 1) * row->step, row->step } } };
        put_ebr(fd, &ebr);
    }
}

/* clang-format off */
#define LIE(...) make_chain, &(const struct lie){ __VA_ARGS__ }
#define ROW(...) make_row, &(const struct row){ __VA_ARGS__ }
/* clang-format on */

static const struct hostile_kind kinds[] = {
    { "ebr-loop-without-logicals", LIE(.ebrs = { { FIRST, { { 0 }, { 5, 2000, 100 } } },
                                                 { FIRST + 2000, { { 5, 0, 100 } } } }) },
    { "ebr-loop-with-logicals",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 500 }, { 5, 2000, 600 } } },
                    { FIRST + 2000, { { 0x83, 2, 500 }, { 5, 2000, 600 } } } }) },
    { "ebr-bites-its-head",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 500 }, { 5, 0, 600 } } } }) },
    { "ebr-leads-to-sector-0",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 500 }, { 5, 0u - FIRST, 600 } } } }) },
    { "ebr-leads-before-its-container",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 500 }, { 5, 0u - 1000, 600 } } },
                    { 1048, { { 0x83, 2, 500 } } } }) },
    { "ebr-leads-out", LIE(.ebrs = { { FIRST, { { 0x83, 2, 500 }, { 5, 110000, 600 } } },
                                     { FIRST + 110000, { { 0x83, 2, 500 } } } }) },
    { "ebr-leads-past-the-end",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 500 }, { 5, 0x7fffffff, 600 } } } }) },
    { "ebr-not-there", LIE(.second = { 0x83, 120000, 100 }) },
    { "ebr-with-four-logicals", LIE(.ebrs = { { FIRST,
                                                { { 0x83, 2, 500 },
                                                  { 0x83, 600, 500 },
                                                  { 0x83, 1200, 500 },
                                                  { 0x83, 1800, 500 } } } }) },
    { "ebr-with-four-links", LIE(.ebrs = { { FIRST,
                                             { { 5, 1000, 500 },
                                               { 5, 2000, 500 },
                                               { 15, 3000, 500 },
                                               { 0x85, 0, 500 } } } }) },
    { "ebr-back-to-back", LIE(.ebrs = { { FIRST, { { 0x83, 1, 50 }, { 5, 51, 100 } } },
                                        { FIRST + 51, { { 0x83, 1, 50 } } } }) },
    { "ebr-far-from-its-logical",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 50 }, { 5, 1000, 100 } } },
                    { FIRST + 1000, { { 0x83, 0u - 948, 50 } } } }) },
    { "ebr-logical-on-itself",
      LIE(.ebrs = { { FIRST, { { 0x83, 10, 100 }, { 5, 5000, 100 } } },
                    { FIRST + 5000, { { 0x83, 0, 50 } } } }) },
    { "ebr-logical-wraps",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 50 }, { 5, 1000, 100 } } },
                    { FIRST + 1000, { { 0x83, UINT32_MAX, UINT32_MAX } } } }) },
    { "ebr-logical-leaves-its-container",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, LONG + 9000 } } } }) },
    { "ebr-logical-over-the-next-link",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 5000 }, { 5, 1000, 100 } } },
                    { FIRST + 1000, { { 0x83, 8000, 50 } } } }) },
    { "ebr-logicals-overlap",
      LIE(.ebrs = { { FIRST, { { 0x83, 2, 5000 }, { 5, 6000, 100 } } },
                    { FIRST + 6000, { { 0x83, 0u - 3000, 5000 } } } }) },
    { "containers-two", LIE(.second = { 5, 110000, 1000 }) },
    { "containers-one-in-another",
      LIE(.second = { 15, 4096, 1000 },
          .ebrs = { { FIRST, { { 0x83, 2, 500 } } }, { 4096, { { 0x83, 2, 500 } } } }) },
    { "container-over-the-mbr", LIE(.container = { 5, 0, 1000 }) },
    { "container-of-one-sector",
      LIE(.container = { 5, FIRST, 1 }, .ebrs = { { FIRST, { { 0x83, 1, 500 } } } }) },
    { "container-past-the-end", LIE(.container = { 5, FIRST, UINT32_MAX }) },
    { "chain-of-4000-links", ROW(4000, 20, 0) },
    { "chain-of-300-links", ROW(300, 100, 0) },
    { "chain-of-100-logicals", ROW(100, 100, 50) },
    { "chain-of-300-logicals", ROW(300, 100, 50) },
};

const struct hostile_kind *hostile_chains(size_t *ret_count)
{
    *ret_count = ARRAY_SIZE(kinds);
    return kinds;
}
