pragma application_id=1449226849;
pragma user_version=3;
BEGIN TRANSACTION;
CREATE TABLE arrival (id integer primary key, time real not null, data text not null);
INSERT INTO "arrival" VALUES(1,1700000000.0,'{"event": "gone", "path": "/tmp/variorum-second-edition/library/\u5408\u540c/gone.txt", "time": "2023-11-14T22:13:20.000+00:00", "milliseconds": 0.0, "matches": []}');
CREATE TABLE disk (path blob primary key, last real not null, mark text not null default '') without rowid;
CREATE TABLE seen (path blob primary key, content blob not null) without rowid;
INSERT INTO "seen" VALUES(X'2F746D702F766172696F72756D2D7365636F6E642D65646974696F6E2F6C6962726172792F6C656173652E747874',X'4B1F60B278DD0BA655F1C68FD781F55D');
CREATE TABLE watched (
    path blob primary key, last real not null) without rowid;
INSERT INTO "watched" VALUES(X'2F746D702F766172696F72756D2D7365636F6E642D65646974696F6E2F6C6962726172792F',1700000000.0);
COMMIT;
