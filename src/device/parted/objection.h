/* SPDX-License-Identifier: GPL-3.0-or-later */
/* objection.h - what libparted objects to, in our own words */
#ifndef ALIDADE_DEVICE_PARTED_OBJECTION_H
#define ALIDADE_DEVICE_PARTED_OBJECTION_H

#include <stdint.h>

enum parted_objection {
    OBJECTION_NONE,
    /* The kinds of its exceptions, if the text is not one of those below. */
    OBJECTION_WARNING,
    OBJECTION_ERROR,
    OBJECTION_BUG,
    OBJECTION_NO_FEATURE,
    /* What its text is about. */
    OBJECTION_BACKWARDS,
    OBJECTION_CHECKSUM,
    OBJECTION_CONFLICT,
    OBJECTION_CONSTRAINT,
    OBJECTION_DISK_SIZE,
    OBJECTION_DYNAMIC_DISK,
    OBJECTION_END,
    OBJECTION_FULL,
    OBJECTION_GEOMETRY,
    OBJECTION_GPT_BACKUP,
    OBJECTION_GPT_BOTH,
    OBJECTION_GPT_PLACE,
    OBJECTION_GPT_PRIMARY,
    OBJECTION_GPT_REVISION,
    OBJECTION_GPT_SIZE,
    OBJECTION_ITSELF,
    OBJECTION_LOGICAL_OUTSIDE,
    OBJECTION_LOOP,
    OBJECTION_MEMORY,
    OBJECTION_OUTSIDE,
    OBJECTION_OVERLAP,
    OBJECTION_RANGE,
    OBJECTION_REGION,
    OBJECTION_SECTOR_SIZE,
    OBJECTION_SIGNATURE,
    OBJECTION_TWO_EXTENDED,
    OBJECTION_COUNT,
};

/* Classifies an exception of TYPE (PedExceptionType) with the untranslated MESSAGE (may
 * be NULL).  Never OBJECTION_NONE. */
enum parted_objection parted_objection_find(unsigned type, const char *message);
/* Returns a translated noun phrase; OBJECTION is a number from the child, of any value.
 */
const char *parted_objection_text(uint32_t objection);

#endif
