/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - why an extent is judged as it is */
#include "model/align/explain.h"

#include <stdlib.h>
#include <string.h>

#include "model/align/explain_private.h"
#include "model/align/harmless.h"
#include "model/align/pattern.h"
#include "model/align/picture.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/types.h"

void explain_add(struct explain *explain, enum explain_part part, char *text)
{
    if (!text)
        return;
    explain->lines =
        xrealloc(explain->lines, explain->count + 1, sizeof(*explain->lines));
    explain->lines[explain->count++] = (struct explain_line){ part, text };
}

void explain_add_words(struct explain *explain, enum explain_part part, const char *text)
{
    explain_add(explain, part, xstrdup(text));
}

char *explain_sum(const struct limits *limits, uint64_t byte)
{
    uint64_t p = limits->physical, a = limits->alignment_offset;
    struct str sum = { 0 };

    if (byte < a)
        return xasprintf(_("byte %1$llu, before the first boundary at byte %2$llu"),
                         (ull)byte, (ull)a);
    /* TRANSLATORS: followed by a sum of numbers: "byte 32256 = 7 x 4096 + 3584". */
    str_printf(&sum, _("byte %llu = "), (ull)byte);
    if (a)
        str_printf(&sum, "%llu + ", (ull)a);
    str_printf(&sum, "%llu x %llu", (ull)((byte - a) / p), (ull)p);
    if ((byte - a) % p)
        str_printf(&sum, " + %llu", (ull)((byte - a) % p));
    return str_take(&sum);
}

static char *explain_measured(const struct limits *limits)
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
        return explain_measured(limits);
    if (limits->physical_source != SOURCE_ASSUMED)
        return NULL;
    return xasprintf(_("It reports %1$llu-byte physical sectors. Many drives use "
                       "%2$llu inside and do not say so. alidade checks against "
                       "%2$llu."),
                     (ull)limits->physical_reported, (ull)limits->physical);
}

/* The first starts in free space; a logical partition needs one sector for its EBR. */
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
    (void)size_format_exact(limits->physical, physical);
    (void)size_format_exact(limits->grain, grain);
    return xasprintf(_("First legal start %1$llu, on %2$s %3$llu, on %4$s %5$llu."),
                     (ull)first.legal, physical, (ull)first.physical, grain,
                     (ull)first.grain);
}

static void add_place(struct explain *explain, const struct layout *layout,
                      const struct extent *extent)
{
    CLEANUP(freep)
    char *sum = explain_sum(layout_limits(layout), explain_start_byte(layout, extent));

    /* TRANSLATORS: %2$s is a sum such as "byte 32256 = 7 x 4096 + 3584". */
    explain_add(explain, EXPLAIN_PLACE,
                xasprintf(_("starts at sector %1$llu = %2$s"), (ull)extent->start, sum));
}

static void add_picture(struct explain *explain, const struct layout *layout,
                        const struct extent *extent, int width)
{
    struct blocks blocks = explain_blocks(layout, extent);
    struct picture picture = picture_draw(layout_limits(layout), &blocks, width);

    for (int i = 0; i < PICTURE_ROWS; i++)
        explain_add(explain, EXPLAIN_PICTURE, TAKE(picture.rows[i]));
}

/* Blocks that touch more sectors than they must, and what that was MEASURED to cost. */
static char *say_split_measured(const struct limits *limits, const struct blocks *blocks,
                                const struct block_cost *cost, const char *measured)
{
    char size[SIZE_TEXT];

    (void)size_format_exact(blocks->size, size);
    if (blocks->size == limits->physical)
        return xasprintf(_("Each %1$s block lies across two physical sectors. To write "
                           "one block the disk must read both sectors, change a part of "
                           "each and write both: 1 write = 2 reads + 2 writes. %2$s"),
                         size, measured);
    if (blocks->size < limits->physical)
        return xasprintf(_("Some %1$s blocks lie across two physical sectors. To write "
                           "such a block the disk must read both sectors, change a part "
                           "of each and write both: 1 write = 2 reads + 2 writes. %2$s"),
                         size, measured);
    return xasprintf(_("Each %1$s block lies across %2$llu physical sectors instead of "
                       "%3$llu, and two of them only in part. To write one block the "
                       "disk must read those two, change a part of each and write all: "
                       "1 write = %4$llu reads + %2$llu writes. %5$s"),
                     size, (ull)cost->writes, (ull)cost->writes_at_best, (ull)cost->reads,
                     measured);
}

/* The same with what it costs as a rule. */
static char *say_split(const struct limits *limits, const struct blocks *blocks,
                       const struct block_cost *cost)
{
    char size[SIZE_TEXT];

    (void)size_format_exact(blocks->size, size);
    if (blocks->size == limits->physical) {
        return xasprintf(_("Each %s block lies across two physical sectors. To write one "
                           "block the disk must read both sectors, change a part of each "
                           "and write both: 1 write = 2 reads + 2 writes. Reading loses "
                           "little. Small writes that are synced typically run 3-7 times "
                           "slower."),
                         size);
    }
    if (blocks->size < limits->physical) {
        return xasprintf(
            _("Some %s blocks lie across two physical sectors. To write such "
              "a block the disk must read both sectors, change a part of "
              "each and write both: 1 write = 2 reads + 2 writes."),
            size);
    }
    return xasprintf(_("Each %1$s block lies across %2$llu physical sectors instead of "
                       "%3$llu, and two of them only in part. To write one block the "
                       "disk must read those two, change a part of each and write all: "
                       "1 write = %4$llu reads + %2$llu writes. Reading loses little. "
                       "Small writes that are synced lose most."),
                     size, (ull)cost->writes, (ull)cost->writes_at_best,
                     (ull)cost->reads);
}

static char *say_past_cure(const struct limits *limits, const struct blocks *blocks)
{
    char size[SIZE_TEXT], physical[SIZE_TEXT];

    (void)size_format_exact(blocks->size, size);
    (void)size_format_exact(limits->physical, physical);
    return xasprintf(_("Blocks of %1$s are smaller than a physical sector of %2$s: each "
                       "small write is a read and a write, wherever the partition "
                       "starts. Moving does not cure that; a file system with blocks of "
                       "%2$s would."),
                     size, physical);
}

static void add_off_verdict(struct explain *explain, const struct layout *layout,
                            const struct extent *extent, const struct verdict *verdict,
                            const char *measured)
{
    const struct limits *limits = layout_limits(layout);
    struct blocks blocks = explain_blocks(layout, extent);
    struct block_cost cost;

    if (!blocks_cost(limits, &blocks, &cost))
        return;
    if (cost.is_split)
        explain_add(explain, EXPLAIN_VERDICT,
                    measured ? say_split_measured(limits, &blocks, &cost, measured)
                             : say_split(limits, &blocks, &cost));
    if (verdict->has_small_blocks)
        explain_add(explain, EXPLAIN_VERDICT, say_past_cure(limits, &blocks));
    if (!cost.is_split)
        return;
    explain_add_words(
        explain, EXPLAIN_WORKLOAD,
        _("Hurt most: small writes that are synced at once (databases, mail, "
          "package managers, virtual machines), unpacking many small files, "
          "swapping. Hardly hurt: reading, and large files written in one piece."));
}

static void add_aligned_verdict(struct explain *explain, const struct layout *layout,
                                const struct extent *extent,
                                const struct verdict *verdict)
{
    const struct limits *limits = layout_limits(layout);
    struct blocks blocks = explain_blocks(layout, extent);
    struct block_cost cost;
    char physical[SIZE_TEXT], grain[SIZE_TEXT];

    (void)size_format_exact(limits->physical, physical);
    (void)size_format_exact(limits->grain, grain);
    if (!content_is_read(&extent->content)) {
        explain_add(explain, EXPLAIN_VERDICT,
                    xasprintf(_("It starts on a %s boundary. Only its start is judged."),
                              verdict->grade == GRADE_GRAIN ? grain : physical));
    } else if (verdict->grade == GRADE_GRAIN) {
        explain_add(explain, EXPLAIN_VERDICT,
                    xasprintf(_("It starts on a %s boundary: nothing to do."), grain));
    } else {
        explain_add(
            explain, EXPLAIN_VERDICT,
            xasprintf(_("It starts on a %1$s boundary, which is full speed on this disk: "
                        "nothing to do. parted's \"optimal\" asks for %2$s and calls it "
                        "not aligned."),
                      physical, grain));
    }
    if (!blocks_cost(limits, &blocks, &cost))
        return;
    if (blocks.size < limits->physical) {
        explain_add(explain, EXPLAIN_VERDICT, say_past_cure(limits, &blocks));
        return;
    }
    (void)size_format_exact(blocks.size, physical);
    explain_add(
        explain, EXPLAIN_VERDICT,
        xasprintf(ngettext("One block of %1$s is %2$llu whole physical sector: nothing "
                           "is read before it is written.",
                           "One block of %1$s is %2$llu whole physical sectors: nothing "
                           "is read before it is written.",
                           (unsigned long)cost.writes),
                  physical, (ull)cost.writes));
}

static void add_harmless(struct explain *explain, const struct layout *layout,
                         const struct extent *extent, const struct verdict *verdict)
{
    const char *story = harmless_story(extent, verdict->harmless);

    if (story)
        explain_add_words(explain, EXPLAIN_VERDICT, story);
    if (verdict->harmless == HARMLESS_FREE || verdict->harmless == HARMLESS_METADATA)
        explain_add(explain, EXPLAIN_VERDICT, explain_first_starts(layout, extent));
}

static void add_end(struct explain *explain, const struct layout *layout,
                    const struct extent *extent, const struct verdict *verdict)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t past = extent->length * limits->logical % limits->physical;

    if (!past || verdict->grade == GRADE_HARMLESS)
        return;
    if (verdict->is_end_harmful) {
        explain_add(
            explain, EXPLAIN_END,
            xasprintf(_("Its length is %1$llu bytes past a multiple of %2$llu. LUKS "
                        "refuses to open a volume that cuts its 4096-byte sectors: make "
                        "the partition a multiple of 4096 bytes long."),
                      (ull)past, (ull)limits->physical));
        return;
    }
    explain_add(
        explain, EXPLAIN_END,
        xasprintf(_("Its length is %1$llu bytes past a multiple of %2$llu: harmless for "
                    "speed, only the last block is cut."),
                  (ull)past, (ull)limits->physical));
}

/* Whose work such a table is, and the sectors that show it. */
static void add_pattern(struct explain *explain, const struct layout *layout)
{
    struct pattern pattern;

    if (pattern_find(layout, &pattern))
        explain_add(explain, EXPLAIN_PATTERN, pattern_words(&pattern));
}

static void add_boot(struct explain *explain, const struct layout *layout,
                     const struct extent *extent)
{
    bool is_esp = !strcmp(extent->type, TYPE_GPT_EFI_SYSTEM) ||
                  !strcmp(extent->type, TYPE_MSDOS_EFI_SYSTEM);

    if (layout_limits(layout)->logical >= 4096 && (is_esp || extent->is_bootable))
        explain_add_words(
            explain, EXPLAIN_BOOT,
            _("This disk has 4096-byte logical sectors (4Kn): some firmware cannot "
              "boot from it."));
}

struct explain explain_extent(const struct layout *layout, const struct extent *extent,
                              int width, const char *measured)
{
    struct verdict verdict = judge_extent(layout, extent);
    struct explain explain = { 0 };

    add_place(&explain, layout, extent);
    if (verdict.grade == GRADE_HARMLESS) {
        add_harmless(&explain, layout, extent, &verdict);
    } else {
        add_picture(&explain, layout, extent, width);
        if (verdict.grade == GRADE_OFF)
            add_off_verdict(&explain, layout, extent, &verdict, measured);
        else
            add_aligned_verdict(&explain, layout, extent, &verdict);
        explain_add(&explain, EXPLAIN_DOUBT, explain_doubt(layout_limits(layout)));
        explain_add_inside(&explain, layout, extent, &verdict);
        explain_add_proof(&explain, extent);
    }
    add_end(&explain, layout, extent, &verdict);
    if (verdict.grade != GRADE_HARMLESS)
        add_pattern(&explain, layout);
    add_boot(&explain, layout, extent);
    if (verdict.grade == GRADE_OFF)
        explain_add_measured(&explain);
    return explain;
}

void explain_finish(struct explain *explain)
{
    for (size_t i = 0; i < explain->count; i++)
        free(explain->lines[i].text);
    free(explain->lines);
    *explain = (struct explain){ 0 };
}
