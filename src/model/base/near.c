/* SPDX-License-Identifier: GPL-3.0-or-later */
/* near.c - the word that a mistyped one was meant to be */
#include "model/base/near.h"

#include <ctype.h>
#include <string.h>

#define CHANGES_MAX 2

static bool is_same(char one, char other)
{
    return tolower((unsigned char)one) == tolower((unsigned char)other);
}

/* True if at most CHANGES changes make WORD into OTHER. */
static bool is_within(const char *word, const char *other, unsigned changes)
{
    while (*word && is_same(*word, *other)) {
        word++;
        other++;
    }
    if (!*word && !*other)
        return true;
    if (!changes)
        return false;
    if (*word && *other && is_same(word[0], other[1]) && is_same(word[1], other[0]) &&
        is_within(word + 2, other + 2, changes - 1))
        return true;
    return (*word && is_within(word + 1, other, changes - 1)) ||
           (*other && is_within(word, other + 1, changes - 1)) ||
           (*word && *other && is_within(word + 1, other + 1, changes - 1));
}

bool near_word(const char *word, const char *other)
{
    size_t half = (strlen(other) - 1) / 2;
    unsigned changes = half < CHANGES_MAX ? (unsigned)half : CHANGES_MAX;

    return is_within(word, other, changes);
}
