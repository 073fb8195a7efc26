/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_typical_speed.c - the speed of a usual drive of a kind */
#include "model/move/plan/typical_speed.h"

#include <string.h>

#include "support/test.h"

static const struct {
    const char *transport;
    bool is_rotational;
    const char *part; /* NULL: not known */
} drives[] = {
    { "sata", true, "hard disk" }, { "sata", false, "300 MB/s" },
    { "usb", true, "hard disk" },  { "usb", false, "stick" },
    { "nvme", false, "1 GB/s" },   { "mmc", false, "card" },
    { "loop", true, NULL },        { "dm", true, NULL },
    { "md", true, NULL },          { "virtio", true, NULL },
    { "", false, NULL },
};

/* A hard disk writes as fast as it reads; of flash that is not known. */
static const struct {
    const char *transport;
    bool is_rotational;
    double read, write, flush;
} reads[] = {
    { "sata", true, 160e6, 160e6, 0.0083 }, { "sata", true, 25e6, 25e6, 0.0083 },
    { "sata", false, 500e6, 300e6, 0.002 }, { "usb", false, 90e6, 20e6, 0.005 },
    { "usb", false, 5e6, 5e6, 0.005 },      { "loop", false, 5e6, 5e6, 0 },
};

TEST_EACH(what_was_read_replaces_what_is_usual, reads)
{
    const struct move_speed read = { .read = reads[_i].read, .far = 0.02 };
    struct move_speed speed = typical_speed_with(
        typical_speed_of(reads[_i].transport, reads[_i].is_rotational), &read);

    ck_assert_double_eq(speed.read, reads[_i].read);
    ck_assert_double_eq(speed.write, reads[_i].write);
    ck_assert_double_eq(speed.flush, reads[_i].flush);
    ck_assert_double_eq(speed.far, 0.02);
}

/* All speeds are there: the time is known, and not only a minimum. */
TEST_EACH(a_kind_of_drive_has_a_speed, drives)
{
    const struct typical_speed *found =
        typical_speed_of(drives[_i].transport, drives[_i].is_rotational);

    ck_assert_int_eq(found != NULL, drives[_i].part != NULL);
    if (!found)
        return;
    const struct move_shift shift = { UINT64_C(1) << 30, 3584 };
    const struct move_journal journal = { UINT64_C(68) << 20, NULL };
    ck_assert_ptr_nonnull(strstr(found->words, drives[_i].part));
    ck_assert_int_eq(move_cost(&shift, &journal, &found->speed, 4096).time,
                     MOVE_TIME_KNOWN);
}
