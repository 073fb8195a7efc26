/* SPDX-License-Identifier: GPL-3.0-or-later */
/* images.c - what a power cut at each call of a recorded run can leave of a disk */
#include "support/images.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/hash.h"
#include "model/base/mem.h"

/* --- hashes --- */

static uint64_t sector_hash(const struct cutting *disk, size_t sector)
{
    struct hash hash = hash_of(disk->durable + sector * disk->logical, disk->logical);
    uint64_t value = 0;

    if (disk->is_durably_bad[sector])
        hash = (struct hash){ { 1 } };
    memcpy(&value, hash.bytes, sizeof(value));
    value = (value ^ sector) * UINT64_C(0x9e3779b97f4a7c15);
    return value ^ value >> 31;
}

uint64_t images_hash(const struct cutting *disk)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < disk->sectors; i++)
        hash ^= sector_hash(disk, i);
    return hash;
}

static size_t seen_slot(const struct images_seen *seen, uint64_t hash)
{
    size_t slot = hash & (seen->room - 1);

    while (seen->at[slot] && seen->at[slot] != hash)
        slot = (slot + 1) & (seen->room - 1);
    return slot;
}

static void seen_grow(struct images_seen *seen)
{
    struct images_seen larger = { .room = seen->room ? 2 * seen->room : 4096 };

    larger.at = xcalloc(larger.room, sizeof(*larger.at));
    for (size_t i = 0; i < seen->room; i++)
        if (seen->at[i])
            larger.at[seen_slot(&larger, seen->at[i])] = seen->at[i];
    larger.count = seen->count;
    free(seen->at);
    *seen = larger;
}

bool images_seen_add(struct images_seen *seen, uint64_t hash)
{
    if (2 * seen->count >= seen->room)
        seen_grow(seen);
    size_t slot = seen_slot(seen, hash);
    if (seen->at[slot])
        return false;
    seen->at[slot] = hash;
    seen->count++;
    return true;
}

void images_seen_finish(struct images_seen *seen)
{
    free(seen->at);
    *seen = (struct images_seen){ 0 };
}

/* --- the images at one call --- */

void mixtures_init(struct mixtures *mixtures, const struct cutting *disk, bool reorders,
                   bool tears)
{
    *mixtures = (struct mixtures){ .reorders = reorders, .tears = tears };
    mixtures->varied = xcalloc(disk->log_max, sizeof(*mixtures->varied));
    mixtures->blocks = xcalloc(disk->log_max, sizeof(*mixtures->blocks));
}

void mixtures_finish(struct mixtures *mixtures)
{
    free(mixtures->varied);
    free(mixtures->blocks);
}

static bool changes(const struct cutting *disk, size_t entry)
{
    size_t sector = disk->log[entry], logical = disk->logical;

    if (disk->is_durably_bad[sector] ||
        memcmp(disk->durable + sector * logical, disk->log_bytes + entry * logical,
               logical) != 0)
        return true;
    for (size_t i = 0; i < entry; i++)
        if (disk->log[i] == sector)
            return true;
    return false;
}

static void add_block(struct mixtures *mixtures, const struct cutting *disk,
                      size_t sector)
{
    size_t first, end;

    cutting_block(disk, sector, &first, &end);
    for (size_t i = mixtures->block_count; i-- > 0;)
        if (mixtures->blocks[i] == first)
            return;
    mixtures->blocks[mixtures->block_count++] = first;
}

void mixtures_find(struct mixtures *mixtures, const struct cutting *disk, unsigned call,
                   bool *kept)
{
    size_t n = 0;

    mixtures->call = call;
    mixtures->block_count = 0;
    memset(kept, true, disk->log_count * sizeof(*kept));
    for (size_t i = 0; i < disk->log_count; i++) {
        if (mixtures->tears)
            add_block(mixtures, disk, disk->log[i]);
        if (changes(disk, i))
            mixtures->varied[n++] = i;
    }
    mixtures->varied_count = n;
    mixtures->subsets = !mixtures->reorders  ? n + 1
                        : n <= IMAGES_ALL_OF ? (size_t)1 << n
                                             : 2 + 4 * n + IMAGES_RANDOM;
    mixtures->all = mixtures->subsets * (1 + mixtures->block_count);
}

/* Whether entry I of more than IMAGES_ALL_OF is durable: none, all, one, all but one, the
 * first ones, the last ones, random. */
static bool is_kept(size_t n, size_t i, size_t subset, struct rng *rng)
{
    if (subset < 2)
        return subset;
    subset -= 2;
    if (subset < 2 * n)
        return (subset / 2 == i) != (subset % 2);
    if (subset < 4 * n)
        return (i < subset / 2 - n) != (subset % 2);
    return rng_below(rng, 2);
}

void mixtures_keep(const struct mixtures *mixtures, size_t subset, bool *kept)
{
    size_t n = mixtures->varied_count;
    struct rng rng = { .state = (uint64_t)mixtures->call * 1000 + subset };

    for (size_t i = 0; i < n; i++)
        kept[mixtures->varied[i]] = !mixtures->reorders  ? i < subset
                                    : n <= IMAGES_ALL_OF ? subset >> i & 1
                                                         : is_kept(n, i, subset, &rng);
}

static void count_images(struct images *images)
{
    struct mixtures *mixtures = &images->mixtures;
    unsigned limit = images->wish.limit;

    mixtures_find(mixtures, images->at,
                  (unsigned)(images->call - images->wish.first_call), images->kept);
    images->count = limit && limit < mixtures->all ? limit : mixtures->all;
    images->done = 0;
}

void images_again(struct images *images)
{
    mixtures_keep(&images->mixtures, images->subset, images->kept);
    cutting_return(images->image, images->at);
    cutting_cut(images->image, images->at, images->kept, images->block);
}

static void choose(struct images *images)
{
    const struct mixtures *mixtures = &images->mixtures;
    size_t number = images->done++ * mixtures->all / images->count + images->wish.turn +
                    images->call * 7;
    size_t block = number % mixtures->all % (1 + mixtures->block_count);

    images->subset = number % mixtures->all / (1 + mixtures->block_count);
    images->block = block ? mixtures->blocks[block - 1] : CUTTING_NO_BLOCK;
}

static bool is_same(const struct cutting *one, const struct cutting *other, size_t sector)
{
    size_t at = sector * one->logical;

    return one->is_durably_bad[sector] == other->is_durably_bad[sector] &&
           !memcmp(one->durable + at, other->durable + at, one->logical);
}

static uint64_t hash_image(const struct images *images)
{
    const struct cutting *image = images->image;
    uint64_t hash = images->hash;

    for (size_t i = 0; i < image->touched_count; i++) {
        size_t sector = image->touched[i];
        if (!is_same(images->at, image, sector))
            hash ^= sector_hash(images->at, sector) ^ sector_hash(image, sector);
    }
    return hash;
}

/* --- the calls --- */

/* Adds sectors to the hash, or takes them out. */
static void toggle(struct images *images, const size_t *sectors, size_t count)
{
    for (size_t i = 0; i < count; i++)
        images->hash ^= sector_hash(images->at, sectors[i]);
}

/* Returns the number of the sectors that will be flushed, each once, in what
 * count_images() sets again. */
static size_t find_flushed(struct images *images, bool is_other)
{
    const struct cutting *disk = images->at;
    size_t *found = images->mixtures.varied, count = 0;

    for (size_t i = 0; i < disk->log_count; i++) {
        size_t sector = disk->log[i], k = 0;
        while (k < count && found[k] != sector)
            k++;
        if (k == count && cutting_is_other(disk, sector) == is_other)
            found[count++] = sector;
    }
    return count;
}

static void flush(struct images *images, bool is_other)
{
    struct sink sink =
        is_other ? cutting_other_sink(images->at) : cutting_sink(images->at);
    size_t count = find_flushed(images, is_other);

    toggle(images, images->mixtures.varied, count);
    if (sink.flush(sink.context))
        abort();
    toggle(images, images->mixtures.varied, count);
    for (size_t i = 0; i < count; i++)
        cutting_touch(images->image, images->mixtures.varied[i]);
}

/* Does the calls up to the next write, that included. */
static bool advance(struct images *images)
{
    struct sink sink = cutting_sink(images->at);
    size_t logical = images->at->logical;

    while (images->call < images->tape->count) {
        const struct tape_call *call = &images->tape->calls[images->call++];
        if (!call->count) {
            flush(images, call->first);
            continue;
        }
        if (sink.write(sink.context, call->first * logical,
                       images->tape->bytes + call->at, call->count * logical))
            abort();
        count_images(images);
        return true;
    }
    return false;
}

void images_begin(struct images *images, const struct images_wish *wish,
                  const struct tape *tape, struct cutting *at, struct cutting *image,
                  uint64_t hash)
{
    *images = (struct images){
        .wish = *wish, .tape = tape, .at = at, .image = image, .hash = hash
    };
    images->kept = xcalloc(at->log_max, sizeof(*images->kept));
    mixtures_init(&images->mixtures, at, wish->reorders, wish->tears);
    count_images(images);
}

bool images_next(struct images *images)
{
    while (images->done == images->count || images->call < images->wish.first_call)
        if (!advance(images))
            return false;
    choose(images);
    images_again(images);
    images->image_hash = hash_image(images);
    return true;
}

void images_end(struct images *images)
{
    free(images->kept);
    mixtures_finish(&images->mixtures);
}
