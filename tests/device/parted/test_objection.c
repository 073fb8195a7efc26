/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_objection.c - of libparted's texts only their kind is left */
#include "device/parted/objection.h"

#include <ctype.h>
#include <parted/parted.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

/* With numbers as they come from memory that was never initialized. */
static const struct {
    PedExceptionType type;
    const char *message;
    enum parted_objection want;
} rows[] = {
    { PED_EXCEPTION_ERROR,
      "Can't have the end before the start! (start sector=140460439552000 "
      "length=-46254514746047)",
      OBJECTION_BACKWARDS },
    { PED_EXCEPTION_ERROR,
      "Can't have the end before the start! (start sector=139894943318016 "
      "length=-45358483767999)",
      OBJECTION_BACKWARDS },
    { PED_EXCEPTION_ERROR,
      "Both the primary and backup GPT tables are corrupt.  Try making a fresh table, "
      "and using Parted's rescue feature to recover partitions.",
      OBJECTION_GPT_BOTH },
    { PED_EXCEPTION_ERROR,
      "The primary GPT table is corrupt, but the backup appears OK, so that will be "
      "used.",
      OBJECTION_GPT_PRIMARY },
    { PED_EXCEPTION_ERROR,
      "The backup GPT table is corrupt, but the primary appears OK, so that will be "
      "used.",
      OBJECTION_GPT_BACKUP },
    { PED_EXCEPTION_WARNING,
      "The format of the GPT partition table is version 7f3a9c01, which is newer than "
      "what Parted can recognise.  Please report this!",
      OBJECTION_GPT_REVISION },
    { PED_EXCEPTION_ERROR, "Invalid partition table on shadow -- wrong signature 7f3a.",
      OBJECTION_SIGNATURE },
    { PED_EXCEPTION_ERROR, "_amiga_read_block : Bad checksum on block 94 of type RDSK.",
      OBJECTION_CHECKSUM },
    { PED_EXCEPTION_ERROR,
      "partition length of 94 sectors exceeds the msdos-partition-table-imposed maximum "
      "of 4294967295",
      OBJECTION_RANGE },
    { PED_EXCEPTION_FATAL, "Out of memory.", OBJECTION_MEMORY },
    { PED_EXCEPTION_ERROR, "Unable to satisfy all constraints on the partition.",
      OBJECTION_CONSTRAINT },
    { PED_EXCEPTION_INFORMATION, "Please reboot 94 times.", OBJECTION_WARNING },
    { PED_EXCEPTION_WARNING, "Partition 94 is odd. Try wiping the disk.",
      OBJECTION_WARNING },
    { PED_EXCEPTION_ERROR, "Sector 94 is odd.", OBJECTION_ERROR },
    { PED_EXCEPTION_FATAL, "", OBJECTION_ERROR },
    { PED_EXCEPTION_BUG, "A bug 94 has been detected", OBJECTION_BUG },
    { PED_EXCEPTION_NO_FEATURE, "94 is not implemented", OBJECTION_NO_FEATURE },
    { PED_EXCEPTION_ERROR, NULL, OBJECTION_ERROR },
};

TEST_EACH(a_text_of_libparted_leaves_its_kind, rows)
{
    enum parted_objection got = parted_objection_find(rows[_i].type, rows[_i].message);

    ck_assert_msg(got == rows[_i].want, "%s: %d",
                  rows[_i].message ? rows[_i].message : "NULL", (int)got);
}

TEST(each_kind_has_words_of_its_own)
{
    for (uint32_t i = 0; i < OBJECTION_COUNT; i++) {
        const char *text = parted_objection_text(i);
        ck_assert_msg(text && text[0], "%u", (unsigned)i);
        for (const char *at = text; *at; at++)
            ck_assert_msg(!isdigit((unsigned char)*at) && *at != '%', "%s", text);
        for (uint32_t k = 0; k < i; k++)
            ck_assert_str_ne(text, parted_objection_text(k));
    }
}

TEST(a_number_that_is_no_kind_is_an_error_like_others)
{
    ck_assert_str_eq(parted_objection_text(OBJECTION_COUNT),
                     parted_objection_text(OBJECTION_ERROR));
    ck_assert_str_eq(parted_objection_text(UINT32_MAX),
                     parted_objection_text(OBJECTION_ERROR));
}
