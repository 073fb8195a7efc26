/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.h - what is known about a disk or a partition: name, value and source */
#ifndef ALIDADE_MODEL_REPORT_DETAILS_H
#define ALIDADE_MODEL_REPORT_DETAILS_H

#include <stddef.h>

#include "model/align/suggest.h"
#include "model/disk/disk_info.h"
#include "model/disk/layout.h"
#include "model/disk/limits.h"
#include "model/measure/saved_result.h"

struct detail {
    const char *id;     /* stable: "serial", "rotation", "max-sectors-kb"; static */
    const char *name;   /* translated, static */
    char *value;        /* translated where it is words; owned */
    const char *source; /* "sysfs", or translated: "reported", "given" ...; static */
};

/* Zero-initialised: empty. */
struct details {
    struct detail *rows;
    size_t count;
};

/* Adds a row; borrows ID, NAME and SOURCE. */
void details_add(struct details *details, const char *id, const char *name,
                 const char *source, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Adds kind, size, the limits with their sources, and the label. */
void details_add_layout(struct details *details, const struct layout *layout);
/* Adds the saved results of probe and bench with their days; nothing for SAVED
 * NULL. */
void details_add_measured(struct details *details, const struct limits *limits,
                          const struct saved_result *saved);
/* Adds place, alignment, entry, content and use of EXTENT, a partition of the disk of
 * INFO. */
void details_add_partition(struct details *details, const struct layout *layout,
                           const struct extent *extent, struct suggest_context context,
                           const struct disk_info *info);
/* Frees the rows; DETAILS is empty afterwards. */
void details_finish(struct details *details);

#endif
