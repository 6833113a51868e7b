-- What stays when everything else is derived anew. `text`: the last valid bytes of each content file. They are not compressed: Node.js 24
-- aborts where a thread is terminated while it makes a zlib stream.
create table if not exists text (
  path text primary key, digest text not null, number integer, sign text, body blob not null
) strict;
create table if not exists state (name text primary key, value text not null) strict;
-- Of the current reading: the bytes of valid files, and the files whose valid text must not be served later either.
create temp table candidate (path text primary key, digest text not null, body blob not null) strict;
create temp table suppressed (path text primary key) strict;
