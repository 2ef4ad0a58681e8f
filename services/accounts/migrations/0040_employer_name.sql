-- no transaction
-- The list by the start of a name (P-125). The included columns allow index-only scans, of which the condition needs the
-- name itself.
drop index concurrently if exists employer_name;
create index concurrently employer_name on employer ((lower(name) collate "C")) include (id, name);
