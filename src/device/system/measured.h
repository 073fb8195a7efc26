/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured.h - what was measured of each drive, kept in the state folder */
#ifndef ALIDADE_DEVICE_SYSTEM_MEASURED_H
#define ALIDADE_DEVICE_SYSTEM_MEASURED_H

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/disk/limits.h"
#include "model/measure/measurement.h"

/* Fills who the drive is, time, kernel, link and path of RET from sysfs; the rest is
 * zero.  Model, serial number, size and unit together name a drive. */
void measured_begin(const struct sys *sys, const char *path, struct measurement *ret);

/* Keeps it by model and serial, over what was kept before: bench, probe and workloads
 * that MEASUREMENT has not stay.  A drive without a serial (an image file) is kept
 * nowhere: false (ERR_REFUSED) with a sentence.  free() *RET_PATH. */
bool measured_save(const struct measurement *measurement, char **ret_path,
                   struct err *err) MUST_USE;
/* Of the drive at PATH; false where nothing is kept, or cannot be read. */
bool measured_load(const struct sys *sys, const char *path, struct measurement *ret);
/* Of another drive: a file's path, or the model or serial of a kept one, or a part that
 * no other has.  ERR_UNREADABLE, ERR_USAGE. */
bool measured_find(const char *words, struct measurement *ret, struct err *err) MUST_USE;

/* What a probe found of the drive NAME (the kernel's), for limits_settle(). */
bool measured_limits(const struct sys *sys, const char *name,
                     struct limits_measured *ret);

#endif
