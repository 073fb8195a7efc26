/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.h - Tab in a field that asks for a file */
#ifndef ALIDADE_UI_LOOP_PATH_H
#define ALIDADE_UI_LOOP_PATH_H

/* PATH, longer by all that the names beginning with it have in common; a single
 * directory gets its slash.  PATH itself where nothing fits.  free(). */
char *loop_path_complete(const char *path);

#endif
