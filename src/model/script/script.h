/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.h - prints and parses tables in the text format of sfdisk */
#ifndef ALIDADE_MODEL_SCRIPT_SCRIPT_H
#define ALIDADE_MODEL_SCRIPT_SCRIPT_H

#include <stddef.h>

#include "model/disk/layout.h"
#include "model/edit/edit.h"

/* Prints LAYOUT as `sfdisk --dump` does: sfdisk and script_edits() restore it unchanged.
 * PATH is the name of the disk in the script.  ERR_REFUSED for labels that sfdisk does
 * not support; the caller frees *RET. */
bool script_print(const struct layout *layout, const char *path, char **ret,
                  struct err *err) MUST_USE;

/* Makes the edits that change LAYOUT to the table described by TEXT; the caller frees
 * *RET.  Partitions with the start (and number; for logical partitions: the order) of a
 * line are kept, with their EBRs, GUIDs that TEXT does not set, and all other bytes; each
 * difference becomes one edit, and RET_COUNT is 0 if there is none.  A kept partition
 * that cannot be resized is deleted and created again.  If nothing can be kept, the edits
 * are EDIT_NEW_TABLE, which keeps number and place of a GPT's entries where TEXT allows
 * it, and an EDIT_CREATE for each partition.  Supports sfdisk's headers (label, label-id,
 * unit, first-lba, last-lba, table-length, grain, sector-size, device), table-lba (the
 * first sector of a GPT's entries), both forms of lines ("node : start=, size=, type=,
 * ..." and "start size type bootable"), its suffixes, "+", type shortcuts and names.
 * Default starts are on the grain.  Returns ERR_USAGE, with a message that begins with
 * the line number, for anything that sfdisk refuses or that is ambiguous; ERR_REFUSED if
 * the disk cannot have a new table. */
bool script_edits(const char *text, const struct layout *layout, struct edit **ret,
                  size_t *ret_count, struct err *err) MUST_USE;

#endif
