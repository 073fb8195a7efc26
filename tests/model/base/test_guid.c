/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_guid.c - GUIDs as bytes and as text */
#include "model/base/guid.h"

#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

#define EFI_SYSTEM "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"

/* The example of UEFI 2.10, appendix A: the EFI system partition's bytes on the disk. */
static const struct guid efi_system = { { 0x28, 0x73, 0x2a, 0xc1, 0x1f, 0xf8, 0xd2, 0x11,
                                          0xba, 0x4b, 0x00, 0xa0, 0xc9, 0x3e, 0xc9,
                                          0x3b } };

static const char *const wrong[] = {
    "",
    "C12A7328",
    "C12A7328-F81F-11D2-BA4B-00A0C93EC93",
    "C12A7328-F81F-11D2-BA4B-00A0C93EC93B0",
    "C12A7328-F81F-11D2-BA4B000A0C93EC93B",
    "C12A7328 F81F-11D2-BA4B-00A0C93EC93B",
    "C12A732G-F81F-11D2-BA4B-00A0C93EC93B",
    "{C12A7328-F81F-11D2-BA4B-00A0C93EC93B}",
};

TEST(text_is_mixed_endian_and_in_capitals)
{
    char buf[GUID_TEXT];

    ck_assert_str_eq(guid_format(&efi_system, buf), EFI_SYSTEM);
}

TEST(small_letters_are_read_too)
{
    struct guid guid;

    ck_assert(guid_parse("c12a7328-f81f-11d2-ba4b-00a0c93ec93b", &guid));
    ck_assert(guid_equal(&guid, &efi_system));
    ck_assert(guid_parse(EFI_SYSTEM, &guid));
    ck_assert(guid_equal(&guid, &efi_system));
}

TEST_EACH(what_is_no_guid_is_refused, wrong)
{
    struct guid guid = efi_system;

    ck_assert(!guid_parse(wrong[_i], &guid));
    ck_assert(guid_equal(&guid, &efi_system));
}

TEST(bytes_in_the_order_of_the_text_are_taken_and_given)
{
    const uint8_t text[GUID_BYTES] = { 0xc1, 0x2a, 0x73, 0x28, 0xf8, 0x1f, 0x11, 0xd2,
                                       0xba, 0x4b, 0x00, 0xa0, 0xc9, 0x3e, 0xc9, 0x3b };
    struct guid guid = guid_of_text_order(text);
    uint8_t back[GUID_BYTES];
    char buf[GUID_TEXT];

    ck_assert_str_eq(guid_format(&guid, buf), "C12A7328-F81F-11D2-BA4B-00A0C93EC93B");
    guid_to_text_order(&guid, back);
    ck_assert_mem_eq(back, text, GUID_BYTES);
}

TEST(only_all_zeros_is_zero)
{
    struct guid guid = { { 0 } };

    ck_assert(guid_is_zero(&guid));
    guid.bytes[GUID_BYTES - 1] = 1;
    ck_assert(!guid_is_zero(&guid));
}
