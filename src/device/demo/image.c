/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image.c - writes bytes and contents to a demo image */
#include "device/demo/image.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void demo_put(struct demo_image *image, uint64_t offset, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;

    while (count > 0 && image->error == 0) {
        ssize_t done = pwrite(image->fd, at, count, (off_t)offset);
        if (done <= 0) {
            if (done < 0 && errno == EINTR)
                continue;
            image->error = done < 0 ? errno : ENOSPC;
            return;
        }
        at += done;
        offset += (uint64_t)done;
        count -= (size_t)done;
    }
}

void demo_fill(uint8_t *bytes, size_t count, uint64_t seed)
{
    uint64_t state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;

    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes[i] = (uint8_t)(state >> 24);
    }
}

void demo_put_text(uint8_t *field, size_t count, const char *label, char filler)
{
    size_t length = strnlen(label, count);

    memcpy(field, label, length);
    memset(field + length, filler, count - length);
}

void demo_content_put(struct demo_image *image, const struct demo_content *content)
{
    static void (*const makers[DEMO_FS_COUNT])(struct demo_image *,
                                               const struct demo_content *) = {
        [DEMO_FS_EXT4] = demo_put_ext4, [DEMO_FS_FAT32] = demo_put_fat32,
        [DEMO_FS_FFS] = demo_put_ffs,   [DEMO_FS_LVM] = demo_put_lvm,
        [DEMO_FS_MD] = demo_put_md,     [DEMO_FS_NTFS] = demo_put_ntfs,
        [DEMO_FS_SWAP] = demo_put_swap, [DEMO_FS_XFS] = demo_put_xfs,
    };

    if (content->fs != DEMO_FS_NONE)
        makers[content->fs](image, content);
}
