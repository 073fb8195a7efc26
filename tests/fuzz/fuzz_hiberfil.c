/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_hiberfil.c - any bytes as an NTFS volume in which a Windows may be suspended
 *
 * The reads of one look are bounded, however the records lead to each other. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/content/ntfs_hiberfil.h"
#include "support/ntfs_volume.h"

/* The blocks of a folder, and a few records. */
enum { READS_MAX = 4096 + 64 };

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

    if (++input->reads > READS_MAX)
        abort();
    memset(buf, 0, count);
    memcpy(buf, input->bytes + (left ? offset : 0), left < count ? left : count);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct counted input = { bytes, count, 0 };
    struct reader part = { read_counted, &input, UINT64_C(1) << 40 };

    if (ntfs_hiberfil_find(&part, 512) > HIBERFIL_UNKNOWN)
        abort();
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const struct ntfs_file files[] = {
        { .name = "hiberfil.sys", .head = "hibr" },
        { .name = "hiberfil.sys", .head = "hibr", .is_in_root = true },
        { .name = "hiberfil.sys", .head = "hibr", .has_list = true },
        { .name = NULL },
    };

    if (index >= sizeof(files) / sizeof(files[0]))
        return 0;
    ntfs_volume_make(&files[index], buf);
    return NTFS_VOLUME_BYTES;
}
