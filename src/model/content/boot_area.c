/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boot_area.c - recognises the loaders that boards and PCs keep outside partitions
 *
 * eGON: linux-sunxi.org/EGON, U-Boot include/sunxi_image.h. TOC0: U-Boot
 * tools/sunxi_toc0. Rockchip: U-Boot tools/rkcommon.c. uImage: U-Boot include/image.h.
 * FIT: the header of a flattened device tree. IVT: i.MX 6 reference manual, 8.7. Amlogic:
 * U-Boot doc/board/amlogic. TI: U-Boot tools/omapimage.c. */
#include "model/content/boot_area.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define ANYWHERE UINT64_MAX
#define KIB      UINT64_C(1024)

/* Where the length of a loader is. */
enum length_field {
    LENGTH_NONE,
    LENGTH_LE32, /* all of it */
    LENGTH_BE32, /* all of it */
    LENGTH_BODY, /* big-endian, without the 64 bytes of a uImage header */
};

static const struct {
    const char *id, *name;
    uint64_t offset; /* byte of the disk, or ANYWHERE */
    size_t at;       /* of the magic in its first sector */
    const char *magic;
    size_t magic_count;
    enum length_field field;
    size_t field_at;
} areas[] = {
    { "egon", N_("a boot loader (eGON, Allwinner)"), ANYWHERE, 4, "eGON.BT", 7,
      LENGTH_LE32, 16 },
    { "toc0", N_("a boot loader (TOC0, Allwinner)"), ANYWHERE, 0, "TOC0.GLH", 8,
      LENGTH_LE32, 28 },
    { "rockchip", N_("a boot loader (Rockchip)"), 32 * KIB, 0, "\x3b\x8c\xdc\xfc", 4,
      LENGTH_NONE, 0 },
    { "rockchip", N_("a boot loader (Rockchip)"), 32 * KIB, 0, "RKNS", 4, LENGTH_NONE,
      0 },
    { "u-boot", N_("a U-Boot image"), ANYWHERE, 0, "\x27\x05\x19\x56", 4, LENGTH_BODY,
      12 },
    { "fit", N_("a U-Boot image (FIT) or device tree"), ANYWHERE, 0, "\xd0\x0d\xfe\xed",
      4, LENGTH_BE32, 4 },
    { "imx", N_("a boot loader (i.MX IVT)"), 1 * KIB, 0, "\xd1\x00\x20\x40", 3,
      LENGTH_NONE, 0 },
    { "imx", N_("a boot loader (i.MX IVT)"), 33 * KIB, 0, "\xd1\x00\x20\x40", 3,
      LENGTH_NONE, 0 },
    { "amlogic", N_("a boot loader (Amlogic)"), 512, 16, "@AML", 4, LENGTH_NONE, 0 },
    { "ti", N_("a boot loader (TI OMAP)"), 128 * KIB, 20, "CHSETTINGS", 10, LENGTH_NONE,
      0 },
    { "ti", N_("a boot loader (TI OMAP)"), 256 * KIB, 20, "CHSETTINGS", 10, LENGTH_NONE,
      0 },
    { "ti", N_("a boot loader (TI OMAP)"), 384 * KIB, 20, "CHSETTINGS", 10, LENGTH_NONE,
      0 },
};

static uint64_t length_of(const uint8_t *sector, enum length_field field, size_t at)
{
    switch (field) {
    case LENGTH_LE32:
        return le32_at(sector, at);
    case LENGTH_BE32:
        return be32_at(sector, at);
    case LENGTH_BODY:
        return UINT64_C(64) + be32_at(sector, at);
    case LENGTH_NONE:
        break;
    }
    return 0;
}

bool boot_area_find(const uint8_t *sector, uint64_t offset, struct boot_area *ret)
{
    for (size_t i = 0; i < ARRAY_SIZE(areas); i++) {
        if ((areas[i].offset != ANYWHERE && areas[i].offset != offset) ||
            memcmp(sector + areas[i].at, areas[i].magic, areas[i].magic_count) != 0)
            continue;
        *ret = (struct boot_area){ areas[i].id, areas[i].name,
                                   length_of(sector, areas[i].field, areas[i].field_at) };
        return true;
    }
    return false;
}
