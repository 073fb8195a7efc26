/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_scene.h - an msdos disk of 64 MiB with a fix of version 2, and its journal
 *
 * Partition 1 is [2048, 10240), partition 2 [20480, 40960).  Step 0 changes the type of
 * partition 2; steps 1 to 3, the second group, are guard, shift and unguard of
 * partition 1. */
#ifndef ALIDADE_TESTS_FIND_SCENE_H
#define ALIDADE_TESTS_FIND_SCENE_H

#include "model/move/log/records.h"
#include "support/sparse.h"

enum { FIND_SECTORS = 131072, FIND_BLOCK = 4096, FIND_PART = 2048 };

struct find_scene {
    struct sparse disk; /* with the table before the fix */
    uint64_t logical;
    struct redo_log log;
    struct record_head head; /* of step 0, in free space at sector 12288 */
    uint8_t after[512];      /* LBA 0 when step 0 is done */
};

/* ENTRY is the start of a third partition of 4096 sectors; 0: there is none.  SERIAL is
 * that of the drive. */
void find_scene_init(struct find_scene *ret, uint64_t logical, uint64_t entry,
                     const char *serial);
void find_scene_finish(struct find_scene *scene);

/* Another fix, with the first byte of its transaction. */
void find_scene_rename(struct find_scene *scene, uint8_t first);
/* The head has this step, and its journal is at LBA START. */
void find_scene_set(struct find_scene *scene, enum run_direction direction, uint16_t step,
                    uint64_t start);
/* The journal is at PATH. */
void find_scene_move_out(struct find_scene *scene, const char *path);
/* Puts the journal at byte OFFSET of DISK. */
void find_scene_put(struct find_scene *scene, struct sparse *disk, uint64_t offset);
/* Puts the journal where its head says, on the disk. */
void find_scene_put_here(struct find_scene *scene);
/* Guards the sector with INDEX of partition 1 in STEP. */
void find_scene_guard(struct find_scene *scene, uint16_t step, uint64_t index);
/* Step 0 is done. */
void find_scene_do_table(struct find_scene *scene);
/* Another program has deleted partition 2. */
void find_scene_change_table(struct find_scene *scene);

#endif
