-- no transaction
-- allowed unique-index: a release before stores no twin_of.
drop index concurrently if exists employer_sandbox;
create index concurrently employer_sandbox on employer (sandbox_id) where sandbox_id is not null;
drop index concurrently if exists employer_user_twin;
create unique index concurrently employer_user_twin on employer_user (employer_id, twin_of) where twin_of is not null;
drop index concurrently if exists candidate_key_sandbox;
create index concurrently candidate_key_sandbox on candidate_key (sandbox_id) where sandbox_id is not null;
