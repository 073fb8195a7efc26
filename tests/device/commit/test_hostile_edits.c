/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hostile_edits.c - edits of tables made to break readers work or are refused */
#include <string.h>
#include <sys/stat.h>

#include "device/commit/rehearsal.h"
#include "device/system/disk.h"
#include "device/system/opinion.h"
#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "model/write/whitelist.h"
#include "support/hostile.h"
#include "support/image.h"
#include "support/test.h"

/* What is edited, and where it lies. */
struct victim {
    struct image image;
    struct store *store;
    struct layout *layout; /* NULL: nothing to edit */
};

static struct layout *read_twice(struct store *store)
{
    struct limits_given given = { 0 };
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);

    if (!layout)
        return NULL;
    struct opinion *opinion = opinion_start(store, layout);
    struct layout *second = opinion_wait(opinion, layout);
    opinion_free(opinion);
    return second;
}

static struct victim victim_new(size_t index)
{
    struct victim victim;
    struct err err = { 0 };

    image_make(&victim.image, HOSTILE_SECTORS * HOSTILE_SECTOR);
    hostile_make(index, victim.image.fd);
    victim.store = store_open(victim.image.path, &err);
    ck_assert_msg(victim.store != NULL, "%s", err.text);
    victim.layout = read_twice(victim.store);
    return victim;
}

static void victim_finish(struct victim *victim)
{
    layout_unref(victim->layout);
    store_close(victim->store);
    image_remove(&victim->image);
}

static void assert_sentence(bool is_done, const struct err *err)
{
    ck_assert(is_done || (strlen(err->text) > 15 &&
                          (err->code == ERR_REFUSED || err->code == ERR_UNREADABLE ||
                           err->code == ERR_IO)));
}

/* All that happens before a person is asked. */
static void rehearse(const struct victim *victim, const struct layout *preview)
{
    struct reader disk = store_reader(victim->store);
    CLEANUP(write_plan_finish) struct write_plan plan = { 0 };
    CLEANUP(rehearsal_finish) struct rehearsal made = { 0 };
    struct err err = { 0 };
    bool is_done =
        write_plan_make(&disk, victim->layout, preview, &plan, &err) &&
        whitelist_check(&disk, victim->layout, preview, &plan, &err) &&
        rehearsal_agrees(&made, victim->store, victim->layout, preview, &plan, &err);

    assert_sentence(is_done, &err);
}

static void try_edit(const struct victim *victim, struct edit edit)
{
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *preview = NULL;

    edit.seed = (struct guid_source){ { 1, 2, 3, 4 } };
    preview = edit_apply(victim->layout, &edit, &err);
    assert_sentence(preview != NULL, &err);
    if (preview)
        rehearse(victim, preview);
}

static void try_creation(const struct victim *victim, const struct extent *hole)
{
    static const enum extent_kind kinds[] = { EXTENT_PARTITION, EXTENT_EXTENDED,
                                              EXTENT_LOGICAL };

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        try_edit(victim, (struct edit){ .kind = EDIT_CREATE,
                                        .id = EDIT_ID_FIRST,
                                        .extent = kinds[i],
                                        .start = hole->start + hole->length / 4,
                                        .length = hole->length / 2 });
}

static void try_extent(const struct victim *victim, const struct extent *extent)
{
    struct edit resize = { .kind = EDIT_RESIZE,
                           .id = extent->id,
                           .start = extent->start,
                           .length = extent->length / 2 };

    try_edit(victim, (struct edit){ .kind = EDIT_DELETE, .id = extent->id });
    try_edit(victim, resize);
    resize.length = extent->length * 2;
    try_edit(victim, resize);
    try_edit(victim, (struct edit){ .kind = EDIT_TYPE, .id = extent->id, .type = "83" });
    try_edit(victim, (struct edit){ .kind = EDIT_NAME, .id = extent->id, .name = "x" });
    try_edit(victim,
             (struct edit){ .kind = EDIT_BOOT, .id = extent->id, .is_bootable = true });
}

/* The first ones of each: what breaks, breaks with them. */
static void try_extents(const struct victim *victim)
{
    unsigned holes = 0, parts = 0;

    for (size_t i = 0; i < layout_count(victim->layout); i++) {
        const struct extent *extent = layout_at(victim->layout, i);
        if (extent->kind == EXTENT_FREE && extent->length > 3 && holes++ < 2)
            try_creation(victim, extent);
        else if (extent_is_partition(extent) && parts++ < 3)
            try_extent(victim, extent);
    }
}

static void try_all(const struct victim *victim)
{
    static const enum label_kind labels[] = { LABEL_GPT, LABEL_MSDOS };

    for (size_t i = 0; i < ARRAY_SIZE(labels); i++) {
        try_edit(victim, (struct edit){ .kind = EDIT_NEW_TABLE, .label = labels[i] });
        try_edit(victim, (struct edit){ .kind = EDIT_CONVERT, .label = labels[i] });
    }
    try_edit(victim, (struct edit){ .kind = EDIT_SORT });
    try_edit(victim, (struct edit){ .kind = EDIT_DISK_ID });
    for (unsigned i = 0; i < REPAIR_COUNT; i++)
        try_edit(victim, (struct edit){ .kind = EDIT_REPAIR, .repair = (enum repair)i });
    try_extents(victim);
}

TEST_TIMES(edits_of_a_hostile_table_work_or_are_refused, hostile_count())
{
    struct victim victim = victim_new((size_t)_i);
    struct stat before, after;

    ck_assert_int_eq(fstat(victim.image.fd, &before), 0);
    if (victim.layout)
        try_all(&victim);
    ck_assert_int_eq(fstat(victim.image.fd, &after), 0);
    ck_assert_int_eq(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
    ck_assert_int_eq(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    victim_finish(&victim);
}
