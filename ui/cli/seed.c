/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seed.c - the seed of the GUIDs that a change makes */
#include "ui/cli/seed.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>

#include "device/io/random.h"
#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "ui/cli/status_line.h"

bool seed_tell_wait(bool *is_told)
{
    if (!*is_told)
        status_line_add(
            _("Waiting for the kernel's random numbers. Nothing was written; Ctrl-C "
              "ends this."));
    *is_told = true;
    return true;
}

static bool tell_of_seed(void *context)
{
    return seed_tell_wait(context);
}

bool seed_refuse(int error, struct err *err)
{
    return err_refuse(err, REFUSAL_NO_RANDOM_NUMBERS,
                      _("The kernel gives no random numbers: %s."), strerror(error));
}

bool seed_draw(struct guid_source *ret, struct err *err)
{
    bool is_told = false;
    const struct random_watch waiting = { .wait = tell_of_seed, .context = &is_told };

    if (random_wait(&waiting) && getrandom(ret, sizeof(*ret), 0) == (ssize_t)sizeof(*ret))
        return true;
    return seed_refuse(errno, err);
}
