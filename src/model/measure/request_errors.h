/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_errors.h - which requests of a run failed, and why */
#ifndef ALIDADE_MODEL_MEASURE_REQUEST_ERRORS_H
#define ALIDADE_MODEL_MEASURE_REQUEST_ERRORS_H

#include <stddef.h>
#include <stdint.h>

#include "model/measure/measure.h"

enum request_kind { REQUEST_READ, REQUEST_WRITE, REQUEST_FLUSH };

/* Requests of one kind that failed with the same error. */
struct request_error {
    enum request_kind kind;
    int error; /* errno */
    uint64_t count;
    uint64_t first; /* byte of the disk of the first one; 0 for a flush */
};

#define REQUEST_ERRORS_MAX 8
struct request_errors {
    struct request_error at[REQUEST_ERRORS_MAX];
    size_t count;
};

/* Counts a failed request; of more kinds than fit, the later ones are dropped. */
void request_errors_add(struct request_errors *errors, enum request_kind kind, int error,
                        uint64_t offset);

/* Adds those of MORE. */
void request_errors_merge(struct request_errors *errors,
                          const struct request_errors *more);

/* Stable ids for JSON: "write"; "ENOSPC", NULL for one without a name here. */
const char *request_kind_id(enum request_kind kind);
const char *request_error_id(int error);
/* Why a run ends after a write failed with ERROR. */
enum measure_reason request_error_reason(int error);

#endif
