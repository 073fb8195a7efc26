/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan_text.c - the plan for a whole disk as lines of text */
#include "ui/cli/plan_text.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/draw/text.h"

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

/* Returns the lines as one, without what the wrapping has added; free(). */
static char *unwrapped(const char *text)
{
    char *line = xstrdup(text);

    for (char *at = line; *at; at++)
        if (*at == '\n')
            *at = ' ';
    return line;
}

/* Returns the plan for AIM, of a drive with SAVED results; free(). */
static char *plan_of_disk(struct layout *layout, enum moves_aim aim,
                          const struct saved_result *saved, int width)
{
    struct disk_info info = { .path = "/dev/sdx", .layout = layout };
    struct report_disk disk = { .info = &info, .saved = saved };
    struct moves_want want = { .aim = aim };
    struct moves moves;
    struct moves_time time;
    struct err err = { 0 };
    struct str text = { 0 };

    ck_assert_msg(moves_make(layout, &want, &moves, &err), "%s", err.text);
    moves_time_make(layout, &moves, saved, NULL, 0, &time);
    struct report_moves plan = { &want, &moves, &time };
    plan_text(&disk, &plan, NULL, width, &text);
    moves_time_finish(&time);
    moves_finish(&moves);
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
    { disks_legacy, MOVES_NUDGE, &same, "Not worth fixing.", true },
    { disks_legacy, MOVES_NUDGE, NULL, "worth fixing.", false },
};

TEST_EACH(what_to_know_before_is_told, notes)
{
    CLEANUP(layout_unrefp) struct layout *layout = notes[_i].disk();
    CLEANUP(freep)
    char *text = plan_of_disk(layout, notes[_i].aim, notes[_i].saved, 80);
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
        char *text = plan_of_disk(layout, (enum moves_aim)aim, NULL, 80);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            ck_assert_msg(text_width(line) <= 80, "%s", line);
    }
}
