/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guid.h - GUIDs as bytes and as text, and random ones */
#ifndef ALIDADE_MODEL_BASE_GUID_H
#define ALIDADE_MODEL_BASE_GUID_H

#include <stdbool.h>
#include <stdint.h>

#define GUID_BYTES 16
#define GUID_TEXT  37 /* with its NUL */

/* The bytes as on the disk: the first three groups are little-endian, the last two in the
 * order of the text (UEFI 2.10, appendix A). */
struct guid {
    uint8_t bytes[GUID_BYTES];
};

bool guid_is_zero(const struct guid *guid);
bool guid_equal(const struct guid *a, const struct guid *b);

/* Formats as "C12A7328-F81F-11D2-BA4B-00A0C93EC93B", in capitals.  Returns BUF. */
const char *guid_format(const struct guid *guid, char buf[GUID_TEXT]);
/* Parses this format, ignoring case. */
bool guid_parse(const char *text, struct guid *ret);

/* Convert from and to bytes in the order of the text, as in libparted. */
struct guid guid_of_text_order(const uint8_t bytes[GUID_BYTES]);
void guid_to_text_order(const struct guid *guid, uint8_t ret[GUID_BYTES]);

/* Any value except all zeros is a seed. */
struct guid_source {
    uint64_t state[4];
};

/* Returns a GUID of version 4, variant 1 (RFC 4122). */
struct guid guid_source_draw(struct guid_source *source);
/* Returns a disk signature, never 0. */
uint32_t guid_source_signature(struct guid_source *source);
/* Returns an independent source, seeded from SOURCE. */
struct guid_source guid_source_split(struct guid_source *source);

#endif
