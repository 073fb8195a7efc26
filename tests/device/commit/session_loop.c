/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_loop.c - long random sessions on loop devices: edits, undo, redo and writes;
 * other programs find nothing wrong afterwards, and no sector changed that no plan named;
 * needs root, else it skips */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/edit/queue.h"
#include "support/loop_scene.h"
#include "support/rng.h"

#define SKIP 77

enum {
    STEPS = 30,
    STEPS_OF_COMMIT = 6,
    TRIES_OF_STEP = 50,
    UNIT_MIB = 1,
};

struct session {
    struct loop_scene scene;
    struct queue *queue;
    struct rng rng;
    unsigned edits, undos, redos, commits;
};

/* Each sector says its own number, so that one that was moved or lost is seen. */
static void fill_disk(const struct loop_scene *scene)
{
    CLEANUP(freep) uint8_t *piece = xcalloc(1, LOOP_MIB);

    /* Nothing that looks like a table at either end. */
    for (uint64_t at = 1; at + 1 < LOOP_DISK_MIB; at++) {
        for (size_t i = 0; i < LOOP_MIB; i += 512)
            put_le64(piece, i + 8, at * LOOP_MIB + i + 1);
        image_put(&scene->image, at * LOOP_MIB, piece, LOOP_MIB);
    }
}

static uint8_t *read_disk(const struct loop_scene *scene)
{
    size_t size = LOOP_DISK_MIB * LOOP_MIB;
    uint8_t *bytes = xmalloc(size);

    if (pread(scene->image.fd, bytes, size, 0) != (ssize_t)size) {
        perror(scene->image.path);
        exit(EXIT_FAILURE);
    }
    return bytes;
}

/* An extent of the preview; NULL where the dice fell on none of that sort. */
static const struct extent *any_extent(struct session *session, bool is_free)
{
    const struct layout *layout = queue_preview(session->queue);
    const struct extent *extent =
        layout_at(layout, rng_below(&session->rng, layout_count(layout)));
    bool is_right = is_free ? extent->kind == EXTENT_FREE : extent_is_partition(extent);

    return is_right ? extent : NULL;
}

/* On whole MiB of what is free there, a part of it or all. */
static bool make_create(struct session *session, struct edit *edit)
{
    const struct layout *layout = queue_preview(session->queue);
    const struct extent *room = any_extent(session, true);
    uint64_t unit = loop_mib(&session->scene, UNIT_MIB), start, units;
    bool is_msdos = layout_label(layout)->kind == LABEL_MSDOS;

    if (!room)
        return false;
    start = num_round_up(room->start + 1, unit);
    if (start + 2 * unit > extent_end(room))
        return false;
    units = (extent_end(room) - start) / unit;
    *edit = (struct edit){ .kind = EDIT_CREATE,
                           .start = start,
                           .length = unit * (1 + rng_below(&session->rng, units)) / 2,
                           .extent = EXTENT_PARTITION };
    edit->length = num_round_up(edit->length, unit);
    if (room->parent)
        edit->extent = EXTENT_LOGICAL;
    else if (is_msdos && rng_below(&session->rng, 3) == 0)
        edit->extent = EXTENT_EXTENDED;
    return true;
}

static bool make_resize(struct session *session, struct edit *edit)
{
    const struct extent *extent = any_extent(session, false);
    uint64_t unit = loop_mib(&session->scene, UNIT_MIB);

    if (!extent)
        return false;
    *edit = (struct edit){ .kind = EDIT_RESIZE,
                           .id = extent->id,
                           .start = extent->start,
                           .length = unit * (1 + rng_below(&session->rng, 12)) };
    if (rng_below(&session->rng, 4) == 0)
        edit->start += unit;
    return true;
}

static bool make_field(struct session *session, struct edit *edit)
{
    static const enum edit_kind kinds[] = { EDIT_DELETE, EDIT_NAME, EDIT_BOOT,
                                            EDIT_TYPE };
    const struct extent *extent = any_extent(session, false);

    if (!extent)
        return false;
    *edit = (struct edit){ .kind = kinds[rng_below(&session->rng, ARRAY_SIZE(kinds))],
                           .id = extent->id };
    edit->is_bootable = !extent->is_bootable;
    copy_text(edit->name, sizeof(edit->name), "näme");
    if (edit->kind == EDIT_TYPE)
        copy_text(edit->type, sizeof(edit->type),
                  layout_label(queue_preview(session->queue))->kind == LABEL_MSDOS
                      ? "fd"
                      : "A19D880F-05FC-4D3B-A006-743F0F84911E");
    return true;
}

static bool make_edit(struct session *session, struct edit *edit)
{
    switch (rng_below(&session->rng, 8)) {
    case 0:
        *edit = (struct edit){ .kind = EDIT_SORT };
        return true;
    case 1:
    case 2:
        return make_resize(session, edit);
    case 3:
    case 4:
        return make_field(session, edit);
    default:
        return make_create(session, edit);
    }
}

/* Until one edit is possible. */
static void push_edit(struct session *session)
{
    for (unsigned i = 0; i < TRIES_OF_STEP; i++) {
        struct edit edit;
        struct err err = { 0 };
        if (make_edit(session, &edit) && queue_push(session->queue, &edit, &err)) {
            session->edits++;
            return;
        }
    }
}

static void write_queue(struct session *session)
{
    struct loop_scene *scene = &session->scene;

    layout_unref(scene->preview);
    scene->preview = layout_ref(queue_preview(session->queue));
    loop_commit(scene, "a random change");
    queue_free(session->queue);
    session->queue =
        queue_new(scene->base, (struct guid_source){ { rng_next(&session->rng), 1 } });
    session->commits++;
}

/* What was undone has an even chance to come back. */
static void take_step(struct session *session)
{
    bool is_redo = queue_undone_count(session->queue) && rng_below(&session->rng, 2);

    if (is_redo)
        session->redos += queue_redo(session->queue);
    else if (rng_below(&session->rng, 5) == 0)
        session->undos += queue_undo(session->queue);
    else
        push_edit(session);
}

/* The output of COMMAND, with the disk as $1, contains WORDS; it is printed if not. */
static void ask(struct loop_scene *scene, const char *command, const char *words)
{
    CLEANUP(freep)
    char *script = xasprintf("set -- %s; out=$(%s 2>&1) && case $out in *'%s'*) ;; "
                             "*) echo \"$out\"; exit 1;; esac",
                             scene->disk.path, command, words);

    loop_check(scene, system(script) == 0, "%s: %s", command, words);
}

static void compare_disk(struct loop_scene *scene, const uint8_t *before)
{
    CLEANUP(freep) uint8_t *after = read_disk(scene);
    uint64_t sectors = LOOP_DISK_MIB * LOOP_MIB / scene->logical, wrong = 0, other = 0;

    for (uint64_t lba = 0; lba < sectors; lba++) {
        bool is_same = !memcmp(before + lba * scene->logical,
                               after + lba * scene->logical, scene->logical);
        wrong += !is_same && !scene->written[lba];
        other += !is_same;
    }
    loop_check(scene, other > 0 && wrong == 0,
               "%llu sectors changed, all of them by a plan", (unsigned long long)other);
}

static void play(struct session *session, enum label_kind label)
{
    struct loop_scene *scene = &session->scene;

    fill_disk(scene);
    CLEANUP(freep) uint8_t *before = read_disk(scene);
    loop_read(scene);
    loop_edit_table(scene, label);
    loop_commit(scene, "a new table");
    session->queue = queue_new(scene->base, (struct guid_source){ { 1, 2, 3, 4 } });
    for (unsigned step = 1; step <= STEPS; step++) {
        take_step(session);
        if (step % STEPS_OF_COMMIT == 0)
            write_queue(session);
    }
    ask(scene, "sfdisk --verify $1", "No errors detected");
    ask(scene, "parted -s -m $1 print", label == LABEL_GPT ? ":gpt:" : ":msdos:");
    if (label == LABEL_GPT)
        ask(scene, "sgdisk -v $1", "No problems found");
    compare_disk(scene, before);
    printf("      %u edits, %u undone, %u redone, %u written\n", session->edits,
           session->undos, session->redos, session->commits);
    queue_free(session->queue);
}

static const char *find_obstacle(void)
{
    if (geteuid() != 0)
        return "needs root";
    if (access("/sys/block", F_OK) || access("/dev/loop-control", F_OK))
        return "no loop devices here";
    if (!loop_disk_run("sfdisk", "--version", (char *)NULL) ||
        !loop_disk_run("sgdisk", "--version", (char *)NULL) ||
        !loop_disk_run("parted", "--version", (char *)NULL))
        return "needs sfdisk, sgdisk and parted";
    return NULL;
}

int main(void)
{
    static const struct {
        enum label_kind label;
        uint64_t logical;
    } rows[] = { { LABEL_GPT, 512 },
                 { LABEL_GPT, 4096 },
                 { LABEL_MSDOS, 512 },
                 { LABEL_MSDOS, 4096 } };
    const char *why = find_obstacle();
    unsigned failed = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(rows) && !why; i++) {
        struct session session = { .rng = rng_start(i) };
        if (loop_scene_init(&session.scene, rows[i].logical))
            play(&session, rows[i].label);
        else
            why = "no loop device";
        loop_scene_finish(&session.scene);
        if (session.scene.failed)
            printf("ALIDADE_SEED=%llu shows it again\n",
                   (unsigned long long)session.rng.seed);
        failed += session.scene.failed;
    }
    if (why) {
        printf("skipped: %s\n", why);
        return SKIP;
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
