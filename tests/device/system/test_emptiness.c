/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_emptiness.c - zeros by samples and as a whole, holes, ends, failing reads */
#include "device/system/emptiness.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/test.h"

#define MIB   (UINT64_C(1) << 20)
#define START MIB
#define SIZE  (64 * MIB)

static struct image image;

static void setup(void)
{
    image_make(&image, 80 * MIB);
}

static void teardown(void)
{
    image_remove(&image);
}

/* A disk that counts what is read, and cannot read one place. */
struct counted {
    uint64_t bad;   /* this byte; 0: none */
    uint64_t bytes; /* read by now */
    uint64_t sum;   /* of the offsets */
};

static bool read_counted(void *context, uint64_t offset, void *buf, size_t count)
{
    struct counted *counted = context;

    if (counted->bad && counted->bad >= offset && counted->bad < offset + count)
        return false;
    counted->bytes += count;
    counted->sum = counted->sum * 31 + offset;
    return pread(image.fd, buf, count, (off_t)offset) == (ssize_t)count;
}

static struct emptiness_news run(struct counted *counted, int fd, bool is_whole)
{
    struct reader disk = { read_counted, counted, 80 * MIB };
    struct emptiness_place place = { &disk, fd, fd >= 0, START, SIZE };
    CLEANUP(emptiness_freep)
    struct emptiness *emptiness = emptiness_new(&place, is_whole);
    unsigned steps = 0;

    while (emptiness_step(emptiness))
        ck_assert_uint_lt(++steps, 100);
    ck_assert(emptiness_news(emptiness).is_done);
    ck_assert(!emptiness_step(emptiness));
    return emptiness_news(emptiness);
}

TEST_FIXTURE(setup, teardown);

TEST(zeros_look_empty_by_few_reads)
{
    struct counted counted = { 0 }, again = { 0 };
    struct emptiness_news news = run(&counted, -1, false);

    ck_assert_int_eq(news.zeros, ZEROS_SAMPLED);
    ck_assert_uint_eq(counted.bytes, 2 * MIB + 64 * 4096);
    ck_assert_uint_eq(news.done_bytes, news.total_bytes);
    (void)run(&again, -1, false);
    ck_assert_uint_eq(counted.sum, again.sum);
}

TEST(all_of_it_is_read_once)
{
    struct counted counted = { 0 };
    struct emptiness_news news = run(&counted, -1, true);

    ck_assert_int_eq(news.zeros, ZEROS_ALL);
    ck_assert_uint_eq(counted.bytes, SIZE);
    ck_assert_uint_eq(news.done_bytes, SIZE);
}

TEST(holes_of_an_image_are_not_read)
{
    struct counted counted = { 0 };
    uint8_t zero = 0;

    image_put(&image, START + 5 * MIB, &zero, 1);
    struct emptiness_news news = run(&counted, image.fd, true);
    ck_assert_int_eq(news.zeros, ZEROS_ALL);
    ck_assert_uint_eq(news.done_bytes, SIZE);
    /* Where the folder for temporary files knows holes. */
    if (lseek(image.fd, START, SEEK_DATA) > (off_t)START)
        ck_assert_uint_lt(counted.bytes, SIZE / 2);
}

static struct extent extent_of(uint64_t start, uint64_t length)
{
    return (struct extent){ .kind = EXTENT_PARTITION,
                            .start = start,
                            .length = length,
                            .content.state = CONTENT_NONE };
}

/* How many pages of the image are in the page cache. */
static size_t count_cached(void)
{
    size_t size = 80 * MIB, page = (size_t)sysconf(_SC_PAGESIZE), cached = 0;
    CLEANUP(freep) unsigned char *pages = xcalloc(size / page, 1);
    void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, image.fd, 0);

    ck_assert(map != MAP_FAILED);
    ck_assert_int_eq(mincore(map, size, pages), 0);
    for (size_t i = 0; i < size / page; i++)
        cached += pages[i] & 1;
    ck_assert_int_eq(munmap(map, size), 0);
    return cached;
}

/* Zeros that are no holes.  False where the file system keeps them in memory (tmpfs). */
static bool put_zeros_on_disk(void)
{
    CLEANUP(freep) uint8_t *zeros = xcalloc(1, SIZE);

    image_put(&image, START, zeros, SIZE);
    ck_assert_int_eq(fsync(image.fd), 0);
    ck_assert_int_eq(posix_fadvise(image.fd, 0, 0, POSIX_FADV_DONTNEED), 0);
    return count_cached() == 0;
}

/* A partition of many GiB read to its end must not evict everything else. */
TEST(what_was_read_does_not_stay_in_the_page_cache)
{
    /* Off the boundaries of pages, and to the end of the disk: no read-ahead there. */
    struct extent extent = extent_of(START / 512 + 1, 79 * MIB / 512 - 1);
    struct counted counted = { 0 };
    struct reader disk = { read_counted, &counted, 80 * MIB };
    struct emptiness_place place = emptiness_place_of(&disk, image.fd, 512, &extent);

    if (!put_zeros_on_disk())
        return;
    place.has_holes = false;
    CLEANUP(emptiness_freep) struct emptiness *emptiness = emptiness_new(&place, true);
    while (emptiness_step(emptiness))
        ;
    ck_assert_uint_eq(counted.bytes, 79 * MIB - 512);
    /* The kernel keeps what lies only partly in it: a unit of its cache at each end. */
    ck_assert_uint_le(count_cached() * (size_t)sysconf(_SC_PAGESIZE), 8 * MIB);
}

/* Every place of the whole, and both its neighbours. */
static const struct {
    uint64_t at;
    enum content_zeros whole;
    enum content_zeros sampled;
} bytes[] = {
    { START - 1, ZEROS_ALL, ZEROS_SAMPLED },
    { START, ZEROS_NONE, ZEROS_NONE },
    { START + 1, ZEROS_NONE, ZEROS_NONE },
    { START + MIB - 1, ZEROS_NONE, ZEROS_NONE },
    { START + SIZE - MIB, ZEROS_NONE, ZEROS_NONE },
    { START + SIZE - 1, ZEROS_NONE, ZEROS_NONE },
    { START + SIZE, ZEROS_ALL, ZEROS_SAMPLED },
};

TEST_EACH(one_byte_is_data, bytes)
{
    struct counted counted = { 0 };
    uint8_t one = 1;

    image_put(&image, bytes[_i].at, &one, 1);
    ck_assert_int_eq(run(&counted, -1, true).zeros, bytes[_i].whole);
    ck_assert_int_eq(run(&counted, image.fd, true).zeros, bytes[_i].whole);
    ck_assert_int_eq(run(&counted, -1, false).zeros, bytes[_i].sampled);
}

TEST(one_byte_in_the_middle_is_found_by_the_whole_alone)
{
    struct counted counted = { 0 };
    uint8_t one = 1;

    /* Parts of 992 KiB hold a sample of 4 KiB each: this byte is in none. */
    image_put(&image, START + 20 * MIB, &one, 1);
    ck_assert_int_eq(run(&counted, -1, false).zeros, ZEROS_SAMPLED);
    ck_assert_int_eq(run(&counted, -1, true).zeros, ZEROS_NONE);
}

TEST_TIMES(each_part_between_has_its_sample, 64)
{
    struct counted counted = { 0 };
    uint64_t part = (SIZE - 2 * MIB) / 64;
    CLEANUP(freep) uint8_t *ones = xmalloc(part);

    memset(ones, 1, part);
    image_put(&image, START + MIB + (uint64_t)_i * part, ones, part);
    ck_assert_int_eq(run(&counted, -1, false).zeros, ZEROS_NONE);
}

TEST(what_cannot_be_read_is_not_zeros)
{
    struct counted counted = { .bad = START + 20 * MIB };
    struct emptiness_news news = run(&counted, -1, true);

    ck_assert_int_eq(news.zeros, ZEROS_NOT_READ);
    ck_assert(news.is_failed);
    ck_assert_uint_eq(news.failed_at, START + 20 * MIB);
}

TEST(samples_of_an_extent_count_in_its_sectors)
{
    struct extent large = extent_of(2048, 131072), small = extent_of(2048, 8192);
    struct extent past = extent_of(163839, 2), far = extent_of(UINT64_MAX - 8, 4);

    ck_assert_int_eq(emptiness_sample(image.fd, 512, &large), ZEROS_SAMPLED);
    ck_assert_int_eq(emptiness_sample(image.fd, 512, &small), ZEROS_ALL);
    ck_assert_int_eq(emptiness_sample(image.fd, 512, &past), ZEROS_NOT_READ);
    ck_assert_int_eq(emptiness_sample(image.fd, 512, &far), ZEROS_NOT_READ);
    ck_assert_int_eq(emptiness_sample(-1, 512, &large), ZEROS_NOT_READ);
    image_put(&image, 8 * MIB, "x", 1);
    small = extent_of(2048, 8);
    ck_assert_int_eq(emptiness_sample(image.fd, 512, &small), ZEROS_ALL);
    ck_assert_int_eq(emptiness_sample(image.fd, 4096, &small), ZEROS_NONE);
}

/* Partitions 1 at 1 MiB, 2 at 20 MiB, 3 at 40 MiB, of 16 MiB each. */
static struct layout *three(void)
{
    struct limits limits = {
        .logical = 512, .physical = 4096, .grain = MIB, .size = 80 * MIB / 512
    };
    struct label label = { .kind = LABEL_MSDOS };
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    struct err err = { 0 };

    for (unsigned i = 0; i < 3; i++) {
        struct extent extent = extent_of(i ? i * 40960 : 2048, 32768);
        extent.id = extent.number = i + 1;
        (void)layout_builder_add(builder, &extent);
    }
    struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout, "%s", err.text);
    layout_builder_free(builder);
    return layout;
}

struct told {
    unsigned number;
    unsigned count;
    uint64_t done_bytes;
    unsigned stop_after; /* 0: never */
};

static bool tell(void *context, const struct extent *extent,
                 const struct emptiness_news *news)
{
    struct told *told = context;

    ck_assert_uint_ge(news->done_bytes,
                      told->number == extent->number ? told->done_bytes : 0);
    told->number = extent->number;
    told->done_bytes = news->done_bytes;
    told->count++;
    return !told->stop_after || told->count < told->stop_after;
}

static enum content_zeros zeros_of(const struct layout *layout, unsigned number)
{
    return layout_find_number(layout, number)->content.zeros;
}

TEST(only_what_is_asked_for_is_settled)
{
    const uint32_t ids[] = { 2, 1, 77 };
    struct told told = { 0 };
    struct emptiness_watch watch = { tell, &told };
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *before = three();
    CLEANUP(store_closep) struct store *store = store_open(image.path, &err);

    image_put(&image, 22 * MIB, "x", 1);
    CLEANUP(layout_unrefp)
    struct layout *after =
        emptiness_settle(store, before, ids, ARRAY_SIZE(ids), &watch, &err);
    ck_assert_int_eq(zeros_of(after, 1), ZEROS_ALL);
    ck_assert_int_eq(zeros_of(after, 2), ZEROS_NONE);
    ck_assert_int_eq(zeros_of(after, 3), ZEROS_NOT_READ);
    ck_assert_uint_eq(told.number, 1);
    ck_assert_uint_eq(told.done_bytes, 16 * MIB);
}

TEST(settling_can_be_stopped)
{
    const uint32_t ids[] = { 1 };
    struct told told = { .stop_after = 1 };
    struct emptiness_watch watch = { tell, &told };
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *before = three();
    CLEANUP(store_closep) struct store *store = store_open(image.path, &err);

    ck_assert(!emptiness_settle(store, before, ids, 1, &watch, &err));
    ck_assert_int_eq(err.code, ERR_STOPPED);
    ck_assert_uint_eq(told.count, 1);
}
