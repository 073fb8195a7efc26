/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio_job.h - job files for fio: the published ones, and what measures the drive */
#ifndef ALIDADE_MODEL_MEASURE_FIO_JOB_H
#define ALIDADE_MODEL_MEASURE_FIO_JOB_H

#include "model/base/err.h"
#include "model/base/must_use.h"

enum fio_job {
    FIO_PARTITION,        /* as published in 2019: through the page cache, fsync */
    FIO_FILE,             /* the same in a file */
    FIO_PARTITION_DIRECT, /* past the page cache, fdatasync: the drive alone */
    FIO_FILE_DIRECT,
    FIO_JOB_COUNT,
};

/* What the file is called: "job.write.part.4k". */
const char *fio_job_name(enum fio_job job);
bool fio_job_is_in_file(enum fio_job job);
/* The job's text for TARGET, a partition's path or a new file's; free() *RET.  It says in
 * a comment that the partition's data is lost.  ERR_USAGE for a path that no job file can
 * hold. */
bool fio_job_text(enum fio_job job, const char *target, char **ret,
                  struct err *err) MUST_USE;

#endif
