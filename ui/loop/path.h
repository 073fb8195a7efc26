/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.h - completion of file names with Tab */
#ifndef ALIDADE_UI_LOOP_PATH_H
#define ALIDADE_UI_LOOP_PATH_H

/* Returns PATH extended by what all file names that begin with it have in common; a
 * single match that is a directory gets a slash.  free(). */
char *loop_path_complete(const char *path);

#endif
