/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_drive_block.c - a block device whose sectors are not those of its table */
#include "device/measure/drive_disk.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/block_scene.h"
#include "support/refused.h"
#include "support/test.h"

/* Starts count sectors: with others they would be other places. */
TEST_TIMES(sectors_of_another_size_than_the_table_has_are_not_measured, 2)
{
    CLEANUP(play_finish) struct play play;
    enum measure_reason reason;
    struct err err = { 0 };

    play_init(&play, 3);
    tree_write(&play.scene.tree, "MemTotal: 0 kB\nMemAvailable: 8000000 kB\n",
               "proc/meminfo");
    play.disk->logical = _i ? 512 : 4096;
    CLEANUP(freep) char *path = xasprintf("%s/sda", play.scene.tree.dev_path);
    struct drive_request request = { .path = path,
                                     .sys = &play.scene.tree.sys,
                                     .layout = play.scene.base };
    CLEANUP(drive_disk_closep)
    struct drive_disk *disk = drive_disk_open(&request, &reason, &err);
    ck_assert_msg((disk != NULL) == _i, "%s", err.text);
    if (!_i)
        ck_assert_refused(&err, REFUSAL_SECTORS_OTHER_THAN_DRIVE);
}
