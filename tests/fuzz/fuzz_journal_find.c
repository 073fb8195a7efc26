/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_journal_find.c - any bytes where the guard and the journal of a move would be
 *
 * The table has an entry in progress. The input is the guard, or behind its first byte
 * the beginning of the journal. The checksums are corrected: without that, every change
 * would only be damage. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/journal/journal_find.h"
#include "support/interrupted.h"
#include "support/table_image.h"

enum { SECTOR = 512, AT_CRC = 8, AT_SIZE = 12, READS_MAX = 1024 };

static void correct(uint8_t *bytes, size_t count)
{
    size_t size = count > AT_SIZE + 4 ? le32_at(bytes, AT_SIZE) : 0;

    if (size < 64 || size > count)
        return;
    put_le32(bytes, AT_CRC, 0);
    put_le32(bytes, AT_CRC, ~crc32_add(UINT32_MAX, bytes, size));
}

/* A plan that is found is one of this disk, where it says that it is. */
static void check_found(const struct journal_found *found)
{
    const struct journal_plan *plan = found->plan;

    if ((found->finding == FOUND_PLAN) != (plan != NULL))
        abort();
    if (!plan && found->finding != FOUND_ELSEWHERE && !found->err.text[0])
        abort();
    if (plan && (plan->logical != SECTOR || !plan->step_count || !plan->spot.start ||
                 plan->spot.start >= INTERRUPTED_SECTORS))
        abort();
    if (plan && found->has_guard &&
        !guid_equal(&plan->head.transaction, &found->guard.head.transaction))
        abort();
}

static void find_on(struct sparse *disk, enum journal_reach reach)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = image_read(disk, SECTOR, &err);
    struct reader reader = sparse_reader(disk);

    if (!layout)
        return;
    disk->reads = 0;
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(&reader, layout, reach);
    for (size_t i = 0; i < finds.count; i++)
        check_found(&finds.at[i]);
    if (disk->reads > READS_MAX)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (!count)
        return 0;
    bool is_guard = bytes[0] & 1;
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("msdos"));
    CLEANUP(freep) uint8_t *copy = xmalloc(count);
    memcpy(copy, bytes + 1, count - 1);
    correct(copy, count - 1);
    if (count > 1)
        sparse_put(&disk, (is_guard ? 63 : (uint64_t)INTERRUPTED_JOURNAL) * SECTOR, copy,
                   count - 1);
    find_on(&disk, bytes[0] & 2 ? FIND_AT_STARTS : FIND_IN_PROGRESS);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const char *const names[] = { "msdos", "elsewhere", "newer", "second-copy" };
    bool is_guard = index & 1;

    if (index / 2 >= ARRAY_SIZE(names))
        return 0;
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find(names[index / 2]));
    struct reader reader = sparse_reader(&disk);
    size_t count = is_guard ? SECTOR : JOURNAL_PLAN_BYTES;
    buf[0] = (uint8_t)index;
    if (!reader_read(&reader, (is_guard ? 63 : (uint64_t)INTERRUPTED_JOURNAL) * SECTOR,
                     buf + 1, count))
        abort();
    return count + 1;
}
