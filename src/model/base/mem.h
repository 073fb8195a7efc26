/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mem.h - memory that is there or ends the program, and scopes that own it */
#ifndef ALIDADE_MODEL_BASE_MEM_H
#define ALIDADE_MODEL_BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* The variable is handed to FN (a function that takes a pointer to it) at scope's end. */
#define CLEANUP(fn) __attribute__((cleanup(fn)))

/* Gives the pointer away: the variable is NULL afterwards, so its scope frees nothing. */
#define TAKE(p)                                                                          \
    __extension__({                                                                      \
        __typeof__(p) taken_ = (p);                                                      \
        (p) = NULL;                                                                      \
        taken_;                                                                          \
    })

/* Never NULL: running out of memory ends the program.  The caller frees with free(). */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t count, size_t size);
char *xstrdup(const char *text);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* Copies as much of TEXT as fits with its NUL; cuts at a whole UTF-8 character. */
void copy_text(char *to, size_t size, const char *text);

/* For CLEANUP(freep). */
void freep(void *pointer_to_pointer);

#endif
