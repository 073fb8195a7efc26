/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asking.h - one question to the child that runs libparted, sent through its socket */
#ifndef ALIDADE_DEVICE_PARTED_ASKING_H
#define ALIDADE_DEVICE_PARTED_ASKING_H

#include <stdbool.h>

#include "device/parted/edit.h"
#include "device/parted/read.h"

struct parted_asked {
    enum parted_answer answer;
    bool has_goal; /* else the table is only read */
    struct parted_goal goal;
};

/* Waits until it is sent, or the child has ended. */
void parted_asked_send(int socket, const struct parted_asked *asked);
/* Runs in the child: waits for the next question.  Returns false if the parent has closed
 * the socket. */
bool parted_asked_receive(int socket, struct parted_asked *ret);
void parted_asked_finish(struct parted_asked *asked); /* of a received one */

#endif
