/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_errors.c - which requests of a run failed, and why */
#include "model/measure/request_errors.h"

#include <errno.h>

#include "model/base/mem.h"

static const struct {
    int error;
    const char *id;
    enum measure_reason reason; /* of a write */
} known[] = {
    { EIO, "EIO", REASON_WRITE_ERROR },
    { ENOSPC, "ENOSPC", REASON_FULL },
    { EDQUOT, "EDQUOT", REASON_FULL },
    { EBUSY, "EBUSY", REASON_BUSY },
    { EPERM, "EPERM", REASON_BUSY }, /* of a mounted device, from Linux 6.8 on */
    { ETXTBSY, "ETXTBSY", REASON_BUSY },
    { EROFS, "EROFS", REASON_WRITE_ERROR },
    { ENXIO, "ENXIO", REASON_WRITE_ERROR },
    { ENODEV, "ENODEV", REASON_WRITE_ERROR },
    { ENOMEDIUM, "ENOMEDIUM", REASON_WRITE_ERROR },
    { EREMOTEIO, "EREMOTEIO", REASON_WRITE_ERROR },
    { ETIMEDOUT, "ETIMEDOUT", REASON_WRITE_ERROR },
    { EINVAL, "EINVAL", REASON_WRITE_ERROR },
};

static void add_errors(struct request_errors *errors, enum request_kind kind, int error,
                       uint64_t offset, uint64_t count)
{
    size_t i = 0;

    while (i < errors->count &&
           (errors->at[i].kind != kind || errors->at[i].error != error))
        i++;
    if (i == REQUEST_ERRORS_MAX)
        return;
    if (i == errors->count)
        errors->at[errors->count++] =
            (struct request_error){ .kind = kind, .error = error, .first = offset };
    errors->at[i].count += count;
}

void request_errors_add(struct request_errors *errors, enum request_kind kind, int error,
                        uint64_t offset)
{
    add_errors(errors, kind, error, offset, 1);
}

void request_errors_merge(struct request_errors *errors,
                          const struct request_errors *more)
{
    for (size_t i = 0; i < more->count; i++) {
        const struct request_error *from = &more->at[i];
        add_errors(errors, from->kind, from->error, from->first, from->count);
    }
}

const char *request_kind_id(enum request_kind kind)
{
    static const char *const ids[] = {
        [REQUEST_READ] = "read",
        [REQUEST_WRITE] = "write",
        [REQUEST_FLUSH] = "flush",
    };

    return ids[kind];
}

const char *request_error_id(int error)
{
    for (size_t i = 0; i < ARRAY_SIZE(known); i++)
        if (known[i].error == error)
            return known[i].id;
    return NULL;
}

enum measure_reason request_error_reason(int error)
{
    for (size_t i = 0; i < ARRAY_SIZE(known); i++)
        if (known[i].error == error)
            return known[i].reason;
    return REASON_WRITE_ERROR;
}
