/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin.c - finds a second way to the same drive, as with two cables and no multipath */
#include "device/system/twin.h"

#include <string.h>

#include "device/system/identity.h"
#include "model/base/mem.h"

struct identity {
    uint64_t units; /* of 512 bytes */
    char wwn[96], model[96], serial[96], unit[96];
};

static bool read_identity(const struct sys *sys, const char *name, struct identity *ret)
{
    *ret = (struct identity){ 0 };
    (void)identity_wwn(sys, name, ret->wwn, sizeof(ret->wwn));
    (void)identity_model(sys, name, ret->model, sizeof(ret->model));
    (void)identity_serial(sys, name, ret->serial, sizeof(ret->serial));
    (void)identity_unit(sys, name, ret->unit, sizeof(ret->unit));
    return sys_number(sys, &ret->units, "class/block/%s/size", name) && ret->units &&
           (ret->wwn[0] || ret->serial[0]);
}

/* Some bridges report the same serial number for all drives behind them, and then the
 * unit differs. */
static bool twin_matches(const struct identity *a, const struct identity *b)
{
    if (a->units != b->units)
        return false;
    if (a->wwn[0] && b->wwn[0])
        return !strcmp(a->wwn, b->wwn);
    bool has_wwn = a->wwn[0] || b->wwn[0]; /* the unit is that name then */
    return a->serial[0] && !strcmp(a->serial, b->serial) && !strcmp(a->model, b->model) &&
           (has_wwn || !strcmp(a->unit, b->unit));
}

bool twin_find(const struct sys *sys, const char *name, char ret[SYS_NAME])
{
    struct sys_names names = sys_names(sys, "block");
    struct identity own, other;
    bool is_found = false;

    if (read_identity(sys, name, &own))
        for (size_t i = 0; i < names.count && !is_found; i++) {
            is_found = strcmp(names.names[i], name) != 0 &&
                       strncmp(names.names[i], "dm-", 3) != 0 &&
                       read_identity(sys, names.names[i], &other) &&
                       twin_matches(&own, &other);
            if (is_found)
                copy_text(ret, SYS_NAME, names.names[i]);
        }
    sys_names_finish(&names);
    return is_found;
}
