-- no transaction
-- The list by the start of a first name or a last name (P-125). The included columns allow index-only scans, of which
-- the condition needs the names themselves.
drop index concurrently if exists candidate_first_name;
create index concurrently candidate_first_name
  on candidate ((lower(first_name || ' ' || last_name) collate "C")) include (id, first_name, last_name);
drop index concurrently if exists candidate_last_name;
create index concurrently candidate_last_name
  on candidate ((lower(last_name || ' ' || first_name) collate "C")) include (id, first_name, last_name);
