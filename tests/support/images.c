/* SPDX-License-Identifier: GPL-3.0-or-later */
/* images.c - what a power cut at each call of a recorded run can leave of a disk */
#include "support/images.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/hash.h"
#include "model/base/mem.h"

enum { ALL_OF = 5, RANDOM = 16 };

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

static void add_block(struct images *images, size_t sector)
{
    size_t first, end;

    cutting_block(images->at, sector, &first, &end);
    for (unsigned i = 0; i < images->block_count; i++)
        if (images->blocks[i] == first)
            return;
    if (images->block_count < sizeof(images->blocks) / sizeof(images->blocks[0]))
        images->blocks[images->block_count++] = first;
}

static void count_images(struct images *images)
{
    const struct cutting *disk = images->at;
    size_t n = 0;

    images->block_count = 0;
    memset(images->kept, true, disk->log_count * sizeof(*images->kept));
    for (size_t i = 0; i < disk->log_count; i++) {
        add_block(images, disk->log[i]);
        if (changes(disk, i))
            images->varied[n++] = i;
    }
    images->varied_count = n;
    images->all =
        (n <= ALL_OF ? (size_t)1 << n : 2 + 3 * n + RANDOM) * (1 + images->block_count);
    images->count = images->all < images->limit ? images->all : images->limit;
    images->done = 0;
}

/* Whether entry I of N is durable in mixture NUMBER: none, all, one, all but one, the
 * first ones, random. */
static bool is_kept(struct images *images, size_t n, size_t i, size_t number)
{
    if (n <= ALL_OF)
        return number >> i & 1;
    if (number < 2)
        return number;
    number -= 2;
    if (number < 2 * n)
        return (number / 2 == i) != (number % 2);
    if (number < 3 * n)
        return i < number - 2 * n;
    return rng_below(&images->rng, 2);
}

static size_t choose(struct images *images)
{
    size_t number =
        images->done * images->all / images->count + images->turn + images->call * 7;

    number %= images->all;
    size_t block = number % (1 + images->block_count);
    number /= 1 + images->block_count;
    images->rng.state = images->call * 1000 + number;
    for (size_t i = 0; i < images->varied_count; i++)
        images->kept[images->varied[i]] =
            is_kept(images, images->varied_count, i, number);
    return block ? images->blocks[block - 1] : CUTTING_NO_BLOCK;
}

void images_again(struct images *images)
{
    images->done--;
    size_t block = choose(images);
    images->done++;
    cutting_return(images->image, images->at);
    cutting_cut(images->image, images->at, images->kept, block);
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

/* Returns the number of the sectors that will be flushed, each once, in .varied. */
static size_t find_flushed(struct images *images, bool is_other)
{
    const struct cutting *disk = images->at;
    size_t *found = images->varied, count = 0;

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

    toggle(images, images->varied, count);
    if (sink.flush(sink.context))
        abort();
    toggle(images, images->varied, count);
    for (size_t i = 0; i < count; i++)
        cutting_touch(images->image, images->varied[i]);
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

void images_begin(struct images *images, const struct tape *tape, struct cutting *at,
                  struct cutting *image, uint64_t hash, unsigned limit, unsigned turn)
{
    *images = (struct images){
        .tape = tape, .at = at, .image = image, .limit = limit, .turn = turn
    };
    images->kept = xcalloc(at->log_max, sizeof(*images->kept));
    images->varied = xcalloc(at->log_max, sizeof(*images->varied));
    images->hash = hash;
    count_images(images);
}

bool images_next(struct images *images)
{
    while (images->done == images->count || images->call < images->first_call)
        if (!advance(images))
            return false;
    images->done++;
    images_again(images);
    images->image_hash = hash_image(images);
    return true;
}

void images_end(struct images *images)
{
    free(images->kept);
    free(images->varied);
}
