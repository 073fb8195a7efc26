/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hostile_private.h - what the files of hostile tables share */
#ifndef ALIDADE_TESTS_HOSTILE_PRIVATE_H
#define ALIDADE_TESTS_HOSTILE_PRIVATE_H

#include "support/hostile.h"

struct hostile_kind {
    const char *name;
    void (*make)(int fd, const void *lie);
    const void *lie;
};

const struct hostile_kind *hostile_gpts(size_t *ret_count);
const struct hostile_kind *hostile_msdos(size_t *ret_count);
const struct hostile_kind *hostile_chains(size_t *ret_count);
const struct hostile_kind *hostile_others(size_t *ret_count);

void hostile_put(int fd, uint64_t offset, const void *bytes, size_t count);
/* An entry of an MBR or EBR in memory, and its 55aa. */
void hostile_entry(uint8_t *sector, unsigned slot, uint8_t type, uint32_t start,
                   uint32_t length);

#endif
