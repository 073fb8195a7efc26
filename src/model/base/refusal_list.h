/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refusal_list.h - all refusals: name, stable id, and when it is refused */
#ifndef ALIDADE_MODEL_BASE_REFUSAL_LIST_H
#define ALIDADE_MODEL_BASE_REFUSAL_LIST_H

#include "model/base/intl.h"

/* In the order of their ids.
 * TRANSLATORS: each is an entry of a list, without a capital and a full stop. */
/* clang-format off */
#define REFUSAL_LIST(X) \
    X(ADOPT_MBR_FULL, "adopt-mbr-full", \
      N_("the MBR has too few free entries for the contents that were chosen")) \
    X(BACKUP_EXISTS, "backup-exists", N_("the file for the backup is there already")) \
    X(BACKUP_FOLDER_NOT_MADE, "backup-folder-not-made", \
      N_("the folder for the backup cannot be made")) \
    X(BACKUP_FOLDER_READ_ONLY, "backup-folder-read-only", \
      N_("the folder for the backup cannot be written to")) \
    X(BACKUP_INSIDE_PARTITION, "backup-inside-partition", \
      N_("the backup has sectors inside a partition that stays")) \
    X(BACKUP_NO_DEFAULT_FOLDER, "backup-no-default-folder", \
      N_("no folder for the backup was found that can be written to")) \
    X(BACKUP_NO_FOLDER, "backup-no-folder", \
      N_("the folder for the backup is not there")) \
    X(BACKUP_NOT_MADE, "backup-not-made", N_("the file for the backup cannot be made")) \
    X(BACKUP_NOT_SAVED, "backup-not-saved", \
      N_("the table cannot be saved before it is changed")) \
    X(BACKUP_OF_OTHER_DISK, "backup-of-other-disk", \
      N_("the backup has sectors that the disk does not have")) \
    X(BACKUP_OF_OTHER_SIZE, "backup-of-other-size", \
      N_("the backup was taken from a disk of another size")) \
    X(BACKUP_SECTORS_TWICE, "backup-sectors-twice", \
      N_("the backup has the same sectors twice")) \
    X(BENCH_NOTHING_TO_TIME, "bench-nothing-to-time", \
      N_("nothing of what was asked for can be timed without writing")) \
    X(CHECKER_NOT_STARTED, "checker-not-started", \
      N_("the checker of a file system cannot be started")) \
    X(CHECKER_STILL_RUNS, "checker-still-runs", \
      N_("the last checker of a file system has not ended")) \
    X(CONTENT_APPEARED, "content-appeared", \
      N_("there is content now that was not there when the disk was read")) \
    X(CONVERT_GPT_NO_SPACE, "convert-gpt-no-space", \
      N_("partitions lie where a GPT needs sectors")) \
    X(CONVERT_MSDOS_NOT_POSSIBLE, "convert-msdos-not-possible", \
      N_("msdos cannot address the end of a partition, or has too few numbers")) \
    X(CONVERT_NO_SECTOR_FOR_EBR, "convert-no-sector-for-ebr", \
      N_("a partition would become a logical one without a free sector for its EBR")) \
    X(CONVERT_SAME_KIND, "convert-same-kind", N_("the table is of that kind already")) \
    X(CONVERTED_END_TOO_FAR, "converted-end-too-far", \
      N_("in the sectors of the disk a partition would end where msdos cannot address")) \
    X(CURE_NOT_POSSIBLE, "cure-not-possible", \
      N_("there is no such damaged entry, or link of the chain, to be cured")) \
    X(DATA_APPEARED, "data-appeared", \
      N_("a partition that was all zeros holds data now")) \
    X(DEMO_ENDED, "demo-ended", N_("the demo came to its end too early")) \
    X(DEMO_NO_PLAN, "demo-no-plan", N_("the demo has no plan to begin with")) \
    X(DEMO_NOT_MADE, "demo-not-made", N_("the image of a demo cannot be made")) \
    X(DEVICE_IS_PARTITION, "device-is-partition", \
      N_("the device is a partition, not a whole disk")) \
    X(DISK_CHANGED_SINCE_READ, "disk-changed-since-read", \
      N_("a sector has changed since it was read, or cannot be read any more")) \
    X(DISK_CLAIMED, "disk-claimed", N_("another program has claimed the whole disk")) \
    X(DISK_ID_NOT_POSSIBLE, "disk-id-not-possible", \
      N_("the text is no disk id of this table")) \
    X(DISK_IN_USE, "disk-in-use", \
      N_("the disk is in use as a whole, or lies below a loop device")) \
    X(DISK_LOCKED, "disk-locked", N_("another program holds a lock on the disk")) \
    X(DISK_REPLACED, "disk-replaced", \
      N_("the disk is another one than before, or has another size or other sectors")) \
    X(DISK_STILL_READ, "disk-still-read", N_("the disk is still being read")) \
    X(DISK_TOO_SMALL_FOR_GPT, "disk-too-small-for-gpt", \
      N_("the disk is too small for a GPT")) \
    X(DISK_TOO_SMALL_FOR_MSDOS, "disk-too-small-for-msdos", \
      N_("the disk is too small for an msdos table")) \
    X(DISK_WITHOUT_PARTITIONS, "disk-without-partitions", \
      N_("the disk has no table: its content begins at sector 0")) \
    X(DISK_WITHOUT_TABLE, "disk-without-table", N_("the disk has no partition table")) \
    X(EBR_PLACE, "ebr-place", N_("the EBR cannot lie there")) \
    X(EBR_SECTOR_NOT_FREE, "ebr-sector-not-free", \
      N_("for the sectors of the disk an EBR would lie where it is not free")) \
    X(EDIT_IN_USE, "edit-in-use", \
      N_("the partition or the disk is in use, so that it cannot be edited")) \
    X(EDIT_NOT_OWN_TABLE, "edit-not-own-table", \
      N_("only partitions of the disk's own table can be edited")) \
    X(EDIT_TARGET_GONE, "edit-target-gone", \
      N_("the partition that would change is not there")) \
    X(EDITED_TABLE_CHANGED, "edited-table-changed", \
      N_("the table on the disk is not the one that was edited")) \
    X(EMPTY_NOT_POSSIBLE, "empty-not-possible", \
      N_("the partition cannot be called empty")) \
    X(ENTRY_CURED_ALREADY, "entry-cured-already", \
      N_("the entry is not damaged any more")) \
    X(ENTRY_NOT_ZERO, "entry-not-zero", \
      N_("the entries of the MBR that are free have bytes that are kept")) \
    X(EXTENDED_NOT_POSSIBLE, "extended-not-possible", \
      N_("an extended or logical partition is not possible here")) \
    X(EXTENDED_START, "extended-start", \
      N_("the extended partition would begin after what is in it")) \
    X(FILE_EXISTS, "file-exists", \
      N_("a new file would replace one that is there already")) \
    X(FILE_NOT_MADE, "file-not-made", N_("a new file cannot be made")) \
    X(FIX_ALL_COMPLETE, "fix-all-complete", \
      N_("all steps are complete, and --rollback is given")) \
    X(FIX_AT_WORK, "fix-at-work", N_("another program completes the move now")) \
    X(FIX_BAD_SECTORS, "fix-bad-sectors", \
      N_("sectors of a partition that would be moved cannot be read")) \
    X(FIX_COMPLETE, "fix-complete", N_("the fix is complete, and its log is removed")) \
    X(FIX_CONTENT_CHANGED, "fix-content-changed", \
      N_("the content of a partition has changed since the plan was made")) \
    X(FIX_CONTENT_NOT_THERE, "fix-content-not-there", \
      N_("the table of the journal would lead to where the data is not")) \
    X(FIX_DATA_CHANGED, "fix-data-changed", \
      N_("the data is not all the same as before the move")) \
    X(FIX_DATA_DIFFERS, "fix-data-differs", \
      N_("the data that is being moved is not as the journal has it")) \
    X(FIX_DISK_IN_USE, "fix-disk-in-use", \
      N_("the disk is in use before the first move")) \
    X(FIX_DISK_LARGER, "fix-disk-larger", \
      N_("the disk is larger than the one that the fix was begun on, with " \
         "another table")) \
    X(FIX_DISK_SMALLER, "fix-disk-smaller", \
      N_("the disk is smaller than the one that the fix was begun on")) \
    X(FIX_DISK_TAKEN, "fix-disk-taken", \
      N_("another program has begun to use the disk during a move")) \
    X(FIX_ENTRY_CHANGED, "fix-entry-changed", \
      N_("the entry of a partition is not where the move expects it")) \
    X(FIX_ENTRY_MISSING, "fix-entry-missing", \
      N_("the table has no entry any more for the partition that is being moved")) \
    X(FIX_FOUND_LOST, "fix-found-lost", \
      N_("a partition that was made since the fix began would be lost")) \
    X(FIX_GONE_ON, "fix-gone-on", N_("the move has gone on since it was looked at")) \
    X(FIX_GUARD_OVERWRITTEN, "fix-guard-overwritten", \
      N_("another program has written a guarded sector back")) \
    X(FIX_JOURNAL_MISFIT, "fix-journal-misfit", \
      N_("the disk and the journal of its fix are of different times")) \
    X(FIX_JOURNAL_MISSING, "fix-journal-missing", \
      N_("a partition is in the middle of a move, and the journal is missing")) \
    X(FIX_MOVED_OVERWRITTEN, "fix-moved-overwritten", \
      N_("another program has written where data is being moved")) \
    X(FIX_NEWER_VERSION, "fix-newer-version", \
      N_("a newer version of alidade has begun the fix")) \
    X(FIX_NO_JOURNAL_PLACE, "fix-no-journal-place", \
      N_("the plan has no place for the journal")) \
    X(FIX_NO_MEMORY, "fix-no-memory", \
      N_("moving data would take more than half of the memory")) \
    X(FIX_NOT_BEGUN, "fix-not-begun", N_("the fix was not begun")) \
    X(FIX_NOT_GIVEN_UP, "fix-not-given-up", \
      N_("--lose does not name the unfinished fix of the disk")) \
    X(FIX_NOT_READ, "fix-not-read", N_("the state of an unfinished fix cannot be read")) \
    X(FIX_OLDER_VERSION, "fix-older-version", \
      N_("an earlier version of alidade has begun the fix")) \
    X(FIX_OTHER_JOURNAL, "fix-other-journal", \
      N_("the journal that was named is of another fix")) \
    X(FIX_OTHER_SECTORS, "fix-other-sectors", \
      N_("the disk had other sectors when the fix began")) \
    X(FIX_PARTITION_CHANGED, "fix-partition-changed", \
      N_("the content of a partition has changed since the fix began")) \
    X(FIX_SECTORS_TAKEN, "fix-sectors-taken", \
      N_("another partition or the table takes sectors that are needed to move data")) \
    X(FIX_SEVERAL_JOURNALS, "fix-several-journals", \
      N_("the disk has journals of several fixes")) \
    X(FIX_SLOW_MEASURED, "fix-slow-measured", \
      N_("at the measured speed the fix would take more than a day")) \
    X(FIX_TABLE_CHANGED, "fix-table-changed", \
      N_("another program has changed the table since the fix began")) \
    X(FIX_TOO_MANY_STEPS, "fix-too-many-steps", \
      N_("the plan has more steps than can be done at once")) \
    X(FIX_TWO_DISKS, "fix-two-disks", N_("fixes of two disks have not ended")) \
    X(FIX_ZONES_UNKNOWN, "fix-zones-unknown", \
      N_("where the signatures of a content are cannot be told")) \
    X(FOUND_NOTHING, "found-nothing", \
      N_("no content was found that could get an entry")) \
    X(FREE_SPACE_GONE, "free-space-gone", N_("the free space is not free any more")) \
    X(FREE_SPACE_TOO_SMALL, "free-space-too-small", \
      N_("the free space is too small for a partition")) \
    X(FREE_SPACE_WRITTEN, "free-space-written", \
      N_("another program has written to free space since it was looked at")) \
    X(GPT_COPY_NO_CHOICE, "gpt-copy-no-choice", \
      N_("--copy is given, and there are no two valid copies of a GPT")) \
    X(GPT_COPY_NO_SPACE, "gpt-copy-no-space", \
      N_("a partition lies where the copy of the GPT has to be")) \
    X(GPT_COPY_NOT_CHOSEN, "gpt-copy-not-chosen", \
      N_("the two copies of the GPT differ, and --copy does not say which one counts")) \
    X(GPT_COPY_OTHER_COUNT, "gpt-copy-other-count", \
      N_("the two copies of the GPT have different numbers of entries")) \
    X(GPT_ENTRIES_OVER_CONTENT, "gpt-entries-over-content", \
      N_("the entries of the GPT would be written over content")) \
    X(GPT_ENTRIES_PLACE, "gpt-entries-place", \
      N_("the entries of the GPT cannot begin there")) \
    X(GPT_TOO_MANY_ENTRIES, "gpt-too-many-entries", \
      N_("a GPT would have more entries than other systems read")) \
    X(GPT_USABLE_RANGE, "gpt-usable-range", N_("the GPT cannot have this usable range")) \
    X(GROW_HOLDER, "grow-holder", \
      N_("what holds the partition may not work with a later end")) \
    X(GUID_NOT_POSSIBLE, "guid-not-possible", \
      N_("the text is no GUID, or another partition has it")) \
    X(JOURNAL_AREA_UNREADABLE, "journal-area-unreadable", \
      N_("a sector that has to be saved in the journal cannot be read")) \
    X(JOURNAL_CONTRADICTS, "journal-contradicts", N_("the journal contradicts itself")) \
    X(JOURNAL_CUT_SHORT, "journal-cut-short", N_("the journal was cut short")) \
    X(JOURNAL_DOES_NOT_FIT, "journal-does-not-fit", \
      N_("the journal does not fit at its place")) \
    X(JOURNAL_EMPTY, "journal-empty", \
      N_("the journal that was named is empty or was cut short")) \
    X(JOURNAL_FILE_NOT_CREATED, "journal-file-not-created", \
      N_("the file of the journal cannot be created")) \
    X(JOURNAL_FILE_NOT_MADE, "journal-file-not-made", \
      N_("the file for the journal cannot be made")) \
    X(JOURNAL_FRONT_NOT_EMPTY, "journal-front-not-empty", \
      N_("the only space for the journal, in the first MiB, is not empty")) \
    X(JOURNAL_NO_PLACE, "journal-no-place", \
      N_("there is no place on the disk for the journal")) \
    X(JOURNAL_NOT_OPENED, "journal-not-opened", \
      N_("the journal that was named cannot be opened")) \
    X(JOURNAL_OF_OTHER_DISK, "journal-of-other-disk", \
      N_("the journal that was named is of another disk")) \
    X(JOURNAL_OF_OTHER_TIME, "journal-of-other-time", \
      N_("the disk and the journal are of different times")) \
    X(JOURNAL_OFFER_HAS_JOURNAL, "journal-offer-has-journal", \
      N_("the file or device holds the journal of a move that has not ended")) \
    X(JOURNAL_OFFER_IN_USE, "journal-offer-in-use", \
      N_("the device for the journal is in use")) \
    X(JOURNAL_OFFER_SMALL, "journal-offer-small", \
      N_("the file or device is too small for any journal")) \
    X(JOURNAL_OFFER_TOO_SMALL, "journal-offer-too-small", \
      N_("the file or device for the journal is too small for this plan")) \
    X(JOURNAL_OFFER_UNFIT, "journal-offer-unfit", \
      N_("the file or device cannot hold the journal")) \
    X(JOURNAL_PATH, "journal-path", \
      N_("the path of the journal cannot be used: it is too long, or cannot be " \
         "resolved")) \
    X(JOURNAL_PLACE_TYPED, "journal-place-typed", \
      N_("what was given after '@' is no place of a journal")) \
    X(JOURNAL_TOO_SMALL_FOR_MOVE, "journal-too-small-for-move", \
      N_("the journal is too small for the move of a partition")) \
    X(KERNEL_HAS_OTHER_PLACE, "kernel-has-other-place", \
      N_("a partition in use cannot grow: the kernel has it at another place")) \
    X(KERNEL_HAS_UNLISTED, "kernel-has-unlisted", \
      N_("the kernel uses a partition that the table on the disk does not have")) \
    X(LOCK_HELD, "lock-held", \
      N_("another program holds the lock on the disk while it is opened")) \
    X(LOG_MISMATCH, "log-mismatch", \
      N_("the recorded steps do not lead to the planned table")) \
    X(LOGICAL_NOT_ACTIVE, "logical-not-active", \
      N_("a logical partition cannot be active")) \
    X(LOGICAL_NUMBER, "logical-number", \
      N_("the logical partition cannot have this number")) \
    X(LOGICAL_OUTSIDE, "logical-outside", \
      N_("the logical partition would leave the extended one")) \
    X(LOGICAL_TOUCHES_NEXT, "logical-touches-next", \
      N_("libparted wants a free sector before the next logical partition")) \
    X(LOSS_NOT_ACCEPTED, "loss-not-accepted", \
      N_("data would be lost, and --lose does not give it up")) \
    X(MEASURE_FILES_IN_MEMORY, "measure-files-in-memory", \
      N_("the files to measure with lie in memory and are too large for it")) \
    X(MEASURE_IN_USE, "measure-in-use", \
      N_("the drive is in use, so only reads are timed")) \
    X(MEASURE_NO_FILES, "measure-no-files", \
      N_("no files can be made in the folder to measure in")) \
    X(MEASURE_NO_MEMORY, "measure-no-memory", \
      N_("measuring would take too much memory")) \
    X(MEASURE_NO_PLACE, "measure-no-place", \
      N_("there is no place on the drive to measure at")) \
    X(MEASURE_PARTITION, "measure-partition", \
      N_("the device to be measured is a partition")) \
    X(MEASURE_READS_ONLY, "measure-reads-only", \
      N_("the drive can only be read, or is written in order")) \
    X(MOVE_BSD_LABEL, "move-bsd-label", \
      N_("the BSD label of the partition cannot describe the new place")) \
    X(MOVE_COMPLETED_ELSEWHERE, "move-completed-elsewhere", \
      N_("another program completes the move now, as the editor finds")) \
    X(MSDOS_HAS_NO_SUCH_FIELD, "msdos-has-no-such-field", \
      N_("partitions of an msdos table have no names, attributes or GUIDs")) \
    X(NAME_NOT_POSSIBLE, "name-not-possible", \
      N_("the name is too long, or has characters that a name cannot have")) \
    X(NEW_START_MISALIGNED, "new-start-misaligned", \
      N_("with --strict a new partition would start misaligned")) \
    X(NEW_TABLE_KIND, "new-table-kind", \
      N_("a new table can only be a gpt or an msdos one")) \
    X(NO_PERMISSION, "no-permission", N_("you may not write to the disk")) \
    X(NO_PIPE, "no-pipe", N_("the kernel gives no pipe")) \
    X(NO_RANDOM_NUMBERS, "no-random-numbers", N_("the kernel gives no random numbers")) \
    X(NO_SECTOR_FOR_EBR, "no-sector-for-ebr", \
      N_("there is no free sector before the logical partition for its EBR")) \
    X(NO_SERIAL_NUMBER, "no-serial-number", \
      N_("the drive has no serial number that results could be saved for")) \
    X(NO_TABLE_NOTHING_TO_CHANGE, "no-table-nothing-to-change", \
      N_("without a partition table there is nothing to change")) \
    X(NO_TERMINAL, "no-terminal", \
      N_("a write has to be agreed to, and there is no terminal to ask on")) \
    X(NO_TERMINFO, "no-terminfo", N_("there is no terminfo database")) \
    X(NO_THREAD, "no-thread", N_("the kernel gives no thread")) \
    X(NO_UNFINISHED_MOVE, "no-unfinished-move", \
      N_("no move can be completed: there is neither a guard nor a journal")) \
    X(NOT_OPENED_FOR_WRITING, "not-opened-for-writing", \
      N_("the disk is in use, can only be read, or cannot be opened for writing")) \
    X(NOT_WRITABLE, "not-writable", N_("the disk cannot be written to")) \
    X(NUMBER_NOT_FREE, "number-not-free", N_("there is no such number, or it is taken")) \
    X(PARTITION_GONE, "partition-gone", \
      N_("the partition of the form is not there any more")) \
    X(PARTITION_IN_USE, "partition-in-use", \
      N_("a partition that would change is in use")) \
    X(PARTITION_NOT_OPENED, "partition-not-opened", \
      N_("the device of a partition cannot be opened")) \
    X(PARTITION_OPENED_ELSEWHERE, "partition-opened-elsewhere", \
      N_("a partition that would change is in use by another program")) \
    X(PARTITION_WITHOUT_SECTORS, "partition-without-sectors", \
      N_("a partition has at least one sector")) \
    X(PLAN_ALL_STAY, "plan-all-stay", \
      N_("all partitions that should be moved have to stay")) \
    X(PLAN_NOT_POSSIBLE, "plan-not-possible", \
      N_("there is no plan that aligns the disk: sectors are missing")) \
    X(PLAN_TABLE_NOT_POSSIBLE, "plan-table-not-possible", \
      N_("the table has damaged entries, or too many for a plan")) \
    X(RANDOM_NUMBERS_NOT_READY, "random-numbers-not-ready", \
      N_("the kernel has no random numbers yet")) \
    X(READING_STILL_RUNS, "reading-still-runs", \
      N_("the last reading of a partition has not ended")) \
    X(REHEARSAL_COUNT_DIFFERS, "rehearsal-count-differs", \
      N_("in the rehearsal there is another number of partitions")) \
    X(REHEARSAL_FIELD_DIFFERS, "rehearsal-field-differs", \
      N_("in the rehearsal a partition gets another type, flag or name")) \
    X(REHEARSAL_NO_MEMORY, "rehearsal-no-memory", \
      N_("there is no memory for a rehearsal")) \
    X(REHEARSAL_OTHER_KIND, "rehearsal-other-kind", \
      N_("libparted takes the new table for one of another kind")) \
    X(REHEARSAL_PARTED_FAILS, "rehearsal-parted-fails", \
      N_("libparted cannot read or make the new table in the rehearsal")) \
    X(REHEARSAL_PLACE_DIFFERS, "rehearsal-place-differs", \
      N_("in the rehearsal a partition gets another start or end")) \
    X(REHEARSAL_RESULT_UNREAD, "rehearsal-result-unread", \
      N_("what libparted makes in the rehearsal cannot be read")) \
    X(REPAIR_NOT_NEEDED, "repair-not-needed", \
      N_("there is nothing of this kind to repair")) \
    X(REPAIR_TWO_COPIES, "repair-two-copies", \
      N_("both copies of a GPT were chosen to count")) \
    X(RESIZE_CUTS_OWN_TABLE, "resize-cuts-own-table", \
      N_("a partition of the table inside would be left outside")) \
    X(RESIZE_EXTENDED, "resize-extended", \
      N_("the extended partition has to hold its chain and what is in it")) \
    X(RESIZE_IN_USE, "resize-in-use", \
      N_("the partition is in use: it can grow, and neither shrink nor move")) \
    X(RESULT_DIFFERS, "result-differs", \
      N_("in the rehearsal the new table is of another kind or has another id")) \
    X(RESULT_NOT_READ, "result-not-read", \
      N_("in the rehearsal the new table cannot be read")) \
    X(RESULTS_FOLDER_NOT_MADE, "results-folder-not-made", \
      N_("the folder for measurements cannot be made")) \
    X(RESULTS_NO_FOLDER, "results-no-folder", \
      N_("there is no folder to save measurements in")) \
    X(ROLLBACK_IS_NEW_FIX, "rollback-is-new-fix", \
      N_("the data is at its new place already, and --rollback is given")) \
    X(SCRIPT_NOT_POSSIBLE, "script-not-possible", \
      N_("the disk has no table that a script could describe")) \
    X(SECTORS_BEYOND_DISK, "sectors-beyond-disk", \
      N_("the disk ends before the last sector")) \
    X(SECTORS_KEPT, "sectors-kept", \
      N_("the sectors hold an ISO 9660 image or a partition that only the MBR names")) \
    X(SECTORS_NOT_USABLE, "sectors-not-usable", \
      N_("the sectors lie outside the range of the table")) \
    X(SECTORS_OTHER_THAN_DRIVE, "sectors-other-than-drive", \
      N_("the table is read with another sector size than the drive has")) \
    X(SECTORS_TAKEN, "sectors-taken", \
      N_("the sectors are taken by a partition or by the table")) \
    X(SHRINK_CONTENT_UNKNOWN, "shrink-content-unknown", \
      N_("the content of the partition is not known, so it cannot be made smaller")) \
    X(SHRINK_NOT_DONE, "shrink-not-done", \
      N_("the content of a partition that gets smaller still covers too much, " \
         "or has changed")) \
    X(SHRINK_NOT_POSSIBLE, "shrink-not-possible", \
      N_("content of this kind cannot be made smaller")) \
    X(SHRINK_SWAP, "shrink-swap", N_("the smaller swap area would have too few pages")) \
    X(SHRINK_TOO_SMALL, "shrink-too-small", \
      N_("the content uses more than the smaller partition would hold")) \
    X(SHRINK_USE_UNKNOWN, "shrink-use-unknown", \
      N_("how much of the content is used is not known")) \
    X(SIZE_UNKNOWN, "size-unknown", N_("the size of the device cannot be determined")) \
    X(SORTED_ALREADY, "sorted-already", \
      N_("the numbers are in the order of the disk already")) \
    X(START_AFTER_END, "start-after-end", \
      N_("the start that was typed lies after the end")) \
    X(START_CHOSEN_TWICE, "start-chosen-twice", \
      N_("two starts were chosen for one partition")) \
    X(START_HOLDS_CONTENT, "start-holds-content", \
      N_("with another start the content of the partition would be lost")) \
    X(START_OF_NO_PARTITION, "start-of-no-partition", \
      N_("a start was typed for a row that is no partition")) \
    X(START_OUT_OF_RANGE, "start-out-of-range", \
      N_("with its size the partition cannot begin at the start that was chosen")) \
    X(START_PARTITION_STAYS, "start-partition-stays", \
      N_("a start was chosen for a partition that has to stay")) \
    X(STATE_UNKNOWN, "state-unknown", \
      N_("the state of the file or device cannot be read")) \
    X(SWAP_HEADER_UNKNOWN, "swap-header-unknown", \
      N_("the swap area has no header of the usual kind")) \
    X(SWAP_NOT_MADE, "swap-not-made", N_("the swap area cannot be made again")) \
    X(SWAP_SHARES_BLOCK, "swap-shares-block", \
      N_("the new header of swap would be in one block with other data")) \
    X(TABLE_CHANGED_SINCE_READ, "table-changed-since-read", \
      N_("the table is not the one that was read before")) \
    X(TABLE_CHANGED_SINCE_SHOWN, "table-changed-since-shown", \
      N_("the table has changed since it was shown")) \
    X(TABLE_FULL, "table-full", N_("all entries of the table are taken")) \
    X(TABLE_NOT_EDITABLE, "table-not-editable", \
      N_("there is no table, or it is of a kind that can only be viewed")) \
    X(TERMINAL_TOO_SIMPLE, "terminal-too-simple", \
      N_("the terminal cannot show screens")) \
    X(TYPE_GPT, "type-gpt", N_("the text is no type of a GPT partition")) \
    X(TYPE_MSDOS, "type-msdos", N_("the text is no type of an msdos partition")) \
    X(WRITE_BASE_CHANGED, "write-base-changed", \
      N_("the table on the disk is not the one that was shown")) \
    X(WRITE_CHAIN_GONE, "write-chain-gone", \
      N_("the chain of logical partitions for the other sector size is not there")) \
    X(WRITE_CHAIN_LONG, "write-chain-long", \
      N_("the chain of logical partitions would be too long")) \
    X(WRITE_CHAIN_START, "write-chain-start", \
      N_("the extended partition would begin without an EBR")) \
    X(WRITE_CURE_MOVED, "write-cure-moved", \
      N_("the damaged entry is not where it was read")) \
    X(WRITE_EBR_ENTRIES, "write-ebr-entries", \
      N_("the entries of an EBR have bytes that are kept")) \
    X(WRITE_EBR_OVER_GPT, "write-ebr-over-gpt", \
      N_("logical partitions would need EBRs where the GPT lies")) \
    X(WRITE_EBR_OVER_MOVED, "write-ebr-over-moved", \
      N_("EBRs of the new table would lie in a partition that moves at the same time")) \
    X(WRITE_EBR_OVER_PARTITION, "write-ebr-over-partition", \
      N_("EBRs of the new table would lie in partitions of the GPT")) \
    X(WRITE_EBR_SECTORS, "write-ebr-sectors", \
      N_("an EBR for another sector size would lie where something is still needed")) \
    X(WRITE_GPT_COPY_DAMAGED, "write-gpt-copy-damaged", \
      N_("the damaged copy of the GPT has to be repaired first")) \
    X(WRITE_GPT_COUNT, "write-gpt-count", \
      N_("a GPT with this number of entries is not written")) \
    X(WRITE_GPT_ENTRY_SIZE, "write-gpt-entry-size", \
      N_("a GPT with entries of this size is not written")) \
    X(WRITE_GPT_HEADER, "write-gpt-header", \
      N_("the header of the GPT is larger than a sector")) \
    X(WRITE_GPT_NO_ORDER, "write-gpt-no-order", \
      N_("no order of writing keeps one copy of the GPT valid")) \
    X(WRITE_GPT_NO_SPACE, "write-gpt-no-space", \
      N_("there is no space for a copy of the GPT and its entries")) \
    X(WRITE_GUID, "write-guid", N_("a GUID that would be written is none")) \
    X(WRITE_HYBRID_ENTRY, "write-hybrid-entry", \
      N_("a partition that the hybrid MBR names would change")) \
    X(WRITE_HYBRID_SECTORS, "write-hybrid-sectors", \
      N_("a hybrid MBR cannot be written again for another sector size")) \
    X(WRITE_KIND, "write-kind", N_("tables of this kind cannot be written")) \
    X(WRITE_MSDOS_RANGE, "write-msdos-range", \
      N_("a partition does not fit in the 32 bits of an msdos table")) \
    X(WRITE_MSDOS_TYPE, "write-msdos-type", \
      N_("a type that would be written is none of msdos")) \
    X(WRITE_NAME, "write-name", N_("a name that would be written is too long")) \
    X(WRITE_NO_ORDER, "write-no-order", \
      N_("no order of writing keeps all partitions if the power fails")) \
    X(WRITE_NOT_ASKED_FOR, "write-not-asked-for", \
      N_("a byte would change that no edit asks for")) \
    X(WRITE_NUMBER, "write-number", \
      N_("an entry that would be written does not exist, or is taken twice")) \
    X(WRITE_OVER_OLD_TABLE, "write-over-old-table", \
      N_("the new table would be written over what the old one still needs")) \
    X(WRITE_PROTECTED, "write-protected", N_("the device is write protected")) \
    X(WRITE_READS_BACK_OTHERWISE, "write-reads-back-otherwise", \
      N_("the table that would be written does not read back as it is shown")) \
    X(WRITE_TWO_EXTENDED, "write-two-extended", \
      N_("a table with two extended partitions is not written"))
/* clang-format on */

#endif
