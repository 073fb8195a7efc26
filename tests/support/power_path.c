/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power_path.c - where the power was cut in a row of runs, also as a replay id
 */
#include "support/power_path.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [POWER_IN_ORDER] = "in-order", [POWER_OUT_OF_ORDER] = "out-of-order",
    [POWER_TORN] = "torn",         [POWER_BOTH] = "both",
    [POWER_KILL] = "kill",         [POWER_STALE_READ] = "stale",
};
static const char kinds[] = ".akr"; /* in replay ids; STEP_CUT has the number */

void power_step_put(FILE *to, const struct power_step *step)
{
    (void)fprintf(to, "%u.", step->call);
    if (step->kind == STEP_CUT)
        (void)fprintf(to, "%zu.", step->subset);
    else
        (void)fprintf(to, "%c.", kinds[step->kind]);
    if (step->block == CUTTING_NO_BLOCK)
        (void)fputc('-', to);
    else
        (void)fprintf(to, "%zu", step->block);
}

void power_path_put(const struct power_path *path, const char *scene,
                    enum power_loss_behaviour behaviour, char ret[POWER_ID_MAX])
{
    FILE *to = fmemopen(ret, POWER_ID_MAX, "w");

    (void)fprintf(to, "%s:%s:", scene, names[behaviour]);
    for (size_t i = 0; i < path->count; i++) {
        (void)fputs(i ? "/" : "", to);
        power_step_put(to, &path->steps[i]);
    }
    (void)fputc(':', to);
    for (size_t i = 0; i < path->count; i++)
        (void)fputc(path->steps[i].is_back ? 'b' : 'f', to);
    (void)fclose(to);
}

static bool read_step(const char **at, struct power_step *ret)
{
    char subset[24], block[24];
    int used = 0;

    if (sscanf(*at, "%u.%23[0-9akr].%23[0-9-]%n", &ret->call, subset, block, &used) != 3)
        return false;
    const char *kind = strchr(kinds, subset[0]);
    ret->kind = kind ? (unsigned)(kind - kinds) : STEP_CUT;
    ret->subset = strtoul(subset, NULL, 10);
    ret->block = block[0] == '-' ? CUTTING_NO_BLOCK : strtoul(block, NULL, 10);
    *at += used;
    return true;
}

static bool read_behaviour(const char **at, enum power_loss_behaviour *ret)
{
    size_t count = strcspn(*at, ":");

    for (unsigned i = 0; i < POWER_BEHAVIOURS; i++)
        if (strlen(names[i]) == count && !strncmp(*at, names[i], count)) {
            *ret = (enum power_loss_behaviour)i;
            *at += count;
            return *(*at)++ == ':';
        }
    return false;
}

bool power_path_read(struct power_path *path, const char *at,
                     enum power_loss_behaviour *ret)
{
    size_t count = 0, i;

    if (!read_behaviour(&at, ret))
        return false;
    while (*at != ':') {
        if (count == POWER_STEPS_MAX || !read_step(&at, &path->steps[count++]))
            return false;
        at += *at == '/';
    }
    for (i = 0, at++; i < count && *at && strchr("fb", *at); i++, at++)
        path->steps[i].is_back = *at == 'b';
    path->count = count;
    return i == count && !*at;
}

const char *power_loss_name(enum power_loss_behaviour behaviour)
{
    return names[behaviour];
}
