/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - one disk, read to the end, for a report */
#ifndef ALIDADE_UI_CLI_DISK_H
#define ALIDADE_UI_CLI_DISK_H

#include <stdbool.h>

#include "model/base/err.h"
#include "model/disk/disk_info.h"
#include "model/disk/limits.h"
#include "model/report/report.h"

/* Owns all of it. */
struct command_disk {
    struct disk_info info;
    uint64_t grub_sectors;
};

/* Table, second opinion, contents and who uses them.  False with one sentence that names
 * PATH; *ret is then untouched. */
bool command_disk_read(const char *path, const struct limits_given *given,
                       struct command_disk *ret, struct err *err) MUST_USE;
/* The same for those who put another table there: a broken one is none. */
bool command_disk_read_over(const char *path, const struct limits_given *given,
                            struct command_disk *ret, struct err *err) MUST_USE;
/* The partition that WORD names: its number, or the letter of a BSD label's entry; NULL
 * where there is none. */
const struct extent *command_disk_find(const struct layout *layout, const char *word);
void command_disk_finish(struct command_disk *disk);

#endif
