/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_search.h - finds the moves that resume can go on with */
#ifndef ALIDADE_UI_CLI_RESUME_SEARCH_H
#define ALIDADE_UI_CLI_RESUME_SEARCH_H

#include "device/move/unfinished/unfinished.h"
#include "ui/cli/run.h"

/* As unfinished_search() on the disk that OPTIONS name. Where its first sector cannot be
 * read and nothing leads to the journal, all of the disk is searched: this is told, with
 * its progress. */
bool resume_search(const struct cli_options *options, const struct sys *sys,
                   struct fix_found_list *ret, struct err *err) MUST_USE;

#endif
