/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lazy.c - a mapping, with its size in the page before it */
#include "support/lazy.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HEAD = 4096 };

uint8_t *lazy_new(size_t size)
{
    uint8_t *head = mmap(NULL, HEAD + size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (head == MAP_FAILED)
        abort();
    memcpy(head, &size, sizeof(size));
    return head + HEAD;
}

void lazy_free(uint8_t *bytes)
{
    size_t size;

    if (!bytes)
        return;
    memcpy(&size, bytes - HEAD, sizeof(size));
    if (munmap(bytes - HEAD, HEAD + size))
        abort();
}
