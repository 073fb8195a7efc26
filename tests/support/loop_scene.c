/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_scene.c - a loop device whose table is changed and written; needs root */
#include "support/loop_scene.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/swap.h>
#include <unistd.h>

#include "device/system/disk.h"
#include "device/system/scan.h"
#include "model/base/mem.h"

#define SKIP 77 /* exit code of a skipped test */

void loop_check(struct loop_scene *scene, bool is_right, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    printf("%s %llu: ", is_right ? "ok    " : "WRONG ",
           (unsigned long long)scene->logical);
    (void)vprintf(format, args);
    printf("\n");
    va_end(args);
    scene->failed += !is_right;
}

uint64_t loop_mib(const struct loop_scene *scene, uint64_t count)
{
    return count * LOOP_MIB / scene->logical;
}

/* Reads the disk.  Its users are not marked: the edits do not depend on them. */
void loop_read(struct loop_scene *scene)
{
    struct err err = { 0 };
    struct limits_given given = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(scene->disk.path, &err);

    layout_unref(scene->base);
    layout_unref(scene->preview);
    CLEANUP(layout_unrefp)
    struct layout *read = store ? disk_read(store, &given, &err) : NULL;
    if (!read) {
        printf("%s\n", err.text);
        exit(EXIT_FAILURE);
    }
    scene->base = scan_all(store_fd(store), read);
    scene->preview = layout_ref(scene->base);
}

void loop_edit(struct loop_scene *scene, const struct edit *edit)
{
    struct err err = { 0 };
    struct layout *after = edit_apply(scene->preview, edit, &err);

    loop_check(scene, after != NULL, "%s is possible %s", edit_id(edit->kind), err.text);
    if (!after)
        return;
    layout_unref(scene->preview);
    scene->preview = after;
}

void loop_edit_table(struct loop_scene *scene, enum label_kind label)
{
    loop_edit(scene, &(struct edit){ .kind = EDIT_NEW_TABLE,
                                     .label = label,
                                     .seed = { { 1, 2, 3, 4 } } });
}

/* Partition NUMBER; MIBs. */
void loop_edit_create(struct loop_scene *scene, enum extent_kind kind, unsigned number,
                      uint64_t start, uint64_t length)
{
    loop_edit(scene, &(struct edit){ .kind = EDIT_CREATE,
                                     .id = EDIT_ID_FIRST + number,
                                     .extent = kind,
                                     .start = loop_mib(scene, start),
                                     .length = loop_mib(scene, length),
                                     .number = kind == EXTENT_LOGICAL ? 0 : number,
                                     .seed = { { number, 2, 3, 4 } } });
}

uint32_t loop_id(const struct loop_scene *scene, unsigned number)
{
    const struct extent *extent = layout_find_number(scene->preview, number);

    return extent ? extent->id : 0;
}

void loop_edit_delete(struct loop_scene *scene, unsigned number)
{
    loop_edit(scene, &(struct edit){ .kind = EDIT_DELETE, .id = loop_id(scene, number) });
}

void loop_edit_resize(struct loop_scene *scene, unsigned number, uint64_t length)
{
    const struct extent *extent = layout_find_number(scene->preview, number);

    if (extent->content.state == CONTENT_NONE && content_is_data(&extent->content))
        loop_edit(scene, &(struct edit){ .kind = EDIT_CALL_EMPTY, .id = extent->id });
    extent = layout_find_number(scene->preview, number);
    loop_edit(scene, &(struct edit){ .kind = EDIT_RESIZE,
                                     .id = extent->id,
                                     .start = extent->start,
                                     .length = loop_mib(scene, length) });
}

struct commit *loop_rehearse(struct loop_scene *scene, struct err *err)
{
    struct sys sys = sys_of_machine();
    struct commit_request request = { .path = scene->disk.path,
                                      .sys = &sys,
                                      .base = scene->base,
                                      .preview = scene->preview,
                                      .steps = scene->steps,
                                      .step_count = scene->step_count,
                                      .accepted = { .is_all = true } };
    struct rehearsal_report report;
    struct commit *commit = commit_steps_rehearse(&request, &report, err);

    rehearsal_report_finish(&report);
    return commit;
}

/* Each partition of the table by hand from /sys, not with the program's own eyes. */
static bool loop_kernel_has(const struct loop_scene *scene, const struct layout *layout)
{
    const char *name = strrchr(scene->disk.path, '/') + 1;
    struct sys sys = sys_of_machine();
    unsigned count = 0;

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        uint64_t start = 0, size = 0, want = extent->length * scene->logical / 512;
        if (!extent_is_partition(extent))
            continue;
        count++;
        if (extent->kind == EXTENT_EXTENDED)
            want = scene->logical > 1024 ? scene->logical / 512 : 2;
        if (!sys_number(&sys, &start, "block/%s/%sp%u/start", name, name,
                        extent->number) ||
            !sys_number(&sys, &size, "block/%s/%sp%u/size", name, name, extent->number) ||
            start != extent->start * scene->logical / 512 || size != want)
            return false;
    }
    struct sys_names names = sys_names(&sys, "block/%s", name);
    for (size_t i = 0; i < names.count; i++)
        count -= !strncmp(names.names[i], name, strlen(name));
    sys_names_finish(&names);
    return count == 0;
}

static void note_written(struct loop_scene *scene, const struct write_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        memset(scene->written + plan->writes[i].lba, 1, plan->writes[i].count);
}

/* Writes the preview; the disk and the kernel have it afterwards. */
void loop_commit(struct loop_scene *scene, const char *what)
{
    struct err err = { 0 };
    struct commit_report report = { 0 };
    CLEANUP(commit_freep) struct commit *commit = loop_rehearse(scene, &err);
    CLEANUP(layout_unrefp) struct layout *wanted = layout_ref(scene->preview);

    loop_check(scene, commit != NULL, "%s: rehearsed %s", what, err.text);
    if (!commit)
        return;
    note_written(scene, commit_plan(commit));
    bool is_written = commit_steps_write(commit, &report, &err);
    loop_check(scene, is_written && report.is_written, "%s: written %s", what, err.text);
    for (size_t i = 0; i < report.warnings.count; i++)
        printf("        %s\n", report.warnings.at[i]);
    loop_check(scene, loop_kernel_has(scene, wanted), "%s: the kernel has it", what);
    loop_read(scene);
    loop_check(scene, layout_equal(scene->base, wanted), "%s: the disk has it", what);
    commit_report_finish(&report);
}

/* All that no mounted file system writes to: both ends, and the idle partitions. */
uint64_t loop_hash(const struct loop_scene *scene)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    CLEANUP(freep) uint8_t *piece = xmalloc(LOOP_MIB);

    for (uint64_t at = 0; at < LOOP_DISK_MIB; at++) {
        bool is_used = at >= 1 && at < 1 + 2 * LOOP_PART_MIB;
        if (is_used ||
            pread(scene->image.fd, piece, LOOP_MIB, (off_t)(at * LOOP_MIB)) != LOOP_MIB)
            continue;
        for (size_t i = 0; i < LOOP_MIB; i++)
            hash = (hash ^ piece[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* The preview is not rehearsed, for a reason that holds WORDS; nothing is written. */
void loop_refuse(struct loop_scene *scene, const char *what, const char *words)
{
    uint64_t before = loop_hash(scene);
    struct err err = { 0 };
    struct commit *commit = loop_rehearse(scene, &err);

    loop_check(scene, !commit && err.code == ERR_REFUSED && strstr(err.text, words),
               "%s is refused: %s", what, err.text);
    commit_free(commit);
    loop_check(scene, loop_hash(scene) == before, "%s: nothing was written", what);
    loop_read(scene);
}

const char *loop_node(const struct loop_scene *scene, unsigned number, char ret[64])
{
    return loop_disk_node(&scene->disk, number, ret);
}

void loop_remove_users(struct loop_scene *scene)
{
    char node[64];

    if (scene->holder[0])
        (void)loop_disk_run("dmsetup", "remove", scene->holder, (char *)NULL);
    if (scene->is_swapping && swapoff(loop_node(scene, 2, node)))
        perror(node);
    loop_disk_close(&scene->above);
    if (scene->is_mounted && umount(scene->mount_point))
        perror(scene->mount_point);
    if (scene->mount_point[0])
        (void)rmdir(scene->mount_point); /* perhaps it was never made */
    scene->is_mounted = scene->is_swapping = false;
    scene->holder[0] = '\0';
}

bool loop_scene_init(struct loop_scene *scene, uint64_t logical)
{
    *scene = (struct loop_scene){ .disk = { .fd = -1 }, .above = { .fd = -1 } };
    scene->logical = logical;
    scene->written = xcalloc(LOOP_DISK_MIB, LOOP_MIB / logical);
    image_make(&scene->image, LOOP_DISK_MIB * LOOP_MIB);
    tree_init(&scene->tree);
    CLEANUP(freep) char *state = xasprintf("%s/state", scene->tree.root);
    (void)snprintf(scene->mount_point, sizeof(scene->mount_point), "%s/mnt",
                   scene->image.folder);
    return !setenv("XDG_STATE_HOME", state, 1) &&
           loop_disk_open(&scene->disk, scene->image.path, (unsigned)logical, false);
}

/* In the order that undoes it; only what this program has made. */
void loop_scene_finish(struct loop_scene *scene)
{
    loop_remove_users(scene);
    loop_disk_close(&scene->disk);
    layout_unref(scene->base);
    layout_unref(scene->preview);
    disk_steps_free(scene->steps, scene->step_count);
    free(scene->written);
    tree_finish(&scene->tree);
    image_remove(&scene->image);
}

/* NULL, or why there can be no scene on this machine. */
static const char *find_obstacle(void)
{
    if (geteuid() != 0)
        return "needs root";
    if (access("/sys/block", F_OK) || access("/dev/loop-control", F_OK))
        return "no loop devices here";
    /* Mounts of a private name space end with this program, however it ends. */
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, ""))
        return "no mount name space of its own: that takes CAP_SYS_ADMIN";
    return NULL;
}

int loop_play(void (*play)(struct loop_scene *scene))
{
    static const uint64_t logicals[] = { 512, 4096 };
    const char *why = find_obstacle();
    unsigned failed = 0;

    for (size_t i = 0; i < ARRAY_SIZE(logicals) && !why; i++) {
        struct loop_scene scene;
        if (loop_scene_init(&scene, logicals[i]))
            play(&scene);
        else
            why = "no loop device";
        loop_scene_finish(&scene);
        failed += scene.failed;
    }
    if (why)
        printf("skipped: %s\n", why);
    return why ? SKIP : failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
