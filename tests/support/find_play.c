/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_play.c - image files with fixes of version 2, and the search for them */
#include "support/find_play.h"
#include "support/refused.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/mem.h"

struct find_play play;

void find_play_setup(void)
{
    char state[128];

    play = (struct find_play){ 0 };
    tree_init(&play.tree);
    snprintf(state, sizeof(state), "%s/state", play.tree.root);
    setenv("XDG_STATE_HOME", state, 1);
    mkdir(state, 0700);
    find_scene_init(&play.scene, 512, 0, "WD-1");
}

void find_play_teardown(void)
{
    fix_found_list_finish(&play.list);
    find_scene_finish(&play.scene);
    for (size_t i = 0; i < play.image_count; i++)
        image_remove(&play.images[i]);
    tree_finish(&play.tree);
}

const char *find_play_image(const struct sparse *disk)
{
    struct image *image = &play.images[play.image_count++];

    ck_assert_uint_le(play.image_count, FIND_IMAGES_MAX);
    image_make(image, disk->size_bytes);
    for (size_t i = 0; i < disk->count; i++)
        image_put(image, disk->pieces[i].offset, disk->pieces[i].bytes,
                  disk->pieces[i].count);
    return image->path;
}

void find_play_disk(void)
{
    copy_text(play.path, sizeof(play.path), find_play_image(&play.scene.disk));
}

void find_play_plug_in(const char *name, const char *number)
{
    char node[SYS_PATH];

    tree_disk(&play.tree, name, "pci0000:00/ata1/host0/target0:0:0/0:0:0:0", number,
              play.scene.disk.size_bytes / 512);
    sys_node_of(&play.tree.sys, name, node);
    tree_write(&play.tree, "", "dev/%s", name); /* also makes the folder */
    unlink(node);
    find_play_disk();
    ck_assert_int_eq(symlink(play.path, node), 0);
}

const char *find_play_journal(void)
{
    CLEANUP(sparse_finish) struct sparse file = { .size_bytes = 1 << 20 };

    find_scene_move_out(&play.scene, "/mnt/usb/alidade.journal");
    find_scene_put(&play.scene, &file, 0);
    return find_play_image(&file);
}

const struct fix_place_found *find_play_choose_with(const char *disk, const char *journal,
                                                    const struct finder_watch *watch)
{
    fix_found_list_finish(&play.list);
    play.err = (struct err){ 0 };
    if (!finder_search(&play.tree.sys, disk, journal, 0, watch, &play.list, &play.err))
        return NULL;
    return fix_found_choose(&play.list, &play.err);
}

const struct fix_place_found *find_play_choose(void)
{
    find_play_disk();
    return find_play_choose_with(play.path, NULL, NULL);
}

void find_play_refuses(enum refusal refusal, const char *words)
{
    ck_assert_refused(&play.err, refusal);
    ck_assert_msg(strstr(play.err.text, words) != NULL, "%s", play.err.text);
}

void find_play_cannot_read(const char *words)
{
    ck_assert_int_eq(play.err.code, ERR_UNREADABLE);
    ck_assert_msg(strstr(play.err.text, words) != NULL, "%s", play.err.text);
}
