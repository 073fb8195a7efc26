/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_find.h - finds the journals of moves that have not ended
 *
 * An entry in progress begins with a guard, which tells where the journal is, or with the
 * journal itself. Without such an entry only a search through the free space finds it. */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_FIND_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_FIND_H

#include "model/base/reader.h"
#include "model/disk/layout.h"
#include "model/move/journal/journal_record.h"

enum journal_finding {
    FOUND_PLAN,      /* a valid plan on this disk */
    FOUND_ELSEWHERE, /* a guard; its journal is on another disk, see guard.spot */
    FOUND_DAMAGED,   /* a guard or plan, but no valid copy of the plan */
    FOUND_OTHER,     /* of a disk with another size or sector size */
    FOUND_NEWER,     /* of a version that this program does not know */
};

/* What is known about one transaction. */
struct journal_found {
    enum journal_finding finding;
    uint64_t lba; /* where the guard is, or the plan if there is none */
    bool has_guard;
    struct journal_guard guard; /* with has_guard */
    struct journal_plan *plan;  /* owned; of FOUND_PLAN, else NULL */
    struct err err; /* the reason if there is no plan, except FOUND_ELSEWHERE */
};

/* At most one of each transaction, and of those whose transaction cannot be read one of
 * each finding. */
struct journal_finds {
    struct journal_found *at; /* owned; NULL: none */
    size_t count;
};

enum journal_reach {
    /* Reads the starts of entries in progress, and nothing if there are none. If a GPT
     * entry has neither guard nor plan, or any such start cannot be read, searches the
     * free space too. */
    FIND_IN_PROGRESS,
    /* The same with all places where partitions have their signatures: that of one is a
     * guard before its entry is in progress, and after that. */
    FIND_AT_STARTS,
    /* Searches the free space and the starts of swap areas too. */
    FIND_EVERYWHERE,
};

/* Bytes that are searched at the start of each free range, and in all of them. */
#define FIND_RANGE_BYTES (UINT64_C(32) << 20)
#define FIND_TOTAL_BYTES (UINT64_C(256) << 20)

/* Looks for journals on DISK, whose table is LAYOUT. What cannot be read is passed over.
 * Plans of moves that have ended may be among the finds without a guard: their progress
 * tells. journal_finds_finish(). */
struct journal_finds journal_find(const struct reader *disk, const struct layout *layout,
                                  enum journal_reach reach);
void journal_finds_finish(struct journal_finds *finds); /* also for CLEANUP */
/* Returns the transaction of the guard or plan of FOUND, borrowed; NULL: not known. */
const struct guid *journal_found_transaction(const struct journal_found *found);

/* Reads the plan from JOURNAL, which begins with its first copy: that of GUARD, or if
 * GUARD is NULL any for DISK. Fails as journal_plan_decode(), and with RECORD_OTHER for
 * another transaction. RET is untouched then. */
enum journal_state journal_find_plan(const struct reader *journal,
                                     const struct journal_guard *guard,
                                     const struct journal_disk *disk,
                                     struct journal_plan *ret, struct err *err) MUST_USE;

/* Returns what to do where a journal is destroyed, as one translated sentence. */
const char *journal_damage_words(void);

#endif
