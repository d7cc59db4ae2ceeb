"""Reasons as values: why a file, a document or a run is as it is, for code and for people.

Files keep the code and its values, so a published code never changes its meaning; fields are
numbered in the order of the values. ``lupdate`` reads the sentences here. Journals of the first
edition kept sentences (``recognised``); rewording one loses their translation.

A file that cannot be used is data (:class:`simcore.model.records.Problem`); only a run that cannot
continue is an exception.
"""

import errno
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from string import Formatter
from typing import Self

# A table: a row is a line, however long its sentence is
# ruff: noqa: E501


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - the name lupdate looks for
    """Return ``text``, which is translated where it is shown."""
    del context
    return text


class ReasonCode(StrEnum):
    """A code for programs; ``template`` is its sentence in English."""

    template: str

    def __new__(cls, code: str, template: str = "") -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.template = template
        return member

    # fmt: off
    # Not of this table: plain words of another program, and a code that this version does not know
    TEXT = "text", "{0}"
    UNKNOWN = "unknown", QT_TRANSLATE_NOOP("engine", "the reason is not known to this version of Variorum")

    # A file that is read
    IS_BINARY = "is-binary", QT_TRANSLATE_NOOP("engine", "is binary, not text")
    IS_ARCHIVE = "is-archive", QT_TRANSLATE_NOOP("engine", "is an archive of files; the documents inside are read when that is asked for")
    IS_MAILBOX = "is-mailbox", QT_TRANSLATE_NOOP("engine", "is a mailbox; the messages inside are read when that is asked for")
    NO_KNOWN_ENCODING = "no-known-encoding", QT_TRANSLATE_NOOP("engine", "is binary, or text in an encoding that was not recognised")
    NOT_IN_ENCODING = "not-in-encoding", QT_TRANSLATE_NOOP("engine", "is not text in {0}, which it looks like")
    UNKNOWN_ENCODING = "unknown-encoding", QT_TRANSLATE_NOOP("engine", "cannot be read in {0}, which is not known here")
    NOT_IN_CHOSEN_ENCODING = "not-in-chosen-encoding", QT_TRANSLATE_NOOP("engine", "is not text in {0}: too many of its bytes do not fit")
    CHOICE_NOT_USED = "choice-not-used", QT_TRANSLATE_NOOP("engine", "was not read in the encoding that was chosen for it, but in one that was recognised; it {0}")
    ENCODING_GUESSED = "encoding-guessed", QT_TRANSLATE_NOOP("engine", "may have been read wrongly: the encoding {0} is guessed")
    NOT_A_MANUAL = "not-a-manual", QT_TRANSLATE_NOOP("engine", "has the name of a manual page and is none")
    NO_READER = "no-reader", QT_TRANSLATE_NOOP("engine", "is a file of {0}, a format that is not read")
    NOT_HTML = "not-html", QT_TRANSLATE_NOOP("engine", "cannot be parsed as HTML: {0}")
    PASSWORD = "password", QT_TRANSLATE_NOOP("engine", "is protected by a password")
    DAMAGED = "damaged", QT_TRANSLATE_NOOP("engine", "is damaged, or not what its beginning says ({0})")
    NO_DIRECTORY = "no-directory", QT_TRANSLATE_NOOP("engine", "is damaged, or was not saved or copied to its end: the list of what it holds is missing")
    UNPACKS_TOO_LARGE = "unpacks-too-large", QT_TRANSLATE_NOOP("engine", "unpacks to more than {0} MB and was not read")
    HOLDS_TOO_MANY = "holds-too-many", QT_TRANSLATE_NOOP("engine", "holds more than {0} documents and was not read")
    INSIDE_STAYS = "inside-stays", QT_TRANSLATE_NOOP("engine", "is inside an archive or a mailbox, from which nothing is removed")
    NOT_CARRIED = "not-carried", QT_TRANSLATE_NOOP("engine", "is no file of this machine, and its text is not beside the results")
    NO_TEXT_LAYER = "no-text-layer", QT_TRANSLATE_NOOP("engine", "has no text layer (a scan?): only its bytes are compared")
    WORD_TOO_OLD = "word-too-old", QT_TRANSLATE_NOOP("engine", "was written by a version of Word before 97")
    FAST_SAVED = "fast-saved", QT_TRANSLATE_NOOP("engine", "was saved by Word as a list of changes (fast save); save it anew to have it read")
    CUT_SHORT = "cut-short", QT_TRANSLATE_NOOP("engine", "was not read in full: {0}")
    PARSER_LIMIT = "parser-limit", QT_TRANSLATE_NOOP("engine", "its markup exceeds what the parser can hold (line {0}: {1})")
    DAMAGED_INSIDE = "damaged-inside", QT_TRANSLATE_NOOP("engine", "a part of it is damaged ({0})")
    SCANNED_PAGES = "scanned-pages", QT_TRANSLATE_NOOP("engine", "number of its pages without a text layer: {0} (scans?)")
    TEXT_LIMIT = "text-limit", QT_TRANSLATE_NOOP("engine", "its text is longer than {0} MB")
    ELEMENT_LIMIT = "element-limit", QT_TRANSLATE_NOOP("engine", "it holds more than {0} cells, paragraphs and other elements")
    MARKUP_LIMIT = "markup-limit", QT_TRANSLATE_NOOP("engine", "its markup nests too deep, or holds too long a text, for the parser (line {0})")
    NO_WORDS = "no-words", QT_TRANSLATE_NOOP("engine", "has no words to compare")
    TEXT_MISSING = "text-missing", QT_TRANSLATE_NOOP("engine", "has no text: the value is missing or null")
    NO_JSON_OBJECT = "no-json-object", QT_TRANSLATE_NOOP("engine", "has a line that is no object of JSON: {0}")
    TOO_LARGE = "too-large", QT_TRANSLATE_NOOP("engine", "is larger than the limit of {0} MB ({1} MB) and was not read")
    TOO_LONG = "too-long", QT_TRANSLATE_NOOP("engine", "took longer than {0} s; left out")
    WORKER_ENDED = "worker-ended", QT_TRANSLATE_NOOP("engine", "made its worker process end, perhaps for want of memory; left out")
    UNEXPECTED_ERROR = "unexpected-error", QT_TRANSLATE_NOOP("engine", "caused an unexpected error ({0}); left out")
    GONE = "gone", QT_TRANSLATE_NOOP("engine", "is no longer there")
    NO_RIGHTS = "no-rights", QT_TRANSLATE_NOOP("engine", "may not be read (no rights)")
    UNREADABLE = "unreadable", QT_TRANSLATE_NOOP("engine", "cannot be read: {0}")
    UNREADABLE_SCAN_AGAIN = "unreadable-scan-again", QT_TRANSLATE_NOOP("engine", "cannot be read: {0}; scan again")
    CHANGED_WHILE_READ = "changed-while-read", QT_TRANSLATE_NOOP("engine", "changed while it was read")
    CHANGED_WHILE_READ_SCAN_AGAIN = "changed-while-read-scan-again", QT_TRANSLATE_NOOP("engine", "changed while it was read; scan again")
    CHANGED_DURING_SCAN = "changed-during-scan", QT_TRANSLATE_NOOP("engine", "changed during the scan; scan again")
    NOT_ALL_COMPARED = "not-all-compared", QT_TRANSLATE_NOOP("engine", "about {0} pairs of {1} texts were not compared, since too many of these texts are alike; each was compared with the longest and the most similar ones. To find the others, remove what is not needed and scan again, or scan fewer folders at a time")
    MORE_PROBLEMS = "more-problems", QT_TRANSLATE_NOOP("engine", "{0} more problems are not in this file; the table of problems that the job wrote has all")
    CHANGED_SINCE_LAST_SCAN = "changed-since-last-scan", QT_TRANSLATE_NOOP("engine", "changed since the last scan; scan again")
    CHANGED_SINCE_SCAN = "changed-since-scan", QT_TRANSLATE_NOOP("engine", "has changed since the scan")
    CHANGED_SINCE_SAVED = "changed-since-saved", QT_TRANSLATE_NOOP("engine", "changed since the results were saved")
    GONE_SINCE_SAVED = "gone-since-saved", QT_TRANSLATE_NOOP("engine", "is gone since the results were saved")
    NO_FOLDER_ANY_MORE = "no-folder-any-more", QT_TRANSLATE_NOOP("engine", "a folder of its path has become a link or a file; it is not followed: {0}")
    FOREIGN_LINK = "foreign-link", QT_TRANSLATE_NOOP("engine", "{0} is a link that belongs to {1} and leads to {2}; nothing is removed through it: name that folder itself if it is meant")
    LEADS_ELSEWHERE = "leads-elsewhere", QT_TRANSLATE_NOOP("engine", "is shown by a path that does not lead to it; it is {0}")
    NOT_AS_SAVED = "not-as-saved", QT_TRANSLATE_NOOP("engine", "is not to the document to keep what the saved results say; scan again")
    BECAME_LINK = "became-link", QT_TRANSLATE_NOOP("engine", "is a symbolic link")
    NO_REGULAR_FILE = "no-regular-file", QT_TRANSLATE_NOOP("engine", "is no regular file")

    # A folder or file that is listed
    NO_FOLDERS = "no-folders", QT_TRANSLATE_NOOP("engine", "no folder to scan was named")
    DOES_NOT_EXIST = "does-not-exist", QT_TRANSLATE_NOOP("engine", "does not exist")
    NOT_A_FOLDER = "not-a-folder", QT_TRANSLATE_NOOP("engine", "is not a folder")
    NOT_A_REGULAR_FILE = "not-a-regular-file", QT_TRANSLATE_NOOP("engine", "is not a regular file")
    SYMBOLIC_LINK = "symbolic-link", QT_TRANSLATE_NOOP("engine", "is a symbolic link, which is not followed")
    SECOND_NAME = "second-name", QT_TRANSLATE_NOOP("engine", "is another name (link) of {0}")
    SAME_FOLDER = "same-folder", QT_TRANSLATE_NOOP("engine", "is the same folder as {0}, which was listed already")
    OVERLAPS = "overlaps", QT_TRANSLATE_NOOP("engine", "overlaps with {0}, which was listed already")
    EXCLUDED = "excluded", QT_TRANSLATE_NOOP("engine", "is left out by the pattern {0}")
    NOT_INCLUDED = "not-included", QT_TRANSLATE_NOOP("engine", "is left out: no pattern of names to read includes it")
    NOT_WANTED = "not-wanted", QT_TRANSLATE_NOOP("engine", "is left out: it was looked at, and is no text of the kind that such a name may have")
    TOO_OLD = "too-old", QT_TRANSLATE_NOOP("engine", "is left out: it came before the days for which documents are kept")
    IN_TRASH = "in-trash", QT_TRANSLATE_NOOP("engine", "is a trash, which is read only if it is named itself")
    UNLISTED = "unlisted", QT_TRANSLATE_NOOP("engine", "cannot be listed: {0}")

    # A document that is marked and stays
    IN_NO_GROUP = "in-no-group", QT_TRANSLATE_NOOP("engine", "is in no group")
    IN_NO_GROUP_STAYS = "in-no-group-stays", QT_TRANSLATE_NOOP("engine", "is in no group and stays")
    LAST_OF_GROUP = "last-of-group", QT_TRANSLATE_NOOP("engine", "is the last of its group and stays")
    BY_HAND_ONLY = "by-hand-only", QT_TRANSLATE_NOOP("engine", "may be marked by hand only and stays")
    IN_EXCLUDED_FOLDER = "in-excluded-folder", QT_TRANSLATE_NOOP("engine", "is in a folder that is excluded and stays")
    IN_PROTECTED_FOLDER = "in-protected-folder", QT_TRANSLATE_NOOP("engine", "is in a folder that is protected and stays")
    ELSEWHERE_STAYS = "elsewhere-stays", QT_TRANSLATE_NOOP("engine", "is not on this machine, where nothing of it can be removed; export its id to have it dropped where it is")
    HERE_STAYS = "here-stays", QT_TRANSLATE_NOOP("engine", "is on this machine, where it can be removed; it has no id to export")
    ID_NOT_WRITTEN = "id-not-written", QT_TRANSLATE_NOOP("engine", "its id holds a half of a character, which no table can hold, and stays")
    NO_IDENTICAL_STAYS = "no-identical-stays", QT_TRANSLATE_NOOP("engine", "has no identical document that stays, and stays")
    CUT_SHORT_STAYS = "cut-short-stays", QT_TRANSLATE_NOOP("engine", "was not read in full and stays")
    KEPT_CUT_SHORT = "kept-cut-short", QT_TRANSLATE_NOOP("engine", "the document to keep was not read in full, so it stays")
    RELIED_ON_STAYS = "relied-on-stays", QT_TRANSLATE_NOOP("engine", "stands for documents that were removed since the scan and stays; scan again to remove it")
    RELIED_ON = "relied-on", QT_TRANSLATE_NOOP("engine", "it stands for documents that were removed since the scan; scan again to remove it")
    IT = "it", QT_TRANSLATE_NOOP("engine", "it {0}")
    KEPT = "kept", QT_TRANSLATE_NOOP("engine", "the document to keep {0}")
    KEPT_IS_MARKED = "kept-is-marked", QT_TRANSLATE_NOOP("engine", "the document to keep is marked, too")
    KEPT_IS_EXCLUDED = "kept-is-excluded", QT_TRANSLATE_NOOP("engine", "the document to keep is in an excluded folder")
    KEPT_IN_TRASH = "kept-in-trash", QT_TRANSLATE_NOOP("engine", "the document to keep is in the trash")
    KEPT_ON_OTHER_DISK = "kept-on-other-disk", QT_TRANSLATE_NOOP("engine", "the document to keep is on another disk; no hard link leads there")
    KEPT_WAS_REPLACED = "kept-was-replaced", QT_TRANSLATE_NOOP("engine", "the document to keep was replaced while it was being linked")
    KEPT_BEING_REMOVED = "kept-being-removed", QT_TRANSLATE_NOOP("engine", "the document to keep is being removed by another run")
    KEPT_AT_WORK = "kept-at-work", QT_TRANSLATE_NOOP("engine", "another run is at work on the document to keep")
    AT_WORK = "at-work", QT_TRANSLATE_NOOP("engine", "another run is at work on it")
    SAME_FILE = "same-file", QT_TRANSLATE_NOOP("engine", "it is the same file as the document to keep")
    NOT_SAME_BYTES = "not-same-bytes", QT_TRANSLATE_NOOP("engine", "only a document of the same bytes can become a link")
    LINKED_TO = "linked-to", QT_TRANSLATE_NOOP("engine", "{0} was replaced by a link to it")
    CHANGED_WHILE_CHECKED = "changed-while-checked", QT_TRANSLATE_NOOP("engine", "{0} was changed while it was being checked")
    NAME_TAKEN_REMOVING = "name-taken-removing", QT_TRANSLATE_NOOP("engine", "another file took its name while it was being removed")
    NAME_TAKEN_REPLACING = "name-taken-replacing", QT_TRANSLATE_NOOP("engine", "another file took its name while it was being replaced")
    CANCELLED = "cancelled", QT_TRANSLATE_NOOP("engine", "cancelled before its turn")

    # A file that was moved, copied or linked
    NAME_NOT_GIVEN_BACK = "name-not-given-back", QT_TRANSLATE_NOOP("engine", "could not be given its name back ({0}); it is {1}")
    NOT_PUT_BACK = "not-put-back", QT_TRANSLATE_NOOP("engine", "could not be put back ({0}); it is {1}")
    NAME_TAKEN_NOW = "name-taken-now", QT_TRANSLATE_NOOP("engine", "another file took its name meanwhile; it is {0} now")
    NAME_TAKEN = "name-taken", QT_TRANSLATE_NOOP("engine", "another file has its name")
    NAME_TAKEN_IT_IS = "name-taken-it-is", QT_TRANSLATE_NOOP("engine", "another file has its name; it is {0}")
    NO_FREE_NAME = "no-free-name", QT_TRANSLATE_NOOP("engine", "there is no free name")
    COPY = "copy", QT_TRANSLATE_NOOP("engine", "the copy {0}")
    COPY_DIFFERS = "copy-differs", QT_TRANSLATE_NOOP("engine", "the copy is not like the original")
    COPY_CHANGED = "copy-changed", QT_TRANSLATE_NOOP("engine", "the copy was changed or removed while it was made; it is not touched any more: {0}")
    COPY_IS_ORIGINAL = "copy-is-original", QT_TRANSLATE_NOOP("engine", "the copy and its original are one file now")
    APPEND_ONLY = "append-only", QT_TRANSLATE_NOOP("engine", "the folder {0} is append-only, so that nothing in it can be replaced")
    LEFT_BEHIND = "left-behind", QT_TRANSLATE_NOOP("engine", "{0}; {1} was made on the way and could not be deleted: you may delete it")
    LINK_NOT_THERE = "link-not-there", QT_TRANSLATE_NOOP("engine", "the link that was made is not there")

    # A trash
    DISK_WITHOUT_TRASH = "disk-without-trash", QT_TRANSLATE_NOOP("engine", "its disk has no trash")
    NO_TRASH_CAN_BE_MADE = "no-trash-can-be-made", QT_TRANSLATE_NOOP("engine", "its disk has no trash, and none can be made")
    TRASH_NOT_PRIVATE = "trash-not-private", QT_TRANSLATE_NOOP("engine", "the trash of its disk is not yours alone, so it is not used: {0} belongs to another user, may be written by others, or is a link")
    DISK_READ_ONLY = "disk-read-only", QT_TRANSLATE_NOOP("engine", "its disk is read-only")
    NETWORK_DRIVE = "network-drive", QT_TRANSLATE_NOOP("engine", "it is on a network drive, which has no trash")
    RAM_DISK = "ram-disk", QT_TRANSLATE_NOOP("engine", "it is on a RAM disk, whose trash is lost when the computer is switched off")
    TRASH_UNKNOWN = "trash-unknown", QT_TRANSLATE_NOOP("engine", "nobody can tell whether its disk has a trash")
    TRASH_NOT_MADE = "trash-not-made", QT_TRANSLATE_NOOP("engine", "its trash cannot be made: {0} ({1})")
    TRASH_NOT_WRITTEN = "trash-not-written", QT_TRANSLATE_NOOP("engine", "its trash cannot be written: {0}")
    TRASH_NAMES_PLACES = "trash-names-places", QT_TRANSLATE_NOOP("engine", "{0} has a place in the trash")
    NAME_NOT_UTF8 = "name-not-utf8", QT_TRANSLATE_NOOP("engine", "Its name is not valid UTF-8; the desktop's trash cannot take such names")
    STILL_THERE = "still-there", QT_TRANSLATE_NOOP("engine", "the trash said that it was moved, but it is still there")
    NEITHER_THERE_NOR_IN_TRASH = "neither-there-nor-in-trash", QT_TRANSLATE_NOOP("engine", "is neither at its place nor in the trash")

    # A removal that was interrupted
    LOSES_OWNER = "loses-owner", QT_TRANSLATE_NOOP("engine", "its owner {0}")
    LOSES_GROUP = "loses-group", QT_TRANSLATE_NOOP("engine", "its group of users {0}")
    NAMES_STAY = "names-stay", QT_TRANSLATE_NOOP("engine", "also has names (hard links) outside the scanned folders: {0}; no space is freed")
    OTHER_NAME = "other-name", QT_TRANSLATE_NOOP("engine", "its other name {0}: {1}")
    LOSES_NAMES = "loses-names", QT_TRANSLATE_NOOP("engine", "its other names (hard links)")
    LOSES_FLAGS = "loses-flags", QT_TRANSLATE_NOOP("engine", "its flags of the file system ({0})")
    LOSES_EXTENDED = "loses-extended", QT_TRANSLATE_NOOP("engine", "extended attributes ({0})")
    INTERRUPTED = "interrupted", QT_TRANSLATE_NOOP("engine", "was interrupted before its turn came to an end; it is as it was")
    INTERRUPTED_DELETED = "interrupted-deleted", QT_TRANSLATE_NOOP("engine", "was interrupted after it was deleted")
    INTERRUPTED_COPIED = "interrupted-copied", QT_TRANSLATE_NOOP("engine", "was interrupted after it was copied")
    INTERRUPTED_COPY_CHANGED = "interrupted-copy-changed", QT_TRANSLATE_NOOP("engine", "was interrupted and is as it was; its copy was changed since and stays: {0}")
    INTERRUPTED_REPLACED = "interrupted-replaced", QT_TRANSLATE_NOOP("engine", "was interrupted after it was replaced")
    INTERRUPTED_MOVED = "interrupted-moved", QT_TRANSLATE_NOOP("engine", "was interrupted after it was moved")
    INTERRUPTED_TRASHED = "interrupted-trashed", QT_TRANSLATE_NOOP("engine", "was interrupted after it was moved to the trash")
    INTERRUPTED_NAME_TAKEN = "interrupted-name-taken", QT_TRANSLATE_NOOP("engine", "was interrupted, and another file has its name")
    INTERRUPTED_GONE = "interrupted-gone", QT_TRANSLATE_NOOP("engine", "was interrupted, and the document is no longer there")
    INTERRUPTED_LOST = "interrupted-lost", QT_TRANSLATE_NOOP("engine", "was interrupted, and is no longer where it was")
    INTERRUPTED_LOST_TRASH = "interrupted-lost-trash", QT_TRANSLATE_NOOP("engine", "was interrupted, and is no longer where it was; look for it in the trash")
    INTERRUPTED_UNSEEN = "interrupted-unseen", QT_TRANSLATE_NOOP("engine", "was interrupted, and cannot be looked at: {0}")
    NOT_KNOWN_TO_BE_OVER = "not-known-to-be-over", QT_TRANSLATE_NOOP("engine", "was begun and has not ended, and no lock tells whether that run is still at work; once no Variorum is, \"{0}\" finishes it")
    FOLDER_GONE = "folder-gone", QT_TRANSLATE_NOOP("engine", "its folder is no longer there: {0}")
    ON_DISK_AWAY = "on-disk-away", QT_TRANSLATE_NOOP("engine", "the disk of {0} is not connected")
    DISK_NOT_BACK = "disk-not-back", QT_TRANSLATE_NOOP("engine", "was interrupted, and the disk of {0} is not connected. Connect it and start Variorum again, or use \"{1}\"")
    COVERED_UNFINISHED = "covered-unfinished", QT_TRANSLATE_NOOP("engine", "was interrupted, and the disk that is mounted at {0} covers it. Unmount that disk and start Variorum again, or use \"{1}\"")
    DISK_NOT_CONNECTED = "disk-not-connected", QT_TRANSLATE_NOOP("engine", "the disk of {0} is not connected. Connect it and undo again; if the folder is on another disk for good, use \"{1}\"")
    COVERED_BY_DISK = "covered-by-disk", QT_TRANSLATE_NOOP("engine", "the disk that is mounted at {0} covers it. Unmount that disk and undo again; if the documents are on that disk for good, use \"{1}\"")
    IDENTICAL_NOT_CONNECTED = "identical-not-connected", QT_TRANSLATE_NOOP("engine", "the document that was kept is on a disk that is not connected: {0}. Connect it and undo again")
    FOLDER_NOT_BACK = "folder-not-back", QT_TRANSLATE_NOOP("engine", "was begun and has not ended, and this folder is not there or has become a link: {0}; it is finished once the folder is back, or by \"{1}\"")
    UNDO_INTERRUPTED = "undo-interrupted", QT_TRANSLATE_NOOP("engine", "its undo was interrupted; it can be undone again")

    # An undo
    NOTHING_TO_UNDO = "nothing-to-undo", QT_TRANSLATE_NOOP("engine", "there is nothing to undo")
    NO_BATCH = "no-batch", QT_TRANSLATE_NOOP("engine", "there is no batch {0}")
    NOTHING_TO_UNDO_IN = "nothing-to-undo-in", QT_TRANSLATE_NOOP("engine", "there is nothing to undo in batch {0}")
    MOVED_INTO_PROTECTED = "moved-into-protected", QT_TRANSLATE_NOOP("engine", "it is {0}, in a folder that is protected or excluded and loses nothing")
    NO_LONGER_WHERE_MOVED = "no-longer-where-moved", QT_TRANSLATE_NOOP("engine", "is no longer where it was moved to")
    WENT_NOBODY_KNOWS_WHERE = "went-nobody-knows-where", QT_TRANSLATE_NOOP("engine", "nobody knows where it went; look for it in the trash")
    CHANGED_SINCE_REMOVED = "changed-since-removed", QT_TRANSLATE_NOOP("engine", "was changed since it was removed; it is {0}")
    NO_IDENTICAL_LEFT = "no-identical-left", QT_TRANSLATE_NOOP("engine", "no identical document is left that it could be copied from")
    BACK_WITHOUT = "back-without", QT_TRANSLATE_NOOP("engine", "is back without what could not be given to it: {0}")
    BACK_COPY_STAYS = "back-copy-stays", QT_TRANSLATE_NOOP("engine", "is restored; a copy stays at {0} because it could not be deleted ({1})")
    NO_LONGER_THE_LINK = "no-longer-the-link", QT_TRANSLATE_NOOP("engine", "is no longer the link that was made")
    ANOTHER_FILE_NOW = "another-file-now", QT_TRANSLATE_NOOP("engine", "{0} is another file now")
    COPY_OR_ORIGINAL_CHANGED = "copy-or-original-changed", QT_TRANSLATE_NOOP("engine", "the copy or its original was changed since")

    # Settings and rules
    BAD_SIMILARITY = "bad-similarity", QT_TRANSLATE_NOOP("engine", "the least similarity must lie between {0} and 1, not {1}")
    BAD_CONTAINMENT = "bad-containment", QT_TRANSLATE_NOOP("engine", "the containment must lie between {0} and 1, not {1}")
    BAD_DISTANCE = "bad-distance", QT_TRANSLATE_NOOP("engine", "the distance must lie between 0 and {0} bits, not {1}")
    BAD_GROUPING = "bad-grouping", QT_TRANSLATE_NOOP("engine", "groups are made by {0}, there is no {1}")
    BAD_LARGEST_FILE = "bad-largest-file", QT_TRANSLATE_NOOP("engine", "the largest file must have 1 byte or more, not {0}")
    BAD_KEPT_TEXTS = "bad-kept-texts", QT_TRANSLATE_NOOP("engine", "the extracted texts that are kept may take 0 bytes or more, not {0}")
    BAD_KEEP_DAYS = "bad-keep-days", QT_TRANSLATE_NOOP("engine", "documents may be kept for 0 (for ever) to {0} days, not {1}")
    BAD_JOBS = "bad-jobs", QT_TRANSLATE_NOOP("engine", "the number of jobs must be 0 or more, not {0}")
    BAD_SECONDS = "bad-seconds", QT_TRANSLATE_NOOP("engine", "the seconds a file must be more than 0, not {0}")
    NO_RECIPE = "no-recipe", QT_TRANSLATE_NOOP("engine", "there is no recipe {0}; there are: {1}")
    BAD_RECIPE_OPTION = "bad-recipe-option", QT_TRANSLATE_NOOP("engine", "recipe {0}: options are {1}, not +{2}")
    RECIPE_WIDTHS = "recipe-widths", QT_TRANSLATE_NOOP("engine", "recipe {0}: a fingerprint has one width")
    WEIGHTS_UNREADABLE = "weights-unreadable", QT_TRANSLATE_NOOP("engine", "{0}: the table of word weights cannot be read: {1}")
    WEIGHTS_FOREIGN = "weights-foreign", QT_TRANSLATE_NOOP("engine", "{0}: is not the table of word weights that recipes are made with")
    NO_DICTIONARY = "no-dictionary", QT_TRANSLATE_NOOP("engine", "{0}: cannot be used as a dictionary: {1}")
    NO_RULE = "no-rule", QT_TRANSLATE_NOOP("engine", "{0} is no rule; there are {1}")
    RULE_TAKES = "rule-takes", QT_TRANSLATE_NOOP("engine", "the rule {0} takes {1}")
    RULE_TWICE = "rule-twice", QT_TRANSLATE_NOOP("engine", "the rule {0} is there twice")
    NO_RULE_MARKS_LINKED = "no-rule-marks-linked", QT_TRANSLATE_NOOP("engine", "no rule marks what is only linked")
    NO_RULE_MARKS_FORM = "no-rule-marks-form", QT_TRANSLATE_NOOP("engine", "no rule marks what is only on the same form")
    NO_RULE_MARKS_VERSION = "no-rule-marks-version", QT_TRANSLATE_NOOP("engine", "no rule marks earlier versions")
    NO_RULE_MARKS_BOILERPLATE = "no-rule-marks-boilerplate", QT_TRANSLATE_NOOP("engine", "no rule marks what only shares boilerplate")
    DESTINATION_SCANNED = "destination-scanned", QT_TRANSLATE_NOOP("engine", "{0}: is in {1}, where it would be found again. Choose another folder.")
    DESTINATION_AWAY = "destination-away", QT_TRANSLATE_NOOP("engine", "{0}: the disk of {1} is not connected; documents would be stored below it, where nobody sees them once it is connected. Connect it, or choose another folder.")
    NEEDS_DESTINATION = "needs-destination", QT_TRANSLATE_NOOP("engine", "{0} needs a destination")

    # A worker process
    WORKER_NOT_STARTED = "worker-not-started", QT_TRANSLATE_NOOP("engine", "a worker process cannot be started: {0}")
    WORKERS_END = "workers-end", QT_TRANSLATE_NOOP("engine", "worker processes end as soon as they are started, perhaps for want of memory")

    # A watch
    FOLDER_POLLED = "folder-polled", QT_TRANSLATE_NOOP("engine", "{0}: its disk does not tell of changes; it is looked at every {1} seconds")
    EVENTS_FAILED = "events-failed", QT_TRANSLATE_NOOP("engine", "{0}: the system does not tell of changes ({1}); it is looked at every {2} seconds")
    SYSTEM_LIMIT = "system-limit", QT_TRANSLATE_NOOP("engine", "its limit {0} is reached")
    EVENTS_LOST = "events-lost", QT_TRANSLATE_NOOP("engine", "changes came faster than the system keeps them; all folders are listed again")
    DISK_AWAY = "disk-away", QT_TRANSLATE_NOOP("engine", "the disk is not connected; documents on it stay in the index: {0}")
    ANOTHER_DISK = "another-disk", QT_TRANSLATE_NOOP("engine", "another disk is connected here; documents of the earlier disk stay in the index: {0}")
    ANOTHER_DISK_OVER = "another-disk-over", QT_TRANSLATE_NOOP("engine", "another disk is connected here; documents of the earlier disk that stay in the index: {0}; that were replaced by files with the same path: {1}")
    LEFT_OUT_AWAY = "left-out-away", QT_TRANSLATE_NOOP("engine", "the disk is not connected; documents on it that were not compared: {0}")
    FOLDER_AWAY = "folder-away", QT_TRANSLATE_NOOP("engine", "{0}: is not there; what is known of its documents is kept until it is there again")
    FOLDER_BACK = "folder-back", QT_TRANSLATE_NOOP("engine", "{0}: is there again")
    WATCH_WAITS = "watch-waits", QT_TRANSLATE_NOOP("engine", "what came is told later, for it cannot be stored now: {0}")
    WATCH_GOES_ON = "watch-goes-on", QT_TRANSLATE_NOOP("engine", "what came can be stored again")
    MORE_ALIKE = "more-alike", QT_TRANSLATE_NOOP("engine", "more documents are like it: {0}")
    SHORT_ARRIVAL = "short-arrival", QT_TRANSLATE_NOOP("engine", "is short: its fingerprint means little, so only shared passages and equal texts are found")
    ANOTHER_WATCH = "another-watch", QT_TRANSLATE_NOOP("engine", "another watch of this index is at work; this one begins when that one ends")
    ANOTHER_WATCH_NOW = "another-watch-now", QT_TRANSLATE_NOOP("engine", "{0}: another watch of this index is at work, and tells what comes")
    FILE_REPLACED = "file-replaced", QT_TRANSLATE_NOOP("engine", "{0}: was deleted or replaced while folders are watched; all folders are listed again")
    CLOCK_SET_BACK = "clock-set-back", QT_TRANSLATE_NOOP("engine", "the clock was set back by {0} s")
    DOCUMENTS_FORGOTTEN = "documents-forgotten", QT_TRANSLATE_NOOP("engine", "documents that came too long ago were forgotten: {0}")

    # A file of ours
    NOT_CREATED = "not-created", QT_TRANSLATE_NOOP("engine", "{0}: cannot be created: {1}")
    CANNOT_BE_READ = "cannot-be-read", QT_TRANSLATE_NOOP("engine", "{0}: cannot be read: {1}")
    CANNOT_BE_USED = "cannot-be-used", QT_TRANSLATE_NOOP("engine", "{0}: cannot be used: {1}")
    CANNOT_BE_WRITTEN = "cannot-be-written", QT_TRANSLATE_NOOP("engine", "{0}: cannot be written: {1}")
    OUTPUT_IS_DOCUMENT = "output-is-document", QT_TRANSLATE_NOOP("engine", "{0} is one of the scanned documents. Choose another name.")
    OUTPUT_BESIDE_DOCUMENTS = "output-beside-documents", QT_TRANSLATE_NOOP("engine", "{0}: is in {1}, which has scanned documents; name a file in another folder")
    OUTPUT_IS_OWN = "output-is-own", QT_TRANSLATE_NOOP("engine", "{0} holds data of Variorum. Choose another name.")
    ROLES_DAMAGED = "roles-damaged", QT_TRANSLATE_NOOP("engine", "{0}: is damaged, so it is not known which folders are protected; protect them again in the window, or delete this file")
    FOLDER_SETTINGS_DAMAGED = "folder-settings-damaged", QT_TRANSLATE_NOOP("engine", "{0}: is damaged, so it is not known how long documents are kept and which folders are watched; set it again in the window, or delete this file")
    NO_TABLE_FILE = "no-table-file", QT_TRANSLATE_NOOP("engine", "{0}: was not written: its name has to end in .csv or .json")
    IN_USE = "in-use", QT_TRANSLATE_NOOP("engine", "{0}: another program has been using it for over a minute")
    EQUAL_BYTES = "equal-bytes", QT_TRANSLATE_NOOP("engine", "{0} and {1} are identical byte for byte. There is no text to compare: {2}")
    FILE_HAS_NO_WORDS = "file-has-no-words", QT_TRANSLATE_NOOP("engine", "{0}: has no words to compare")
    INDEX_FOREIGN = "index-foreign", QT_TRANSLATE_NOOP("engine", "{0}: is a database of another program, not an index of Variorum; name another file")
    INDEX_EARLIER = "index-earlier", QT_TRANSLATE_NOOP("engine", "{0}: was made by an earlier version of Variorum, whose index this one does not read; rename it or name another file, and scan again. Nothing was changed.")
    INDEX_NEWER = "index-newer", QT_TRANSLATE_NOOP("engine", "{0}: was written by a newer version of Variorum (schema {1}, this one knows {2}); update Variorum or name another file. Nothing was changed.")
    INDEX_DAMAGED = "index-damaged", QT_TRANSLATE_NOOP("engine", "{0}: is damaged or no index of Variorum ({1}). It was left as it is: move it away, and the next scan makes a new one; your documents are not affected.")
    INDEX_SET_ASIDE = "index-set-aside", QT_TRANSLATE_NOOP("engine", "{0}: could not be used and is kept as {1}; a new index is made")
    INDEX_NOT_SET_ASIDE = "index-not-set-aside", QT_TRANSLATE_NOOP("engine", "{0}: cannot be used, and cannot be renamed: {1}")
    INDEX_FULL = "index-full", QT_TRANSLATE_NOOP("engine", "{0}: the disk is full or failing ({1}); what was written before is kept. Make room, then scan again.")
    JUDGEMENTS_FOREIGN = "judgements-foreign", QT_TRANSLATE_NOOP("engine", "{0}: is no list of judgements of Variorum. It was left as it is. Move it away, and a new list is begun.")
    JUDGEMENTS_NEWER = "judgements-newer", QT_TRANSLATE_NOOP("engine", "{0}: was written by a newer version of Variorum; update Variorum. Nothing was changed.")
    JUDGEMENTS_DAMAGED = "judgements-damaged", QT_TRANSLATE_NOOP("engine", "{0}: is damaged or no list of judgements of Variorum ({1}). It was left as it is. Move it away, and a new list is begun; what you said of duplicates, the encodings you chose and the marks are not known to Variorum then. Your documents are not affected.")
    ARRIVALS_FOREIGN = "arrivals-foreign", QT_TRANSLATE_NOOP("engine", "{0}: is no list of arrivals of Variorum. It was left as it is. Move it away, and a new list is begun.")
    ARRIVALS_NEWER = "arrivals-newer", QT_TRANSLATE_NOOP("engine", "{0}: is a list of arrivals of a newer version of Variorum; update Variorum. Nothing was changed.")
    ARRIVALS_DAMAGED = "arrivals-damaged", QT_TRANSLATE_NOOP("engine", "{0}: is damaged or no list of arrivals of Variorum ({1}). It was left as it is. Move it away, and a new list is begun; the documents that are there then are taken for known. Your documents are not affected.")
    CORE_MISSING = "core-missing", QT_TRANSLATE_NOOP("engine", "{0}: is missing, a part of Variorum that is built when it is installed. Install Variorum again (a checkout: pip install -e .).")
    CORE_UNUSABLE = "core-unusable", QT_TRANSLATE_NOOP("engine", "{0}: cannot be used, a part of Variorum that is built when it is installed ({1}). Install Variorum again (a checkout: pip install -e .).")
    CORE_OTHER_VERSION = "core-other-version", QT_TRANSLATE_NOOP("engine", "{0}: belongs to another version of Variorum ({1}, this one needs {2}). Install Variorum again (a checkout: pip install -e .).")
    CORE_MACHINE = "core-machine", QT_TRANSLATE_NOOP("engine", "Variorum runs on x64 and arm64 processors only (64-bit, little-endian); this is {0}")
    JOURNAL_FOREIGN = "journal-foreign", QT_TRANSLATE_NOOP("engine", "{0}: is a database of another program, not a journal")
    JOURNAL_NEWER = "journal-newer", QT_TRANSLATE_NOOP("engine", "{0}: was written by a newer version of Variorum (schema {1}, this one knows {2}); update Variorum. Nothing was changed.")
    JOURNAL_DAMAGED = "journal-damaged", QT_TRANSLATE_NOOP("engine", "{0}: is damaged or no journal of Variorum ({1}). It was left as it is, and nothing is removed without it. Move it away, and the next removal begins a new one; what was removed before cannot be undone by Variorum then.")
    JOURNAL_IN_USE = "journal-in-use", QT_TRANSLATE_NOOP("engine", "{0}: another program has been using it for over a minute. Without this journal nothing is removed.")
    JOURNAL_FULL = "journal-full", QT_TRANSLATE_NOOP("engine", "{0}: the disk is full or failing ({1}). Without this journal nothing is removed.")
    JOURNAL_UNUSABLE = "journal-unusable", QT_TRANSLATE_NOOP("engine", "{0}: cannot be used: {1}. Without this journal nothing is removed.")
    RESULTS_FOREIGN = "results-foreign", QT_TRANSLATE_NOOP("engine", "{0}: is no file of saved results")
    RESULTS_EARLIER = "results-earlier", QT_TRANSLATE_NOOP("engine", "{0}: was saved by an earlier version of Variorum, whose results this one does not read; scan again and save them anew")
    RESULTS_NEWER = "results-newer", QT_TRANSLATE_NOOP("engine", "{0}: was saved by a newer version of Variorum (format {1}, this one reads up to {2})")
    RESULTS_OTHER_SYSTEM = "results-other-system", QT_TRANSLATE_NOOP("engine", "{0}: was saved on another kind of system ({1}), whose paths mean nothing here")
    RESULTS_DAMAGED = "results-damaged", QT_TRANSLATE_NOOP("engine", "{0}: is damaged and was not opened ({1})")
    LINE_TOO_LONG = "line-too-long", QT_TRANSLATE_NOOP("engine", "a line of it is longer than any that is written")
    HOLDS_TOO_MUCH = "holds-too-much", QT_TRANSLATE_NOOP("engine", "it says more than a file of its size can hold")
    ENDS_TOO_EARLY = "ends-too-early", QT_TRANSLATE_NOOP("engine", "it ends too early")
    HOLDS_TOO_LITTLE = "holds-too-little", QT_TRANSLATE_NOOP("engine", "it does not hold as much as it says")
    PAIR_WITHOUT_WORDS = "pair-without-words", QT_TRANSLATE_NOOP("engine", "a pair of documents without words")
    BAD_SETTING = "bad-setting", QT_TRANSLATE_NOOP("engine", "the setting {0} cannot be {1}")
    BELOW_ZERO = "below-zero", QT_TRANSLATE_NOOP("engine", "{0} is below 0")
    NO_ROW = "no-row", QT_TRANSLATE_NOOP("engine", "there is no row {0}")
    NO_WHOLE_NUMBER = "no-whole-number", QT_TRANSLATE_NOOP("engine", "{0} is no whole number")
    NO_NUMBER = "no-number", QT_TRANSLATE_NOOP("engine", "{0} is no number")
    NO_SHARE = "no-share", QT_TRANSLATE_NOOP("engine", "{0} is no share")
    NO_FLAG = "no-flag", QT_TRANSLATE_NOOP("engine", "{0} is neither true nor false")
    NO_LIST = "no-list", QT_TRANSLATE_NOOP("engine", "{0} is no list")
    NO_TEXT = "no-text", QT_TRANSLATE_NOOP("engine", "{0} is no text")
    NO_PATH = "no-path", QT_TRANSLATE_NOOP("engine", "{0} is no path from the root")
    NO_FILE_NAME = "no-file-name", QT_TRANSLATE_NOOP("engine", "{0} is no path")
    NO_HASH = "no-hash", QT_TRANSLATE_NOOP("engine", "{0} is no hash")
    SAME_ID = "same-id", QT_TRANSLATE_NOOP("engine", "two documents have the id {0}")
    ID_TOO_LONG = "id-too-long", QT_TRANSLATE_NOOP("engine", "an id has more than {0} characters")

    # A reason with what it is about, and two in a row
    OF = "of", QT_TRANSLATE_NOOP("engine", "{0}: {1}")
    BOTH = "both", QT_TRANSLATE_NOOP("engine", "{0}; {1}")

    # What the system says when it refuses (``os.strerror``), as Linux puts it; named as in ``errno``
    EACCES = "EACCES", QT_TRANSLATE_NOOP("engine", "Permission denied")
    EPERM = "EPERM", QT_TRANSLATE_NOOP("engine", "Operation not permitted")
    ENOENT = "ENOENT", QT_TRANSLATE_NOOP("engine", "No such file or directory")
    ENOSPC = "ENOSPC", QT_TRANSLATE_NOOP("engine", "No space left on device")
    EROFS = "EROFS", QT_TRANSLATE_NOOP("engine", "Read-only file system")
    EISDIR = "EISDIR", QT_TRANSLATE_NOOP("engine", "Is a directory")
    ENOTDIR = "ENOTDIR", QT_TRANSLATE_NOOP("engine", "Not a directory")
    EIO = "EIO", QT_TRANSLATE_NOOP("engine", "Input/output error")
    EBUSY = "EBUSY", QT_TRANSLATE_NOOP("engine", "Device or resource busy")
    EEXIST = "EEXIST", QT_TRANSLATE_NOOP("engine", "File exists")
    EMFILE = "EMFILE", QT_TRANSLATE_NOOP("engine", "Too many open files")
    ENFILE = "ENFILE", QT_TRANSLATE_NOOP("engine", "Too many open files in system")
    ENAMETOOLONG = "ENAMETOOLONG", QT_TRANSLATE_NOOP("engine", "File name too long")
    ELOOP = "ELOOP", QT_TRANSLATE_NOOP("engine", "Too many levels of symbolic links")
    ENOTEMPTY = "ENOTEMPTY", QT_TRANSLATE_NOOP("engine", "Directory not empty")
    EXDEV = "EXDEV", QT_TRANSLATE_NOOP("engine", "Invalid cross-device link")
    EDQUOT = "EDQUOT", QT_TRANSLATE_NOOP("engine", "Disk quota exceeded")
    EFBIG = "EFBIG", QT_TRANSLATE_NOOP("engine", "File too large")
    ESTALE = "ESTALE", QT_TRANSLATE_NOOP("engine", "Stale file handle")
    ETIMEDOUT = "ETIMEDOUT", QT_TRANSLATE_NOOP("engine", "Connection timed out")
    ENODEV = "ENODEV", QT_TRANSLATE_NOOP("engine", "No such device")
    ENXIO = "ENXIO", QT_TRANSLATE_NOOP("engine", "No such device or address")
    EINVAL = "EINVAL", QT_TRANSLATE_NOOP("engine", "Invalid argument")
    ENOMEM = "ENOMEM", QT_TRANSLATE_NOOP("engine", "Cannot allocate memory")
    ENOTCONN = "ENOTCONN", QT_TRANSLATE_NOOP("engine", "Transport endpoint is not connected")
    EHOSTDOWN = "EHOSTDOWN", QT_TRANSLATE_NOOP("engine", "Host is down")
    EHOSTUNREACH = "EHOSTUNREACH", QT_TRANSLATE_NOOP("engine", "No route to host")
    ECONNREFUSED = "ECONNREFUSED", QT_TRANSLATE_NOOP("engine", "Connection refused")
    ENOEXEC = "ENOEXEC", QT_TRANSLATE_NOOP("engine", "Exec format error")
    ETXTBSY = "ETXTBSY", QT_TRANSLATE_NOOP("engine", "Text file busy")
    EOPNOTSUPP = "EOPNOTSUPP", QT_TRANSLATE_NOOP("engine", "Operation not supported")
    EBADF = "EBADF", QT_TRANSLATE_NOOP("engine", "Bad file descriptor")
    EINTR = "EINTR", QT_TRANSLATE_NOOP("engine", "Interrupted system call")
    EAGAIN = "EAGAIN", QT_TRANSLATE_NOOP("engine", "Resource temporarily unavailable")
    # fmt: on


BRIEFLY: Mapping[ReasonCode, str] = {
    ReasonCode.IS_BINARY: QT_TRANSLATE_NOOP("not-read", "not text"),
    ReasonCode.IS_ARCHIVE: QT_TRANSLATE_NOOP("not-read", "archive"),
    ReasonCode.IS_MAILBOX: QT_TRANSLATE_NOOP("not-read", "mailbox"),
    ReasonCode.NO_KNOWN_ENCODING: QT_TRANSLATE_NOOP("not-read", "unknown encoding"),
    ReasonCode.NOT_IN_ENCODING: QT_TRANSLATE_NOOP("not-read", "unknown encoding"),
    ReasonCode.NOT_IN_CHOSEN_ENCODING: QT_TRANSLATE_NOOP("not-read", "unknown encoding"),
    ReasonCode.UNKNOWN_ENCODING: QT_TRANSLATE_NOOP("not-read", "unknown encoding"),
    ReasonCode.PASSWORD: QT_TRANSLATE_NOOP("not-read", "password"),
    ReasonCode.DAMAGED: QT_TRANSLATE_NOOP("not-read", "damaged"),
    ReasonCode.NO_DIRECTORY: QT_TRANSLATE_NOOP("not-read", "damaged"),
    ReasonCode.NOT_HTML: QT_TRANSLATE_NOOP("not-read", "damaged"),
    ReasonCode.UNPACKS_TOO_LARGE: QT_TRANSLATE_NOOP("not-read", "too large"),
    ReasonCode.TOO_LARGE: QT_TRANSLATE_NOOP("not-read", "too large"),
    ReasonCode.NO_TEXT_LAYER: QT_TRANSLATE_NOOP("not-read", "no text layer: a scan?"),
    ReasonCode.WORD_TOO_OLD: QT_TRANSLATE_NOOP("not-read", "before Word 97"),
    ReasonCode.FAST_SAVED: QT_TRANSLATE_NOOP("not-read", "fast save"),
    ReasonCode.TOO_LONG: QT_TRANSLATE_NOOP("not-read", "took too long"),
    ReasonCode.NO_RIGHTS: QT_TRANSLATE_NOOP("not-read", "no rights"),
    ReasonCode.NO_READER: QT_TRANSLATE_NOOP("not-read", "format not read"),
}
"""Short reasons, where skipped files are counted; any other is an ``OTHER_REASON``."""

OTHER_REASON = QT_TRANSLATE_NOOP("not-read", "not readable")


LONGEST_VALUE = 10_000
"""Characters of a value; the rest is cut off."""

_DEEPEST = 12  # reasons within reasons
_GREATEST = 1 << 63


def megabytes(size: int) -> str:
    return f"{size / 1e6:.0f}" if size >= 1e9 else f"{size / 1e6:.4g}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is as it is; prints as a sentence.

    ``values`` fill the fields of the code's template. Raises ``ValueError`` for a wrong number.
    """

    code: ReasonCode
    values: "tuple[str | int | Reason, ...]" = ()

    def __post_init__(self) -> None:
        if len(self.values) != field_count(self.code):
            raise ValueError(f"{self.code!r} has {field_count(self.code)} values")
        if any(isinstance(one, str) and len(one) > LONGEST_VALUE for one in self.values):
            cut = (one[:LONGEST_VALUE] if isinstance(one, str) else one for one in self.values)
            object.__setattr__(self, "values", tuple(cut))

    def __str__(self) -> str:
        return self.code.template.format(*self.values)


@cache
def field_count(code: ReasonCode) -> int:
    return sum(field is not None for _, field, _, _ in Formatter().parse(code.template))


def of_text(text: str) -> Reason:
    return Reason(ReasonCode.TEXT, (text,))


def reason_of(error: BaseException) -> Reason:
    """Return the reason among an error's arguments, else its text or that of the system."""
    carried: tuple[object, ...] = (getattr(error, "strerror", None), *error.args)
    for one in carried:
        if isinstance(one, Reason):
            return one
    if not isinstance(error, OSError):
        return of_text(str(error))
    said = error.strerror or str(error)
    code = _of_system().get(error.errno or 0)
    # elsewhere than on Linux the system has other words, and so may a program that raises it
    return Reason(code) if code is not None and code.template == said else of_text(said)


@cache
def _of_system() -> dict[int, ReasonCode]:
    named = {getattr(errno, code.name, None): code for code in ReasonCode}
    return {number: code for number, code in named.items() if number is not None}


def joined(reasons: list[Reason]) -> Reason:
    if len(reasons) == 1:
        return reasons[0]
    half = len(reasons) // 2  # from the middle: a thousand of them are ten deep
    return Reason(ReasonCode.BOTH, (joined(reasons[:half]), joined(reasons[half:])))


# --- in files -----------------------------------------------------------------------------------


def to_plain(reason: Reason) -> list[object]:
    """Return a reason for JSON: the code, then the values."""
    values = (to_plain(one) if isinstance(one, Reason) else one for one in reason.values)
    return [reason.code.value, *values]


def from_plain(found: object, depth: int = _DEEPEST) -> Reason:
    """Undo ``to_plain``; return ``UNKNOWN`` for anything else. Texts are cut to ``LONGEST_VALUE``."""
    unknown = Reason(ReasonCode.UNKNOWN)
    if not isinstance(found, list) or not found or not depth:
        return unknown
    values: list[str | int | Reason] = []
    for one in found[1:]:
        if isinstance(one, list):
            values.append(from_plain(one, depth - 1))
        elif isinstance(one, str) or (type(one) is int and -_GREATEST <= one < _GREATEST):
            values.append(one)
        else:
            return unknown
    try:
        return Reason(ReasonCode(found[0]), tuple(values))
    except ValueError:
        return unknown


def to_json(reason: Reason | None) -> str:
    """Return a reason as a database keeps it, empty for None."""
    return "" if reason is None else json.dumps(to_plain(reason), separators=(",", ":"))


@lru_cache(maxsize=1000)  # of 100,000 problems most have one of a few reasons
def from_json(stored: str) -> Reason | None:
    if not stored:
        return None
    try:
        return from_plain(json.loads(stored))
    except (ValueError, RecursionError):
        return Reason(ReasonCode.UNKNOWN)


def reason_in(stored: str | None) -> Reason:
    """Return the reason in a column that must have one, else ``UNKNOWN``."""
    return from_json(stored or "") or Reason(ReasonCode.UNKNOWN)


# --- sentences ------------------------------------------------------------------------------------

_FIELD = re.compile(r"\{\d+\}")
# said by none alone; and the signs of the last two stand in many a text
_NEVER_KEPT = {ReasonCode.TEXT, ReasonCode.UNKNOWN, ReasonCode.OF, ReasonCode.BOTH}


def recognised(sentence: str) -> Reason:
    """Return the reason of a sentence, as in a journal of the first edition.

    Its fields may hold sentences too. A sentence without a template is a text.

    >>> found = recognised("it took longer than 3 s; left out")
    >>> found.code, found.values[0].code, recognised("took 3 cups").code
    (<ReasonCode.IT: 'it'>, <ReasonCode.TOO_LONG: 'too-long'>, <ReasonCode.TEXT: 'text'>)
    """
    return _recognised(sentence[:LONGEST_VALUE], _DEEPEST) or of_text(sentence)


def _recognised(sentence: str, depth: int) -> Reason | None:
    for code, longest, pattern in _patterns() if depth else ():
        found = pattern.fullmatch(sentence) if longest in sentence else None
        if found is not None:
            values = (_recognised(value, depth - 1) or value for value in found.groups())
            return Reason(code, tuple(values))
    return None


@cache
def _patterns() -> list[tuple[ReasonCode, str, re.Pattern[str]]]:
    """Return codes with their longest fixed words and the pattern of their sentences.

    The code with most fixed words is first.
    """
    codes = [code for code in ReasonCode if code not in _NEVER_KEPT]
    codes.sort(key=lambda code: len(_FIELD.sub("", code.template)), reverse=True)
    return [
        (
            code,
            max(_FIELD.split(code.template), key=len),
            re.compile("(.*?)".join(map(re.escape, _FIELD.split(code.template))), re.DOTALL),
        )
        for code in codes
    ]


class WhyKept(StrEnum):
    """What decided that a document is the kept one of its group, in English: see ``why_kept``."""

    CHOSEN = QT_TRANSLATE_NOOP("KeptReason", "your choice")
    OWN_FILE = QT_TRANSLATE_NOOP("KeptReason", "a file of its own")
    UNDAMAGED = QT_TRANSLATE_NOOP("KeptReason", "undamaged")
    WHOLE = QT_TRANSLATE_NOOP("KeptReason", "contains the others")
    VERSION = QT_TRANSLATE_NOOP("KeptReason", "higher version by name")
    STATED_DATE = QT_TRANSLATE_NOOP("KeptReason", "states the later date")
    MODIFIED_LAST = QT_TRANSLATE_NOOP("KeptReason", "modified last")
    MOST_COPIES = QT_TRANSLATE_NOOP("KeptReason", "has most copies")
    SIMILAR_TO_MOST = QT_TRANSLATE_NOOP("KeptReason", "similar to most")
    LONGEST = QT_TRANSLATE_NOOP("KeptReason", "longest text")
    FORMAT = QT_TRANSLATE_NOOP("KeptReason", "best format")
    ENCODING = QT_TRANSLATE_NOOP("KeptReason", "best encoding")
    NO_COPY_NAME = QT_TRANSLATE_NOOP("KeptReason", "not named as a copy")
    OLDEST = QT_TRANSLATE_NOOP("KeptReason", "oldest")
    SHORTEST_PATH = QT_TRANSLATE_NOOP("KeptReason", "shortest path")
    FIRST_ON_DISK = QT_TRANSLATE_NOOP("KeptReason", "first on the disk")
    SHORTEST_NAME = QT_TRANSLATE_NOOP("KeptReason", "shortest name")
    FIRST = QT_TRANSLATE_NOOP("KeptReason", "first by path")


class Doubt(StrEnum):
    """Why a person should look at a member before it is removed, in English: see ``doubts``."""

    NEWER = QT_TRANSLATE_NOOP(
        "KeptReason", "check: newer by date"
    )  # of a lower version by its name
    HIGHER = QT_TRANSLATE_NOOP("KeptReason", "check: higher version by name")  # but older


class SimcoreError(Exception):
    """A run cannot continue; ``str()`` of it is a sentence for the user.

    The window translates a ``Reason``, or a code with its values; a text is for the command line.

    >>> try:
    ...     simcore.scan("nowhere")
    ... except SimcoreError as error:
    ...     print(type(error).__name__, error, sep=": ")
    FolderError: nowhere: does not exist
    """

    def __init__(self, reason: Reason | ReasonCode | str, *values: str | int | Reason) -> None:
        super().__init__(Reason(reason, values) if isinstance(reason, ReasonCode) else reason)

    @property
    def reason(self) -> Reason:
        return reason_of(self)


class ConfigError(SimcoreError, ValueError):
    """A parameter, as of ``ScanConfig``, is out of its range."""


class FolderError(SimcoreError):
    """A folder or file to scan is missing, is neither, or cannot be listed.

    >>> simcore.scan("nowhere")
    Traceback (most recent call last):
    simcore.model.reasons.FolderError: nowhere: does not exist
    """


class IncompleteError(SimcoreError):
    """A run came to its end, but some files could not be read, removed or restored."""


class IndexFileError(SimcoreError):
    """The index file cannot be used.

    >>> simcore.FingerprintIndex(Path("documents"))
    Traceback (most recent call last):
    simcore.model.reasons.IndexFileError: documents: is no regular file
    """


class IndexTooOldError(IndexFileError):
    """The index was made by an earlier version of Variorum; ``renew_index`` renames it."""


class IndexTooNewError(IndexFileError):
    """The index was written by a newer version of Variorum; it is left unchanged."""


class IndexCorruptError(IndexFileError):
    """The file is no index of Variorum, or is damaged; it is left unchanged.

    >>> simcore.FingerprintIndex(Path("documents/Notes/scanned-page.txt"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.reasons.IndexCorruptError: ...: is damaged or no index of Variorum...
    """


class IndexFullError(IndexFileError):
    """The disk is full or the index cannot be written."""


class CoreError(SimcoreError):
    """The compiled core or its tables cannot be used: nothing can be read or compared."""


class JournalError(SimcoreError):
    """The journal cannot be used: too new, damaged, foreign, not writable, or in use.

    >>> simcore.Journal(Path("documents/Notes/scanned-page.txt"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.reasons.JournalError: ...: is damaged or no journal of Variorum...
    """


class RolesError(SimcoreError):
    """The roles of folders cannot be read or kept: ``read_roles`` of damaged ones."""


class FolderSettingsError(SimcoreError):
    """The settings of folders cannot be read or kept: ``read_folder_settings`` of damaged ones."""


class ReadError(SimcoreError):
    """One document cannot be used; the message is the reason, without the path.

    >>> simcore.read_document("合同.txt", bytes(8))
    Traceback (most recent call last):
    simcore.model.reasons.ReadError: is binary, not text
    """


def damaged(what: str | Reason) -> ReadError:
    return ReadError(ReasonCode.DAMAGED, what)


class ResultsFileError(SimcoreError):
    """A file of saved results cannot be written, or cannot be read as such.

    >>> simcore.load_results(Path("documents/Notes/untitled.txt"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.model.reasons.ResultsFileError: ...untitled.txt: is no file of saved results
    """


class StringsFileError(SimcoreError):
    """A file of strings, as a library or a table, cannot be written, or cannot be read as one.

    >>> _ = Path("a.csv").write_text("正文", "utf-8")
    >>> simcore.read_column("a.csv", "x")
    Traceback (most recent call last):
    simcore.model.reasons.StringsFileError: a.csv: its first line has no column 'x'; it has '正文'
    """
