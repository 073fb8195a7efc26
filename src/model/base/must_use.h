/* SPDX-License-Identifier: GPL-3.0-or-later */
/* must_use.h - marks functions whose result has to be used */
#ifndef ALIDADE_MODEL_BASE_MUST_USE_H
#define ALIDADE_MODEL_BASE_MUST_USE_H

/* For results that tell whether the function succeeded.  gcc also warns about a cast to
 * void. */
#define MUST_USE __attribute__((warn_unused_result))

#endif
