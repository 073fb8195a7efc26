/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_inside.c - any bytes as any content
 *
 * The input's first 16 bytes say which type is asked for, how large the extent is and
 * where in it the rest of the input lies. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/num.h"
#include "model/content/inside.h"
#include "support/inside_fixture.h"

enum { HEAD = 16 };

static const char *type_of(unsigned selector)
{
    const struct fixture *fixture = fixture_at(selector - 1U);

    return selector && fixture ? fixture->type : NULL;
}

static void check_promises(const struct reader *part, const struct inside *inside)
{
    if (inside->kind <= INSIDE_NONE || inside->kind >= INSIDE_COUNT ||
        inside->data_offset >= part->size || inside->used > part->size ||
        !memchr(inside->proof, 0, sizeof(inside->proof)) || !inside->proof[0])
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct inside inside;

    if (count < HEAD)
        return 0;
    const char *type = type_of(bytes[0]);
    uint64_t size = le64_at(bytes, 1), base = le32_at(bytes, 9);
    struct fixture_reader memory = { bytes + HEAD, count - HEAD, base };
    struct reader part = fixture_reader(&memory, size);
    if (inside_decode(&part, type, &inside))
        check_promises(&part, &inside);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    const struct fixture *fixture = fixture_at(index);

    if (!fixture)
        return 0;
    buf[0] = (uint8_t)(index + 1);
    put_le64(buf, 1, fixture->size);
    put_le32(buf, 9, (uint32_t)fixture->base);
    fixture->make(buf + HEAD);
    return HEAD + fixture->count;
}
