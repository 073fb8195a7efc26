/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - why an extent has its verdict */
#include "model/align/explain.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/align/explain_private.h"
#include "model/align/harmless.h"
#include "model/align/jumper.h"
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

static void explain_take(struct explain *explain, enum explain_part part, char *text)
{
    if (!text)
        return;
    enum explain_gap gap = gap_before(explain, part);
    explain->lines =
        xrealloc(explain->lines, explain->count + 1, sizeof(*explain->lines));
    explain->lines[explain->count++] = (struct explain_line){ part, gap, text };
}

void explain_add(struct explain *explain, enum explain_part part, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    explain_take(explain, part, xvasprintf(format, args));
    va_end(args);
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

static void add_place(struct explain *explain, const struct explain_source *source)
{
    CLEANUP(freep) char *sum = explain_sum(source->limits, source->start_byte);

    /* TRANSLATORS: %2$s is a sum such as "byte 32256 = 7 x 4096 + 3584". */
    explain_add(explain, EXPLAIN_PLACE, _("starts at sector %1$llu = %2$s"),
                (ull)source->extent->start, sum);
}

static void add_picture(struct explain *explain, const struct explain_source *source,
                        int width)
{
    CLEANUP(lines_finish) struct lines rows = { 0 };

    picture_draw(source->limits, &source->blocks, width, &rows);
    for (size_t i = 0; i < rows.count; i++)
        explain_take(explain, EXPLAIN_PICTURE, TAKE(rows.at[i]));
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
static void add_split(struct explain *explain, const struct explain_source *source,
                      const struct block_cost *cost, const char *measured)
{
    uint64_t block = source->blocks.size, physical = source->limits->physical;
    int kind = block == physical  ? SPLIT_EACH
               : block < physical ? SPLIT_SOME
                                  : SPLIT_LARGE;
    const char *words = _(split_words[kind][measured != NULL]);
    char size[SIZE_TEXT];

    (void)size_format_iec(block, size);
    if (kind == SPLIT_LARGE)
        explain_add(explain, EXPLAIN_VERDICT, words, size, (ull)cost->writes,
                    (ull)cost->writes_at_best, (ull)cost->reads, measured);
    else
        explain_add(explain, EXPLAIN_VERDICT, words, size, measured);
}

static void add_small_blocks(struct explain *explain, const struct explain_source *source)
{
    char size[SIZE_TEXT], physical[SIZE_TEXT];

    (void)size_format_iec(source->blocks.size, size);
    (void)size_format_iec(source->limits->physical, physical);
    explain_add(explain, EXPLAIN_VERDICT,
                _("Blocks of %1$s are smaller than a physical sector of %2$s: writing "
                  "a single one costs a read and a write wherever the partition "
                  "starts. Only a file system made again with blocks of %2$s avoids "
                  "that."),
                size, physical);
}

static void add_off_verdict(struct explain *explain, const struct explain_source *source,
                            const char *measured)
{
    struct block_cost cost;

    if (!blocks_cost(source->limits, &source->blocks, &cost))
        return;
    if (cost.is_split)
        add_split(explain, source, &cost, measured);
    if (source->verdict.has_small_blocks)
        add_small_blocks(explain, source);
    if (cost.is_split)
        explain_add(
            explain, EXPLAIN_WORKLOAD,
            _("Hurt most: small writes that are synced at once (databases, mail, "
              "package managers, virtual machines), unpacking many small files, "
              "swapping. Hardly hurt: reading, and large files written in one piece."));
}

static void add_boundary(struct explain *explain, const struct explain_source *source)
{
    bool is_on_grain = source->verdict.grade == GRADE_GRAIN;
    char physical[SIZE_TEXT], grain[SIZE_TEXT];

    (void)size_format_iec(source->limits->physical, physical);
    (void)size_format_iec(source->limits->grain, grain);
    if (!content_is_read(&source->extent->content))
        explain_add(explain, EXPLAIN_VERDICT,
                    _("It starts on a %s boundary. Only its start is judged."),
                    is_on_grain ? grain : physical);
    else if (is_on_grain)
        explain_add(explain, EXPLAIN_VERDICT,
                    _("It starts on a %s boundary: nothing to do."), grain);
    else
        explain_add(explain, EXPLAIN_VERDICT,
                    _("It starts on a %1$s boundary, which is full speed on this disk: "
                      "nothing to do. parted's 'optimal' asks for %2$s and calls it "
                      "not aligned."),
                    physical, grain);
}

static void add_aligned_verdict(struct explain *explain,
                                const struct explain_source *source)
{
    struct block_cost cost;
    char size[SIZE_TEXT];

    add_boundary(explain, source);
    if (!blocks_cost(source->limits, &source->blocks, &cost))
        return;
    if (source->blocks.size < source->limits->physical) {
        add_small_blocks(explain, source);
        return;
    }
    (void)size_format_iec(source->blocks.size, size);
    explain_add(explain, EXPLAIN_VERDICT,
                ngettext("One block of %1$s is %2$llu whole physical sector: nothing "
                         "is read before it is written.",
                         "One block of %1$s is %2$llu whole physical sectors: nothing "
                         "is read before it is written.",
                         (unsigned long)cost.writes),
                size, (ull)cost.writes);
}

static void add_harmless(struct explain *explain, const struct explain_source *source)
{
    enum harmless why = source->verdict.harmless;
    const char *story = harmless_story(source->layout, source->extent, why);

    if (story)
        explain_add(explain, EXPLAIN_VERDICT, "%s", story);
    if (why == HARMLESS_FREE || why == HARMLESS_METADATA)
        explain_take(explain, EXPLAIN_VERDICT,
                     explain_first_starts(source->layout, source->extent));
}

static void add_end(struct explain *explain, const struct explain_source *source)
{
    uint64_t physical = source->limits->physical;
    uint64_t past = source->extent->length * source->limits->logical % physical;

    if (!past || source->verdict.grade == GRADE_HARMLESS)
        return;
    explain_add(explain, EXPLAIN_END,
                source->verdict.is_end_harmful
                    ? _("Its length is %1$llu bytes past a multiple of %2$llu. LUKS "
                        "refuses to open a volume that cuts its 4096-byte sectors: make "
                        "the partition a multiple of 4096 bytes long.")
                    : _("Its length is %1$llu bytes past a multiple of %2$llu: harmless "
                        "for speed, only the last block is cut."),
                (ull)past, (ull)physical);
}

static void add_pattern(struct explain *explain, const struct layout *layout)
{
    struct pattern pattern;

    if (pattern_find(layout, &pattern))
        explain_take(explain, EXPLAIN_PATTERN, pattern_words(&pattern));
}

static void explain_jumper(struct explain *explain, const struct layout *layout)
{
    if (jumper_aligns_all(layout))
        explain_add(explain, EXPLAIN_JUMPER,
                    _("An alignment offset of 3584 bytes would make every start right. "
                      "WD's Advanced Format drives of 2009 to 2011 have a jumper for it "
                      "(pins 7 and 8, for Windows XP). No partition changes, but all "
                      "sectors shift by one: set it on an empty drive only, and write "
                      "the data back then."));
}

static void add_boot(struct explain *explain, const struct explain_source *source)
{
    const struct extent *extent = source->extent;
    bool is_esp = !strcmp(extent->type, TYPE_GPT_EFI_SYSTEM) ||
                  !strcmp(extent->type, TYPE_MSDOS_EFI_SYSTEM);

    if (source->limits->logical >= 4096 && (is_esp || extent->is_bootable))
        explain_add(explain, EXPLAIN_BOOT,
                    _("This disk has 4096-byte logical sectors (4Kn): some firmware "
                      "cannot boot from it."));
}

struct explain explain_extent(const struct layout *layout, const struct extent *extent,
                              struct suggest_context context, int width,
                              const char *measured)
{
    struct explain_source source = explain_source_of(layout, extent);
    enum grade grade = source.verdict.grade;
    struct explain explain = { .starts =
                                   suggestion_table_build(layout, extent, context) };

    add_place(&explain, &source);
    if (grade == GRADE_HARMLESS) {
        add_harmless(&explain, &source);
    } else {
        add_picture(&explain, &source, width);
        if (grade == GRADE_OFF)
            add_off_verdict(&explain, &source, measured);
        else
            add_aligned_verdict(&explain, &source);
        explain_take(&explain, EXPLAIN_DOUBT, explain_doubt(source.limits));
        explain_add_inside(&explain, &source);
        explain_add_proof(&explain, extent);
    }
    add_end(&explain, &source);
    if (grade != GRADE_HARMLESS)
        add_pattern(&explain, layout);
    if (grade == GRADE_OFF)
        explain_jumper(&explain, layout);
    add_boot(&explain, &source);
    if (grade == GRADE_OFF)
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
