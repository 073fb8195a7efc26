/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recent.h - the file of types and paths that were used last */
#ifndef ALIDADE_UI_LOOP_RECENT_H
#define ALIDADE_UI_LOOP_RECENT_H

#include "ui/app/recent.h"

/* Reads the file in the state folder, if there is one. */
void loop_recent_load(struct recent *recent);
/* Replaces it if anything was used.  Where it cannot be saved, it is forgotten. */
void loop_recent_save(struct recent *recent);

#endif
