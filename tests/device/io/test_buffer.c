/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_buffer.c - memory that disks are read to */
#include "device/io/buffer.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/test.h"

#define MIB ((size_t)1 << 20)

/* Bytes of the program's memory that are there. */
static size_t resident(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    unsigned long pages = 0;

    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%*u %lu", &pages), 1);
    ck_assert_int_eq(fclose(file), 0);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

TEST(a_buffer_is_for_direct_io_and_all_of_it_is_there)
{
    static const size_t sizes[] = { 1, 512, 4097, 2 * MIB - 1, 2 * MIB + 1, 5 * MIB };

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        size_t before = resident();
        CLEANUP(freep) uint8_t *buffer = buffer_new(sizes[i]);
        ck_assert_uint_eq((uintptr_t)buffer % 4096, 0);
        if (sizes[i] >= 2 * MIB) /* a smaller one can be memory that was there before */
            ck_assert_uint_ge(resident() - before, sizes[i] - MIB / 2);
        memset(buffer, 1, sizes[i]);
    }
}
