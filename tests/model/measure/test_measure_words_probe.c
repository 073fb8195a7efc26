/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure_words_probe.c - the result of a probe as sentences */
#include "model/measure/words.h"

#include "model/base/mem.h"
#include "support/sentences.h"
#include "support/test.h"

/* A drive that reports 512/512 and is judged by 4096. */
static struct limits liar(void)
{
    return (struct limits){ .size = 1953525168,
                            .logical = 512,
                            .physical = 4096,
                            .physical_reported = 512,
                            .physical_source = SOURCE_ASSUMED,
                            .grain = 1 << 20 };
}

static char *probe_text(const struct probe_result *result, const struct limits *limits)
{
    struct lines lines = { 0 };

    probe_lines(result, limits, &lines);
    return sentences_join(&lines);
}

static struct probe_result jumpered(void)
{
    return (struct probe_result){
        .verdict = MEASURE_DIFFERENT,
        .is_drive = true,
        .physical = 4096,
        .offset = 3584,
        .reported_physical = 512,
        .is_contradiction = true,
        .ratio = 3.6,
        .interval = { 3.5, 3.7 },
        .bytes_written = 1 << 20,
        .area.start = 1 << 20,
        .area.bytes = 8 << 20,
        .is_unchanged = true,
    };
}

TEST(a_probe_shows_both_words_and_knows_the_jumper)
{
    struct probe_result result = jumpered();
    struct limits limits = liar();
    CLEANUP(freep) char *text = probe_text(&result, &limits);

    ck_assert_str_eq(
        text,
        "Found: physical sectors of 4096 bytes, their first boundary at byte 3584 "
        "(sector 7). Proved with fresh writes: across a boundary they take 3.60 times as "
        "long as inside one sector (3.50 to 3.70 times). The drive says something else: "
        "physical sectors of 512 bytes, the first boundary at byte 0. That is what the "
        "XP jumper does: on this drive a start at 63 is right, 64 and 2048 are wrong. "
        "Written: 1 MiB, all of it in sectors 2048 to 18431 of the free space, as it was "
        "read there. Compared afterwards: nothing on the disk has changed.");
}

TEST(beside_a_table_the_two_words_are_not_said_again)
{
    struct probe_result result = jumpered();
    struct limits limits = liar();
    struct lines lines = { 0 };

    probe_lines_beside_table(&result, &limits, &lines);
    CLEANUP(freep) char *text = sentences_join(&lines);
    ck_assert_str_eq(
        text,
        "That is what the XP jumper does: on this drive a start at 63 is right, 64 and "
        "2048 are wrong. Proved with fresh writes: across a boundary they take 3.60 "
        "times as long as inside one sector (3.50 to 3.70 times). Written: 1 MiB, all "
        "of it in sectors 2048 to 18431 of the free space, as it was read there. "
        "Compared afterwards: nothing on the disk has changed.");
}

TEST(beside_a_table_all_else_is_said_as_ever)
{
    struct probe_result result = { .verdict = MEASURE_SAME, .is_drive = true };
    struct limits limits = liar();
    struct lines lines = { 0 };

    probe_lines_beside_table(&result, &limits, &lines);
    CLEANUP(freep) char *text = sentences_join(&lines);
    CLEANUP(freep) char *whole = probe_text(&result, &limits);
    ck_assert_str_eq(text, whole);
}

static const struct {
    enum measure_verdict verdict;
    enum measure_reason reason;
    uint32_t physical, offset;
    uint64_t reported;
    bool is_contradiction;
    const char *has, *lacks;
} probes[] = {
    { MEASURE_DIFFERENT, REASON_NONE, 4096, 0, 4096, false,
      "Found: physical sectors of 4096 bytes, the first one at the start of the disk.",
      "jumper" },
    { MEASURE_DIFFERENT, REASON_NONE, 4096, 0, 4096, false, "The drive says so too.",
      "something else" },
    { MEASURE_DIFFERENT, REASON_NONE, 4096, 0, 0, true,
      "The drive itself says nothing of its sectors.", "something else" },
    { MEASURE_DIFFERENT, REASON_NONE, 4096, 0, 512, false,
      "The drive reports 512-byte sectors, as drives do that hide larger "
      "physical ones.",
      "so too" },
    { MEASURE_DIFFERENT, REASON_NONE, 4096, 3584, 4096, true,
      "The drive says something else: physical sectors of 4096 bytes, the first boundary "
      "at byte 0.",
      "so too" },
    { MEASURE_DIFFERENT, REASON_NONE, 16384, 8192, 4096, true,
      "16384 bytes, their first boundary at byte 8192 (sector 16)", "jumper" },
    { MEASURE_SAME, REASON_NONE, 0, 0, 512, false,
      "No difference at any size: 512-byte sectors, or larger ones that it hides. What "
      "can hide a boundary: a cache or a buffer that answers for the medium, or blocks "
      "of "
      "more than 64 KiB.",
      "no proof" },
    { MEASURE_SAME, REASON_NONE, 0, 0, 4096, false,
      "The drive says that its physical sectors have 4096 bytes. The clock does not show "
      "it, which is no proof that it is wrong.",
      "Found" },
    { MEASURE_INCONCLUSIVE, REASON_TIME, 0, 0, 512, false,
      "Not sure: nothing certain was found. The time allowed was over", "Found" },
    { MEASURE_REFUSED, REASON_ZONED, 0, 0, 512, false,
      "Nothing was measured, and nothing was written. The drive has zones", "Not sure" },
};

TEST_EACH(a_probe_says_what_it_knows_and_no_more, probes)
{
    struct probe_result result = jumpered();
    struct limits limits = liar();

    result.verdict = probes[_i].verdict;
    result.reason = probes[_i].reason;
    result.physical = probes[_i].physical;
    result.offset = probes[_i].offset;
    result.reported_physical = probes[_i].reported;
    result.is_contradiction = probes[_i].is_contradiction;
    CLEANUP(freep) char *text = probe_text(&result, &limits);
    check_has(text, probes[_i].has);
    check_lacks(text, probes[_i].lacks);
}

TEST(reads_across_powers_of_two_never_name_a_sector)
{
    struct probe_result result = { .is_read = true,
                                   .is_drive = true,
                                   .reason = REASON_READS_ONLY,
                                   .step_bytes = 16384,
                                   .step_us = 52.6 };
    struct limits limits = liar();
    CLEANUP(freep) char *seen = probe_text(&result, &limits);
    result.step_bytes = 0;
    CLEANUP(freep) char *unseen = probe_text(&result, &limits);

    check_has(seen, "Reads across a multiple of 16 KiB take 53 us longer.");
    check_has(seen, "only writes do. Nothing was written.");
    check_lacks(seen, "Found");
    check_has(unseen, "Reads across powers of two: nothing seen.");
}
