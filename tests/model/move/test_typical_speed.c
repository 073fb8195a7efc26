/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_typical_speed.c - the speed of a usual drive of a kind */
#include "model/move/typical_speed.h"

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
