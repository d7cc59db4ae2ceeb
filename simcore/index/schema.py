"""The tables of the index file.

Files of before ``PRAGMA user_version`` counted from 1 have ``EARLIER_ID``. These, and files of a
version below ``FIRST_VERSION``, are refused and left unchanged: an index can be built again. Until
the first release, a change to the tables raises ``FIRST_VERSION``; after it, a change is a new
entry of ``MIGRATIONS``, and a published entry is never edited.
"""

APPLICATION_ID = 0x56617269

EARLIER_ID = 0x5661726D
"""Four letters, Varm: the index of earlier versions."""

FIRST_VERSION = 3

# fingerprints of 128 bits are blobs, lowest byte first: the view prints them highest first
_DIGITS = " || ".join(f"hex(substr(fingerprint.value, {at}, 1))" for at in range(16, 0, -1))

_TABLES = f"""
-- no value is stored twice: path ends with a separator
create table folder (id integer primary key, path blob not null unique);
create table encoding (id integer primary key, name text not null unique);
-- a recipe's name with its version and the hash of its dictionary
create table recipe (id integer primary key, key text not null unique);

-- a normalised text: files that hold the same text share it. What belongs to a text that goes is
-- deleted by hand: to find it, no index is kept
create table text (
    id integer primary key,
    hash blob not null,
    characters integer not null
);
-- not unique: four bytes of a hash are enough to find it, and half the size of all
create index text_hash on text (substr(hash, -4));

-- a file: text is null where it gave none, and stage and reason (simcore/model/reasons.py, as JSON)
-- say why. With a text, they say why only a part was read.
-- device and inode are numbers, or blobs of 16 bytes, lowest first, where a number is too short.
-- ctime_ns is null where it is not known: a scan looks at the bytes of such a file.
-- form_hash is what a reader sees, words_hash its words alone where that differs.
-- guessed is how the encoding was found: 0 for sure, 1 guessed, 2 chosen by a person.
-- arrived is in seconds since 1970
create table document (
    id integer primary key,
    folder integer not null references folder (id),
    name blob not null,
    size integer not null,
    mtime_ns integer not null,
    device blob not null,
    inode blob not null,
    ctime_ns integer,
    reader integer not null,
    content_hash blob,
    text integer references text (id),
    encoding integer references encoding (id),
    lossy integer not null,
    stage text,
    reason text,
    form_hash blob,
    words_hash blob,
    guessed integer,
    title text,
    script text,
    stated integer,
    arrived integer not null
);
create unique index document_path on document (folder, name);
create index document_text on document (text);

-- value, signed, or a blob if it has 128 bits, is null where a text has no features
create table fingerprint (
    recipe integer not null references recipe (id),
    text integer not null,
    value integer,
    tokens integer not null,
    features integer not null,
    primary key (recipe, text)
) without rowid;
-- place is recipe * 524288 + number of the block * 65536 + key
create table block (
    place integer not null,
    text integer not null,
    primary key (place, text)
) without rowid;
-- the sketch of a text (simcore/candidates/sketches.py)
create table passage (
    text integer primary key references text (id) on delete cascade,
    hashes blob not null
);

-- exact comparisons: true of two texts for good, whatever the recipe.
-- numbers_only is a place in BADGES (simcore/index/database.py)
create table comparison (
    "left" integer not null references text (id) on delete cascade,
    "right" integer not null references text (id) on delete cascade,
    shared integer not null,
    left_size integer not null,
    right_size integer not null,
    numbers_only integer not null,
    primary key ("left", "right")
) without rowid;
create index comparison_right on comparison ("right");

-- the candidate cache (simcore/pipeline/candidates.py): the newest have the greatest ids.
-- Which pairs are forms (simcore/pipeline/forms.py) has ids below 0, the newest the lowest
create table proposal (
    id integer primary key,
    key blob not null unique,
    pairs blob not null
);

-- files that came too long ago (simcore/index/age.py): a day is that of their arrival, in days
-- since 1970
create table forgotten (
    scope blob not null,
    day integer not null,
    files blob not null,
    primary key (scope, day)
) without rowid;

-- the last mark, see mark_anew in simcore/index/index.py
create table mark (value blob not null);

-- where disks were mounted, and the documents on them (simcore/index/disks.py): those on the
-- system's disk have no row
create table disk (
    id integer primary key,
    point blob not null,
    mark text not null,
    unique (point, mark)
);
create table on_disk (
    document integer primary key references document (id) on delete cascade,
    disk integer not null references disk (id)
);

-- for people: paths as text, fingerprints as they are printed
create view documents as
    select document.id, cast(folder.path || document.name as text) as path, document.size,
        encoding.name as encoding, recipe.key as recipe,
        case typeof(fingerprint.value)
            when 'blob' then lower({_DIGITS})
            when 'integer' then printf('%016x', fingerprint.value)
        end as fingerprint,
        fingerprint.tokens
    from document
    join folder on folder.id = document.folder
    left join encoding on encoding.id = document.encoding
    left join fingerprint on fingerprint.text = document.text
    left join recipe on recipe.id = fingerprint.recipe;
"""

MIGRATIONS: tuple[str, ...] = (_TABLES,)
"""The tables, then the script from each version to the next."""

VERSION = FIRST_VERSION + len(MIGRATIONS) - 1
