-- Items that take an id, a name or a sign of another one, or whose parent is missing: the first kind of these that occurs.
-- First comes a file that has been served with its id and sign, so that a copy of it cannot take its place; then items in two languages,
-- of which a copy is often one file only; then by name.
with item as (
    select file.id as row, path, folder, name, file.kind, file.lang, file.number, file.sign, parent,
      case when text.number = file.number then file.sign is not text.sign
        else 2 + not exists (
          select 1 from file other where other.name = file.name and other.number = file.number and other.id <> file.id) end as rank
    from file left join text using (path) where file.kind <> 'site' and content is not null),
  clash as (
    select 1 as step, 'id' as message, mine.row, other.path as file, other.name, other.rank
      from file a join file b on b.kind = a.kind and b.lang in ('zh', 'en') and b.number = a.number and b.name <> a.name
        join item mine on mine.row = a.id join item other on other.row = b.id
      where (other.rank, other.path) < (mine.rank, mine.path)
    union all
    select 2, 'name', mine.row, other.path, other.name, other.rank
      from file a join file b on b.name = a.name and b.number <> a.number
        join item mine on mine.row = a.id join item other on other.row = b.id
      where (other.rank, other.path) < (mine.rank, mine.path)
    union all
    select 3, 'sign', mine.row, other.path, other.name, other.rank
      from file a join file b on b.kind = a.kind and b.lang = a.lang and b.sign = a.sign and b.id <> a.id
        join item mine on mine.row = a.id join item other on other.row = b.id
      where a.sign is not null and (other.rank, other.path) < (mine.rank, mine.path)
    union all
    select 4, iif(above.id is null, 'parent', 'below'), mine.id, above.path, null, null
      from file mine left join file above
        on above.kind = mine.kind and above.lang = mine.lang and above.number = mine.parent and above.folder = mine.folder
      where mine.parent is not null and mine.content is not null and (above.id is null or above.parent is not null))
select mine.path, mine.number as id, mine.sign, mine.parent, clash.file, clash.name || '.' || mine.lang || '.md' as name,
    case message when 'sign' then 'sign' when 'id' then 'id' when 'name' then 'id' else 'parent' end as field,
    (select number from file where path = clash.file) as other,
    (select 1 + max(number) from file where kind = mine.kind) as next,
    iif(message = 'id' and clash.name glob mine.folder || '/*' and not exists (
        select 1 from file where file.name = clash.name and lang = mine.lang and content is not null), 'language', message) as message
  from clash join file mine on mine.id = clash.row where step = (select min(step) from clash)
  order by mine.path, rank, substr(clash.file, -5, 2) <> mine.lang, clash.file
