/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_offer.h - a file or device that the user names for the journal of moves */
#ifndef ALIDADE_DEVICE_SYSTEM_JOURNAL_OFFER_H
#define ALIDADE_DEVICE_SYSTEM_JOURNAL_OFFER_H

#include "device/io/sys.h"
#include "model/base/err.h"
#include "model/move/plan/journal_place.h"

/* Looks at PATH as a place for the journal of moves on the disk or image file DISK: an
 * empty file or one that does not exist yet, with what is free in its file system, or a
 * block device without content.  Writes and creates nothing.  RET borrows PATH, and has
 * the speed of its drive if that was measured.  Returns false (ERR_REFUSED) if the
 * journal cannot be there: because that is on DISK, in memory, on a network or an
 * overlay, in use, too small, holds data, or has a path that no guard can contain. */
bool journal_offer_find(const struct sys *sys, const char *path, const char *disk,
                        struct journal_offer *ret, struct err *err) MUST_USE;

#endif
