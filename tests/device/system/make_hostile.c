/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make_hostile.c - make_hostile FOLDER: an image of each hostile table; says the names */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/hostile.h"

static void make(const char *folder, size_t index)
{
    CLEANUP(freep) char *path = xasprintf("%s/%s", folder, hostile_name(index));
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd < 0 || ftruncate(fd, HOSTILE_SECTORS * HOSTILE_SECTOR) < 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    hostile_make(index, fd);
    close(fd);
    puts(hostile_name(index));
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_hostile FOLDER\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < hostile_count(); i++)
        make(argv[1], i);
    return EXIT_SUCCESS;
}
