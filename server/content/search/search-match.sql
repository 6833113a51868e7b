-- `search_en` stands for the table of the language.
-- name: finding
-- Whether a document matches :expression.
select 1 from search_en cross join search_page page on page.id = search_en.rowid where search_en match :expression limit 1
-- name: ranking
-- The documents of a search, the best first: those that match :expression and at least :least of :parts, which are expressions too.
-- What matches in title and tags comes first. `:listed`: 1 for articles of lists alone.
-- The weights of the columns are so small that BM25 does not saturate, and one match in a title counts more than many in a text.
with named as materialized (
    select rowid as id, bm25(search_en, 0.01, 0.005, 0.001, 0.0001) as score
      from search_en where search_en match concat('{title tags} : (', :expression, ')')),
  total as materialized (select count(*) as total from search_en where search_en match :expression),
  hit as materialized (
    select part.key as part, search_en.rowid as id, 1.0 as weight
      from json_each(:parts) part cross join search_en where search_en match part.value
    union all
    select part.key, search_en.rowid, 2.0
      from json_each(:parts) part cross join search_en where search_en match concat('{title tags} : ', part.value)),
  -- A rare part counts more, and one in a title or a tag three times.
  counted as (select id, weight, weight / ln(2 + count(*) over (partition by part)) as points from hit),
  covered as materialized (select id, sum(weight = 1) as parts, sum(points) as points from counted group by id),
  average as materialized (select avg(length) as average from search_document where lang = :lang),
  -- Cross joins keep this order: the planner would look up each item in the terms. Above 2000 documents the rest is ranked by date only: a
  -- word in so many texts says little, and BM25 of all takes 30 ms. The best score is the lowest. BM25 divides by the length of a document,
  -- all columns together, so that a title would count less above a long text: the factor undoes that (k1 is 1.2, b is 0.75).
  found as materialized (
    select page.id, file, coalesce(category, kind) as section, cast(published as integer) as published,
        iif(kind = 'article', item, null) as article, named.id is not null as is_named,
        weight * coalesce(points, 0) as points,
        weight * (length + average / 3) * coalesce(named.score, iif(total > 2000, 0, bm25(search_en, 0.01, 0.005, 0.001, 0.0001))) as score
      from search_en cross join search_page page on page.id = search_en.rowid cross join average cross join total
        left join named on named.id = page.id left join covered on covered.id = page.id
      where search_en match :expression and coalesce(parts, 0) >= :least and (place is not null or not :listed)),
  -- Manuals and files that name a product with all words in title, tags and summary.
  beside as (
    select page.id, page.file, kind as section, cast(page.published as integer) as published, min(score) as score
      from found cross join naming on lang = :lang and product = article
        cross join search_page page on page.file = naming.file and part = iif(kind = 'manual', '', document ->> 'id')
      where not :listed and not :least and page.id not in (select id from found)
        and found.id in (select rowid from search_en where search_en match concat('{title tags summary} : (', :expression, ')'))
      group by page.id)
select json_group_array(json_object(
    'document', id, 'file', file, 'section', section, 'published', published, 'isNamed', is_named)) as matches
  from (
    select 0 as is_beside, id, file, section, published, is_named, points, score from found
    union all
    select 1, id, file, section, published, 0, 0, score from beside
    order by is_beside, points desc, is_named desc, score, published desc, id)
