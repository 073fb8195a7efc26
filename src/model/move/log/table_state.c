/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_state.c - the states of the table in one step, and which of them is on a disk */
#include "model/move/log/table_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/num.h"
#include "model/table/mbr_layout.h"

/* A sector in one state. */
struct cell {
    bool counts;
    bool is_written; /* by the epoch that ends in this state */
};

struct table_states {
    const struct redo_log *log;
    struct table_image image; /* the last state that was made; has all sectors */
    size_t epochs;
    enum table_part *parts; /* by sector */
    uint8_t *masks;         /* 0xff for each byte that is watched, in any state */
    struct cell *cells;     /* by state and sector */
    uint8_t *bytes;
};

size_t table_states_epochs(const struct table_states *states)
{
    return states->epochs;
}

size_t table_states_sectors(const struct table_states *states)
{
    return states->image.count;
}

uint64_t table_states_lba(const struct table_states *states, size_t sector)
{
    return states->image.at[sector].lba;
}

enum table_part table_states_part(const struct table_states *states, size_t sector)
{
    return states->parts[sector];
}

static struct cell *cell_at(const struct table_states *states, size_t j, size_t sector)
{
    return &states->cells[j * states->image.count + sector];
}

static uint8_t *bytes_at(const struct table_states *states, size_t j, size_t sector)
{
    return states->bytes + (j * states->image.count + sector) * states->image.logical;
}

static uint8_t *mask_at(const struct table_states *states, size_t sector)
{
    return states->masks + sector * states->image.logical;
}

const uint8_t *table_states_bytes(const struct table_states *states, size_t j,
                                  size_t sector)
{
    return bytes_at(states, j, sector);
}

bool table_states_counts(const struct table_states *states, size_t j, size_t sector)
{
    return cell_at(states, j, sector)->counts;
}

/* Returns the index of LBA, which is one of the sectors. */
static size_t sector_of(const struct table_states *states, uint64_t lba)
{
    size_t low = 0, high = states->image.count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (states->image.at[middle].lba <= lba)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* --- making them --- */

/* Calls VISIT for each patch of STEPS, in their order, with the state that it leads to.
 */
static void each_patch(struct table_states *states, const struct log_steps *steps,
                       void (*visit)(struct table_states *states,
                                     const struct log_patch *patch, size_t j))
{
    size_t before = 0;

    for (size_t i = 0; i < steps->count; i++) {
        const struct log_step *step = &steps->at[i];
        for (uint32_t k = 0; k < step->patch_count; k++) {
            const struct log_patch *patch = &states->log->patches[step->first_patch + k];
            visit(states, patch, before + patch->epoch);
        }
        before += step->epochs;
    }
}

static void states_add_sector(struct table_states *states, const struct log_patch *patch,
                              size_t j)
{
    (void)j;
    if (patch->is_fresh && !table_image_find(&states->image, patch->lba))
        table_image_put(&states->image, patch->lba, patch->bytes);
}

static void states_watch(struct table_states *states, size_t sector, uint32_t first,
                         uint32_t end)
{
    memset(mask_at(states, sector) + first, 0xff, end - first);
}

/* Marks what state J uses. */
static void mark_used(struct table_states *states, size_t j)
{
    struct reader disk = table_image_reader(&states->image);
    CLEANUP(freep) struct table_used *used = NULL;
    size_t count = table_used_find(&disk, states->image.logical, &used);

    for (size_t i = 0; i < count; i++) {
        if (!table_image_find(&states->image, used[i].lba))
            continue; /* zeros: no log that was built uses such a sector */
        size_t sector = sector_of(states, used[i].lba);
        cell_at(states, j, sector)->counts = true;
        if (!states->parts[sector])
            states->parts[sector] = used[i].part;
        states_watch(states, sector, used[i].first, used[i].end);
        if (used[i].part < TABLE_HEADER)
            states_watch(states, sector, MBR_AT_MAGIC, MBR_AT_MAGIC + 2);
    }
}

static void keep_state(struct table_states *states, size_t j)
{
    for (size_t i = 0; i < states->image.count; i++)
        memcpy(bytes_at(states, j, i), states->image.at[i].bytes, states->image.logical);
    mark_used(states, j);
}

static void mark_written(struct table_states *states, const struct log_patch *patch,
                         size_t j)
{
    size_t sector = sector_of(states, patch->lba);

    cell_at(states, j, sector)->is_written = true;
    states_watch(states, sector, patch->byte, (uint32_t)patch->byte + patch->length);
}

/* Before it is part of the table a sector holds its old bytes, not what an earlier step
 * has left there. */
static void put_old(struct table_states *states, const struct log_patch *patch, size_t j)
{
    size_t sector = sector_of(states, patch->lba);

    for (; patch->is_fresh && j > 0; j--) {
        const struct cell *cell = cell_at(states, j - 1, sector);
        if (cell->counts || cell->is_written)
            return;
        memcpy(bytes_at(states, j - 1, sector), patch->bytes, patch->length);
    }
}

/* Sectors outside the table are always compared: no state leads to them. */
static void mark_bytes(struct table_states *states, const struct log_step *step)
{
    for (uint32_t i = 0; step->kind == LOG_BYTES && i < step->patch_count; i++) {
        uint64_t lba = states->log->patches[step->first_patch + i].lba;
        for (size_t j = 0; j <= states->epochs; j++)
            cell_at(states, j, sector_of(states, lba))->counts = true;
    }
}

/* What a later state needs and no epoch writes before has to be there now. */
static void mark_needed(struct table_states *states)
{
    for (size_t j = states->epochs; j > 0; j--)
        for (size_t i = 0; i < states->image.count; i++)
            if (cell_at(states, j, i)->counts && !cell_at(states, j, i)->is_written)
                cell_at(states, j - 1, i)->counts = true;
}

static void make_epochs(struct table_states *states, const struct log_steps *steps)
{
    size_t j = 0;

    keep_state(states, 0);
    for (size_t i = 0; i < steps->count; i++)
        for (unsigned epoch = 1; epoch <= steps->at[i].epochs; epoch++) {
            bool fits = log_apply(states->log, &steps->at[i], epoch, &states->image);
            assert(fits);
            (void)fits;
            keep_state(states, ++j);
        }
    each_patch(states, steps, mark_written);
    each_patch(states, steps, put_old);
    for (size_t i = 0; i < steps->count; i++)
        mark_bytes(states, &steps->at[i]);
    mark_needed(states);
}

/* The other LOG_BYTES of the group of step INDEX, in their order. */
static struct log_steps other_bytes(const struct redo_log *log, size_t index)
{
    struct log_steps list = { 0 };

    for (size_t i = 0; i < log->steps.count; i++)
        if (i != index && log->steps.at[i].kind == LOG_BYTES &&
            log->steps.at[i].group == log->steps.at[index].group)
            (void)log_steps_add(&list, &log->steps.at[i]);
    return list;
}

static void watch_other(struct table_states *states, const struct log_patch *patch,
                        size_t j)
{
    (void)j;
    states_watch(states, sector_of(states, patch->lba), patch->byte,
                 (uint32_t)patch->byte + patch->length);
}

static void mark_others(struct table_states *states, const struct log_steps *others)
{
    each_patch(states, others, watch_other);
    for (size_t i = 0; i < others->count; i++)
        mark_bytes(states, &others->at[i]);
}

/* The states of STEPS, where the first COUNT steps of LOG are done, with what is written
 * by OTHERS. */
static struct table_states *states_make(const struct redo_log *log, size_t count,
                                        const struct log_steps *steps,
                                        const struct log_steps *others)
{
    struct table_states *states = xcalloc(1, sizeof(*states));
    bool fits = log_replay(log, count, &states->image);

    assert(fits);
    (void)fits;
    states->log = log;
    each_patch(states, steps, states_add_sector);
    each_patch(states, others, states_add_sector); /* that is not done yet */
    for (size_t i = 0; i < steps->count; i++)
        states->epochs += steps->at[i].epochs;
    size_t cells = (states->epochs + 1) * states->image.count;
    states->parts = xcalloc(states->image.count, sizeof(*states->parts));
    states->masks = xcalloc(states->image.count, states->image.logical);
    states->cells = xcalloc(cells, sizeof(*states->cells));
    states->bytes = xcalloc(cells, states->image.logical);
    make_epochs(states, steps);
    mark_others(states, others);
    return states;
}

struct table_states *table_states_of_step(const struct redo_log *log, size_t index)
{
    struct log_steps one = { &log->steps.at[index], 1 };
    struct log_steps others = other_bytes(log, index);
    struct table_states *states = states_make(log, index, &one, &others);

    free(others.at);
    return states;
}

struct table_states *table_states_of_exits(const struct redo_log *log, size_t done)
{
    struct log_steps exits = log_exits_at(log, done), none = { 0 };
    struct table_states *states = states_make(log, done, &exits, &none);

    free(exits.at);
    return states;
}

void table_states_free(struct table_states *states)
{
    if (!states)
        return;
    table_image_finish(&states->image);
    free(states->parts);
    free(states->masks);
    free(states->cells);
    free(states->bytes);
    free(states);
}

struct reader table_states_reader(const struct table_states *states, size_t j,
                                  const struct reader *below, struct table_image *image)
{
    *image = table_image_copy(&states->image);
    image->below = below;
    for (size_t i = 0; i < image->count; i++)
        memcpy(image->at[i].bytes, bytes_at(states, j, i), image->logical);
    return table_image_reader(image);
}

/* --- comparing --- */

/* The sectors as they are on a disk; NULL where one cannot be read. */
static uint8_t **states_read(const struct table_states *states, const struct reader *disk)
{
    uint64_t logical = states->image.logical;
    uint8_t **found = xcalloc(states->image.count, sizeof(*found));

    for (size_t i = 0; i < states->image.count; i++) {
        found[i] = xmalloc(logical);
        if (!reader_read(disk, states->image.at[i].lba * logical, found[i], logical)) {
            free(found[i]);
            found[i] = NULL;
        }
    }
    return found;
}

static void states_read_free(const struct table_states *states, uint8_t **found)
{
    for (size_t i = 0; i < states->image.count; i++)
        free(found[i]);
    free(found);
}

/* True if FOUND, or nothing, has all watched bytes of SECTOR in state J. */
static bool sector_is(const struct table_states *states, size_t j, size_t sector,
                      const uint8_t *found)
{
    const uint8_t *mask = mask_at(states, sector), *bytes = bytes_at(states, j, sector);

    if (!found || !memcmp(found, bytes, states->image.logical))
        return found;
    for (size_t i = 0; i < states->image.logical; i++)
        if ((found[i] ^ bytes[i]) & mask[i])
            return false;
    return true;
}

static bool sector_fits(const struct table_states *states, size_t j, size_t sector,
                        bool is_back, const uint8_t *found)
{
    const struct cell *cell = cell_at(states, j, sector);

    return (!cell->counts && (is_back || !cell->is_written)) ||
           sector_is(states, j, sector, found) ||
           (j < states->epochs && sector_is(states, j + 1, sector, found));
}

/* Returns the number of sectors that do not fit in state J; one of a table counts more
 * than all others together. */
static size_t misfits(const struct table_states *states, size_t j, bool is_back,
                      uint8_t *const *found)
{
    size_t count = 0, table = states->image.count + 1;

    for (size_t i = 0; i < states->image.count; i++)
        if (!sector_fits(states, j, i, is_back, found[i]))
            count += states->parts[i] == TABLE_NONE ? 1 : table;
    return count;
}

size_t table_position(const struct table_states *states, const struct reader *disk,
                      bool is_back)
{
    uint8_t **found = states_read(states, disk);
    size_t left = states->epochs + 1;

    while (left > 0 && misfits(states, left - 1, is_back, found))
        left--;
    states_read_free(states, found);
    return left > 0 ? left - 1 : TABLE_FOREIGN;
}

size_t table_position_without_first(const struct table_states *states,
                                    const struct reader *disk, bool is_back)
{
    size_t logical = states->image.logical, ret = TABLE_FOREIGN;
    bool has_first = states->image.count && !states->image.at[0].lba;
    uint8_t **found = states_read(states, disk);

    if (has_first && !found[0])
        found[0] = xmalloc(logical);
    for (size_t j = 0; has_first && ret == TABLE_FOREIGN && j <= states->epochs; j++) {
        if (!cell_at(states, j, 0)->counts)
            continue;
        memcpy(found[0], bytes_at(states, j, 0), logical);
        for (size_t k = 0; ret == TABLE_FOREIGN && k <= states->epochs; k++)
            ret = misfits(states, k, is_back, found) ? TABLE_FOREIGN : j;
    }
    states_read_free(states, found);
    return ret;
}

/* Returns the state with the fewest misfits, of several the first. */
static size_t states_nearest(const struct table_states *states, bool is_back,
                             uint8_t *const *found)
{
    size_t best = 0, fewest = SIZE_MAX;

    for (size_t j = 0; j <= states->epochs; j++) {
        size_t count = misfits(states, j, is_back, found);
        best = count < fewest ? j : best;
        fewest = num_min(count, fewest);
    }
    return best;
}

size_t table_differences(const struct table_states *states, const struct reader *disk,
                         bool is_back, struct table_difference **ret)
{
    uint8_t **found = states_read(states, disk);
    size_t best = states_nearest(states, is_back, found), count = 0;

    *ret = xcalloc(states->image.count, sizeof(**ret));
    for (size_t i = 0; i < states->image.count; i++)
        if (!sector_fits(states, best, i, is_back, found[i]))
            (*ret)[count++] = (struct table_difference){ i, best, !found[i] };
    states_read_free(states, found);
    return count;
}

/* --- writing --- */

size_t table_order(const struct table_states *states, size_t from, size_t to,
                   struct table_write **ret)
{
    size_t count = 0;

    *ret = xcalloc(states->image.count, sizeof(**ret));
    for (unsigned stage = 0; stage < 3; stage++)
        for (size_t i = 0; i < states->image.count; i++) {
            const struct cell *was = cell_at(states, from, i),
                              *is = cell_at(states, to, i);
            bool is_any = was->counts || was->is_written || is->counts || is->is_written;
            bool is_same = sector_is(states, from, i, bytes_at(states, to, i));
            if (stage == (!was->counts ? 0
                          : is->counts ? 1
                                       : 2) &&
                is_any && (!is_same || (is->counts && !was->counts)))
                (*ret)[count++] = (struct table_write){ i, stage, !was->counts };
        }
    return count;
}

void table_merge(const struct table_states *states, size_t j, size_t sector,
                 const uint8_t *now, uint8_t *ret)
{
    const uint8_t *mask = mask_at(states, sector), *bytes = bytes_at(states, j, sector);
    bool is_blank = !now || (states->image.at[sector].lba == 0 &&
                             le16_at(now, MBR_AT_MAGIC) != MBR_MAGIC);

    for (size_t i = 0; i < states->image.logical; i++)
        ret[i] =
            is_blank ? bytes[i] : (uint8_t)((now[i] & ~mask[i]) | (bytes[i] & mask[i]));
}
