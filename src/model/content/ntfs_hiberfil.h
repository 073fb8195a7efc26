/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_hiberfil.h - whether a Windows is suspended in an NTFS volume
 *
 * Also after "shut down" with fast startup: what is in memory then expects the volume
 * where it is. */
#ifndef ALIDADE_MODEL_CONTENT_NTFS_HIBERFIL_H
#define ALIDADE_MODEL_CONTENT_NTFS_HIBERFIL_H

#include "model/base/reader.h"

enum ntfs_hiberfil {
    HIBERFIL_NONE,      /* no hiberfil.sys, or without an image; no volume that Windows
                         * could have written to */
    HIBERFIL_SUSPENDED, /* an image that was not resumed */
    HIBERFIL_UNKNOWN,   /* the file is listed where only Windows finds it */
};

/* Looks for the file in the root folder of the volume PART, whose clusters have CLUSTER
 * bytes, as in inside.unit. Reads at most 17 MiB. */
enum ntfs_hiberfil ntfs_hiberfil_find(const struct reader *part, uint64_t cluster);

#endif
