/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compared.c - sizes that a sentence compares differ as they are printed */
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/cure.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/table_image.h"
#include "support/test.h"

#define GIB    UINT64_C(2097152) /* sectors */
#define LENGTH (1900 * GIB)
#define START  UINT64_C(2048)

/* Partition 1 of LENGTH, and free space behind it. */
static struct layout *large_disk(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = START, .length = LENGTH },
    };
    struct disks_spec spec = {
        .size = 2000 * GIB, .label = LABEL_MSDOS, .parts = parts, .count = 1
    };

    return disks_build(&spec);
}

static char *resize_line(uint64_t length, uint64_t start)
{
    CLEANUP(layout_unrefp) struct layout *layout = large_disk();
    struct edit edit = { .kind = EDIT_RESIZE,
                         .id = layout_find_number(layout, 1)->id,
                         .start = start,
                         .length = length };

    return edit_words(layout, &edit);
}

static char *resized(uint64_t length)
{
    return resize_line(length, START);
}

static char *resized_and_moved(uint64_t length)
{
    return resize_line(length, START + 8);
}

static char *replaced(uint64_t length)
{
    CLEANUP(layout_unrefp) struct layout *layout = large_disk();
    struct edit edit = { .kind = EDIT_CREATE,
                         .replaced = layout_find_number(layout, 1)->id,
                         .extent = EXTENT_PARTITION,
                         .start = START,
                         .length = length,
                         .type = "83" };

    return edit_words(layout, &edit);
}

static char *filled(uint64_t length)
{
    CLEANUP(layout_unrefp)
    struct layout *layout =
        edits_filled(large_disk(), 1, CONTENT_FOUND, INSIDE_EXT, length * 512);

    return extent_content_words(layout, layout_find_number(layout, 1));
}

/* An entry that ends beyond the disk, with a content of LENGTH sectors. */
static struct layout *damaged_disk(uint64_t length)
{
    struct sparse disk = image_new(START + LENGTH, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };

    table->kind = MBR_TABLE;
    table->signature = 0x12345678;
    table->primary[0] = (struct mbr_entry){ 0, 0x83, START, LENGTH + START };
    image_put_mbr(&disk, table, 512);
    CLEANUP(layout_unrefp) struct layout *read = image_read(&disk, 512, &err);
    sparse_finish(&disk);
    ck_assert_msg(read != NULL, "%s", err.text);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(read);
    struct extent *extent = layout_builder_find(builder, layout_find_entry(read, 1)->id);
    extent->content = disks_content(INSIDE_EXT, NULL);
    extent->content.inside.claimed = length * 512;
    return layout_builder_refinish(builder);
}

static char *cut(uint64_t length)
{
    CLEANUP(layout_unrefp) struct layout *layout = damaged_disk(length);
    struct entry_cure cure;
    struct err err = { 0 };

    ck_assert_msg(cure_find(layout, REPAIR_CUT, 1, &cure, &err), "%s", err.text);
    return cure_words(layout, cure);
}

/* Every sentence with two rounded sizes that the reader compares: LENGTH and another one,
 * in sectors. */
static const struct {
    char *(*make)(uint64_t length);
    bool is_larger; /* else there is no sentence */
} sentences[] = {
    { resized, false },  { resized_and_moved, false },
    { replaced, false }, { filled, false },
    { cut, true },
};

/* Returns the length of a size such as "1.8 TiB" at the start of TEXT; 0: there is none.
 */
static size_t size_length(const char *text)
{
    size_t digits = strspn(text, "0123456789.");
    const char *unit = text + digits + 1;

    if (!digits || text[digits] != ' ')
        return 0;
    if (unit[0] == 'B')
        return digits + 2;
    return unit[0] && strchr("KMGT", unit[0]) && !strncmp(unit + 1, "iB", 2) ? digits + 4
                                                                             : 0;
}

/* Returns the number of sizes in TEXT; fails if one of them is there twice. */
static unsigned count_sizes(const char *text)
{
    unsigned count = 0;

    for (const char *at = text; *at;) {
        size_t length = size_length(at);
        CLEANUP(freep) char *size = xasprintf("%.*s", (int)length, at);
        at += length ? length : 1;
        if (!length)
            continue;
        ck_assert_msg(!strstr(at, size), "%s", text);
        count++;
    }
    return count;
}

static void check_sizes(size_t row, uint64_t length)
{
    CLEANUP(freep) char *text = sentences[row].make(length);

    ck_assert_msg(count_sizes(text) == 2, "%s", text);
}

TEST_EACH(sizes_that_a_sentence_compares_read_differently, sentences)
{
    static const uint64_t apart[] = { 1, 8, GIB / 64, GIB, 9 * GIB };
    size_t row = (size_t)_i;

    for (size_t i = 0; i < ARRAY_SIZE(apart); i++) {
        check_sizes(row, LENGTH + apart[i]);
        if (!sentences[row].is_larger)
            check_sizes(row, LENGTH - apart[i]);
    }
}
