/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.c - the machine's batteries and mains, from /sys/class/power_supply */
#include "device/system/power.h"

#include <string.h>

#define SUPPLY "class/power_supply/%s/"

struct supplies {
    bool has_mains; /* one that gives power now */
    bool is_discharging;
    uint64_t percents; /* sum of all batteries */
    unsigned count;
};

static bool supply_says(const struct sys *sys, const char *name, const char *file,
                        const char *word)
{
    char text[32];

    return sys_text(sys, text, sizeof(text), SUPPLY "%s", name, file) &&
           !strcmp(text, word);
}

static void add_battery(const struct sys *sys, const char *name, struct supplies *all)
{
    uint64_t percent, is_present;

    if (supply_says(sys, name, "scope", "Device") ||
        (sys_number(sys, &is_present, SUPPLY "present", name) && !is_present) ||
        !sys_number(sys, &percent, SUPPLY "capacity", name) || percent > 100)
        return;
    all->percents += percent;
    all->count++;
    all->is_discharging =
        all->is_discharging || supply_says(sys, name, "status", "Discharging");
}

static void add_supply(const struct sys *sys, const char *name, struct supplies *all)
{
    uint64_t is_online;

    if (supply_says(sys, name, "type", "Battery"))
        add_battery(sys, name, all);
    else if (!supply_says(sys, name, "scope", "Device") &&
             sys_number(sys, &is_online, SUPPLY "online", name) && is_online)
        all->has_mains = true;
}

bool power_is_from_battery(const struct sys *sys, unsigned *ret_percent)
{
    struct sys_names names = sys_names(sys, "class/power_supply");
    struct supplies all = { 0 };

    for (size_t i = 0; i < names.count; i++)
        add_supply(sys, names.names[i], &all);
    sys_names_finish(&names);
    if (all.has_mains || !all.is_discharging)
        return false;
    *ret_percent = (unsigned)(all.percents / all.count);
    return true;
}
