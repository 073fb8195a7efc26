/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.h - sfdisk's text form of a table: printed and parsed */
#ifndef ALIDADE_MODEL_SCRIPT_SCRIPT_H
#define ALIDADE_MODEL_SCRIPT_SCRIPT_H

#include <stddef.h>

#include "model/disk/layout.h"
#include "model/edit/edit.h"

/* LAYOUT as `sfdisk --dump` prints it: sfdisk takes it back byte for byte, and so does
 * script_edits().  PATH names the disk in it.  ERR_REFUSED for labels that sfdisk does
 * not know; free() *RET. */
bool script_print(const struct layout *layout, const char *path, char **ret,
                  struct err *err) MUST_USE;

/* What makes the disk of LAYOUT into what TEXT says; free() *RET.  Partitions that begin
 * where TEXT says already (and have its number; logicals: its order) stay, with their
 * EBRs, the GUIDs that it does not name and all the bytes that it does not speak of; each
 * difference is an edit of its own, none is RET_COUNT 0.  Where such a partition cannot
 * get its new size, it goes and is made anew.  Where nothing stays it is EDIT_NEW_TABLE,
 * then one EDIT_CREATE for each partition.  sfdisk's headers (label, label-id, unit,
 * first-lba, last-lba, table-length, grain, sector-size, device) and both line forms
 * ("node : start=, size=, type=, ..." and "start size type bootable") with its suffixes,
 * "+", type shortcuts and names.  ERR_USAGE with one sentence that begins with the line's
 * number for everything that sfdisk would not take, or that alidade would have to guess;
 * ERR_REFUSED where the disk cannot have a new table at all.  A start that is not said is
 * on the grain. */
bool script_edits(const char *text, const struct layout *layout, struct edit **ret,
                  size_t *ret_count, struct err *err) MUST_USE;

#endif
