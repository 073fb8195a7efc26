/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes.c - an app on each of its screens, as the golden tests look at them */
#include "ui/scenes.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/loss.h"
#include "support/disks.h"
#include "ui/draw/ruler.h"
#include "ui/scenes_details.h"
#include "ui/scenes_measure.h"

void scenes_press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key, .ms = CONSENT_DELAY_MS };

    app_update(app, &event);
}

void scenes_press_all(struct app *app, const char *keys)
{
    for (; *keys; keys++)
        scenes_press(app, (unsigned char)*keys);
}

struct disk_info scenes_info(const char *path, const char *model, const char *serial,
                             const char *transport, struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    struct disk_info info = { .layout = layout };

    copy_text(info.path, sizeof(info.path), path);
    copy_text(info.model, sizeof(info.model), model);
    copy_text(info.serial, sizeof(info.serial), serial);
    copy_text(info.transport, sizeof(info.transport), transport);
    info.is_rotational = !strcmp(transport, "sata");
    info.size_bytes = limits->size * limits->logical;
    info.logical = (uint32_t)limits->logical;
    info.physical = (uint32_t)limits->physical_reported;
    return info;
}

/* The legacy disk, as it is found in a machine. */
static struct disk_info legacy(void)
{
    return scenes_info("/dev/sda", "WDC WD10EARS-00Y5B1", "WD-WCAV55012345", "sata",
                       disks_legacy());
}

void scenes_open(struct app *app, struct layout *layout)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout, .gap = { 50, 50 } };

    event.info =
        scenes_info("/dev/sda", "WDC WD10EARS-00Y5B1", "WD-WCAV55012345", "sata", layout);
    event.info.layout = NULL;
    app_update(app, &event);
}

static void open_legacy(struct app *app)
{
    scenes_open(app, disks_legacy());
}

static struct layout *empty_disk(void)
{
    return disks_build(&(struct disks_spec){ .size = 2000409264, .label = LABEL_NONE });
}

/* A disk with a hidden past, the system's own, one behind a bridge, a blank one, and one
 * that may not be read. */
static void show_disks(struct app *app)
{
    struct event event = { .kind = EVENT_DISKS, .disk_count = 5 };

    event.disks = xcalloc(event.disk_count, sizeof(*event.disks));
    event.disks[0] =
        scenes_info("/dev/nvme0n1", "Samsung SSD 970", "S4EWNX0R", "nvme", empty_disk());
    event.disks[1] = legacy();
    event.disks[2] =
        scenes_info("/dev/sdb", "ST3250318AS", "9VY0ABCD", "sata", disks_aligned());
    event.disks[2].is_system = true;
    copy_text(event.disks[2].in_use, sizeof(event.disks[2].in_use), "/ /boot");
    event.disks[3] =
        scenes_info("/dev/sdc", "Elements 25A2", "WX31", "usb", disks_gpt34());
    event.disks[4] = scenes_info("/dev/sdd", "Cruzer", "4C53", "usb", disks_4kn());
    layout_unref(event.disks[4].layout);
    event.disks[4].layout = NULL;
    copy_text(event.disks[4].note, sizeof(event.disks[4].note),
              "/dev/sdd: permission denied. Try: sudo alidade /dev/sdd");
    app_update(app, &event);
}

/* The scale whose cells are BYTES wide; the finest one for 0. */
static void zoom_to(struct app *app, uint64_t bytes)
{
    open_legacy(app);
    const struct limits *limits = layout_limits(app->layout);
    for (int i = 1; i < ruler_scale_count(limits); i++) {
        if (bytes && ruler_scale_bytes(limits, app->zoom) == bytes)
            break;
        scenes_press_all(app, "+");
    }
}

static void show_zoom_1m(struct app *app)
{
    zoom_to(app, 1 << 20);
}

static void show_zoom_4k(struct app *app)
{
    zoom_to(app, 4096);
}

static void show_zoom_sectors(struct app *app)
{
    zoom_to(app, 512);
}

static void show_zoom_bytes(struct app *app)
{
    zoom_to(app, 0);
}

/* The aligned disk with a note that its readers would give it. */
static void open_noted(struct app *app, uint32_t written_for, enum note_id id,
                       const char *text)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_label(builder)->written_for = written_for;
    layout_builder_note(builder, id, "%s", text);
    scenes_open(app, layout_builder_refinish(builder));
}

static void show_damaged(struct app *app)
{
    open_noted(app, 0, NOTE_GPT_PRIMARY_DAMAGED,
               "The primary GPT at sector 1 is damaged (wrong header checksum); what is "
               "shown comes from the backup.");
}

static void show_other_sectors(struct app *app)
{
    open_noted(app, 4096, NOTE_TABLE_OTHER_SECTOR_SIZE,
               "This table was written for 4096-byte sectors, but the disk is read with "
               "512-byte ones: no system finds its partitions here. Partition 1 starts "
               "at sector 256 as it was written, which is sector 2048 now (an image: try "
               "--sector-size=4096).");
}

static void show_verified(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "v");
}

static void show_why(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "y");
}

static void show_plain(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "p");
}

static void show_help(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "?");
}

static void show_words(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "?2");
}

static void open_aligned(struct app *app)
{
    struct disk_info info =
        scenes_info("/dev/sdb", "ST3250318AS", "9VY0ABCD", "sata", disks_aligned());
    struct event event = { .kind = EVENT_LAYOUT, .info = info, .layout = info.layout };

    event.info.layout = NULL;
    app_update(app, &event);
}

/* The second partition gets the boot flag, the swap area goes. */
static void show_changes_in_table(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "jbjjdk");
}

static void show_types(struct app *app)
{
    open_aligned(app);
    scenes_press_all(app, "jjt");
}

static void show_types_search(struct app *app)
{
    open_aligned(app);
    scenes_press_all(app, "jjt/linux swap");
}

static void show_name(struct app *app)
{
    open_aligned(app);
    scenes_press_all(app, "cboot");
}

static void show_attributes(struct app *app)
{
    open_aligned(app);
    scenes_press_all(app, "jjc");
    for (int i = 0; i < 5; i++)
        scenes_press(app, KEY_CODE_TAB);
    scenes_press_all(app, " ");
}

/* A disk of 250 GB whose half is free, and a file system at its front. */
static void open_half(struct app *app)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 2048,
          .length = 244140032,
          .inside = INSIDE_EXT,
          .volume = "root" },
    };
    struct disks_spec spec = {
        .size = 488397168, .label = LABEL_GPT, .parts = parts, .count = 1
    };
    struct disk_info info =
        scenes_info("/dev/sdb", "ST3250318AS", "9VY0ABCD", "sata", disks_build(&spec));
    struct event event = { .kind = EVENT_LAYOUT, .info = info, .layout = info.layout };

    event.info.layout = NULL;
    app_update(app, &event);
}

static void show_new(struct app *app)
{
    open_half(app);
    scenes_press_all(app, "n20GiB");
    scenes_press(app, KEY_CODE_TAB);
    scenes_press_all(app, "swap");
}

static void show_new_wrong(struct app *app)
{
    open_half(app);
    scenes_press_all(app, "n200GiB");
}

static void show_resize(struct app *app)
{
    open_half(app);
    scenes_press_all(app, "r+20GiB");
}

static void show_shrink(struct app *app)
{
    open_half(app);
    scenes_press_all(app, "r100GiB");
}

static void show_move(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "jjjm1912586510");
}

static void open_unsigned(struct app *app)
{
    static const struct content contents[] = {
        { .state = CONTENT_NONE, .zeros = ZEROS_SAMPLED },
        { .state = CONTENT_NONE, .zeros = ZEROS_NONE },
        { .state = CONTENT_AMBIVALENT, .type = "swap", .other = "vfat" },
    };
    const unsigned numbers[] = { 1, 2, 5 };
    CLEANUP(layout_unrefp) struct layout *plain = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);

    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
        layout_builder_find(builder, layout_find_number(plain, numbers[i])->id)->content =
            contents[i];
    scenes_open(app, layout_builder_refinish(builder));
}

static void show_beyond(struct app *app)
{
    scenes_open(app, disks_beyond(512));
    scenes_press(app, KEY_CODE_END);
}

static void show_empty(struct app *app)
{
    struct event event = { .kind = EVENT_EMPTY, .empty = { 3 << 20, 9 << 20, 0, 0, 1 } };

    open_unsigned(app);
    scenes_press_all(app, "a");
    app_update(app, &event);
}

static void show_new_table(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "N");
}

static void show_table_from_list(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "N");
    scenes_press(app, KEY_CODE_END);
    scenes_press(app, KEY_CODE_UP);
    scenes_press_all(app, "8GB swap, 250GB /, 100GB data name=srv, rest raid");
}

static void show_wrong_id(struct app *app)
{
    open_legacy(app);
    scenes_press_all(app, "Dnothing");
}

/* An edit of the partition with this number, as a screen for it would make it. */
static void edit(struct app *app, enum edit_kind kind, unsigned number)
{
    struct edit wish = { .kind = kind,
                         .id = layout_find_number(app->layout, number)->id };

    (void)app_edit_all(app, &wish, 1); /* the screen shows what has come of it */
}

/* Partition 2 gives way to a new one, the boot flag goes; one more was undone. */
static void make_changes(struct app *app)
{
    struct edit create = { .kind = EDIT_CREATE,
                           .extent = EXTENT_PARTITION,
                           .start = 204797952,
                           .length = 419430400 };

    open_legacy(app);
    edit(app, EDIT_DELETE, 2);
    (void)app_edit_all(app, &create, 1);
    edit(app, EDIT_BOOT, 1);
    edit(app, EDIT_DELETE, 5);
    scenes_press_all(app, "u");
    app->message[0] = '\0';
}

static void show_changes(struct app *app)
{
    make_changes(app);
    scenes_press_all(app, "lk");
}

static void show_compare(struct app *app)
{
    make_changes(app);
    scenes_press_all(app, "l");
    scenes_press(app, KEY_CODE_TAB);
}

static void show_quit(struct app *app)
{
    make_changes(app);
    scenes_press_all(app, "q");
}

static struct event rehearse(struct app *app)
{
    struct event event = { .kind = EVENT_REHEARSED };
    struct rehearsal_report *report = &event.rehearsal;

    make_changes(app);
    scenes_press_all(app, "W");
    lines_add(&report->disk, "Disk: /dev/sda");
    lines_add(&report->disk, "Model: WDC WD10EARS-00Y5B1");
    lines_add(&report->disk, "Serial number: WD-WCAV55012345");
    loss_lines(queue_base(app->queue), app->layout, false, &report->losses);
    lines_add(&report->warnings, "The backup will lie on the disk that is changed: keep "
                                 "a copy elsewhere.");
    lines_add(&report->writes, "MBR: sector 0");
    lines_add(&report->checked, "Nothing that changes is in use.");
    lines_add(&report->checked, "libparted comes to the same table.");
    report->backup_path =
        xstrdup("/root/.local/state/alidade/sda-20261120-163000.alidade");
    return event;
}

/* A boot loader is in the way, and would not be given up by itself. */
static void show_write_owned(struct app *app)
{
    const struct owner_run loader = {
        16, 18, 16, 47, OWNER_KNOWN, "egon", "a boot loader (eGON)"
    };
    struct event event = rehearse(app);
    struct rehearsal_report *report = &event.rehearsal;

    owner_runs_add(&report->owned, &loader);
    owner_runs_lines(&report->owned, 512, &report->losses);
    report->refusal = xstrdup("It is in the way.");
    app_update(app, &event);
}

static void show_give_up(struct app *app)
{
    show_write_owned(app);
    scenes_press_all(app, "o");
}

static void show_write(struct app *app)
{
    struct event event = rehearse(app);

    app_update(app, &event);
    app_update(app, &(struct event){ .kind = EVENT_SHOWN });
    scenes_press_all(app, "ye");
}

static void show_written(struct app *app)
{
    struct event event = { .kind = EVENT_COMMITTED };
    struct commit_report *report = &event.commit;

    show_write(app);
    report->is_written = true;
    lines_add(&report->done, "The old table was saved: "
                             "/root/.local/state/alidade/sda-20261120-163000.alidade");
    lines_add(&report->done, "1 sector was written.");
    lines_add(&report->done, "All of it was read back and is right.");
    lines_add(&report->warnings, "The kernel still uses the old partition 2: restart "
                                 "the machine before you use the new one.");
    lines_add(&report->kernel, "1: sectors 63 to 204796619");
    lines_add(&report->after, "Put a file system into partition 2:");
    lines_add(&report->after, "  mkfs.ext4 /dev/sda2");
    scenes_press_all(app, "s");
    scenes_press(app, KEY_CODE_ENTER);
    app_update(app, &event);
}

static const struct scene scenes[] = {
    { "form-attributes", show_attributes },
    { "form-disk-id-wrong", show_wrong_id },
    { "form-move", show_move },
    { "form-name", show_name },
    { "form-new", show_new },
    { "form-new-wrong", show_new_wrong },
    { "form-resize", show_resize },
    { "form-shrink", show_shrink },
    { "new-table", show_new_table },
    { "new-table-list", show_table_from_list },
    { "table-beyond", show_beyond },
    { "table-changes", show_changes_in_table },
    { "table-damaged", show_damaged },
    { "table-other-sectors", show_other_sectors },
    { "table-unsigned", open_unsigned },
    { "verified", show_verified },
    { "empty", show_empty },
    { "types", show_types },
    { "types-search", show_types_search },
    { "changes", show_changes },
    { "compare", show_compare },
    { "quit", show_quit },
    { "write", show_write },
    { "write-give-up", show_give_up },
    { "write-owned", show_write_owned },
    { "written", show_written },
    { "disks", show_disks },
    { "help-keys", show_help },
    { "help-words", show_words },
    { "table", open_legacy },
    { "why", show_why },
    { "plain", show_plain },
    { "zoom-1m", show_zoom_1m },
    { "zoom-4k", show_zoom_4k },
    { "zoom-bytes", show_zoom_bytes },
    { "zoom-sectors", show_zoom_sectors },
};

const struct scene *scene_at(size_t index)
{
    size_t count = ARRAY_SIZE(scenes);

    return index < count ? &scenes[index] : scenes_details_at(index - count);
}
