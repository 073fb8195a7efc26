/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside_fixture.h - one small extent of each content, byte for byte by hand */
#ifndef ALIDADE_TESTS_INSIDE_FIXTURE_H
#define ALIDADE_TESTS_INSIDE_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"
#include "model/disk/content.h"

enum { FIXTURE_ROOM = 32 * 1024 };

/* COUNT bytes at BASE of an extent of SIZE bytes; all others are 0. */
struct fixture {
    const char *name;
    const char *type; /* libblkid's word */
    uint64_t size;
    uint64_t base;
    size_t count;
    void (*make)(uint8_t *bytes); /* zeroed, FIXTURE_ROOM */
    struct inside want;
};

/* A row of a table of them; the members of WANT come last. */
#define FIXTURE(name, type, size, base, count, make, ...)                                \
    {                                                                                    \
        name, type, size, base, count, make,                                             \
        {                                                                                \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }

/* The INDEX-th; NULL past the end. */
const struct fixture *fixture_at(unsigned index);
unsigned fixture_count(void);
/* Those in inside_fixture_stacked.c, which fixture_at counts last. */
const struct fixture *fixture_stacked_at(unsigned index);
/* By its name, which must exist. */
const struct fixture *fixture_named(const char *name);

/* A reader over COUNT bytes at BASE of SIZE, zeros elsewhere. */
struct fixture_reader {
    const uint8_t *bytes;
    size_t count;
    uint64_t base;
};
struct reader fixture_reader(struct fixture_reader *memory, uint64_t size);

#endif
