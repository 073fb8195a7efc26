/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swap_blocks.c - refuses swap headers in one block with sectors of others */
#include "model/write/swap_blocks.h"

#include "model/base/intl.h"
#include "model/base/size.h"

bool swap_blocks_refuse(unsigned number, uint64_t start, const struct extent *beside,
                        struct alignment grid, uint64_t logical, struct err *err)
{
    ull next = align_next(grid, start);
    char size[SIZE_TEXT];

    (void)size_format(grid.grain * logical, SIZE_IEC, 0, size);
    if (!beside->number)
        return err_set(
            err, ERR_REFUSED,
            _("The new header of swap partition %1$u, at sector %2$llu, would be in one "
              "block of %3$s with a part of the partition table, which a power cut could "
              "damage. Choose another start for it, such as %4$llu."),
            number, (ull)start, size, next);
    return err_set(
        err, ERR_REFUSED,
        _("The new header of swap partition %1$u, at sector %2$llu, would be in one "
          "block of %3$s with sectors of partition %4$u, which a power cut could damage. "
          "Choose another start for it, such as %5$llu."),
        number, (ull)start, size, beside->number, next);
}
