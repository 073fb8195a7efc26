/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_file.c - the file of a journal on another disk */
#include "device/move/fixing/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

#define PIECE_BYTES ((size_t)1 << 20)

static int write_zeros(int fd, uint64_t bytes)
{
    CLEANUP(freep) uint8_t *zeros = xcalloc(1, PIECE_BYTES);

    while (bytes) {
        size_t count = bytes < PIECE_BYTES ? (size_t)bytes : PIECE_BYTES;
        ssize_t done = write(fd, zeros, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done ? errno : EIO;
        bytes -= (uint64_t)done;
    }
    return fsync(fd) ? errno : 0;
}

/* The name must be there after a power cut too. */
static int sync_folder(const char *path)
{
    CLEANUP(freep) char *copy = xstrdup(path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int error = fd < 0 || fsync(fd) ? errno : 0;

    if (fd >= 0)
        (void)close(fd); /* only read from */
    return error;
}

static int fill_file(int fd, const char *path, uint64_t bytes)
{
    struct stat status;
    int error = fstat(fd, &status) ? errno : 0;

    if (!error && (!S_ISREG(status.st_mode) || status.st_size))
        error = EEXIST;
    if (!error)
        error = write_zeros(fd, bytes);
    return error ? error : sync_folder(path);
}

bool journal_file_create(const char *path, uint64_t bytes, struct err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool is_new = fd >= 0;

    if (fd < 0 && errno == EEXIST)
        fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    int error = fd < 0 ? errno : fill_file(fd, path, bytes);
    if (fd >= 0 && close(fd) && !error)
        error = errno;
    if (!error)
        return true;
    if (is_new)
        (void)unlink(path); /* the error is reported */
    return err_refuse(err, REFUSAL_JOURNAL_FILE_NOT_CREATED,
                      _("The journal %1$s cannot be created: %2$s. Name another file "
                        "with --journal=FILE."),
                      path, strerror(error));
}

bool journal_file_remove(const char *path)
{
    return !unlink(path);
}
