/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure_ready.c - a bench or a probe before it begins: what it announces */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"
#include "ui/screen/frame/screen.h"

static struct effect press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(app, &event);
}

static void start(struct app *app)
{
    person_opens(app, disks_legacy(), 24, 80);
}

/* The screen without its frame and line breaks; free() */
static char *words_of(const struct app *app)
{
    CLEANUP(freep) char *dump = person_sees(app);
    CLEANUP(str_finish) struct str words = { 0 };
    char *rest = dump;

    for (char *row = strsep(&rest, "\n"); row; row = strsep(&rest, "\n")) {
        char *from = strncmp(row, "│", 3) ? row : row + 3, *end = strstr(from, " │");
        while (end && end > from && end[-1] == ' ')
            end--;
        str_printf(&words, "%.*s", (int)(end ? (size_t)(end - from) : strlen(from)),
                   from);
    }
    return str_take(&words);
}

static const struct {
    uint32_t key;
    const char *bounds;
} kinds[] = {
    { 'B', "Writes at most 16 MiB in at most 11 seconds, inside 1.6 MiB" },
    { 'P', "Writes at most 32 MiB in at most 8 seconds, inside 1.6 MiB" },
};

/* Free space too: what will be written, and where, is shown before. */
TEST_EACH(free_space_waits_for_enter, kinds)
{
    struct app app;

    start(&app);
    ck_assert_int_eq(press(&app, kinds[_i].key).kind, EFFECT_NONE);
    ck_assert(!app.job.is_at_work);
    ck_assert(!app.job.request.is_read_only);
    person_expects(&app, "writes back the same bytes");
    person_expects(&app, "Enter begins.");
    person_expects(&app, "Nothing has been written yet.");
    CLEANUP(freep) char *words = words_of(&app);
    ck_assert_msg(strstr(words, "in free space."), "%s", words);
    ck_assert_msg(strstr(words, kinds[_i].bounds), "%s", words);
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE);
    ck_assert(app.job.is_at_work);
    app_finish(&app);
}

TEST_EACH(escape_leaves_without_a_write, kinds)
{
    struct app app;

    start(&app);
    ck_assert_int_eq(press(&app, kinds[_i].key).kind, EFFECT_NONE);
    ck_assert_int_eq(press(&app, KEY_CODE_ESCAPE).kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert(!app.job.is_at_work);
    app_finish(&app);
}

/* A job writes where it was announced. */
TEST(the_job_has_the_area_that_was_shown)
{
    struct app app;

    start(&app);
    (void)press(&app, 'B'); /* compared below */
    ck_assert_uint_eq(app.job.request.area.bytes, 26 * TEST_AREA_STEP);
    ck_assert_uint_eq(app.job.request.area.start, app.job.live.bench.area.start);
    ck_assert_uint_eq(app.job.request.starts.base, 63);
    ck_assert_uint_eq(app.job.request.starts.against, 2048);
    person_expects(&app, "start 63 against 2048");
    app_finish(&app);
}

/* The first events come before the job has read anything. */
TEST(what_was_planned_stands_until_the_job_says_better)
{
    struct app app;
    struct measure_live live = { .phase = MEASURE_READING };
    struct event event = { .kind = EVENT_MEASURE, .live = &live };

    start(&app);
    (void)press(&app, 'B');            /* it is ready */
    (void)press(&app, KEY_CODE_ENTER); /* it begins */
    (void)app_update(&app, &event);    /* this event has no effect */
    person_expects(&app, "as from sector 63");
    person_expects(&app, "in free space");
    live.bench.area.start = 5 << 20;
    live.bench.area.bytes = 1 << 20;
    live.bench.area.partition = 2;
    (void)app_update(&app, &event); /* this event has no effect */
    CLEANUP(freep) char *words = words_of(&app);
    ck_assert_msg(strstr(words, "from byte 5242880 on, in partition 2"), "%s", words);
    app_finish(&app);
}

TEST(sectors_of_a_partition_wait_for_a_word)
{
    struct app app;

    person_opens(&app, disks_gpt34(), 24, 80);
    ck_assert_int_eq(press(&app, 'B').kind, EFFECT_NONE);
    ck_assert(!app.job.is_at_work);
    person_expects(&app, "Before it begins");
    person_expects(&app, "in partition 1");
    person_expects(&app, "Nothing has been written yet.");
    ck_assert_int_eq(press(&app, ' ').kind, EFFECT_NONE);
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE);
    ck_assert(app.job.is_at_work);
    app_finish(&app);
}

TEST(what_waits_for_a_word_can_be_left_without_one)
{
    struct app app;

    person_opens(&app, disks_gpt34(), 24, 80);
    ck_assert_int_eq(press(&app, 'B').kind, EFFECT_NONE);
    ck_assert_int_eq(press(&app, 'q').kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

/* Nothing on the disk leads to it. */
TEST_EACH(a_disk_with_a_remembered_move_is_measured_by_reads, kinds)
{
    struct app app;

    start(&app);
    app.fix.is_begun = true;
    (void)press(&app, kinds[_i].key); /* it is ready */
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE);
    ck_assert(app.job.request.is_read_only);
    person_expects(&app, "A move has not ended: nothing is written.");
    app_finish(&app);
}

/* The header says "read-only" of a table that may not be written. */
TEST_EACH(a_table_that_is_only_read_is_measured_by_reads, kinds)
{
    CLEANUP(layout_unrefp) struct layout *idle = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(idle);
    struct app app;

    layout_builder_note(builder, NOTE_PARTED_REFUSED, "libparted refuses it.");
    person_opens(&app, layout_builder_refinish(builder), 24, 80);
    person_expects(&app, "read-only");
    (void)press(&app, kinds[_i].key); /* it is ready */
    ck_assert_int_eq(press(&app, KEY_CODE_ENTER).kind, EFFECT_MEASURE);
    ck_assert(app.job.request.is_read_only);
    person_expects(&app, "libparted refuses it. Nothing is written.");
    person_expects(&app, "reads only: nothing is written");
    app_finish(&app);
}
