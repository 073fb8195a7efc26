/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits_words.c - ids and words of the sources and notes of limits */
#include "model/base/intl.h"
#include "model/disk/limits.h"

static const struct {
    const char *id;
    const char *name;
} sources[SOURCE_COUNT] = {
    [SOURCE_DEFAULT] = { "default", N_("default") },
    [SOURCE_ASSUMED] = { "assumed", N_("assumed") },
    [SOURCE_REPORTED] = { "reported", N_("reported") },
    [SOURCE_ERASE] = { "erase-unit", N_("reported (erase unit)") },
    [SOURCE_MEASURED] = { "measured", N_("measured") },
    [SOURCE_GIVEN] = { "given", N_("given") },
};

const char *limits_source_id(enum limit_source source)
{
    return sources[source].id;
}

const char *limits_source_name(enum limit_source source)
{
    return _(sources[source].name);
}

static const struct {
    const char *id;
    const char *text;
} notes[LIMIT_NOTE_COUNT] = {
    /* in the order of enum limit_note */
    { "physical-sector-refused",
      N_("The reported physical sector size is not used: it must be a power of two, and "
         "not smaller than the logical sector size.") },
    { "alignment-offset-refused",
      N_("The reported alignment offset is invalid (negative, not below the physical "
         "sector size, or no multiple of the logical one): 0 is used.") },
    { "optimal-io-refused",
      N_("The reported optimal I/O size does not set the grain: it is a multiple of "
         "65535 sectors, as USB bridges report, no multiple of the physical sector, or "
         "above 64 MiB.") },
    { "measured-refused",
      N_("What was measured of this drive is not used: a sector size must be a power of "
         "two, and an offset below it.") },
    { "size-cut",
      N_("The size is no multiple of the sector size: the bytes behind the last whole "
         "sector are not used.") },
    { "erase-unit",
      N_("The grain is the erase unit that the card reports: a partition that begins "
         "inside of one costs additional writes.") },
    { "write-granularity",
      N_("The minimum I/O is the preferred write granularity of this NVMe drive. No "
         "start is judged by it; fdisk warns of starts that are no multiple of it.") },
};

const char *limits_note_id(unsigned index)
{
    return notes[index].id;
}

const char *limits_note_text(unsigned index)
{
    return _(notes[index].text);
}
