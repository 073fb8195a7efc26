/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_speed.c - how fast the drive of a journal writes, measured where it will be */
#include "device/move/fixing/journal_speed.h"

#include <stdlib.h>
#include <string.h>

#include "device/io/clock.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define ALIGNED 4096
/* As much as is written at once, and at most: a drive's cache takes less. */
#define WRITE_BYTES (UINT64_C(4) << 20)
#define WRITTEN_MAX (UINT64_C(64) << 20)
/* No write begins after this time. */
#define WRITES_NS (CLOCK_SECOND_NS / 2)

enum { FLUSHES = 8 };

/* The part of the journal that is written. */
struct sample {
    const struct sink *sink;
    uint64_t at, end; /* bytes of the sink */
    uint8_t *zeros;   /* owned; of one write */
};

/* Behind the heads. */
static struct sample sample_of(const struct sink *sink, const struct record_place *place)
{
    uint64_t at = 2 * (uint64_t)place->block;
    uint64_t left = num_round_down(place->bytes - at, place->block);
    struct sample sample = { .sink = sink,
                             .at = place->start * place->logical + at,
                             .zeros = xaligned(ALIGNED, WRITE_BYTES) };

    sample.end = sample.at + (left < WRITTEN_MAX ? left : WRITTEN_MAX);
    memset(sample.zeros, 0, WRITE_BYTES);
    return sample;
}

static int sample_write(const struct sample *sample, uint64_t at, uint64_t count)
{
    return sample->sink->write(sample->sink->context, at, sample->zeros, (size_t)count);
}

static int sample_flush(const struct sample *sample)
{
    return sample->sink->flush(sample->sink->context);
}

static double seconds_since(uint64_t begun_ns)
{
    uint64_t ns = clock_ns() - begun_ns;

    return (double)(ns ? ns : 1) / (double)CLOCK_SECOND_NS;
}

static int order_of_seconds(const void *a, const void *b)
{
    const double *one = a, *other = b;

    return (*one > *other) - (*one < *other);
}

/* Of a block that is written, which a head has to wait a turn for. The median: other
 * programs can make some of them wait longer. */
static int measure_flush(const struct sample *sample, uint64_t block, double *ret)
{
    double seconds[FLUSHES];
    unsigned count = 0;
    int error = 0;

    while (count < FLUSHES && sample->at + (count + 1) * block <= sample->end && !error) {
        uint64_t begun = clock_ns();
        error = sample_write(sample, sample->at + count * block, block);
        if (!error)
            error = sample_flush(sample);
        seconds[count++] = seconds_since(begun);
    }
    qsort(seconds, count, sizeof(seconds[0]), order_of_seconds);
    *ret = count ? seconds[count / 2] : 0;
    return error;
}

/* With the flush, without which it would be the speed of the drive's cache. */
static int measure_write(const struct sample *sample, double flush, double *ret)
{
    uint64_t begun = clock_ns(), at = sample->at;
    int error = 0;

    while (at < sample->end && !error && clock_ns() - begun < WRITES_NS) {
        uint64_t left = sample->end - at;
        uint64_t count = left < WRITE_BYTES ? left : WRITE_BYTES;
        error = sample_write(sample, at, count);
        at += count;
    }
    if (!error)
        error = sample_flush(sample);
    double seconds = seconds_since(begun);
    seconds -= flush < seconds / 2 ? flush : seconds / 2;
    *ret = (double)(at - sample->at) / seconds;
    return error;
}

int journal_measure(const struct sink *sink, const struct record_place *place,
                    struct move_speed *ret)
{
    struct sample sample = sample_of(sink, place);
    double flush = 0, write = 0;
    int error = measure_flush(&sample, place->block, &flush);

    if (!error)
        error = measure_write(&sample, flush, &write);
    free(sample.zeros);
    if (!error) {
        ret->flush = flush;
        ret->write = write;
    }
    return error;
}
