/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mem.c - memory allocation that cannot fail */
#include "model/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/last_words.h"

static void *or_die(void *memory)
{
    if (!memory)
        last_words_say();
    return memory;
}

void *xmalloc(size_t size)
{
    return or_die(malloc(size ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
    return or_die(calloc(count ? count : 1, size ? size : 1));
}

void *xrealloc(void *old, size_t count, size_t size)
{
    return or_die(reallocarray(old, count ? count : 1, size));
}

void *xaligned(size_t alignment, size_t size)
{
    size_t whole = (size + alignment - 1) / alignment * alignment; /* as C asks for */

    return or_die(aligned_alloc(alignment, whole ? whole : alignment));
}

bool mem_is_zero(const void *bytes, size_t count)
{
    const unsigned char *at = bytes;

    return !count || (!at[0] && !memcmp(at, at + 1, count - 1));
}

char *xstrdup(const char *text)
{
    return or_die(strdup(text));
}

char *xvasprintf(const char *format, va_list args)
{
    char *text;

    return or_die(vasprintf(&text, format, args) < 0 ? NULL : text);
}

char *xasprintf(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = xvasprintf(format, args);
    va_end(args);
    return text;
}

void copy_text(char *to, size_t size, const char *text)
{
    size_t n = strlen(text);

    if (n >= size) {
        n = size - 1;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
            n--;
    }
    memcpy(to, text, n);
    to[n] = '\0';
}

void freep(void *pointer_to_pointer)
{
    void *memory;

    memcpy(&memory, pointer_to_pointer, sizeof(memory));
    free(memory);
}
