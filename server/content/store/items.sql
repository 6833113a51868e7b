-- name: first
-- The text of the contact page comes last.
select id from served where kind = :kind and lang = :lang order by sign is :contact, position limit 1
-- name: item
-- By id or by sign; the other one is null. `text`: the form of the texts. `section`: the kind of the section.
with named as (
  select file from served where kind = :kind and lang = :lang and id = :id
  union all select file from served where kind = :kind and lang = :lang and sign = :sign)
select category, (select section.kind from section where slug = category) as section, place, status, served.summary, content, chapters,
    iif(:text = 'safe', coalesce(safe, html), html) as body
  from named join served using (file) join file on file.id = named.file join body using (file)
-- name: languages
-- `lang` comes before id and sign in the indexes. In the order of `locales`.
with named as (
  select file from served where kind = :kind and lang in ('zh', 'en') and id = :id
  union all select file from served where kind = :kind and lang in ('zh', 'en') and sign = :sign)
select lang, content ->> '$.seo.noindex' as noindex from named join file on file.id = named.file order by lang desc
-- name: pages
select summary from served where kind = ? and lang = ? order by position
-- name: children
select category, status, summary from served where lang = ? and parent = ? order by position
-- name: total
select max(place) as total from served where lang = ? and category = ? and place is not null
-- name: range
select category, status, summary from served
  where lang = ? and category = ? and place is not null and place > ? order by place limit ?
-- name: ofFiles
select category, status, summary from served join json_each(?) on value = served.file order by key
-- name: beside
select id, summary ->> '$.title' as title from served
  where lang = :lang and category = :category and place = :place + :by
-- name: recommended
-- Only the files of the chosen ones: SQLite sorts whole rows.
with
  related as materialized (
    select served.file from served join (
        select tag.file, count(*) as shared from tag where lang = :lang and category = :category and facet = '' and tag in (
            select value from served, json_each(summary, '$.tags') where kind = 'article' and lang = :lang and served.id = :id)
          group by tag.file
      ) using (file) where served.id <> :id order by shared desc, published desc, served.id limit :limit),
  recent as (
    select file from served where lang = :lang and category = :category and place is not null and id <> :id
      and file not in related order by published desc, id limit :limit)
select file from related union all select file from recent limit :limit
-- name: documents
select document from naming join file on file.id = naming.file
  where naming.lang = ? and product = ? and kind = ? order by naming.rowid
-- name: products
select served.id, summary ->> '$.title' as title from json_each(?) cross join served on served.id = value
  where kind = 'article' and category in (select slug from section where kind = 'product') and lang = ? order by key
-- name: publicItems
select file.id as row, served.kind, served.lang, position, coalesce(category, '') as category,
    place is not null as listed, content
  from served join file on file.id = served.file where status is null and served.file > ? order by served.file limit ?
