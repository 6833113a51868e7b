-- What is served: the items with content, at the time of the only row of `publication`; `drafts` is 1 where everything is served, with its
-- status. Only rows that are others than before are written.
create temp table item as
  select id as file, kind, iif(kind = 'article', folder, null) as category, lang, number as id, sign, parent, content ->> 'order' as ord,
    content ->> 'family' as family, coalesce(content ->> 'listed', 1) as listed, content ->> 'draft' as draft,
    content ->> '$.seo.noindex' as noindex,
    1000 * unixepoch(content ->> 'published_at') as published, 1000 * unixepoch(content ->> 'expires_at') as expires, null as status
  from file where kind <> 'site' and content is not null;
create index temp.item_id on item (kind, lang, id);
update item set status = case when draft then 'draft' when expires <= at then 'expired' when published > at then 'scheduled' end
  from temp.publication;
-- A sub-item has the status of its parent where it has none of its own.
update item set status = (
    select status from item above where above.kind = 'article' and above.lang = item.lang and above.id = item.parent)
  where parent is not null and status is null;

-- Lists: by order, then the newest; families in the order of their first article, articles without one last.
create temp table placed as
  with sorted as (
    select file, kind, category, lang, id, sign, parent, family, listed, noindex, published, status,
      kind = 'article' and parent is null and listed as is_listed,
      row_number() over (order by ord is null, ord, published is null, published desc, id, lang) as position
    from item, temp.publication where status is null or drafts),
  grouped as (
    select *, iif(family is null, null, min(iif(is_listed, position, null)) over (partition by lang, category, family)) as family_at
    from sorted)
  select *, iif(is_listed,
      row_number() over (partition by lang, category, is_listed order by family_at is null, family_at, position), null) as place
    from grouped;
create index temp.placed_id on placed (kind, id, lang);
create index temp.placed_parent on placed (lang, parent, position) where parent is not null;
create index temp.placed_place on placed (lang, category, place) where place is not null;

-- The products that downloads and manuals name.
delete from naming;
insert into naming
  with named as (
    select position, 0 as at, product.key, placed.file, placed.lang, product.value as product,
        json_object('id', placed.id, 'title', content ->> 'title', 'summary', content ->> 'summary') as document
      from placed join file on file.id = placed.file, json_each(content, '$.products') product where placed.kind = 'manual'
    union all
    select position, one.key, product.key, placed.file, placed.lang, product.value, one.value
      from placed join file on file.id = placed.file, json_each(content, '$.items') one, json_each(one.value, '$.products') product
      where placed.kind = 'download')
  select file, lang, product, document from named order by position, at, key;

-- All pages of a kind name each other.
create temp table page_order as
  select kind, lang, group_concat(id order by position) as ids from placed where kind <> 'article' group by kind, lang;

-- `whole` is what the response of the item depends on, `ranking` what its places in lists and recommendations depend on, `summary` what
-- other responses show of it.
create temp table next as
  select mine.file, mine.kind, category, mine.lang, mine.id, mine.sign, iif(listed, mine.parent, null) as parent, position, place,
    coalesce(published, -1.7976931348623157e308) as published, status,
    json_array(digest, (
        select group_concat(concat_ws(' ', size, sha256, '') order by named.key) from (
          select key, value from json_each(content, '$.attachments') union all select key, value from json_each(content, '$.items')
        ) named left join media on url = named.value ->> 'url'),
      (select group_concat(concat(other.lang, ' ', other.sign, ' ', other.noindex) order by other.lang)
        from placed other where other.kind = mine.kind and other.id = mine.id),
      (select ids from page_order where page_order.kind = mine.kind and page_order.lang = mine.lang),
      (select group_concat(concat_ws(' ', place, id) order by place) from placed beside
        where beside.lang = mine.lang and beside.category = mine.category and beside.place in (mine.place - 1, mine.place + 1)),
      (select group_concat(id order by position) from placed child
        where mine.kind = 'article' and child.kind = 'article' and child.lang = mine.lang and child.parent = mine.id and child.listed),
      (select json_group_array(document order by naming.rowid) from naming
        where mine.kind = 'article' and naming.lang = mine.lang and naming.product = mine.id),
      (select group_concat(concat_ws(' ', product, there.content ->> 'title') order by naming.rowid)
        from naming left join placed article on article.kind = 'article' and article.lang = naming.lang and article.id = product
          left join file there on there.id = article.file
        where naming.file = mine.file)) as whole,
    summary,
    iif(mine.kind = 'article', json_array(category, place, published, family, content -> 'tags', content -> 'facets'), '') as ranking
  from placed mine join file on file.id = mine.file order by mine.file;
create unique index temp.next_file on next (file);
create unique index temp.next_id on next (kind, lang, id);

-- The differences from the latest publication.
create temp table pair as
  select kind, id, lang, old.file is null or new.file is null as other, old.whole is not new.whole as whole,
    old.summary is not new.summary as summary, old.ranking is not new.ranking as ranking, old.sign as old_sign, new.sign as new_sign,
    iif(old.place is null, null, old.category) as old_list, iif(new.place is null, null, new.category) as new_list
  from served old full join next new using (kind, lang, id)
  where old.whole is not new.whole or old.summary is not new.summary or old.sign is not new.sign or old.ranking is not new.ranking;

-- In the order of the list: filters with the same number of items keep it. The same as before where no place and no tag has changed.
delete from tag where exists (select 1 from temp.pair where ranking or other);
insert into tag (lang, category, facet, tag, file)
  with listed as (
    select placed.lang, category, placed.file, place, content from placed join file on file.id = placed.file
      where place is not null and exists (select 1 from temp.pair where ranking or other)),
  named as (
    select lang, category, '' as facet, value as tag, file, place, -1 as facet_at, tag.key as at
      from listed, json_each(content, '$.tags') tag
    union all
    select lang, category, facet.value ->> 'name', one.value, file, place, facet.key, one.key
      from listed, json_each(content, '$.facets') facet, json_each(facet.value, '$.values') one)
  select lang, category, facet, tag, file from named
    group by lang, category, facet, tag, file order by place, lang, category, min(facet_at), min(at);

-- The differences, each once: see ContentChange.
create temp table change as
  with list as (
      select old_list as category, lang from pair where ranking or other union select new_list, lang from pair where ranking or other),
    texts as (select * from list union select new_list, lang from pair where whole),
    site as (select path, digest from file where kind = 'site' and content is not null)
  select json_object('kind', 'item', 'of', kind, 'id', id, 'lang', lang) as json from pair where whole and not other
  union select json_object('kind', 'summary', 'of', kind, 'id', id, 'lang', lang) from pair where summary and not other
  union select json_object('kind', 'existence', 'of', kind, 'id', id, 'signs', json((
      select json_group_array(sign) from (select old_sign as sign union all select new_sign) where sign is not null)))
    from pair where other or old_sign is not new_sign
  union select json_object('kind', 'list', 'category', category, 'lang', lang) from list where category is not null
  union select json_object('kind', 'texts', 'category', category, 'lang', lang) from texts where category is not null
  union select json_object('kind', case path when 'labels.yaml' then 'labels' when 'banners.yaml' then 'banners' else 'site' end)
    from site full join site_file using (path) where site.digest is not site_file.digest
  -- Without menu.yaml the menu has the kinds of content that there are.
  union select json_object('kind', 'site') from file
    where path = 'site.yaml' and content ->> '$.sections' is not null
      and coalesce((select content from file where path = 'menu.yaml'), '[]') = '[]'
      and (select group_concat(name order by name) from (
          select distinct coalesce(category, kind) as name from served where category is null or place is not null))
        is not (select group_concat(name order by name) from (
          select distinct coalesce(category, kind) as name from next where category is null or place is not null));
delete from site_file;
insert into site_file select path, digest from file where kind = 'site' and content is not null;
delete from served where file in (select file from (select * from served except select * from next));
insert into served select * from next where file not in (select file from served);
insert or replace into state select 'revision', 1 + coalesce((select value from state where name = 'revision'), 0);

-- `nextAt`: when the next item appears or disappears. `changes`: as JSON. `content`: what tells two versions of it apart.
create temp table published as
  select (
    select min(time) from (
        select published as time from item where draft is not 1 union all select expires from item where draft is not 1),
      temp.publication where time > at) as nextAt,
    (select json_group_array(json(json)) from temp.change) as changes,
    (select json_group_array(json_array(kind, lang, id, category, place, status, whole) order by kind, lang, id) from served)
      || (select json_group_array(json_array(path, digest) order by path) from site_file)
      || (select json_group_array(json_array(url, sha256) order by url) from media) as content;
