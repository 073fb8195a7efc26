/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio_job.c - job files for fio: as published, and ones that time the drive alone */
#include "model/measure/fio_job.h"

#include <assert.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"

static const struct {
    const char *name;
    bool is_in_file;
    bool is_direct;
} jobs[] = {
    [FIO_PARTITION] = { "job.write.part.4k", false, false },
    [FIO_FILE] = { "job.write.fs.4k", true, false },
    [FIO_PARTITION_DIRECT] = { "job.write.part.4k.direct", false, true },
    [FIO_FILE_DIRECT] = { "job.write.fs.4k.direct", true, true },
};
static_assert(ARRAY_SIZE(jobs) == FIO_JOB_COUNT, "a row for each job");

/* Escapes what fio reads as syntax: it splits names at colons, and a line break would
 * start a new option. */
static bool add_target(const char *target, struct str *ret)
{
    for (const char *at = target; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return false;
        if (*at == ':' || *at == '\\')
            str_add(ret, "\\");
        str_add_bytes(ret, at, 1);
    }
    return *target != 0;
}

/* The warning is part of the file, so that it goes along when the file is copied. */
static void add_warning(enum fio_job job, const char *target, struct str *ret)
{
    str_printf(ret, "# ");
    if (jobs[job].is_in_file)
        str_printf(ret, _("fio writes over %s, and leaves it behind."), target);
    else
        str_printf(ret,
                   _("fio DESTROYS the data of %s: it writes its own pattern there."),
                   target);
    str_add(ret, "\n# ");
    str_add(ret, jobs[job].is_direct
                     ? _("Past the page cache: what the drive takes.")
                     : _("Through the page cache, as published in 2019: what drive and "
                         "kernel take together."));
    str_add(ret, "\n");
}

const char *fio_job_name(enum fio_job job)
{
    return jobs[job].name;
}

bool fio_job_is_in_file(enum fio_job job)
{
    return jobs[job].is_in_file;
}

bool fio_job_text(enum fio_job job, const char *target, char **ret, struct err *err)
{
    CLEANUP(str_finish) struct str name = { 0 };
    CLEANUP(str_finish) struct str text = { 0 };

    if (!add_target(target, &name))
        return err_set(err, ERR_USAGE,
                       _("A path that is empty or has control characters cannot stand in "
                         "fio's job file."));
    add_warning(job, target, &text);
    str_printf(&text, "[global]\nfilename=%s\nruntime=60\n\n", str_text(&name));
    str_add(&text, "[seqwrite_job]\nrw=write\nbs=4k\nsize=100G\nioengine=psync\n");
    str_add(&text, jobs[job].is_direct ? "direct=1\nfdatasync=1\n" : "fsync=1\n");
    str_add(&text, "iodepth=1\nnumjobs=1\nnew_group=1\n");
    *ret = str_take(&text);
    return true;
}
