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

static const char *time_of(const struct saved_result *saved, const char *own)
{
    return own[0] ? own : saved->time;
}

static void merge_bench(struct saved_result *base, const struct saved_result *later)
{
    if (!later->has_bench ||
        result_rank(true, later->bench.verdict, later->bench.is_read) <
            result_rank(base->has_bench, base->bench.verdict, base->bench.is_read))
        return;
    base->has_bench = true;
    base->bench = later->bench;
    copy_text(base->bench_time, sizeof(base->bench_time),
              time_of(later, later->bench_time));
}

static void merge_probe(struct saved_result *base, const struct saved_result *later)
{
    struct probe_result old = base->probe;
    bool had = base->has_probe;

    if (!later->has_probe)
        return;
    if (result_rank(true, later->probe.verdict, later->probe.is_read) >=
        result_rank(had, old.verdict, old.is_read)) {
        base->has_probe = true;
        base->probe = later->probe;
        copy_text(base->probe_time, sizeof(base->probe_time),
                  time_of(later, later->probe_time));
    }
    /* Only reads look for the step: take it from the result of reads. */
    const struct probe_result *reads =
        later->probe.is_read || !had ? &later->probe : &old;
    base->probe.step_bytes = reads->step_bytes;
    base->probe.step_us = reads->step_us;
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
    whole.has_bench = base->has_bench;
    whole.bench = base->bench;
    copy_text(whole.bench_time, sizeof(whole.bench_time),
              time_of(base, base->bench_time));
    whole.has_probe = base->has_probe;
    whole.probe = base->probe;
    copy_text(whole.probe_time, sizeof(whole.probe_time),
              time_of(base, base->probe_time));
    whole.workload_count = base->workload_count;
    for (size_t i = 0; i < base->workload_count; i++)
        whole.workloads[i] = base->workloads[i];
    merge_bench(&whole, later);
    merge_probe(&whole, later);
    merge_workloads(&whole, later);
    *base = whole;
}

struct limits_measured saved_result_limits(const struct saved_result *saved)
{
    const struct probe_result *probe = &saved->probe;
    struct limits_measured found = { 0 };

    if (!saved->has_probe)
        return found;
    if (probe->verdict == MEASURE_DIFFERENT && !probe->is_read) {
        found.physical = probe->physical;
        found.alignment_offset = probe->offset;
    }
    found.step = probe->step_bytes;
    return found;
}
