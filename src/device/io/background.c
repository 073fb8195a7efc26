/* SPDX-License-Identifier: GPL-3.0-or-later */
/* background.c - a thread that does one thing at a time for its owner */
#include "device/io/background.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "model/base/mem.h"

int background_create(pthread_t *ret, void *(*run)(void *context), void *context)
{
    sigset_t all, before;

    (void)sigfillset(&all); /* cannot fail */
    int error = pthread_sigmask(SIG_SETMASK, &all, &before);
    if (error)
        return error;
    error = pthread_create(ret, NULL, run, context);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL); /* the same call just succeeded */
    return error;
}

void background_reset_signals(void)
{
    sigset_t none;

    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_DFL); /* fails for SIGKILL and SIGSTOP */
    (void)sigemptyset(&none);          /* cannot fail */
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

struct background {
    pthread_t thread;

    pthread_mutex_t lock;        /* guards the members below */
    pthread_cond_t turn;         /* signalled when one of them changes */
    void (*work)(void *context); /* NULL: there is nothing to do */
    void *context;
    bool is_ending;
};

/* A plain mutex held for a few lines: these calls cannot fail. */
static void background_lock(struct background *background)
{
    (void)pthread_mutex_lock(&background->lock);
}

static void background_unlock(struct background *background)
{
    (void)pthread_mutex_unlock(&background->lock);
}

static void background_sleep(struct background *background)
{
    (void)pthread_cond_wait(&background->turn, &background->lock);
}

static void background_wake(struct background *background)
{
    (void)pthread_cond_broadcast(&background->turn);
}

static void *background_run(void *context)
{
    struct background *background = context;

    background_lock(background);
    while (!background->is_ending || background->work) {
        if (!background->work) {
            background_sleep(background);
            continue;
        }
        background_unlock(background);
        background->work(background->context); /* the owner changes neither meanwhile */
        background_lock(background);
        background->work = NULL;
        background_wake(background);
    }
    background_unlock(background);
    return NULL;
}

static void background_release(struct background *background)
{
    (void)pthread_cond_destroy(&background->turn); /* no thread uses them any more */
    (void)pthread_mutex_destroy(&background->lock);
    free(background);
}

struct background *background_new_for(void (*work)(void *context), void *context)
{
    struct background *background = xcalloc(1, sizeof(*background));

    background->work = work;
    background->context = context;
    (void)pthread_mutex_init(&background->lock, NULL); /* these cannot fail on Linux */
    (void)pthread_cond_init(&background->turn, NULL);
    if (!background_create(&background->thread, background_run, background))
        return background;
    background_release(background);
    return NULL;
}

struct background *background_new(void)
{
    return background_new_for(NULL, NULL);
}

void background_free(struct background *background)
{
    if (!background)
        return;
    background_lock(background);
    background->is_ending = true;
    background_wake(background);
    background_unlock(background);
    (void)pthread_join(background->thread, NULL); /* our thread, joined only once */
    background_release(background);
}

void background_start(struct background *background, void (*work)(void *context),
                      void *context)
{
    if (!background) {
        work(context);
        return;
    }
    background_lock(background);
    background->work = work;
    background->context = context;
    background_wake(background);
    background_unlock(background);
}

void background_wait(struct background *background)
{
    if (!background)
        return;
    background_lock(background);
    while (background->work)
        background_sleep(background);
    background_unlock(background);
}
