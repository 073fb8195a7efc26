/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_limits.c - sentences on the sectors and the first starts of a whole disk */
#include "model/align/explain_private.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* NULL if the measurement agrees with what the drive reports. */
static char *explain_measured_doubt(const struct limits *limits)
{
    ull said = limits->physical_reported, found = limits->physical;
    bool is_shift_measured = limits->alignment_source == SOURCE_MEASURED &&
                             limits->alignment_offset != limits->alignment_reported;

    if (said == found && !is_shift_measured)
        return NULL;
    if (said == found && !limits->alignment_offset)
        return xasprintf(_("It reports that a physical sector begins %llu bytes past the "
                           "start of the disk. Measured by the clock one begins at the "
                           "start itself."),
                         (ull)limits->alignment_reported);
    if (limits->alignment_offset && is_shift_measured)
        return xasprintf(_("It reports %1$llu-byte physical sectors. Measured by the "
                           "clock they have %2$llu bytes, and one begins %3$llu bytes "
                           "past the start of the disk."),
                         said, found, (ull)limits->alignment_offset);
    return xasprintf(_("It reports %1$llu-byte physical sectors. Measured by the clock "
                       "they have %2$llu bytes."),
                     said, found);
}

char *explain_doubt(const struct limits *limits)
{
    if (limits->physical_source == SOURCE_MEASURED)
        return explain_measured_doubt(limits);
    if (limits->physical_source != SOURCE_ASSUMED)
        return NULL;
    if (limits->logical_source != SOURCE_REPORTED)
        return xasprintf(_("An image file does not say which physical sectors its disk "
                           "has. Many drives use %1$llu. alidade checks against %1$llu."),
                         (ull)limits->physical);
    return xasprintf(_("It reports %1$llu-byte physical sectors. Many drives use "
                       "%2$llu inside and do not say so. alidade checks against "
                       "%2$llu."),
                     (ull)limits->physical_reported, (ull)limits->physical);
}

char *explain_assumed(const struct limits *limits)
{
    ull first = limits->alignment_offset / limits->logical;
    bool is_size_assumed = limits->physical_source == SOURCE_ASSUMED;
    bool is_start_known = limits->alignment_source == SOURCE_GIVEN ||
                          limits->alignment_source == SOURCE_MEASURED;
    char size[SIZE_TEXT];

    (void)size_format_iec(limits->physical, size);
    if (is_size_assumed && is_start_known)
        return xasprintf(_("It is only assumed that physical sectors have %s."), size);
    /* Of a size that is not real, the reported offset is not either. */
    if (is_size_assumed)
        return xasprintf(_("It is only assumed that physical sectors have %1$s, and that "
                           "one begins at sector %2$llu."),
                         size, first);
    if (limits->alignment_source == SOURCE_DEFAULT && limits->physical > limits->logical)
        return xasprintf(_("It is only assumed that a physical sector begins at sector "
                           "%llu."),
                         first);
    return NULL;
}

/* The first starts in free space.  A logical partition needs one sector for its EBR. */
static struct first_starts starts_within(const struct layout *layout,
                                         const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t start = extent->start + (extent->parent ? 1 : 0);
    struct first_starts first = { start, align_next(limits_physical_grid(limits), start),
                                  align_next(limits_grain_grid(limits), start) };

    if (first.grain >= extent_end(extent))
        first.grain = ALIGN_NONE;
    return first;
}

/* One start may be two of them, or all. */
static char *first_starts_words(const struct first_starts *first, const char *physical,
                                const char *grain)
{
    if (first->legal == first->grain)
        return xasprintf(_("First legal start %1$llu, on %2$s."), (ull)first->legal,
                         grain);
    if (first->legal == first->physical)
        return xasprintf(_("First legal start %1$llu, on %2$s; on %3$s %4$llu."),
                         (ull)first->legal, physical, grain, (ull)first->grain);
    if (first->physical == first->grain)
        return xasprintf(_("First legal start %1$llu, on %2$s %3$llu."),
                         (ull)first->legal, grain, (ull)first->grain);
    return xasprintf(_("First legal start %1$llu, on %2$s %3$llu, on %4$s %5$llu."),
                     (ull)first->legal, physical, (ull)first->physical, grain,
                     (ull)first->grain);
}

char *explain_first_starts(const struct layout *layout, const struct extent *extent)
{
    struct first_starts first = suggest_first_starts(layout);
    const struct limits *limits = layout_limits(layout);
    char physical[SIZE_TEXT], grain[SIZE_TEXT];

    if (extent && extent->role == ROLE_UNADDRESSABLE)
        return NULL;
    if (extent && extent->kind == EXTENT_FREE && extent->start > first.legal)
        first = starts_within(layout, extent);
    if (first.legal == ALIGN_NONE || first.physical == ALIGN_NONE ||
        first.grain == ALIGN_NONE)
        return NULL;
    (void)size_format_iec(limits->physical, physical);
    (void)size_format_iec(limits->grain, grain);
    return first_starts_words(&first, physical, grain);
}
