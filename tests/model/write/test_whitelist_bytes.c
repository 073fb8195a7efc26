/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_whitelist_bytes.c - exactly which bytes of the table each change may touch */
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/write/whitelist.h"
#include "support/rng.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { LAST = SCENE_SIZE - 1, ARRAY = LAST - 32 };

#define NEW(which) { .kind = EDIT_NEW_TABLE, .label = which }, 0
#define RESIZE(s, l)                                                                     \
    {                                                                                    \
        .kind = EDIT_RESIZE, .start = s, .length = l                                     \
    }
#define CURE(which) { .kind = EDIT_REPAIR, .repair = which }, 0

/* A GPT with a damaged header at LBA and no protective MBR. */
static struct write_scene with_damage(uint64_t lba)
{
    struct write_scene scene = scene_gpt();
    const uint8_t zeros[64] = { 0 };

    sectors_put_bytes(&scene.disk, 446, zeros, sizeof(zeros));
    sectors_put_bytes(&scene.disk, lba * 512 + 60, "damage", 6);
    scene_read(&scene);
    return scene;
}

static struct write_scene primary_damaged(void)
{
    return with_damage(1);
}

static struct write_scene backup_damaged(void)
{
    return with_damage(LAST);
}

/* After EDIT on partition NUMBER; the bytes of the sectors 0, 1, 2, 34, of the EBRs and
 * of the backup's first and last sector, as "LBA:FROM-TO".  Whole sectors as "LBA". */
static const struct {
    struct write_scene (*scene)(void);
    struct edit edit;
    unsigned number;
    const char *may;
} changes[] = {
    { scene_msdos, RESIZE(2048, 5000), 1, "0:451-453 0:458-461" },
    { scene_msdos, RESIZE(2056, 4088), 1, "0:447-449 0:451-461" },
    { scene_msdos, { .kind = EDIT_TYPE, .type = "7" }, 1, "0:450-450" },
    { scene_msdos, { .kind = EDIT_BOOT }, 1, "0:446-446" },
    { scene_msdos, { .kind = EDIT_DELETE }, 1, "0:446-461" },
    { scene_msdos,
      { .kind = EDIT_DELETE },
      2,
      "0:462-477 8192:446-461 12288:446-461 16384:446-461" },
    { scene_msdos, { .kind = EDIT_DELETE }, 5, "8192:446-477 12288:446-461" },
    { scene_msdos, { .kind = EDIT_DELETE }, 6, "8192:462-477 12288:446-461" },
    { scene_msdos, { .kind = EDIT_DELETE }, 7, "12288:462-477 16384:446-461" },
    { scene_msdos, { .kind = EDIT_TYPE, .type = "82" }, 5, "8192:450-450" },
    { scene_msdos, { .kind = EDIT_TYPE, .type = "82" }, 6, "12288:450-450" },
    { scene_msdos, RESIZE(10240, 1024), 5, "8192:451-453 8192:458-461" },
    { scene_msdos, RESIZE(18432, 4096), 7, "16384:451-453 16384:458-461" },
    { scene_msdos, { .kind = EDIT_DISK_ID, .uuid = "0x5a3c9d21" }, 0, "0:440-443" },
    { scene_msdos,
      { .kind = EDIT_CREATE, .extent = EXTENT_LOGICAL, .start = 24576, .length = 1024 },
      0,
      "16384:462-477" },
    { scene_msdos,
      { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 36864, .length = 1024 },
      0,
      "0:494-509" },
    { scene_msdos, NEW(LABEL_MSDOS), "0:440-443 0:446-511" },
    { scene_msdos, NEW(LABEL_GPT), "0:446-511 1 2 40927 40959" },
    { scene_gpt, RESIZE(2048, 5000), 1,
      "1:16-19 1:88-91 2:40-47 40927:40-47 40959:16-19 40959:88-91" },
    { scene_gpt, RESIZE(2056, 4088), 1,
      "1:16-19 1:88-91 2:32-39 40927:32-39 40959:16-19 40959:88-91" },
    { scene_gpt,
      { .kind = EDIT_NAME, .name = "other" },
      2,
      "1:16-19 1:88-91 2:184-255 40927:184-255 40959:16-19 40959:88-91" },
    { scene_gpt,
      { .kind = EDIT_TYPE, .type = "21686148-6449-6E6F-744E-656564454649" },
      2,
      "1:16-19 1:88-91 2:128-143 40927:128-143 40959:16-19 40959:88-91" },
    { scene_gpt,
      { .kind = EDIT_ATTRIBUTES, .attributes = 1 },
      2,
      "1:16-19 1:88-91 2:176-183 40927:176-183 40959:16-19 40959:88-91" },
    { scene_gpt,
      { .kind = EDIT_UUID, .uuid = "21686148-6449-6E6F-744E-656564454649" },
      2,
      "1:16-19 1:88-91 2:144-159 40927:144-159 40959:16-19 40959:88-91" },
    { scene_gpt,
      { .kind = EDIT_DISK_ID, .uuid = "21686148-6449-6E6F-744E-656564454649" },
      0,
      "1:16-19 1:56-71 1:88-91 40959:16-19 40959:56-71 40959:88-91" },
    { scene_gpt,
      { .kind = EDIT_DELETE },
      2,
      "1:16-19 1:88-91 2:128-255 40927:128-255 40959:16-19 40959:88-91" },
    { scene_gpt,
      { .kind = EDIT_CREATE, .extent = EXTENT_PARTITION, .start = 36864, .length = 1024 },
      0,
      "1:16-19 1:88-91 2:384-511 40927:384-511 40959:16-19 40959:88-91" },
    { scene_gpt, NEW(LABEL_MSDOS), "0:440-443 0:446-511 2:0-383 40927:0-383" },
    { scene_gpt,
      { .kind = EDIT_CONVERT, .label = LABEL_MSDOS },
      0,
      "0:440-443 0:446-511" },
    { scene_gpt, NEW(LABEL_GPT), "0:446-511 1:0-127 2 40927 40959:0-127" },
    { primary_damaged, CURE(REPAIR_PROTECTIVE_MBR), "0:446-511 40959:16-19 40959:88-91" },
    { backup_damaged, CURE(REPAIR_PROTECTIVE_MBR), "0:446-511 1:16-19 1:88-91" },
    { primary_damaged, NEW(LABEL_MSDOS), "0:440-443 0:446-511 1 2 40927:0-383" },
    { backup_damaged, NEW(LABEL_MSDOS), "0:440-443 0:446-511 2:0-383 40927 40959" },
    { scene_hybrid,
      { .kind = EDIT_NAME, .name = "other" },
      1,
      "1:16-19 1:88-91 2:56-127 40927:56-127 40959:16-19 40959:88-91" },
    { scene_other_sectors, CURE(REPAIR_SECTOR_SIZE), "0:446-461 1 2 40927 40959" },
};

static const uint64_t sectors[] = { 0, 1, 2, 34, 8192, 12288, 16384, 24575, ARRAY, LAST };

/* The bytes of LBA as they are planned; a write of the sector as it is where none is. */
static uint8_t *planned(struct write_scene *scene, uint64_t lba)
{
    struct write_plan *plan = &scene->plan;

    for (size_t i = plan->count; i-- > 0;)
        if (lba - plan->writes[i].lba < plan->writes[i].count)
            return plan->writes[i].after + (lba - plan->writes[i].lba) * 512;
    struct write write = { .lba = lba,
                           .count = 1,
                           .is_flushed = true,
                           .before = xmalloc(512),
                           .after = xmalloc(512) };
    (void)scene_sector(scene, lba, write.before); /* fills it */
    (void)scene_sector(scene, lba, write.after);  /* the same */
    plan->writes = xrealloc(plan->writes, plan->count + 1, sizeof(*plan->writes));
    plan->writes[plan->count++] = write;
    return plan->writes[plan->count - 1].after;
}

static bool may_change(struct write_scene *scene, uint8_t *byte)
{
    struct reader reader = sectors_reader(&scene->disk);
    struct err err = { 0 };

    *byte ^= 0x55;
    bool may = whitelist_check(&reader, scene->base, scene->preview, &scene->plan, &err);
    *byte ^= 0x55;
    return may;
}

static void add_sector(struct write_scene *scene, uint64_t lba, struct str *text)
{
    uint8_t *bytes = planned(scene, lba);
    unsigned from = 0, to;

    for (; from < 512; from = to + 1) {
        for (to = from; to < 512 && may_change(scene, bytes + to); to++)
            continue;
        if (to == from)
            continue;
        const char *gap = str_text(text)[0] ? " " : "";
        if (to - from == 512)
            str_printf(text, "%s%llu", gap, (unsigned long long)lba);
        else
            str_printf(text, "%s%llu:%u-%u", gap, (unsigned long long)lba, from, to - 1);
    }
}

TEST_EACH(a_change_may_touch_its_own_bytes_alone, changes)
{
    CLEANUP(scene_finish) struct write_scene scene = changes[_i].scene();
    CLEANUP(str_finish) struct str text = { 0 };

    if (_i % rng_step(1))
        return;
    scene_edit(&scene, changes[_i].edit, changes[_i].number);
    scene_plan(&scene);
    for (size_t i = 0; i < ARRAY_SIZE(sectors); i++)
        add_sector(&scene, sectors[i], &text);
    ck_assert_str_eq(str_text(&text), changes[_i].may);
}
