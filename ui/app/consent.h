/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.h - the word that is typed before anything is written */
#ifndef ALIDADE_UI_APP_CONSENT_H
#define ALIDADE_UI_APP_CONSENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A key counts from this long after the question was drawn: a person has to see it. */
#define CONSENT_DELAY_MS 300

/* Zero-initialised: the question has not been drawn yet. */
struct consent_gate {
    bool is_shown;
    uint64_t shown_ms;
};

/* True for "yes", or the word of the person's language, in any case, with nothing but
 * blanks around it. */
bool consent_is_yes(const char *text);
/* The same for LENGTH bytes, which may hold NUL: then it is no. */
bool consent_is_yes_bytes(const char *bytes, size_t length);

/* Milliseconds from NOW_MS until keys count; 0 if they do. */
int consent_left_ms(const struct consent_gate *gate, uint64_t now_ms);
/* True if a key that was typed at MS, by the clock of shown_ms, is an answer. */
bool consent_counts(const struct consent_gate *gate, uint64_t ms);

#endif
