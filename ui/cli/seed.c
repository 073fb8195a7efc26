/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seed.c - the seed of the GUIDs that a change makes */
#include "ui/cli/seed.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>

#include "model/base/intl.h"

bool seed_draw(struct guid_source *ret, struct err *err)
{
    if (getrandom(ret, sizeof(*ret), 0) == (ssize_t)sizeof(*ret))
        return true;
    return err_set(err, ERR_REFUSED, _("The kernel gives no random numbers: %s."),
                   strerror(errno));
}
