/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_details.c - all that is known of a disk or a partition, and the list of
 * actions, as the golden tests see them */
#include "ui/scenes_details.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "ui/scenes_measure.h"
#include "ui/scenes_plan.h"

/* Rows as device/details makes them: short ones, long ones, all sources. */
static struct details some_details(void)
{
    struct details details = { 0 };

    details_add(&details, "kind", "Kind", "assumed", "512?");
    details_add(&details, "sector", "Sector", "kernel", "1 s = 512 B (logical)");
    details_add(&details, "size", "Size", "kernel",
                "1953525168 s = 1000204886016 B = 931.5 GiB");
    details_add(&details, "model", "Model", "sysfs", "WDC WD10EARS-00Y5B1");
    details_add(&details, "firmware", "Firmware", "sysfs", "80.00A80");
    details_add(&details, "serial", "Serial", "sysfs", "WD-WCAV55012345");
    details_add(&details, "physical", "Physical sector", "assumed",
                "4096 B used, 512 B reported");
    details_add(&details, "alignment", "Alignment offset", "reported", "0 B");
    details_add(&details, "note", "Topology", "sysfs",
                "USB bridge 152d:2338: the topology is the bridge's word, not the "
                "drive's own");
    return details;
}

static void show_partition(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "X");
}

static void show_details(struct app *app)
{
    struct event event = { .kind = EVENT_DETAILS, .details = some_details() };

    scenes_open(app, disks_legacy());
    scenes_press_all(app, "i");
    app_update(app, &event);
    scenes_press_all(app, "j");
}

static void show_help_found(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "?/boundary");
    scenes_press(app, KEY_CODE_ENTER);
    scenes_press_all(app, "f");
}

static void show_help_chosen(struct app *app)
{
    scenes_open(app, disks_legacy());
    scenes_press_all(app, "?");
    scenes_press(app, KEY_CODE_ENTER);
}

static void show_grown(struct app *app)
{
    scenes_open(app, disks_grown());
    scenes_press(app, KEY_CODE_END);
}

static const struct scene scenes[] = {
    { "help-chosen", show_help_chosen }, { "help-found", show_help_found },
    { "details", show_details },         { "partition", show_partition },
    { "table-grown", show_grown },
};

const struct scene *scenes_details_at(size_t index)
{
    return index < ARRAY_SIZE(scenes) ? &scenes[index]
                                      : scenes_plan_at(index - ARRAY_SIZE(scenes));
}
