/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_disk.c - reads disks, asks for the second opinion, says the kind */
#include <stdio.h>
#include <stdlib.h>

#include "device/disk.h"
#include "device/opinion.h"
#include "model/mem.h"

static bool read_one(const char *path)
{
    struct err err = { 0 };
    struct limits_given given = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(path, &err);
    CLEANUP(layout_unrefp) struct layout *first =
        store ? disk_read(store, &given, &err) : NULL;
    CLEANUP(layout_unrefp) struct layout *second = NULL;
    struct opinion *opinion;

    if (!first) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    opinion = opinion_start(store, first);
    second = opinion_wait(opinion);
    opinion_free(opinion);
    printf("%s\n", label_name(layout_label(second)));
    return true;
}

int main(int argc, char **argv)
{
    bool is_good = true;

    for (int i = 1; i < argc; i++)
        is_good &= read_one(argv[i]);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
