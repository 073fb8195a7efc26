/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_play.h - image files with fixes of version 2, and the search for them */
#ifndef ALIDADE_TESTS_FIND_PLAY_H
#define ALIDADE_TESTS_FIND_PLAY_H

#include "device/move/find/finder.h"
#include "model/base/refusal.h"
#include "support/find_scene.h"
#include "support/image.h"
#include "support/tree.h"

enum { FIND_IMAGES_MAX = 8, FIND_HERE = 12288 /* where the journal of a new scene is */ };

struct find_play {
    struct tree tree; /* a machine without disks; has the folder of hints */
    struct image images[FIND_IMAGES_MAX];
    size_t image_count;
    struct find_scene scene;
    char path[128]; /* the image that was made last of the scene's disk */
    struct fix_found_list list;
    struct err err;
};

/* Of the test that runs. */
extern struct find_play play;

void find_play_setup(void);
void find_play_teardown(void);

/* Returns the path of a new file with the bytes of DISK. */
const char *find_play_image(const struct sparse *disk);
/* Makes play.path from the disk of the scene. */
void find_play_disk(void);
/* The same, as disk NAME of the machine. */
void find_play_plug_in(const char *name, const char *number);
/* Returns the path of a file with the journal, whose head says that it is elsewhere. */
const char *find_play_journal(void);

/* Searches DISK, and returns what is chosen of play.list; NULL: see play.err. */
const struct fix_place_found *find_play_choose_with(const char *disk, const char *journal,
                                                    const struct finder_watch *watch);
/* The same for a new play.path. */
const struct fix_place_found *find_play_choose(void);
/* Fail the test unless play.err has WORDS, and is REFUSAL or ERR_UNREADABLE. */
void find_play_refuses(enum refusal refusal, const char *words);
void find_play_cannot_read(const char *words);

#endif
