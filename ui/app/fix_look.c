/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_look.c - what a look at the disk tells before a plan is carried out */
#include "ui/app/fix_look.h"

void fix_look_finish(struct fix_look *look)
{
    lines_finish(&look->refusals);
    lines_finish(&look->doubts);
    lines_finish(&look->passed);
    lines_finish(&look->boot);
    owner_runs_finish(&look->owned);
    checker_list_finish(&look->content);
    *look = (struct fix_look){ .is_made = false };
}
