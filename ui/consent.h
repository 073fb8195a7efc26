/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.h - the word that is typed before anything is written */
#ifndef ALIDADE_UI_CONSENT_H
#define ALIDADE_UI_CONSENT_H

#include <stdbool.h>

/* True for "yes", or the word of the person's language, in any case, with nothing but
 * blanks around it. */
bool consent_is_yes(const char *text);

#endif
