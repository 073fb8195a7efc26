/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_swap.c - swap areas are created again where their partition moves or
 * changes */
#include <stdio.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/write/whitelist.h"
#include "support/test.h"
#include "support/write_scene.h"

static struct edit resize(uint64_t start, uint64_t length)
{
    return (struct edit){ .kind = EDIT_RESIZE, .start = start, .length = length };
}

/* The word at byte AT of the header page that lies at LBA. */
static uint32_t header_word(struct write_scene *scene, uint64_t lba, unsigned at)
{
    uint8_t sector[512];

    return le32_at(scene_sector(scene, lba + at / 512, sector), at % 512);
}

TEST(swap_that_moves_has_its_header_before_the_table_says_so)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();
    uint8_t sector[512];

    scene_edit(&scene, resize(26624, 8192), 3);
    scene_plan_as(&scene, "swap 26626+1 swap 26631+1 | gpt-backup 40927+1 "
                          "gpt-backup 40959+1 | gpt-primary 1+2 |");
    scene_write(&scene);
    ck_assert_uint_eq(header_word(&scene, 26624, 1028), 8192 * 512 / 4096 - 1);
    ck_assert_mem_eq(scene_sector(&scene, 26626, sector) + 12, "the uuid of swap", 16);
    ck_assert_str_eq((const char *)sector + 28, "its label");
}

/* Swap lies at 30720 + 4096.  Before it there are free sectors up to 30719, and its
 * header takes eight. */
static const struct {
    const char *why;
    uint64_t start, length;
    const char *order;
} orders[] = {
    { "grows in place: after the table", 30720, 8192, "mbr 0+1 | swap 30722+1 |" },
    { "shrinks in place: before the table", 30720, 2048, "swap 30722+1 | mbr 0+1 |" },
    { "loses one page: before the table", 30720, 4088, "swap 30722+1 | mbr 0+1 |" },
    { "moves into itself: after the table", 32768, 2048,
      "mbr 0+1 | swap 32770+1 swap 32775+1 |" },
    { "moves a little, and its header fits: before", 30712, 4096,
      "swap 30714+1 swap 30719+1 | mbr 0+1 |" },
    { "moves a little less: after", 30713, 4096,
      "mbr 0+1 | swap 30715+1 swap 30720+1 |" },
};

TEST_EACH(swap_header_is_written_while_the_table_covers_it, orders)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    printf("# swap that %s\n", orders[_i].why);
    scene_edit(&scene, resize(orders[_i].start, orders[_i].length), 3);
    scene_plan_as(&scene, orders[_i].order);
}

/* No direct order sorts the chain: what was tried is undone, but not the write of the
 * swap header before it.  The last EBR does not change: trying it adds no write. */
TEST(swap_that_shrinks_while_the_chain_is_sorted_says_so_first)
{
    static const struct edit clear = { .kind = EDIT_DELETE };
    static const struct edit sort = { .kind = EDIT_SORT };
    struct edit create = { .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL };
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();

    scene_edit(&scene, clear, 6);
    create.start = 14336;
    create.length = 2048;
    scene_edit(&scene, create, 0);
    create.start = 24576;
    create.length = 1024;
    scene_edit(&scene, create, 0);
    scene_plan(&scene);
    scene_write(&scene);
    scene_read(&scene);
    scene_edit(&scene, sort, 0);
    scene_edit(&scene, resize(30720, 2048), 3);
    scene_plan_as(&scene, "swap 30722+1 | ebr 8193+2 | mbr 0+1 | ebr 8192+1 | "
                          "ebr 12288+1 ebr 16384+1 | ebr 8192+1 | ebr 8193+2 |");
}

/* Only swap is created again, and only if swap is its only signature. */
static const struct {
    const char *type;
    enum content_state state;
} others[] = {
    { "ext4", CONTENT_FOUND },
    { "swap", CONTENT_AMBIVALENT },
    { "swap", CONTENT_UNREADABLE },
};

TEST_EACH(what_is_not_known_to_be_swap_keeps_its_sectors, others)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct layout_builder *builder = layout_builder_from(scene.base);
    uint32_t id = layout_find_number(scene.base, 3)->id;
    struct extent *extent = layout_builder_find(builder, id);

    copy_text(extent->content.type, sizeof(extent->content.type), others[_i].type);
    extent->content.state = others[_i].state;
    layout_unref(scene.base);
    scene.base = layout_builder_refinish(builder);
    layout_builder_find(builder, id)->length = 8192;
    scene_close(&scene, builder);
    scene_plan_as(&scene, "mbr 0+1 |");
}

static const struct {
    unsigned at;
    const char *bytes;
    size_t count;
    enum refusal refusal;
} bad_headers[] = {
    { 4086, "S1SUSPEND", 10, REFUSAL_SWAP_HEADER_UNKNOWN },
    { 1024, "\0\0\0\1", 4, REFUSAL_SWAP_NOT_MADE },
    { 1032, "\1\0\0\0", 4, REFUSAL_SWAP_NOT_MADE },
};

TEST_EACH(swap_with_a_header_of_another_kind_is_left_alone, bad_headers)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    sectors_put_bytes(&scene.disk, 20480 * 512 + bad_headers[_i].at,
                      bad_headers[_i].bytes, bad_headers[_i].count);
    scene_edit(&scene, resize(26624, 4096), 3);
    scene_refuse(&scene, bad_headers[_i].refusal,
                 "The swap area of partition 3 cannot be made again");
}

/* Other machines have larger pages; the header has the size of one. */
static const unsigned pages[] = { 8192, 16384, 32768, 65536 };

/* Partition 3 with a header of COUNT bytes in place of its own. */
static struct write_scene scene_with_page(unsigned count)
{
    struct write_scene scene = scene_msdos();
    uint8_t zeros[10] = { 0 };
    uint32_t last = 4096 * 512 / count - 1;

    sectors_put_bytes(&scene.disk, 30720 * 512 + 4086, zeros, sizeof(zeros));
    sectors_put_bytes(&scene.disk, 30720 * 512 + count - 10, "SWAPSPACE2", 10);
    sectors_put_bytes(&scene.disk, 30720 * 512 + 1028, &last, sizeof(last));
    return scene;
}

TEST_EACH(swap_of_larger_pages_has_as_many_as_fit, pages)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_with_page(pages[_i]);

    scene_edit(&scene, resize(30720, 8192), 3);
    scene_plan_as(&scene, "mbr 0+1 | swap 30722+1 |");
    scene_write(&scene);
    ck_assert_uint_eq(header_word(&scene, 30720, 1028), 8192 * 512 / pages[_i] - 1);
}

TEST_EACH(a_larger_header_moves_as_a_whole, pages)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_with_page(pages[_i]);
    struct reader reader = sectors_reader(&scene.disk);
    uint8_t before[65536], after[65536];
    struct err err = { 0 };

    ck_assert(reader_read(&reader, 30720 * 512, before, pages[_i]));
    scene_edit(&scene, resize(35000, 4096), 3);
    scene_plan(&scene);
    ck_assert_msg(whitelist_check(&reader, scene.base, scene.preview, &scene.plan, &err),
                  "%s", err.text);
    scene_write(&scene);
    ck_assert(reader_read(&reader, 35000 * 512, after, pages[_i]));
    ck_assert_mem_eq(after, before, pages[_i]);
}

/* As small as a partition with such a header can be. */
TEST(swap_that_is_all_header_can_grow)
{
    const uint8_t length = 8;
    CLEANUP(scene_finish) struct write_scene scene = scene_msdos();
    struct reader reader = sectors_reader(&scene.disk);
    const uint8_t zeros[3] = { 0 };
    struct err err = { 0 };

    sectors_put_bytes(&scene.disk, 446 + 32 + 12, &length, 1);
    sectors_put_bytes(&scene.disk, 446 + 32 + 13, zeros, sizeof(zeros));
    scene_read(&scene);
    ck_assert_uint_eq(layout_find_number(scene.base, 3)->length, 8);
    scene_edit(&scene, resize(30720, 8192), 3);
    scene_plan_as(&scene, "mbr 0+1 | swap 30722+1 |");
    ck_assert_msg(whitelist_check(&reader, scene.base, scene.preview, &scene.plan, &err),
                  "%s", err.text);
}

TEST(swap_of_ten_pages_is_made)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    scene_edit(&scene, resize(26624, 80), 3);
    scene_plan(&scene);
    scene_write(&scene);
    ck_assert_uint_eq(header_word(&scene, 26624, 1028), 9);
}

TEST(swap_of_less_than_ten_pages_is_not_made)
{
    CLEANUP(scene_finish) struct write_scene scene = scene_gpt();

    scene_edit(&scene, resize(26624, 80), 3);
    scene_shorten(&scene, 3);
    scene_refuse(&scene, REFUSAL_SWAP_NOT_MADE, "9 pages");
}
