/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_commit_refuse.c - images that are not written to, and those that only look so */
#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/commit/stages.h"
#include "model/base/mem.h"
#include "model/disk/cure.h"
#include "model/disk/damage.h"
#include "support/commit_scene.h"
#include "support/refused.h"
#include "support/test.h"

/* What the preview's notes say; a cure is written although the rest stays damaged. */
static const struct {
    enum note_id ids[2];
    bool is_refused;
} notes[] = {
    { { NOTE_TABLE_ENTRY_DAMAGED }, true },
    { { NOTE_MSDOS_CHAIN_BROKEN }, true },
    { { NOTE_TABLE_ENTRY_DAMAGED, NOTE_TABLE_CURED }, false },
    { { NOTE_GPT_ENTRY_SIZE, NOTE_TABLE_CURED }, true },
};

TEST_EACH(damage_is_written_beside_a_cure_alone, notes)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(scene.preview);
    for (size_t i = 0; i < ARRAY_SIZE(notes[_i].ids) && notes[_i].ids[i]; i++)
        layout_builder_note(builder, notes[_i].ids[i], "It is so.");
    CLEANUP(layout_unrefp) struct layout *noted = layout_builder_refinish(builder);
    scene.request.preview = noted;
    ck_assert_msg(commit_scene_try(&scene) != notes[_i].is_refused, "%s", scene.err.text);
    ck_assert(scene.commit || strstr(scene.err.text, "is not written to: It is so."));
}

/* 0: the sentence names sudo; else what to look at. */
static int take_mark(const char *path, int fd)
{
    struct sys sys = sys_of_machine();
    struct disk_mark mark;
    struct err err = { 0 };

    if (!geteuid() && setresuid(65534, 65534, 65534))
        return 2;
    if (mark_take(&sys, path, fd, &mark, &err))
        return 3;
    ck_assert_refused(&err, REFUSAL_NO_PERMISSION);
    return strstr(err.text, "you may not write to it") && strstr(err.text, "sudo alidade")
               ? 0
               : 4;
}

/* In a process of its own, which gives up what root may. */
TEST(who_may_not_write_is_told_of_sudo)
{
    CLEANUP(image_remove) struct image image;
    int status;

    image_make(&image, 4096);
    ck_assert_int_eq(fchmod(image.fd, 0400), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        _exit(take_mark(image.path, image.fd));
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 0);
}

TEST(image_that_is_gone_is_no_matter_of_sudo)
{
    struct sys sys = sys_of_machine();
    struct disk_mark mark;
    CLEANUP(image_remove) struct image image;
    struct err err = { 0 };

    image_make(&image, 4096);
    ck_assert_int_eq(unlink(image.path), 0);
    ck_assert(!mark_take(&sys, image.path, image.fd, &mark, &err));
    ck_assert_refused(&err, REFUSAL_NOT_WRITABLE);
    ck_assert_ptr_nonnull(
        strstr(err.text, "cannot be written to: No such file or directory."));
}

TEST(file_that_is_not_open_has_no_state)
{
    struct sys sys = sys_of_machine();
    struct disk_mark mark;
    struct err err = { 0 };

    ck_assert(!mark_take(&sys, "/dev/sdz", -1, &mark, &err));
    ck_assert_refused(&err, REFUSAL_STATE_UNKNOWN);
}

/* In place of the kernel's. */
static bool is_pool_empty;

ssize_t getrandom(void *buf, size_t count, unsigned flags)
{
    while (is_pool_empty && !(flags & GRND_NONBLOCK))
        (void)pause();
    if (!is_pool_empty)
        return syscall(SYS_getrandom, buf, count, flags);
    errno = EAGAIN;
    return -1;
}

static bool give_up(void *context)
{
    (void)context;
    return false;
}

/* The rehearsal asks libparted, which needs them. */
TEST(without_random_numbers_nothing_is_rehearsed)
{
    const struct commit_watch watch = { .unready = give_up };
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    scene.request.watch = &watch;
    is_pool_empty = true;
    commit_scene_refuse(&scene, "Run this again later.");
    ck_assert_refused(&scene.err, REFUSAL_RANDOM_NUMBERS_NOT_READY);
    is_pool_empty = false;
    scene.request.watch = NULL;
    commit_scene_rehearse(&scene);
}

/* loop7 lies over LIMIT bytes of the file at PATH from OFFSET on; 0: to its end. */
static void put_loop(struct commit_scene *scene, const char *path, uint64_t offset,
                     uint64_t limit)
{
    CLEANUP(freep) char *from = xasprintf("%llu\n", (unsigned long long)offset);
    CLEANUP(freep) char *size = xasprintf("%llu\n", (unsigned long long)limit);
    CLEANUP(freep) char *line = xasprintf("%s\n", path);

    tree_disk(&scene->tree, "loop7", "virtual", "7:7\n", 100);
    tree_say(&scene->tree, "loop7", "loop/backing_file", line);
    tree_say(&scene->tree, "loop7", "loop/offset", from);
    tree_say(&scene->tree, "loop7", "loop/sizelimit", size);
}

TEST(loop_device_over_another_image_is_no_reason)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    commit_scene_delete(&scene);
    tree_write(&scene.tree, "another", "other.img");
    CLEANUP(freep) char *other = xasprintf("%s/other.img", scene.tree.root);
    put_loop(&scene, other, 0, 0);
    commit_scene_rehearse(&scene);
}

TEST(logical_partition_in_use_is_refused)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_MSDOS);
    const struct extent *sixth = layout_find_number(scene.base, 6);
    put_loop(&scene, scene.image.path, sixth->start * 512, sixth->length * 512);
    commit_scene_remove(&scene, sixth->id);
    commit_scene_refuse(&scene, "");
    ck_assert_str_eq(scene.err.text,
                     "The loop device loop7 lies over partition 6: detach it with "
                     "losetup -d first.");
}

/* The kernel cannot be told that a part of an image has grown. */
TEST(partition_of_an_image_does_not_grow_while_it_is_mounted)
{
    CLEANUP(commit_scene_finish) struct commit_scene scene;

    commit_scene_init(&scene, SCENE_GPT_512);
    const struct extent *second = layout_find_number(scene.base, 2);
    commit_scene_resize(&scene, second->id, second->start, 2 * second->length);
    put_loop(&scene, scene.image.path, second->start * 512, second->length * 512);
    tree_mount(&scene.tree, "7:7", "/mnt", "/dev/loop7");
    commit_scene_refuse(&scene, "");
    ck_assert_str_eq(scene.err.text, "Partition 2 is mounted on /mnt: unmount it first.");
}
