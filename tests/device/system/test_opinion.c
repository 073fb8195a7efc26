/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_opinion.c - libparted agrees, differs, refuses and dies, and each has its note */
#include "device/system/opinion.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/shadow.h"
#include "device/parted/child.h"
#include "device/parted/sees.h"
#include "device/system/disk.h"
#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_layout.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE 131072

/* Opens DISK as a store; both must stay until the answer is there. */
static struct store *store_of(struct sparse *disk, struct reader *reader)
{
    *reader = sparse_reader(disk);
    return store_of_reader("memory.img", reader);
}

/* What is made of DISK after the second opinion; NULL where the first already failed. */
static struct layout *read_twice(struct sparse *disk, struct err *err)
{
    struct reader reader;
    CLEANUP(store_closep) struct store *store = store_of(disk, &reader);
    struct limits_given given = { .logical = 512 };
    CLEANUP(layout_unrefp) struct layout *first = disk_read(store, &given, err);
    struct opinion *opinion;
    struct layout *second;

    if (!first)
        return NULL;
    opinion = opinion_start(store, first);
    second = opinion_wait(opinion, first);
    opinion_free(opinion);
    return second;
}

static void assert_agrees(struct sparse *disk)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = read_twice(disk, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    for (size_t i = 0; i < layout_note_count(layout); i++)
        ck_assert_msg(
            strncmp(note_id_text(layout_note_at(layout, i)->id), "parted-", 7) != 0, "%s",
            layout_note_at(layout, i)->text);
    sparse_finish(disk);
}

static const struct {
    uint64_t size;
    uint64_t logical;
    unsigned used;
} gpts[] = {
    { SIZE, 512, 3 }, { UINT64_C(1) << 35, 512, 128 }, /* 16 TiB */
};

TEST_EACH(libparted_agrees_on_a_healthy_gpt, gpts)
{
    struct sparse disk = image_new(gpts[_i].size, 512);
    struct gpt_table table = image_gpt(gpts[_i].size, 512, 128, gpts[_i].used);

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    assert_agrees(&disk);
}

/* It takes an entry without a type for free space, and counts logicals without it. */
TEST(libparted_agrees_on_all_but_entries_without_a_type)
{
    struct sparse disk = image_new(SIZE, 512);

    image_put_chain(&disk, 6);
    sparse_put(&disk, 446 + 4, "", 1);
    for (uint64_t i = 0; i < 6; i += 3)
        sparse_put(&disk, (2048 + 1024 * i) * 512 + 446 + 4, "", 1);
    assert_agrees(&disk);
}

TEST(libparted_agrees_on_a_chain_of_logicals)
{
    struct sparse disk = image_new(SIZE, 512);

    image_put_chain(&disk, 20);
    assert_agrees(&disk);
}

TEST(more_partitions_than_libparted_numbers_are_read_only)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct err err = { 0 };

    image_put_chain(&disk, 90);
    CLEANUP(layout_unrefp) struct layout *layout = read_twice(&disk, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_ptr_nonnull(layout_find_number(layout, 94));
    ck_assert_int_eq(layout_read_only(layout)->id, NOTE_PARTED_LIMIT);
}

/* Our reader says what is damaged; libparted, which stumbles over it, adds nothing. */
TEST_TIMES(known_damage_is_no_difference, 4)
{
    static const uint64_t bad[] = { 0, 1, 2, SIZE - 1 };
    struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE, 512, 128, 3);

    image_put_gpt(&disk, &table);
    image_put_zeros(&disk, bad[_i], 1, 512);
    gpt_finish(&table);
    assert_agrees(&disk);
}

TEST(a_grown_disk_is_no_difference)
{
    struct sparse disk = image_new(SIZE, 512);
    struct gpt_table table = image_gpt(SIZE - 20000, 512, 128, 3);

    image_put_gpt(&disk, &table);
    gpt_finish(&table);
    assert_agrees(&disk);
}

/* LAYOUT as it would be if our decoder had made a mistake in partition 1. */
static struct layout *misread(const struct layout *layout, int64_t shift, bool is_extra)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    const struct extent *part = layout_find_number(layout, 1);
    struct extent extra = {
        .kind = EXTENT_PARTITION, .number = 9, .start = 60000, .length = 10
    };
    struct err err = { 0 };

    layout_builder_find(builder, part->id)->start += (uint64_t)shift;
    if (is_extra)
        (void)layout_builder_add(builder, &extra);
    return layout_builder_finish(builder, &err);
}

static const struct {
    int64_t shift;
    bool is_extra;
    const char *part; /* of the sentence */
} mistakes[] = {
    { 1, false, "partition 1 as sectors 2048 to 2147, alidade as 2049 to 2148" },
    { 0, true, "sees 3 partitions in this table, alidade 4" },
};

TEST_EACH(a_difference_makes_the_disk_read_only, mistakes)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    struct limits_given given = { .logical = 512 };
    struct reader reader;
    struct err err = { 0 };

    image_put_gpt(&disk, &table);
    CLEANUP(store_closep) struct store *store = store_of(&disk, &reader);
    CLEANUP(layout_unrefp) struct layout *right = disk_read(store, &given, &err);
    CLEANUP(layout_unrefp)
    struct layout *wrong = misread(right, mistakes[_i].shift, mistakes[_i].is_extra);
    struct opinion *opinion = opinion_start(store, wrong);
    CLEANUP(layout_unrefp) struct layout *noted = opinion_wait(opinion, wrong);
    opinion_free(opinion);
    ck_assert_ptr_ne(noted, wrong);
    ck_assert(layout_equal(noted, wrong));
    ck_assert_uint_eq(layout_find_number(noted, 1)->id, layout_find_number(wrong, 1)->id);
    ck_assert_int_eq(layout_read_only(noted)->id, NOTE_PARTED_DIFFERS);
    ck_assert_msg(strstr(layout_read_only(noted)->text, mistakes[_i].part) != NULL, "%s",
                  layout_read_only(noted)->text);
}

/* Two EBRs that lead to each other and name no logical: libparted 3.5 follows them until
 * its stack ends.  A later one may say no instead; nothing else may happen. */
TEST(a_crash_of_libparted_is_a_note)
{
    struct sparse healthy = image_new(SIZE, 512), hostile = image_new(SIZE, 512);
    struct limits_given given = { .logical = 512 };
    struct reader readers[2];
    struct err err = { 0 };

    image_put_chain(&healthy, 2);
    image_put_chain(&hostile, 0);
    image_put_loop(&hostile, 2048);
    CLEANUP(store_closep) struct store *first = store_of(&healthy, &readers[0]);
    CLEANUP(store_closep) struct store *second = store_of(&hostile, &readers[1]);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(first, &given, &err);
    struct opinion *opinion = opinion_start(second, layout);
    CLEANUP(layout_unrefp) struct layout *noted = opinion_wait(opinion, layout);
    opinion_free(opinion);
    ck_assert_ptr_nonnull(layout_read_only(noted));
    ck_assert_msg(layout_read_only(noted)->id == NOTE_PARTED_CRASHED ||
                      layout_read_only(noted)->id == NOTE_PARTED_REFUSED,
                  "%s", layout_read_only(noted)->text);
    sparse_finish(&healthy);
    sparse_finish(&hostile);
}

/* Both copies of a GPT with COUNT entries of BYTES bytes, and their right checksums. */
static void put_lie(struct sparse *disk, uint32_t count, uint32_t bytes)
{
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    struct reader reader = sparse_reader(disk);
    uint8_t header[512];

    image_put_gpt(disk, &table);
    for (uint64_t lba = 1; lba < SIZE; lba += SIZE - 2) {
        ck_assert(reader_read(&reader, lba * 512, header, sizeof(header)));
        put_le32(header, GPT_AT_ENTRY_COUNT, count);
        put_le32(header, GPT_AT_ENTRY_BYTES, bytes);
        put_le32(header, GPT_AT_HEADER_CRC, 0);
        put_le32(header, GPT_AT_HEADER_CRC, crc32_of(header, GPT_HEADER_BYTES));
        sparse_put(disk, lba * 512, header, sizeof(header));
    }
}

/* The product of both in 32 bits is 0, small, or what it is. */
static const struct {
    uint32_t count, bytes;
} lies[] = {
    { 32, 128 << 20 }, { 128, 32 << 20 },   { 16, 256 << 20 },
    { 33, 128 << 20 }, { UINT32_MAX, 128 }, { 65, 1 << 20 },
};

TEST_EACH(entries_without_end_are_not_given_to_libparted, lies)
{
    for (unsigned i = 0; i < 3; i++) {
        CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
        struct err err = { 0 };
        put_lie(&disk, lies[_i].count, lies[_i].bytes);
        CLEANUP(layout_unrefp) struct layout *layout = read_twice(&disk, &err);
        ck_assert_msg(layout != NULL, "%s", err.text);
        const struct note *note = layout_note_find(layout, NOTE_PARTED_REFUSED);
        ck_assert_ptr_nonnull(note);
        ck_assert_str_eq(note->text,
                         "libparted would need more memory for this table than it is "
                         "given: it can be viewed but not edited.");
    }
}

TEST_TIMES(libparted_is_not_asked_about_too_many_entries, 2)
{
    const uint32_t count = PARTED_ENTRIES_MAX + 4 * (unsigned)_i;
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, count, 3);
    struct err err = { 0 };

    image_put_gpt(&disk, &table);
    CLEANUP(layout_unrefp) struct layout *layout = read_twice(&disk, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert_int_eq(layout_note_find(layout, NOTE_PARTED_NOT_ASKED) != NULL, _i);
}

/* The text of /proc/WHERE; empty if it cannot be read. */
static void read_proc(const char *where, char *ret, size_t size)
{
    FILE *file = fopen(where, "re");
    size_t got = file ? fread(ret, 1, size - 1, file) : 0;

    ret[got] = 0;
    if (file)
        fclose(file);
}

/* The limit of the only child, which has ended and was not waited for.  False where the
 * kernel does not list children. */
static bool child_limit(unsigned long long *ret)
{
    char text[4096], path[64];
    const char *line;

    snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
    read_proc(path, text, sizeof(text));
    if (!text[0])
        return false;
    snprintf(path, sizeof(path), "/proc/%d/limits", atoi(text));
    read_proc(path, text, sizeof(text));
    line = strstr(text, "Max address space");
    return line && sscanf(line, "Max address space %llu", ret) == 1;
}

TEST(the_child_has_a_limit_of_memory)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct limits_given given = { .logical = 512 };
    unsigned long long limit;
    struct reader reader;
    struct err err = { 0 };

    image_put_chain(&disk, 20);
    CLEANUP(store_closep) struct store *store = store_of(&disk, &reader);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    struct opinion *opinion = opinion_start(store, layout);
    struct pollfd waiting = { opinion_fd(opinion), 0, 0 };
    ck_assert_int_eq(poll(&waiting, 1, 60000), 1); /* it has closed its end */
    if (child_limit(&limit))
        ck_assert_uint_eq(limit, PARTED_MEMORY_MAX);
    opinion_free(opinion);
}

TEST(the_note_goes_onto_what_is_known_by_now)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct limits_given given = { .logical = 512 };
    struct reader reader;
    struct err err = { 0 };

    image_put_chain(&disk, 90);
    CLEANUP(store_closep) struct store *store = store_of(&disk, &reader);
    CLEANUP(layout_unrefp) struct layout *first = disk_read(store, &given, &err);
    struct opinion *opinion = opinion_start(store, first);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(first);
    uint32_t id = layout_find_number(first, 1)->id;
    layout_builder_find(builder, id)->content.state = CONTENT_FOUND;
    CLEANUP(layout_unrefp) struct layout *now = layout_builder_finish(builder, &err);
    CLEANUP(layout_unrefp) struct layout *noted = opinion_wait(opinion, now);
    opinion_free(opinion);
    ck_assert_int_eq(layout_read_only(noted)->id, NOTE_PARTED_LIMIT);
    ck_assert_int_eq(layout_find(noted, id)->content.state, CONTENT_FOUND);
}

TEST(the_answer_comes_through_a_descriptor_that_polls)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(gpt_finish) struct gpt_table table = image_gpt(SIZE, 512, 128, 3);
    struct limits_given given = { .logical = 512 };
    struct reader reader;
    struct err err = { 0 };
    struct layout *answer = NULL;

    image_put_gpt(&disk, &table);
    CLEANUP(store_closep) struct store *store = store_of(&disk, &reader);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    struct opinion *opinion = opinion_start(store, layout);
    while (!answer) {
        struct pollfd waiting = { opinion_fd(opinion), POLLIN, 0 };
        ck_assert_int_eq(poll(&waiting, 1, 60000), 1);
        answer = opinion_take(opinion, layout);
    }
    ck_assert_ptr_eq(answer, layout);
    layout_unref(answer);
    opinion_free(opinion);
}

TEST(an_opinion_can_be_given_up)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct limits_given given = { .logical = 512 };
    struct reader reader;
    struct err err = { 0 };

    image_put_chain(&disk, 20);
    CLEANUP(store_closep) struct store *store = store_of(&disk, &reader);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    opinion_free(opinion_start(store, layout));
}

/* Bytes of a partition and bytes that belong to the table. */
TEST(the_shadow_has_the_table_and_nothing_inside_partitions)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    struct limits_given given = { .logical = 512 };
    struct reader reader;
    struct err err = { 0 };
    uint8_t byte = 0;

    image_put_chain(&disk, 20);
    sparse_put(&disk, 63 * 512, "secret", 6);   /* partition 1 */
    sparse_put(&disk, 2111 * 512, "secret", 6); /* partition 5 */
    CLEANUP(store_closep) struct store *store = store_of(&disk, &reader);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    int fd = shadow_take(&reader, layout_limits(layout), layout);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(lseek(fd, 0, SEEK_END), SIZE * 512);
    ck_assert_int_eq(pread(fd, &byte, 1, 510), 1);
    ck_assert_uint_eq(byte, 0x55);
    ck_assert_int_eq(pread(fd, &byte, 1, (2048 + 1024 * 19) * 512 + 510), 1);
    ck_assert_uint_eq(byte, 0x55);
    ck_assert_int_eq(pread(fd, &byte, 1, 63 * 512), 1);
    ck_assert_uint_eq(byte, 0);
    ck_assert_int_eq(pread(fd, &byte, 1, 2111 * 512), 1);
    ck_assert_uint_eq(byte, 0);
    close(fd);
}

TEST(libparted_tells_its_version)
{
    char version[32];

    parted_version(version);
    ck_assert_msg(version[0] >= '3' && version[0] <= '9', "\"%s\"", version);
}
