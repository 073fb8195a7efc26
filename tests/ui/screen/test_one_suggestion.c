/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_one_suggestion.c - every place that suggests a start names the same one */
#include <stdio.h>
#include <string.h>

#include "model/align/suggestion_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/move/plan/moves_suggest.h"
#include "model/report/json.h"
#include "model/report/list_column.h"
#include "support/moves_plan.h"
#include "support/test.h"
#include "ui/person.h"

/* Nothing is free for the second partition, and the first one cannot go to the left. */
static struct layout *disk_packed(void)
{
    static const struct disks_part parts[] = {
        PART(PARTITION, 1, 63, 10000, .inside = INSIDE_XFS),
        PART(PARTITION, 2, 10063, 5000, .inside = INSIDE_XFS),
        PART(PARTITION, 3, 15063, 5000, .inside = INSIDE_XFS),
    };
    struct disks_spec spec = {
        .size = 2097152, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

/* Each kind of demo disk; the legacy one has a core image of GRUB. */
static const struct {
    struct layout *(*make)(void);
    uint64_t grub_sectors;
    unsigned off; /* partitions with a suggestion */
} demos[] = {
    { disks_legacy, 50, 3 },        { disks_legacy, 60, 3 }, { disks_touching, 0, 5 },
    { disks_gpt34, 0, 1 },          { disks_aligned, 0, 0 }, { disks_openbsd, 0, 6 },
    { disks_openbsd_uneven, 0, 5 }, { disks_4kn, 0, 0 },     { disks_raid, 0, 0 },
    { disks_jumper, 0, 0 },         { disk_packed, 62, 3 },
};

static const struct move_speed any_drive; /* as of a hard disk */

/* Returns the text of the column Suggest of `list`. */
static void column_text(const struct list_source *source, struct str *out)
{
    const struct list_column *column;

    for (size_t i = 0; (column = list_column_at(i)); i++)
        if (!strcmp(list_column_head(column), "Suggest"))
            column->add(source, out);
}

/* Returns the entry of EXTENT in a report; NULL if it has none. */
static const char *json_entry(const char *json, const struct extent *extent)
{
    char start[64];
    ull size;

    (void)snprintf(start, sizeof(start), "\"start\": %llu,", (ull)extent->start);
    for (const char *at = json; (at = strstr(at, start)); at++)
        if (sscanf(at + strlen(start), " \"size\": %llu", &size) == 1 &&
            size == extent->length)
            return at;
    return NULL;
}

/* Returns suggest[0].start, or ALIGN_NONE. */
static uint64_t json_start(const struct app *app, const struct extent *extent)
{
    struct disk_info info = app->info;
    struct report_disk disk = { .info = &info, .context = app->context };
    CLEANUP(report_json_freep) struct report_json *report = report_json_new(false);
    ull start;

    info.layout = app->layout;
    report_json_add(report, &disk);
    CLEANUP(freep) char *json = report_json_text(report);
    const char *at = json_entry(json, extent);
    at = at ? strstr(at, "\"suggest\":") : NULL;
    ck_assert_ptr_nonnull(at);
    return sscanf(at, "\"suggest\": [ { \"start\": %llu", &start) == 1 ? start
                                                                       : ALIGN_NONE;
}

/* Returns the start in the first row of the cures on the screen, or ALIGN_NONE. */
static uint64_t why_start(const struct app *app)
{
    CLEANUP(freep) char *screen = person_sees(app);
    const char *at = strstr(screen, "Aligned");
    ull start;

    at = at ? strchr(at, '\n') : NULL;
    while (at && *at && (*at < '0' || *at > '9'))
        at++;
    return at && sscanf(at, "%llu", &start) == 1 ? start : ALIGN_NONE;
}

/* Opens the disk of a row with EXTENT selected. */
static void open_at(struct app *app, int row, uint32_t id)
{
    person_opens(app, demos[row].make(), 40, 200);
    moves_suggest_finish(&app->context);
    app->context =
        moves_suggest_context(app->layout, GAP_OF(demos[row].grub_sectors), &any_drive);
    app->selected = app->shown = id;
}

/* The key a changes the start, offers the plan that has it, or says with its number why
 * not. */
static void check_key(int row, const struct extent *extent, uint64_t start)
{
    struct app app;
    char number[32];

    open_at(&app, row, extent->id);
    person_types(&app, "a");
    (void)snprintf(number, sizeof(number), "%llu", (ull)start);
    const struct extent *now = layout_find(app.layout, extent->id);
    bool is_named = (now && now->start == start) || strstr(app.message, number);
    if (app_screen(&app) == SCREEN_ALIGN) {
        person_expects(&app, number);
        person_types(&app, "\n");
        ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
        person_expects(&app, number);
        is_named = true;
    }
    ck_assert_msg(is_named, "a does not name %s: %s", number, app.message);
    app_finish(&app);
}

static void check_places(int row, const struct extent *extent,
                         const struct suggestion *best)
{
    const char *format = best->fit == FIT_FREE ? "%llu" : "(%llu)";
    struct app app;
    char want[64];
    CLEANUP(str_finish) struct str column = { 0 };

    open_at(&app, row, extent->id);
    struct list_source source = { app.layout, SIZE_IEC, extent, app.context, NULL };
    column_text(&source, &column);
    (void)snprintf(want, sizeof(want), format, (ull)best->start);
    ck_assert_str_eq(str_text(&column), want);
    (void)snprintf(want, sizeof(want), "Start %llu would cure it.", (ull)best->start);
    person_expects(&app, want);
    CLEANUP(freep) char *need = suggestion_need(app.layout, extent, best, false);
    if (need)
        person_expects(&app, need);
    ck_assert_uint_eq(json_start(&app, extent), best->start);
    person_types(&app, "\n");
    ck_assert_uint_eq(why_start(&app), best->start);
    app_finish(&app);
    check_key(row, extent, best->start);
}

/* Partition 1 begins at 63, partition 2 at another offset. */
TEST(what_is_measured_as_no_better_is_not_suggested)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_expects(&app, "! +7 s       (2048)");
    app.job.has_saved = true;
    app.job.saved.has_bench = true;
    app.job.saved.bench = (struct bench_result){ .verdict = MEASURE_SAME,
                                                 .is_drive = true,
                                                 .worth = WORTH_NO,
                                                 .arms[ARM_BASE].start_lba = 63,
                                                 .arms[ARM_AGAINST].start_lba = 56 };
    person_expects(&app, "! +7 s            - ");
    person_expects(&app, "! +4 s  (204800000)");
    person_expects(&app, "Measured: better left as it is.");
    /* A larger cache could hide a difference. */
    app.job.saved.bench.worth = WORTH_UNSURE;
    person_expects(&app, "! +7 s       (2048)");
    app_finish(&app);
}

/* The larger one is off, and there is little space for a journal. */
static struct layout *disk_half(void)
{
    static const struct disks_part parts[] = {
        PART(PARTITION, 1, 64, 2097152, .inside = INSIDE_NTFS),
        PART(PARTITION, 2, 2097217, 4194304, .inside = INSIDE_NTFS),
    };
    struct disks_spec spec = {
        .size = 6294521, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

/* Where flushes and seeks cost nothing, moving less data is faster. */
TEST(what_was_measured_decides_on_the_plan_at_once)
{
    const struct saved_result saved = {
        .workload_count = 4,
        .workloads = {
            { .kind = WORKLOAD_READ_1M, .is_aligned = true, .bytes_per_second = 1e8 },
            { .kind = WORKLOAD_WRITE_1M, .is_aligned = true, .bytes_per_second = 1e8 },
            { .kind = WORKLOAD_DURABLE_SEQUENTIAL, .is_aligned = true, .mean_us = 1 },
            { .kind = WORKLOAD_ACCESS_TIME, .mean_us = 1, .percentile_us = { 1, 1 } },
        },
    };
    struct event event = { .kind = EVENT_MEASURED, .saved = &saved };
    struct app app;

    person_opens(&app, disk_half(), 24, 80);
    person_expects(&app, "2099200");
    person_types(&app, "B");
    (void)app_update(&app, &event);
    person_types(&app, "q");
    person_expects(&app, "2097216");
    person_lacks(&app, "2099200");
    person_types(&app, "A");
    person_expects(&app, "> 4 KiB");
    person_lacks(&app, "was not measured");
    app_finish(&app);
}

TEST_EACH(list_sentence_key_cures_and_json_name_the_same_start, demos)
{
    CLEANUP(layout_unrefp) struct layout *layout = demos[_i].make();
    struct suggest_context context =
        moves_suggest_context(layout, GAP_OF(demos[_i].grub_sectors), &any_drive);
    unsigned off = 0;

    LAYOUT_EACH (extent, layout) {
        struct suggestion best;
        if (!suggest_best(layout, extent, context, &best))
            continue;
        check_places(_i, extent, &best);
        off++;
    }
    moves_suggest_finish(&context);
    ck_assert_uint_eq(off, demos[_i].off);
}
