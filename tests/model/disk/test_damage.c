/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_damage.c - sentences about damaged entries */
#include "model/disk/damage.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

/* Partition 3 at sector 900 of a disk with 1000 sectors. */
static const struct {
    enum entry_fault fault;
    uint64_t claimed; /* sectors */
    unsigned overlapped;
    const char *brief, *words;
} rows[] = {
    { FAULT_OUTSIDE_DISK, 200, 0, "past disk",
      "The entry of partition 3 (sectors 900 to 1099) reaches past the end of the disk "
      "at sector 999." },
    { FAULT_OUTSIDE_CONTAINER, 50, 0, "not in ext",
      "The entry of partition 3 (sectors 900 to 949) reaches out of the extended "
      "partition." },
    { FAULT_NO_CONTAINER, 50, 0, "no extended",
      "The extended partition around partition 3 (sectors 900 to 949) is damaged." },
    { FAULT_OVERLAP, 50, 2, "overlaps 2",
      "The entry of partition 3 (sectors 900 to 949) overlaps partition 2." },
    { FAULT_OVERLAP, 50, 0, "over table",
      "The entry of partition 3 (sectors 900 to 949) overlaps the partition table "
      "itself." },
    { FAULT_BACKWARDS, 0, 0, "backwards",
      "The entry of partition 3 ends before it starts (sector 900)." },
    { FAULT_NO_GPT, 1, 0, "no GPT",
      "MBR entry 3 (sectors 900 to 900) announces a GPT, but no copy of it can be "
      "used." },
    { FAULT_NO_ENTRY, 50, 0, "no entry",
      "Content was found at sector 900, and no readable table has an entry for it." },
    { FAULT_CHAIN_LOOP, 0, 0, "chain ends",
      "The chain of logical partitions comes back to the EBR at sector 900: it ends "
      "here." },
    { FAULT_CHAIN_LENGTH, 0, 0, "chain ends",
      "The chain of logical partitions does not end; it was followed to the EBR at "
      "sector 900." },
};

TEST_EACH(a_damaged_entry_is_explained, rows)
{
    struct limits limits = { .size = 1000, .logical = 512 };
    struct extent extent = { .number = 3,
                             .start = 900,
                             .fault = rows[_i].fault,
                             .claimed = rows[_i].claimed,
                             .overlapped = rows[_i].overlapped };
    CLEANUP(freep) char *words = damage_words(&limits, &extent);
    CLEANUP(freep) char *brief = damage_brief(&extent);

    ck_assert_str_eq(words, rows[_i].words);
    ck_assert_str_eq(brief, rows[_i].brief);
}
