/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.h - detects whether a content begins at one place of a disk */
#ifndef ALIDADE_MODEL_FOUND_PLACE_H
#define ALIDADE_MODEL_FOUND_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/reader.h"
#include "model/found/found.h"

/* How sure it is that a content begins somewhere. */
enum found_proof {
    PROOF_MAGIC,      /* some bytes */
    PROOF_SUPERBLOCK, /* bytes, and a size or place that fits */
    PROOF_DECODED,    /* a decoder recognizes it, or a copy of its superblock */
};

/* A content that was detected.  All numbers are bytes. */
struct found_place {
    uint64_t start;
    uint64_t volume; /* size of the content according to its superblock; 0: unknown */
    enum found_how how;
    enum found_proof proof;
    const char *kind; /* libblkid's TYPE that its magic belongs to */
    bool is_around;   /* a RAID member: what begins at the same place lies in it */
    bool is_rough;    /* it may begin before, but a content begins there, or usually */
};

/* Returns in *RET the content that begins at byte OFFSET of DISK, or the one whose backup
 * superblock is there or in the sector of LOGICAL bytes before it, or that has its
 * superblock there; its primary superblock may be destroyed.  Returns false if there is
 * none.  Performs at most 3 reads of up to 24 KiB, and for each magic that is seen one of
 * 4 KiB and those of one decoder. */
bool found_detect(const struct reader *disk, uint64_t logical, uint64_t offset,
                  struct found_place *ret);

/* Returns in RET_BACK how many bytes before the 512 bytes at SECTOR found_detect() has to
 * look if they can be a signature; false if they are none.  Several signatures in one
 * sector count as the first. */
bool found_sniff(const uint8_t sector[512], uint64_t *ret_back);

/* The entries of an EBR at a place; sectors.  No table leads to it. */
struct found_ebr {
    uint64_t start, length; /* of its logical partition */
    uint8_t type;
    uint64_t next; /* of the next EBR, from the beginning of the container; 0: none */
};

/* Returns in *RET the entries of the sector of LOGICAL bytes at byte OFFSET if it can be
 * an EBR: it has the signature, one logical partition, at most one link, and nothing
 * else. Its partition need not be there.  Performs one read. */
bool found_read_ebr(const struct reader *disk, uint64_t logical, uint64_t offset,
                    struct found_ebr *ret);

#endif
