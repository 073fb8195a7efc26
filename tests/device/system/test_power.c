/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_power.c - when the machine runs on its batteries, and how full they are */
#include "device/system/power.h"

#include "support/test.h"
#include "support/tree.h"

/* One supply; NULL ends the list, and where a text is NULL the kernel has no such file.
 */
struct supply {
    const char *name, *type, *status, *capacity, *online, *scope, *present;
};

static const struct {
    struct supply supplies[3];
    bool is_low_on_power; /* runs on batteries */
    unsigned percent;
} machines[] = {
    { { { 0 } }, false, 0 },
    { { { "BAT0", "Battery", "Discharging", "29", NULL, NULL, NULL } }, true, 29 },
    { { { "BAT0", "Battery", "Charging", "5", NULL, NULL, NULL } }, false, 0 },
    { { { "AC", "Mains", NULL, NULL, "1", NULL, NULL },
        { "BAT0", "Battery", "Discharging", "5", NULL, NULL, NULL } },
      false,
      0 },
    { { { "AC", "Mains", NULL, NULL, "0", NULL, NULL },
        { "BAT0", "Battery", "Discharging", "40", NULL, NULL, NULL },
        { "BAT1", "Battery", "Not charging", "10", NULL, NULL, NULL } },
      true,
      25 },
    /* A mouse, an empty bay, and a driver that cannot tell. */
    { { { "hidpp", "Battery", "Discharging", "5", NULL, "Device", NULL } }, false, 0 },
    { { { "BAT0", "Battery", "Discharging", "5", NULL, NULL, "0" } }, false, 0 },
    { { { "BAT0", "Battery", "Discharging", NULL, NULL, NULL, NULL } }, false, 0 },
    { { { "BAT0", "Battery", "Discharging", "4294967295", NULL, NULL, NULL } },
      false,
      0 },
};

static void say(struct tree *tree, const char *name, const char *file, const char *text)
{
    if (text)
        tree_write(tree, text, "sys/class/power_supply/%s/%s", name, file);
}

TEST_EACH(the_machines_own_batteries_count_together, machines)
{
    struct tree tree;
    unsigned percent = 0;

    tree_init(&tree);
    for (size_t i = 0; i < 3 && machines[_i].supplies[i].name; i++) {
        const struct supply *supply = &machines[_i].supplies[i];
        say(&tree, supply->name, "type", supply->type);
        say(&tree, supply->name, "status", supply->status);
        say(&tree, supply->name, "capacity", supply->capacity);
        say(&tree, supply->name, "online", supply->online);
        say(&tree, supply->name, "scope", supply->scope);
        say(&tree, supply->name, "present", supply->present);
    }
    ck_assert_int_eq(power_is_from_battery(&tree.sys, &percent),
                     machines[_i].is_low_on_power);
    ck_assert_uint_eq(percent, machines[_i].percent);
    tree_finish(&tree);
}
