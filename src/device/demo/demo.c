/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demo.c - creates demo images: disk images for trying the program */
#include "device/demo/demo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/demo/disk.h"
#include "device/demo/interrupt.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

const char *demo_name(enum demo_kind kind)
{
    return demo_disk_at(kind)->name;
}

bool demo_find(const char *word, enum demo_kind *ret)
{
    for (int kind = 0; kind < DEMO_COUNT; kind++) {
        if (!strcmp(word, demo_name((enum demo_kind)kind))) {
            *ret = (enum demo_kind)kind;
            return true;
        }
    }
    return false;
}

const char *demo_about(enum demo_kind kind)
{
    return _(demo_disk_at(kind)->about);
}

static bool demo_fill_image(int fd, const struct demo_disk *disk)
{
    struct demo_image image = { .fd = fd };

    if (ftruncate(fd, (off_t)(disk->size * disk->logical)) != 0)
        return false;
    demo_put_contents(&image, disk);
    demo_put_label(&image, disk);
    errno = image.error;
    return image.error == 0;
}

/* Closes FD, and removes the file if anything failed; errno then has the first error. */
static bool demo_fill_and_close(int fd, const char *path, const struct demo_disk *disk)
{
    bool is_whole = demo_fill_image(fd, disk);
    int error = errno;

    if (close(fd) != 0 && is_whole) {
        is_whole = false;
        error = errno;
    }
    if (!is_whole)
        (void)unlink(path); /* the first error is reported instead */
    errno = error;
    return is_whole;
}

static bool create_at(const struct demo_disk *disk, const char *path, struct err *err)
{
    /* Never overwrites an existing file. */
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);

    if (fd < 0)
        return err_refuse(err, REFUSAL_DEMO_NOT_MADE, _("%1$s cannot be made: %2$s."),
                          path, strerror(errno));
    if (!demo_fill_and_close(fd, path, disk))
        return err_set(err, ERR_IO, _("%1$s cannot be written: %2$s."), path,
                       strerror(errno));
    return true;
}

/* Returns NULL and sets errno if the image cannot be created in DIRECTORY. */
static char *create_in(const struct demo_disk *disk, const char *directory)
{
    static const char suffix[] = ".img";
    CLEANUP(freep)
    char *path = xasprintf("%s/alidade-%s-XXXXXX%s", directory, disk->name, suffix);
    int fd = mkostemps(path, (int)strlen(suffix), O_CLOEXEC); /* mode 0600 */

    if (fd < 0 || !demo_fill_and_close(fd, path, disk))
        return NULL;
    return TAKE(path);
}

static char *create_private(const struct demo_disk *disk, struct err *err)
{
    const char *directories[] = { getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR"), "/tmp" };
    char *path = NULL;

    for (size_t i = 0; i < ARRAY_SIZE(directories) && !path; i++)
        if (directories[i] && directories[i][0] == '/')
            path = create_in(disk, directories[i]);
    if (!path)
        (void)err_set(err, ERR_IO, _("No demo image can be made in %1$s: %2$s."), "/tmp",
                      strerror(errno));
    return path;
}

bool demo_make(enum demo_kind kind, const char *path, struct demo *ret, struct err *err)
{
    const struct demo_disk *disk = demo_disk_at(kind);
    char *made = NULL;

    if (!path)
        made = create_private(disk, err);
    else if (create_at(disk, path, err))
        made = xstrdup(path);
    if (!made)
        return false;
    if (disk->moving && !demo_interrupt(made, disk, err)) {
        (void)unlink(made); /* the first error is reported instead */
        free(made);
        return false;
    }
    *ret = (struct demo){ made, disk->given, disk->options };
    return true;
}

bool demo_remove(const struct demo *demo, struct err *err)
{
    if (unlink(demo->path) != 0)
        return err_set(err, ERR_IO, _("%1$s cannot be removed: %2$s."), demo->path,
                       strerror(errno));
    return true;
}

void demo_finish(struct demo *demo)
{
    free(demo->path);
    *demo = (struct demo){ 0 };
}
