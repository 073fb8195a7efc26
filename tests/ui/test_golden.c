/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_golden.c - every screen in every size, level and language */
#include "ui/golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/mem.h"
#include "support/disks.h"
#include "support/tap.h"
#include "ui/ruler.h"

/* Brings APP to the screen that is to be seen. */
typedef void prepare(struct app *app);

static void press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    app_update(app, &event);
}

static void press_all(struct app *app, const char *keys)
{
    for (; *keys; keys++)
        press(app, (unsigned char)*keys);
}

static struct disk_info info_of(const char *path, const char *model, const char *serial,
                                const char *transport, struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    struct disk_info info = { .layout = layout };

    copy_text(info.path, sizeof(info.path), path);
    copy_text(info.model, sizeof(info.model), model);
    copy_text(info.serial, sizeof(info.serial), serial);
    copy_text(info.transport, sizeof(info.transport), transport);
    info.size_bytes = limits->size * limits->logical;
    info.logical = (uint32_t)limits->logical;
    info.physical = (uint32_t)limits->physical_reported;
    return info;
}

/* The legacy disk, as it is found in a machine. */
static struct disk_info legacy(void)
{
    return info_of("/dev/sda", "WDC WD10EARS-00Y5B1", "WD-WCAV55012345", "sata",
                   disks_legacy());
}

static void open_legacy(struct app *app)
{
    struct event event = { .kind = EVENT_LAYOUT, .info = legacy(), .grub_sectors = 50 };

    event.layout = event.info.layout;
    event.info.layout = NULL;
    app_update(app, &event);
}

static struct layout *empty_disk(void)
{
    struct disks_spec spec = { .size = 2000409264, .label = LABEL_NONE };

    return disks_build(&spec);
}

/* A disk with a hidden past, the system's own, one behind a bridge, a blank one, and one
 * that may not be read. */
static void show_disks(struct app *app)
{
    struct event event = { .kind = EVENT_DISKS, .disk_count = 5 };

    event.disks = xcalloc(event.disk_count, sizeof(*event.disks));
    event.disks[0] =
        info_of("/dev/nvme0n1", "Samsung SSD 970", "S4EWNX0R", "nvme", empty_disk());
    event.disks[1] = legacy();
    event.disks[2] =
        info_of("/dev/sdb", "ST3250318AS", "9VY0ABCD", "sata", disks_aligned());
    event.disks[2].is_system = true;
    copy_text(event.disks[2].in_use, sizeof(event.disks[2].in_use), "/ /boot");
    event.disks[3] = info_of("/dev/sdc", "Elements 25A2", "WX31", "usb", disks_gpt34());
    event.disks[4] = info_of("/dev/sdd", "Cruzer", "4C53", "usb", disks_4kn());
    layout_unref(event.disks[4].layout);
    event.disks[4].layout = NULL;
    copy_text(event.disks[4].note, sizeof(event.disks[4].note),
              "/dev/sdd: permission denied. Try: sudo alidade /dev/sdd");
    app_update(app, &event);
}

static void show_table(struct app *app)
{
    open_legacy(app);
}

/* The scale whose cells are BYTES wide; the finest one for 0. */
static void zoom_to(struct app *app, uint64_t bytes)
{
    const struct limits *limits;

    open_legacy(app);
    limits = layout_limits(app->layout);
    for (int i = 1; i < ruler_scale_count(limits); i++) {
        if (bytes && ruler_scale_bytes(limits, app->zoom) == bytes)
            break;
        press_all(app, "+");
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

static void show_why(struct app *app)
{
    open_legacy(app);
    press_all(app, "y");
}

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

static void show_details(struct app *app)
{
    struct event event = { .kind = EVENT_DETAILS, .details = some_details() };

    open_legacy(app);
    press_all(app, "i");
    app_update(app, &event);
    press_all(app, "j");
}

static void show_help(struct app *app)
{
    open_legacy(app);
    press_all(app, "?");
}

static void show_words(struct app *app)
{
    open_legacy(app);
    press_all(app, "?2");
}

static const struct {
    const char *name;
    prepare *prepare;
} screens[] = {
    { "details", show_details },  { "disks", show_disks },   { "help-keys", show_help },
    { "help-words", show_words }, { "table", show_table },   { "why", show_why },
    { "zoom-1m", show_zoom_1m },
    { "zoom-4k", show_zoom_4k },
    { "zoom-bytes", show_zoom_bytes },
    { "zoom-sectors", show_zoom_sectors },
};

static const struct golden_view views[] = {
    { 80, 24, LEVEL_UTF8, NULL },    { 100, 40, LEVEL_UTF8, NULL },
    { 60, 15, LEVEL_UTF8, NULL },    { 40, 12, LEVEL_UTF8, NULL },
    { 80, 24, LEVEL_ASCII, NULL },   { 100, 40, LEVEL_ASCII, NULL },
    { 60, 15, LEVEL_ASCII, NULL },   { 40, 12, LEVEL_ASCII, NULL },
    { 80, 24, LEVEL_UTF8, "de" },    { 100, 40, LEVEL_UTF8, "de" },
    { 60, 15, LEVEL_UTF8, "de" },    { 40, 12, LEVEL_UTF8, "de" },
    { 80, 24, LEVEL_ASCII, "de" },   { 100, 40, LEVEL_ASCII, "de" },
    { 60, 15, LEVEL_ASCII, "de" },   { 40, 12, LEVEL_ASCII, "de" },
    { 80, 24, LEVEL_UTF8, "zh_CN" }, { 100, 40, LEVEL_UTF8, "zh_CN" },
    { 60, 15, LEVEL_UTF8, "zh_CN" }, { 40, 12, LEVEL_UTF8, "zh_CN" },
    { 80, 24, LEVEL_ASCII, "zh_CN" }, { 100, 40, LEVEL_ASCII, "zh_CN" },
    { 60, 15, LEVEL_ASCII, "zh_CN" }, { 40, 12, LEVEL_ASCII, "zh_CN" },
};

/* False in a build that was asked for none (-Dnls=false). */
static bool has_translations(void)
{
    return getenv("ALIDADE_PO_DIR") != NULL;
}

/* _i counts the views of one screen after the other. */
START_TEST(screen_is_as_accepted)
{
    size_t screen = (size_t)_i / ARRAY_SIZE(views);
    struct golden_view view = views[(size_t)_i % ARRAY_SIZE(views)];
    const char *why;
    struct app app;

    if (view.language && !has_translations())
        return; /* main has said so */
    ck_assert_msg(golden_speak(view.language, &why), "%s: %s", view.language, why);
    app_init(&app, view.level, view.rows, view.cols);
    screens[screen].prepare(&app);
    ck_assert(golden_check(&app, screens[screen].name, view));
    app_finish(&app);
}
END_TEST

static bool is_viewed(const char *language)
{
    for (size_t i = 0; i < ARRAY_SIZE(views); i++) {
        if (views[i].language && !strcmp(views[i].language, language))
            return true;
    }
    return false;
}

START_TEST(every_language_of_linguas_is_looked_at)
{
    FILE *file = fopen(getenv("ALIDADE_LINGUAS"), "r");
    char line[80];
    const char *why;

    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        ck_assert_msg(golden_speak(line, &why), "%s: %s", line, why);
        ck_assert_msg(is_viewed(line), "%s has no view", line);
    }
    ck_assert_int_eq(fclose(file), 0);
}
END_TEST

int main(void)
{
    const char *why;

    if (!golden_speak(NULL, &why)) {
        printf("1..0 # SKIP %s\n", why);
        return EXIT_SUCCESS;
    }
    Suite *suite = suite_create("golden");
    TCase *tc = tcase_create("golden");

    if (!has_translations())
        puts("# Built without translations: the words of the source alone are seen.");
    else
        tcase_add_test(tc, every_language_of_linguas_is_looked_at);
    tcase_add_loop_test(tc, screen_is_as_accepted, 0,
                        (int)(ARRAY_SIZE(screens) * ARRAY_SIZE(views)));
    suite_add_tcase(suite, tc);
    return run_tap(suite);
}
