-- At the end of a reading: the texts of the files that are served as they are become the last valid ones. Only a deleted file, or one that
-- must not be served, loses its text. A folder without any file is probably a network folder that is not mounted.
insert or replace into text (path, digest, number, sign, body)
  select path, candidate.digest, number, sign, body from candidate join file using (path)
    where is_last_valid = 0 and file.digest = candidate.digest;
delete from text where path in (select path from suppressed)
  or (exists (select 1 from file) and path not in (select path from file));
