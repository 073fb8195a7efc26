/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asking.c - one question to the child that runs libparted, sent through its socket
 *
 * Both ends are the same program, so what is sent are the structures, with the targets
 * behind them. */
#include "device/parted/asking.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "model/base/mem.h"

static bool send_all(int socket, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;

    while (count) {
        ssize_t put = send(socket, at, count, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false; /* the child has ended: its reply is missing */
        at += put;
        count -= (size_t)put;
    }
    return true;
}

static bool receive_all(int socket, void *bytes, size_t count)
{
    return !count || recv(socket, bytes, count, MSG_WAITALL) == (ssize_t)count;
}

void parted_asked_send(int socket, const struct parted_asked *asked)
{
    const struct parted_goal *goal = &asked->goal;
    struct parted_asked sent;

    memset(&sent, 0, sizeof(sent)); /* bytes between the members, too */
    sent.answer = asked->answer;
    sent.has_goal = asked->has_goal;
    sent.goal.is_gpt = goal->is_gpt;
    sent.goal.is_fresh = goal->is_fresh;
    sent.goal.count = goal->count;
    (void)(send_all(socket, &sent, sizeof(sent)) &&
           send_all(socket, goal->targets, goal->count * sizeof(*goal->targets)));
}

bool parted_asked_receive(int socket, struct parted_asked *ret)
{
    if (!receive_all(socket, ret, sizeof(*ret)))
        return false;
    ret->goal.targets = xcalloc(ret->goal.count + 1, sizeof(*ret->goal.targets));
    if (receive_all(socket, ret->goal.targets,
                    ret->goal.count * sizeof(*ret->goal.targets)))
        return true;
    parted_asked_finish(ret);
    return false;
}

void parted_asked_finish(struct parted_asked *asked)
{
    free(asked->goal.targets);
}
