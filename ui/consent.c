/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.c - the word that is typed before anything is written */
#include "ui/consent.h"

#include <string.h>
#include <strings.h>

#include "model/intl.h"
#include "model/mem.h"

bool consent_is_yes(const char *text)
{
    CLEANUP(freep) char *word = xstrdup(text + strspn(text, " \t"));

    for (size_t end = strlen(word); end && strchr(" \t\r\n", word[end - 1]); end--)
        word[end - 1] = '\0';
    /* TRANSLATORS: the word that is typed before anything is written; "yes" in English is
     * taken too.  One short word. */
    return !strcasecmp(word, "yes") || !strcasecmp(word, _("yes"));
}
