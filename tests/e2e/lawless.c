/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lawless.c - a program without the law of owners: it takes all that no table names */
#include "model/disk/owner_run.h"

bool owner_run_is_accepted(const struct owner_run *run,
                           const struct loss_accepted *accepted)
{
    (void)run;
    (void)accepted;
    return true;
}
