/* SPDX-License-Identifier: GPL-3.0-or-later */
/* identity.h - reads the identity of a drive from sysfs; sends no command to it */
#ifndef ALIDADE_DEVICE_SYSTEM_IDENTITY_H
#define ALIDADE_DEVICE_SYSTEM_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"

/* NAME is the kernel's name of a disk.  Return false and an empty text if sysfs has no
 * value. */
bool identity_model(const struct sys *sys, const char *name, char *ret, size_t size);
bool identity_serial(const struct sys *sys, const char *name, char *ret, size_t size);
bool identity_firmware(const struct sys *sys, const char *name, char *ret, size_t size);
/* Format of the kernel: "naa.50014ee2b0a1c2d3", "eui...." */
bool identity_wwn(const struct sys *sys, const char *name, char *ret, size_t size);
/* Distinguishes drives behind a bridge that reports the same serial number for all of
 * them: a world-wide name ("naa.50014ee2b0a1c2d3") or the logical unit ("lun1").  Returns
 * false for unit 0 without such a name. */
bool identity_unit(const struct sys *sys, const char *name, char *ret, size_t size);

/* Returns the speed of the SATA link: "3.0 Gbps"; false for parallel ATA and others. */
bool identity_ata_speed(const struct sys *sys, const char *name, char *ret, size_t size);
/* Returns the speed of the disk's link with its unit: SATA, USB or PCI Express. */
bool identity_link(const struct sys *sys, const char *name, char *ret, size_t size);
/* Returns the kernel's word for a disk with zones that are written in order:
 * "host-managed" or "host-aware"; false for others. */
bool identity_zones(const struct sys *sys, const char *name, char *ret, size_t size);
/* Returns the USB device of the disk: "0bda:9210 Realtek RTL9210". */
bool identity_bridge(const struct sys *sys, const char *name, char *ret, size_t size);

#endif
