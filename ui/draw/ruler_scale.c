/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruler_scale.c - the scales of the zoom, from the whole disk to single bytes */
#include "ui/draw/ruler.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"

#define KIB       UINT64_C(1024)
#define MIB       (KIB * KIB)
#define GIB       (MIB * KIB)
#define SCALE_MAX 12

/* Bytes of a cell; the physical and logical sectors of the disk follow. */
static const uint64_t coarse[] = { 8 * GIB, GIB, 128 * MIB, 16 * MIB, MIB, 64 * KIB };

/* Lists the scales from coarse to fine, the whole disk (0) first; returns how many. */
static int list_scales(const struct limits *limits, uint64_t ret[SCALE_MAX])
{
    uint64_t own[] = { limits->physical, limits->logical, limits->logical / 8 };
    uint64_t size_bytes = limits->size * limits->logical;
    int count = 0;

    ret[count++] = 0;
    for (size_t i = 0; i < ARRAY_SIZE(coarse); i++) {
        /* A disk of less than 64 cells is shown by scale 0 as well. */
        if (coarse[i] > limits->physical && coarse[i] < size_bytes / 64)
            ret[count++] = coarse[i];
    }
    for (size_t i = 0; i < ARRAY_SIZE(own); i++) {
        if (i == 0 || own[i] < own[i - 1])
            ret[count++] = own[i];
    }
    return count;
}

int ruler_scale_count(const struct limits *limits)
{
    uint64_t scales[SCALE_MAX];

    return list_scales(limits, scales);
}

uint64_t ruler_scale_bytes(const struct limits *limits, int scale)
{
    uint64_t scales[SCALE_MAX];
    int count = list_scales(limits, scales);

    return scales[scale < count ? scale : count - 1];
}

char *ruler_scale_text(const struct limits *limits, int scale, int width)
{
    uint64_t bytes = ruler_scale_bytes(limits, scale);
    char size[SIZE_TEXT];

    if (bytes == 0) {
        bytes = limits->size * limits->logical / (uint64_t)(width > 0 ? width : 1);
        /* TRANSLATORS: title of the map; about 40 columns */
        return xasprintf(_("whole disk, 1 cell ≈ %s"),
                         size_format(bytes, SIZE_IEC, 0, size));
    }
    if (bytes < limits->logical)
        return xstrdup(_("8 cells = 1 sector"));
    if (bytes == limits->logical)
        return xstrdup(_("1 cell = 1 sector"));
    return xasprintf(_("1 cell = %s"), size_format_iec(bytes, size));
}

char *ruler_boundary_text(const struct limits *limits)
{
    struct alignment grid = limits_physical_grid(limits);
    char size[SIZE_TEXT];

    if (grid.grain == 1)
        return xasprintf(_("%d sectors, each a boundary"), RULER_GROUP);
    (void)size_format_iec(limits->physical, size);
    if (grid.offset == 0)
        return xasprintf(_("%s boundary"), size);
    return xasprintf(_("%1$s boundary at %2$llun+%3$llu"), size,
                     (unsigned long long)grid.grain, (unsigned long long)grid.offset);
}
