/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.c - the command probe: measures the physical sector size */
#include "ui/cli/measure.h"
#include "ui/cli/run.h"

int command_probe(const struct cli_options *options, struct err *err)
{
    struct measure_command command = { 0 };
    int code;

    if (measure_begin(&command, options, options->operands[0], err)) {
        code = measure_carry_out(&command, true, err);
        measure_end(&command);
        measure_write_json(&command, true);
    } else {
        code = (int)err->code;
    }
    measure_finish(&command);
    return code;
}
