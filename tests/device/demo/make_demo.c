/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make_demo.c - makes a demo image for scripts: make_demo KIND PATH; says its sectors
 *
 * Prints the sector size, then a line "START LENGTH" for each partition. */
#include <stdio.h>
#include <stdlib.h>

#include "device/demo/demo.h"
#include "device/demo/disk.h"

int main(int argc, char **argv)
{
    enum demo_kind kind;
    struct demo demo;
    struct err err = { 0 };

    if (argc != 3 || !demo_find(argv[1], &kind))
        return 2;
    if (!demo_make(kind, argv[2], &demo, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return (int)err.code;
    }
    const struct demo_disk *disk = demo_disk_at(kind);
    printf("%llu\n", (unsigned long long)disk->logical);
    for (size_t i = 0; i < disk->count; i++)
        if (disk->parts[i].number)
            printf("%llu %llu\n", (unsigned long long)disk->parts[i].start,
                   (unsigned long long)disk->parts[i].length);
    demo_finish(&demo);
    return EXIT_SUCCESS;
}
