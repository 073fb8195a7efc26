/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_volume_state.c - show_volume_state FILE: says whether the file system in the image
 * is marked dirty */
#include <stdio.h>

#include "model/content/inside.h"
#include "model/content/volume_state.h"

static bool image_read(void *context, uint64_t offset, void *buf, size_t count)
{
    FILE *file = context;

    return !fseeko(file, (off_t)offset, SEEK_SET) && fread(buf, 1, count, file) == count;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;

    if (!file || fseeko(file, 0, SEEK_END)) {
        fputs("usage: show_volume_state FILE\n", stderr);
        return 2;
    }
    struct reader reader = { image_read, file, (uint64_t)ftello(file) };
    struct inside inside;
    bool is_known = inside_decode(&reader, NULL, &inside);
    puts(is_known ? volume_state_id(volume_state_read(&reader, &inside)) : "not decoded");
    fclose(file);
    return 0;
}
