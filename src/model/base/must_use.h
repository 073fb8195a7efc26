/* SPDX-License-Identifier: GPL-3.0-or-later */
/* must_use.h - marks functions whose result nobody may lose */
#ifndef ALIDADE_MODEL_BASE_MUST_USE_H
#define ALIDADE_MODEL_BASE_MUST_USE_H

/* The result says whether the function did what was asked; a cast to void is no answer to
 * that for gcc. */
#define MUST_USE __attribute__((warn_unused_result))

#endif
