/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_plan.c - the page that plans the whole disk, as the golden tests see it */
#include "ui/scenes_plan.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "ui/scenes_measure.h"
#include "ui/scenes_moves.h"

static void show_plan(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "A");
}

static void show_align(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "a");
}

static void show_align_alone(struct app *app)
{
    show_align(app);
    scenes_press_all(app, "j");
}

static void show_plan_lack(struct app *app)
{
    scenes_open(app, disks_touching());
    scenes_press_all(app, "A");
    scenes_press(app, KEY_CODE_TAB);
}

static void show_plan_left(struct app *app)
{
    scenes_open(app, disks_openbsd());
    scenes_press_all(app, "A");
}

static void show_plan_aligned(struct app *app)
{
    scenes_open(app, disks_aligned());
    scenes_press_all(app, "A");
}

/* The first step, which moves data, is selected. */
static void show_changes_of_plan(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "A");
    scenes_press(app, KEY_CODE_TAB);
    scenes_press(app, KEY_CODE_ENTER);
    scenes_press_all(app, "ql");
    scenes_press(app, KEY_CODE_HOME);
}

/* A hard disk that was not measured, and that GRUB starts from. */
static void give_look(struct app *app)
{
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };
    struct fix_look *look = &event.look;

    look->usual = typical_speed_of("sata", true);
    lines_add(&look->doubts, "%s",
              "The physical sectors of /dev/sda are only assumed. P in step 1 measures "
              "them: do that first.");
    lines_add(&look->doubts, "%s",
              "Partition 2 (ext4) is marked dirty: it was not unmounted cleanly. It is "
              "moved as it is. Run e2fsck -f, before or after the move.");
    lines_add(&look->boot, "%s",
              "GRUB's core image is not in what is moved: it starts as before.");
    lines_add(&look->passed, "%s",
              "No suspended Linux or Windows was found on this disk.");
    lines_add(&look->passed, "%s", "Power: from the mains, or the battery is charged.");
    lines_add(&look->passed, "%s", "Not marked dirty: 1 (ntfs).");
    app_update(app, &event);
}

static void open_fix(struct app *app, int step)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "F");
    for (int i = 1; i < step; i++)
        scenes_press(app, KEY_CODE_ENTER);
    give_look(app);
}

static void show_fix_found(struct app *app)
{
    open_fix(app, 1);
}

static void show_fix_plan(struct app *app)
{
    open_fix(app, 2);
}

/* A partition that fills the disk would go over what is in front of it. */
static void show_fix_owned(struct app *app)
{
    static const struct disks_part part = { .kind = EXTENT_PARTITION,
                                            .number = 1,
                                            .start = 63,
                                            .length = 102398247,
                                            .inside = INSIDE_EXT,
                                            .volume = "data" };
    const struct owner_run gap = {
        1, 62, 1, 62, OWNER_KNOWN, "gap", "a boot loader (LILO)"
    };
    struct event event = { .kind = EVENT_FIX_LOOKED, .look = { .is_made = true } };

    scenes_open(
        app, disks_build(&(struct disks_spec){
                 .size = 102398310, .label = LABEL_MSDOS, .parts = &part, .count = 1 }));
    scenes_press_all(app, "F");
    scenes_press(app, KEY_CODE_ENTER);
    owner_runs_add(&event.look.owned, &gap);
    app_update(app, &event);
}

/* One start is off the grid. */
static void show_fix_starts(struct app *app)
{
    open_fix(app, 2);
    scenes_press_all(app, "m57");
}

static void show_fix_checks(struct app *app)
{
    open_fix(app, 3);
}

/* What was rehearsed waits for the consent. */
static void show_fix_write(struct app *app)
{
    struct event event = { .kind = EVENT_REHEARSED, .is_fix = true };
    struct rehearsal_report *report = &event.rehearsal;

    open_fix(app, 3);
    scenes_press(app, KEY_CODE_ENTER);
    lines_add(&report->disk, "%s",
              "Disk: /dev/sda  WDC WD10EARS-00Y5B1  WD-WCAV55012345");
    lines_add(&report->writes, "%s",
              "Journal: sectors 1912586640 to 1912744927, 77.3 MiB");
    lines_add(
        &report->warnings, "%s",
        "The table's backup may be gone after a restart, because many systems empty /tmp "
        "then. Copy it to another place.");
    report->backup_path = xstrdup("/root/.local/state/alidade/sda.alidade");
    lines_add(&event.stop, "%s",
              "Ctrl-C stops at the next safe point. After that, or after a power "
              "failure, nothing is lost: 'alidade resume /dev/sda' goes on from "
              "there. Until then the partition that is being moved cannot be used.");
    app_update(app, &event);
}

static const struct scene scenes[] = {
    { "align", show_align },
    { "align-alone", show_align_alone },
    { "changes-moves", show_changes_of_plan },
    { "fix-found", show_fix_found },
    { "fix-plan", show_fix_plan },
    { "fix-plan-owned", show_fix_owned },
    { "fix-starts", show_fix_starts },
    { "fix-checks", show_fix_checks },
    { "fix-write", show_fix_write },
    { "plan", show_plan },
    { "plan-aligned", show_plan_aligned },
    { "plan-lack", show_plan_lack },
    { "plan-left", show_plan_left },
};

const struct scene *scenes_plan_at(size_t index)
{
    return index < ARRAY_SIZE(scenes) ? &scenes[index]
                                      : scenes_moves_at(index - ARRAY_SIZE(scenes));
}
