/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit_scene.h - an image file with a table, an edit of it, and a place for backups */
#ifndef ALIDADE_TESTS_COMMIT_SCENE_H
#define ALIDADE_TESTS_COMMIT_SCENE_H

#include "device/commit/commit_steps.h"
#include "model/edit/edit.h"
#include "support/image.h"
#include "support/sparse.h"
#include "support/tree.h"

enum scene_table {
    SCENE_GPT_512,
    SCENE_GPT_4096,
    SCENE_MSDOS, /* a primary, and a chain of three logicals */
    SCENE_TABLE_COUNT,
};

struct commit_scene {
    struct image image;
    struct tree tree; /* a machine without users of any disk; also holds the backups */
    uint64_t logical; /* the option the image is read with; 0: none */
    struct layout *base;
    struct layout *preview;
    struct commit_request request;
    uint8_t *old; /* the whole image */
    size_t size;
    /* Results of the last rehearsal and write. */
    struct commit *commit;
    struct rehearsal_report rehearsal;
    struct commit_report report;
    struct err err;
};

/* PREVIEW is BASE; XDG_STATE_HOME is a folder of the tree.  All functions fail the test
 * on an error. */
void commit_scene_init(struct commit_scene *scene, enum scene_table table);
/* Puts EDIT onto the preview. */
void commit_scene_edit(struct commit_scene *scene, const struct edit *edit);
/* Edits of the preview: partition ID, or a new one with NUMBER (0: the next). */
void commit_scene_remove(struct commit_scene *scene, uint32_t id);
void commit_scene_resize(struct commit_scene *scene, uint32_t id, uint64_t start,
                         uint64_t length);
void commit_scene_create(struct commit_scene *scene, unsigned number, uint64_t start,
                         uint64_t length);
void commit_scene_new_table(struct commit_scene *scene, enum label_kind label);
/* A change that this table can take: partition 1 goes. */
void commit_scene_delete(struct commit_scene *scene);
void commit_scene_copy(struct commit_scene *scene, const struct sparse *disk);
/* Base and preview become BASE, which is consumed; the image as it is now is the old. */
void commit_scene_set_base(struct commit_scene *scene, struct layout *base);
/* Base and preview become what the image holds now, contents included. */
void commit_scene_scan(struct commit_scene *scene);
/* The image as it is now; lazy_free(). */
uint8_t *commit_scene_bytes(const struct commit_scene *scene);
bool commit_scene_is_untouched(const struct commit_scene *scene);
/* Reads the image again; layout_unref(). */
struct layout *commit_scene_read(const struct commit_scene *scene);
/* The log; empty where there is none; free(). */
char *commit_scene_log(const struct commit_scene *scene);
/* Rehearses the request; false where that is refused. */
bool commit_scene_try(struct commit_scene *scene);
void commit_scene_rehearse(struct commit_scene *scene);
/* Writes what was rehearsed. */
void commit_scene_write(struct commit_scene *scene);
/* The rehearsal, or the write, must be refused with WORDS and change nothing. */
void commit_scene_refuse(struct commit_scene *scene, const char *words);
void commit_scene_refuse_write(struct commit_scene *scene, const char *words);
void commit_scene_finish(struct commit_scene *scene);

/* True if one of LINES has WORDS in it. */
bool lines_have(const struct lines *lines, const char *words);

#endif
