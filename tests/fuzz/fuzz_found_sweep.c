/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_found_sweep.c - any bytes on a disk that is searched for contents
 *
 * The input's first 8 bytes say how large the disk is and where the rest of the input
 * lies. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/list.h"
#include "model/found/magic.h"
#include "model/found/place.h"
#include "support/inside_fixture.h"

enum { HEAD = 8, SECTOR = 512, SIZE_MAX_BYTES = 4 << 20, SUPER = 4096 };

static struct layout *layout_of(uint64_t size)
{
    const struct limits limits = { .size = size / SECTOR, .logical = SECTOR };
    const struct label label = { .kind = LABEL_NONE };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);

    return layout_builder_refinish(builder);
}

static void check_place(const struct reader *disk, uint64_t offset)
{
    struct found_place found;

    if (!found_detect(disk, SECTOR, offset, &found))
        return;
    if (found.start >= disk->size || !found.kind || found.how >= FOUND_HOW_COUNT ||
        found.proof > PROOF_DECODED)
        abort();
}

static void check_list(const struct reader *disk)
{
    CLEANUP(layout_unrefp) struct layout *layout = layout_of(disk->size);
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    CLEANUP(found_list_finish) struct found_list list = { 0 };
    CLEANUP(found_sweep_freep)
    struct found_sweep *sweep = found_sweep_new(disk, layout, NULL, NULL);

    while (found_sweep_step(sweep))
        ;
    found_sweep_take(sweep, &places);
    found_list_judge(&places, layout, &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct found_content *found = &list.at[i].found;
        if (!found->start || !found->length || found->start >= disk->size / SECTOR ||
            found->volume > disk->size / SECTOR - found->start)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < HEAD)
        return 0;
    uint64_t size = le32_at(bytes, 0) % SIZE_MAX_BYTES / SECTOR * SECTOR;
    struct fixture_reader memory = { bytes + HEAD, count - HEAD, le32_at(bytes, 4) };
    struct reader disk = fixture_reader(&memory, size);
    if (size < UINT64_C(2) * SECTOR)
        return 0;
    for (size_t at = 0; at < memory.count; at += SECTOR)
        check_place(&disk, memory.base + at);
    check_list(&disk);
    return 0;
}

/* A superblock of each kind whose other numbers are small. */
size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    const struct magic *magic = magic_at(index);
    size_t at = magic ? (magic->super + magic->at) % SUPER : 0;

    if (!magic)
        return 0;
    put_le32(buf, 0, 1 << 19);
    put_le32(buf, 4, 1 << 18);
    for (size_t i = 0; i < SUPER; i += 4)
        buf[HEAD + i] = (uint8_t)(i % 64 ? 0 : 16);
    memcpy(buf + HEAD + at, magic->bytes, magic->count);
    return HEAD + SUPER + 1024;
}
