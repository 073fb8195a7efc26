/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.c - which tools make tables like this one, and when */
#include "model/align/pattern.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"

enum {
    TRACK = 63, /* sectors of a track in the BIOS geometry */
    CYLINDER = 255 * 63,
    BRIDGE = 65535, /* sectors that faulty USB bridges report */
};

static void pattern_add_proof(struct pattern *pattern, uint64_t lba)
{
    size_t count = pattern->proof_count;

    if (count < PATTERN_PROOF_MAX && (!count || pattern->proof[count - 1] != lba))
        pattern->proof[pattern->proof_count++] = lba;
}

/* True for a judged partition of the disk's own table. */
static bool is_evidence(const struct layout *layout, const struct extent *extent)
{
    return extent->kind != EXTENT_SLICE &&
           judge_extent(layout, extent).grade != GRADE_HARMLESS;
}

/* Returns the first start, or ALIGN_NONE. */
static uint64_t pattern_first_start(const struct layout *layout)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (is_evidence(layout, layout_at(layout, i)))
            return layout_at(layout, i)->start;
    return ALIGN_NONE;
}

static bool has_old_sectors(const struct layout *layout)
{
    return layout_limits(layout)->logical == 512;
}

typedef bool fits_fn(uint64_t start);

/* Adds each start that fits.  Returns false if a start neither fits nor is on the
 * grain. */
static bool pattern_collect(const struct layout *layout, fits_fn *fits,
                            struct pattern *pattern)
{
    struct alignment grain = limits_grain_grid(layout_limits(layout));

    LAYOUT_EACH (extent, layout) {
        if (!is_evidence(layout, extent))
            continue;
        if (fits(extent->start))
            pattern_add_proof(pattern, extent->start);
        else if (!align_contains(grain, extent->start))
            return false;
    }
    return true;
}

static bool fits_bridge(uint64_t start)
{
    return start && start % BRIDGE == 0;
}

static bool prove_bridge(const struct layout *layout, struct pattern *pattern)
{
    return pattern_collect(layout, fits_bridge, pattern) &&
           (pattern->proof[0] == BRIDGE || pattern->proof_count > 1);
}

static bool fits_plus_one(uint64_t start)
{
    return start % 2048 == 1;
}

/* On a drive with its grid at sector 1, 2049 would be aligned. */
static bool prove_calamares(const struct layout *layout, struct pattern *pattern)
{
    return has_old_sectors(layout) && !layout_limits(layout)->alignment_offset &&
           pattern_first_start(layout) == 2049 &&
           pattern_collect(layout, fits_plus_one, pattern);
}

static bool prove_first(const struct layout *layout, uint64_t start,
                        struct pattern *pattern)
{
    if (!has_old_sectors(layout) || pattern_first_start(layout) != start)
        return false;
    pattern_add_proof(pattern, start);
    return true;
}

static bool prove_gpt34(const struct layout *layout, struct pattern *pattern)
{
    return layout_label(layout)->kind == LABEL_GPT && prove_first(layout, 34, pattern);
}

/* The sectors before and after a multiple of 10^6 bytes = 15625 / 8 sectors. */
static bool fits_megabyte(uint64_t start)
{
    uint64_t whole = start / 15625, rest = start % 15625;

    if (!whole && rest < 1953)
        return false;
    for (uint64_t eighth = 0; eighth <= 8; eighth++)
        if (rest == eighth * 15625 / 8 || rest == (eighth * 15625 + 7) / 8)
            return true;
    return false;
}

static bool prove_megabyte(const struct layout *layout, struct pattern *pattern)
{
    return has_old_sectors(layout) && pattern_collect(layout, fits_megabyte, pattern) &&
           (pattern->proof[0] == 1953 || pattern->proof_count > 1);
}

/* A logical partition starts one track after its EBR, which is on a cylinder. */
static bool fits_cylinder(uint64_t start)
{
    return start && (start % CYLINDER == 0 || start % CYLINDER == TRACK);
}

static bool prove_cylinder(const struct layout *layout, struct pattern *pattern)
{
    bool has_boundary = false;

    if (!has_old_sectors(layout))
        return false;
    LAYOUT_EACH (extent, layout) {
        if (!extent_is_partition(extent) || extent->kind == EXTENT_SLICE)
            continue;
        has_boundary |= extent->start && extent->start % CYLINDER == 0;
        /* A container on a cylinder is evidence too. */
        if (extent->kind == EXTENT_EXTENDED && extent->start % CYLINDER == 0)
            pattern_add_proof(pattern, extent->start);
        else if (is_evidence(layout, extent) && fits_cylinder(extent->start))
            pattern_add_proof(pattern, extent->start);
    }
    struct pattern against = { 0 };
    return has_boundary && pattern->proof_count > 1 &&
           pattern_collect(layout, fits_cylinder, &against);
}

/* The label rounds sizes to cylinders, so all its partitions but the first start on
 * one. */
static bool prove_bsd(const struct layout *layout, struct pattern *pattern)
{
    bool has_boundary = false;

    LAYOUT_EACH (extent, layout) {
        if (!extent->letter || judge_extent(layout, extent).grade == GRADE_HARMLESS)
            continue;
        const struct extent *slice = layout_find(layout, extent->parent);
        bool is_boundary = extent->start && extent->start % CYLINDER == 0;
        if (!is_boundary && !(slice && slice->start == extent->start))
            return false;
        has_boundary |= is_boundary;
        pattern_add_proof(pattern, extent->start);
    }
    return has_old_sectors(layout) && has_boundary && pattern->proof_count > 1;
}

/* FAT or exFAT, as its type promises. */
static bool is_card_type(const struct extent *extent)
{
    static const char *const types[] = { "6", "7", "b", "c", "e" };

    for (size_t i = 0; i < ARRAY_SIZE(types); i++)
        if (!strcmp(extent->type, types[i]))
            return true;
    return false;
}

/* 4, 16 and 32 MiB, by the capacity of the card. */
static bool fits_card(uint64_t start)
{
    return start == 8192 || start == 32768 || start == 65536;
}

static bool prove_card(const struct layout *layout, struct pattern *pattern)
{
    size_t count = 0;

    if (layout_label(layout)->kind != LABEL_MSDOS || !has_old_sectors(layout))
        return false;
    LAYOUT_EACH (extent, layout) {
        if (!extent_is_partition(extent))
            continue;
        count++;
        if (!fits_card(extent->start) || !is_card_type(extent))
            return false;
        pattern_add_proof(pattern, extent->start);
    }
    return count == 1;
}

static bool prove_head(const struct layout *layout, struct pattern *pattern)
{
    return layout_label(layout)->kind != LABEL_GPT && prove_first(layout, TRACK, pattern);
}

/* The most specific first.  Years: Windows aligns to 1 MiB since Vista, fdisk and parted
 * since util-linux 2.18 and parted 2.2 of 2010; Calamares issues 567 and 1008;
 * util-linux issue 1221; mintstick issue 139. */
static const struct {
    const char *id;
    const char *text;
    bool (*prove)(const struct layout *layout, struct pattern *pattern);
} patterns[] = {
    { "bridge-65535",
      N_("Starts are multiples of 65535 sectors: a USB bridge reported an optimal I/O "
         "size of 33553920 bytes, and parted, or fdisk before 2021, took it for the "
         "grain."),
      prove_bridge },
    { "calamares-2049",
      N_("Starts are one sector past 1 MiB, the first is 2049: the Calamares installer "
         "of 2014 to 2018 (Manjaro and others)."),
      prove_calamares },
    { "gpt-34",
      N_("The first partition starts at sector 34, right behind the table: GPT tools "
         "from before about 2010 (parted, gdisk, FreeBSD gpt), or a newer one told not "
         "to align."),
      prove_gpt34 },
    { "megabyte-1953",
      N_("Starts are whole megabytes of 1000000 bytes cut to sectors (1 MB is 1953): a "
         "script or installer that told parted MB where MiB was meant (mintstick until "
         "2025, among others)."),
      prove_megabyte },
    { "bsd-cylinder-16065",
      N_("Partitions of the BSD label start on cylinders of 255 heads x 63 sectors, "
         "since "
         "their sizes were rounded to multiples of 16065: the disklabel editors and "
         "installers of BSD until about 2010."),
      prove_bsd },
    { "cylinder-16065",
      N_("Starts lie on cylinders of 255 heads x 63 sectors, multiples of 16065, the "
         "first one track in: DOS, Windows up to XP and Server 2003 (before Vista, "
         "2007), Linux fdisk and parted until about 2010."),
      prove_cylinder },
    { "head-63",
      N_("The first partition starts at sector 63, after one track of 63 sectors: DOS, "
         "Windows up to XP and Server 2003 (before Vista, 2007), OpenBSD and Linux "
         "fdisk until about 2010."),
      prove_head },
    { "sd-card",
      N_("The only partition starts 4, 16 or 32 MiB in, at a boundary of the card's "
         "erase "
         "units: the SD Association's formatter, cameras and SD cards as they are sold."),
      prove_card },
};

bool pattern_find(const struct layout *layout, struct pattern *ret)
{
    for (size_t i = 0; i < ARRAY_SIZE(patterns); i++) {
        struct pattern found = { .id = patterns[i].id };
        if (!patterns[i].prove(layout, &found))
            continue;
        found.text = _(patterns[i].text);
        *ret = found;
        return true;
    }
    return false;
}

char *pattern_words(const struct pattern *pattern)
{
    CLEANUP(str_finish) struct str proof = { 0 };

    for (size_t i = 0; i < pattern->proof_count; i++)
        str_printf(&proof, "%s%llu", i ? ", " : "", (ull)pattern->proof[i]);
    /* TRANSLATORS: %1$s is a whole sentence, %2$s sector numbers that show it. */
    return xasprintf(
        ngettext("%1$s (sector %2$s)", "%1$s (sectors %2$s)", pattern->proof_count),
        pattern->text, str_text(&proof));
}
