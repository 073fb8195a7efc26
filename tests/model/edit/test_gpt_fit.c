/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gpt_fit.c - a new GPT leaves a boot loader in front of the first partition alone
 */
#include "model/edit/gpt_fit.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/refused.h"
#include "support/test.h"

#define LIMIT 4096

/* A disk of LOGICAL bytes a sector with one partition at START (0: none). */
static struct layout *front_disk(uint64_t logical, uint64_t start, unsigned number)
{
    struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = number, .start = start, .length = 100
    };
    struct disks_spec spec = { .size = 1000000,
                               .logical = (uint32_t)logical,
                               .label = LABEL_MSDOS,
                               .parts = &part,
                               .count = start != 0 };

    return disks_build(&spec);
}

/* A loader at [START, END); END 0: none. */
static struct gpt_front front_of(uint64_t start, uint64_t end)
{
    struct gpt_front front = { .runs = { { start, end, "a loader" } },
                               .count = end != 0,
                               .limit = LIMIT };

    return front;
}

static const struct {
    uint64_t logical, start;
    unsigned number;
    uint64_t front, end;
    struct edit edit;
    bool is_needed;
    unsigned entries; /* before */
    uint64_t lba;     /* behind */
} fits[] = {
    /* eGON at 8 KiB, with room on both sides; and without it. */
    { 512, 8192, 1, 16, 81, { .label = LABEL_GPT }, true, 56, 81 },
    { 512, 112, 1, 16, 81, { .label = LABEL_GPT }, true, 56, 0 },
    { 512, 113, 1, 16, 81, { .label = LABEL_GPT }, true, 56, 81 },
    { 4096, 256, 1, 2, 20, { .label = LABEL_GPT }, true, 0, 20 },
    { 4096, 256, 1, 3, 20, { .label = LABEL_GPT }, true, 32, 20 },
    { 4096, 256, 1, 6, 20, { .label = LABEL_GPT }, false, 0, 0 },
    /* Behind the entries, or in none of their sectors. */
    { 512, 8192, 1, 34, 100, { .label = LABEL_GPT }, false, 0, 0 },
    { 512, 8192, 1, 33, 100, { .label = LABEL_GPT }, true, 124, 100 },
    { 512, 8192, 1, 0, 0, { .label = LABEL_GPT }, false, 0, 0 },
    { 512, 8192, 1, 16, 81, { .label = LABEL_GPT, .entries = 56 }, false, 0, 0 },
    { 512, 8192, 1, 16, 81, { .label = LABEL_GPT, .entries_lba = 100 }, false, 0, 0 },
    { 512, 8192, 1, 16, 81, { .label = LABEL_GPT, .entries_lba = 60 }, true, 0, 0 },
    { 512, 8192, 1, 16, 81, { .label = LABEL_MSDOS }, false, 0, 0 },
    /* More partitions than entries; nothing is known behind the limit; the header. */
    { 512, 8192, 3, 2, 81, { .label = LABEL_GPT }, true, 0, 81 },
    { 512, 8192, 4, 3, 81, { .label = LABEL_GPT }, true, 4, 81 },
    { 512, 8192, 1, 16, LIMIT - 31, { .label = LABEL_GPT }, true, 56, 0 },
    { 512, 8192, 1, 1, 81, { .label = LABEL_GPT }, false, 0, 0 },
};

TEST_EACH(entries_fit_before_or_behind, fits)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = front_disk(fits[_i].logical, fits[_i].start, fits[_i].number);
    struct gpt_front front = front_of(fits[_i].front, fits[_i].end);
    struct edit edit = fits[_i].edit;
    struct gpt_fit fit;

    edit.kind = EDIT_CONVERT;
    ck_assert((gpt_fit_find(layout, &edit, 1, &front, &fit) != NULL) ==
              fits[_i].is_needed);
    ck_assert_uint_eq(fit.entries, fits[_i].entries);
    ck_assert_uint_eq(fit.lba, fits[_i].lba);
}

TEST(a_conversion_has_as_many_entries_as_fit)
{
    CLEANUP(layout_unrefp) struct layout *layout = front_disk(512, 8192, 1);
    struct gpt_front front = front_of(16, 81);
    struct edit edit = { .kind = EDIT_CONVERT, .label = LABEL_GPT };

    gpt_fit_edits(layout, &edit, 1, &front);
    CLEANUP(freep) char *words = edit_words(layout, &edit);
    ck_assert_ptr_nonnull(strstr(words, "convert msdos to gpt with 56 entries;"));
    CLEANUP(layout_unrefp) struct layout *after = edits_do(layout, edit, 0);
    edits_expect(after, "m 0+1, m 1+15, p1 8192+100, m 999985+15");
    /* Nothing new is placed over it. */
    ck_assert_uint_eq(layout_label(after)->first_usable, 81);
}

TEST(a_conversion_has_its_entries_behind_if_few_fit_before)
{
    CLEANUP(layout_unrefp) struct layout *layout = front_disk(512, 8192, 1);
    struct gpt_front front = front_of(4, 81);
    struct edit edit = { .kind = EDIT_CONVERT, .label = LABEL_GPT };

    gpt_fit_edits(layout, &edit, 1, &front);
    CLEANUP(freep) char *words = edit_words(layout, &edit);
    ck_assert_ptr_nonnull(strstr(words, "gpt with 128 entries from sector 81 on;"));
    CLEANUP(layout_unrefp) struct layout *after = edits_do(layout, edit, 0);
    edits_expect(after, "m 0+1, m 1+1, m 81+32, p1 8192+100, m 999967+33");
}

/* The first partition begins in what looks like part of a loader. */
TEST(a_partition_in_the_front_stays_usable)
{
    CLEANUP(layout_unrefp) struct layout *layout = front_disk(512, 63, 1);
    struct gpt_front front = front_of(16, 63);
    struct edit edit = { .kind = EDIT_CONVERT, .label = LABEL_GPT };

    gpt_fit_edits(layout, &edit, 1, &front);
    CLEANUP(layout_unrefp) struct layout *after = edits_do(layout, edit, 0);
    ck_assert_uint_eq(layout_label(after)->first_usable, 63);
    ck_assert_uint_eq(layout_label(after)->entries, 56);
}

static const struct {
    uint64_t start, front;
    struct edit edit;
    const char *sentence; /* NULL: it is possible */
    uint64_t lba;
} scripts[] = {
    { 8192,
      16,
      { .label = LABEL_GPT },
      "Sectors 16 to 80 hold a loader, and the entries of the GPT would be in sectors 2 "
      "to "
      "33. Add the line 'table-length: 56' to the script, then they end before that, or "
      "'first-lba: 113', then they are behind it.",
      0 },
    { 112,
      16,
      { .label = LABEL_GPT },
      "'table-length: 56' to the script, then they end before that.",
      0 },
    { 8192,
      2,
      { .label = LABEL_GPT },
      "Add the line 'first-lba: 113' to the script, then they are behind it.",
      0 },
    /* They fit nowhere else: the write tells it. */
    { 100, 2, { .label = LABEL_GPT }, NULL, 0 },
    { 8192, 16, { .label = LABEL_GPT, .start = 112, .length = 9000 }, "Add the line", 0 },
    { 8192, 16, { .label = LABEL_GPT, .start = 113, .length = 9000 }, NULL, 81 },
    { 8192, 16, { .label = LABEL_GPT, .entries = 56 }, NULL, 0 },
    { 8192, 16, { .label = LABEL_GPT, .entries = 60 }, "'table-length: 56'", 0 },
    { 8192, 16, { .label = LABEL_GPT, .entries_lba = 81 }, NULL, 81 },
    /* The sector of the header: the check of the commit tells it. */
    { 8192, 1, { .label = LABEL_GPT }, NULL, 0 },
};

TEST_EACH(a_script_has_to_say_how_the_loader_is_avoided, scripts)
{
    CLEANUP(layout_unrefp) struct layout *layout = front_disk(512, 0, 0);
    struct gpt_front front = front_of(scripts[_i].front, 81);
    struct edit edits[2] = { scripts[_i].edit,
                             { .kind = EDIT_CREATE, .start = scripts[_i].start } };
    struct err err = { 0 };

    edits[0].kind = EDIT_NEW_TABLE;
    bool is_good = gpt_fit_script(layout, edits, 2, &front, &err);
    ck_assert(is_good == !scripts[_i].sentence);
    if (!is_good) {
        ck_assert_refused(&err, REFUSAL_GPT_ENTRIES_OVER_CONTENT);
        ck_assert_msg(strstr(err.text, scripts[_i].sentence), "%s", err.text);
    }
    ck_assert_uint_eq(edits[0].entries_lba, scripts[_i].lba);
}

/* Between two loaders, and behind both. */
TEST_TIMES(entries_lie_where_there_is_room_first, 2)
{
    CLEANUP(layout_unrefp) struct layout *layout = front_disk(512, 8192, 1);
    struct gpt_front front = front_of(2, 20);
    struct edit edit = { .kind = EDIT_CONVERT, .label = LABEL_GPT };

    front.runs[front.count++] = (struct gpt_front_run){ _i ? 51 : 52, 60, "" };
    gpt_fit_edits(layout, &edit, 1, &front);
    ck_assert_uint_eq(edit.entries_lba, _i ? 60 : 20);
    CLEANUP(layout_unrefp) struct layout *after = edits_do(layout, edit, 0);
    ck_assert_uint_eq(layout_label(after)->first_usable, _i ? 92 : 60);
}
