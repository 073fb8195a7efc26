/* SPDX-License-Identifier: GPL-3.0-or-later */
/* published.c - figures of drives from five articles of 2010 to 2019
 *
 * Where an article gives no rate, it is computed here from the printed bytes and seconds,
 * so that each number can be checked against the article. */
#include <assert.h>

#include "model/base/mem.h"
#include "model/measure/workload.h"

/* "4k HDD Partition Alignment Primer" (2011): part-align-bench, not synced, 4 KiB writes
 * through the page cache of the whole disk. Only seconds are given; the printed program
 * writes 1 GiB, which agrees with the 83, 15.5, 102 and 17 MB/s (really MiB/s) of the
 * conclusion. */
#define APOLLO_BYTES (1024.0 * 1024 * 1024)
#define APOLLO(drive, sector, is_aligned, seconds)                                       \
    {                                                                                    \
        PRESET_APOLLO, drive, WORKLOAD_ALIGN_BENCH, sector, is_aligned,                  \
            APOLLO_BYTES / (seconds), 0, 0, seconds                                      \
    }

/* misc@openbsd.org, January 2010: dd of 2 GiB to a file on FFS. The slices begin at
 * sector 63 and are aligned if the drive's XP jumper is set. WD10EADS is its predecessor
 * with 512-byte sectors, in another machine that was not idle. */
#define OPENBSD(drive, kind, is_aligned, bytes_per_second, seconds)                      \
    {                                                                                    \
        PRESET_OPENBSD, drive, kind, 63, is_aligned, bytes_per_second, 0, 0, seconds     \
    }

/* "Advanced Format Disks" (2019): fio 3.14, psync, fsync=1, 60 s, on a partition at
 * 131072 and at 131074 KiB, and in a file on ext4 there. These are fio's averages over
 * the run; the article's own table copies the last second instead (480, 160, 132, 44
 * KiB/s). */
#define FIO(kind, start_kib, is_aligned, kib_per_second, per_second, sync_us, seconds)   \
    {                                                                                    \
        PRESET_FIO, "DELL 6 TB, 7200 rpm", kind, (start_kib)*2, is_aligned,              \
            (kib_per_second)*1024, per_second, sync_us, seconds                          \
    }

/* "Slow write performance and partition alignment" (2011): dd bs=16384, 1.7 GB, through a
 * file system at sector 63 and on the whole disk. */
#define DD_BYTES (102400.0 * 16384)
#define DD(kind, sector, is_aligned, seconds)                                            \
    {                                                                                    \
        PRESET_DD, "Samsung S1 Mini 200 GB, USB", kind, sector, is_aligned,              \
            DD_BYTES / (seconds), 0, 0, seconds                                          \
    }

/* "Storage performance: Intel Z87 vs. ASMedia ASM1062 vs. LSI 9211-8i" (2013): the disk
 * utility of Ubuntu 13.10; ESXi: passed through to a guest of ESXi 5.5. */
#define AVERAGE(drive, kind, mb_per_second, access_ms)                                   \
    {                                                                                    \
        PRESET_AVERAGE, drive, kind, 0, true, (mb_per_second)*1e6, 0, (access_ms)*1000,  \
            0                                                                            \
    }

static const struct published rows[] = {
    APOLLO("WD20EARS", 0, true, 12.545),
    APOLLO("WD20EARS", 8, true, 12.436),
    APOLLO("WD20EARS", 34, false, 65.792),
    APOLLO("WD20EARS", 40, true, 12.211),
    APOLLO("WD20EARS", 42, false, 66.341),
    APOLLO("HD204UI", 0, true, 10.141),
    APOLLO("HD204UI", 8, true, 10.153),
    APOLLO("HD204UI", 34, false, 59.064),
    APOLLO("HD204UI", 40, true, 10.126),
    APOLLO("HD204UI", 42, false, 59.010),

    OPENBSD("WD10EARS", WORKLOAD_WRITE_4K, true, 97433116, 22.040),
    OPENBSD("WD10EARS", WORKLOAD_WRITE_64K, true, 101273894, 21.204),
    OPENBSD("WD10EARS", WORKLOAD_WRITE_1M, true, 98291974, 21.848),
    OPENBSD("WD10EARS", WORKLOAD_READ_4K, true, 103706513, 20.707),
    OPENBSD("WD10EARS", WORKLOAD_READ_64K, true, 105136468, 20.425),
    OPENBSD("WD10EARS", WORKLOAD_READ_1M, true, 104228605, 20.603),
    OPENBSD("WD10EARS", WORKLOAD_WRITE_4K, false, 86349673, 24.869),
    OPENBSD("WD10EARS", WORKLOAD_WRITE_64K, false, 85616298, 25.082),
    OPENBSD("WD10EARS", WORKLOAD_WRITE_1M, false, 79201231, 27.114),
    OPENBSD("WD10EARS", WORKLOAD_READ_4K, false, 104434701, 20.562),
    OPENBSD("WD10EARS", WORKLOAD_READ_64K, false, 104453140, 20.559),
    OPENBSD("WD10EARS", WORKLOAD_READ_1M, false, 104921901, 20.467),
    OPENBSD("WD10EADS", WORKLOAD_WRITE_4K, true, 80762241, 26.590),
    OPENBSD("WD10EADS", WORKLOAD_WRITE_64K, true, 81234814, 26.435),
    OPENBSD("WD10EADS", WORKLOAD_WRITE_1M, true, 83113302, 25.838),
    OPENBSD("WD10EADS", WORKLOAD_READ_4K, true, 82723667, 25.959),
    OPENBSD("WD10EADS", WORKLOAD_READ_64K, true, 85552816, 25.101),
    OPENBSD("WD10EADS", WORKLOAD_READ_1M, true, 85650289, 25.072),

    FIO(WORKLOAD_DURABLE_SEQUENTIAL, 131072, true, 474, 118, 8421.18, 60.001),
    FIO(WORKLOAD_DURABLE_SEQUENTIAL, 131074, false, 155, 38, 25850, 60.006),
    FIO(WORKLOAD_FILE_DURABLE, 131072, true, 118, 29, 33810, 60.017),
    FIO(WORKLOAD_FILE_DURABLE, 131074, false, 44.9, 11, 89160, 60.019),

    DD(WORKLOAD_WRITE_16K, 0, true, 63.0382),
    DD(WORKLOAD_WRITE_16K, 63, false, 455.334),
    DD(WORKLOAD_READ_16K, 63, false, 52.1106),

    AVERAGE("SSD, Intel Z87", WORKLOAD_AVERAGE_READ, 516.6, 0),
    AVERAGE("SSD, Intel Z87", WORKLOAD_AVERAGE_WRITE, 527.4, 0),
    AVERAGE("SSD, Intel Z87", WORKLOAD_ACCESS_TIME, 0, 0.03),
    AVERAGE("SSD, ASMedia ASM1062", WORKLOAD_AVERAGE_READ, 402.2, 0),
    AVERAGE("SSD, ASMedia ASM1062", WORKLOAD_AVERAGE_WRITE, 398.4, 0),
    AVERAGE("SSD, ASMedia ASM1062", WORKLOAD_ACCESS_TIME, 0, 0.04),
    AVERAGE("SSD, LSI 9211-8i", WORKLOAD_AVERAGE_READ, 546.9, 0),
    AVERAGE("SSD, LSI 9211-8i", WORKLOAD_AVERAGE_WRITE, 521.8, 0),
    AVERAGE("SSD, LSI 9211-8i", WORKLOAD_ACCESS_TIME, 0, 0.04),
    AVERAGE("SSD, LSI 9211-8i, ESXi", WORKLOAD_AVERAGE_READ, 519.3, 0),
    AVERAGE("SSD, LSI 9211-8i, ESXi", WORKLOAD_AVERAGE_WRITE, 520.2, 0),
    AVERAGE("SSD, LSI 9211-8i, ESXi", WORKLOAD_ACCESS_TIME, 0, 0.06),
    AVERAGE("HDD, Intel Z87", WORKLOAD_AVERAGE_READ, 140.3, 0),
    AVERAGE("HDD, Intel Z87", WORKLOAD_AVERAGE_WRITE, 136.1, 0),
    AVERAGE("HDD, Intel Z87", WORKLOAD_ACCESS_TIME, 0, 12.4),
    AVERAGE("HDD, ASMedia ASM1062", WORKLOAD_AVERAGE_READ, 140.3, 0),
    AVERAGE("HDD, ASMedia ASM1062", WORKLOAD_AVERAGE_WRITE, 136.0, 0),
    AVERAGE("HDD, ASMedia ASM1062", WORKLOAD_ACCESS_TIME, 0, 12.5),
    AVERAGE("HDD, LSI 9211-8i", WORKLOAD_AVERAGE_READ, 140.3, 0),
    AVERAGE("HDD, LSI 9211-8i", WORKLOAD_AVERAGE_WRITE, 136.6, 0),
    AVERAGE("HDD, LSI 9211-8i", WORKLOAD_ACCESS_TIME, 0, 12.4),
    AVERAGE("HDD, LSI 9211-8i, ESXi", WORKLOAD_AVERAGE_READ, 140.3, 0),
    AVERAGE("HDD, LSI 9211-8i, ESXi", WORKLOAD_AVERAGE_WRITE, 136.4, 0),
    AVERAGE("HDD, LSI 9211-8i, ESXi", WORKLOAD_ACCESS_TIME, 0, 12.4),
};

size_t published_count(void)
{
    return ARRAY_SIZE(rows);
}

const struct published *published_at(size_t index)
{
    assert(index < ARRAY_SIZE(rows));
    return &rows[index];
}
