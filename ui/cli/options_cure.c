/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_cure.c - the values of --cure: drop:N, cut:N, end-chain */
#include "ui/cli/options_cure.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

static bool read_cure(const char *text, struct cli_cure *ret)
{
    static const enum repair repairs[] = { REPAIR_DROP, REPAIR_CUT, REPAIR_END_CHAIN };

    for (size_t i = 0; i < ARRAY_SIZE(repairs); i++) {
        const char *id = repair_id(repairs[i]);
        size_t length = strlen(id);
        bool has_number = repairs[i] != REPAIR_END_CHAIN;
        if (strncmp(text, id, length) != 0 || text[length] != (has_number ? ':' : '\0'))
            continue;
        const char *digits = text + length + 1;
        *ret = (struct cli_cure){ .repair = repairs[i] };
        if (!has_number)
            return true;
        ret->number = (unsigned)strtoul(digits, NULL, 10);
        return *digits && strlen(digits) <= 4 && ret->number &&
               !digits[strspn(digits, "0123456789")];
    }
    return false;
}

bool cli_cure_add(const char *text, struct cli_options *options, struct err *err)
{
    struct cli_cure cure;

    if (!read_cure(text, &cure))
        return err_set(err, ERR_USAGE,
                       _("--cure: it must be drop:N, cut:N or end-chain, N being the "
                         "number of a partition, not '%s'."),
                       text);
    if (options->cure_count == CLI_CURES_MAX)
        return err_set(err, ERR_USAGE, _("--cure: at most %d at a time."), CLI_CURES_MAX);
    options->cures[options->cure_count++] = cure;
    return true;
}
