/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_lost.c - lost contents in free space, found when a sector of it is asked for */
#include "model/found/owner_lost.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

void owner_lost_finish(struct owner_lost *lost)
{
    free(lost->at);
    *lost = (struct owner_lost){ 0 };
}

static void owner_lost_read(struct owner_lost *lost, const struct reader *disk,
                            const struct layout *layout, uint64_t lba)
{
    const struct extent *run = layout_find_lba(layout, lba);

    if (!run || run->kind != EXTENT_FREE || (lba >= lost->start && lba < lost->end))
        return;
    owner_lost_finish(lost);
    lost->start = run->start;
    lost->end = extent_end(run);
    lost->count = lost_find(disk, layout, run->start, run->length, &lost->at);
}

static const struct found_content *find_lost_at(const struct owner_lost *lost,
                                                uint64_t lba)
{
    for (size_t i = 0; i < lost->count; i++)
        if (lba >= lost->at[i].start && lba - lost->at[i].start < lost->at[i].length)
            return &lost->at[i];
    return NULL;
}

/* Contents begin anywhere: SECTOR itself can tell. */
static const struct found_content *look_around(struct owner_lost *lost,
                                               const struct reader *disk,
                                               const struct layout *layout, uint64_t lba,
                                               const uint8_t *sector)
{
    struct found_content found;

    if (!lost_find_around(disk, layout, lba, sector, &found))
        return NULL;
    lost->at = xrealloc(lost->at, lost->count + 1, sizeof(*lost->at));
    lost->at[lost->count++] = found;
    return find_lost_at(lost, lba);
}

bool owner_lost_find(struct owner_lost *lost, const struct reader *disk,
                     const struct layout *layout, uint64_t lba, const uint8_t *sector,
                     struct owner_run *ret)
{
    owner_lost_read(lost, disk, layout, lba);
    const struct found_content *content = find_lost_at(lost, lba);
    if (!content)
        content = look_around(lost, disk, layout, lba, sector);
    if (!content)
        return false;
    *ret = (struct owner_run){ .start = lba,
                               .length = 1,
                               .first = content->start,
                               .whole = content->length,
                               .kind = OWNER_KNOWN,
                               .id = "lost" };
    copy_text(ret->name, sizeof(ret->name), _("a lost file system or other content"));
    return true;
}
