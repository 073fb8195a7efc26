/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio_job.h - job files for fio: as published, and ones that time the drive alone */
#ifndef ALIDADE_MODEL_MEASURE_FIO_JOB_H
#define ALIDADE_MODEL_MEASURE_FIO_JOB_H

#include "model/base/err.h"
#include "model/base/must_use.h"

enum fio_job {
    FIO_PARTITION,        /* as published in 2019: through the page cache, fsync */
    FIO_FILE,             /* the same in a file */
    FIO_PARTITION_DIRECT, /* O_DIRECT and fdatasync: the drive alone */
    FIO_FILE_DIRECT,
    FIO_JOB_COUNT,
};

/* The name of the job file: "job.write.part.4k". */
const char *fio_job_name(enum fio_job job);
bool fio_job_is_in_file(enum fio_job job);
/* Writes the job for TARGET, the path of a partition or of a new file, to *RET; free()
 * it. A comment in the job warns that the data of the partition is lost. ERR_USAGE for a
 * path that no job file can hold. */
bool fio_job_text(enum fio_job job, const char *target, char **ret,
                  struct err *err) MUST_USE;

#endif
