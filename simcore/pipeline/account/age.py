"""What of a listing is left to read: files that came too long ago are left out."""

import os
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from simcore.files.listed import Files, Listing
from simcore.model.config import SECONDS_A_DAY, ScanConfig
from simcore.model.records import INSIDE, ListedFile
from simcore.store.age.forgetting import Forgotten, forget_old
from simcore.store.age.forgotten import (
    drop_gone,
    file_key,
    inode_key,
    keep_forgotten,
    recall_forgotten,
    scope_of,
    scopes_of,
)
from simcore.store.index import FingerprintIndex
from simcore.store.listing_diff import ListingDiff


@dataclass(frozen=True, slots=True)
class Admitted:
    """The files to read, how many came too long ago, and when some of the others came before."""

    new: Files
    outside: int = 0
    arrivals: dict[Path, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScanAge:
    """The days for which a scan keeps documents, at the moment when it began."""

    index: FingerprintIndex
    config: ScanConfig
    now: float

    def forget(self, listing: Listing) -> Forgotten:
        """Forget what came too long ago below the listed folders, to be set against the rest.

        The file becomes smaller at the end of the scan: new documents take the room first.
        """
        scopes = scopes_of(listing.roots, self.config)
        return forget_old(self.index, self.config.retention, self.now, scopes)

    def admit(self, listing: Listing, known: ListingDiff) -> Admitted:
        """Return what is to be read of the files that the index does not know.

        A file that was forgotten and is not too old any more, since the days became more, came when
        it did. So did one that has another name now.
        """
        if not known.new and not self.config.retention.forgets:
            return Admitted(known.new)
        arrivals = self._moved(known)
        forgotten = recall_forgotten(self.index)
        if not forgotten.rows:
            return Admitted(known.new, 0, arrivals)
        keys = [_key(file) for file in known.new]
        others = [  # the key of a file under any name; of what is in an archive that by its path
            key if file.device == INSIDE else inode_key(file.inode, file.size, file.mtime_ns)
            for file, key in zip(known.new, keys, strict=True)
        ]
        new: list[ListedFile] = []
        retention = self.config.retention
        there: list[int] = []
        moved: dict[tuple[bytes, int], list[int]] = defaultdict(list)
        scopes = scopes_of(listing.roots, self.config)
        by_path, by_inode = forgotten.days_of(keys), forgotten.days_of(others)
        for file, key, other, *days in zip(known.new, keys, others, by_path, by_inode, strict=True):
            day = days[0] if days[0] is not None else days[1]
            if day is None:
                new.append(file)
                continue
            kept = key if days[0] is not None else other
            there += (key, other)
            came = day * SECONDS_A_DAY
            if not retention.is_outside(_folder(file), came, self.now):
                new.append(file)
                arrivals[file.real_path] = came
            elif scope := scope_of(_folder(file), scopes):
                moved[scope, day].append(kept)
        keep_forgotten(self.index, moved)
        whole = self._whole(listing)
        if whole:
            gone = np.setdiff1d(forgotten.keys, np.array(there, dtype=np.uint64))
            drop_gone(self.index, whole, gone)
        return Admitted(Files(new), len(known.new) - len(new), arrivals)

    def _moved(self, known: ListingDiff) -> dict[Path, int]:
        moved = [one for one in known.moved if not os.path.lexists(one[1])]
        came = self.index.arrivals(document for document, _, _ in moved) if moved else {}
        return {file.real_path: came[document] for document, _, file in moved if document in came}

    def _whole(self, listing: Listing) -> list[bytes]:
        """Return the scopes whose files were all listed."""
        whole = [
            root
            for root in listing.roots
            if not any(
                one.is_relative_to(root) or root.is_relative_to(one)
                for one in (*listing.unlisted, *self.index.away.values())
            )
        ]
        return list(scopes_of(whole, self.config).values())


def _folder(file: ListedFile) -> Path:
    return Path(file.folder.real)


def _key(file: ListedFile) -> int:
    return file_key(os.fsencode(file.folder.real + file.name), file.size, file.mtime_ns)
