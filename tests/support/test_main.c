/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_main.c - the main of a test program that has none of its own */
#include "support/test.h"

int main(void)
{
    return test_run();
}
