/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_scene.h - a loop device whose table is changed and written; needs root */
#ifndef ALIDADE_TESTS_LOOP_SCENE_H
#define ALIDADE_TESTS_LOOP_SCENE_H

#include "device/commit/commit_steps.h"
#include "model/edit/edit.h"
#include "support/image.h"
#include "support/loop_disk.h"
#include "support/tree.h"

#define LOOP_MIB (UINT64_C(1) << 20) /* bytes */

enum {
    LOOP_DISK_MIB = 80,
    LOOP_PART_MIB = 10,
};

struct loop_scene {
    struct image image;
    struct loop_disk disk;
    struct loop_disk above; /* over the third partition */
    struct tree tree;       /* backups and the log */
    uint64_t logical;
    char mount_point[128];
    bool is_mounted;
    bool is_swapping;
    char holder[48]; /* device mapper's name; empty: none */
    struct layout *base;
    struct layout *preview;
    struct disk_step *steps; /* to the preview; none: it is one step */
    size_t step_count;
    uint8_t *written; /* for each sector: a commit has written it */
    unsigned failed;
};

/* A blank disk with sectors of LOGICAL bytes; XDG_STATE_HOME lies in the tree.  False
 * where there is no loop device; to be finished in both cases. */
bool loop_scene_init(struct loop_scene *scene, uint64_t logical);
/* In the order that undoes it; only what this program has made. */
void loop_remove_users(struct loop_scene *scene);
void loop_scene_finish(struct loop_scene *scene);

/* The whole program of a test: PLAY on a scene with sectors of 512 bytes, then on one of
 * 4096, in a mount name space of its own.  Returns the exit code: 77, with the reason on
 * stdout, where this machine has no root, loop devices or name spaces. */
int loop_play(void (*play)(struct loop_scene *scene));

/* Prints the claim, and counts it where it is wrong. */
void loop_check(struct loop_scene *scene, bool is_right, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* COUNT MiB in sectors. */
uint64_t loop_mib(const struct loop_scene *scene, uint64_t count);
const char *loop_node(const struct loop_scene *scene, unsigned number, char ret[64]);
/* Base and preview become what is on the disk now.  Its users are not marked: the edits
 * do not depend on them. */
void loop_read(struct loop_scene *scene);

/* On the preview; MIBs. */
void loop_edit(struct loop_scene *scene, const struct edit *edit);
void loop_edit_table(struct loop_scene *scene, enum label_kind label);
void loop_edit_create(struct loop_scene *scene, enum extent_kind kind, unsigned number,
                      uint64_t start, uint64_t length);
void loop_edit_delete(struct loop_scene *scene, unsigned number);
void loop_edit_resize(struct loop_scene *scene, unsigned number, uint64_t length);
uint32_t loop_id(const struct loop_scene *scene, unsigned number);

struct commit *loop_rehearse(struct loop_scene *scene, struct err *err);
/* Writes the preview; the disk and the kernel have it afterwards. */
void loop_commit(struct loop_scene *scene, const char *what);
/* The preview is not rehearsed, for a reason that holds WORDS; nothing is written. */
void loop_refuse(struct loop_scene *scene, const char *what, const char *words);
/* All that no file system in the first two partitions writes to. */
uint64_t loop_hash(const struct loop_scene *scene);

#endif
