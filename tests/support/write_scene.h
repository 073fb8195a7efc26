/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_scene.h - small disks with a table whose every byte is known, and plans for them
 */
#ifndef ALIDADE_TESTS_WRITE_SCENE_H
#define ALIDADE_TESTS_WRITE_SCENE_H

#include "model/base/refusal.h"
#include "model/edit/edit.h"
#include "model/write/plan.h"
#include "support/sectors.h"

enum { SCENE_SIZE = 40960 }; /* sectors of 512 bytes */

/* One disk, its layout, the planned layout, and the plan between them. */
struct write_scene {
    struct sectors disk;
    struct layout *base;
    struct layout *preview;
    struct write_plan plan;
};

/* Boot code of 0xc0 in front, signature 0x12345678, reserved bytes 0x5a5a.  1: 2048 +
 * 4096 (active); 2: a container at 8192 + 20480 with 5: 10240 + 2048, 6: 14336 + 2048 and
 * 7: 18432 + 2048, each 2048 sectors behind its EBR; 3: swap, 30720 + 4096.  The second
 * EBR has 0xeb where boot code would be. */
struct write_scene scene_msdos(void);
/* Boot code as above.  1: 2048 + 4096; 2: 8192 + 8192 "data"; 3: swap, 20480 + 4096. Both
 * headers have 0xbb in their byte 100, and entry 1 something behind its name's end. */
struct write_scene scene_gpt(void);
/* That with an MBR whose second entry is partition 2. */
struct write_scene scene_hybrid(void);
/* A GPT that was written for sectors of 4096 bytes, with 256 + 256 of those in it. */
struct write_scene scene_other_sectors(void);
/* A disk with these bytes from byte 0 on and zeros else, without a table. */
struct write_scene scene_bytes(const void *bytes, size_t count);

/* Reads the disk again after the test has changed its bytes. */
void scene_read(struct write_scene *scene);
/* EDIT, on partition NUMBER (0: as it is), on top of what the preview is so far. */
void scene_edit(struct write_scene *scene, struct edit edit, unsigned number);
/* For a preview that no edit makes: its builder, and the preview that BUILDER (which
 * passes to it) makes. */
struct layout_builder *scene_open(const struct write_scene *scene);
void scene_close(struct write_scene *scene, struct layout_builder *builder);
/* A sector less for partition NUMBER of the preview, whatever an edit would say to that.
 */
void scene_shorten(struct write_scene *scene, unsigned number);
/* The plan from base to preview; the test fails where none is made, or where the
 * whitelist does not allow it. */
void scene_plan(struct write_scene *scene);
/* The test fails where a plan is made, or is refused for another reason, or the words do
 * not hold SENTENCE. */
void scene_refuse(struct write_scene *scene, enum refusal refusal, const char *sentence);
/* "gpt-backup 40927+1, gpt-backup 40959+1 | mbr 0+1 |": what, LBA and length; '|' is a
 * flush.  free() */
char *scene_order(const struct write_scene *scene);
void scene_expect(const struct write_scene *scene, const char *order);
/* The plan must have that order. */
void scene_plan_as(struct write_scene *scene, const char *order);
/* A backup: the sectors of the base's table and those that the plan writes, as they are;
 * runs_free(). */
struct sector_run *scene_save(struct write_scene *scene, size_t *ret_count);
/* The way to RUNS while one read fails, the first, the second ...: the test fails where a
 * plan comes with a sentence, or none comes without. */
void scene_fail_reads(struct write_scene *scene, const struct sector_run *runs,
                      size_t count);
/* Carries the plan out. */
void scene_write(struct write_scene *scene);
/* One sector as it is on the disk now. */
const uint8_t *scene_sector(struct write_scene *scene, uint64_t lba, uint8_t ret[512]);
void scene_finish(struct write_scene *scene);

#endif
