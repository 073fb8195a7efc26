/* SPDX-License-Identifier: GPL-3.0-or-later */
/* identity.h - who a drive says it is, from sysfs: no command is sent to it */
#ifndef ALIDADE_DEVICE_SYSTEM_IDENTITY_H
#define ALIDADE_DEVICE_SYSTEM_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"

/* NAME is the kernel's name of a disk.  False (empty text) where sysfs does not say. */
bool identity_model(const struct sys *sys, const char *name, char *ret, size_t size);
bool identity_serial(const struct sys *sys, const char *name, char *ret, size_t size);
bool identity_firmware(const struct sys *sys, const char *name, char *ret, size_t size);
/* As the kernel writes it: "naa.50014ee2b0a1c2d3", "eui...." */
bool identity_wwn(const struct sys *sys, const char *name, char *ret, size_t size);
/* What tells it from another drive behind the same bridge, which may give all of them its
 * own serial number: a name of its own ("naa.50014ee2b0a1c2d3") or its place there
 * ("lun1").  False for the first or only one without such a name. */
bool identity_unit(const struct sys *sys, const char *name, char *ret, size_t size);

/* Speed of the SATA link: "3.0 Gbps"; false for parallel ATA and everything else. */
bool identity_ata_speed(const struct sys *sys, const char *name, char *ret, size_t size);
/* Speed of the link that the disk hangs on, with its unit: SATA, USB or PCI Express. */
bool identity_link(const struct sys *sys, const char *name, char *ret, size_t size);
/* The USB device that stands for the disk: "0bda:9210 Realtek RTL9210". */
bool identity_bridge(const struct sys *sys, const char *name, char *ret, size_t size);

#endif
