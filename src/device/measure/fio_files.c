/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio_files.c - saves fio's job files to a folder */
#include "device/measure/fio_files.h"

#include "device/io/text_file.h"
#include "model/base/mem.h"
#include "model/measure/fio_job.h"

static bool save_job(const char *folder, enum fio_job job, const char *target,
                     struct lines *ret, struct err *err)
{
    CLEANUP(freep) char *path = xasprintf("%s/%s", folder, fio_job_name(job));
    CLEANUP(freep) char *text = NULL;

    if (!fio_job_text(job, target, &text, err) || !text_file_save(path, text, err))
        return false;
    lines_take(ret, TAKE(path));
    return true;
}

bool fio_files_save(const char *folder, const char *partition, const char *file,
                    struct lines *ret, struct err *err)
{
    for (enum fio_job job = 0; job < FIO_JOB_COUNT; job++) {
        const char *target = fio_job_is_in_file(job) ? file : partition;
        if (target && !save_job(folder, job, target, ret, err))
            return false;
    }
    return true;
}
