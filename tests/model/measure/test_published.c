/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_published.c - the numbers as the articles print them */
#include <math.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/measure/workload.h"
#include "support/test.h"

static const struct published *row_of(enum preset preset, const char *drive,
                                      enum workload_kind kind, uint64_t start_lba,
                                      bool is_aligned)
{
    for (size_t i = 0; i < published_count(); i++) {
        const struct published *row = published_at(i);
        if (row->preset == preset && row->kind == kind && !strcmp(row->drive, drive) &&
            row->start_lba == start_lba && row->is_aligned == is_aligned)
            return row;
    }
    ck_abort_msg("no row of %s", drive);
}

/* The primer's conclusion, in its MB/s of 1024 * 1024 bytes: only 1 GiB gives it. */
static const struct {
    const char *drive;
    uint64_t sector;
    double seconds, mib_per_second;
} apollo[] = {
    { "WD20EARS", 40, 12.211, 83 },   { "WD20EARS", 42, 66.341, 15.5 },
    { "WD20EARS", 34, 65.792, 15.5 }, { "HD204UI", 0, 10.141, 102 },
    { "HD204UI", 42, 59.010, 17 },
};

TEST_EACH(apollo_is_as_fast_as_the_primer_concludes, apollo)
{
    const struct published *row =
        row_of(PRESET_APOLLO, apollo[_i].drive, WORKLOAD_ALIGN_BENCH, apollo[_i].sector,
               apollo[_i].sector % 8 == 0);

    ck_assert_double_eq(row->seconds, apollo[_i].seconds);
    ck_assert_double_eq_tol(row->bytes_per_second / (1 << 20) / apollo[_i].mib_per_second,
                            1, 0.022);
}

TEST(apollo_has_five_sectors_of_two_drives)
{
    size_t count = 0;

    for (size_t i = 0; i < published_count(); i++)
        count += published_at(i)->preset == PRESET_APOLLO;
    ck_assert_uint_eq(count, 10);
}

/* dd prints bytes, seconds and their quotient: 2 GiB each. */
TEST(openbsd_rates_are_two_gib_over_the_seconds)
{
    for (size_t i = 0; i < published_count(); i++) {
        const struct published *row = published_at(i);
        if (row->preset != PRESET_OPENBSD)
            continue;
        double rate = 2147483648.0 / row->seconds;
        ck_assert_double_eq_tol(row->bytes_per_second / rate, 1, 0.0001);
    }
}

/* The quotients that the mail and its readers give. */
static const struct {
    enum workload_kind kind;
    double ratio;
} openbsd[] = {
    { WORKLOAD_WRITE_4K, 1.13 }, { WORKLOAD_WRITE_64K, 1.18 },
    { WORKLOAD_WRITE_1M, 1.24 }, { WORKLOAD_READ_4K, 0.99 },
    { WORKLOAD_READ_64K, 1.01 }, { WORKLOAD_READ_1M, 0.99 },
};

TEST_EACH(openbsd_writes_lose_an_eighth_to_a_quarter_and_reads_nothing, openbsd)
{
    const struct published *aligned =
        row_of(PRESET_OPENBSD, "WD10EARS", openbsd[_i].kind, 63, true);
    const struct published *off =
        row_of(PRESET_OPENBSD, "WD10EARS", openbsd[_i].kind, 63, false);

    ck_assert_double_eq_tol(aligned->bytes_per_second / off->bytes_per_second,
                            openbsd[_i].ratio, 0.006);
    (void)row_of(PRESET_OPENBSD, "WD10EADS", openbsd[_i].kind, 63, true); /* is present */
}

/* KiB/s, IOPS, microseconds to sync; requests that fio issued in so many milliseconds. */
static const struct {
    enum workload_kind kind;
    uint64_t start_kib;
    double kib, iops, sync_us, requests, seconds;
} fio[] = {
    { WORKLOAD_DURABLE_SEQUENTIAL, 131072, 474, 118, 8421.18, 7112, 60.001 },
    { WORKLOAD_DURABLE_SEQUENTIAL, 131074, 155, 38, 25850, 2320, 60.006 },
    { WORKLOAD_FILE_DURABLE, 131072, 118, 29, 33810, 1774, 60.017 },
    { WORKLOAD_FILE_DURABLE, 131074, 44.9, 11, 89160, 673, 60.019 },
};

TEST_EACH(fio_is_as_it_printed, fio)
{
    const struct published *row =
        row_of(PRESET_FIO, "DELL 6 TB, 7200 rpm", fio[_i].kind, fio[_i].start_kib * 2,
               fio[_i].start_kib == 131072);

    ck_assert_double_eq(row->bytes_per_second, fio[_i].kib * 1024);
    ck_assert_double_eq(row->per_second, fio[_i].iops);
    ck_assert_double_eq(row->mean_us, fio[_i].sync_us);
    ck_assert_double_eq(row->seconds, fio[_i].seconds);
    /* fio's own counts agree: it truncates and does not round. */
    ck_assert_double_eq(floor(fio[_i].requests / fio[_i].seconds), row->per_second);
    ck_assert_double_eq_tol(
        fio[_i].requests * 4096 / fio[_i].seconds / row->bytes_per_second, 1, 0.005);
}

/* dd's own MB/s are of 1000 * 1000 bytes. */
static const struct {
    enum workload_kind kind;
    uint64_t sector;
    double mb_per_second;
} dd[] = {
    { WORKLOAD_WRITE_16K, 0, 26.6 },
    { WORKLOAD_WRITE_16K, 63, 3.7 },
    { WORKLOAD_READ_16K, 63, 32.2 },
};

TEST_EACH(dd_is_as_it_printed, dd)
{
    const struct published *row = row_of(PRESET_DD, "Samsung S1 Mini 200 GB, USB",
                                         dd[_i].kind, dd[_i].sector, !dd[_i].sector);

    ck_assert_double_eq_tol(row->bytes_per_second / 1e6, dd[_i].mb_per_second, 0.05);
}

static const struct {
    const char *drive;
    double read, write, access_ms;
} average[] = {
    { "SSD, Intel Z87", 516.6, 527.4, 0.03 },
    { "SSD, ASMedia ASM1062", 402.2, 398.4, 0.04 },
    { "SSD, LSI 9211-8i", 546.9, 521.8, 0.04 },
    { "SSD, LSI 9211-8i, ESXi", 519.3, 520.2, 0.06 },
    { "HDD, Intel Z87", 140.3, 136.1, 12.4 },
    { "HDD, ASMedia ASM1062", 140.3, 136.0, 12.5 },
    { "HDD, LSI 9211-8i", 140.3, 136.6, 12.4 },
    { "HDD, LSI 9211-8i, ESXi", 140.3, 136.4, 12.4 },
};

TEST_EACH(averages_are_as_the_disk_utility_showed_them, average)
{
    const char *drive = average[_i].drive;

    ck_assert_double_eq_tol(
        row_of(PRESET_AVERAGE, drive, WORKLOAD_AVERAGE_READ, 0, true)->bytes_per_second,
        average[_i].read * 1e6, 1);
    ck_assert_double_eq_tol(
        row_of(PRESET_AVERAGE, drive, WORKLOAD_AVERAGE_WRITE, 0, true)->bytes_per_second,
        average[_i].write * 1e6, 1);
    ck_assert_double_eq_tol(
        row_of(PRESET_AVERAGE, drive, WORKLOAD_ACCESS_TIME, 0, true)->mean_us,
        average[_i].access_ms * 1000, 0.001);
}
