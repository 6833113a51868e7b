-- What stays when everything else is derived anew. `text`: the last valid bytes of each content file. `former_sign`: the signs that items
-- had before. The bytes are not compressed: Node.js 24 aborts where a thread is terminated while it makes a zlib stream.
create table if not exists text (
  path text primary key, digest text not null, number integer, sign text, body blob not null, lang text as (substr(path, -5, 2)),
  kind text as (case when instr(path, '/') = 0 then 'site'
    when path glob 'about/*' or path glob 'download/*' or path glob 'manual/*' then substr(path, 1, instr(path, '/') - 1) else 'article' end)
) strict;
create table if not exists former_sign (
  kind text not null, lang text not null, sign text not null, number integer not null, primary key (kind, lang, sign)
) strict;
create table if not exists state (name text primary key, value text not null) strict;
-- Of the current reading: the bytes of valid files, and the files whose valid text must not be served later either.
create temp table candidate (path text primary key, digest text not null, body blob not null) strict;
create temp table suppressed (path text primary key) strict;
