/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured.h - saves results of measurements for each drive in the state folder */
#ifndef ALIDADE_DEVICE_SYSTEM_MEASURED_H
#define ALIDADE_DEVICE_SYSTEM_MEASURED_H

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/disk/limits.h"
#include "model/measure/saved_result.h"

/* Initializes RET with the identity of the drive, time, kernel, link and path from sysfs;
 * the rest is zero.  Model, serial number, size and unit together identify a drive. */
void measured_begin(const struct sys *sys, const char *path, struct saved_result *ret);

/* Saves MEASUREMENT, merged with the saved results of the same drive: bench, probe and
 * workloads that are missing in it are kept, those in files never.  Drives without a
 * serial number (image files) are refused (ERR_REFUSED).  The caller frees *RET_PATH. */
bool measured_save(const struct saved_result *saved, char **ret_path,
                   struct err *err) MUST_USE;
/* Loads the results of the drive at PATH; false if there are none or they cannot be
 * read. */
bool measured_load(const struct sys *sys, const char *path, struct saved_result *ret);
/* Loads the results of any drive.  WORDS is the path of a file, or the model or serial
 * number of a drive or a unique part of one.  Errors: ERR_UNREADABLE, ERR_USAGE. */
bool measured_find(const char *words, struct saved_result *ret, struct err *err) MUST_USE;

/* Returns what probe found about the drive NAME (the kernel's name), for
 * limits_settle(). */
bool measured_limits(const struct sys *sys, const char *name,
                     struct limits_measured *ret);

#endif
