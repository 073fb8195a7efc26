/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_scene.h - a change of a disk whose partitions the kernel has (fake_block.h) */
#ifndef ALIDADE_TESTS_BLOCK_SCENE_H
#define ALIDADE_TESTS_BLOCK_SCENE_H

#include "support/commit_scene.h"
#include "support/fake_block.h"

enum {
    BLOCK_STEP = 2048, /* partition N begins at sector N * BLOCK_STEP .. */
    BLOCK_SIZE = 100,  /* .. and has so many */
};

struct play {
    struct commit_scene scene;
    struct fake_block *disk;
};

/* A GPT with partitions 1 to 3, of which the kernel knows the first KNOWN. */
void play_init(struct play *play, unsigned known);
void play_finish(struct play *play);

void play_resize(struct play *play, unsigned number, uint64_t length);
void play_create_fourth(struct play *play);
/* Rehearses and writes; the preview is on the disk afterwards. */
void play_write(struct play *play);

#endif
