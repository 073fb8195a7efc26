/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_blank.c - data on a disk whose table shows none is not written over */
#include "device/commit/commit_steps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/system/disk.h"
#include "model/base/dice.h"
#include "model/base/mem.h"
#include "model/found/whole.h"
#include "support/commit_scene.h"
#include "support/lazy.h"
#include "support/superblocks.h"
#include "support/table_image.h"
#include "support/test.h"

/* What lies at a disk without a table: random bytes as plain dm-crypt has them, zeros,
 * random bytes that no sample of its ends sees, an ext2 below an empty msdos table. */
static const struct {
    uint64_t at, bytes;
    bool has_ext2;
    const char *words; /* NULL: nothing is lost */
} blanks[] = {
    { 0, UINT64_C(8) << 20, false, "The disk as a whole holds data of unknown kind" },
    { 0, 0, false, NULL },
    { UINT64_C(2) << 20, UINT64_C(5) << 20, false,
      "The disk as a whole holds data of unknown kind" },
    { 0, 0, true, "The disk as a whole holds ext2 'below'" },
};

enum { NOISE = 64 * 1024 };

static void put_noise(const struct image *image, uint64_t at, uint64_t bytes)
{
    uint8_t noise[NOISE];
    struct dice dice = dice_of(at + bytes);

    for (size_t i = 0; i < sizeof(noise); i++)
        noise[i] = (uint8_t)dice_below(&dice, 256);
    for (uint64_t done = 0; done < bytes; done += sizeof(noise)) {
        uint64_t left = bytes - done;
        image_put(image, at + done, noise, left < sizeof(noise) ? left : sizeof(noise));
    }
}

/* Without its table. */
static void wipe(struct commit_scene *scene)
{
    ck_assert_int_eq(ftruncate(scene->image.fd, 0), 0);
    ck_assert_int_eq(ftruncate(scene->image.fd, (off_t)scene->size), 0);
}

/* An ext2 with the signature of an MBR in its first sector, which has no entry. */
static void put_ext2_below_table(struct commit_scene *scene)
{
    image_put_ext2(&scene->image, 0, "below");
    image_put(&scene->image, 510, "\x55\xaa", 2);
}

/* As read, for who has agreed that the disk is changed whatever it holds as a whole. */
static struct layout *read_accepted(const struct commit_scene *scene)
{
    CLEANUP(layout_unrefp) struct layout *layout = commit_scene_read(scene);

    return whole_note_agree(layout, NULL);
}

/* Without its table, with the content of row INDEX, and with a new table in the
 * preview. */
static void init_blank(struct commit_scene *scene, int index, enum label_kind label)
{
    commit_scene_init(scene, SCENE_GPT_512);
    wipe(scene);
    put_noise(&scene->image, blanks[index].at, blanks[index].bytes);
    if (blanks[index].has_ext2)
        put_ext2_below_table(scene);
    commit_scene_set_base(scene, read_accepted(scene));
    commit_scene_new_table(scene, label);
    commit_scene_create(scene, 0, 2048, 2048);
}

TEST_TIMES(a_new_table_over_data_without_a_table_needs_consent,
           2 * (int)ARRAY_SIZE(blanks))
{
    static const unsigned whole[] = { 0 };
    const char *words = blanks[_i / 2].words;
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    init_blank(&scene, _i / 2, _i % 2 ? LABEL_GPT : LABEL_MSDOS);
    ck_assert_int_eq(!commit_scene_try(&scene), words != NULL);
    ck_assert_uint_eq(scene.rehearsal.losses.count, words != NULL);
    ck_assert_msg(!words || strstr(scene.err.text, words), "%s", scene.err.text);
    ck_assert_msg(!words || strstr(scene.err.text, "--lose=0 gives up"), "%s",
                  scene.err.text);
    ck_assert_int_eq(scene.rehearsal.is_loss_refused, words != NULL);
    scene.request.accepted = (struct loss_accepted){ .numbers = whole, .count = 1 };
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(scene.rehearsal.losses.count, words != NULL);
    ck_assert(!words || lines_have(&scene.rehearsal.losses, words));
    ck_assert(commit_scene_is_untouched(&scene));
}

/* No new table: the one that is there gets its first partition, or another id. */
static const struct {
    struct edit edit;
    bool is_refused;
} edits[] = {
    { { .kind = EDIT_CREATE,
        .id = EDIT_ID_FIRST,
        .extent = EXTENT_PARTITION,
        .start = 2048,
        .length = 2048 },
      true },
    { { .kind = EDIT_DISK_ID, .uuid = "0x5a3c9d21" }, false },
};

TEST_EACH(a_first_partition_over_content_needs_consent, edits)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    wipe(&scene);
    put_ext2_below_table(&scene);
    commit_scene_set_base(&scene, read_accepted(&scene));
    ck_assert_int_eq(layout_label(scene.base)->kind, LABEL_MSDOS);
    commit_scene_edit(&scene, &edits[_i].edit);
    ck_assert_msg(commit_scene_try(&scene) != edits[_i].is_refused, "%s", scene.err.text);
    ck_assert_uint_eq(scene.rehearsal.losses.count, edits[_i].is_refused);
    if (!scene.commit)
        ck_assert_msg(strstr(scene.err.text, "holds ext2 'below'"), "%s", scene.err.text);
}

TEST(consent_to_lose_the_disk_includes_its_content)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    wipe(&scene);
    put_ext2_below_table(&scene);
    commit_scene_set_base(&scene, read_accepted(&scene));
    commit_scene_edit(&scene, &edits[0].edit);
    scene.request.accepted = (struct loss_accepted){ .is_disk = true };
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(scene.rehearsal.losses.count, 1);
}

/* The sectors at both ends of BYTES, a disk of COUNT sectors with a GPT. */
static void set_runs(struct sector_run runs[2], uint8_t *bytes, uint64_t logical,
                     uint64_t count)
{
    uint64_t array = 16384 / logical;

    runs[0] = (struct sector_run){ 0, array + 2, bytes };
    runs[1] = (struct sector_run){ count - array - 1, array + 1,
                                   bytes + (count - array - 1) * logical };
}

/* Noise of one sector, and whether the backup of the GPT that was there goes over it. */
static const struct {
    uint64_t lba;
    bool is_refused;
} lost[] = { { 2048, false }, { 34, false },   { 16350, false }, { 0, true },
             { 33, true },    { 16351, true }, { 16383, true } };

TEST_EACH(a_backup_of_the_lost_table_goes_over_no_data, lost)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;
    struct sector_run runs[2];

    commit_scene_init(&scene, SCENE_GPT_512);
    CLEANUP(lazy_freep) uint8_t *bytes = commit_scene_bytes(&scene);
    CLEANUP(layout_unrefp) struct layout *whole = layout_ref(scene.base);
    set_runs(runs, bytes, 512, 16384);
    wipe(&scene);
    put_noise(&scene.image, lost[_i].lba * 512, 512);
    commit_scene_set_base(&scene, commit_scene_read(&scene));
    ck_assert_int_eq(layout_label(scene.base)->kind, LABEL_NONE);
    scene.request.preview = whole;
    scene.request.runs = runs;
    scene.request.run_count = ARRAY_SIZE(runs);
    ck_assert_msg(commit_scene_try(&scene) != lost[_i].is_refused, "%s", scene.err.text);
    ck_assert(scene.commit || strstr(scene.err.text, "--lose=0 gives up"));
}

/* A table for sectors of 512 bytes, whose partition does not fit those of 4096. */
static struct layout *read_broken(const struct commit_scene *scene)
{
    struct limits_given given = { .logical = 4096 };
    struct err err = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(scene->image.path, &err);
    struct layout *layout = store ? disk_read_over(store, &given, &err) : NULL;

    ck_assert_msg(layout != NULL, "%s", err.text);
    ck_assert(disk_is_broken(layout));
    return layout;
}

/* The GPT of another scene as a backup. */
TEST(a_backup_replaces_a_broken_table)
{
    struct commit_scene scene, other;
    struct sector_run runs[2];

    commit_scene_init(&other, SCENE_GPT_4096);
    commit_scene_init(&scene, SCENE_GPT_512);
    ck_assert_int_eq(ftruncate(scene.image.fd, (off_t)other.size), 0);
    scene.size = other.size;
    commit_scene_set_base(&scene, read_broken(&scene));
    set_runs(runs, other.old, 4096, 16384);
    scene.request.preview = other.base;
    scene.request.runs = runs;
    scene.request.run_count = ARRAY_SIZE(runs);
    commit_scene_rehearse(&scene);
    ck_assert_uint_eq(scene.rehearsal.losses.count, 0);
    commit_scene_finish(&scene);
    commit_scene_finish(&other);
}
