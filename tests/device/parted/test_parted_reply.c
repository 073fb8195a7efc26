/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_parted_reply.c - what a child has said, whole, cut short, or nonsense */
#include "device/parted/reply.h"

#include <signal.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/test.h"

/* How waitpid() tells of a child that left with exit code 0, or by a signal. */
#define LEFT 0

/* Adds a record whose head says SIZE bytes, of which COUNT follow. */
static void say(struct str *said, uint32_t kind, uint32_t size, const void *bytes,
                size_t count)
{
    struct parted_record record = { kind, size };

    str_add_bytes(said, (const char *)&record, sizeof(record));
    str_add_bytes(said, bytes, count);
}

static void say_text(struct str *said, uint32_t kind, const char *text)
{
    say(said, kind, (uint32_t)strlen(text), text, strlen(text));
}

static void say_number(struct str *said, uint32_t kind, uint32_t number)
{
    say(said, kind, sizeof(number), &number, sizeof(number));
}

static struct parted_reply read_reply(const struct str *said, size_t count, int ended)
{
    struct parted_reply reply;

    parted_reply_read(&reply, (const uint8_t *)said->text, count, ended);
    return reply;
}

TEST(a_whole_story_is_read_whole)
{
    CLEANUP(str_finish) struct str said = { 0 };
    struct parted_part part = { .start = 2048, .length = 100, .number = 1 };
    uint64_t hole = 512;

    memset(part.name, 'x', sizeof(part.name)); /* without its NUL */
    say_text(&said, PARTED_VERSION, "3.5");
    say_text(&said, PARTED_LABEL, "sun");
    say_number(&said, PARTED_OBJECTS, OBJECTION_SIGNATURE);
    say_number(&said, PARTED_OBJECTS, OBJECTION_OVERLAP);
    say(&said, PARTED_OPENED, 0, "", 0);
    say(&said, PARTED_PART, sizeof(part), &part, sizeof(part));
    say(&said, PARTED_HOLE, sizeof(hole), &hole, sizeof(hole));
    say(&said, PARTED_DONE, 0, "", 0);
    struct parted_reply reply = read_reply(&said, said.length, LEFT);
    ck_assert_int_eq(reply.status, PARTED_READ);
    ck_assert_str_eq(reply.version, "3.5");
    ck_assert_str_eq(reply.label, "sun");
    ck_assert_uint_eq(reply.objection, OBJECTION_SIGNATURE);
    ck_assert_uint_eq(reply.last_objection, OBJECTION_OVERLAP);
    ck_assert_uint_eq(reply.count, 1);
    ck_assert_uint_eq(reply.parts[0].start, 2048);
    ck_assert_uint_eq(strlen(reply.parts[0].name), sizeof(part.name) - 1);
    ck_assert(reply.has_hole && reply.hole == 512);
    parted_reply_finish(&reply);
}

TEST(what_became_of_a_change_is_told)
{
    CLEANUP(str_finish) struct str said = { 0 };
    uint32_t skills = 3, stuck = 7;

    say(&said, PARTED_STUCK, sizeof(stuck), &stuck, sizeof(stuck));
    struct parted_reply reply = read_reply(&said, said.length, LEFT);
    ck_assert(!reply.is_made);
    ck_assert_uint_eq(reply.stuck, 7);
    parted_reply_finish(&reply);
    say(&said, PARTED_MADE, sizeof(skills), &skills, sizeof(skills));
    reply = read_reply(&said, said.length, LEFT);
    ck_assert(reply.is_made);
    ck_assert_uint_eq(reply.skills, 3);
    parted_reply_finish(&reply);
}

/* A start and a length that read as such a record are none. */
TEST(a_reply_is_whole_with_the_record_that_says_so)
{
    CLEANUP(str_finish) struct str said = { 0 };
    struct parted_part part = { .start = PARTED_DONE, .length = PARTED_DONE };

    say(&said, PARTED_PART, sizeof(part), &part, sizeof(part));
    say(&said, PARTED_DONE, 0, "", 0);
    for (size_t count = 0; count < said.length; count++)
        ck_assert(!parted_reply_is_whole((const uint8_t *)said.text, count));
    ck_assert(parted_reply_is_whole((const uint8_t *)said.text, said.length));
}

/* The kinds in the reply, in order; 99: no such kind. */
static const struct {
    const char *name;
    uint32_t kinds[3];
    unsigned count;
    int ended;
    enum parted_status want;
} ends[] = {
    { "nothing at all", { 0 }, 0, LEFT, PARTED_FAILED },
    { "no library", { PARTED_ABSENT }, 1, LEFT, PARTED_MISSING },
    { "no label", { PARTED_DONE }, 1, LEFT, PARTED_NO_LABEL },
    { "refused", { PARTED_LABEL, PARTED_DONE }, 2, LEFT, PARTED_REFUSED },
    { "read", { PARTED_LABEL, PARTED_OPENED, PARTED_DONE }, 3, LEFT, PARTED_READ },
    { "unknown", { 99, PARTED_DONE }, 2, LEFT, PARTED_NO_LABEL },
    { "left early", { PARTED_LABEL, PARTED_OPENED }, 2, LEFT, PARTED_FAILED },
    { "crashed", { PARTED_LABEL, PARTED_OPENED }, 2, SIGSEGV, PARTED_CRASHED },
    { "aborted", { PARTED_LABEL }, 1, SIGABRT, PARTED_CRASHED },
    { "out of CPU", { PARTED_LABEL }, 1, SIGXCPU, PARTED_TIMEOUT },
    { "out of time", { 0 }, 0, SIGALRM, PARTED_TIMEOUT },
    { "killed", { 0 }, 0, SIGKILL, PARTED_TIMEOUT },
    { "crashed when all was said", { PARTED_DONE }, 1, SIGSEGV, PARTED_NO_LABEL },
};

TEST_EACH(how_it_ended_is_told_by_words_and_signals, ends)
{
    CLEANUP(str_finish) struct str said = { 0 };

    for (unsigned i = 0; i < ends[_i].count; i++)
        say(&said, ends[_i].kinds[i], 0, "", 0);
    struct parted_reply reply = read_reply(&said, said.length, ends[_i].ended);
    ck_assert_msg(reply.status == ends[_i].want, "%s: %d", ends[_i].name,
                  (int)reply.status);
    parted_reply_finish(&reply);
}

static const struct {
    uint32_t objection;
    bool is_opened;
    enum parted_status want;
    bool is_refused;
} objections[] = {
    { OBJECTION_MEMORY, false, PARTED_MEMORY, true },
    { OBJECTION_MEMORY, true, PARTED_READ, false },
    { OBJECTION_OVERLAP, false, PARTED_REFUSED, true },
    { UINT32_MAX, false, PARTED_REFUSED, true },
};

TEST_EACH(what_ends_for_lack_of_memory_says_so, objections)
{
    CLEANUP(str_finish) struct str said = { 0 };

    say_text(&said, PARTED_LABEL, "gpt");
    say_number(&said, PARTED_OBJECTS, objections[_i].objection);
    if (objections[_i].is_opened)
        say(&said, PARTED_OPENED, 0, "", 0);
    say(&said, PARTED_DONE, 0, "", 0);
    struct parted_reply reply = read_reply(&said, said.length, LEFT);
    ck_assert_int_eq(reply.status, objections[_i].want);
    ck_assert_int_eq(parted_reply_is_refused(&reply), objections[_i].is_refused);
    parted_reply_finish(&reply);
}

TEST(a_story_that_is_cut_anywhere_is_not_believed)
{
    CLEANUP(str_finish) struct str said = { 0 };
    struct parted_part part = { .start = 2048, .length = 100, .number = 1 };

    say_text(&said, PARTED_LABEL, "sun");
    say(&said, PARTED_OPENED, 0, "", 0);
    say(&said, PARTED_PART, sizeof(part), &part, sizeof(part));
    say(&said, PARTED_DONE, 0, "", 0);
    for (size_t count = 0; count < said.length; count++) {
        struct parted_reply reply = read_reply(&said, count, LEFT);
        ck_assert_int_eq(reply.status, PARTED_FAILED);
        ck_assert_uint_le(reply.count, 1);
        parted_reply_finish(&reply);
    }
}

TEST(sizes_that_cannot_be_end_the_story)
{
    CLEANUP(str_finish) struct str said = { 0 };

    say(&said, PARTED_PART, 3, "abc", 3); /* no part */
    say(&said, PARTED_HOLE, 3, "abc", 3); /* somewhere */
    say_text(&said, PARTED_OBJECTS, "not a number");
    say(&said, PARTED_LABEL, UINT32_MAX, "sun", 3);
    struct parted_reply reply = read_reply(&said, said.length, LEFT);
    ck_assert_int_eq(reply.status, PARTED_FAILED);
    ck_assert_uint_eq(reply.count, 0);
    ck_assert(reply.has_hole);
    ck_assert_uint_eq(reply.objection, OBJECTION_NONE);
    ck_assert_str_eq(reply.label, "");
    parted_reply_finish(&reply);
}

TEST(words_are_cut_and_made_safe_to_print)
{
    CLEANUP(str_finish) struct str said = { 0 };
    static char much[2000];

    memset(much, 'x', sizeof(much) - 1);
    say_text(&said, PARTED_LABEL, "a\033[31mb");
    say_text(&said, PARTED_VERSION, much);
    struct parted_reply reply = read_reply(&said, said.length, LEFT);
    ck_assert_ptr_null(strchr(reply.label, '\033'));
    ck_assert_uint_eq(strlen(reply.version), sizeof(reply.version) - 1);
    parted_reply_finish(&reply);
}
