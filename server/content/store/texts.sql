-- Signs that have changed since the texts were stored, and those of items that there are no more. A folder without any file is probably
-- a network folder that is not mounted.
insert or replace into records.former_sign
  select known.source, known.kind, known.lang, known.sign, known.number from known join file using (kind, lang, number)
    where known.sign is not null and content is not null and file.sign is not known.sign;
delete from records.former_sign as former
  where source = (select folder from source) and exists (select 1 from file)
    and not exists (select 1 from file where kind = type and file.lang = former.lang and file.number = former.number)
    and not exists (select 1 from known join file using (path)
      where known.kind = type and known.lang = former.lang and known.number = former.number);
delete from records.text
  where source = (select folder from source) and exists (select 1 from file) and path not in (select path from file);
