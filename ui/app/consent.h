/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.h - the word that a user types before anything is written */
#ifndef ALIDADE_UI_APP_CONSENT_H
#define ALIDADE_UI_APP_CONSENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keys count from this long after the question was drawn, so that it can be seen. */
#define CONSENT_DELAY_MS 300

/* Zero-initialised: the question has not been drawn yet. */
struct consent_gate {
    bool is_shown;
    uint64_t shown_ms;
};

/* True for "yes", or its translation, in any case; blanks around it are ignored. */
bool consent_is_yes(const char *text);
/* The same for LENGTH bytes of TEXT; false if they contain NUL. */
bool consent_is_yes_bytes(const char *bytes, size_t length);
/* True for what is left of such a word when its first letters were ignored. */
bool consent_is_rest_of_yes(const char *text);

/* Returns the milliseconds from NOW_MS until keys count; 0 if they do. */
int consent_left_ms(const struct consent_gate *gate, uint64_t now_ms);
/* True if a key typed at MS, by the clock of shown_ms, is an answer. */
bool consent_counts(const struct consent_gate *gate, uint64_t ms);

#endif
