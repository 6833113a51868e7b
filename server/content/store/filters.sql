-- name: matching
-- From the index of the tags: with the list as the start, a tag that nothing has cost as much as the whole list.
with found as (
    select file, choice.key from json_each(:chosen) choice cross join tag
      where lang = :lang and category = :category and facet = choice.value ->> 'facet' and tag = choice.value ->> 'value'
    union select value, -1 from json_each(:among))
  select file from found join served using (file) group by file
    having count(*) = json_array_length(:chosen) + (:among is not null) order by place
-- name: all
-- In the order in which the articles of the list name them.
select facet, tag as value, count(*) as total from tag join served using (file)
  where tag.lang = ? and tag.category = ? group by facet, tag order by min(served.place), min(tag.rowid)
-- name: ofFiles
select facet, tag as value, count(*) as total from tag where lang = ? and category = ?
  and file in (select value from json_each(?)) group by facet, tag
