/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_inside_grub.c - any boot record and gap */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/num.h"
#include "model/content/grub.h"
#include "support/reader_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct reader_bytes memory = { bytes, count };
    struct reader reader = reader_of_bytes(&memory);

    if (inside_grub_sectors(&reader, 1, 63) > 62)
        abort();
    (void)inside_grub_sectors(&reader, 0, UINT64_MAX); /* any answer will do */
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    if (index > 1)
        return 0;
    memcpy(buf + 0x180, "GRUB \0Geom", 10);
    put_le16(buf, 510, 0xAA55);
    put_le16(buf, index ? 0x3E : 0x5A, index ? 0x0203 : 0x8000);
    put_le32(buf, index ? 0x44 : 0x5C, 1);
    memcpy(buf + 512 + 0x170, "loading", 7);
    put_le32(buf + 512, index ? 0x1F8 : 0x1F4, 2);
    put_le16(buf + 512, 0x1FC, 49);
    return 1024;
}
