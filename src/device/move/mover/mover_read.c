/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mover_read.c - reads sectors of the disk whose data is moved */
#include "device/move/mover/mover_private.h"

/* What cannot be read is written again as it was saved: an error that passes must not let
 * that happen to what others have changed since. */
enum { READS_MAX = 3 };

int mover_read(struct mover *m, uint64_t lba, uint64_t length, uint8_t *ret)
{
    const struct sink *disk = m->request.disk;
    int error = 0;

    for (unsigned i = 0; i < READS_MAX; i++) {
        error = disk->read_back(disk->context, lba * m->logical, ret,
                                (size_t)(length * m->logical));
        if (!error)
            break;
        m->retries += i + 1 < READS_MAX;
    }
    return error;
}
