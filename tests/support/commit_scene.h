/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_scene.h - an image file with a table, an edit of it, and a place for backups */
#ifndef ALIDADE_TESTS_COMMIT_SCENE_H
#define ALIDADE_TESTS_COMMIT_SCENE_H

#include "device/commit/commit.h"
#include "model/edit/edit.h"
#include "support/image.h"
#include "support/tree.h"

enum scene_table {
    SCENE_GPT_512,
    SCENE_GPT_4096,
    SCENE_MSDOS, /* a primary, and a chain of three logicals */
    SCENE_TABLE_COUNT,
};

struct commit_scene {
    struct image image;
    struct tree tree; /* a machine on which nobody uses anything; backups lie in it */
    uint64_t logical; /* given when it was read; 0: not */
    struct layout *base;
    struct layout *preview;
    struct commit_request request;
    uint8_t *old; /* the whole image */
    size_t size;
};

/* PREVIEW is BASE; XDG_STATE_HOME lies in the tree.  Ends the program where it cannot. */
void commit_scene_init(struct commit_scene *scene, enum scene_table table);
/* Puts EDIT onto the preview. */
void commit_scene_edit(struct commit_scene *scene, const struct edit *edit);
/* A change that this table can take: partition 1 goes. */
void commit_scene_delete(struct commit_scene *scene);
/* The image as it is now; free(). */
uint8_t *commit_scene_bytes(const struct commit_scene *scene);
bool commit_scene_is_untouched(const struct commit_scene *scene);
/* Reads the image anew; layout_unref(). */
struct layout *commit_scene_read(const struct commit_scene *scene);
/* The log; empty where there is none; free(). */
char *commit_scene_log(const struct commit_scene *scene);
void commit_scene_finish(struct commit_scene *scene);

#endif
