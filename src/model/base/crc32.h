/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crc32.h - the checksum of GPT and LVM metadata */
#ifndef ALIDADE_MODEL_BASE_CRC32_H
#define ALIDADE_MODEL_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Returns the CRC-32 of ISO 3309 and UEFI: reflected, polynomial 0x04c11db7. */
uint32_t crc32_of(const uint8_t *bytes, size_t count);
/* Continues from CRC without inversion: LVM has another initial value. */
uint32_t crc32_add(uint32_t crc, const uint8_t *bytes, size_t count);

#endif
