/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_usb.h - a disk of today, for the golden tests */
#ifndef ALIDADE_TESTS_SCENES_USB_H
#define ALIDADE_TESTS_SCENES_USB_H

#include "ui/scenes.h"

/* As scene_at(). */
const struct scene *scenes_usb_at(size_t index);

#endif
