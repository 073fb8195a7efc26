/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make_interrupted.c - make_interrupted FOLDER: an image of each disk on which a move has
 * not ended; says the names */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/interrupted.h"

static void make(const char *folder, const struct interrupted *what)
{
    CLEANUP(freep) char *path = xasprintf("%s/%s.img", folder, what->name);
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(what);
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool is_written = fd >= 0 && !ftruncate(fd, (off_t)disk.size_bytes);

    for (size_t i = 0; i < disk.count && is_written; i++) {
        const struct sparse_piece *piece = &disk.pieces[i];
        is_written = pwrite(fd, piece->bytes, piece->count, (off_t)piece->offset) ==
                     (ssize_t)piece->count;
    }
    if (!is_written) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    close(fd);
    puts(what->name);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_interrupted FOLDER\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < interrupted_count(); i++)
        make(argv[1], interrupted_at(i));
    return EXIT_SUCCESS;
}
