/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured_live.c - results as a disk of 7200 turns a minute gives them, made up */
#include "support/measured_live.h"

#define TURN_US 8333.0

/* Times around MEDIAN, a few of them far above. */
static struct arm_times times_of(uint64_t start_lba, double median_us, double spread_us,
                                 uint32_t count)
{
    struct arm_times times = {
        .start_lba = start_lba,
        .count = count,
        .median_us = median_us,
        .low_us = median_us - spread_us,
        .high_us = median_us + 2 * spread_us,
        .mean_us = median_us + spread_us / 2,
        .median_low_us = median_us - spread_us / 3,
        .median_high_us = median_us + spread_us / 3,
    };

    for (uint32_t i = 0; i < count; i++) {
        double at = (double)i / count; /* dense in the middle */
        histogram_add(
            &times.histogram,
            median_us + spread_us * (4 * (at - 0.5) * (at - 0.5) * (at < 0.5 ? -1 : 2)));
    }
    histogram_add(&times.histogram, median_us + 4 * spread_us);
    return times;
}

void measured_live_bench(struct measure_live *ret, const struct bench_starts *starts,
                         enum measure_verdict verdict)
{
    bool is_same = verdict == MEASURE_SAME;
    double base_us = is_same ? TURN_US + 20 : 3 * TURN_US;
    struct bench_result *bench = &ret->bench;

    *ret = (struct measure_live){ .phase = MEASURE_ENDED, .seconds = 2.7, .share = 1 };
    *bench = (struct bench_result){
        .verdict = verdict,
        .culprit = is_same ? CULPRIT_NONE : CULPRIT_DRIVE,
        .worth = is_same ? WORTH_NO : WORTH_YES,
        .sampling = SAMPLING_RUNS,
        .is_drive = true,
        .block_bytes = 4096,
        .ratio = base_us / TURN_US,
        .interval = { base_us / TURN_US * 0.987, base_us / TURN_US * 1.011 },
        .confidence = 0.99,
        .p = is_same ? 0.4 : 0.0002,
        .pairs = 26,
        .drift = 1,
        .seconds = 2.7,
        .total_seconds = 3.1,
        .bytes_written = 26 * 16 * 4096,
        .area.start = UINT64_C(1000203091968),
        .area.bytes = 1 << 20,
        .is_unchanged = true,
    };
    bench->arms[ARM_BASE] = times_of(starts->base, base_us, base_us * 0.2, 26);
    bench->arms[ARM_AGAINST] = times_of(starts->against, TURN_US, 600, 26);
    if (verdict != MEASURE_INCONCLUSIVE)
        return;
    bench->worth = WORTH_UNSURE;
    bench->culprit = CULPRIT_UNKNOWN;
    bench->interval.low = 0.94;
    bench->interval.high = 3.41;
    bench->is_unchanged = false;
}

void measured_live_ssd(struct bench_result *bench)
{
    bench->worth = WORTH_UNSURE;
    bench->sampling = SAMPLING_RANDOM;
    bench->ratio = 1.002;
    bench->interval = (struct stats_interval){ 0.995, 1.009 };
    bench->pairs = 216;
    bench->seconds = 0.52;
    bench->total_seconds = 0.8;
    bench->bytes_written = 16 << 20;
    bench->arms[ARM_BASE] = times_of(bench->arms[ARM_BASE].start_lba, 104.2, 11, 216);
    bench->arms[ARM_AGAINST] = times_of(bench->arms[ARM_AGAINST].start_lba, 104, 11, 216);
}

void measured_live_turn(struct bench_result *bench)
{
    struct arm_times base = bench->arms[ARM_BASE], against = bench->arms[ARM_AGAINST];
    struct stats_interval was = bench->interval;
    uint64_t start = base.start_lba;

    base.start_lba = against.start_lba;
    against.start_lba = start;
    bench->arms[ARM_BASE] = against;
    bench->arms[ARM_AGAINST] = base;
    bench->ratio = 1 / bench->ratio;
    bench->interval = (struct stats_interval){ 1 / was.high, 1 / was.low };
    bench->worth = WORTH_NO;
}

void measured_live_reads(struct bench_result *bench)
{
    bench->is_read = true;
    bench->reason = REASON_READS_ONLY;
    bench->worth = WORTH_UNSTATED;
    bench->bytes_written = 0;
    bench->area.partition = 1;
}

void measured_live_probe(struct measure_live *ret, uint32_t physical, uint32_t offset)
{
    struct probe_result *probe = &ret->probe;

    *ret = (struct measure_live){
        .phase = MEASURE_ENDED,
        .is_probe = true,
        .seconds = 1.9,
        .share = 1,
    };
    *probe = (struct probe_result){
        .verdict = physical ? MEASURE_DIFFERENT : MEASURE_SAME,
        .is_drive = true,
        .physical = physical,
        .offset = offset,
        .reported_physical = 512,
        .is_contradiction = false, /* who says 512 claims nothing */
        .ratio = physical ? 3.6 : 1,
        .interval = { physical ? 3.4 : 0.99, physical ? 3.8 : 1.02 },
        .bar_bytes = 4096,
        .bar_step = 512,
        .writes = 214,
        .bytes_written = 1 << 20,
        .seconds = 1.9,
        .area.start = UINT64_C(1000203091968),
        .area.bytes = 1 << 20,
        .is_unchanged = true,
    };
    for (uint32_t i = 0; i < PROBE_BARS; i++) {
        bool is_fast = !physical || i * probe->bar_step % physical == offset;

        probe->bars[i] = (struct probe_bar){
            .count = 12,
            .median_us = (is_fast ? 1 : 3) * TURN_US + 30 * i,
            .low_us = TURN_US,
            .high_us = 3 * TURN_US,
        };
    }
}
