/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved_result.c - merges a new result of a drive into its saved one */
#include "model/measure/saved_result.h"

#include "model/base/mem.h"

static bool is_verdict(enum measure_verdict verdict)
{
    return verdict == MEASURE_DIFFERENT || verdict == MEASURE_SAME;
}

/* Ranks how much a result tells; of equal ones the later is kept. */
static int result_rank(bool has, enum measure_verdict verdict, bool is_read)
{
    return has ? 1 + (is_verdict(verdict) ? 2 : 0) + (is_read ? 0 : 1) : 0;
}

static int bench_rank(const struct saved_result *saved)
{
    return result_rank(saved->has_bench, saved->bench.verdict, saved->bench.is_read);
}

static int probe_rank(const struct saved_result *saved)
{
    return result_rank(saved->has_probe, saved->probe.verdict, saved->probe.is_read);
}

static const char *time_of(const struct saved_result *saved, const char *own)
{
    return own[0] ? own : saved->time;
}

static void merge_bench(struct saved_result *whole, const struct saved_result *base,
                        const struct saved_result *later)
{
    const struct saved_result *from = bench_rank(base) > bench_rank(later) ? base : later;

    whole->has_bench = from->has_bench;
    whole->bench = from->bench;
    copy_text(whole->bench_time, sizeof(whole->bench_time),
              time_of(from, from->bench_time));
}

static void merge_probe(struct saved_result *whole, const struct saved_result *base,
                        const struct saved_result *later)
{
    const struct saved_result *from = probe_rank(base) > probe_rank(later) ? base : later;

    whole->has_probe = from->has_probe;
    whole->probe = from->probe;
    copy_text(whole->probe_time, sizeof(whole->probe_time),
              time_of(from, from->probe_time));
    if (!later->has_probe)
        return;
    /* Only reads look for the step: take it from the result of reads. */
    from = later->probe.is_read || !base->has_probe ? later : base;
    whole->probe.step_bytes = from->probe.step_bytes;
    whole->probe.step_us = from->probe.step_us;
}

static bool is_same_work(const struct workload_result *a, const struct workload_result *b)
{
    return a->kind == b->kind && a->start_lba == b->start_lba &&
           a->is_synced == b->is_synced;
}

/* Replaces the result of the same workload, else appends while space is left. */
static void merge_workloads(struct saved_result *base, const struct saved_result *later)
{
    for (size_t i = 0; i < later->workload_count; i++) {
        size_t at = 0;

        /* Files lie on another disk, or in memory: they are no result of this drive. */
        if (workload_is_in_files(later->workloads[i].kind))
            continue;
        while (at < base->workload_count &&
               !is_same_work(&base->workloads[at], &later->workloads[i]))
            at++;
        if (at == WORKLOAD_MAX)
            return;
        base->workloads[at] = later->workloads[i];
        if (at == base->workload_count)
            base->workload_count++;
    }
}

void saved_result_merge(struct saved_result *base, const struct saved_result *later)
{
    struct saved_result whole = *later;

    /* Parts that stay keep their time: the base's common one is overwritten. */
    merge_bench(&whole, base, later);
    merge_probe(&whole, base, later);
    whole.workload_count = base->workload_count;
    for (size_t i = 0; i < base->workload_count; i++)
        whole.workloads[i] = base->workloads[i];
    merge_workloads(&whole, later);
    *base = whole;
}

static bool shows_physical(const struct probe_result *probe)
{
    return probe->verdict == MEASURE_DIFFERENT && !probe->is_read;
}

bool saved_result_lacks_physical(const struct saved_result *saved)
{
    return saved->has_probe && !(shows_physical(&saved->probe) && saved->probe.physical);
}

struct limits_measured saved_result_limits(const struct saved_result *saved)
{
    const struct probe_result *probe = &saved->probe;
    struct limits_measured found = { 0 };

    if (!saved->has_probe || !probe->is_drive)
        return found;
    if (shows_physical(probe)) {
        found.physical = probe->physical;
        found.alignment_offset = probe->offset;
    }
    found.step = probe->step_bytes;
    return found;
}
