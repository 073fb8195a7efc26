/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot.h - which boot loader a boot sector starts */
#ifndef ALIDADE_MODEL_CONTENT_BOOT_H
#define ALIDADE_MODEL_CONTENT_BOOT_H

#include <stdint.h>

enum boot_code {
    BOOT_UNKNOWN, /* none, or one that only starts the active partition */
    BOOT_GRUB,    /* see grub_runs() */
    BOOT_LILO,
    BOOT_SYSLINUX, /* EXTLINUX too */
    BOOT_NTLDR,    /* Windows up to XP */
    BOOT_BOOTMGR,  /* Windows since Vista */
    BOOT_CODE_COUNT,
};

/* Returns what SECTOR, 512 bytes of LBA 0 or of a partition's start, contains. */
enum boot_code boot_code_of(const uint8_t *sector);

#endif
