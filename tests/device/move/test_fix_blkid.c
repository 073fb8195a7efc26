/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fix_blkid.c - whatever a power cut leaves of a fix, libblkid finds a whole
 * partition or none
 *
 * At the old place, at the new one, in the range of both, and on the whole disk. Blocks
 * that cannot be read have other bytes here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/demo/image.h"
#include "device/system/signature.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"
#include "support/data_scene.h"
#include "support/image.h"
#include "support/inside_fixture.h"
#include "support/power_loss.h"
#include "support/superblocks.h"
#include "support/test.h"

/* ROUNDS of each kind. */
enum { LOGICAL = 512, ROUNDS = 5, IMAGES_MIN = 10000, SECTORS_MAX = 80 };

/* What libblkid knows as TYPE (it looks for LVM and RAID only on larger ones), also where
 * the partition is smaller than its superblock claims: made by hand, or if NAME is NULL
 * as FS of a demo disk. */
struct kind {
    const char *name;
    uint64_t length; /* sectors */
    const char *type;
    enum demo_fs fs;
};

static const struct kind kinds[] = {
    { "small ext2", 24, "ext2", DEMO_FS_NONE },
    { "ext4", 24, "ext4", DEMO_FS_NONE },
    { "luks1", 24, "crypto_LUKS", DEMO_FS_NONE },
    { "luks2", 40, "crypto_LUKS", DEMO_FS_NONE },
    { "fat16", 24, "vfat", DEMO_FS_NONE },
    { NULL, 24, "xfs", DEMO_FS_XFS },
    { NULL, 80, "swap", DEMO_FS_SWAP },
};

struct memory {
    const uint8_t *bytes;
    size_t count;
};

/* Zeros behind it. */
static bool read_memory(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct memory *memory = context;

    memset(buf, 0, count);
    if (offset < memory->count)
        memcpy(buf, memory->bytes + offset,
               count < memory->count - offset ? count : memory->count - offset);
    return true;
}

static void put_small_ext2(uint8_t *bytes, size_t count)
{
    struct image image;

    image_make(&image, count);
    image_put_small_ext2(&image, 0, (uint32_t)count / 1024, 7);
    ck_assert(pread(image.fd, bytes, count, 0) == (ssize_t)count);
    image_remove(&image);
}

static void put_demo(enum demo_fs fs, uint8_t *bytes, size_t count)
{
    struct image image;
    struct demo_content content = { .fs = fs,
                                    .label = "moved",
                                    .uuid = { 1, 2, 3 },
                                    .logical = LOGICAL,
                                    .size = fs == DEMO_FS_XFS ? 64 << 20 : count };

    image_make(&image, content.size);
    struct demo_image to = { .fd = image.fd };
    demo_content_put(&to, &content);
    ck_assert(!to.error && pread(image.fd, bytes, count, 0) == (ssize_t)count);
    image_remove(&image);
}

/* No sector is like another one. */
static void put_kind(const struct kind *kind, uint8_t *bytes)
{
    static const uint8_t zeros[LOGICAL];
    size_t count = kind->length * LOGICAL;

    memset(bytes, 0, count);
    if (!kind->name) {
        put_demo(kind->fs, bytes, count);
    } else if (!strcmp(kind->name, "small ext2")) {
        put_small_ext2(bytes, count);
    } else {
        const struct fixture *fixture = fixture_named(kind->name);
        CLEANUP(freep) uint8_t *made = xcalloc(FIXTURE_ROOM, 1);
        fixture->make(made);
        ck_assert_uint_lt(fixture->base, count);
        size_t rest = count - fixture->base;
        memcpy(bytes + fixture->base, made,
               fixture->count < rest ? fixture->count : rest);
    }
    for (size_t at = 0; at < count; at += LOGICAL)
        if (!memcmp(bytes + at, zeros, sizeof(zeros)))
            bytes[at + 500] = (uint8_t)(1 + at / LOGICAL);
}

/* As zones.h finds them, in a partition of its whole size. */
static void find_zones(const struct kind *kind, const uint8_t *bytes,
                       struct data_content *ret)
{
    struct memory memory = { bytes, kind->length * LOGICAL };
    struct reader whole = { read_memory, &memory, UINT64_C(6) << 40 };
    struct reader part = { read_memory, &memory, memory.count };
    struct content content = { .state = CONTENT_FOUND };

    ck_assert_msg(inside_decode(&whole, kind->type, &content.inside), "%s", kind->type);
    content.inside.claimed = 0;
    *ret = (struct data_content){ kind->type, bytes, kind->length, { .count = 0 } };
    ck_assert_msg(zones_find(&content, &part, LOGICAL, &ret->zones), "%s", kind->type);
}

/* --- looking --- */

struct looker {
    struct data_scene scene;
    struct power_loss_scene loss;
    int fd;
    unsigned long images, looks, found;
    unsigned long apart; /* one in so many images is looked at */
    unsigned long turn;
};

static bool finds(struct looker *looker, uint64_t start, uint64_t length)
{
    struct extent extent = { .kind = EXTENT_PARTITION, .start = start, .length = length };
    struct content content = signature_probe(looker->fd, LOGICAL, &extent);

    looker->looks++;
    looker->found += content.state != CONTENT_NONE;
    return content.state != CONTENT_NONE;
}

static bool finds_part(struct looker *looker, const struct cutting *image, unsigned move)
{
    const struct data_scene *scene = &looker->scene;
    const struct shift *shift = &scene->shifts[move];
    uint64_t low = num_min(shift->from, shift->to);
    uint64_t high = num_max(shift->from, shift->to);

    return (finds(looker, shift->from, shift->length) &&
            !data_scene_has_all(scene, image, move, shift->from)) ||
           (finds(looker, shift->to, shift->length) &&
            !data_scene_has_all(scene, image, move, shift->to)) ||
           (finds(looker, low, high - low + shift->length) &&
            !data_scene_has_all(scene, image, move, low));
}

static const char *look_at(void *context, struct cutting *image, bool is_end)
{
    struct looker *looker = context;
    size_t bytes = looker->scene.limits.size * LOGICAL;

    if (is_end)
        return data_scene_check(&looker->scene, image, true);
    if (looker->turn++ % looker->apart)
        return NULL;
    ck_assert(pwrite(looker->fd, image->bytes, bytes, 0) == (ssize_t)bytes);
    looker->images++;
    if (finds(looker, 0, looker->scene.limits.size))
        return "something is found on the whole disk";
    for (unsigned i = 0; i < looker->scene.count; i++)
        if (finds_part(looker, image, i))
            return "libblkid finds a partition that is not complete";
    return NULL;
}

static enum power_loss_end run_scene(void *context, struct cutting *disk, bool is_back,
                                     struct err *err)
{
    struct looker *looker = context;
    bool goes_back = false;
    enum redo_state state =
        data_scene_run(&looker->scene, disk, is_back, &goes_back, err);

    if (state == REDO_ENDED)
        return goes_back ? POWER_BACK : POWER_DONE;
    return state == REDO_FOREIGN ? POWER_ASKS : POWER_STOPPED;
}

static void make_looker(struct looker *looker, const struct data_content *content,
                        unsigned round)
{
    data_scene_make_with(&looker->scene, round, content);
    looker->loss = (struct power_loss_scene){
        .disk = &looker->scene.disk, .run = run_scene, .check = look_at, .context = looker
    };
    (void)snprintf(looker->loss.name, sizeof(looker->loss.name), "%s-%llu", content->name,
                   (unsigned long long)looker->scene.rng.seed);
    ck_assert(!ftruncate(looker->fd, (off_t)(looker->scene.limits.size * LOGICAL)));
}

static void try_kind(const struct data_content *content, unsigned round,
                     struct looker *looker, struct power_loss_totals *totals)
{
    struct power_loss_wish wish = { POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 2,
                                    .limits = { 3, 1 }, .turn = round };

    make_looker(looker, content, round);
    power_loss_run(&looker->loss, &wish, totals);
    data_scene_finish(&looker->scene);
}

TEST_EACH(libblkid_finds_a_whole_partition_or_none, kinds)
{
    const struct kind *kind = &kinds[_i];
    uint8_t bytes[SECTORS_MAX * LOGICAL];
    struct looker looker = { .fd = memfd_create("disk", MFD_CLOEXEC), .apart = 4 };
    struct power_loss_totals totals = { 0 };
    struct data_content content;

    ck_assert_int_ge(looker.fd, 0);
    put_kind(kind, bytes);
    find_zones(kind, bytes, &content);
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++)
        try_kind(&content, (unsigned)_i * 7 + round, &looker, &totals);
    printf("# %s: %lu images, %lu looks of libblkid, %lu of which found it\n", kind->type,
           looker.images, looker.looks, looker.found);
    power_loss_print(NULL, &totals);
    ck_assert_uint_eq(totals.bad, 0);
    ck_assert_uint_gt(looker.found, 100 / rng_stride());
    if (!getenv("ALIDADE_SEED") && rng_stride() == 1)
        ck_assert_uint_ge(looker.images, IMAGES_MIN / ARRAY_SIZE(kinds));
    close(looker.fd);
}

/* The magic sector of ext2 is the third one: with a guard in the first one only, libblkid
 * finds the half of it. */
TEST(without_its_guard_a_half_is_found)
{
    uint8_t bytes[SECTORS_MAX * LOGICAL];
    struct looker looker = { .fd = memfd_create("disk", MFD_CLOEXEC), .apart = 4 };
    struct power_loss_totals totals = { 0 };
    struct data_content content;

    put_kind(&kinds[0], bytes);
    find_zones(&kinds[0], bytes, &content);
    content.zones = (struct zones){ .at = { { 0, 1 }, { content.length - 1, 1 } },
                                    .count = 2,
                                    .magic = 0 };
    for (unsigned round = 0; round < 4 && !totals.bad; round++)
        try_kind(&content, round, &looker, &totals);
    ck_assert_uint_gt(totals.bad, 0);
    ck_assert(strstr(totals.first, "libblkid finds"));
    close(looker.fd);
}

static const struct power_loss_scene *make_named(const char *name)
{
    static uint8_t bytes[SECTORS_MAX * LOGICAL];
    static struct looker looker = { .apart = 1 };
    static struct data_content content;
    size_t type = strcspn(name, "-");

    looker.fd = memfd_create("disk", MFD_CLOEXEC);
    for (size_t i = 0; i < ARRAY_SIZE(kinds) && name[type]; i++)
        if (strlen(kinds[i].type) == type && !strncmp(kinds[i].type, name, type) &&
            !setenv("ALIDADE_SEED", name + type + 1, true)) {
            put_kind(&kinds[i], bytes);
            find_zones(&kinds[i], bytes, &content);
            make_looker(&looker, &content, 0);
            return &looker.loss;
        }
    return NULL;
}

int main(int argc, char **argv)
{
    return power_loss_main(argc, argv, make_named);
}
