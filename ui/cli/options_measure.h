/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_measure.h - what the command line says of bench and probe */
#ifndef ALIDADE_UI_CLI_OPTIONS_MEASURE_H
#define ALIDADE_UI_CLI_OPTIONS_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/measure/workload.h"

/* Zero: not given.  Texts are borrowed from argv; what depends on the disk stays text. */
struct cli_measure {
    const char *partition; /* its number or letter */
    const char *base;      /* a start */
    const char *against;   /* another one */
    bool has_all;          /* every workload .. */
    bool has_workload;     /* .. or this one */
    enum workload_kind workload;
    enum preset preset;
    const char *compared; /* another drive: its name, or a file */
    const char *folder;   /* of a mounted file system */
    const char *jobs;     /* where fio's job files go */
    uint64_t seconds;
    bool has_seed;
    uint64_t seed;
    bool is_as_drive;

    /* The letters of part-align-bench. */
    const char *device;
    uint64_t stride_bytes;
    uint64_t size_bytes;
    bool is_synced;
};

/* The value of the option CODE (of options_table.h) called NAME; false without a sentence
 * in ERR where CODE is none of these, with one (ERR_USAGE) where it cannot be. */
bool cli_measure_set(int code, const char *name, const char *value,
                     struct cli_measure *ret, struct err *err) MUST_USE;
/* What was given and does not go together: ERR_USAGE. */
bool cli_measure_check(const struct cli_measure *measure, bool has_operand,
                       struct err *err) MUST_USE;

#endif
