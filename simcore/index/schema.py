"""The tables of the index file, and the migrations from older versions.

A migration is one entry of ``MIGRATIONS``: the script from the version of its index to the next.
Never edit a published entry.
"""

APPLICATION_ID = 0x5661726D
"""Four letters: Varm."""

_FIRST = """
-- a normalised text: files that hold the same text share it
create table text (
    id integer primary key,
    hash blob not null unique,
    characters integer not null
);
-- a file: text is null where it gave none, and stage and reason say why
create table document (
    id integer primary key,
    path blob not null unique,
    size integer not null,
    mtime_ns integer not null,
    device blob not null,
    inode blob not null,
    reader integer not null,
    content_hash blob,
    text integer references text (id),
    encoding text,
    lossy integer not null,
    stage text,
    reason text
);
create index document_text on document (text);
-- a recipe's name with its version and the hash of its dictionary
create table recipe (id integer primary key, key text not null unique);
-- value, signed, is null where a text has no features
create table fingerprint (
    recipe integer not null references recipe (id),
    text integer not null references text (id) on delete cascade,
    value integer,
    tokens integer not null,
    features integer not null,
    primary key (recipe, text)
) without rowid;
create index fingerprint_text on fingerprint (text);
create table block (
    recipe integer not null references recipe (id),
    no integer not null,
    key integer not null,
    text integer not null references text (id) on delete cascade,
    primary key (recipe, no, key, text)
) without rowid;
create index block_text on block (text);
-- exact comparisons: true of two texts for good, whatever the recipe
create table comparison (
    "left" integer not null references text (id) on delete cascade,
    "right" integer not null references text (id) on delete cascade,
    shared integer not null,
    left_size integer not null,
    right_size integer not null,
    primary key ("left", "right")
) without rowid;
create index comparison_right on comparison ("right");
-- for people: paths as text, fingerprints as they are printed
create view documents as
    select document.id, cast(document.path as text) as path, document.size, document.encoding,
        recipe.key as recipe, printf('%016x', fingerprint.value) as fingerprint,
        fingerprint.tokens
    from document
    left join fingerprint on fingerprint.text = document.text
    left join recipe on recipe.id = fingerprint.recipe;
"""

_PASSAGES = """
-- the sample of a text's shingles: little-endian 32-bit values, ascending
create table passage (
    text integer primary key references text (id) on delete cascade,
    hashes blob not null
);
"""

# fingerprints of 128 bits are blobs, lowest byte first: the views print them highest first
_DIGITS = " || ".join(f"hex(substr(fingerprint.value, {at}, 1))" for at in range(16, 0, -1))
_PRINTED = f"""case typeof(fingerprint.value)
            when 'blob' then lower({_DIGITS})
            when 'integer' then printf('%016x', fingerprint.value)
        end as fingerprint,
        fingerprint.tokens"""

_WIDTHS = f"""
drop view documents;
create view documents as
    select document.id, cast(document.path as text) as path, document.size, document.encoding,
        recipe.key as recipe,
        {_PRINTED}
    from document
    left join fingerprint on fingerprint.text = document.text
    left join recipe on recipe.id = fingerprint.recipe;
"""

# shingles have changed, and so has all that is made of them
_BADGES = """
delete from passage;
delete from comparison;
alter table comparison add column numbers_only integer not null default 0;
"""

# smaller: no value is stored twice, and integers take as few bytes as needed
_SMALL = f"""
-- path ends with a separator
create table folder (id integer primary key, path blob not null unique);
create table encoding (id integer primary key, name text not null unique);
insert into folder (path) select distinct folder_of(path) from document order by 1;
insert into encoding (name) select distinct encoding from document where encoding is not null;

-- a normalised text: files that hold the same text share it
create table small_text (
    id integer primary key,
    hash blob not null,
    characters integer not null
);
insert into small_text select id, hash, characters from text order by id;
drop table text;
alter table small_text rename to text;
-- not unique: four bytes of a hash are enough to find it, and half the size of all
create index text_hash on text (substr(hash, -4));

-- a file: text is null where it gave none, and stage and reason say why
-- device and inode are numbers, or blobs of 16 bytes, lowest first, where a number is too short
create table small_document (
    id integer primary key,
    folder integer not null references folder (id),
    name blob not null,
    size integer not null,
    mtime_ns integer not null,
    device blob not null,
    inode blob not null,
    reader integer not null,
    content_hash blob,
    text integer references text (id),
    encoding integer references encoding (id),
    lossy integer not null,
    stage text,
    reason text
);
insert into small_document
    select document.id, folder.id, name_of(document.path), size, mtime_ns, identity(device),
        identity(inode), reader, content_hash, text, encoding.id, lossy, stage, reason
    from document
    join folder on folder.path = folder_of(document.path)
    left join encoding on encoding.name = document.encoding
    order by document.id;
drop view documents;
drop table document;
alter table small_document rename to document;
create unique index document_path on document (folder, name);
create index document_text on document (text);

-- what belongs to a text that goes is deleted by hand: to find it, no index is kept
create table small_fingerprint (
    recipe integer not null references recipe (id),
    text integer not null,
    value integer,
    tokens integer not null,
    features integer not null,
    primary key (recipe, text)
) without rowid;
insert into small_fingerprint select * from fingerprint order by recipe, text;
drop table fingerprint;
alter table small_fingerprint rename to fingerprint;

-- place is recipe * 524288 + number of the block * 65536 + key
create table small_block (
    place integer not null,
    text integer not null,
    primary key (place, text)
) without rowid;
insert into small_block
    select (recipe << 19) + (no << 16) + key, text from block order by recipe, no, key, text;
drop table block;
alter table small_block rename to block;

update passage set hashes = packed(hashes);

create view documents as
    select document.id, cast(folder.path || document.name as text) as path, document.size,
        encoding.name as encoding, recipe.key as recipe,
        {_PRINTED}
    from document
    join folder on folder.id = document.folder
    left join encoding on encoding.id = document.encoding
    left join fingerprint on fingerprint.text = document.text
    left join recipe on recipe.id = fingerprint.recipe;
"""

# the candidate cache, see simcore/pipeline/candidates.py; the newest have the greatest ids;
# which pairs are forms (simcore/pipeline/forms.py) has ids below 0, the newest the lowest
_PROPOSALS = """
create table proposal (
    id integer primary key,
    key blob not null unique,
    pairs blob not null
);
"""

# a reason was an English sentence; it is a code and its values, as in simcore/model/reasons.py
_REASONS = """
update document set reason = coded(reason) where reason is not null;
"""

# reader 4 reads more of some pages of HTML, and of all other files what reader 3 did
_PAGES = """
update document set reader = 4 where reader = 3
    and cast(name as text) not like '%.html' and cast(name as text) not like '%.htm'
    and cast(name as text) not like '%.xhtml';
"""

# what a reader sees of a document, and its words alone where that differs; a scan reads documents
# again that lack them
_VISIBLE = """
alter table document add column form_hash blob;
alter table document add column words_hash blob;
"""

# how the encoding was found: 0 for sure, 1 guessed, 2 chosen by a person; a scan reads documents
# again that lack it, all whose encoding was not certain to be right, and what was in none that was
# recognised
_GUESSED = """
alter table document add column guessed integer;
update document set guessed = 0
    where encoding in (select id from encoding where name like 'utf-%')
    or text is null and stage is not 'decode';
"""

# what a reader sees was told too loosely; a scan reads documents again that lack it
_STRICT = """
update document set form_hash = null, words_hash = null;
"""

# reader 5 reads more of some pages of XHTML
_CDATA = _PAGES.replace("reader = 4", "reader = 5").replace("reader = 3", "reader = 4")

# hard line breaks and indentation by one space are seen in these; a scan reads them again
_BREAKS = """
update document set form_hash = null, words_hash = null
where cast(name as text) like '%.md' or cast(name as text) like '%.markdown'
    or cast(name as text) like '%.rst';
"""

# reader 6 reads formats that were read as plain text, or were binary, whatever their names; of all
# else what reader 5 did
_READ_ANEW = (
    "doc docm docx dot dotm dotx dps eml epub et htm html ipynb ltx mht mhtml odm odp ods odt otp "
    "ots ott pdf pot potm potx pps ppsm ppsx ppt pptm pptx rtf srt tex vtt wps xhtml xls xlsb xlsm "
    "xlsx xlt xltm xltx"
)
_FORMATS = f"""
update document set guessed = null where reader = 5 and stage is 'decode';
update document set reader = 6 where reader = 5
    and cast(name as text) like '%.%' and cast(name as text) not glob '*.[1-9]*'
    {" ".join(f"and cast(name as text) not like '%.{suffix}'" for suffix in _READ_ANEW.split())};
"""

# signs before the items of lists are no words, see ``_STRICT``; reader 7 reads more of Word
# documents, other signs of PDFs, and words of pages that tags divide
_BULLETS = """
update document set form_hash = null, words_hash = null where reader = 6;
update document set reader = 7 where reader = 6
    and cast(name as text) not like '%.do__' and cast(name as text) not like '%.pdf'
    and cast(name as text) not like '%.%htm%' and cast(name as text) not like '%.mht%'
    and cast(name as text) not like '%.eml' and cast(name as text) not like '%.epub';
"""

# a document's first heading; no file is read again for it: until it is, its name stands there
_TITLES = """
alter table document add column title text;
"""

# as with titles
_SCRIPTS = """
alter table document add column script text;
"""

# when a document came, in seconds since 1970; and files that came too long ago, see
# ``simcore.index.age``: a day is that of their arrival, in days since 1970
_ARRIVALS = """
alter table document add column arrived integer not null default 0;
update document set arrived = moment(0);
create table forgotten (
    scope blob not null,
    day integer not null,
    files blob not null,
    primary key (scope, day)
) without rowid;
"""

# shingles and words are made of letters and digits without marks that may be missing (reader 8):
# all that is made of them goes, and a scan makes it anew. What a person did stays
_LETTERS = """
delete from passage;
delete from comparison;
delete from proposal;
delete from block;
delete from fingerprint;
"""

# as with titles
_STATED = """
alter table document add column stated integer;
"""

# shingles are as long as a text needs, and may count each time: what was compared is made again
_OCCURRENCES = """
delete from comparison;
"""

# short texts are compared by their words, too: what was compared of them is made again
_WORDS = """
delete from comparison where left_size <= 768 and right_size <= 768;
"""

# tables are compared by rows, misread texts by letters, chats without stamps: made again
_MEASURES = _OCCURRENCES

# a number in the place of another counts as two thirds of a word: what differs in numbers only, by
# any measure, is compared again
_NUMBERS = """
delete from comparison where numbers_only in (1, 8, 10, 12, 14);
"""

# a letter read as a digit is a misread one, the same digits may make other numbers, and values at
# the ends of lines are no misread letters; of a crowd other pairs are compared: all is made again
_MISREAD = """
delete from comparison;
delete from proposal;
"""

# whether texts differ in numbers only depends no more on how long they are: made again
_WHOLE = _OCCURRENCES

# what commands told, see ``simcore.index.index``: any change of another table empties this one
_ANSWERS = """
drop table if exists answer;
create table answer (
    id integer primary key,
    key blob not null unique,
    listing blob not null,
    told blob not null
);
"""

# the last mark, see ``simcore.index.index.mark_anew``
_MARK = """
create table if not exists mark (value blob not null);
"""

# when bytes, name or rights of a file changed last; a scan looks at the bytes of files that lack
# it. Documents without words have a text of their own now, by their bytes
_CTIME = """
alter table document add column ctime_ns integer;
update document set reader = 0 where text in
    (select text from fingerprint group by text having max(value) is null);
"""

# where disks were mounted, and the documents on them; those on the system's disk have no row, see
# ``simcore.index.disks``
_DISKS = """
create table if not exists disk (
    id integer primary key,
    point blob not null,
    mark text not null,
    unique (point, mark)
);
create table if not exists on_disk (
    document integer primary key references document (id) on delete cascade,
    disk integer not null references disk (id)
);
"""

MIGRATIONS: tuple[str, ...] = (
    _FIRST,
    _PASSAGES,
    _WIDTHS,
    _BADGES,
    _SMALL,
    _PROPOSALS,
    _REASONS,
    _PAGES,
    _VISIBLE,
    _GUESSED,
    _STRICT,
    _CDATA,
    _BREAKS,
    _FORMATS,
    _BULLETS,
    _TITLES,
    _SCRIPTS,
    _ARRIVALS,
    _LETTERS,
    _STATED,
    _OCCURRENCES,
    _WORDS,
    _MEASURES,
    _NUMBERS,
    _MISREAD,
    _ANSWERS,
    _WHOLE,
    _MARK,
    _CTIME,
    _DISKS,
)
