/* SPDX-License-Identifier: GPL-3.0-or-later */
/* amiga.c - reads the rigid disk block (RDB) of Amiga disks
 *
 * The fields are those of <devices/hardblocks.h>: big-endian words of 32 bits. */
#include "model/table/amiga.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf8.h"

#define BLOCK_BYTES    512
#define RDB_PLACES     16 /* it lies in one of the first blocks */
#define PARTITIONS_MAX 128
#define RDB_ID         UINT32_C(0x5244534b) /* "RDSK" */
#define PARTITION_ID   UINT32_C(0x50415254) /* "PART" */
#define LIST_END       UINT32_MAX
#define BOOTABLE       1

/* Indices of words. */
enum {
    WORD_ID = 0,
    WORD_SUMMED = 1,
    WORD_BLOCK_BYTES = 4,
    WORD_NEXT = 4,
    WORD_FLAGS = 5,
    WORD_LIST = 7,
    WORD_NAME = 9, /* its length in one byte, and the name */
    WORD_BLOCKS_HIGH = 33,
    WORD_SURFACES = 35,
    WORD_TRACK_BLOCKS = 37,
    WORD_LOW_CYLINDER = 41,
    WORD_HIGH_CYLINDER = 42,
};

struct amiga {
    const struct reader *disk;
    struct layout_builder *builder;
    uint64_t scale; /* sectors of a block */
    uint8_t block[BLOCK_BYTES];
};

static uint32_t word(const struct amiga *amiga, unsigned index)
{
    return be32_at(amiga->block, (size_t)4 * index);
}

/* The words that are summed make 0. */
static bool read_block(struct amiga *amiga, uint64_t lba, uint32_t id)
{
    uint32_t sum = 0;

    if (lba >= amiga->disk->size / BLOCK_BYTES ||
        !reader_read(amiga->disk, lba * BLOCK_BYTES, amiga->block, BLOCK_BYTES) ||
        word(amiga, WORD_ID) != id || word(amiga, WORD_SUMMED) > BLOCK_BYTES / 4)
        return false;
    for (unsigned i = 0; i < word(amiga, WORD_SUMMED); i++)
        sum += word(amiga, i);
    return !sum;
}

static bool add_rdb_partition(const struct amiga *amiga, unsigned number)
{
    uint64_t cylinder =
        (uint64_t)word(amiga, WORD_SURFACES) * word(amiga, WORD_TRACK_BLOCKS);
    uint64_t low = word(amiga, WORD_LOW_CYLINDER);
    uint64_t end = word(amiga, WORD_HIGH_CYLINDER) + UINT64_C(1);
    struct extent extent = { .kind = EXTENT_PARTITION,
                             .number = number,
                             .is_bootable = word(amiga, WORD_FLAGS) & BOOTABLE };
    const uint8_t *name = amiga->block + 4 * WORD_NAME;
    char text[32] = "";

    if (end <= low || !num_mul(cylinder, amiga->scale, &cylinder) ||
        !num_mul(low, cylinder, &extent.start) || !num_mul(end, cylinder, &end))
        return false;
    extent.length = end - extent.start;
    memcpy(text, name + 1, num_min(name[0], sizeof(text) - 1));
    CLEANUP(freep) char *clean = utf8_clean(text);
    copy_text(extent.name, sizeof(extent.name), clean);
    (void)layout_builder_add(amiga->builder, &extent);
    return true;
}

static bool add_rdb_list(struct amiga *amiga, uint32_t next)
{
    uint32_t seen[PARTITIONS_MAX];

    for (unsigned count = 0; next != LIST_END; count++) {
        for (unsigned i = 0; i < count; i++)
            if (seen[i] == next)
                return false;
        if (count == PARTITIONS_MAX ||
            !read_block(amiga, next * amiga->scale, PARTITION_ID) ||
            !add_rdb_partition(amiga, count + 1))
            return false;
        seen[count] = next;
        next = word(amiga, WORD_NEXT);
    }
    return true;
}

struct layout *layout_of_amiga(const struct reader *disk, const struct limits *limits,
                               const char *words)
{
    const struct label label = { .kind = LABEL_AMIGA, .last_usable = limits->size - 1 };
    struct extent table = { .kind = EXTENT_METADATA, .role = ROLE_TABLE };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(limits, &label);
    struct amiga amiga = { .disk = disk, .builder = builder };
    uint64_t at = 0;

    while (limits->logical == BLOCK_BYTES && at < RDB_PLACES &&
           !read_block(&amiga, at, RDB_ID))
        at++;
    if (limits->logical != BLOCK_BYTES || at == RDB_PLACES ||
        word(&amiga, WORD_BLOCK_BYTES) < BLOCK_BYTES)
        return NULL;
    amiga.scale = word(&amiga, WORD_BLOCK_BYTES) / BLOCK_BYTES;
    table.length = (word(&amiga, WORD_BLOCKS_HIGH) + UINT64_C(1)) * amiga.scale;
    table.length = num_min(num_max(table.length, at + 1), limits->size);
    (void)layout_builder_add(builder, &table);
    if (!add_rdb_list(&amiga, word(&amiga, WORD_LIST)))
        return NULL;
    layout_builder_note(builder, NOTE_LABEL_READ_ONLY, "%s", words);
    layout_builder_settle(builder);
    return layout_builder_finish(builder, ERR_IGNORED);
}
