/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_scene.c - an image file with a table, an edit of it, and a place for backups */
#include "support/commit_scene.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/read_disk.h"
#include "support/table_image.h"

enum { LOG_MOST = 1 << 16 };

static void must(bool is_right, const char *what)
{
    if (is_right)
        return;
    (void)fprintf(stderr, "%s\n", what); /* the end is near */
    exit(EXIT_FAILURE);
}

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

void commit_scene_init(struct commit_scene *scene, enum scene_table table)
{
    struct err err = { 0 };
    struct sparse disk;

    *scene = (struct commit_scene){ .logical = table == SCENE_GPT_4096 ? 4096 : 0 };
    uint64_t logical = scene->logical ? scene->logical : 512;
    disk = image_new(table == SCENE_MSDOS ? 131072 : 16384, logical);
    put_table(&disk, table, logical);
    scene->size = (size_t)disk.size_bytes;
    image_make(&scene->image, disk.size_bytes);
    for (size_t i = 0; i < disk.count; i++)
        image_put(&scene->image, disk.pieces[i].offset, disk.pieces[i].bytes,
                  disk.pieces[i].count);
    sparse_finish(&disk);
    tree_init(&scene->tree);
    CLEANUP(freep) char *state = xasprintf("%s/state", scene->tree.root);
    must(!setenv("XDG_STATE_HOME", state, 1), "XDG_STATE_HOME");
    scene->base = read_image(&scene->image, scene->logical, &err);
    must(scene->base != NULL, err.text);
    scene->preview = layout_ref(scene->base);
    scene->request = (struct commit_request){ .path = scene->image.path,
                                              .sys = &scene->tree.sys,
                                              .base = scene->base,
                                              .preview = scene->preview };
    scene->old = commit_scene_bytes(scene);
}

void commit_scene_edit(struct commit_scene *scene, const struct edit *edit)
{
    struct err err = { 0 };
    struct layout *after = edit_apply(scene->preview, edit, &err);

    must(after != NULL, err.text);
    layout_unref(scene->preview);
    scene->preview = after;
    scene->request.preview = after;
}

void commit_scene_delete(struct commit_scene *scene)
{
    const struct extent *first = layout_find_number(scene->preview, 1);

    commit_scene_edit(scene, &(struct edit){ .kind = EDIT_DELETE, .id = first->id });
}

/* Reads the ranges of FD that hold data; returns false if that fails. */
static bool read_data(int fd, uint8_t *bytes)
{
    off_t at = 0, hole;

    while ((at = lseek(fd, at, SEEK_DATA)) >= 0) {
        hole = lseek(fd, at, SEEK_HOLE);
        size_t count = (size_t)(hole - at);
        if (pread(fd, bytes + at, count, at) != (ssize_t)count)
            return false;
        at = hole;
    }
    return errno == ENXIO; /* no data after the last hole */
}

uint8_t *commit_scene_bytes(const struct commit_scene *scene)
{
    uint8_t *bytes = xcalloc(1, scene->size);
    int fd = open(scene->image.path, O_RDONLY | O_CLOEXEC);

    must(fd >= 0 && read_data(fd, bytes), scene->image.path);
    must(!close(fd), scene->image.path);
    return bytes;
}

bool commit_scene_is_untouched(const struct commit_scene *scene)
{
    CLEANUP(freep) uint8_t *now = commit_scene_bytes(scene);

    return !memcmp(now, scene->old, scene->size);
}

struct layout *commit_scene_read(const struct commit_scene *scene)
{
    struct err err = { 0 };
    struct layout *layout = read_image(&scene->image, scene->logical, &err);

    must(layout != NULL, err.text);
    return layout;
}

char *commit_scene_log(const struct commit_scene *scene)
{
    CLEANUP(freep)
    char *path = xasprintf("%s/state/alidade/alidade.log", scene->tree.root);
    char *text = xcalloc(1, LOG_MOST);
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return text;
    must(read(fd, text, LOG_MOST - 1) >= 0, path);
    must(!close(fd), path);
    return text;
}

void commit_scene_finish(struct commit_scene *scene)
{
    layout_unref(scene->base);
    layout_unref(scene->preview);
    free(scene->old);
    tree_finish(&scene->tree);
    image_remove(&scene->image);
}
