/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_volume_state.c - any bytes as a file system that may be marked dirty
 *
 * The reads are bounded, wherever the bytes put records and logs. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/num.h"
#include "model/content/inside.h"
#include "model/content/volume_state.h"
#include "support/ntfs_volume.h"

enum { READS_MAX = 600, LOG = 4096, LOG_BYTES = 8192 };

struct counted {
    const uint8_t *bytes;
    size_t count;
    unsigned reads;
};

/* Zeros behind the input. */
static bool read_counted(void *context, uint64_t offset, void *buf, size_t count)
{
    struct counted *input = context;
    size_t left = offset < input->count ? input->count - (size_t)offset : 0;

    if (++input->reads > READS_MAX || count > 4096)
        abort();
    memset(buf, 0, count);
    memcpy(buf, input->bytes + (left ? offset : 0), left < count ? left : count);
    return true;
}

static void read_state(const uint8_t *bytes, size_t count, const struct inside *inside)
{
    struct counted input = { bytes, count, 0 };
    struct reader part = { read_counted, &input, UINT64_C(1) << 40 };

    if (volume_state_read(&part, inside) >= VOLUME_STATE_COUNT)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    for (int kind = INSIDE_NONE; kind < INSIDE_COUNT; kind++) {
        struct inside inside = { .kind = (enum inside_kind)kind,
                                 .unit = 512,
                                 .block = 4096,
                                 .sector = 512,
                                 .claimed = UINT64_C(1) << 30 };
        read_state(bytes, count, &inside);
        inside.claimed = 0;
        read_state(bytes, count, &inside);
    }
    return 0;
}

/* A log of two blocks of 4 KiB that ends in its middle. */
static size_t seed_xfs(uint8_t *buf)
{
    memcpy(buf, "XFSB", 4);
    put_be64(buf, 48, LOG / 4096);
    put_be32(buf, 84, 1000);
    put_be32(buf, 96, LOG_BYTES / 4096);
    put_be16(buf, 100, 5);
    buf[124] = 10;
    for (unsigned i = 0; i < LOG_BYTES / 512; i++)
        put_be32(buf, LOG + (size_t)i * 512, i < 8 ? 2 : 1);
    put_be32(buf, LOG + 6 * 512, 0xFEEDBABE);
    put_be32(buf, LOG + 6 * 512 + 4, 2);
    put_be32(buf, LOG + 6 * 512 + 12, 512);
    put_be32(buf, LOG + 6 * 512 + 40, 1);
    buf[LOG + 7 * 512 + 9] = 0x20;
    return LOG + LOG_BYTES;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const struct ntfs_file file = { .name = "hiberfil.sys", .head = "hibr" };

    if (index < 2) {
        ntfs_volume_make(&file, buf);
        ntfs_volume_mark(index, buf);
        ntfs_volume_restart(0, 5, 0, 2, buf);
        ntfs_volume_restart(1, 6, 0, 0, buf);
        return NTFS_VOLUME_BYTES;
    }
    memset(buf, 0, LOG + LOG_BYTES);
    return index == 2 ? seed_xfs(buf) : index == 3 ? LOG : 0;
}
