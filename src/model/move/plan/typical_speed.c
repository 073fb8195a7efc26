/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typical_speed.c - the speed of a usual drive of a kind, where nothing was measured */
#include "model/move/plan/typical_speed.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* A flush of a hard disk waits for one turn at 7200 rpm; over the whole disk it reads and
 * writes at two thirds of what its outer tracks do. */
static const struct typical_speed hard_disk = {
    N_("a hard disk with 100 MB/s"),
    { .read = 100e6, .write = 100e6, .flush = 0.0083, .near = 0.002, .far = 0.012 },
};
static const struct typical_speed nvme = {
    N_("a solid-state drive with 1 GB/s"),
    { .read = 1e9, .write = 1e9, .flush = 0.001, .near = 0.0001, .far = 0.0001 },
};
static const struct typical_speed solid = {
    N_("a solid-state drive with 300 MB/s"),
    { .read = 300e6, .write = 300e6, .flush = 0.002, .near = 0.0001, .far = 0.0001 },
};
static const struct typical_speed card = {
    N_("a card or stick with 20 MB/s"),
    { .read = 20e6, .write = 20e6, .flush = 0.005, .near = 0.001, .far = 0.001 },
};

static const struct {
    const char *transport;
    const struct typical_speed *rotational, *other;
} drives[] = {
    { "ata", &hard_disk, &solid }, { "sata", &hard_disk, &solid },
    { "sas", &hard_disk, &solid }, { "scsi", &hard_disk, &solid },
    { "usb", &hard_disk, &card },  { "mmc", &card, &card },
    { "nvme", &nvme, &nvme },
};

const struct typical_speed *typical_speed_of(const char *transport, bool is_rotational)
{
    for (size_t i = 0; i < ARRAY_SIZE(drives); i++)
        if (!strcmp(transport, drives[i].transport))
            return is_rotational ? drives[i].rotational : drives[i].other;
    return NULL;
}

/* A hard disk writes as fast as it reads. Flash is often slower: what is usual is then
 * the maximum. */
struct move_speed typical_speed_with(const struct typical_speed *usual,
                                     const struct move_speed *read)
{
    struct move_speed speed = usual ? usual->speed : (struct move_speed){ 0 };

    if (!usual || usual == &hard_disk || speed.write > read->read)
        speed.write = read->read;
    speed.read = read->read;
    speed.far = read->far > 0 ? read->far : speed.far;
    return speed;
}

const struct typical_speed *typical_speed_or_any(const struct typical_speed *usual)
{
    return usual ? usual : &hard_disk;
}

static double known_or(double known, double usual)
{
    return known > 0 ? known : usual;
}

struct move_speed typical_speed_complete(const struct move_speed *speed,
                                         const struct typical_speed *usual)
{
    const struct move_speed *other = &typical_speed_or_any(usual)->speed;

    return (struct move_speed){ .read = known_or(speed->read, other->read),
                                .write = known_or(speed->write, other->write),
                                .flush = known_or(speed->flush, other->flush),
                                .near = known_or(speed->near, other->near),
                                .far = known_or(speed->far, other->far) };
}
