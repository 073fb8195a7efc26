/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_numbers.c - lists of partitions on the command line: "1,5" or "all" */
#include "ui/cli/options_numbers.h"

#include <stdint.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/num.h"

#define NUMBER_MAX 999999

/* *TEXT goes behind the number and its comma. */
static bool parse_list_number(const char **text, unsigned *ret)
{
    const char *end = *text;
    uint64_t number;

    if (!num_read(&end, 10, &number) || end == *text || number > NUMBER_MAX)
        return false;
    if (*end == ',' && end[1])
        end++;
    else if (*end)
        return false;
    *text = end;
    *ret = (unsigned)number;
    return true;
}

bool cli_numbers_add(const char *name, const char *text, struct cli_numbers *list,
                     struct err *err)
{
    const char *rest = text;

    if (!strcmp(text, "all")) {
        list->is_all = true;
        return true;
    }
    do {
        if (list->count == CLI_NUMBERS_MAX ||
            !parse_list_number(&rest, &list->at[list->count]))
            return err_set(err, ERR_USAGE,
                           _("--%1$s: '%2$s' is neither a list of partition numbers such "
                             "as 1,5 nor all."),
                           name, text);
        list->count++;
    } while (*rest);
    return true;
}
