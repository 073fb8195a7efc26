/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_explain_limits.c - sentences on what is known of a disk's sectors */
#include "model/align/explain.h"
#include "model/base/mem.h"
#include "support/test.h"

static const struct {
    enum limit_source physical, offset;
    uint64_t size, offset_bytes;
    const char *want; /* NULL: nothing is assumed */
} assumed[] = {
    { SOURCE_ASSUMED, SOURCE_REPORTED, 4096, 0,
      "It is only assumed that physical sectors have 4 KiB, and that one begins at "
      "sector "
      "0." },
    { SOURCE_ASSUMED, SOURCE_GIVEN, 4096, 3584,
      "It is only assumed that physical sectors have 4 KiB." },
    { SOURCE_REPORTED, SOURCE_DEFAULT, 4096, 0,
      "It is only assumed that a physical sector begins at sector 0." },
    { SOURCE_REPORTED, SOURCE_REPORTED, 4096, 3584, NULL },
    { SOURCE_MEASURED, SOURCE_MEASURED, 4096, 3584, NULL },
    { SOURCE_GIVEN, SOURCE_GIVEN, 4096, 0, NULL },
    { SOURCE_REPORTED, SOURCE_DEFAULT, 512, 0, NULL },
};

TEST_EACH(what_is_only_assumed_is_told, assumed)
{
    struct limits limits = { .size = 1000,
                             .logical = 512,
                             .logical_source = SOURCE_REPORTED,
                             .physical = assumed[_i].size,
                             .physical_reported = 512,
                             .physical_source = assumed[_i].physical,
                             .alignment_offset = assumed[_i].offset_bytes,
                             .alignment_source = assumed[_i].offset };
    CLEANUP(freep) char *words = explain_assumed(&limits);

    if (!assumed[_i].want)
        ck_assert_ptr_null(words);
    else
        ck_assert_str_eq(words, assumed[_i].want);
}
