/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_seed.c - without random numbers no GUID is made up */
#include "ui/cli/seed.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "support/refused.h"
#include "support/test.h"

/* In place of the kernel's: a system without that call. */
ssize_t getrandom(void *buf, size_t count, unsigned flags)
{
    (void)buf;
    (void)count;
    (void)flags;
    errno = ENOSYS;
    return -1;
}

TEST(a_kernel_without_random_numbers_is_told_of)
{
    struct guid_source seed;
    struct err err = { 0 };

    ck_assert(!seed_draw(&seed, &err));
    ck_assert_refused(&err, REFUSAL_NO_RANDOM_NUMBERS);
    ck_assert_msg(strstr(err.text, strerror(ENOSYS)) != NULL, "%s", err.text);
}
