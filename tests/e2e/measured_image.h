/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured_image.h - a disk to be measured, no byte of which may change */
#ifndef ALIDADE_TESTS_MEASURED_IMAGE_H
#define ALIDADE_TESTS_MEASURED_IMAGE_H

#include <stdint.h>

#define MEASURED_IMAGE_BYTES (32 * 1024 * 1024)

/* Bytes that no test writes, with one partition from 63 and free space after it;
 * free(). */
uint8_t *measured_image(void);

#endif
