/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.c - chooses the I/O limits of a disk and checks them */
#include "model/disk/limits.h"

#include "model/base/intl.h"
#include "model/base/num.h"

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)

static const uint64_t max_optimal = 64 * MIB;
/* No disk has larger sectors; larger values are reported by mistake. */
static const uint64_t max_logical = 64 * KIB;
static const uint64_t max_physical = 16 * MIB;

static bool settle_logical(const struct limits_reported *reported,
                           const struct limits_given *given, struct limits *limits,
                           struct err *err)
{
    if (given->logical && reported->logical && given->logical != reported->logical)
        return err_set(err, ERR_USAGE,
                       _("The disk itself says that its sectors have %1$llu bytes: "
                         "another size (%2$llu) can be given for images only."),
                       (ull)reported->logical, (ull)given->logical);
    limits->logical_source = given->logical      ? SOURCE_GIVEN
                             : reported->logical ? SOURCE_REPORTED
                                                 : SOURCE_DEFAULT;
    limits->logical = given->logical ? given->logical : reported->logical;
    if (!limits->logical)
        limits->logical = 512;
    if (!num_is_power_of_two(limits->logical) || limits->logical < 512 ||
        limits->logical > max_logical)
        return err_set(err, given->logical ? ERR_USAGE : ERR_UNREADABLE,
                       _("A logical sector of %llu B is not possible: it must be a "
                         "power of two from 512 to 65536."),
                       (ull)limits->logical);
    return true;
}

static bool settle_size(const struct limits_reported *reported, struct limits *limits,
                        struct err *err)
{
    if (!reported->size_bytes)
        return err_set(err, ERR_UNREADABLE, _("It is empty: 0 bytes."));
    if (reported->size_bytes < limits->logical)
        return err_set(err, ERR_UNREADABLE,
                       _("The size of %1$llu B is less than one sector of %2$llu B."),
                       (ull)reported->size_bytes, (ull)limits->logical);
    if (reported->size_bytes % limits->logical)
        limits->notes |= LIMIT_SIZE_CUT;
    limits->size = reported->size_bytes / limits->logical;
    return true;
}

static bool is_physical(uint64_t bytes, uint64_t logical)
{
    return num_is_power_of_two(bytes) && bytes >= logical && bytes <= max_physical;
}

static bool is_offset(uint64_t bytes, uint64_t physical, uint64_t logical)
{
    return bytes < physical && bytes % logical == 0;
}

/* A measured offset is valid only with its physical sector. */
static bool is_measured(const struct limits_measured *measured, uint64_t logical)
{
    return is_physical(measured->physical, logical) &&
           is_offset(measured->alignment_offset, measured->physical, logical);
}

static bool settle_physical(const struct limits_reported *reported,
                            const struct limits_given *given, struct limits *limits,
                            struct err *err)
{
    bool is_sane = is_physical(reported->physical, limits->logical);

    if (reported->physical && !is_sane)
        limits->notes |= LIMIT_PHYSICAL_ABSURD;
    limits->physical_reported = is_sane ? reported->physical : limits->logical;
    if (given->physical) {
        if (!is_physical(given->physical, limits->logical))
            return err_set(err, ERR_USAGE,
                           _("A physical sector of %1$llu B is not possible: it must "
                             "be a power of two from the logical sector of %2$llu to "
                             "%3$llu."),
                           (ull)given->physical, (ull)limits->logical, (ull)max_physical);
        limits->physical = given->physical;
        limits->physical_source = SOURCE_GIVEN;
    } else if (is_measured(&given->measured, limits->logical)) {
        limits->physical = given->measured.physical;
        limits->physical_source = SOURCE_MEASURED;
    } else if (limits->physical_reported == 512) {
        /* Many drives and nearly all USB bridges report 512 instead of 4096. */
        limits->physical = 4096;
        limits->physical_source = SOURCE_ASSUMED;
    } else {
        limits->physical = limits->physical_reported;
        limits->physical_source = is_sane ? SOURCE_REPORTED : SOURCE_DEFAULT;
    }
    return true;
}

/* The measured offset is not used if another physical size was given. */
static bool settle_measured_offset(const struct limits_measured *measured,
                                   struct limits *limits)
{
    if (!is_measured(measured, limits->logical) || measured->physical != limits->physical)
        return false;
    limits->alignment_offset = measured->alignment_offset;
    limits->alignment_source = SOURCE_MEASURED;
    return true;
}

/* Returns the first member of OFFSET + k * GRAIN at or after BASE, counted from there. */
static uint64_t offset_behind(uint64_t offset, uint64_t base, uint64_t grain)
{
    return (offset % grain + grain - base % grain) % grain;
}

/* Records the reported offset if it is valid for the physical sector in use or for the
 * reported one.  Returns true, with *RET counted from the base, if it is valid for the
 * one in use. */
static bool take_reported_offset(const struct limits_reported *reported,
                                 struct limits *limits, uint64_t *ret)
{
    if (!reported->has_alignment_offset || reported->alignment_offset < 0)
        return false;
    uint64_t offset = (uint64_t)reported->alignment_offset, base = reported->base.bytes;
    bool is_sane = is_offset(offset, limits->physical, limits->logical);
    *ret = offset_behind(offset, base, limits->physical);
    if (is_sane)
        limits->alignment_reported = *ret;
    else if (is_offset(offset, limits->physical_reported, limits->logical))
        limits->alignment_reported =
            offset_behind(offset, base, limits->physical_reported);
    return is_sane;
}

static bool settle_offset(const struct limits_reported *reported,
                          const struct limits_given *given, struct limits *limits,
                          struct err *err)
{
    uint64_t bytes = 0;
    bool is_sane = take_reported_offset(reported, limits, &bytes);

    if (given->has_alignment_offset) {
        if (!is_offset(given->alignment_offset, limits->physical, limits->logical))
            return err_set(err, ERR_USAGE,
                           _("An alignment offset of %1$llu B is not possible: it "
                             "must be a multiple of %2$llu and below %3$llu."),
                           (ull)given->alignment_offset, (ull)limits->logical,
                           (ull)limits->physical);
        limits->alignment_offset = given->alignment_offset;
        limits->alignment_source = SOURCE_GIVEN;
        return true;
    }
    if (settle_measured_offset(&given->measured, limits))
        return true;
    limits->alignment_offset =
        is_sane ? bytes : offset_behind(0, reported->base.bytes, limits->physical);
    if (is_sane || reported->base.bytes)
        limits->alignment_source = SOURCE_REPORTED;
    if (is_sane)
        return true;
    if (reported->has_alignment_offset)
        limits->notes |= LIMIT_OFFSET_ABSURD;
    return true;
}

/* USB bridges report 65535 sectors (33553920 bytes), and md passes multiples of it on. */
static bool is_optimal(uint64_t bytes, const struct limits *limits)
{
    return bytes % limits->physical == 0 && bytes <= max_optimal &&
           bytes % (UINT64_C(65535) * limits->logical) != 0;
}

static bool is_step(uint64_t bytes)
{
    return num_is_power_of_two(bytes) && bytes <= max_optimal;
}

/* Makes the grain a multiple of the step, unless it would become too large. */
static void settle_step(uint64_t step, struct limits *limits)
{
    uint64_t grain, disk_bytes = limits->size * limits->logical;

    if (!is_step(step) || limits->grain % step == 0 ||
        !num_lcm(limits->grain, step, &grain) || grain > max_optimal ||
        (disk_bytes - 1) / 4 < grain)
        return;
    limits->grain = grain;
    limits->grain_source = SOURCE_MEASURED;
}

static bool is_erase_unit(uint64_t bytes, const struct limits *limits)
{
    return bytes && bytes % MIB == 0 && bytes % limits->physical == 0 &&
           bytes <= max_optimal;
}

static void settle_default_grain(const struct limits_reported *reported,
                                 const struct limits_given *given, struct limits *limits)
{
    limits->grain = MIB > limits->physical ? MIB : limits->physical;
    limits->grain_source = SOURCE_DEFAULT;
    if (is_erase_unit(reported->erase_unit, limits)) {
        limits->grain = reported->erase_unit;
        limits->grain_source = SOURCE_ERASE;
    } else if (limits->optimal_accepted) {
        limits->grain = num_round_up(limits->grain, limits->optimal_io);
        limits->grain_source = SOURCE_REPORTED;
    }
    if ((limits->size * limits->logical - 1) / 4 < limits->grain) {
        limits->grain = limits->physical;
        limits->grain_source = SOURCE_DEFAULT;
    }
    settle_step(given->measured.step, limits);
    if (limits->grain_source == SOURCE_ERASE && limits->grain > MIB)
        limits->notes |= LIMIT_ERASE_UNIT;
}

static bool settle_grain(const struct limits_reported *reported,
                         const struct limits_given *given, struct limits *limits,
                         struct err *err)
{
    uint64_t disk_bytes = limits->size * limits->logical;

    if (given->grain) {
        if (given->grain % limits->logical || given->grain > disk_bytes)
            return err_set(err, ERR_USAGE,
                           _("A grain of %1$llu B is not possible: it must be a "
                             "multiple of %2$llu and not larger than the disk."),
                           (ull)given->grain, (ull)limits->logical);
        limits->grain = given->grain;
        limits->grain_source = SOURCE_GIVEN;
        return true;
    }
    settle_default_grain(reported, given, limits);
    return true;
}

/* A base that is known modulo the physical sector only still tells where its boundaries
 * are. */
static void settle_base(const struct limits_base *base, struct limits *limits)
{
    limits->base_bytes = base->bytes;
    limits->is_base_unknown = base->is_unknown || base->bytes % limits->logical ||
                              base->step % limits->physical;
    if (limits->is_base_unknown)
        limits->base_bytes = 0;
    else if (base->step % limits->grain)
        limits->base_bytes %= limits->physical;
}

bool limits_settle(const struct limits_reported *reported,
                   const struct limits_given *given, struct limits *ret, struct err *err)
{
    struct limits limits = { .minimum_io = reported->minimum_io,
                             .optimal_io = reported->optimal_io };

    if (!settle_logical(reported, given, &limits, err) ||
        !settle_size(reported, &limits, err) ||
        !settle_physical(reported, given, &limits, err) ||
        !settle_offset(reported, given, &limits, err))
        return false;
    limits.optimal_accepted = limits.optimal_io && is_optimal(limits.optimal_io, &limits);
    if (limits.optimal_io && !limits.optimal_accepted)
        limits.notes |= LIMIT_OPTIMAL_ABSURD;
    if ((given->measured.physical && !is_measured(&given->measured, limits.logical)) ||
        (given->measured.step && !is_step(given->measured.step)))
        limits.notes |= LIMIT_MEASURED_ABSURD;
    if (!settle_grain(reported, given, &limits, err))
        return false;
    settle_base(&reported->base, &limits);
    *ret = limits;
    return true;
}

/* The grid of the disk below, counted from the base. */
static struct alignment grid_of(const struct limits *limits, uint64_t bytes)
{
    uint64_t base = limits->base_bytes;
    uint64_t disk_offset = (limits->alignment_offset + base) % limits->physical;
    uint64_t offset = offset_behind(disk_offset, base, bytes);

    return (struct alignment){ offset / limits->logical, bytes / limits->logical };
}

struct alignment limits_physical_grid(const struct limits *limits)
{
    return grid_of(limits, limits->physical);
}

struct alignment limits_grain_grid(const struct limits *limits)
{
    return grid_of(limits, limits->grain);
}

const char *limits_kind(const struct limits *limits)
{
    bool is_known = limits->physical_source == SOURCE_GIVEN ||
                    limits->physical_source == SOURCE_MEASURED;

    if (limits->logical == 512 && limits->physical == 512 && is_known)
        return "512n";
    if (limits->logical == 512 && limits->physical_source == SOURCE_ASSUMED)
        return "512?";
    if (limits->logical == 512 && limits->physical == 4096)
        return "512e";
    if (limits->logical == 4096 && limits->physical == 4096)
        return "4Kn";
    return "";
}
