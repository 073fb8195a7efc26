/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_check.h - what is found before data is moved on a disk: what refuses that, what the
 * person has to agree to, and what is told */
#ifndef ALIDADE_DEVICE_MOVE_FINDINGS_FIX_CHECK_H
#define ALIDADE_DEVICE_MOVE_FINDINGS_FIX_CHECK_H

#include "device/io/sys.h"
#include "model/disk/layout.h"
#include "model/measure/saved_result.h"
#include "model/move/plan/fix_plan.h"
#include "model/move/plan/moves.h"
#include "model/report/boot_notes.h"
#include "model/report/volume_notes.h"

/* In the order in which they are told. */
enum fix_finding {
    FIX_LEFT,       /* partitions that should be moved and stay */
    FIX_UNFINISHED, /* another move has to be completed first */
    FIX_SUSPENDED,  /* a suspended system expects the partitions where they are */
    FIX_ZONED,      /* sectors can only be written in order */
    FIX_TWO_PATHS,  /* the kernel has the same drive twice */
    FIX_ASSUMED,    /* physical sector or offset of a device are only assumed */
    FIX_FLUSH_LIES, /* bench, probe or a look found that flushes return too early */
    FIX_SPARSE,     /* a sparse image would need more space than there is */
    FIX_SLOW,       /* more than 24 hours */
    FIX_BATTERY,    /* it may not last */
    FIX_FREE_DATA,  /* what no table names would be overwritten */
    FIX_VOLUME,     /* file systems that are not clean */
    FIX_BACKUP,     /* there is no folder for it */
    FIX_BOOT,       /* what the moves mean for boot loaders */
    FIX_FINDING_COUNT,
    FIX_ALLOWED = FIX_FINDING_COUNT,
};

enum fix_level {
    FIX_REFUSES,  /* nothing is begun */
    FIX_ASKS,     /* nothing is begun before its flag has answered it */
    FIX_ASKS_YES, /* its flag or the person, who has read its sentence, with a yes */
    FIX_TELLS,
    FIX_TELLS_BOOT,
};

/* The lists of the screen that tells what was checked; the level of a finding is that of
 * its list. */
enum fix_row {
    FIX_ROW_NO,    /* what refuses, and what only a flag answers */
    FIX_ROW_DOUBT, /* to be known before the consent */
    FIX_ROW_BOOT,
    FIX_ROW_OK, /* checks without a finding */
    FIX_ROW_COUNT,
};

/* A plan that takes more seconds asks for --slow. */
#define FIX_SECONDS_MAX 86400.0

/* Sectors that are written to. */
struct fix_write {
    uint64_t start, length;
    uint64_t from; /* where the data is that is moved there; == START: none is */
};

/* Everything is borrowed. */
struct fix_check {
    const struct sys *sys;
    const char *path;                 /* of the disk or image file */
    const struct layout *base;        /* with its contents read */
    const struct saved_result *saved; /* of the drive; NULL: none */
    bool is_flush_lying;              /* as a look has shown, see test_request */
    /* What is written to: new places, and the journal if it is on this disk. */
    const struct fix_write *writes;
    size_t write_count;
    double seconds; /* the estimate; 0: not known */
    /* What the rehearsal has found to be overwritten and not accepted; NULL: nothing. */
    const char *lost;
    /* Only for the screen: the plan, and what was found for it. */
    const struct moves *moves;
    const struct boot_notes *boot;
    const struct volume_notes *volumes;

    const char *probe_key; /* of the editor, which measures them; NULL: a command does */
    const char *given_key; /* with it: of the editor, where the user gives them */
};

struct fix_finding_row {
    const char *id; /* stable */
    enum fix_level level;
    const char *flag; /* of the command line that answers or cures it; NULL: none */
    const char *when; /* N_(): when it is found, for the list of reasons */
    /* False with one sentence that says what to do; NULL: .tell adds sentences. */
    bool (*passes)(const struct fix_check *check, struct err *err);
    void (*tell)(const struct fix_check *check, struct lines *ret_found,
                 struct lines *ret_passed);
    const char *passed; /* N_(): told without a finding; NULL: not worth a line */
    bool is_of_device;  /* that is not told of an image file */
};

extern const struct fix_finding_row fix_findings[FIX_FINDING_COUNT];

/* A set of findings that were answered. */
#define FIX_ANSWER(finding) (1U << (finding))

/* Returns the first finding that refuses, or asks for what is not among ANSWERS, with its
 * sentence in ERR (ERR_REFUSED; ERR_UNREADABLE with FIX_SUSPENDED if the disk cannot be
 * opened). What a yes can answer is added to RET_ASKED instead; NULL: it is not asked.
 * Reads the root folders of NTFS volumes, and writes nothing. */
enum fix_finding fix_check_find(const struct fix_check *check, unsigned answers,
                                struct lines *ret_asked, struct err *err);
/* False, with that sentence, if FINDING alone speaks against it. */
bool fix_check_passes(const struct fix_check *check, enum fix_finding finding,
                      struct err *err) MUST_USE;
/* Adds all that is found, and all that has passed, to the lists of the screen. */
void fix_check_rows(const struct fix_check *check,
                    struct lines *const rows[FIX_ROW_COUNT]);
/* Returns what the person who has read all of RET_ASKED answers with a yes. */
unsigned fix_answers_of_yes(void);

#endif
