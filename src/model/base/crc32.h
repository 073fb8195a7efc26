/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crc32.h - the checksum of GPT headers and entry arrays */
#ifndef ALIDADE_MODEL_BASE_CRC32_H
#define ALIDADE_MODEL_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as in ISO 3309 and UEFI: reflected, polynomial 0x04c11db7.  0 for no bytes. */
uint32_t crc32_of(const uint8_t *bytes, size_t count);
/* The same polynomial from CRC on, and no inversion: LVM has another initial value. */
uint32_t crc32_add(uint32_t crc, const uint8_t *bytes, size_t count);

#endif
