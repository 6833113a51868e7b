-- name: written
-- The redirects of site.yaml, then the aliases of items: of two with one address the first counts.
select key as address, value as target, file.path as file, 'redirects.' || key as field, 0 as step, json_each.id as at
  from file, json_each(content, '$.redirects') where file.path = 'site.yaml'
union all
select value, file.path, file.path, 'aliases.' || key, iif(kind = 'article', 1, 2), key
  from file, json_each(aliases) where content is not null
order by step, file, at
-- name: named
-- Not with `or`, for which SQLite reads all items of the kind.
select * from target where kind = :kind and lang = :lang and number = :name
  union all select * from target where kind = :kind and lang = :lang and sign = :name
-- name: items
-- A file, or the file of an item in a language, the one at :here first.
select * from target where path in (:target, :target || '.zh.md', :target || '.en.md') order by path = :here desc
