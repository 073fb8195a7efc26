/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_measure.h - the screens of a bench and of a probe, as the golden tests see them
 */
#ifndef ALIDADE_TESTS_SCENES_MEASURE_H
#define ALIDADE_TESTS_SCENES_MEASURE_H

#include "ui/scenes.h"

/* More scenes, with those of scenes_history_at() behind them; NULL past the last one. */
const struct scene *scenes_measure_at(size_t index);

/* For scenes alone: keys, a disk with LAYOUT as the system describes it, and the main
 * screen of the usual one (LAYOUT passes to the app). */
void scenes_press(struct app *app, uint32_t key);
void scenes_press_all(struct app *app, const char *keys);
struct disk_info scenes_info(const char *path, const char *model, const char *serial,
                             const char *transport, struct layout *layout);
void scenes_open(struct app *app, struct layout *layout);

#endif
