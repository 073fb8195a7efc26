/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hostile.c - tables made to break readers end in a layout or in one sentence */
#include <string.h>

#include "device/system/disk.h"
#include "device/system/opinion.h"
#include "model/base/mem.h"
#include "support/hostile.h"
#include "support/image.h"
#include "support/parted_label.h"
#include "support/rng.h"
#include "support/test.h"

/* A layout that both have seen, or exit code 3 and a sentence with the name. */
static void assert_answer(const struct image *image)
{
    struct err err = { 0 };
    struct limits_given given = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(image->path, &err);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    CLEANUP(layout_unrefp) struct layout *second = NULL;
    struct opinion *opinion;

    if (!layout) {
        ck_assert_int_eq(err.code, ERR_UNREADABLE);
        ck_assert_msg(strstr(err.text, image->path) && strlen(err.text) > 20, "%s",
                      err.text);
        return;
    }
    opinion = opinion_start(store, layout);
    second = opinion_wait(opinion, layout);
    opinion_free(opinion);
    ck_assert(layout_equal(second, layout));
}

TEST_TIMES(a_hostile_table_is_survived, hostile_count())
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, HOSTILE_SECTORS * HOSTILE_SECTOR);
    hostile_make((size_t)_i, image.fd);
    assert_answer(&image);
}

static const char *const kinds[] = {
    "amiga", "atari", "bsd", "dvh", "gpt", "mac", "msdos", "pc98", "sun",
};

/* Bytes that decoders look at, set to values that hurt. */
static void mutate(const struct image *image, const char *kind, struct rng *rng)
{
    static const uint8_t values[] = { 0, 1, 5, 0x7f, 0x80, 0xff };
    uint64_t most = !strcmp(kind, "msdos") ? 512 : 2048;
    uint64_t least = !strcmp(kind, "msdos") ? 440 : 0;

    for (unsigned i = 0; i < 4; i++) {
        uint64_t at = least + rng_below(rng, most - least);
        image_put(image, at, &values[rng_below(rng, ARRAY_SIZE(values))], 1);
    }
}

TEST_EACH(a_label_with_wrong_bytes_is_survived, kinds)
{
    static const struct parted_range parts[] = { { 4096, 2048 }, { 8192, 4096 } };
    const char *kind = kinds[_i];
    struct rng rng = rng_start((unsigned)_i);
    struct image image;

    for (unsigned i = 0; i < rng_rounds(12); i++) {
        image_make(&image, HOSTILE_SECTORS * HOSTILE_SECTOR);
        ck_assert(parted_label_make(image.path, 512, kind, parts, ARRAY_SIZE(parts)));
        mutate(&image, kind, &rng);
        assert_answer(&image);
        image_remove(&image);
    }
}
