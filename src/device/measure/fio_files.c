/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio_files.c - saves fio's job files to a folder */
#include "device/measure/fio_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "device/io/text_file.h"
#include "model/base/intl.h"
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

static bool make_job_folder(const char *folder, struct err *err)
{
    if (!mkdir(folder, 0777) || errno == EEXIST)
        return true;
    return err_set(err, ERR_USAGE, _("The folder %1$s cannot be made: %2$s."), folder,
                   strerror(errno));
}

bool fio_files_save(const char *folder, const char *partition, const char *file,
                    struct lines *ret, struct err *err)
{
    if (!make_job_folder(folder, err))
        return false;
    for (enum fio_job job = 0; job < FIO_JOB_COUNT; job++) {
        const char *target = fio_job_is_in_file(job) ? file : partition;
        if (!save_job(folder, job, target, ret, err))
            return false;
    }
    return true;
}
