/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - why an extent has its verdict */
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

static enum explain_gap gap_before(const struct explain *explain, enum explain_part part)
{
    enum explain_part last =
        explain->count ? explain->lines[explain->count - 1].part : part;

    if (part == last)
        return EXPLAIN_GAP_NONE;
    return part == EXPLAIN_PICTURE || last == EXPLAIN_PICTURE ? EXPLAIN_GAP_PICTURE
                                                              : EXPLAIN_GAP_PART;
}

void explain_add(struct explain *explain, enum explain_part part, char *text)
{
    if (!text)
        return;
    enum explain_gap gap = gap_before(explain, part);
    explain->lines =
        xrealloc(explain->lines, explain->count + 1, sizeof(*explain->lines));
    explain->lines[explain->count++] = (struct explain_line){ part, gap, text };
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
    CLEANUP(lines_finish) struct lines rows = { 0 };

    picture_draw(layout_limits(layout), &blocks, width, &rows);
    for (size_t i = 0; i < rows.count; i++)
        explain_add(explain, EXPLAIN_PICTURE, TAKE(rows.at[i]));
}

/* A split block is as large as a physical sector, smaller or larger. */
enum { SPLIT_EACH, SPLIT_SOME, SPLIT_LARGE, SPLIT_COUNT };

/* Sentences on blocks that touch more sectors than necessary: with the usual cost, and
 * for a measured cost. */
static const char *const split_words[SPLIT_COUNT][2] = {
    [SPLIT_EACH] = { N_("Each %s block lies across two physical sectors. To write one "
                        "block the disk must read both sectors, change a part of each "
                        "and write both: 1 write = 2 reads + 2 writes. Reading loses "
                        "little. Small writes that are synced typically run 3-7 times "
                        "slower."),
                     N_("Each %1$s block lies across two physical sectors. To write "
                        "one block the disk must read both sectors, change a part of "
                        "each and write both: 1 write = 2 reads + 2 writes. %2$s") },
    [SPLIT_SOME] = { N_("Some %s blocks lie across two physical sectors. To write such "
                        "a block the disk must read both sectors, change a part of "
                        "each and write both: 1 write = 2 reads + 2 writes."),
                     N_("Some %1$s blocks lie across two physical sectors. To write "
                        "such a block the disk must read both sectors, change a part "
                        "of each and write both: 1 write = 2 reads + 2 writes. %2$s") },
    [SPLIT_LARGE] = { N_("Each %1$s block lies across %2$llu physical sectors instead of "
                         "%3$llu, and two of them only in part. To write one block the "
                         "disk must read those two, change a part of each and write all: "
                         "1 write = %4$llu reads + %2$llu writes. Reading loses little. "
                         "Small writes that are synced lose most."),
                      N_("Each %1$s block lies across %2$llu physical sectors instead of "
                         "%3$llu, and two of them only in part. To write one block the "
                         "disk must read those two, change a part of each and write all: "
                         "1 write = %4$llu reads + %2$llu writes. %5$s") },
};

/* MEASURED is a sentence on the cost; NULL: the usual cost is given. */
static char *split_sentence(const struct limits *limits, const struct blocks *blocks,
                            const struct block_cost *cost, const char *measured)
{
    char size[SIZE_TEXT];

    (void)size_format_exact(blocks->size, size);
    if (blocks->size == limits->physical)
        return xasprintf(_(split_words[SPLIT_EACH][measured != NULL]), size, measured);
    if (blocks->size < limits->physical)
        return xasprintf(_(split_words[SPLIT_SOME][measured != NULL]), size, measured);
    return xasprintf(_(split_words[SPLIT_LARGE][measured != NULL]), size,
                     (ull)cost->writes, (ull)cost->writes_at_best, (ull)cost->reads,
                     measured);
}

static char *small_blocks_sentence(const struct limits *limits,
                                   const struct blocks *blocks)
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
                    split_sentence(limits, &blocks, &cost, measured));
    if (verdict->has_small_blocks)
        explain_add(explain, EXPLAIN_VERDICT, small_blocks_sentence(limits, &blocks));
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
        explain_add(explain, EXPLAIN_VERDICT, small_blocks_sentence(limits, &blocks));
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
                              uint64_t grub_sectors, int width, const char *measured)
{
    struct verdict verdict = judge_extent(layout, extent);
    struct explain explain = { .starts =
                                   suggestion_table_build(layout, extent, grub_sectors) };

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
    suggestion_table_finish(&explain->starts);
    *explain = (struct explain){ 0 };
}
