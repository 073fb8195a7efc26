/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty.h - partitions that are empty, or called empty, before a change is rehearsed */
#ifndef ALIDADE_UI_CLI_EMPTY_H
#define ALIDADE_UI_CLI_EMPTY_H

#include "ui/cli/change.h"
#include "ui/cli/options.h"

/* Adds an edit for each --empty=N to the queue of CHANGE.  ERR_USAGE where there is no
 * partition N, ERR_REFUSED where N cannot be called empty. */
bool empty_call(struct change *change, const struct cli_options *options,
                struct err *err) MUST_USE;

/* Examines the partitions of CHANGE's disk that have no signature and that PREVIEW does
 * not keep: reads samples, or with --yes all of each, with progress on stderr.  CHANGE's
 * layout gets the results, and what was called empty.  ERR_UNREADABLE if the disk cannot
 * be opened. */
bool empty_settle(struct change *change, const struct layout *preview,
                  const struct cli_options *options, struct err *err) MUST_USE;

#endif
