/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_resume_status.c - how far a move has come that has not ended, as text */
#include "ui/cli/resume_status.h"

#include "model/base/mem.h"
#include "support/test.h"

#define GIB (UINT64_C(1) << 30)

static const struct {
    bool has_guard, has_progress;
    enum journal_phase phase;
    bool is_back, is_at_work;
    const char *path; /* of the journal; NULL: on the disk */
    const char *want;
} rows[] = {
    { true, false, 0, false, false, NULL,
      "No data has been moved yet.\n"
      "Journal: swap partition 5\n"
      "Safe to unplug: yes. The partition can be used again when 'alidade resume "
      "/dev/sda' has completed the move, or taken it back with --rollback.\n" },
    { true, true, JOURNAL_PHASE_SAVED, false, false, NULL,
      "The sectors that need it are saved; its data has not been moved yet.\n"
      "Journal: swap partition 5\n"
      "Safe to unplug: yes. The partition can be used again when 'alidade resume "
      "/dev/sda' has completed the move, or taken it back with --rollback.\n" },
    { true, true, JOURNAL_PHASE_MOVING, false, true, NULL,
      "Its data is being moved: at least 3 GiB of 97 GiB (3 %) are done.\n"
      "Journal: swap partition 5\n"
      "Safe to unplug: no, another program completes the move now.\n" },
    { true, true, JOURNAL_PHASE_MOVING, true, true, "/mnt/usb/\033journal",
      "Its data is being moved back: at least 3 GiB of 97 GiB (3 %) are done.\n"
      "Journal: /mnt/usb/?journal\n"
      "Safe to unplug: no, another program completes the move now.\n" },
    { true, true, JOURNAL_PHASE_FINAL, false, true, NULL,
      "All of its data is moved; the table and its first sectors are still to be "
      "written.\n"
      "Journal: swap partition 5\n"
      "Safe to unplug: no, another program completes the move now.\n" },
    { true, false, 0, false, false, "/mnt/usb/journal",
      "No data has been moved yet.\n"
      "Journal: /mnt/usb/journal\n"
      "Safe to unplug: yes. The partition can be used again when 'alidade resume "
      "--journal=/mnt/usb/journal /dev/sda' has completed the move, or taken it back "
      "with --rollback.\n" },
    { true, true, JOURNAL_PHASE_COMPLETE, false, true, NULL,
      "This step is complete.\n"
      "Journal: swap partition 5\n"
      "Safe to unplug: no, another program completes the move now.\n" },
    { false, true, JOURNAL_PHASE_COMPLETE, false, false, "/mnt/usb/journal",
      "This step is complete.\n"
      "Journal: /mnt/usb/journal\n"
      "Safe to unplug: yes. No partition is in the middle of its move; 'alidade resume "
      "--journal=/mnt/usb/journal /dev/sda' does the steps that are left, or drops them "
      "with --rollback.\n" },
};

TEST_EACH(status_tells_step_phase_journal_and_whether_to_unplug, rows)
{
    CLEANUP(freep) struct unfinished_look *look = xcalloc(1, sizeof(*look));
    CLEANUP(str_finish) struct str text = { 0 }, want = { 0 };

    *look = (struct unfinished_look){ .has_guard = rows[_i].has_guard,
                                      .has_progress = rows[_i].has_progress,
                                      .phase = rows[_i].phase,
                                      .is_back = rows[_i].is_back,
                                      .bytes_done = 3 * GIB,
                                      .bytes_total = 97 * GIB,
                                      .is_at_work = rows[_i].is_at_work };
    look->plan.step_count = 3;
    look->plan.steps[0] = (struct journal_step){ .number = 1, .from = 63, .to = 56 };
    look->plan.spot = (struct journal_spot){ .kind = JOURNAL_SWAP, .start = 4096 };
    look->plan.number = 5;
    look->is_elsewhere = rows[_i].path;
    if (rows[_i].path)
        copy_text(look->journal, sizeof(look->journal), rows[_i].path);
    resume_status_text("/dev/sda", look, 200, &text);
    str_printf(&want,
               "/dev/sda: a move has not ended. Step 1 of 3: partition 1 from sector 63 "
               "to 56.\n%s",
               rows[_i].want);
    ck_assert_str_eq(str_text(&text), str_text(&want));
}

TEST(a_plan_of_which_nothing_has_begun_is_carried_out_or_forgotten)
{
    CLEANUP(freep) struct unfinished_look *look = xcalloc(1, sizeof(*look));
    CLEANUP(str_finish) struct str text = { 0 };

    look->is_untouched = true;
    look->plan.step_count = 1;
    look->plan.steps[0] = (struct journal_step){ .number = 1, .from = 63, .to = 56 };
    look->plan.spot = (struct journal_spot){ .kind = JOURNAL_TAIL, .start = 4096 };
    resume_status_text("/dev/sda", look, 200, &text);
    ck_assert_str_eq(str_text(&text),
                     "/dev/sda: a move has not ended. Step 1 of 1: partition 1 from "
                     "sector 63 to 56.\n"
                     "Nothing has been moved yet: all partitions are as they were.\n"
                     "Journal: free space at sector 4096\n"
                     "Safe to unplug: yes. 'alidade resume /dev/sda' carries the plan "
                     "out; 'alidade resume --rollback /dev/sda' forgets it.\n");
}

TEST(a_move_of_which_no_step_is_left_is_not_said_to_be_unfinished)
{
    CLEANUP(freep) struct unfinished_look *look = xcalloc(1, sizeof(*look));
    CLEANUP(str_finish) struct str text = { 0 };

    look->has_progress = true;
    look->phase = JOURNAL_PHASE_COMPLETE;
    look->plan.step_count = 1;
    look->plan.spot = (struct journal_spot){ .kind = JOURNAL_TAIL, .start = 4096 };
    resume_status_text("/dev/sda", look, 200, &text);
    ck_assert_str_eq(str_text(&text),
                     "/dev/sda: All steps are done; the journal is still to be removed.\n"
                     "No partition is in the middle of its move.\n"
                     "Journal: free space at sector 4096\n"
                     "Safe to unplug: yes. 'alidade resume /dev/sda' removes the "
                     "journal.\n");
}

TEST(what_a_rollback_leaves_is_told)
{
    CLEANUP(freep) struct unfinished_look *look = xcalloc(1, sizeof(*look));
    CLEANUP(str_finish) struct str text = { 0 };

    look->has_guard = look->has_progress = true;
    look->phase = JOURNAL_PHASE_FINAL;
    look->step = 1;
    look->plan.step_count = 3;
    look->plan.steps[1] = (struct journal_step){ .number = 2, .from = 63, .to = 56 };
    resume_status_text("/dev/sda", look, 200, &text);
    ck_assert_ptr_nonnull(strstr(str_text(&text), "--rollback takes back this step only: "
                                                  "those before it stay done.\n"));
}
