/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_inside.c - what our decoders make of a file, for scripts: show_inside FILE TYPE
 *
 * Prints data_offset, unit, block, stripe_unit, stripe_width, used and volume. */
#include <stdio.h>
#include <stdlib.h>

#include "device/io/store.h"
#include "model/content/inside.h"

int main(int argc, char **argv)
{
    struct err err = { 0 };
    struct inside inside;

    if (argc != 3)
        return 2;
    struct store *store = store_open(argv[1], &err);
    if (!store) {
        fprintf(stderr, "%s\n", err.text);
        return (int)err.code;
    }
    struct reader reader = store_reader(store);
    bool is_known = inside_decode(&reader, argv[2], &inside);
    store_close(store);
    if (!is_known) {
        fprintf(stderr, "%s is not decoded as %s.\n", argv[1], argv[2]);
        return EXIT_FAILURE;
    }
    printf("%llu %llu %llu %llu %llu %llu %llu\n", (unsigned long long)inside.data_offset,
           (unsigned long long)inside.unit, (unsigned long long)inside.block,
           (unsigned long long)inside.stripe_unit,
           (unsigned long long)inside.stripe_width, (unsigned long long)inside.used,
           (unsigned long long)inside.volume);
    return EXIT_SUCCESS;
}
