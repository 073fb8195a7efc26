/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.c - the word that a user types before anything is written */
#include "ui/app/consent.h"

#include <string.h>
#include <strings.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

bool consent_is_yes(const char *text)
{
    CLEANUP(freep) char *word = xstrdup(text + strspn(text, " \t"));

    for (size_t end = strlen(word); end && strchr(" \t\r\n", word[end - 1]); end--)
        word[end - 1] = '\0';
    /* TRANSLATORS: the word that is typed before anything is written; "yes" in English is
     * taken too.  One short word. */
    return !strcasecmp(word, "yes") || !strcasecmp(word, _("yes"));
}

static bool is_end_of(const char *word, const char *text)
{
    size_t length = strlen(text), whole = strlen(word);

    return length < whole && !strcasecmp(word + whole - length, text);
}

bool consent_is_rest_of_yes(const char *text)
{
    return is_end_of("yes", text) || is_end_of(_("yes"), text);
}

bool consent_is_yes_bytes(const char *bytes, size_t length)
{
    return !memchr(bytes, '\0', length) && consent_is_yes(bytes);
}

int consent_left_ms(const struct consent_gate *gate, uint64_t now_ms)
{
    uint64_t gone = now_ms >= gate->shown_ms ? now_ms - gate->shown_ms : 0;

    return gone >= CONSENT_DELAY_MS ? 0 : (int)(CONSENT_DELAY_MS - gone);
}

bool consent_counts(const struct consent_gate *gate, uint64_t ms)
{
    return gate->is_shown && !consent_left_ms(gate, ms);
}
