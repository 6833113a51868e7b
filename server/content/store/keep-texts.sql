-- At the end of a reading: the texts of the files that are served as they are become the last valid ones. Only a deleted file, or one that
-- must not be served, loses its text. A folder without any file is probably a network folder that is not mounted.
insert or replace into former_sign
  select text.kind, text.lang, text.sign, text.number from text join file using (kind, lang, number)
    where text.sign is not null and content is not null and file.sign is not text.sign;
insert or replace into text (path, digest, number, sign, body)
  select path, candidate.digest, number, sign, body from candidate join file using (path)
    where kept = 0 and file.digest = candidate.digest;
delete from text where path in (select path from suppressed)
  or (exists (select 1 from file) and path not in (select path from file));
delete from former_sign as former
  where exists (select 1 from file)
    and not exists (select 1 from file where kind = former.kind and file.lang = former.lang and file.number = former.number)
    and not exists (select 1 from text where kind = former.kind and text.lang = former.lang and text.number = former.number);
