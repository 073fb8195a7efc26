/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_boot.c - which boot loader a boot sector starts */
#include "model/content/boot.h"

#include <string.h>

#include "model/base/num.h"
#include "support/test.h"

static const struct {
    size_t offset;
    const char *text;
    enum boot_code code;
} sectors[] = {
    { 0, "", BOOT_UNKNOWN },
    { 6, "LILO", BOOT_LILO },
    { 7, "LILO", BOOT_UNKNOWN },
    { 3, "SYSLINUX", BOOT_SYSLINUX },
    { 3, "EXTLINUX", BOOT_SYSLINUX },
    { 3, "MSDOS5.0", BOOT_UNKNOWN },
    { 0x180, "GRUB ", BOOT_GRUB },
    { 0x19d, "BOOTMGR is missing", BOOT_BOOTMGR },
    { 0x170, "BOOTMGR    ", BOOT_BOOTMGR },
    { 0x1a8, "NTLDR is missing", BOOT_NTLDR },
    { 0x163, "Missing operating system", BOOT_UNKNOWN },
    { 508, "LDR", BOOT_UNKNOWN },
};

TEST_EACH(boot_code_is_known_by_its_words, sectors)
{
    uint8_t sector[512] = { 0 };

    memcpy(sector + sectors[_i].offset, sectors[_i].text, strlen(sectors[_i].text));
    ck_assert_int_eq(boot_code_of(sector), BOOT_UNKNOWN);
    put_le16(sector, 510, 0xAA55);
    ck_assert_int_eq(boot_code_of(sector), sectors[_i].code);
}
