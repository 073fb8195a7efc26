/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_main.c - the main of a test program that has none of its own */
#include <locale.h>

#include "support/test.h"

/* With the name of one of its files the program runs the tests of that file. */
int main(int argc, char **argv)
{
    (void)setlocale(LC_ALL, "C.UTF-8"); /* else wide characters are narrow */
    return test_run(argc > 1 ? argv[1] : NULL);
}
