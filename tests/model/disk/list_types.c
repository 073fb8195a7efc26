/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_types.c - prints the ids of all types of "gpt" or "msdos" for types_sfdisk.sh */
#include <stdio.h>
#include <string.h>

#include "model/disk/types.h"

int main(int argc, char **argv)
{
    enum label_kind kind = argc > 1 && !strcmp(argv[1], "gpt") ? LABEL_GPT : LABEL_MSDOS;

    for (size_t i = 0; i < type_count(kind); i++)
        (void)puts(type_at(kind, i).id); /* what is lost is missed by the script */
    return 0;
}
