-- no transaction
-- The list by the start of a first name or a last name (P-125). In place of the indexes of 0022, whose entries of two
-- names of 200 characters of four bytes each were larger than an entry may be (2704 bytes), so that such a candidate could
-- not be stored. The included columns allow index-only scans, of which the condition needs the names themselves.
drop index concurrently if exists candidate_first_name_start;
create index concurrently candidate_first_name_start
  on candidate ((lower(left(first_name || ' ' || last_name, 100)) collate "C")) include (id, first_name, last_name);
drop index concurrently if exists candidate_last_name_start;
create index concurrently candidate_last_name_start
  on candidate ((lower(left(last_name || ' ' || first_name, 100)) collate "C")) include (id, first_name, last_name);
drop index concurrently if exists candidate_first_name;
drop index concurrently if exists candidate_last_name;
