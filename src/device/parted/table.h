/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h - opens and closes a table with libparted, in the child process */
#ifndef ALIDADE_DEVICE_PARTED_TABLE_H
#define ALIDADE_DEVICE_PARTED_TABLE_H

#include <stdbool.h>

#include "device/parted/call.h"

/* Reads the table of DEVICE, and sends PARTED_LABEL with its kind; or makes a new one of
 * kind LABEL, unless that is NULL.  Returns NULL on failure.  Partitions can be added and
 * removed at once; parted_table_release() comes before all that needs metadata or free
 * space: a list of these, and a commit. */
PedDisk *parted_table_open(const struct parted *parted, PedDevice *device,
                           const char *label);
bool parted_table_release(const struct parted *parted, PedDisk *disk);
void parted_table_close(const struct parted *parted, PedDisk *disk); /* accepts NULL */

#endif
