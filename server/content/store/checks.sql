-- name: faults
-- A file that is left out and has a last valid text is kept.
select file.path as file, value ->> 'line' as line, value ->> 'problem' as problem, value ->> 'zh' as zh,
    iif(is_last_valid and value ->> 'effect' = 'left out', 'kept', value ->> 'effect') as effect
  from file, json_each(faults) order by kind = 'site', kind <> 'article', iif(kind = 'site', file.id, file.path), key
-- name: missingProducts
with naming as (
  select file.path, lang, 'items.' || item.key || '.products' as field, product.value as id
    from file, json_each(content, '$.items') item, json_each(item.value, '$.products') product where kind = 'download'
  union all
  select file.path, lang, 'products', value from file, json_each(content, '$.products') where kind = 'manual')
select path, field, id from naming where not exists (
  select 1 from file where kind = 'article' and file.lang = naming.lang and number = naming.id and content is not null
    and folder in (select slug from section where kind = 'product'))
-- name: urls
-- In last valid texts, which have other lines than their files, nothing is reported.
select file.path, value ->> 'url' as url, value ->> 'line' as line,
    value ->> 'url' glob ? || '*' and not exists (select 1 from media where url = value ->> 'url') as isMissing
  from file, json_each(urls) where is_last_valid = 0
  order by kind = 'site', kind <> 'article', iif(kind = 'site', file.id, file.path), key
