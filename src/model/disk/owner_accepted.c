/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_accepted.c - the law: what no table names is overwritten only with consent
 *
 * It is alone in its file so that a test can link a program without it. */
#include "model/disk/owner_run.h"

bool owner_run_is_accepted(const struct owner_run *run,
                           const struct loss_accepted *accepted)
{
    return run->kind == OWNER_OURS || loss_accepts_start(accepted, run->first) ||
           (run->kind == OWNER_UNKNOWN && (accepted->is_all || accepted->is_free));
}
