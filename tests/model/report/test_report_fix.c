/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_fix.c - the lines of JSON while a plan is carried out */
#include "model/report/fix.h"

#include <json.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "support/test.h"

static const struct journal_plan plan = {
    .head = { .transaction = { { 1, 2, 3 } } },
    .logical = 512,
    .number = 5,
    .spot = { .kind = JOURNAL_SWAP, .start = 1912590472, .bytes = 1 << 26 },
    .step_count = 3,
    .steps = { { .action = MOVES_DATA,
                 .object = JOURNAL_PARTITION,
                 .number = 1,
                 .from = 63,
                 .to = 56,
                 .length = 204796557,
                 .type = { { 7 } } },
               { .action = MOVES_TABLE,
                 .object = JOURNAL_CONTAINER_END,
                 .number = 3,
                 .from = 1953520065,
                 .to = 1953523893,
                 .type = { { 5 } } },
               { .action = MOVES_REMAKE,
                 .object = JOURNAL_LOGICAL,
                 .number = 5,
                 .from = 1912586508,
                 .to = 1912586504,
                 .length = 40933557,
                 .ebr_from = 1912586445,
                 .ebr_to = 1912586445,
                 .type = { { 0x82 } } } },
};

static const struct disk_info info = { .path = "/dev/sda",
                                       .model = "WDC WD10EARS-00Y5B1",
                                       .size_bytes = 1000204886016 };

/* Takes LINE, which is one line. */
static struct json_object *parsed(char *line)
{
    struct json_object *root = json_tokener_parse(line);

    ck_assert_msg(root != NULL, "no JSON: %s", line);
    ck_assert_ptr_eq(strchr(line, '\n'), line + strlen(line) - 1);
    free(line);
    return root;
}

static void is_line(char *line, const char *want)
{
    ck_assert_str_eq(line, want);
    json_object_put(parsed(line));
}

/* The value at PATH as JSON text. */
static void is_at(struct json_object *root, const char *path, const char *want)
{
    struct json_object *value = NULL;

    ck_assert_msg(!json_pointer_get(root, path, &value), "nothing at %s", path);
    ck_assert_str_eq(
        value ? json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN |
                                                          JSON_C_TO_STRING_NOSLASHESCAPE)
              : "null",
        want);
}

TEST(begin_has_the_whole_plan_before_the_first_write)
{
    struct rehearsal_report rehearsal = { .backup_path = xstrdup("/x/backup") };
    struct lines warnings = { 0 };
    const struct report_fix fix = { .command = "fix",
                                    .aim = "mib",
                                    .info = &info,
                                    .plan = &plan,
                                    .read_bytes = 314567511552,
                                    .written_bytes = 209711674368,
                                    .time = MOVE_TIME_KNOWN,
                                    .seconds = 28080.4,
                                    .rehearsal = &rehearsal,
                                    .warnings = &warnings };
    lines_add(&rehearsal.writes, "MBR: sector 0");
    lines_add(&rehearsal.warnings, "a warning");
    lines_add(&warnings, "an earlier one");
    struct json_object *root = parsed(report_json_fix_begin(&fix));

    is_at(root, "/event", "\"begin\"");
    is_at(root, "/command", "\"fix\"");
    is_at(root, "/to", "\"mib\"");
    is_at(root, "/rollback", "false");
    is_at(root, "/device/path", "\"/dev/sda\"");
    is_at(root, "/transaction", "\"00030201-0000-0000-0000-000000000000\"");
    is_at(root, "/journal",
          "{\"kind\":\"swap\",\"partition\":5,\"start\":1912590472,\"path\":null,"
          "\"uuid\":null,\"bytes\":67108864}");
    is_at(root, "/steps/0",
          "{\"step\":1,\"partition\":1,\"part\":\"partition\",\"action\":\"move\","
          "\"from\":63,\"to\":56,\"sectors\":204796557,\"bytes\":104855837184}");
    is_at(root, "/steps/1",
          "{\"step\":2,\"partition\":3,\"part\":\"container-end\",\"action\":\"table\","
          "\"from\":1953520065,\"to\":1953523893,\"sectors\":0,\"bytes\":0}");
    is_at(root, "/steps/2/action", "\"remake\"");
    is_at(root, "/first-step", "1");
    is_at(root, "/bytes-read", "314567511552");
    is_at(root, "/bytes-written", "209711674368");
    is_at(root, "/time", "\"known\"");
    is_at(root, "/seconds", "28080");
    is_at(root, "/writes", "[\"MBR: sector 0\"]");
    is_at(root, "/warnings", "[\"an earlier one\",\"a warning\"]");
    is_at(root, "/backup", "\"/x/backup\"");
    json_object_put(root);
    rehearsal_report_finish(&rehearsal);
    lines_finish(&warnings);
}

TEST(step_tells_which_one_begins)
{
    is_line(report_json_fix_step(&plan, 0),
            "{\"event\":\"step\",\"steps\":3,\"step\":1,\"partition\":1,"
            "\"part\":\"partition\",\"action\":\"move\",\"from\":63,\"to\":56,"
            "\"sectors\":204796557,\"bytes\":104855837184}\n");
}

TEST(progress_has_all_that_is_known)
{
    struct report_fix_live live = {
        .phase = "move",
        .step_count = 3,
        .number = 1,
        .move = { 5 << 20, 104855837184, 74448896.4, 5081.7, 65063, MOVE_JOURNAL, 3 },
        .seconds = 12.5,
    };

    is_line(report_json_fix_progress(&live),
            "{\"event\":\"progress\",\"phase\":\"move\",\"step\":1,\"steps\":3,"
            "\"partition\":1,\"bytes-done\":5242880,\"bytes\":104855837184,"
            "\"rate\":74448896,\"seconds\":12.500,\"seconds-left\":5082,"
            "\"frontier\":65063,\"mode\":\"journal\",\"retries\":3,"
            "\"safe-to-unplug\":false}\n");
}

TEST(what_is_not_known_is_null)
{
    struct report_fix_live live = {
        .phase = "end", .step = 3, .step_count = 3, .is_safe = true
    };

    is_line(report_json_fix_progress(&live),
            "{\"event\":\"progress\",\"phase\":\"end\",\"step\":null,\"steps\":3,"
            "\"partition\":null,\"bytes-done\":null,\"bytes\":null,\"rate\":null,"
            "\"seconds\":0.000,\"seconds-left\":null,\"frontier\":null,"
            "\"mode\":\"none\",\"retries\":0,\"safe-to-unplug\":true}\n");
}

TEST(note_is_one_sentence)
{
    is_line(report_json_fix_note("Stopping."),
            "{\"event\":\"note\",\"text\":\"Stopping.\"}\n");
}

TEST(end_has_the_exit_code_and_what_was_done)
{
    struct commit_report report = { .is_begun = true };
    char text[] = "An EFI one.";
    struct boot_note note = { "boot-esp", 1, text };
    const struct boot_notes boot = { &note, 1 };
    struct err why = { .code = ERR_STOPPED, .text = "Stopped." };
    struct err no = { 0 };
    struct report_fix_end end = { "stopped", 5, &why, 1, 3, 60, &report, &boot };
    struct report_fix_end refused = { .state = "refused", .code = 4, .error = &no };

    (void)err_refuse(&no, REFUSAL_NO_TERMINAL, "No.");
    lines_add(&report.done, "partition 1: moved");
    is_line(report_json_fix_end(&end),
            "{\"event\":\"end\",\"state\":\"stopped\",\"exit\":5,\"error\":\"Stopped.\","
            "\"reason-id\":null,"
            "\"steps-done\":1,\"steps\":3,\"seconds\":60.000,"
            "\"boot\":[{\"id\":\"boot-esp\",\"partition\":1,"
            "\"text\":\"An EFI one.\"}],\"written\":false,"
            "\"result\":{\"partly-written\":true,\"done\":[\"partition 1: moved\"],"
            "\"kernel\":[],\"kernel-differs\":false,\"warnings\":[],"
            "\"commands-after\":[],\"backup\":null,\"script\":null}}\n");
    is_line(report_json_fix_end(&refused),
            "{\"event\":\"end\",\"state\":\"refused\",\"exit\":4,\"error\":\"No.\","
            "\"reason-id\":\"no-terminal\","
            "\"steps-done\":null,\"steps\":null,\"seconds\":0.000,\"boot\":null,"
            "\"written\":false,\"result\":null}\n");
    commit_report_finish(&report);
}

TEST(status_tells_how_far_a_move_has_come)
{
    struct report_fix_status status = { .path = "/dev/sda",
                                        .plan = &plan,
                                        .has_progress = true,
                                        .phase = JOURNAL_PHASE_MOVING,
                                        .bytes_done = 4096,
                                        .bytes_total = 104855837184 };
    struct json_object *root = parsed(report_json_fix_status(&status));

    is_at(root, "/event", "\"status\"");
    is_at(root, "/step", "1");
    is_at(root, "/partition", "1");
    is_at(root, "/phase", "\"moving\"");
    is_at(root, "/bytes-done", "4096");
    is_at(root, "/safe-to-unplug", "true");
    is_at(root, "/journal/kind", "\"swap\"");
    json_object_put(root);
    status.has_progress = false;
    status.is_at_work = true;
    root = parsed(report_json_fix_status(&status));
    is_at(root, "/step", "null");
    is_at(root, "/bytes-done", "null");
    is_at(root, "/safe-to-unplug", "false");
    json_object_put(root);
}
