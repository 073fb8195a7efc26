/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lacks.c - what the machine lacks, told before a command begins */
#include "ui/cli/lacks.h"

#include "device/system/machine.h"
#include "model/base/mem.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"

void lacks_tell(const struct sys *sys, const char *path)
{
    CLEANUP(lines_finish) struct lines lacks = { 0 };
    struct patience patience;

    patience_begin(&patience, path, NULL);
    machine_lacks(sys, path, &lacks);
    patience_end(&patience);
    for (size_t i = 0; i < lacks.count; i++)
        output_complain(lacks.at[i]);
}
