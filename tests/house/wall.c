/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wall.c - links one folder's library whole; that it links is the test */
int main(void)
{
    return 0;
}
