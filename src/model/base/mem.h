/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mem.h - memory allocation that cannot fail, and cleanup at the end of a scope */
#ifndef ALIDADE_MODEL_BASE_MEM_H
#define ALIDADE_MODEL_BASE_MEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Calls FN with a pointer to the variable at the end of its scope. */
#define CLEANUP(fn) __attribute__((cleanup(fn)))
/* Defines DESTROYp() for CLEANUP, which calls DESTROY with the struct NAME of a variable.
 */
#define CLEANUP_WITH(destroy, name)                                                      \
    static inline void destroy##p(struct name **variable)                                \
    {                                                                                    \
        destroy(*variable);                                                              \
    }

/* Returns the pointer and sets the variable to NULL, so that its scope frees nothing. */
#define TAKE(p)                                                                          \
    __extension__({                                                                      \
        __typeof__(p) taken_ = (p);                                                      \
        (p) = NULL;                                                                      \
        taken_;                                                                          \
    })

/* Never return NULL: without memory the program ends, see last_words.h.  free(). */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t count, size_t size);
/* At a multiple of ALIGNMENT, a power of two; SIZE is rounded up to one. */
void *xaligned(size_t alignment, size_t size);
char *xstrdup(const char *text);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* Copies TEXT, truncated to whole UTF-8 characters that fit with the NUL. */
void copy_text(char *to, size_t size, const char *text);

/* True if all COUNT bytes are zero. */
bool mem_is_zero(const void *bytes, size_t count);

/* For CLEANUP(freep). */
void freep(void *pointer_to_pointer);

#endif
