/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_kernel.c - reads and time that the kernel adds to writes through its cache */
#include "device/measure/bench_private.h"

/* Distance of the places, some pages apart: a cached page would not be read again. */
#define SLOT (4 * (uint64_t)bench->result.block_bytes)
/* Fewer pairs on a slow disk. */
#define MAX_NS    (uint64_t)(measure_kernel_seconds(bench->result.max.seconds) * 1e9)
#define MIN_PAIRS 3U

static bool count_reads(const struct bench *bench, uint64_t *ret)
{
    const struct drive *drive = bench->drive;

    return drive->count_reads && drive->count_reads(drive->context, ret);
}

static bool cached_write(struct bench *bench, enum bench_arm arm, uint64_t slot)
{
    const struct arm *places = &bench->sides[arm].arm;
    struct kernel_times *kernel = &bench->result.kernel;
    uint64_t offset = places->start + slot % (places->span / SLOT) * SLOT;
    uint64_t before, after, ns;

    if (!count_reads(bench, &before)) {
        kernel->is_known = false;
        return false;
    }
    if (area_copy_write(bench->copy, DRIVE_CACHED, offset, bench->result.block_bytes,
                        &ns)) {
        bench->errors++;
        bench_conclude(bench, MEASURE_INCONCLUSIVE, area_copy_failure(bench->copy));
        return false;
    }
    kernel->is_known = count_reads(bench, &after);
    if (!kernel->is_known)
        return false;
    *(arm == ARM_BASE ? &kernel->base_reads : &kernel->against_reads) += after - before;
    bench->kernel_us[arm][bench->kernel_pairs] = (double)ns * 1e-3;
    return true;
}

/* False if the area has too few slots. */
static bool has_slots(const struct bench *bench)
{
    uint64_t slots = bench->sides[ARM_BASE].arm.span / SLOT;

    return slots >= 2 * (uint64_t)BENCH_KERNEL_PAIRS;
}

static void kernel_summarize(struct bench *bench)
{
    struct kernel_times *kernel = &bench->result.kernel;
    size_t count = bench->kernel_pairs;
    double *base = bench->kernel_us[ARM_BASE], *against = bench->kernel_us[ARM_AGAINST];
    double sorted[2][BENCH_KERNEL_PAIRS];

    kernel->writes = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        sorted[0][i] = base[i];
        sorted[1][i] = against[i];
    }
    stats_sort(sorted[0], count);
    stats_sort(sorted[1], count);
    kernel->ratio = stats_median(sorted[0], count) / stats_median(sorted[1], count);
}

bool bench_kernel_pair(struct bench *bench)
{
    enum bench_arm first = dice_below(&bench->dice, 2) ? ARM_BASE : ARM_AGAINST;
    enum bench_arm second = first == ARM_BASE ? ARM_AGAINST : ARM_BASE;
    uint64_t slot;

    if (!bench->kernel_pairs) {
        bench->kernel_since_ns = bench_spent_ns(bench);
        bench->kernel_first = dice_next(&bench->dice) >> 32;
    }
    slot = bench->kernel_first + 2 * (uint64_t)bench->kernel_pairs;
    if (!has_slots(bench) || !cached_write(bench, first, slot) ||
        !cached_write(bench, second, slot + 1))
        return true;
    bench->kernel_pairs++;
    kernel_summarize(bench);
    if (bench->kernel_pairs == BENCH_KERNEL_PAIRS)
        return true;
    return bench->kernel_pairs >= MIN_PAIRS &&
           bench_spent_ns(bench) - bench->kernel_since_ns >= MAX_NS;
}

bool bench_kernel_reads(const struct kernel_times *kernel)
{
    uint64_t more = kernel->base_reads > kernel->against_reads
                        ? kernel->base_reads - kernel->against_reads
                        : kernel->against_reads - kernel->base_reads;

    /* Other programs may read meanwhile: one or two reads too many are ignored. */
    return kernel->is_known && 2 * more >= kernel->writes && kernel->writes;
}
