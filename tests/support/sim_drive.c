/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sim_drive.c - a drive in virtual time */
#include "support/sim_drive.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/hash.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define TRACK (1U << 20) /* bytes that pass in one turn */
#define PAGE  4096U

static double chance(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

/* Box and Muller. */
static double normal(struct rng *rng)
{
    return sqrt(-2 * log(1 - chance(rng))) * cos(2 * M_PI * chance(rng));
}

/* Others are at work in some of the stretches of time, the same ones in every run. */
static bool is_loaded(const struct sim_drive *sim)
{
    const struct sim_physics *p = &sim->physics;

    if (p->load_share <= 0 || p->load_ms <= 0)
        return false;
    uint64_t slice = (uint64_t)((double)sim->now_ns * 1e-6 / p->load_ms);
    struct rng rng = { sim->rng.seed, sim->rng.seed ^ slice };
    return chance(&rng) < p->load_share;
}

/* TIME as it comes out this once. */
static double noisy(struct sim_drive *sim, double us)
{
    const struct sim_physics *p = &sim->physics;

    if (p->sigma > 0)
        us *= exp(p->sigma * normal(&sim->rng));
    if (p->spike_share > 0 && chance(&sim->rng) < p->spike_share)
        us *= p->spike_factor;
    if (is_loaded(sim))
        us *= p->load_factor;
    if (p->drift > 0 || p->drift < 0)
        us *= 1 + p->drift * (double)sim->now_ns * 1e-9;
    return us > 0 ? us : 0;
}

/* Until the byte comes by under the head, and until the head is there. */
static double place_us(const struct sim_drive *sim, uint64_t offset)
{
    const struct sim_physics *p = &sim->physics;
    double us = offset == sim->next_byte ? 0 : p->seek_us;

    if (p->rpm <= 0)
        return us;
    double turn = 60e6 / p->rpm;
    double at = ((double)sim->now_ns * 1e-3 + us) / turn;
    double want = (double)(offset % TRACK) / TRACK;
    double wait = want - (at - floor(at));
    /* Just passed: the request came too late for it. */
    return us + (wait < 0 ? wait + 1 : wait) * turn;
}

/* Physical blocks of [offset, offset + count) that are not wholly in it. */
static unsigned partial_blocks(const struct sim_physics *p, uint64_t offset, size_t count)
{
    uint64_t from = offset + p->physical - p->shift % p->physical, to = from + count;

    if (from / p->physical == (to - 1) / p->physical)
        return count < p->physical;
    return (from % p->physical ? 1U : 0U) + (to % p->physical ? 1U : 0U);
}

static void pass(struct sim_drive *sim, double us)
{
    sim->now_ns += (uint64_t)(us * 1e3);
}

static bool is_inside(const struct sim_drive *sim, uint64_t offset, size_t count)
{
    return offset % sim->physics.logical == 0 && count % sim->physics.logical == 0 &&
           count && offset <= sim->physics.size_bytes &&
           count <= sim->physics.size_bytes - offset;
}

static void meddle(struct sim_drive *sim)
{
    if (sim->meddle_after && sim->reads >= sim->meddle_after) {
        sim->bytes[sim->meddle_byte] ^= 0xff;
        sim->meddle_after = 0;
    }
}

static int sim_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct sim_drive *sim = context;
    const struct sim_physics *p = &sim->physics;

    if (!is_inside(sim, offset, count))
        return EINVAL;
    double us = p->read_us;
    if (p->rpm > 0 || p->seek_us > 0)
        us += offset == sim->next_byte ? 0 : place_us(sim, offset);
    uint64_t last = offset + count - 1;
    if (p->split_bytes && offset / p->split_bytes != last / p->split_bytes)
        us += p->split_us;
    pass(sim, noisy(sim, us));
    sim->reads++;
    sim->kernel_reads++;
    sim->next_byte = offset + count;
    if (sim->is_bad && sim->bad_byte >= offset && sim->bad_byte < offset + count)
        return EIO;
    memcpy(bytes, sim->bytes + offset, count);
    meddle(sim);
    return 0;
}

/* Time until a write of US is acknowledged by a buffer that the medium drains. */
static double buffered_us(struct sim_drive *sim, double us)
{
    const struct sim_physics *p = &sim->physics;
    double idle = (double)(sim->now_ns - sim->seen_ns) * 1e-3;
    double room = p->buffer_slots * p->write_us;

    sim->debt_us = sim->debt_us > idle ? sim->debt_us - idle : 0;
    double wait = sim->debt_us + us > room ? sim->debt_us + us - room : 0;
    sim->debt_us += us;
    sim->seen_ns = sim->now_ns;
    return wait + p->buffer_us;
}

/* What the partial blocks of a write cost, now or with the next write. */
static double price_us(struct sim_drive *sim, uint64_t offset, size_t count)
{
    const struct sim_physics *p = &sim->physics;
    double price = p->rmw_us * partial_blocks(p, offset, count), owed = sim->owed_us;

    if (sim->bytes_written < p->fill_bytes)
        price = 0;
    sim->owed_us = price * p->carry_share;
    return price * (1 - p->carry_share) + owed;
}

/* The medium's own part of a write; ends when the bytes are there. */
static double medium_us(struct sim_drive *sim, uint64_t offset, size_t count)
{
    const struct sim_physics *p = &sim->physics;
    double us = noisy(sim, p->write_us + price_us(sim, offset, count));

    if (p->buffer_slots > 0)
        return buffered_us(sim, us);
    us += place_us(sim, offset);
    if (p->rpm > 0)
        us += (double)count / TRACK * 60e6 / p->rpm;
    if (p->burst_every > 0 && fmod((double)sim->writes, p->burst_every) < 1)
        us += p->burst_us;
    return us;
}

static void store_bytes(struct sim_drive *sim, uint64_t offset, const void *bytes,
                        size_t count)
{
    sim->writes++;
    sim->bytes_written += count;
    if (offset < sim->allowed_start ||
        (sim->allowed_end && offset + count > sim->allowed_end))
        sim->writes_outside++;
    if (memcmp(sim->bytes + offset, bytes, count))
        sim->writes_changing++;
    memcpy(sim->bytes + offset, bytes, count);
}

/* Whole pages reach the drive; the two at the ends are read first where need be. */
static double cached_us(struct sim_drive *sim, uint64_t offset, size_t count)
{
    uint64_t start = num_round_down(offset, PAGE);
    uint64_t end = num_round_up(offset + count, PAGE);
    unsigned reads = (start != offset ? 1U : 0U) +
                     (end != offset + count && end - start > PAGE ? 1U : 0U);
    double us = medium_us(sim, start, (size_t)(end - start));

    sim->kernel_reads += reads;
    return us + reads * sim->physics.read_us;
}

/* A block that cannot be read takes no part of a write, and a whole one makes it good. */
static int write_over_bad(struct sim_drive *sim, uint64_t offset, size_t count)
{
    const struct sim_physics *p = &sim->physics;
    uint64_t shift = p->shift % p->physical, end = offset + count;
    uint64_t block = num_round_down(sim->bad_byte + p->physical - shift, p->physical);
    uint64_t first = block > p->physical - shift ? block - (p->physical - shift) : 0;

    if (!sim->is_bad || !sim->is_mendable || end <= first ||
        offset >= first + p->physical)
        return 0;
    if (offset > first || end < first + p->physical)
        return EIO;
    sim->is_bad = false;
    return 0;
}

static int tear(struct sim_drive *sim, uint64_t offset)
{
    sim->is_bad = true;
    sim->bad_byte = offset;
    sim->tear_write = 0;
    return EIO;
}

static int sim_write(void *context, enum drive_write how, uint64_t offset,
                     const void *bytes, size_t count)
{
    struct sim_drive *sim = context;
    const struct sim_physics *p = &sim->physics;
    double us;

    if (p->is_read_only)
        return EBADF;
    if (!is_inside(sim, offset, count) || (p->is_not_direct && how != DRIVE_CACHED))
        return EINVAL;
    if (sim->fail_write && sim->writes + 1 == sim->fail_write)
        return sim->fail_error ? sim->fail_error : EIO;
    if (sim->tear_write && sim->writes + 1 == sim->tear_write)
        return tear(sim, offset);
    if (write_over_bad(sim, offset, count))
        return EIO;
    if (how == DRIVE_CACHED)
        us = cached_us(sim, offset, count);
    else if (how == DRIVE_PLAIN || p->is_flush_lying)
        us = noisy(sim, p->cache_us > 0 ? p->cache_us : 20);
    else
        us = medium_us(sim, offset, count);
    pass(sim, us);
    store_bytes(sim, offset, bytes, count);
    sim->next_byte = offset + count;
    return 0;
}

static int sim_flush(void *context)
{
    struct sim_drive *sim = context;

    sim->flushes++;
    pass(sim, noisy(sim, sim->physics.write_us));
    return 0;
}

static int sim_watch(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct sim_drive *sim = context;

    /* whatever is written where */
    (void)offset;
    (void)bytes;
    (void)count;
    pass(sim, sim->physics.pause_us);
    return 0;
}

static uint64_t sim_now(void *context)
{
    const struct sim_drive *sim = context;

    return sim->now_ns;
}

static bool sim_count_reads(void *context, uint64_t *ret)
{
    const struct sim_drive *sim = context;

    *ret = sim->kernel_reads;
    return true;
}

void sim_drive_init(struct sim_drive *sim, const struct sim_physics *physics,
                    uint64_t seed)
{
    *sim = (struct sim_drive){ .physics = *physics, .rng = { seed, seed } };
    struct sim_physics *p = &sim->physics;
    p->size_bytes = p->size_bytes ? p->size_bytes : 64U << 20;
    p->logical = p->logical ? p->logical : 512;
    p->physical = p->physical ? p->physical : p->logical;
    sim->bytes = xcalloc(1, p->size_bytes);
    for (uint64_t i = 0; i + 8 <= p->size_bytes; i += 512) {
        uint64_t number = rng_next(&sim->rng);
        memcpy(sim->bytes + i, &number, sizeof(number));
    }
    sim->now_ns = rng_below(&sim->rng, 1000000000);
    sim->drive = (struct drive){
        .read = sim_read,
        .write = sim_write,
        .flush = sim_flush,
        .watch = sim_watch,
        .now_ns = sim_now,
        .count_reads = sim_count_reads,
        .context = sim,
        .size_bytes = p->size_bytes,
        .logical = p->logical,
        .is_drive = !p->is_no_drive,
        .is_direct = !p->is_not_direct,
        .can_write = !p->is_read_only,
    };
}

void sim_drive_finish(struct sim_drive *sim)
{
    free(sim->bytes);
    sim->bytes = NULL;
}

uint64_t sim_drive_hash(const struct sim_drive *sim)
{
    struct hash hash = hash_of(sim->bytes, (size_t)sim->physics.size_bytes);

    return le64_at(hash.bytes, 0);
}
