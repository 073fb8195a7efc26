/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.c - detects whether a content begins at one place of a disk */
#include "model/found/place.h"

#include <stddef.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"
#include "model/found/backup.h"
#include "model/found/magic.h"

enum { PAGE_BYTES = 2048, PAGE_COUNT = 2 };

#define MIB   (UINT64_C(1) << 20)
#define TRACK (UINT64_C(63) * 512)

/* The superblocks that are not near the place lie here. */
static const uint64_t pages[PAGE_COUNT] = { 32768, 65536 };

struct look {
    struct peek peek;
    uint8_t pages[PAGE_COUNT][PAGE_BYTES];
    size_t counts[PAGE_COUNT]; /* bytes that were read */
};

static bool peek_read(const struct reader *disk, uint64_t offset, uint64_t bytes,
                      struct peek *ret)
{
    ret->count = ret->front + (size_t)num_min(disk->size - offset, bytes);
    return reader_read(disk, offset - ret->front, ret->bytes, ret->count);
}

/* Returns false if the bytes cannot be read. */
static bool look_read(const struct reader *disk, uint64_t logical, uint64_t offset,
                      struct look *ret)
{
    struct peek *peek = &ret->peek;

    if (offset > disk->size)
        return false;
    peek->disk = disk;
    peek->offset = offset;
    peek->front = logical <= SECTOR_MAX && offset >= logical ? (size_t)logical : 0;
    return peek_read(disk, offset, PEEK_BYTES, peek) ||
           peek_read(disk, offset, PEEK_MIN, peek);
}

/* A page that cannot be read has no magic. */
static void look_read_pages(struct look *look)
{
    const struct reader *disk = look->peek.disk;

    for (size_t i = 0; i < PAGE_COUNT; i++) {
        uint64_t at = look->peek.offset + pages[i];
        uint64_t count = at < disk->size ? num_min(disk->size - at, PAGE_BYTES) : 0;
        look->counts[i] = 0;
        if (count && reader_read(disk, at, look->pages[i], (size_t)count))
            look->counts[i] = (size_t)count;
    }
}

/* Returns the bytes at the place of MAGIC; NULL: they were not read. */
static const uint8_t *look_bytes(const struct look *look, const struct magic *magic,
                                 bool is_far)
{
    uint64_t offset = magic->super + magic->at;

    if (!is_far)
        return offset + magic->count <= PEEK_BYTES
                   ? peek_at(&look->peek, (size_t)offset, magic->count)
                   : NULL;
    for (size_t i = 0; i < PAGE_COUNT; i++)
        if (offset >= pages[i] && offset - pages[i] + magic->count <= look->counts[i])
            return look->pages[i] + (offset - pages[i]);
    return NULL;
}

bool found_sniff(const uint8_t sector[512], uint64_t *ret_back)
{
    const struct magic *magic = magic_in_sector(sector);

    if (!magic)
        return false;
    *ret_back = num_round_down(magic->super + magic->at, MAGIC_SECTOR);
    return true;
}

/* True if the decoder for TYPE recognizes a content that begins at byte START. */
static bool place_decode(const struct reader *disk, uint64_t start, const char *type,
                         uint64_t *ret_volume)
{
    struct reader_part part;
    struct reader reader = reader_of_part(&part, disk, start, UINT64_MAX);
    struct inside inside;

    if (!inside_decode(&reader, type, &inside))
        return false;
    *ret_volume = inside.volume;
    return true;
}

static bool place_follow_backup(const struct peek *peek, const struct backup *backup,
                                struct found_place *ret)
{
    if (backup->back > peek->offset)
        return false;
    *ret = (struct found_place){ .start = peek->offset - backup->back,
                                 .volume = backup->volume,
                                 .how = FOUND_BACKUP,
                                 .proof = PROOF_DECODED,
                                 .kind = backup->type };
    if (place_decode(peek->disk, ret->start, backup->type, &ret->volume))
        ret->how = FOUND_SUPERBLOCK;
    return true;
}

/* Takes what a superblock that no decoder recognizes tells.  A size beyond the disk is
 * not believed, but there may be such a content. */
static void place_take_super(const struct magic *magic, const struct magic_super *super,
                             uint64_t size, struct found_place *ret)
{
    bool has_decoder = inside_has_decoder(ret->kind);

    if (super->is_copy || super->volume || (magic_is_strong(magic) && !has_decoder))
        ret->proof = PROOF_SUPERBLOCK;
    if (super->is_copy) {
        ret->how = FOUND_BACKUP;
        ret->proof = PROOF_DECODED;
    }
    if (super->volume <= size - ret->start)
        ret->volume = super->volume;
}

/* Takes the content whose MAGIC was seen. */
static bool place_take(const struct peek *peek, const struct magic *magic,
                       struct found_place *ret)
{
    struct magic_super super;

    if (!magic_read(magic, peek->disk, peek->offset, &super))
        return false;
    *ret = (struct found_place){ .start = super.start,
                                 .how = FOUND_SUPERBLOCK,
                                 .kind = magic->type,
                                 .is_around = magic->is_around,
                                 .is_rough = magic->is_rough };
    if (place_decode(peek->disk, super.start, ret->kind, &ret->volume))
        ret->proof = PROOF_DECODED;
    else
        place_take_super(magic, &super, peek->disk->size, ret);
    return ret->proof != PROOF_MAGIC || magic->count > 2;
}

static bool look_find(const struct look *look, bool is_far, bool takes_rough,
                      struct found_place *ret)
{
    const struct magic *magic;

    for (size_t i = 0; (magic = magic_at(i)); i++) {
        const uint8_t *bytes = look_bytes(look, magic, is_far);
        if (bytes && magic_matches(magic, bytes) && place_take(&look->peek, magic, ret) &&
            (takes_rough || !ret->is_rough))
            return true;
    }
    return false;
}

static bool detect(const struct reader *disk, uint64_t logical, uint64_t offset,
                   bool takes_rough, struct found_place *ret)
{
    struct backup backup;
    struct look look;

    if (!look_read(disk, logical, offset, &look))
        return false;
    bool is_backup = backup_find(&look.peek, (size_t)logical, &backup);
    /* Backups of ext and XFS have the same magic as the primary superblock.  The other
     * backups have another position, or belong to a volume that ends here. */
    bool is_copy = is_backup && backup.back && backup.is_here;

    if (!is_copy && look_find(&look, false, takes_rough, ret))
        return true;
    if (!is_copy) {
        look_read_pages(&look);
        if (look_find(&look, true, takes_rough, ret))
            return true;
    }
    return is_backup && place_follow_backup(&look.peek, &backup, ret);
}

bool found_detect(const struct reader *disk, uint64_t logical, uint64_t offset,
                  struct found_place *ret)
{
    struct found_place other;

    if (!detect(disk, logical, offset, true, ret))
        return false;
    return !ret->is_rough || ret->start % MIB == 0 || ret->start % TRACK == 0 ||
           (detect(disk, logical, ret->start, false, &other) &&
            other.start == ret->start);
}
