/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_hiberfil.c - show_hiberfil FILE: says whether a Windows is suspended in the image
 */
#include <stdio.h>

#include "model/content/inside.h"
#include "model/content/ntfs_hiberfil.h"

static bool file_read(void *context, uint64_t offset, void *buf, size_t count)
{
    FILE *file = context;

    return !fseeko(file, (off_t)offset, SEEK_SET) && fread(buf, 1, count, file) == count;
}

int main(int argc, char **argv)
{
    static const char *const words[] = { "none", "suspended", "unknown" };
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;

    if (!file || fseeko(file, 0, SEEK_END)) {
        fputs("usage: show_hiberfil FILE\n", stderr);
        return 2;
    }
    struct reader reader = { file_read, file, (uint64_t)ftello(file) };
    struct inside inside;
    bool is_known = inside_decode(&reader, "ntfs", &inside);
    puts(is_known ? words[ntfs_hiberfil_find(&reader, inside.unit)] : "not decoded");
    fclose(file);
    return 0;
}
