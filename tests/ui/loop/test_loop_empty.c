/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_empty.c - the loop's side of the reading of a whole partition */
#include "ui/loop/empty.h"

#include <string.h>

#include "support/disks.h"
#include "support/image.h"
#include "support/refused.h"
#include "support/test.h"

enum { SECTORS = 131072 };

/* One reading at a time. */
TEST(a_second_reading_is_refused_while_the_first_one_runs)
{
    const struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 100000
    };
    const struct disks_spec spec = {
        .size = SECTORS, .label = LABEL_GPT, .parts = &part, .count = 1
    };
    CLEANUP(image_remove) struct image image;
    struct loop_disk disk = { .layout = disks_build(&spec) };
    struct loop_empty empty = { 0 };
    struct err err = { 0 };
    struct event event;

    image_make(&image, (uint64_t)SECTORS * 512);
    disk.store = store_open(image.path, &err);
    ck_assert_msg(disk.store != NULL, "%s", err.text);
    uint32_t id = layout_find_number(disk.layout, 1)->id;
    loop_empty_start(&empty, &disk, id, &event);
    ck_assert_msg(event.empty.is_at_work, "%s", event.text);
    loop_empty_start(&empty, &disk, id, &event);
    ck_assert_refused(&empty.err, REFUSAL_READING_STILL_RUNS);
    ck_assert_ptr_nonnull(strstr(event.text, "try again in a moment"));
    loop_empty_finish(&empty, 30000);
    layout_unref(disk.layout);
    store_close(disk.store);
}
