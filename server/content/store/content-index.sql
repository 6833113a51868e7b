-- What is derived from the folder: made anew where it was derived by another version, or from another folder.
-- `state`: `identity` of what it is derived from; `version` of the content; its `revision`; `next` publication; `reading`: see
-- storedReading.
delete from state where name <> 'revision';

-- The content files. `kind`: of the item, `site` for a file in the root. `version`: of the file on the disk, '' where it is
-- to be read again. `digest`: of the bytes of `content`, which is null where nothing is served; `is_last_valid`: 1 where they
-- are the last valid ones, and not those of the file. `name`: shared by the
-- languages of an item. `number`, `sign`, `parent`, `aliases`: in `content`. `summary`: see summaryOf.
create table file (
  id integer primary key, path text not null unique, version text not null, digest text not null, is_last_valid integer not null,
  folder text as (iif(instr(path, '/') = 0, '', substr(path, 1, instr(path, '/') - 1))) stored, lang text as (substr(path, -5, 2)) stored,
  name text as (substr(path, 1, length(path) - 6)) stored,
  kind text as (case when folder = '' then 'site' when folder in ('about', 'download', 'manual') then folder else 'article' end) stored,
  number integer as (content ->> 'id') stored, sign text as (content ->> 'sign') stored, parent integer as (content ->> 'parent') stored,
  aliases text as (nullif(content -> 'aliases', '[]')) stored,
  faults text not null, urls text not null, summary text, content text
) strict;
create index file_folder on file (folder);
create index file_number on file (kind, lang, number);
create index file_name on file (name);
create index file_sign on file (kind, lang, sign) where sign is not null;
-- `html`: of responses; `safe`: sanitised, of pages, null where it is the same.
create table body (file integer primary key, html text not null, safe text, chapters text not null) strict;

-- The documents of the search. `length`: number of terms.
create table search_document (
  id integer primary key, file integer not null, lang text not null, part text not null, weight real not null,
  length integer not null
) strict;
create table search_text (
  document integer primary key, title text not null, tags text not null, summary text not null, body text not null
) strict;
create index search_document_file on search_document (file);
create index search_document_length on search_document (lang, length);
create virtual table search_zh using fts5(
  title, tags, summary, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '.'"
);
create virtual table search_en using fts5(
  title, tags, summary, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '.'"
);

-- What is served, see publish.sql. `place` counts from 1 in a list and is null for an item in no list, `position` orders the items of
-- all lists.
create table served (
  file integer primary key, kind text not null, category text, lang text not null, id integer not null, sign text,
  parent integer, position integer not null, place integer, published real not null, status text,
  whole text not null, summary text not null, ranking text not null
) strict;
create unique index served_id on served (kind, lang, id);
create index served_sign on served (kind, lang, sign) where sign is not null;
create index served_parent on served (lang, parent, position) where parent is not null;
create index served_place on served (lang, category, place) where place is not null;
create index served_published on served (lang, category, published desc, id) where place is not null;
-- The documents that a search finds. An article that is in no list and below no other is hidden, but for the privacy policy.
create view search_page as
  select document.id, document.file, part, weight, length, kind, category, served.id as item, published, place
    from search_document document cross join served on served.file = document.file
    where place is not null or parent is not null or kind <> 'article' or sign = 'privacy';
create table tag (lang text, category text, facet text, tag text, file integer) strict;
create index tag_file on tag (lang, category, facet, tag, file);
-- The products that downloads and manuals name; `document`: what a product shows of them.
create table naming (file integer not null, lang text not null, product integer not null, document text not null) strict;
create index naming_product on naming (lang, product);
create index naming_file on naming (file);
create table section (slug text primary key, kind text not null) strict;
-- The digests of the site files at the latest publication.
create table site_file (path text primary key, digest text not null) strict;
-- Addresses without a page, see addressKey. `target`: null where it is not public.
create table redirect (address text primary key, target text) strict;
-- The items that they lead to, public or not.
create view target as
  select path, name, folder, kind, lang, number, sign, parent,
    exists (select 1 from served where served.file = file.id) as isPublic
  from file where kind <> 'site' and content is not null;
-- The addresses of media in content, with their decoded paths.
create table media (url text primary key, path text not null, size integer not null, version text not null, sha256 text) strict;
create index media_path on media (path);
