/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.c - whether an extent is aligned, to what, and why not */
#include "model/align/judge.h"

#include <stddef.h>
#include <string.h>

#include "model/align/harmless.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/disk/damage.h"
#include "model/disk/kept.h"
#include "model/disk/repair.h"
#include "model/disk/types.h"

/* Types that are hardly ever read or written, so that misalignment costs nothing. */
static enum harmless harmless_of_type(const char *guid)
{
    static const struct {
        const char *guid;
        enum harmless why;
    } types[] = {
        { TYPE_GPT_BIOS_BOOT, HARMLESS_BIOS_BOOT },
        { TYPE_GPT_MSR, HARMLESS_MSR },
    };

    for (size_t i = 0; i < ARRAY_SIZE(types); i++)
        if (!strcmp(guid, types[i].guid))
            return types[i].why;
    return HARMLESS_NO;
}

static enum harmless harmless_of(const struct layout *layout, const struct extent *extent)
{
    static const enum harmless kinds[EXTENT_KIND_COUNT] = {
        [EXTENT_FREE] = HARMLESS_FREE,         [EXTENT_METADATA] = HARMLESS_METADATA,
        [EXTENT_EXTENDED] = HARMLESS_EXTENDED, [EXTENT_DAMAGED] = HARMLESS_DAMAGED,
        [EXTENT_KEPT] = HARMLESS_KEPT,
    };

    if (extent->role == ROLE_RAW)
        return HARMLESS_RAW;
    if (extent->role == ROLE_UNUSED)
        return HARMLESS_UNUSED;
    if (extent->role == ROLE_TABLE)
        return HARMLESS_METADATA;
    if (extent->role == ROLE_CLAIMED || extent->fault)
        return HARMLESS_DAMAGED;
    if (kept_holds(layout, extent))
        return HARMLESS_IN_IMAGE;
    if (kinds[extent->kind] != HARMLESS_NO)
        return kinds[extent->kind];
    /* No system finds the partition at these sectors. */
    if (layout_label(layout)->written_for)
        return HARMLESS_OTHER_SECTORS;
    if (layout_limits(layout)->is_base_unknown)
        return HARMLESS_PLACE_UNKNOWN;
    return harmless_of_type(extent->type);
}

/* Returns the unit in which the file system writes; 0 if unknown or no file system. */
static uint64_t block_of(const struct inside *inside)
{
    static const bool has_clusters[INSIDE_COUNT] = {
        [INSIDE_EXFAT] = true,
        [INSIDE_FAT] = true,
        [INSIDE_NTFS] = true,
    };
    static const bool has_blocks[INSIDE_COUNT] = {
        [INSIDE_BTRFS] = true,
        [INSIDE_EXT] = true,
        [INSIDE_XFS] = true,
    };

    if (has_clusters[inside->kind])
        return inside->unit;
    return has_blocks[inside->kind] ? inside->block : 0;
}

static bool has_small_blocks(const struct layout *layout, const struct extent *extent)
{
    uint64_t block = block_of(&extent->content.inside);

    return block && block < layout_limits(layout)->physical;
}

/* LUKS2 opens only if its data is a whole number of encryption sectors. */
static bool is_luks_cut(const struct layout *layout, const struct extent *extent)
{
    const struct inside *inside = &extent->content.inside;
    uint64_t sector = inside->block;

    if (inside->kind != INSIDE_LUKS || sector != 4096)
        return false;
    uint64_t rest = extent->length % sector * (layout_limits(layout)->logical % sector);
    return (rest + sector - inside->data_offset % sector) % sector != 0;
}

uint64_t judge_data_offset(const struct layout *layout, const struct extent *extent)
{
    return has_small_blocks(layout, extent) ? 0 : extent->content.inside.data_offset;
}

struct verdict judge_extent(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t data_offset = judge_data_offset(layout, extent);
    struct alignment grid = limits_physical_grid(limits);
    struct verdict v = { .harmless = harmless_of(layout, extent) };

    if (v.harmless) {
        v.grade = GRADE_HARMLESS;
        return v;
    }
    /* Sectors first: the bytes of a far start may not fit in 64 bits. */
    v.past_bytes = align_past(grid, extent->start) * limits->logical;
    v.end_past_bytes = extent->length % grid.grain * limits->logical;
    v.is_end_harmful = is_luks_cut(layout, extent);
    uint64_t joined = (v.past_bytes + data_offset % limits->physical) % limits->physical;
    v.has_inside = extent->content.inside.kind != INSIDE_NONE && data_offset != 0;
    v.inside_past_bytes = v.has_inside ? joined : 0;
    if (v.has_inside ? joined : v.past_bytes)
        v.grade = GRADE_OFF;
    else if (!v.past_bytes && align_contains(limits_grain_grid(limits), extent->start))
        v.grade = GRADE_GRAIN;
    else
        v.grade = GRADE_PHYSICAL;
    v.has_small_blocks = has_small_blocks(layout, extent);
    return v;
}

bool judge_is_off(const struct verdict *verdict)
{
    return verdict->grade == GRADE_OFF || verdict->is_end_harmful;
}

struct judge_summary judge_all(const struct layout *layout)
{
    struct judge_summary sum = {
        .is_assumed = layout_limits(layout)->physical_source == SOURCE_ASSUMED,
    };

    for (size_t i = 0; i < layout_count(layout); i++) {
        struct verdict v = judge_extent(layout, layout_at(layout, i));
        sum.judged += v.grade != GRADE_HARMLESS;
        sum.off += judge_is_off(&v);
        sum.below_grain += v.grade == GRADE_PHYSICAL && !judge_is_off(&v);
    }
    return sum;
}

const char *judge_grade_id(enum grade grade)
{
    static const char *const ids[GRADE_COUNT] = {
        [GRADE_GRAIN] = "grain",
        [GRADE_PHYSICAL] = "physical",
        [GRADE_OFF] = "off",
        [GRADE_HARMLESS] = "harmless",
    };

    return ids[grade];
}

/* Adds "Starts at sector 63 = 56 + 7, ..." for a start that is not on the grid. */
static void add_start_past(struct str *out, const struct limits *limits, uint64_t start,
                           uint64_t past_bytes)
{
    struct alignment grid = limits_physical_grid(limits);
    uint64_t below = align_prev(grid, start);
    char size[SIZE_TEXT];

    (void)size_format_iec(limits->physical, size);
    if (below == ALIGN_NONE)
        str_printf(out,
                   _("Starts at sector %1$llu, before the first %2$s boundary of this "
                     "disk, which is at sector %3$llu."),
                   (ull)start, size, (ull)align_next(grid, start));
    else
        str_printf(out,
                   _("Starts at sector %1$llu = %2$llu + %3$llu, %4$llu bytes past a "
                     "%5$s boundary."),
                   (ull)start, (ull)below, (ull)(start - below), (ull)past_bytes, size);
}

static void add_start_on_grid(struct str *out, const struct limits *limits,
                              uint64_t start, enum grade grade)
{
    char physical[SIZE_TEXT], grain[SIZE_TEXT];

    (void)size_format_iec(limits->physical, physical);
    (void)size_format_iec(limits->grain, grain);
    if (grade == GRADE_GRAIN)
        str_printf(out, _("Starts at sector %1$llu, on a %2$s boundary."), (ull)start,
                   grain);
    else
        str_printf(out,
                   _("Starts at sector %1$llu, on a %2$s boundary, not on a %3$s "
                     "one."),
                   (ull)start, physical, grain);
}

static void add_inside_reason(struct str *out, const struct extent *extent,
                              const struct verdict *verdict)
{
    ull offset = extent->content.inside.data_offset;

    if (!verdict->has_inside || (!verdict->past_bytes && !verdict->inside_past_bytes))
        return;
    str_add_gap(out);
    if (!verdict->inside_past_bytes)
        str_printf(out, _("But its first data, %llu bytes in, lies on a boundary."),
                   offset);
    else if (!verdict->past_bytes)
        str_printf(out,
                   _("But its first data, %1$llu bytes in, lies %2$llu bytes past "
                     "a boundary."),
                   offset, (ull)verdict->inside_past_bytes);
    else
        str_printf(out,
                   _("Its first data, %1$llu bytes in, lies %2$llu bytes past a "
                     "boundary too."),
                   offset, (ull)verdict->inside_past_bytes);
}

static void add_blocks_reason(struct str *out, const struct limits *limits,
                              const struct extent *extent, const struct verdict *verdict)
{
    char size[SIZE_TEXT];

    if (!verdict->has_small_blocks)
        return;
    (void)size_format_iec(limits->physical, size);
    str_add_gap(out);
    str_printf(
        out,
        _("Its blocks of %1$llu bytes are smaller than a physical sector: small "
          "writes cost more wherever it starts; only a file system made again with "
          "blocks of %2$s avoids that."),
        (ull)block_of(&extent->content.inside), size);
}

static void add_end_reason(struct str *out, const struct limits *limits,
                           const struct verdict *verdict)
{
    char size[SIZE_TEXT];

    if (verdict->is_end_harmful) {
        str_add_gap(out);
        str_add(out, _("Its end cuts a LUKS sector of 4096 bytes: such a volume cannot "
                       "be opened."));
    } else if (verdict->end_past_bytes) {
        (void)size_format_iec(limits->physical, size);
        str_add_gap(out);
        str_printf(out,
                   _("Its length is %1$llu bytes over a multiple of %2$s: worth a "
                     "note, it costs no speed."),
                   (ull)verdict->end_past_bytes, size);
    }
}

static char *beyond_reason(const struct layout *layout, const struct extent *extent)
{
    const struct limits *limits = layout_limits(layout);
    const struct label *label = layout_label(layout);
    char size[SIZE_TEXT];

    if (repair_frees(layout, extent))
        return xstrdup(_("The GPT was written for a smaller disk: these sectors can be "
                         "used when its backup is moved to the end of the disk."));
    if (!label_addressable(label->kind))
        return xasprintf(_("Outside the range that this table has for partitions, "
                           "sectors %1$llu to %2$llu."),
                         (ull)label->first_usable, (ull)label->last_usable);
    /* Cannot overflow: sectors have at most 64 KiB, and the table counts 2^32 of them. */
    (void)size_format_iec(label_addressable(label->kind) * limits->logical, size);
    return xasprintf(_("Not addressable by %1$s: its sector numbers have 32 bits, and "
                       "%2$llu x 2^32 bytes are %3$s. A GPT can."),
                     label_name(label), (ull)limits->logical, size);
}

char *judge_reason(const struct layout *layout, const struct extent *extent,
                   const struct verdict *verdict)
{
    const struct limits *limits = layout_limits(layout);
    struct str out = { 0 };

    if (extent->role == ROLE_UNADDRESSABLE)
        return beyond_reason(layout, extent);
    if (extent_is_damaged(extent))
        return damage_words(limits, extent);
    if (verdict->grade == GRADE_HARMLESS)
        return xstrdup(harmless_reason(extent, verdict->harmless));
    if (verdict->past_bytes)
        add_start_past(&out, limits, extent->start, verdict->past_bytes);
    else
        add_start_on_grid(&out, limits, extent->start,
                          align_contains(limits_grain_grid(limits), extent->start)
                              ? GRADE_GRAIN
                              : GRADE_PHYSICAL);
    add_inside_reason(&out, extent, verdict);
    add_blocks_reason(&out, limits, extent, verdict);
    add_end_reason(&out, limits, verdict);
    return str_take(&out);
}

static char *word_of_off(const struct limits *limits, const struct verdict *verdict)
{
    if (!verdict->past_bytes)
        /* TRANSLATORS: at most 8 columns; the partition is aligned, its first data is
         * not. */
        return xstrdup(_("! inside"));
    /* TRANSLATORS: at most 8 columns; sectors past the boundary. */
    return xasprintf(_("! +%llu s"), (ull)(verdict->past_bytes / limits->logical));
}

char *judge_word(const struct layout *layout, const struct verdict *verdict)
{
    const struct limits *limits = layout_limits(layout);
    ull end = verdict->end_past_bytes / limits->logical;
    char size[SIZE_TEXT];

    if (verdict->grade == GRADE_HARMLESS)
        return xstrdup("-");
    if (verdict->grade == GRADE_OFF)
        return word_of_off(limits, verdict);
    if (verdict->is_end_harmful)
        /* TRANSLATORS: at most 8 columns; the end cuts an encrypted sector. */
        return xasprintf(_("! end +%llu"), end);
    (void)size_format_grid(
        verdict->grade == GRADE_GRAIN ? limits->grain : limits->physical, size);
    /* TRANSLATORS: at most 8 columns; aligned to 4K, 1M. */
    return xasprintf(_("ok %s"), size);
}
