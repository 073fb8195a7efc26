/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell.c - quotes words of shell commands */
#include "model/base/shell.h"

#include <stdbool.h>
#include <string.h>

#include "model/base/str.h"

/* True if TEXT needs no quotes. */
static bool is_plain(const char *text)
{
    return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                                       "XYZ0123456789/_-.,:=@%+")];
}

static void add_word(struct str *to, const char *text)
{
    if (is_plain(text)) {
        str_add(to, text);
        return;
    }
    str_add(to, "'");
    for (const char *p = text; *p; p++) {
        /* Ends the quoted part, adds an escaped quote, and starts the next part. */
        if (*p == '\'')
            str_add(to, "'\\''");
        else
            str_add_bytes(to, p, 1);
    }
    str_add(to, "'");
}

char *shell_word(const char *text)
{
    struct str word = { 0 };

    add_word(&word, text);
    return str_take(&word);
}

char *shell_path(const char *path)
{
    struct str word = { 0 };

    if (*path == '-')
        str_add(&word, "./");
    add_word(&word, path);
    return str_take(&word);
}
