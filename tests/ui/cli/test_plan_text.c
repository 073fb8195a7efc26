/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan_text.c - the plan for a whole disk as lines of text */
#include "ui/cli/plan_text.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/move/plan/moves_suggest.h"
#include "support/disks.h"
#include "support/test.h"

/* A bench of partition 1 of the legacy disk that found no difference. */
static const struct saved_result same = {
    .has_bench = true,
    .bench = { .verdict = MEASURE_SAME,
               .is_drive = true,
               .worth = WORTH_NO,
               .ratio = 1,
               .interval = { 0.99, 1.01 },
               .confidence = 0.99,
               .pairs = 16,
               .arms[ARM_BASE].start_lba = 63,
               .arms[ARM_AGAINST].start_lba = 56 },
};

/* Of a hard disk. */
static const struct saved_result speed = {
    .workload_count = 4,
    .workloads = {
        { .kind = WORKLOAD_READ_1M, .is_aligned = true, .bytes_per_second = 110e6 },
        { .kind = WORKLOAD_WRITE_1M, .is_aligned = true, .bytes_per_second = 110e6 },
        { .kind = WORKLOAD_DURABLE_SEQUENTIAL, .is_aligned = true, .mean_us = 9000 },
        { .kind = WORKLOAD_ACCESS_TIME, .mean_us = 16000,
          .percentile_us = { 8000, 9000 } },
    },
};

/* Returns the lines as one, without what the wrapping has added; free(). */
static char *unwrapped(const char *text)
{
    char *line = xstrdup(text);

    for (char *at = line; *at; at++)
        if (*at == '\n')
            *at = ' ';
    return line;
}

/* A plan with what it was made for; both are freed by made_finish(). */
struct made {
    struct moves_want want;
    struct moves moves;
    struct moves_time time;
    struct report_moves report;
};

static void make_plan(const struct report_disk *disk, enum moves_aim aim,
                      struct made *ret)
{
    const struct layout *layout = disk->info->layout;
    struct move_speed known = moves_speed_usual(disk->info, disk->saved);
    struct err err = { 0 };

    ret->want = (struct moves_want){ .aim = aim };
    ck_assert_msg(moves_make(layout, &ret->want, &ret->moves, &err), "%s", err.text);
    moves_time_make(layout, &ret->moves, disk->saved, NULL, 0, &ret->time);
    ret->report = (struct report_moves){
        .want = &ret->want,
        .moves = &ret->moves,
        .time = &ret->time,
        .price = moves_price_of(layout, &ret->moves, &known, NULL),
    };
}

static void made_finish(struct made *made)
{
    moves_time_finish(&made->time);
    moves_finish(&made->moves);
}

/* Returns the plan for AIM in 80 columns, beside one for the other aim, of a drive with
 * SAVED results; free(). */
static char *plan_of_disk(struct layout *layout, enum moves_aim aim,
                          const struct saved_result *saved)
{
    struct disk_info info = { .path = "/dev/sdx", .serial = "S1", .layout = layout };
    struct report_disk disk = { .info = &info, .saved = saved };
    struct made plan, other;
    struct str text = { 0 };

    disk.context = report_context(layout, (struct boot_gap){ 0 }, &info, saved);
    make_plan(&disk, aim, &plan);
    make_plan(&disk, aim == MOVES_NUDGE ? MOVES_MIB : MOVES_NUDGE, &other);
    plan.report.is_default = aim == moves_suggest_aim(&disk.context);
    other.report.is_default = !plan.report.is_default;
    plan_text(&disk, &plan.report, &other.report, 80, &text);
    made_finish(&plan);
    made_finish(&other);
    moves_suggest_finish(&disk.context);
    return str_take(&text);
}

static const struct {
    struct layout *(*disk)(void);
    enum moves_aim aim;
    const struct saved_result *saved;
    const char *words;
    bool is_there;
} notes[] = {
    { disks_legacy, MOVES_NUDGE, NULL, "This measures it: alidade probe /dev/sdx", true },
    { disks_jumper, MOVES_NUDGE, NULL, "only assumed", false },
    { disks_legacy, MOVES_NUDGE, NULL, "parted will call these starts not", true },
    { disks_legacy, MOVES_MIB, NULL, "parted will call", false },
    { disks_touching, MOVES_MIB, NULL, "parted will call", false },
    { disks_legacy, MOVES_NUDGE, NULL, "alidade bench --workload=all /dev/sdx", true },
    { disks_legacy, MOVES_NUDGE, NULL, "mib (default)  912 GiB  1009.6 GiB  about 13 h",
      true },
    { disks_legacy, MOVES_NUDGE, NULL,
      "--to=nudge          912 GiB     1.8 TiB  about 14 h", true },
    { disks_legacy, MOVES_MIB, NULL,
      "--to=nudge          912 GiB     1.8 TiB  about 14 h", true },
    { disks_legacy, MOVES_NUDGE, NULL, "the time is that of a hard disk", true },
    { disks_touching, MOVES_NUDGE, NULL, "--to=nudge (default)       3.5 GiB", true },
    { disks_touching, MOVES_MIB, NULL, "--to=mib              not possible", true },
    { disks_aligned, MOVES_NUDGE, NULL, "Written", false },
    { disks_legacy, MOVES_NUDGE, &speed, "the time is that of a hard disk", false },
    { disks_legacy, MOVES_NUDGE, &speed, "The time is not known", false },
    { disks_legacy, MOVES_NUDGE, &speed, "Times include that all is read before", true },
    { disks_legacy, MOVES_NUDGE, &speed, "2.5 MiB  about 24 h", true },
    { disks_legacy, MOVES_NUDGE, &speed, "mib (default)  912 GiB  1.8 TiB  about 13 h",
      true },
    { disks_legacy, MOVES_NUDGE, &same, "Not worth fixing.", true },
    { disks_legacy, MOVES_NUDGE, NULL, "worth fixing.", false },
};

TEST_EACH(what_to_know_before_is_told, notes)
{
    CLEANUP(layout_unrefp) struct layout *layout = notes[_i].disk();
    CLEANUP(freep)
    char *text = plan_of_disk(layout, notes[_i].aim, notes[_i].saved);
    CLEANUP(freep) char *line = unwrapped(text);

    ck_assert_msg((strstr(line, notes[_i].words) != NULL) == notes[_i].is_there,
                  "'%s': %s", notes[_i].words, text);
}

static struct layout *(*const all_disks[])(void) = {
    disks_legacy,  disks_touching, disks_gpt34, disks_aligned,
    disks_openbsd, disks_4kn,      disks_raid,  disks_jumper,
};

TEST_EACH(no_line_of_a_plan_is_too_wide, all_disks)
{
    for (int aim = 0; aim < MOVES_AIM_COUNT; aim++) {
        CLEANUP(layout_unrefp) struct layout *layout = all_disks[_i]();
        CLEANUP(freep)
        char *text = plan_of_disk(layout, (enum moves_aim)aim, NULL);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            ck_assert_msg(text_width(line) <= 80, "%s", line);
    }
}
