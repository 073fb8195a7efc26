/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_inside.c - the content of an extent: its blocks, first data and signature */
#include "model/align/explain_private.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* For unknown contents: the size of a page, and of the blocks of most file systems. */
#define BLOCK_USUAL 4096

static const char cluster_words[] =
    N_("Inside, cluster 2 is the first data: %1$llu bytes in, at %2$s.");
static const char block_proof[] = N_("%1$s: %2$s at byte %3$llu, blocks %4$llu");
static const char cluster_proof[] = N_("%1$s: %2$s at byte %3$llu, clusters %4$llu");

/* The meaning of a decoder's numbers, by kind of content. */
static const struct inside_words {
    bool has_clusters;  /* blocks are units, counted from 2 at data_offset */
    const char *inside; /* N_(): offset of the first data; NULL: it is at the start */
    const char *proof;  /* N_(): type, magic, its place, the block */
} insides[INSIDE_COUNT] = {
    [INSIDE_BTRFS] = { false, NULL, block_proof },
    [INSIDE_EXFAT] = { true, cluster_words, cluster_proof },
    [INSIDE_EXT] = { false, NULL, block_proof },
    [INSIDE_FAT] = { true, cluster_words, cluster_proof },
    [INSIDE_LUKS] = { false,
                      N_("Inside, the encrypted data starts %1$llu bytes in, at %2$s."),
                      N_("%1$s: %2$s at byte %3$llu, sectors %4$llu") },
    [INSIDE_LVM] = { false,
                     N_("Inside, the first extent (pe_start) lies %1$llu bytes in, at "
                        "%2$s."),
                     N_("%1$s: %2$s at byte %3$llu, extents %4$llu") },
    [INSIDE_MD] = { false,
                    N_("Inside, the data of the RAID starts %1$llu bytes in, at %2$s."),
                    N_("%1$s: %2$s at byte %3$llu") },
    [INSIDE_NTFS] = { false, NULL, cluster_proof },
    [INSIDE_SWAP] = { false, NULL, N_("%1$s: %2$s at byte %3$llu, pages %4$llu") },
    [INSIDE_XFS] = { false, NULL, block_proof },
};

/* Published figures of disks with hidden 4096-byte sectors. */
static const struct {
    const char *disk;
    const char *format; /* N_(): disk, aligned, off, ratio */
    double aligned, off;
} measured[] = {
    { "WD20EARS",
      N_("%1$s, 1 GiB of 4 KiB writes: %2$.1f s aligned, %3$.1f s off: "
         "%4$.1f times"),
      12.211, 65.792 },
    { "HD204UI",
      N_("%1$s, 1 GiB of 4 KiB writes: %2$.1f s aligned, %3$.1f s off: "
         "%4$.1f times"),
      10.126, 59.064 },
    { "Samsung S1",
      N_("%1$s by USB, a large file: %2$.1f MB/s aligned, %3$.1f "
         "MB/s off: %4$.1f times"),
      26.6, 3.7 },
    { "512e",
      N_("A %1$s disk, 4 KiB writes each synced: %2$.0f per second aligned, "
         "%3$.0f off: %4$.1f times"),
      120, 40 },
    { "WD10EARS",
      N_("%1$s, reading 4 KiB at a time: %2$.1f MB/s aligned, %3$.1f MB/s "
         "off: %4$.1f times"),
      103.706513, 104.434701 },
};

static struct blocks blocks_of(const struct explain_source *source)
{
    const struct content *content = &source->extent->content;
    const struct inside *inside = &content->inside;
    const char *id = inside_id(inside->kind);
    struct blocks blocks = { .name = id ? id : _("blocks") };

    if (content->type[0] && strlen(content->type) <= 8)
        blocks.name = content->type;
    blocks.first_byte = source->start_byte + source->data_offset;
    blocks.size = inside->block;
    if (insides[inside->kind].has_clusters && inside->unit) {
        blocks.size = inside->unit;
        blocks.first = 2;
    } else if (insides[inside->kind].inside && blocks.size < BLOCK_USUAL) {
        blocks.size = BLOCK_USUAL; /* of a file system inside */
    }
    if (!blocks.size)
        blocks.size = BLOCK_USUAL;
    return blocks;
}

struct explain_source explain_source_of(const struct layout *layout,
                                        const struct extent *extent)
{
    struct explain_source source = {
        .layout = layout,
        .extent = extent,
        .limits = layout_limits(layout),
        .verdict = judge_extent(layout, extent),
    };
    uint64_t offset = extent->content.inside.data_offset;

    source.start_byte = extent->start * source.limits->logical;
    /* A decoder's offset may be past the end. */
    if (offset < extent->length * source.limits->logical)
        source.data_offset = offset;
    source.blocks = blocks_of(&source);
    return source;
}

static void add_stripe(struct explain *explain, const struct explain_source *source)
{
    const struct inside *inside = &source->extent->content.inside;
    uint64_t byte = source->start_byte, a = source->limits->alignment_offset;
    char unit[SIZE_TEXT], width[SIZE_TEXT];

    if (!inside->stripe_unit)
        return;
    uint64_t past = (byte >= a ? byte - a : byte) % inside->stripe_unit;
    (void)size_format_iec(inside->stripe_unit, unit);
    (void)size_format_iec(
        inside->stripe_width ? inside->stripe_width : inside->stripe_unit, width);
    explain_add(explain, EXPLAIN_INSIDE,
                _("Made for a RAID with stripes of %1$s, %2$s in a row; it starts "
                  "%3$llu bytes past such a stripe."),
                unit, width, (ull)past);
}

void explain_add_inside(struct explain *explain, const struct explain_source *source)
{
    const char *words = insides[source->extent->content.inside.kind].inside;
    const struct verdict *verdict = &source->verdict;
    uint64_t offset = source->data_offset;

    add_stripe(explain, source);
    if (!words || !offset)
        return;
    CLEANUP(freep) char *sum = explain_sum(source->limits, source->start_byte + offset);
    explain_add(explain, EXPLAIN_INSIDE, _(words), (ull)offset, sum);
    if (verdict->grade == GRADE_OFF && !verdict->past_bytes && verdict->inside_past_bytes)
        explain_add(explain, EXPLAIN_INSIDE,
                    _("The partition starts on a boundary, its data does not. A "
                      "start from which the data lies on one cures that; so does "
                      "making anew what is inside."));
}

/* For partitions without a signature. */
static const char *const unsigned_words[ZEROS_COUNT] = {
    [ZEROS_NOT_READ] = N_("No signature is known in it.  That does not mean that it is "
                          "empty: it is treated as data."),
    [ZEROS_SAMPLED] = N_("It looks empty: both ends and 64 places between read as zeros. "
                         "Until all of it was read it is treated as data."),
    [ZEROS_NONE] =
        N_("No signature is known in it, but it is not empty: it holds data of "
           "unknown kind, as an encrypted volume or a raw database does."),
    [ZEROS_ALL] = N_("It is empty: all of it was read as zeros."),
    [ZEROS_CALLED] = N_("You called it empty."),
    [ZEROS_NEW] = N_("It is not in the disk's table yet and has no content of its own."),
};

void explain_add_proof(struct explain *explain, const struct extent *extent)
{
    const struct content *content = &extent->content;
    const struct inside *inside = &content->inside;
    const char *words = insides[inside->kind].proof;
    bool has_unit = insides[inside->kind].has_clusters || !inside->block;

    if (content->state == CONTENT_NONE)
        explain_add(explain, EXPLAIN_PROOF, "%s", _(unsigned_words[content->zeros]));
    if (content->state == CONTENT_UNREADABLE)
        explain_add(explain, EXPLAIN_PROOF, _("Its content could not be read."));
    if (content->state == CONTENT_AMBIVALENT)
        explain_add(explain, EXPLAIN_PROOF,
                    _("It has the signatures of %1$s and %2$s, and it is not "
                      "known which one is valid: it is treated as data and "
                      "nothing inside it is judged."),
                    content->type, content->other);
    if (words && inside->proof[0])
        explain_add(explain, EXPLAIN_PROOF, _(words),
                    content->type[0] ? content->type : inside_id(inside->kind),
                    inside->proof, (ull)inside->proof_offset,
                    (ull)(has_unit ? inside->unit : inside->block));
}

void explain_add_measured(struct explain *explain)
{
    explain_add(explain, EXPLAIN_MEASURED,
                _("Measured by others on drives with hidden 4096-byte sectors:"));
    for (size_t i = 0; i < ARRAY_SIZE(measured); i++) {
        double a = measured[i].aligned, b = measured[i].off;
        explain_add(explain, EXPLAIN_MEASURED, _(measured[i].format), measured[i].disk, a,
                    b, a > b ? a / b : b / a);
    }
}
