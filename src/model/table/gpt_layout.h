/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_layout.h - offsets of the fields of a GPT, for code that handles its bytes */
#ifndef ALIDADE_MODEL_TABLE_GPT_LAYOUT_H
#define ALIDADE_MODEL_TABLE_GPT_LAYOUT_H

#define GPT_SIGNATURE       "EFI PART"
#define GPT_SIGNATURE_BYTES 8

/* Offsets in the header (UEFI 2.10, 5.3.2). */
enum {
    GPT_AT_REVISION = 8,
    GPT_AT_HEADER_BYTES = 12,
    GPT_AT_HEADER_CRC = 16,
    GPT_AT_MY_LBA = 24,
    GPT_AT_ALTERNATE = 32,
    GPT_AT_FIRST_USABLE = 40,
    GPT_AT_LAST_USABLE = 48,
    GPT_AT_DISK_GUID = 56,
    GPT_AT_ENTRIES_LBA = 72,
    GPT_AT_ENTRY_COUNT = 80,
    GPT_AT_ENTRY_BYTES = 84,
    GPT_AT_ARRAY_CRC = 88,
    GPT_HEADER_BYTES = 92,
};

/* Offsets in an entry (UEFI 2.10, 5.3.3). */
enum {
    GPT_ENTRY_AT_TYPE = 0,
    GPT_ENTRY_AT_UNIQUE = 16,
    GPT_ENTRY_AT_FIRST = 32,
    GPT_ENTRY_AT_LAST = 40,
    GPT_ENTRY_AT_ATTRIBUTES = 48,
    GPT_ENTRY_AT_NAME = 56,
};

#endif
