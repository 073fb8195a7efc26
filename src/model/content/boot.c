/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot.c - which boot loader a boot sector starts
 *
 * LILO: lilo.h, BOOT_PARAMS. SYSLINUX: core/diskboot.inc, bsOemName. Windows: the message
 * of its boot sectors, and on FAT the name of the file that is searched for. */
#include "model/content/boot.h"

#include <stddef.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

enum { SECTOR = 512, ANYWHERE = SECTOR };

static const struct {
    const char *text;
    size_t offset; /* ANYWHERE: in the code */
    enum boot_code code;
} marks[] = {
    { "LILO", 6, BOOT_LILO },
    { "SYSLINUX", 3, BOOT_SYSLINUX },
    { "EXTLINUX", 3, BOOT_SYSLINUX },
    { "GRUB ", ANYWHERE, BOOT_GRUB },
    { "BOOTMGR", ANYWHERE, BOOT_BOOTMGR },
    { "NTLDR", ANYWHERE, BOOT_NTLDR },
};

enum boot_code boot_code_of(const uint8_t *sector)
{
    if (le16_at(sector, SECTOR - 2) != 0xAA55)
        return BOOT_UNKNOWN;
    for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
        size_t length = strlen(marks[i].text);
        bool is_there = marks[i].offset == ANYWHERE
                            ? memmem(sector, SECTOR, marks[i].text, length) != NULL
                            : !memcmp(sector + marks[i].offset, marks[i].text, length);
        if (is_there)
            return marks[i].code;
    }
    return BOOT_UNKNOWN;
}
