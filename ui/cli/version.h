/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version.h - which alidade this is, and on what it stands */
#ifndef ALIDADE_UI_CLI_VERSION_H
#define ALIDADE_UI_CLI_VERSION_H

#include "model/base/str.h"

/* The text of --version: the libraries as they run, not as they were built. */
void version_text(struct str *ret);

#endif
