/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checker.h - the programs that read a file system and tell its errors, without writing
 */
#ifndef ALIDADE_MODEL_CONTENT_CHECKER_H
#define ALIDADE_MODEL_CONTENT_CHECKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/disk/content.h"

#define CHECKER_ARGS 3

struct checker {
    enum inside_kind kind;
    const char *program;
    const char *args[CHECKER_ARGS]; /* before the device; the rest is NULL */
    bool takes_offset;              /* also reads "FILE?offset=BYTES" */
    uint8_t failures; /* bits of its exit code: it could not check; others: errors */
};

/* Returns NULL if there is none for KIND. */
const struct checker *checker_of(enum inside_kind kind);

enum checker_verdict {
    CHECKER_NOT_RUN,
    CHECKER_CLEAN,
    CHECKER_DAMAGED, /* errors; or not unmounted, which they tell the same way */
    CHECKER_FAILED,  /* it could not check */
    CHECKER_STOPPED,
    CHECKER_ABSENT,  /* it is not installed */
    CHECKER_NO_NODE, /* it needs a device of the partition, and there is none */
    CHECKER_VERDICT_COUNT,
};

/* Returns the verdict for the exit code CODE; -1: a signal has ended it. */
enum checker_verdict checker_judge(const struct checker *checker, int code);
/* Returns a stable id for JSON: "clean", "damaged" ... */
const char *checker_verdict_id(enum checker_verdict verdict);

/* One partition. */
struct checker_result {
    unsigned number;
    char type[32]; /* as in struct content */
    const struct checker *checker;
    enum checker_verdict verdict;
    int code; /* its exit code; -1: a signal; only if it was run to its end */
};

/* Zero-initialised: empty. */
struct checker_list {
    struct checker_result *at; /* owned */
    size_t count;
};

void checker_list_add(struct checker_list *list, const struct checker_result *result);
void checker_list_copy(const struct checker_list *list, struct checker_list *ret);
void checker_list_finish(struct checker_list *list);
/* True if one of LIST was or can be run: it is installed, and has something to read. */
bool checker_list_is_useful(const struct checker_list *list);

/* Return one translated sentence on RESULT: before the move; after it, where BEFORE is
 * what was found then (NULL: nothing); free(). */
char *checker_words(const struct checker_result *result);
char *checker_words_after(const struct checker_result *result,
                          const struct checker_result *before);
/* Returns the programs of LIST that are of use: "ntfsfix, e2fsck"; free(). */
char *checker_list_programs(const struct checker_list *list);

#endif
