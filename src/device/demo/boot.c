/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot.c - writes a GRUB boot record and core image to a demo image
 *
 * GRUB 2, include/grub/i386/pc/boot.h: the fields are at GRUB's positions, but the code
 * is random and does not boot. */
#include <string.h>

#include "device/demo/image.h"
#include "model/base/mem.h"
#include "model/base/num.h"

enum { SECTOR = 512 };

void demo_fill_grub(uint8_t code[MBR_CODE_BYTES])
{
    static const char words[] = "GRUB \0Geom\0Hard Disk\0Read\0 Error\r\n";

    demo_fill(code, MBR_CODE_BYTES, 2);
    code[0] = 0xEB;
    code[1] = 0x63;
    code[2] = 0x90;
    memset(code + 3, 0, 0x5A - 3); /* area of the BPB */
    put_le16(code, 0x5A, 0x8000);
    put_le64(code, 0x5C, 1); /* LBA of the first sector of the image */
    code[0x64] = 0xFF;       /* boot drive: the one given by the BIOS */
    memcpy(code + 0x180, words, sizeof(words));
}

void demo_put_grub_core(struct demo_image *image, unsigned sectors)
{
    CLEANUP(freep) uint8_t *core = xmalloc((size_t)sectors * SECTOR);

    demo_fill(core, (size_t)sectors * SECTOR, 3);
    memcpy(core + 0x170, "loading\0.\0\r\n\0Geom\0Read\0 Error", 30);
    memset(core + 0x1A0, 0, SECTOR - 0x1A0); /* end of the block list */
    put_le64(core, 0x1F4, 2);
    put_le16(core, 0x1FC, (uint16_t)(sectors - 1));
    put_le16(core, 0x1FE, 0x820);
    demo_put(image, SECTOR, core, (size_t)sectors * SECTOR);
}
