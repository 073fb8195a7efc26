/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_buffer.c - memory that disks are read to */
#include "device/io/buffer.h"

#include <stdint.h>

#include "model/base/mem.h"
#include "support/test.h"

#define MIB ((size_t)1 << 20)

TEST(a_buffer_is_for_direct_io_and_is_zeros)
{
    static const size_t sizes[] = { 1, 512, 4097, 2 * MIB - 1, 2 * MIB + 1, 5 * MIB };

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        CLEANUP(freep) uint8_t *buffer = buffer_new(sizes[i]);
        ck_assert_uint_eq((uintptr_t)buffer % 4096, 0);
        ck_assert(mem_is_zero(buffer, sizes[i]));
        buffer[sizes[i] - 1] = 1;
        ck_assert(!mem_is_zero(buffer, sizes[i]));
    }
}
