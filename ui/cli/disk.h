/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - a disk with everything that a report needs */
#ifndef ALIDADE_UI_CLI_DISK_H
#define ALIDADE_UI_CLI_DISK_H

#include <stdbool.h>

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/disk/disk_info.h"
#include "model/disk/limits.h"
#include "model/report/report.h"

/* Owns its members. */
struct command_disk {
    struct disk_info info;
    struct suggest_context context;
    struct saved_result *saved; /* of bench and probe; NULL: none */
};

/* Reads table, libparted's opinion, contents and users.  On failure ERR has one sentence
 * that names PATH, and *ret is untouched.  IS_OVER: the table will be replaced, so one
 * that cannot be decoded counts as none. */
bool command_disk_read(const char *path, const struct limits_given *given, bool is_over,
                       struct command_disk *ret, struct err *err) MUST_USE;
/* The same as guard_is_whole(); a drive that does not answer is told. */
bool command_disk_is_whole(const struct sys *sys, const char *path,
                           struct err *err) MUST_USE;
/* Adds to DISK, which is at PATH, that a fix of it has not ended, see unfinished_note().
 */
void command_disk_note(struct command_disk *disk, const char *path, bool is_thorough);
/* Notes that the user agreed to change DISK whatever it as a whole belongs to, see
 * model/found/whole.h, if IS_ACCEPTED by --lose=@disk. */
void command_disk_accept(struct command_disk *disk, bool is_accepted);
/* False (ERR_REFUSED) if that is needed and was not accepted. */
bool command_disk_is_free(const struct command_disk *disk, struct err *err) MUST_USE;
/* Adds notes to DISK, which is at PATH, on contents in free space that no entry names. */
void command_disk_note_lost(struct command_disk *disk, const char *path);
/* ERR_REFUSED if DISK has no partition table. */
bool command_disk_has_table(const struct command_disk *disk, struct err *err) MUST_USE;
/* Finds the partition with number WORD, or with that letter in a BSD label.  ERR_USAGE if
 * there is none. */
bool command_disk_find(const struct disk_info *info, const char *word,
                       const struct extent **ret, struct err *err) MUST_USE;
/* Returns DISK as reports take it; borrowed from DISK. */
struct report_disk command_disk_report(const struct command_disk *disk);
/* Replaces the layout of DISK by LAYOUT, which passes to it. */
void command_disk_replace(struct command_disk *disk, struct layout *layout);
void command_disk_finish(struct command_disk *disk);

#endif
