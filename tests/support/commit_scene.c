/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_scene.c - an image file with a table, an edit of it, and a place for backups */
#include "support/commit_scene.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "device/system/scan.h"
#include "model/base/mem.h"
#include "support/lazy.h"
#include "support/read_disk.h"
#include "support/table_image.h"

enum { LOG_MAX = 1 << 16 };

static void put_table(struct sparse *disk, enum scene_table table, uint64_t logical)
{
    struct gpt_table gpt;

    if (table == SCENE_MSDOS) {
        image_put_chain(disk, 3);
        return;
    }
    gpt = image_gpt(disk->size_bytes / logical, logical, 128, 3);
    image_put_gpt(disk, &gpt);
    gpt_finish(&gpt);
}

void commit_scene_copy(struct commit_scene *scene, const struct sparse *disk)
{
    for (size_t i = 0; i < disk->count; i++)
        image_put(&scene->image, disk->pieces[i].offset, disk->pieces[i].bytes,
                  disk->pieces[i].count);
}

/* Finds the next range of FD that is no hole, from *AT on; returns its bytes, 0 at the
 * end. */
static size_t next_data(int fd, off_t *at)
{
    *at = lseek(fd, *at, SEEK_DATA);
    if (*at < 0)
        ck_assert_int_eq(errno, ENXIO);
    return *at < 0 ? 0 : (size_t)(lseek(fd, *at, SEEK_HOLE) - *at);
}

uint8_t *commit_scene_bytes(const struct commit_scene *scene)
{
    uint8_t *bytes = lazy_new(scene->size);
    int fd = scene->image.fd;

    for (off_t at = 0, count; (count = (off_t)next_data(fd, &at)); at += count)
        ck_assert_int_eq(pread(fd, bytes + at, (size_t)count, at), count);
    return bytes;
}

struct layout *commit_scene_read(const struct commit_scene *scene)
{
    struct err err = { 0 };
    struct layout *layout = read_image(&scene->image, scene->logical, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return layout;
}

void commit_scene_set_base(struct commit_scene *scene, struct layout *base)
{
    layout_unref(scene->base);
    layout_unref(scene->preview);
    lazy_free(scene->old);
    scene->base = base;
    scene->preview = layout_ref(base);
    scene->request.base = scene->request.preview = base;
    scene->old = commit_scene_bytes(scene);
}

void commit_scene_scan(struct commit_scene *scene)
{
    CLEANUP(layout_unrefp) struct layout *table = commit_scene_read(scene);

    commit_scene_set_base(scene, scan_all(scene->image.fd, table));
}

void commit_scene_init(struct commit_scene *scene, enum scene_table table)
{
    struct sparse disk;

    *scene = (struct commit_scene){ .logical = table == SCENE_GPT_4096 ? 4096 : 0 };
    uint64_t logical = scene->logical ? scene->logical : 512;
    disk = image_new(table == SCENE_MSDOS ? 131072 : 16384, logical);
    put_table(&disk, table, logical);
    scene->size = (size_t)disk.size_bytes;
    image_make(&scene->image, disk.size_bytes);
    commit_scene_copy(scene, &disk);
    sparse_finish(&disk);
    tree_init(&scene->tree);
    CLEANUP(freep) char *state = xasprintf("%s/state", scene->tree.root);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", state, 1), 0);
    scene->request.path = scene->image.path;
    scene->request.sys = &scene->tree.sys;
    commit_scene_set_base(scene, commit_scene_read(scene));
}

void commit_scene_edit(struct commit_scene *scene, const struct edit *edit)
{
    struct err err = { 0 };
    struct layout *after = edit_apply(scene->preview, edit, &err);

    ck_assert_msg(after != NULL, "%s", err.text);
    layout_unref(scene->preview);
    scene->preview = after;
    scene->request.preview = after;
}

void commit_scene_remove(struct commit_scene *scene, uint32_t id)
{
    commit_scene_edit(scene, &(struct edit){ .kind = EDIT_DELETE, .id = id });
}

void commit_scene_resize(struct commit_scene *scene, uint32_t id, uint64_t start,
                         uint64_t length)
{
    struct edit edit = {
        .kind = EDIT_RESIZE, .id = id, .start = start, .length = length
    };

    commit_scene_edit(scene, &edit);
}

void commit_scene_create(struct commit_scene *scene, unsigned number, uint64_t start,
                         uint64_t length)
{
    struct edit edit = { .kind = EDIT_CREATE,
                         .id = EDIT_ID_FIRST,
                         .extent = EXTENT_PARTITION,
                         .number = number,
                         .start = start,
                         .length = length,
                         .seed = { { 1, 2, 3, 4 } } };

    commit_scene_edit(scene, &edit);
}

void commit_scene_new_table(struct commit_scene *scene, enum label_kind label)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE,
                         .label = label,
                         .seed = { { 1, 2, 3, 4 } } };

    commit_scene_edit(scene, &edit);
}

void commit_scene_delete(struct commit_scene *scene)
{
    const struct extent *first = layout_find_number(scene->preview, 1);

    commit_scene_remove(scene, first->id);
}

/* Holes were holes before: no write makes them. */
bool commit_scene_is_untouched(const struct commit_scene *scene)
{
    CLEANUP(lazy_freep) uint8_t *now = commit_scene_bytes(scene);
    bool is_same = true;

    for (off_t at = 0, count; (count = (off_t)next_data(scene->image.fd, &at));
         at += count)
        is_same = is_same && !memcmp(now + at, scene->old + at, (size_t)count);
    return is_same;
}

char *commit_scene_log(const struct commit_scene *scene)
{
    CLEANUP(freep)
    char *path = xasprintf("%s/state/alidade/alidade.log", scene->tree.root);
    char *text = xcalloc(1, LOG_MAX);
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return text;
    ck_assert_int_ge(read(fd, text, LOG_MAX - 1), 0);
    ck_assert_int_eq(close(fd), 0);
    return text;
}

static void clear_rehearsal(struct commit_scene *scene)
{
    commit_free(scene->commit);
    rehearsal_report_finish(&scene->rehearsal);
    scene->commit = NULL;
    scene->err = (struct err){ 0 };
}

bool commit_scene_try(struct commit_scene *scene)
{
    clear_rehearsal(scene);
    scene->commit =
        commit_steps_rehearse(&scene->request, &scene->rehearsal, &scene->err);
    return scene->commit != NULL;
}

void commit_scene_rehearse(struct commit_scene *scene)
{
    ck_assert_msg(commit_scene_try(scene), "%s", scene->err.text);
}

static bool try_write(struct commit_scene *scene)
{
    commit_report_finish(&scene->report);
    scene->err = (struct err){ 0 };
    return commit_steps_write(scene->commit, &scene->report, &scene->err);
}

void commit_scene_write(struct commit_scene *scene)
{
    ck_assert_msg(try_write(scene), "%s", scene->err.text);
}

static void check_refusal(const struct commit_scene *scene, const uint8_t *before,
                          const char *words)
{
    CLEANUP(lazy_freep) uint8_t *after = commit_scene_bytes(scene);

    ck_assert_int_eq(scene->err.code, ERR_REFUSED);
    ck_assert_msg(strstr(scene->err.text, words) != NULL, "%s", scene->err.text);
    ck_assert_int_eq(memcmp(before, after, scene->size), 0);
}

void commit_scene_refuse(struct commit_scene *scene, const char *words)
{
    CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(scene);

    ck_assert(!commit_scene_try(scene));
    check_refusal(scene, before, words);
}

void commit_scene_refuse_write(struct commit_scene *scene, const char *words)
{
    CLEANUP(lazy_freep) uint8_t *before = commit_scene_bytes(scene);

    ck_assert(!try_write(scene));
    ck_assert(!scene->report.is_written);
    check_refusal(scene, before, words);
}

void commit_scene_finish(struct commit_scene *scene)
{
    clear_rehearsal(scene);
    commit_report_finish(&scene->report);
    layout_unref(scene->base);
    layout_unref(scene->preview);
    lazy_free(scene->old);
    tree_finish(&scene->tree);
    image_remove(&scene->image);
}

bool lines_have(const struct lines *lines, const char *words)
{
    for (size_t i = 0; i < lines->count; i++)
        if (strstr(lines->at[i], words))
            return true;
    return false;
}
