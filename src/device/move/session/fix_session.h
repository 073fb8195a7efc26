/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_session.h - a fix from what is found before it to its end, for each user interface
 *
 * In this order; the user interface only shows, and asks:
 *   fix_session_prepare(), _resume()   what is found; the rehearsal; nothing is written
 *   .answers                           what the person has agreed to
 *   fix_session_begin()                refuses unless all that asks is answered
 *   fix_session_start(), _peek(), _stop(), _join()    on a thread of its own
 *   fix_session_conclude(), _report()  how it has ended, and what is left to do */
#ifndef ALIDADE_DEVICE_MOVE_SESSION_FIX_SESSION_H
#define ALIDADE_DEVICE_MOVE_SESSION_FIX_SESSION_H

#include "device/io/job.h"
#include "device/move/findings/fix_check.h"
#include "device/move/fixing/fixing.h"
#include "device/move/unfinished/unfinished_look.h"
#include "model/report/moves_time.h"

/* What a fix is prepared with; borrowed for the call. */
struct fix_want {
    struct fix_request request; /* without .sys, .path, .speed, .memory, .max_seconds */
    const struct moves_time *time;
    const struct saved_result *saved;  /* of the drive; NULL: none */
    const char *probe_key, *given_key; /* as in struct fix_check */
    bool is_asked;                     /* a person will be; else only flags answer */
};

/* Zero-initialised: nothing is prepared.  SYS and PATH are borrowed until
 * fix_session_finish(). */
struct fix_session {
    const struct sys *sys;
    const char *path; /* of the disk */

    unsigned answers;      /* FIX_ANSWER() of what was agreed to; set by the caller */
    struct lines warnings; /* what the person reads before that; the caller may add */
    struct boot_notes boot;
    struct volume_notes volumes;

    struct layout *base;      /* of a fix that begins; NULL: it is resumed; owned */
    struct fix_write *writes; /* of .check; owned */
    struct fix_check check;   /* what is looked for again at the beginning */
    char *refusal;            /* of the rehearsal; NULL: none; owned */
    struct fixing *fixing;    /* NULL: it was not prepared; owned */
    const struct journal_plan *plan; /* of it */
    char *backup;                    /* path; NULL: none is made; owned */
    char *journal; /* file or device with it; NULL: it is on the disk; owned */
    bool is_rollback;

    bool is_begun;
    struct job *job; /* NULL: nothing runs; else nothing here but it may be used */
    enum fixing_state state;
    bool is_safe; /* of the last progress */
};

/* --- fix_session.c --- */

/* Finds what MOVES, made for LAYOUT, mean for boot loaders and file systems. */
void fix_session_note(struct fix_session *session, const struct layout *layout,
                      const struct moves *moves);
/* Adds all that is found for WANT, and all that has passed, to the lists of the screen.
 * WANT may have no place. */
void fix_session_rows(struct fix_session *session, const struct fix_want *want,
                      struct lines *const rows[FIX_ROW_COUNT]);
/* Refuses what cannot be answered, and a want without a place; rehearses: RET is filled
 * as by fixing_begin(). */
bool fix_session_prepare(struct fix_session *session, const struct fix_want *want,
                         struct rehearsal_report *ret, struct err *err) MUST_USE;
/* Does the same for a move that has not ended, which LOOK was made of; REQUEST is without
 * .sys and .memory.  SERIAL is that of the disk now. */
bool fix_session_resume(struct fix_session *session, const struct resume_request *request,
                        const struct unfinished_look *look, const char *serial,
                        struct rehearsal_report *ret, struct err *err) MUST_USE;
/* Frees all; does nothing while a job runs that hangs. */
void fix_session_finish(struct fix_session *session);
CLEANUP_WITH(fix_session_finish, fix_session)

/* --- fix_session_run.c --- */

/* True if the beginning looks whether the drive reports data as stored before it is: that
 * writes back what it has read, at most for some seconds. */
bool fix_session_looks_at_flush(const struct fix_session *session);
/* After the consent: false (ERR_REFUSED) if something speaks against it that is not among
 * .answers, which is looked for again. */
bool fix_session_begin(struct fix_session *session, struct err *err) MUST_USE;
/* Logs the beginning, and starts the thread. */
bool fix_session_start(struct fix_session *session, struct err *err) MUST_USE;
/* Takes the latest progress; true while it is at work, else fix_session_join(). */
bool fix_session_peek(struct fix_session *session, struct fixing_live *ret);
/* Ends at the next point at which everything is durable. */
void fix_session_stop(struct fix_session *session);
/* Stops it and waits: true if it has ended. */
bool fix_session_join(struct fix_session *session);

/* --- fix_session_end.c --- */

/* True if the table, the journal or data was written. */
bool fix_session_has_written(const struct fix_session *session);
/* Returns true if all is done. Else ERR (ERR_STOPPED, or that of the failure; no error
 * before the call) says what has stopped it, and which command goes on. */
bool fix_session_conclude(const struct fix_session *session, struct err *err);
/* Logs how it has ended, as ERR says.  RET becomes what was done, with where the log is;
 * commit_report_finish(). */
void fix_session_report(const struct fix_session *session, const struct err *err,
                        struct commit_report *ret);
/* Adds what a complete fix means for boot loaders to RET: what the notes before it, or if
 * there are none, the disk as it is now, tell. */
void fix_session_report_boot(const struct fix_session *session,
                             struct commit_report *ret);

#endif
