/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured_image.c - a disk to be measured, no byte of which may change */
#include "e2e/measured_image.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

uint8_t *measured_image(void)
{
    uint8_t *bytes = xmalloc(MEASURED_IMAGE_BYTES);
    uint64_t number = 1;

    for (size_t i = 0; i < MEASURED_IMAGE_BYTES; i += 8) {
        number = number * 6364136223846793005u + 1442695040888963407u;
        put_le64(bytes, i, number);
    }
    memset(bytes, 0, 8 * 512);
    bytes[446 + 4] = 0x83;
    put_le32(bytes, 446 + 8, 63);
    put_le32(bytes, 446 + 12, 20000);
    put_le16(bytes, 510, 0xaa55);
    return bytes;
}
